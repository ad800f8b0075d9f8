"""`yakulens settle`, `final` and `waits`: one object, JSON lines, words for people, bad input."""

from __future__ import annotations

import io
import json
from typing import TYPE_CHECKING, Any

import pytest

from yakulens.app.cli import main

if TYPE_CHECKING:
    from pathlib import Path

RON = {"event": "ron", "discarder": "east", "honba": 1, "riichi": ["west"], "id": 1}
RON["wins"] = [{"seat": "south", "han": 2, "fu": 30}]
GAME = {"scores": {"Ann": 40000, "Bo": 30000, "Cy": 30000, "Di": 20000}}
HAND = "234567m234p6788s"


def told(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(list(words)) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    return captured.out


def refused(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[str, str]:
    assert main(list(words)) == 2
    captured = capsys.readouterr()
    assert captured.err.startswith(f"yakulens {words[0]}: ")
    assert captured.err.count("\n") == 1
    return captured.out, captured.err


def written(folder: Path, *objects: Any) -> str:  # noqa: ANN401 - JSON values
    file = folder / "table.json"
    file.write_text("\n".join(json.dumps(each) for each in objects), encoding="utf-8")
    return str(file)


def test_settle_a_file_gives_the_contracts_answer(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    answer = json.loads(told(capsys, "settle", written(tmp_path, RON)))
    assert answer["net"] == {"east": -2300, "south": 3300, "west": -1000, "north": 0}
    assert (answer["dealer_next"], answer["honba_next"], answer["deposits_left"]) == ("south", 0, 0)


def test_settle_in_words(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    text = told(capsys, "settle", written(tmp_path, {**RON, "offender": "north"}), "--text")
    assert "East discarded and pays South for 2 han 30 fu" in text
    assert "EMA 2025 3.4.4" in text
    assert "the chombo of north is void" in text.lower()
    assert "next: south deals, 0 counters, 0 riichi sticks on the table" in text


def test_settle_in_words_shows_the_points_after_the_hand(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    scores = dict.fromkeys(("east", "south", "west", "north"), 30_000)
    lines = told(capsys, "settle", written(tmp_path, {**RON, "scores": scores}), "--text").splitlines()
    assert "east     -2,300  now   27,700" in lines
    assert "south    +3,300  now   33,300" in lines


def test_settle_in_words_says_nothing_of_a_next_hand_after_the_end(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    drawn = {"event": "exhaustive_draw", "round": "south", "hand_number": 4}
    text = told(capsys, "settle", written(tmp_path, drawn), "--text")
    assert "the last hand is played: the game ends" in text
    assert "next:" not in text
    assert "on the table" not in text
    left = told(capsys, "settle", written(tmp_path, drawn | {"deposits": 1}), "--text")
    assert left.endswith("\n1 riichi stick on the table\n")
    more = told(capsys, "settle", written(tmp_path, drawn | {"hand_number": 2, "hands_left": 2}), "--text")
    assert "0 riichi sticks on the table, 1 hand after it" in more


def test_a_chombo_cites_what_exists(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    chombo = {"event": "chombo", "offender": "west", "rules": "rcr"}
    assert "RCR common knowledge" in told(capsys, "settle", written(tmp_path, chombo), "--text")


def test_settle_a_tournament_chombo_in_words(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    chombo = {"event": "chombo", "offender": "west", "tournament": True, "honba": 1}
    text = told(capsys, "settle", written(tmp_path, chombo), "--text")
    assert "west loses 20,000 after the game" in text
    assert "1 counter," in text


def test_settle_json_lines_go_on_after_a_bad_one(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = [json.dumps(RON), "{", "[]", json.dumps({**RON, "discarder": "south"}), json.dumps(RON)]
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(lines)))
    answers = [json.loads(line) for line in told(capsys, "settle", "--jsonl").splitlines()]
    assert [each.get("outcome") for each in answers] == [None, "invalid", "invalid", "invalid", None]
    assert answers[0] == answers[4]


def test_settle_json_lines_of_a_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert len(told(capsys, "settle", "--jsonl", written(tmp_path, RON, RON)).splitlines()) == 2


def test_settle_a_refused_hand_is_one_line_and_exit_2(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    out, error = refused(capsys, "settle", written(tmp_path, {"event": "ron"}))
    assert json.loads(out)["outcome"] == "invalid"
    assert "discarder: say who discarded" in error
    assert refused(capsys, "settle", written(tmp_path, {"event": "ron"}), "--text")[0] == ""


@pytest.mark.parametrize("words", [("settle",), ("final",), ("waits",), ("settle", "nowhere.json")])
def test_nothing_to_read(capsys: pytest.CaptureFixture[str], words: tuple[str, ...]) -> None:
    refused(capsys, *words)


def test_json_lines_are_not_told_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    refused(capsys, "settle", "--jsonl", "--text")


STANDING = {"scores": {"east": 41000, "south": 37000, "west": 22000, "north": 20000}}


def test_need_gives_what_each_player_needs(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    answer = json.loads(told(capsys, "need", written(tmp_path, STANDING)))
    assert [need["place"] for need in answer["needs"]] == [1, 2, 3, 4]
    (goal,) = answer["needs"][1]["goals"]
    assert goal["tsumo"]["pays"] == {"east": 1300, "west": 700, "north": 700}
    worths = [(each["han"], each["fu"]) for each in goal["ron"]["east"]["worths"]]
    assert worths == [(1, 60), (2, 30), (3, 25)]


def test_need_in_words(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    lines = told(capsys, "need", written(tmp_path, STANDING), "--text").splitlines()
    drawn = "  If the hand is drawn: tenpai 1st"
    tie = f"{drawn} (the game goes on) · noten 1st, perhaps shared"
    assert lines[:4] == ["east: 1st with 41,000, leads", tie, "south: 2nd with 37,000", "  for 1st"]
    assert "    ron from east   2 han 30 fu (2,000, or 1 han 60 fu, 3 han 25 fu) -> 39,000" in lines[5]
    assert lines[8] == f"{drawn} or 2nd, perhaps shared · noten 2nd (the game may go on)"
    ahead = {"scores": {"east": 41_000, "south": 40_500, "west": 19_500, "north": 19_000}}
    text = told(capsys, "need", written(tmp_path, ahead), "--text")
    assert "ron from east   1 han 30 fu (1,000) -> 41,500" in text
    assert (
        "  If the hand is drawn: tenpai 1st (the game goes on) · noten 1st if South is noten, else 2nd"
        in text
    )
    far = {"scores": {"east": 119_000, "south": 1000, "west": 0, "north": 0}}
    text = told(capsys, "need", written(tmp_path, far), "--text")
    assert "ron from west   no hand is enough" in text
    assert "west: 3rd with 0" in text
    level = {"scores": {"east": 31000, "south": 29000, "west": 30000, "north": 30000}}
    assert "the place is shared" in told(capsys, "need", written(tmp_path, level), "--text")
    soul = {"rules": "mahjong-soul", "scores": {"east": 24000, "south": 26000, "west": 25000, "north": 25000}}
    assert "the game goes on" in told(capsys, "need", written(tmp_path, soul), "--text")


def test_need_refuses_points_that_do_not_add_up(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    error = refused(capsys, "need", written(tmp_path, {"scores": {**STANDING["scores"], "east": 1}}))[1]
    assert "but 120,000 were dealt out" in error


def test_final_gives_the_standing(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    answer = json.loads(told(capsys, "final", written(tmp_path, GAME)))
    assert [each["final"] for each in answer["standing"]] == [25000, 0, 0, -25000]


def test_final_in_words(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    text = told(capsys, "final", written(tmp_path, GAME | {"penalties": {"Di": -20000}}), "--text")
    assert "1. Ann" in text
    assert "penalty -20,000" in text
    assert "Bo, Cy share their places" in text
    assert "EMA 2025 3.7.1" in text


def test_final_tells_the_reason_of_a_penalty(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    told_off = {"Di": [{"reason": "riichi_noten"}, {"points": -1000, "reason": "sang"}, -500]}
    file = written(tmp_path, GAME | {"penalties": told_off})
    rows = [row for row in json.loads(told(capsys, "final", file))["rows"] if row["from"] == "Di"][1:]
    assert [(row["text"], row["points"], row["cite"]) for row in rows] == [
        ("Di: riichi with a noten hand", 20_000, "EMA 2025 6.6.2"),
        ("Di: sang", 1000, ""),
        ("Di: penalties of the game", 500, ""),
    ]
    text = told(capsys, "final", file, "--text")
    assert "penalty -21,500" in text
    assert (
        "(Di: riichi with a noten hand, -20,000: EMA 2025 6.6.2 (only determined at an exhaustive draw))"
        in text
    )


@pytest.mark.parametrize(
    ("penalty", "says"),
    [
        (100, "100 is not a whole number -10,000,000 to 0"),
        ("much", "'much' is not points, or an object with points and reason"),
        ({"points": -1, "reason": 3}, "penalties.Bo.reason: 3 is not points"),
        ({}, "an object is not points, or an object"),
        ({"points": True}, "penalties.Bo.points: true is not points"),
        ({"reason": "late", "on": "Monday"}, "penalties.Bo.on: unknown; the keys are points, reason"),
        ([-100, None], "penalties.Bo[1]: nothing is not points"),
        ({"reason": "late"}, "penalties.Bo: late: say how many points it takes"),
    ],
)
def test_final_a_penalty_that_is_none(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, penalty: object, says: str
) -> None:
    assert says in refused(capsys, "final", written(tmp_path, GAME | {"penalties": {"Bo": penalty}}))[1]


def test_final_with_oka_and_sticks_in_words(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    tenhou = {"rules": "tenhou", "scores": {"Ann": 40000, "Bo": 30000, "Cy": 20000, "Di": 10000}}
    assert "oka +15,000" in told(capsys, "final", written(tmp_path, tenhou), "--text")
    left = {
        "rules": "wrc-2015",
        "deposits": 1,
        "scores": {"Ann": 30000, "Bo": 30000, "Cy": 30000, "Di": 29000},
    }
    assert "1 riichi stick left on the table" in told(capsys, "final", written(tmp_path, left), "--text")


def test_final_a_wrong_total_is_told_beside_the_standing(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert main(["final", written(tmp_path, {"scores": {**GAME["scores"], "Di": 21000}})]) == 0
    captured = capsys.readouterr()
    assert "121,000" in captured.err
    assert len(json.loads(captured.out)["standing"]) == 4


def test_final_json_lines(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    lines = told(capsys, "final", "--jsonl", written(tmp_path, GAME, {})).splitlines()
    assert [json.loads(line).get("outcome") for line in lines] == [None, "invalid"]


def test_waits_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    answer = json.loads(told(capsys, "waits", HAND, "--discards", "5s1z", "--json"))
    assert (answer["outcome"], answer["furiten"], answer["furiten_tiles"]) == ("tenpai", True, ["5s"])


def test_waits_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    text = told(capsys, "waits", HAND, "--discards", "5s", "--text", "--riichi", "--rules", "wrc-2015")
    assert "tenpai (WRC 2015 2.2)" in text
    assert "5s  by discard 3,900 (3 han 30 fu), by self-draw 5,200 (4 han 20 fu), 3 unseen" in text
    assert "furiten: 5s was discarded or let pass" in text


def test_waits_without_yaku_with_a_limit_and_with_nothing_left(capsys: pytest.CaptureFixture[str]) -> None:
    text = told(capsys, "waits", "234m456p11s99s", "--meld", "chi:789s:left", "--text")
    assert "9s  by discard no yaku, by self-draw no yaku" in text
    assert "mangan" in told(capsys, "waits", "6668999m345p111s", "--riichi", "--text")
    assert "by discard nothing" in told(
        capsys, "waits", "123m456p79s11122z", "--dora", "88s88s", "--riichi", "--text"
    )


def test_waits_on_the_own_turn_and_quads(capsys: pytest.CaptureFixture[str]) -> None:
    text = told(capsys, "waits", f"{HAND}9p", "--discards", "9p", "--text")
    assert "discard 8s: waits for 9p, furiten" in text
    allowed = told(capsys, "waits", "6668999m345p111s", "--riichi", "--drawn", "1s", "--text")
    barred = told(capsys, "waits", "6668999m345p111s", "--riichi", "--drawn", "6m", "--text")
    assert "1s: a closed kan is allowed" in allowed
    assert "6m: no closed kan" in barred
    assert "noten" in told(capsys, "waits", "147m258p369s1234z", "--text")


def test_waits_takes_json_and_json_lines(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    hand = json.dumps({"concealed": HAND})
    assert json.loads(told(capsys, "waits", hand, "--json"))["tenpai"] is True
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{hand}\nx\n"))
    lines = told(capsys, "waits", "--jsonl").splitlines()
    assert [json.loads(line)["outcome"] for line in lines] == ["tenpai", "invalid"]


def test_waits_a_wrong_number_of_tiles(capsys: pytest.CaptureFixture[str]) -> None:
    _, error = refused(capsys, "waits", "123m")
    assert "3 tiles instead of 13 beside 0 melds" in error


def test_waits_a_player_below_zero(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("waits", HAND, "--points", "-500", "--wall", "20", "--text", "--rules")
    assert "riichi may be declared" in told(capsys, *words, "ema-2025")
    assert "the player has -500 points" in told(capsys, *words, "tenhou")


@pytest.mark.parametrize("command", ["waits", "discards"])
@pytest.mark.parametrize(
    "hand",
    [
        "🀋🀋🀌🀍🀏🀙🀚🀛🀆🀆🀆🀑🀒🀓",
        "五五六七九萬 1 2 3 p 白白白 234s",
        "15 15 16 17 19 21 22 23 45 45 45 32 33 34",
        "55679m [234s] (5555z) 123p",
    ],
)
def test_a_hand_before_its_win_is_typed_in_any_notation(
    capsys: pytest.CaptureFixture[str], command: str, hand: str
) -> None:
    answer = json.loads(told(capsys, command, hand, "--json"))
    offered = answer["by_discard"] if command == "waits" else answer["discards"]
    assert "9m" in {each.get("discard") or each["tile"] for each in offered if each.get("shanten", 0) == 0}


@pytest.mark.parametrize("command", ["waits", "discards"])
def test_melds_are_typed_in_the_hand_or_as_options(capsys: pytest.CaptureFixture[str], command: str) -> None:
    typed = told(capsys, command, "4467m067p [555z] [234s]", "--json", "--rules", "tenhou")
    options = ("--meld", "pon:555z", "--meld", "chi:二三四索:left")
    assert told(capsys, command, "4467m067p", *options, "--json", "--rules", "tenhou") == typed


@pytest.mark.parametrize("command", ["waits", "discards"])
def test_a_hand_before_its_win_has_no_winning_tile(capsys: pytest.CaptureFixture[str], command: str) -> None:
    _, error = refused(capsys, command, "234567m234p678s8s +9s")
    assert "+9s: a hand before it wins has no winning tile" in error
