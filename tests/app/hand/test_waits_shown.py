"""Waits, furiten and quads after riichi as the browser draws them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.app.page.told import lines
from yakulens.app.hand.waits_shown import to_json
from yakulens.scorer.contract.waits_json import waits_json

if TYPE_CHECKING:
    from yakulens.app import Json


def told(concealed: str, *, riichi: bool = False, **more: object) -> Json:
    """What is drawn of a hand that may wait."""
    declared = {"riichi": "riichi"} if riichi else {}
    return to_json("en", waits_json({"concealed": concealed, **declared, **more}), riichi=riichi)


def test_a_hand_that_waits_for_nothing_is_noten_and_has_no_table() -> None:
    drawn = told("147m258p369s1234z")
    assert (drawn["verdict"]["text"], drawn["verdict"]["wins"]) == (
        "Noten: no tile completes the hand.",
        False,
    )
    assert "waits" not in drawn["verdict"]
    assert "tables" not in drawn


def test_furiten_bars_ron_and_not_tsumo() -> None:
    drawn = told("2345678m234p555s", discards=["5m"])
    assert drawn["verdict"]["furiten"]["text"].startswith("Furiten")
    assert [tile["face"] for tile in drawn["verdict"]["furiten_tiles"]] == ["5m"]
    first = drawn["tables"][0]["rows"][0]["cells"]
    assert (first[2]["text"], first[2]["gloss"]) == ("\N{MINUS SIGN}", "furiten")
    assert first[3]["strong"]


def test_a_quad_that_changes_the_wait_shows_what_it_was_and_becomes() -> None:
    drawn = told("2223p456m789s111z", riichi=True)
    table = drawn["tables"][-1]
    cells = {row["cells"][0]["tiles"][0]["face"]: row["cells"] for row in table["rows"]}
    assert cells["2p"][1]["text"] == "Not allowed"
    assert [tile["face"] for tile in cells["2p"][1]["from"]]
    assert cells["1z"][1]["text"] == "Allowed"
    assert "EMA 2025" in lines(table)[0][2]
    assert drawn["note"].startswith("Only with the tile just drawn")


def test_without_three_equal_tiles_there_is_no_quad() -> None:
    assert told("234567m234p5678s", riichi=True)["note"].startswith("There are no three equal tiles")
