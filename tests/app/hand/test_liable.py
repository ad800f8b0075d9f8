"""Who is liable for a yakuman on a photo: named where the tiles tell it, and else asked."""

from __future__ import annotations

import json
from itertools import count
from typing import TYPE_CHECKING

import pytest

from yakulens.app.hand.facts import Facts
from yakulens.app.hand.journal import Journal, beginning_to_json, journal_from_json
from yakulens.app.hand.questions import questions
from yakulens.app.hand.scoring import Scored
from yakulens.app.hand.session import HandSession
from yakulens.app.hand.situation import WinFacts, effective
from yakulens.app.hand.view import outcome
from yakulens.app.hand.wire import desk_from_json, desk_to_json
from yakulens.app.pocket.phone import Phone
from yakulens.vision.desk import typed
from yakulens.vision.desk.from_reading import from_reading
from yakulens.vision.desk.session import Session
from yakulens.vision.desk.to_hand import ask
from yakulens.vision.reading import Reading, ReadMeld, ReadTile

if TYPE_CHECKING:
    from yakulens.scorer.vocabulary import From, MeldKind
    from yakulens.vision.desk import Desk

CONCEALED = ("3p", "4p", "5p", "4s", "4s")
WON = WinFacts("tsumo", "south", rules="ema-2025")


def read(*sets: tuple[MeldKind, str, From | None]) -> Reading:
    """A photo of a won hand with these sets, from left to right."""
    numbers = count()
    faces = [*CONCEALED, *(face for _, face, _ in sets for _ in range(3))]
    corners = ((0.0, 0.0), (3.0, 0.0), (3.0, 4.0), (0.0, 4.0))
    tiles = tuple(ReadTile(at, face, 0.9, corners) for at, face in enumerate(faces))
    hand = tuple(next(numbers) for _ in CONCEALED)
    melds = tuple(
        ReadMeld(kind, tuple(next(numbers) for _ in range(3)), (face,) * 3, (0,), (), origin)
        for kind, face, origin in sets
    )
    return Reading(tiles, concealed=hand[:-1], win=hand[-1], melds=melds)


def dragons(*origins: From | None) -> Reading:
    """A photo with Red, Green and White from left to right, claimed from these."""
    return read(*(("pon", face, origin) for face, origin in zip(("7z", "6z", "5z"), origins, strict=True)))


def asked(desk: Desk, facts: WinFacts = WON) -> tuple[list[str], Scored]:
    """What is asked of who is liable: the labels of the choices, and the score."""
    won = Scored.of(desk, effective(facts, desk)[0])
    found = [one for one in questions("en", won, photo=True) if one.key == "liable"]
    return [choice.label for one in found for choice in one.choices], won


def test_of_a_photo_whoever_fed_sets_is_asked_about_and_nobody_named() -> None:
    # Red was called last, from the left, and lies leftmost: East is liable, and the page does not know it.
    choices, won = asked(from_reading(dragons("left", "right", "right")))
    assert choices == ["East", "West", "Skip"]
    assert won.score is not None
    assert won.score["liable"] is None
    assert won.score["payments"] == {"east": -16000, "south": 32000, "west": -8000, "north": -8000}


def test_one_answer_says_it() -> None:
    desk = from_reading(dragons("left", "right", "right"))
    choices, won = asked(desk, WON.saying(liable="east"))
    assert choices == []
    assert won.score is not None
    assert won.score["payments"] == {"east": -32000, "south": 32000, "west": 0, "north": 0}
    choices, won = asked(desk, WON.saying(liable=None))
    assert choices == []
    assert won.score is not None
    assert won.score["liable"] is None


def test_an_answer_that_names_the_winner_is_taken_back_and_asked_again() -> None:
    desk = from_reading(dragons("left", "right", "right"))
    choices, _ = asked(desk, WON.saying(liable="east", seat="east"))
    assert choices == ["South", "North", "Skip"]


def test_where_one_player_fed_every_set_nothing_is_asked() -> None:
    choices, won = asked(from_reading(dragons("left", "left", "left")))
    assert choices == []
    assert won.score is not None
    assert won.score["liable"] == {"seat": "east", "yaku": "daisangen"}


def test_a_set_that_tells_nobody_leaves_all_the_others() -> None:
    choices, _ = asked(from_reading(dragons("left", None, "left")))
    assert choices == ["East", "West", "North", "Skip"]


