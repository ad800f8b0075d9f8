"""Who is tenpai, on one phone: the hand that is scored, before its win, and another one beside it."""

from __future__ import annotations

import json
from typing import Any

from tests.app.pocket.test_claims import scored
from tests.app.pocket.test_phone import during_a_game
from yakulens.app.pocket.phone import Phone

TILES = ("2m", "3m", "4m", "5m", "6m", "7m", "8m", "2p", "3p", "4p", "5s", "5s", "5s")


def check(phone: Phone) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(phone.shown())["check"]
    return told


def hear_check(phone: Phone, *events: dict[str, Any]) -> Phone:
    """The page after taps on the other hand, sent together."""
    heard = check(phone)["desk"]["heard"]
    phone.hear_check({"events": [{"n": heard + n, **each} for n, each in enumerate(events, 1)]})
    return phone


def with_another(phone: Phone) -> Phone:
    """The page with another hand of thirteen tiles, tapped."""
    phone.tap_check({"do": "look", "value": "other"})
    return hear_check(phone, *({"do": "tap", "face": face, "place": "concealed"} for face in TILES))


def pressed(told: dict[str, Any]) -> list[str]:
    """The labels of the choices that hold."""
    rows = [*told["above"], *told.get("below", [])]
    return [each["label"] for row in rows for each in row.get("options", []) if each["chosen"]]


def test_a_scored_hand_offers_to_look_at_it_before_its_win_and_at_another() -> None:
    phone = scored()
    assert "pair" not in check(phone)
    phone.tap_check({"do": "look", "value": "this"})
    told = check(phone)
    assert [tile["face"] for tile in told["pair"]["verdict"]["waits"]] == ["5p", "8p"]
    phone.hear({"events": [{"n": 1, "do": "add_discard", "face": "5p"}]})
    assert check(phone)["pair"]["verdict"]["furiten"]["text"].startswith("Furiten")
    assert json.loads(phone.shown())["outcome"]["headline"] == "2,000"
    phone.tap_check({"do": "look", "value": "this"})
    assert "pair" not in check(phone), "a second tap folds it"


def test_another_hand_is_checked_beside_the_scored_one_with_its_own_discards_seat_and_riichi() -> None:
    phone = with_another(scored())
    before = json.loads(phone.shown())["result"]
    assert check(phone)["pair"]["verdict"]["text"] == "Tenpai"
    assert pressed(check(phone)) == ["Another hand", "East", "None"]
    hear_check(phone, {"do": "add_discard", "face": "8m"})
    phone.tap_check({"do": "seat", "value": "west"})
    phone.tap_check({"do": "riichi", "value": "riichi"})
    assert pressed(check(phone)) == ["Another hand", "West", "Riichi"]
    told = check(phone)["pair"]
    assert [tile["face"] for tile in told["verdict"]["furiten_tiles"]] == ["8m"]
    assert json.loads(phone.shown())["result"] == before, "the scored hand is as it was"
    phone.hear_check({"events": [{"n": 1, "do": "add_discard", "face": "9m"}]})
    assert check(phone)["pair"] == told, "each tap counts once"


def test_another_hand_outlives_a_reload_and_a_look_at_the_first() -> None:
    phone = hear_check(with_another(scored()), {"do": "add_discard", "face": "8m"})
    told = check(phone)["pair"]
    for which in ("this", "other"):
        phone.tap_check({"do": "look", "value": which})
    assert check(phone)["pair"] == told
    again = Phone()
    again.reopen(phone.kept(), None)
    assert check(again)["pair"] | {"heard": 0} == told | {"heard": 0}
    again.tap_check({"do": "again"})
    assert "lacking" in check(again)["pair"]
    again.begin()
    assert json.loads(again.shown())["check"] is None, "it was the other hand of the hand before"


def test_while_a_game_runs_another_hand_is_named_by_its_player_and_changes_nothing_of_the_winners() -> None:
    phone = scored()
    during_a_game(phone)
    phone.hear({"events": [{"n": 1, "do": "of", "when": "now"}]})
    shown = json.loads(phone.shown())
    phone = with_another(phone)
    (seats,) = [row for row in check(phone)["below"] if row.get("title") == "Whose hand?"]
    assert {each["label"] for each in seats["options"]} == {"Ann", "Bo", "Cy", "Di"}
    assert json.loads(phone.shown()) | {"check": None} == shown | {"check": None}


def test_what_is_no_tap_changes_nothing() -> None:
    phone = with_another(scored())
    told = phone.shown()
    for tap in ({"do": "look", "value": "nobody"}, {"do": "seat", "value": "up"}, {"do": "nonsense"}, {}):
        phone.tap_check(tap)
    phone.hear_check({"events": [{"n": 99, "do": "add_discard", "face": "joker"}]})
    assert (
        json.loads(phone.shown())["check"]["pair"]["verdict"] == json.loads(told)["check"]["pair"]["verdict"]
    )


def test_a_hand_of_thirteen_typed_while_a_game_runs_is_told_what_it_waits_for_and_nothing_else_first() -> (
    None
):
    phone = Phone()
    during_a_game(phone)
    phone.begin()
    taps = ({"do": "tap", "face": face, "place": "concealed"} for face in TILES)
    phone.hear({"events": [{"n": n, **each} for n, each in enumerate(taps, 1)]})
    told = json.loads(phone.shown())
    assert [ask["key"] for ask in told["questions"]] == ["absent-win"]
    assert told["result"]["before"]["own"]["keys"]
