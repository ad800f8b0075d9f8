"""A hand before its win on Score: waits with their points, discards, and the way back to the score."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from tests.app.page.told import lines
from yakulens.app.hand import events
from yakulens.app.hand.before_win import may_wait
from yakulens.app.hand.result import result
from yakulens.app.hand.session import HandSession
from yakulens.app.hand.situation import WinFacts
from yakulens.vision.desk import Question, typed
from yakulens.vision.desk.discards import AddDiscard
from yakulens.vision.desk.edits import AddTile

if TYPE_CHECKING:
    from yakulens.app import Json

TENPAI = "2345678m234p555s"
FAR = "147m258p369s1234z"
FOURTEEN = "123m456p678s1122z +9p"


def session(hand: str, *beside: str, **facts: Any) -> HandSession:  # noqa: ANN401 - facts of any type
    """A hand as it lies on Score, with tiles beside it."""
    begun = HandSession().next_hand(typed.hand(hand), facts=WinFacts(**facts))
    for face in beside:
        begun = begun.edited(AddTile(face, "others"))
    return begun


def told(hand: HandSession) -> Json:
    return result(hand.won("en"))


def tapped(hand: HandSession, cell: Json) -> HandSession:
    """The session after a tap on a cell: its events go through the same door as all others."""
    message = {"events": [{"n": n, **event} for n, event in enumerate(cell["tap"]["events"], start=1)]}
    for _, event in events.decode(message):
        hand, _ = hand.hear(event)
    return hand


def test_thirteen_tiles_are_told_with_waits_tiles_left_and_points_by_ron_and_tsumo() -> None:
    drawn = told(session(TENPAI))
    assert "lacking" not in drawn
    assert drawn["before"]["verdict"]["text"] == "Tenpai"
    (waits,) = drawn["before"]["tables"]
    assert lines(waits) == [["", "3 left", "1,300", "2,000"]] * 3
    assert drawn["before"]["assumed"] == "Assumed: not the dealer, no riichi, no dora"


def test_a_photo_need_not_show_every_tile_that_is_gone_nor_the_indicator() -> None:
    typed_hand, quad = typed.hand(TENPAI), ((0.0, 0.0), (3.0, 0.0), (3.0, 4.0), (0.0, 4.0))
    tiles = {uid: replace(tile, quad=quad) for uid, tile in typed_hand.tiles.items()}
    before = told(HandSession().next_hand(replace(typed_hand, tiles=tiles)))["before"]
    assert before["assumed"].endswith("no dora (no indicator was seen)")
    assert before["notes"][-1].endswith("at most so many are left.")
    assert not any("at most" in note for note in told(session(TENPAI))["before"]["notes"])


def test_every_copy_that_lies_open_is_counted_even_all_four() -> None:
    drawn = told(session(TENPAI, "2m", "2m", "2m", "8m", "1z"))
    assert [row[1] for row in lines(drawn["before"]["tables"][0])] == ["0 left", "3 left", "2 left"]


def test_more_than_four_of_a_tile_in_view_are_told_and_keep_nothing_back() -> None:
    drawn = told(session(TENPAI, *["8m"] * 4))["before"]
    assert drawn["notes"][-1] == (
        "More than four of 8 of characters lie on the photo: one of them is misread."
    )
    assert lines(drawn["tables"][0])[2][1] == "0 left"


def test_a_tap_on_a_waiting_tile_scores_the_hand_won_with_it() -> None:
    hand = session(TENPAI, by="tsumo", seat="south")
    cell = told(hand)["before"]["tables"][0]["rows"][0]["cells"][0]
    assert cell["tap"]["label"] == "Won with 2 of characters: score it"
    won = told(tapped(hand, cell))
    assert (won["points"]["value"], "before" in won) == ("2,000", False)


def test_of_thirteen_tiles_of_which_one_lies_apart_a_tap_scores_too() -> None:
    hand = session("234567m234p555s +8m", by="tsumo", seat="south")
    cell = told(hand)["before"]["tables"][0]["rows"][2]["cells"][0]
    assert told(tapped(hand, cell))["points"]["value"] == "2,000"


def test_own_discards_are_furiten_and_others_are_not() -> None:
    hand = session(TENPAI, "5m", "1z")
    verdict = told(hand)["before"]["verdict"]
    assert verdict["furiten"]["text"] == "Not furiten by these discards."
    own = tapped(hand, told(hand)["before"]["own"]["marks"])
    assert own.desk.own_discards == hand.desk.others
    told_own = told(own)["before"]
    assert [tile["face"] for tile in told_own["verdict"]["furiten_tiles"]] == ["5m"]
    assert lines(told_own["tables"][0])[0][2] == "\N{MINUS SIGN}"
    assert "marks" not in told_own["own"]
    shows = Question("dora_indicator", hand.desk.others[1:], ("no_dora", "dora"), "which")
    wall = HandSession().next_hand(replace(hand.desk, questions=(shows,)))
    (events_of,) = told(wall)["before"]["own"]["marks"]["tap"]["events"]
    assert events_of["uids"] == [hand.desk.others[0]], "what may show the dora lies on the wall"


def test_a_discard_is_told_by_its_face_and_taken_back_by_a_tap_on_it() -> None:
    hand = session(TENPAI)
    assert "tiles" not in told(hand)["before"]["own"]
    after = tapped(hand, {"tap": {"events": [{"do": "add_discard", "face": face} for face in ("5m", "9s")]}})
    own = told(after)["before"]["own"]
    assert [(tile["face"], tile["tap"]["label"]) for tile in own["tiles"]] == [
        ("5m", "Take back 5 of characters"),
        ("9s", "Take back 9 of bamboo"),
    ]
    assert told(after)["before"]["verdict"]["furiten"]["text"].startswith("Furiten")
    assert lines(told(after)["before"]["tables"][0])[1][1] == "2 left", "it lies open"
    free = tapped(after, own["tiles"][0])
    assert [tile["face"] for tile in told(free)["before"]["own"]["tiles"]] == ["9s"]
    assert told(free)["before"]["verdict"]["furiten"]["text"].startswith("Not furiten")
    assert tapped(free, {"tap": {"events": [{"do": "undo"}]}}).desk == after.desk


def test_discards_are_told_where_the_hand_waits_and_taken_back_where_it_does_not() -> None:
    assert told(session(FOURTEEN))["before"]["own"]["keys"], "it may wait after a discard"
    assert "own" not in told(session(FAR))["before"]
    far = session(FAR).edited(AddDiscard("9s"))
    assert len(told(far)["before"]["own"]["tiles"]) == 1


def test_thirteen_tiles_far_from_tenpai_are_told_what_advances_them() -> None:
    drawn = told(session(FAR))["before"]
    assert drawn["verdict"]["text"] == "6 from tenpai"
    assert drawn["verdict"]["note"] == "Chiitoitsu: 6 · Kokushi musou: 7 · Four sets and a pair: 8"
    assert drawn["tables"][0]["heading"] == "What advances the hand (39 left)"


def test_of_fourteen_tiles_that_do_not_win_each_discard_tells_what_it_leaves() -> None:
    drawn = told(session(FOURTEEN, seat="south"))["before"]
    best = drawn["tables"][0]["rows"][0]["cells"]
    assert [tile["face"] for tile in best[0]["tiles"]] == ["9p"]
    assert best[2]["gloss"] == (
        "East: 2 left, ron 1,300, tsumo 700/1,300 · South: 2 left, ron 1,300, tsumo 700/1,300"
    )
    assert drawn["folds"][0]["title"] == "Other discards (11)"


def test_a_tap_on_a_discard_shows_the_hand_that_it_leaves_and_undo_brings_it_back() -> None:
    hand = session(FOURTEEN)
    after = tapped(hand, told(hand)["before"]["tables"][0]["rows"][0]["cells"][0])
    assert told(after)["before"]["verdict"]["text"] == "Tenpai"
    assert len(after.desk.own_discards) == 1
    back = tapped(after, {"tap": {"events": [{"do": "undo"}]}})
    assert told(back)["before"] == told(hand)["before"]


def test_in_riichi_the_tile_apart_is_the_drawn_one_and_cannot_win() -> None:
    drawn = told(session("23m456p789s111z22z +1z", riichi="riichi"))["before"]
    assert [row["cells"][0].get("tap") for row in drawn["tables"][0]["rows"]] == [None, None]
    assert drawn["tables"][1]["heading"] == "Closed kan after riichi"


@pytest.mark.parametrize(
    ("hand", "facts", "waits"),
    [
        ("2345678m234p555s +2m", {}, False),
        ("2345678m234p55s", {}, False),
        ("234m567p345s88s [345s]", {"by": "tsumo", "seat": "south"}, False),
        ("23567m456p34s88s [345s]", {"by": "tsumo", "seat": "south"}, False),
        ("12m456p34588s +3m [345s]", {"by": "tsumo", "seat": "south"}, True),
        ("12m456p34588s +3m [345s]", {"by": "ron", "seat": "south"}, False),
        ("12m456p34588s +5m [345s]", {"by": "ron", "seat": "south"}, True),
    ],
)
def test_only_a_hand_that_has_not_won_may_wait(hand: str, facts: dict[str, Any], *, waits: bool) -> None:
    assert may_wait(session(hand, **facts).scored) is waits


def test_an_impossible_hand_is_told_nothing_but_what_it_lacks() -> None:
    drawn = told(session("11111m234p555s11z"))
    assert drawn["lacking"] == "The hand has too few tiles, or too many."


def test_the_desk_offers_the_way_there_and_to_mark_own_discards() -> None:
    hand = session(TENPAI, "5m")
    shown = hand.view("en", photo=None)
    choices = [choice["opens"] for ask in shown["questions"] for choice in ask["choices"]]
    assert "score" in choices
    assert shown["own"] == []
    claimed = hand.claim_view("en", photo=None)
    assert all(choice["opens"] != "score" for ask in claimed["questions"] for choice in ask["choices"])
    assert "own" not in session("2345678m234p555s +2m").view("en", photo=None)
