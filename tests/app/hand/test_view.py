"""What the page sends to the desk's component, from a photo without a hand to a score."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from yakulens.app.hand import scoring
from yakulens.app.hand.facts import Facts
from yakulens.app.hand.place import NO_TABLE, Place
from yakulens.app.hand.questions import moved_on
from yakulens.app.hand.scoring import Scored
from yakulens.app.hand.situation import WinFacts
from yakulens.app.hand.tiles import melds, part, tiles
from yakulens.app.hand.view import claim_view, hand_view, outcome, plausible, view, waiting_view
from yakulens.vision.desk import typed
from yakulens.vision.desk.edits import AddTile
from yakulens.vision.desk.session import Session

if TYPE_CHECKING:
    from yakulens.scorer.vocabulary import Seat


def test_a_hand_from_which_the_game_has_gone_on_is_asked_about() -> None:
    was, now = Place(1, 0, sitting=("Ann", "Bo")), Place(1, 1, dealer=1, sitting=("Bo", "Ann"))
    asked = moved_on("en", was, now, WinFacts("ron", "south", discarder="east"))
    assert (asked.text, asked.note) == (
        "The game is now at East 2. This hand was entered for East 1.",
        "Bo won, from Ann",
    )
    assert (
        moved_on("en", NO_TABLE, now, WinFacts("ron")).text
        == "East 2 is being played. This hand belongs to no game."
    )


def test_a_hand_and_the_next_one_of_the_same_name_are_told_apart() -> None:
    was, now = Place(1, 0, sitting=("Ann", "Bo")), Place(1, 1, sitting=("Ann", "Bo"))
    asked = moved_on("en", was, now, WinFacts("ron", "south", discarder="east"))
    assert asked.text == "The game is now at East 1. This hand was entered for another East 1."
    assert [choice.label for choice in asked.choices] == [
        "Carry over to East 1, by name",
        "It belongs to another East 1",
    ]


def test_a_self_draw_tells_who_pays_what() -> None:
    won = scoring.Scored.of(typed.hand("345678m44p67s +5s [234p]"), WinFacts("tsumo", "south"))
    shown = outcome(Facts("en", won, {}, {}))
    assert (shown["headline"], shown["pays"], shown["worth"]) == (
        "500 / 300",
        "Paid by: East 500 · West 300 · North 300",
        "1 han · 30 fu",
    )


def test_the_text_that_is_shared_names_rules_tiles_winner_and_payers() -> None:
    desk = AddTile("3m", "indicators").applied_to(typed.hand("234m406p7s +7s [777z] (1111z)"))
    hand = Scored.of(desk, WinFacts("ron", "south", discarder="west", rules="tenhou"))
    shown = outcome(Facts("en", hand, {}, {"south": "Bo", "west": "Cy"}))
    assert shown is not None
    assert shown["share"].splitlines()[:3] == [
        "Tenhou, four players",
        "234m406p7s +7s [777z] (1111z) · Dora indicators 3m",
        "Bo won · Ron · discarded by Cy · South seat · East round",
    ]
    assert shown["share"].endswith(f"{shown['headline']} · {shown['worth']}\n{shown['pays']}")


@pytest.mark.parametrize("discarder", ["west", None])
def test_a_yakuman_off_a_discard_that_two_pay_is_headlined_as_one_sum(discarder: Seat | None) -> None:
    how = WinFacts("ron", "east", discarder=discarder, liable="south", rules="tenhou")
    won = scoring.Scored.of(typed.hand("11m23p +1p [555z] [666z] [777z]"), how)
    shown = outcome(Facts("en", won, {}, {}))
    assert shown is not None
    assert (shown["headline"], shown["pays"].count("24,000")) == ("48,000", 2)


def test_each_tile_has_its_part_of_the_hand() -> None:
    desk = typed.hand("23m55p +4m [777z]")
    assert (part(desk, 0), part(desk, desk.win), part(desk, desk.melds[0].tiles[0])) == (
        "hand",
        "win",
        "meld",
    )


def test_each_tile_says_what_it_is_and_how_it_lies() -> None:
    shown = tiles("en", typed.hand("23m55p +4m [777z]"))
    assert (shown[0]["name"], shown[-1]["part"], shown[4]["lie"]) == ("2 of characters", "win", "upright")


def test_a_sequence_is_called_from_the_left() -> None:
    assert melds("en", typed.hand("23m55p +4m [234p]"))[0]["label"] == "Chi from the left"


def test_red_fives_have_their_own_name() -> None:
    shown = hand_view("en", Session(), photo=None)
    assert shown["faces"]["0p"] == "red 5 of circles"


def test_a_whole_hand_is_asked_how_it_won() -> None:
    desk = typed.hand("345678m44p67s +5s [234p]")
    shown = view(Facts("en", Scored.of(desk, WinFacts()), {}, {}), Session.begin(desk), photo=None)
    assert (shown["asked"], shown["hand"]["win"], shown["questions"]) == ("by", 13, [])


def test_of_far_too_few_tiles_nothing_is_asked() -> None:
    assert (plausible(typed.hand("1m")), plausible(typed.hand("345678m44p67s [234p]"))) == (False, True)


def test_a_desk_without_a_dock_asks_nothing() -> None:
    shown = hand_view("en", Session.begin(typed.hand("2345678m234p555s")), photo=None)
    assert (shown["asked"], shown["own"], shown["can"]["indicators"]) == (None, [], False)


def test_what_two_claims_share_is_not_asked() -> None:
    desk, now = typed.hand("345678m44p67s +5s [234p]"), WinFacts("tsumo", "south")
    won, session = Scored.of(desk, now), Session.begin(desk)
    shown = claim_view(Facts("en", won, {}, {}), session, common=("dora",), photo=None)
    assert (shown["asked"], shown["outcome"]["so_far"], [chip["key"] for chip in shown["chips"]]) == (
        "riichi",
        "So far 500 / 300",
        ["by", "seat", "riichi", "more"],
    )


def test_while_a_photo_is_read_it_is_said_what_is_done() -> None:
    shown = waiting_view("en", "finding")
    assert (
        shown["questions"][0]["text"],
        [choice["label"] for choice in shown["questions"][0]["choices"]],
    ) == ("Finding the tiles…", ["Cancel"])
    assert waiting_view("en", "opening", before=3)["looking"] == "Waiting. Photos ahead of yours: 3"


def test_while_tiles_are_in_doubt_nothing_is_asked_of_how_the_hand_was_won() -> None:
    def asked(hand: str, looking: str) -> list[str]:
        session = Session.begin(typed.hand(hand))
        facts = Facts("en", Scored.of(session.desk, WinFacts()), {}, {})
        return [ask["key"] for ask in view(facts, session, photo=None, looking=looking)["questions"]]

    assert asked("123789m789s22z55m", "") == ["absent-win"]
    assert asked("123789m789s22z55m", "Looking closer") == ["looking"]
    assert asked("123789m789s22z55m +5m", "Looking closer") == [], "of a sure hand it is asked meanwhile"
