"""How many tiles show the dora: the hand's own kans count, and those of others that are in view."""

from __future__ import annotations

from dataclasses import replace

from yakulens.app import Json
from yakulens.app.hand import dora, events, facts
from yakulens.app.hand.scoring import Scored
from yakulens.app.hand.situation import WinFacts
from yakulens.vision.desk import Desk, DeskTile, typed
from yakulens.vision.desk.edits import AddTile, MoveTile, RemoveTile
from yakulens.vision.desk.from_reading import from_reading
from yakulens.vision.reading import Issue, Quad, Reading, ReadTile

HAND = typed.hand("234m567p789s444p7s +7s")
SAID = WinFacts("ron", "south").saying(discarder=None, riichi="none")


def at(x: float, y: float = 0.0) -> Quad:
    return ((x, y), (x + 30, y), (x + 30, y + 40), (x, y + 40))


def with_quad_of_others(desk: Desk) -> Desk:
    seen = {40 + n: DeskTile(40 + n, "9p", 0.9, at(31.0 * n)) for n in range(4)}
    return replace(desk, tiles=desk.tiles | seen, others=(*desk.others, *seen))


def is_open(desk: Desk, now: WinFacts) -> bool:
    return facts.Facts("en", Scored.of(desk, now), {}, {"east": "Ann"}).may_change()


def test_a_kan_of_another_player_turned_an_indicator_too() -> None:
    one = AddTile("1z", "indicators").applied_to(with_quad_of_others(HAND))
    assert not is_open(AddTile("1z", "indicators").applied_to(HAND), SAID)
    assert is_open(one, SAID), "one of at least two"
    assert "1 of at least 2" in dora.ask("en", "dora", one, SAID).note
    assert not is_open(AddTile("2z", "indicators").applied_to(one), SAID)
    assert not is_open(one, facts.declare(SAID, one, "dora", "none"))


def test_a_third_one_is_counted_where_there_were_more_than_are_in_view() -> None:
    three = with_quad_of_others(HAND)
    for face in ("1z", "2z", "3z"):
        three = AddTile(face, "indicators").applied_to(three)
    assert dora.label("en", "dora", three, SAID) == "Dora indicators: 3 of 3"


def test_no_ura_said_of_one_is_asked_again_once_there_are_two() -> None:
    riichi = facts.declare(SAID, HAND, "riichi", "riichi")
    none = facts.declare(riichi, HAND, "dora", dora.NOR_URA)
    assert not is_open(HAND, none)
    more = typed.hand("234m567p789s7s +7s (4444p)")
    assert [row for row in ("dora", "ura") if not dora.is_known(row, more, none)] == ["dora", "ura"]
    again = facts.declare(none, more, "dora", "none")
    assert dora.is_known("dora", more, again)
    assert not dora.is_known("ura", more, again), "of ura nobody said it again"


def test_with_nothing_likely_the_keys_are_open_and_what_was_chosen_is_taken_back_in_one_tap() -> None:
    asked = dora.ask("en", "dora", HAND, SAID)
    assert asked.opens == "keys:indicators"
    typed_in = AddTile("3p", "indicators").applied_to(HAND)
    assert dora.ask("en", "dora", typed_in, SAID).opens == "", "it is known"
    (back,) = dora.chosen("en", typed_in)["indicators"]
    assert back.event is not None
    assert events.edit_of(typed_in, decoded(back.event)) == RemoveTile(typed_in.indicators[0])
    seen = AddTile("3p", "others").applied_to(HAND)
    (uid,) = seen.others
    beside = seen.with_tile(DeskTile(uid, "3p", 0.9, at(0)))
    assert dora.ask("en", "dora", beside, SAID).text.endswith("Tap it here or on the photo.")
    on_photo = MoveTile(uid, "indicators").applied_to(beside)
    (back,) = dora.chosen("en", on_photo)["indicators"]
    assert back.event is not None
    assert events.edit_of(on_photo, decoded(back.event)) == MoveTile(uid, "others"), "it stays on the photo"


def decoded(event: Json) -> events.Event:
    ((_, found),) = events.decode({"events": [event | {"n": 1}]})
    return found


def test_what_a_wall_shows_is_offered_in_one_question_and_none_of_it_is_taken_unasked() -> None:
    faces = ("3p", "4p", "5p", "6p")
    read = Reading(
        tuple(ReadTile(uid, face, 0.9, at(31.0 * uid)) for uid, face in enumerate(faces)),
        indicators=(0,),
        others=(1, 2, 3),
        issues=(
            Issue("dora_indicator", (1,), ("no_dora", "dora")),
            Issue("dora_indicator", (2,), ("no_dora", "dora")),
            Issue("ura_indicators", (3,), ("ura", "dora")),
        ),
    )
    desk = from_reading(read)
    assert (desk.indicators, desk.ura) == ((), ())
    asked = dora.ask("en", "dora", desk, SAID)
    assert [each.face for each in asked.choices if each.face] == [*faces]
    assert asked.opens == "", "what is likely is offered"
    assert facts.open_questions(desk) == ()