def test_names_at_the_table_are_the_choices() -> None:
    won = Scored.of(from_reading(dragons("left", "right", "right")), WON)
    (one,) = questions("en", won, photo=True, names={"east": "Ann", "west": "Bo"})
    assert [choice.label for choice in one.choices] == ["Ann", "Bo", "Skip"]
    assert one.text == "Whose discard was called for the last set of Daisangen?"


def test_the_interim_score_tells_who_is_liable_or_that_nobody_is_assumed_to_be() -> None:
    desk = from_reading(dragons("left", "right", "right"))
    open_ = outcome(Facts("en", asked(desk)[1], {}, {}))
    assert open_ is not None
    assert "nobody liable" in open_["assumed"]
    said = outcome(Facts("en", asked(desk, WON.saying(liable="east"))[1], {}, {"east": "Ann"}))
    assert said is not None
    assert said["assumed"].startswith("Ann is liable")


def test_a_set_that_was_drawn_may_leave_nobody_liable() -> None:
    quad = ReadMeld("closed_kan", (11, 12, 13, 14), ("7z",) * 4, (), (0, 3))
    photo = read(("pon", "6z", "left"), ("pon", "5z", "left"), ("pon", "7z", None))
    tiles = (*photo.tiles, ReadTile(14, "7z", 0.9, photo.tiles[0].quad))
    seen = Reading(tiles, photo.concealed, photo.win, (*photo.melds[:2], quad))
    assert asked(from_reading(seen))[0] == ["East", "Nobody"]


@pytest.mark.parametrize("rules", ["rcr", "wdmc-2019"])
def test_rules_without_liability_ask_nothing(rules: str) -> None:
    facts = WinFacts("tsumo", "south", rules=rules)
    assert asked(from_reading(dragons("left", "right", "right")), facts)[0] == []


def test_a_hand_that_says_the_order_of_its_calls_is_not_asked_about() -> None:
    desk = typed.desk_of_hand(yaku_in_order())
    choices, won = asked(desk)
    assert choices == []
    assert won.score is not None
    assert won.score["liable"] == {"seat": "west", "yaku": "daisangen"}


def yaku_in_order():  # noqa: ANN201 - the scorer's hand
    """Three dragons in the order of their calls, the last one from the right."""
    from yakulens.scorer import Hand, Meld  # noqa: PLC0415 - by one test alone

    fed = zip("765", ("left", "left", "right"), strict=True)
    return Hand.of("345p4s", "4s", [Meld.of("pon", 3 * face + "z", origin) for face, origin in fed])


def test_it_is_not_known_of_a_hand_that_was_kept_before_it_was_noted() -> None:
    desk = typed.desk_of_hand(yaku_in_order())
    assert desk_from_json(desk_to_json(desk)).calls_in_order
    old = {key: value for key, value in desk_to_json(desk).items() if key != "calls_in_order"}
    assert not desk_from_json(old).calls_in_order
    journal = Journal(Session.begin(from_reading(dragons("left", "right", "right"))))
    assert journal_from_json(beginning_to_json(journal), []) == journal


def test_from_a_photo_to_the_contracts_hand_the_order_is_not_claimed() -> None:
    desk = from_reading(dragons("left", "right", "right"))
    hand, lacks = ask(desk, {"by": "tsumo"})
    assert not lacks
    assert hand["calls_in_order"] is False
    hand, _ = ask(desk, {"by": "tsumo", "calls_in_order": True})
    assert hand["calls_in_order"] is True


def test_the_page_in_the_pocket_asks_too() -> None:
    desk = from_reading(dragons("left", "right", "right"))
    phone = Phone(session=HandSession().next_hand(desk))

    def say(number: int, field: str, value: str) -> None:
        phone.hear({"events": [{"n": number, "do": "say", "field": field, "value": value}]})

    say(1, "by", "tsumo")
    say(2, "seat", "south")
    shown = json.loads(phone.shown())
    (one,) = shown["questions"]
    assert [choice["label"] for choice in one["choices"]] == ["East", "West", "Skip"]
    say(3, "liable", "west")
    shown = json.loads(phone.shown())
    assert shown["questions"] == []
    assert "West 32,000" in shown["outcome"]["pays"]
