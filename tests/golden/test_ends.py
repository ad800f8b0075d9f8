"""Waiting hands, finished hands and finished games, by book and section, through the JSON doors."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.golden.cases import RULES
from yakulens.scorer.contract.final_json import final_json
from yakulens.scorer.contract.settlement_json import settle_json
from yakulens.scorer.contract.waits_json import waits_json

TABLE = Path(__file__).parent / "table"
Json = dict[str, Any]


def _cases(file: str) -> list[Any]:
    cases = []
    for entry in tomllib.loads((TABLE / file).read_text(encoding="utf-8"))["end"]:
        for place in entry["at"].split(","):
            book, section = place.strip().split(" ", 1)
            given = {"rules": RULES[book], **entry["given"]}
            cases.append(pytest.param(given, entry["expect"], id=f"{RULES[book]} {section}: {entry['name']}"))
    return cases


@pytest.mark.parametrize(("given", "expect"), _cases("settle.toml"))
def test_hand_settled(given: Json, expect: Json) -> None:
    settled = settle_json({"dealer": "east", "riichi": [], **given})
    if refused := expect.get("refused"):
        codes = [problem["code"] for problem in settled["problems"]]
        assert codes == (codes or None if refused is True else refused.split())
        assert not any(settled["net"].values())
        return
    assert settled["problems"] == []
    assert {seat: points for seat, points in settled["net"].items() if points} == expect["net"]
    got = settled | {"notes": " ".join(note["cite"].rpartition(" ")[2] for note in settled["notes"])}
    assert {key: got[key] for key in expect if key != "net"} == {
        key: expect[key] for key in expect if key != "net"
    }
    assert sum(settled["net"].values()) + 1000 * (settled["deposits_left"] - given.get("deposits", 0)) == 0


@pytest.mark.parametrize(("given", "expect"), _cases("final.toml"))
def test_game_settled(given: Json, expect: Json) -> None:
    final = final_json(given)
    told = expect.get("refused") or expect.get("problems", "")
    assert [problem["code"] for problem in final["problems"]] == told.split()
    lines = final["standing"]
    assert bool(lines) == ("refused" not in expect)
    for key, wanted in expect.items():
        if key in {"problems", "refused"}:
            continue
        if key == "standing":
            assert [[line["player"], line["rank"], line["uma"], line["final"]] for line in lines] == wanted
        elif key == "deposits_left":
            assert final[key] == wanted
        else:
            assert {line["player"]: line[key] for line in lines} == wanted


@pytest.mark.parametrize(("given", "expect"), _cases("waits.toml"))
def test_waiting_hand(given: Json, expect: Json) -> None:
    answer = waits_json(given)
    assert [problem["code"] for problem in answer["problems"]] == expect.get("problems", "").split()
    got = answer | {
        "discards": [each["discard"] for each in answer.get("by_discard", ())],
        "notes": [note["text"] for note in answer["notes"]],
        "sections": " ".join(note["cite"].rpartition(" ")[2] for note in answer["notes"]),
        "waits": [wait["tile"] for wait in answer["waits"]],
        "quads": {quad["tile"]: quad["allowed"] for quad in answer.get("quads", ())},
    }
    assert {key: got[key] for key in expect if key != "problems"} == {
        key: wanted for key, wanted in expect.items() if key != "problems"
    }
