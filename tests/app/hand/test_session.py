"""A hand's session: what taps and readings do to it, and that each thing is worked out once."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from yakulens.app import game
from yakulens.app.game.seated import Seated
from yakulens.app.hand.effects import (
    AlreadyInHand,
    BoxRead,
    DrawPicture,
    DropReading,
    EnterWin,
    Found,
    KeepRules,
    ShowReading,
    ShowStart,
    StopSearch,
    TileToRead,
)
from yakulens.app.hand.events import Go, Hold, Picture, ReadBox, SayWhichHand, SetFact, Stop
from yakulens.app.hand.journal import Journal
from yakulens.app.hand.place import Place, TableFacts
from yakulens.app.hand.session import HandSession
from yakulens.app.hand.situation import WinFacts
from yakulens.vision.desk import DeskTile, typed
from yakulens.vision.desk.discards import MarkDiscards
from yakulens.vision.desk.edits import MakeMeld, SetFace
from yakulens.vision.desk.session import Session
from yakulens.vision.reading import Reading
from yakulens.vision.reading import ReadTile as ReadPhotoTile

if TYPE_CHECKING:
    import pytest

    from yakulens.app.hand.effects import Answer, Effect
    from yakulens.app.hand.events import Event

HAND = typed.hand("345678m44p67s +5s [234p]")
PLAYERS = ("Ann", "Bo", "Cy", "Di")


def after(session: HandSession, *events: Event | Answer) -> tuple[HandSession, tuple[Effect, ...]]:
    """The session after some events, and the effects of the last one."""
    effects: tuple[Effect, ...] = ()
    for event in events:
        session, effects = session.hear(event)
    return session, effects


def read(last: str = "2p") -> Reading:
    """A reading of one row of tiles."""
    faces = (*(f"{n}m" for n in range(1, 10)), "1p", "1p", "2p", last)
    tiles = tuple(
        ReadPhotoTile(at, face, 0.9, ((x, 0), (x + 30, 0), (x + 30, 40), (x, 40)))
        for at, (x, face) in enumerate(zip(range(0, 600, 40), faces, strict=False))
    )
    return Reading(tiles=tiles, concealed=tuple(range(len(tiles))))


def table(*ends: dict[str, object]) -> TableFacts:
    """A game of four after some hands."""
    running = game.begin("ema-2025", PLAYERS)
    for end in ends:
        running = game.add(running, end)
    return Seated.at(1, 0, running).facts()


def test_a_step_is_applied_to_the_state_and_no_journal_is_replayed(monkeypatch: pytest.MonkeyPatch) -> None:
    session = HandSession().next_hand(HAND)
    monkeypatch.setattr(Journal, "_replayed", lambda _: 1 / 0)
    session, _ = after(session, SetFact("by", "tsumo"), SetFact("seat", "south"), SetFace(0, "4m"))
    assert session.desk.face(0) == "4m"
    assert session.view("en", photo=None)["outcome"] is not None


def test_what_changes_nothing_gives_the_same_session_with_its_score() -> None:
    session, _ = after(HandSession().next_hand(HAND), SetFact("by", "tsumo"), SetFact("seat", "south"))
    again, effects = after(session, SetFace(99, "4m"), SetFact("by", "tsumo"))
    assert again is session
    assert effects == ()
    held, _ = after(session, Hold(on=True))
    assert held.scored is session.scored


def test_a_fact_that_the_tiles_rule_out_comes_back_with_them() -> None:
    closed = HandSession().next_hand(typed.hand("234m567p789s444p7s +7s"))
    opened, _ = after(closed, SetFact("riichi", "riichi"), MakeMeld("chi", (0, 1, 2), "left"))
    assert (opened.situation.riichi, opened.facts.riichi) == ("none", "riichi")


def test_taps_that_lead_elsewhere_are_effects() -> None:
    session = HandSession().next_hand(HAND)
    taps = (Go("table"), Go("photo"), Picture(), Stop(), SetFact("rules", "tenhou"))
    effects = [session.hear(tap)[1] for tap in taps]
    assert effects == [
        (EnterWin(),),
        (ShowStart(),),
        (DrawPicture(),),
        (StopSearch(),),
        (KeepRules("tenhou", "tenhou"),),
    ]


def test_a_box_around_nothing_known_asks_for_a_tile_which_then_goes_to_its_place() -> None:
    short = HandSession().next_hand(typed.hand("345678m44p67s +5s"))
    session, effects = after(short, ReadBox((0.0, 0.0, 10.0, 10.0)))
    assert effects == (TileToRead((0.0, 0.0, 10.0, 10.0), "concealed"),)
    session, _ = after(session, BoxRead(DeskTile(0, "9p"), "concealed"))
    assert session.desk.faces(session.desk.concealed)[-1] == "9p"


def test_a_box_around_a_tile_of_the_hand_is_said_to_be_one() -> None:
    session, _ = after(HandSession(), Found(read(), ""))
    assert after(session, ReadBox((-2.0, -2.0, 33.0, 42.0)))[1] == (AlreadyInHand("1m"),)


def test_a_better_reading_waits_for_an_open_sheet_and_keeps_what_was_said() -> None:
    session, effects = after(HandSession(), Found(read(), "closer"))
    assert (session.stage, effects) == ("closer", (ShowReading(read()),))
    better = read("3p")
    session, effects = after(
        session, SetFace(0, "2m"), SetFact("by", "ron"), Hold(on=True), Found(better, "")
    )
    assert (session.reading, effects) == (read(), ())
    session, effects = after(session, Hold(on=False))
    assert (session.reading, session.stage, effects) == (better, "", (ShowReading(better),))
    assert (session.desk.face(0), session.situation.by) == ("2m", "ron")


def test_a_better_reading_keeps_which_tiles_its_owner_discarded() -> None:
    tiles = read().tiles
    first = Reading(tiles=tiles, concealed=tuple(range(11)), others=(11, 12))
    turned = tuple(replace(tile, id=at) for at, tile in enumerate(reversed(tiles)))
    better = Reading(tiles=turned, concealed=tuple(range(2, 13)), others=(0, 1))
    session, _ = after(
        HandSession(), Found(first, "closer"), MarkDiscards((12,), own=True), Found(better, "")
    )
    assert session.desk.own_discards == (0,)


def test_a_reading_that_cannot_take_up_a_correction_is_dropped() -> None:
    session, _ = after(HandSession(), Found(read(), "closer"), MakeMeld("chi", (0, 1, 2), "left"))
    dropped, effects = after(session, Found(read("3p"), "closest"))
    assert (dropped.desk, dropped.stage) == (session.desk, "")
    assert effects == (DropReading(read("3p")),)


def test_the_next_hand_shares_round_and_counters_and_another_photo_all_that_was_said() -> None:
    said = HandSession().opened(
        Journal(Session.begin(HAND), WinFacts("ron", "south", round="south", honba=2))
    )
    following = said.next_hand(HAND).facts
    assert (following.by, following.round, following.honba) == (None, "south", 2)
    retaken, _ = after(said, Go("again"))
    assert retaken.next_hand(HAND).facts == said.facts


def test_a_running_game_says_rules_round_and_counters_and_asks_once_it_has_moved_on() -> None:
    won = {"event": "ron", "discarder": "west", "wins": [{"seat": "east", "han": 2, "fu": 30}]}
    session = HandSession().at(table()).next_hand(HAND)
    session, _ = after(session, SetFact("by", "ron"), SetFact("seat", "south"))
    assert (session.names()["east"], session.situation.honba) == ("Ann", 0)
    later = session.at(table(won))
    assert later.view("en", photo=None)["questions"][0]["key"] == "moved-on"
    carried, _ = after(later, SayWhichHand("now"))
    assert (carried.situation.honba, carried.place) == (1, table(won).place)
    left, _ = after(later, SayWhichHand("then"))
    assert (left.situation.honba, left.table_moved_on()) == (0, None)


def test_a_hand_that_came_in_before_the_game_belongs_to_its_current_hand() -> None:
    session = HandSession().next_hand(HAND)
    assert session.place is None
    assert session.at(table()).place == Place(1, 0, sitting=PLAYERS)


def test_a_second_claim_has_the_table_of_the_first() -> None:
    first, _ = after(HandSession().next_hand(HAND), SetFact("rules", "tenhou"), SetFact("round", "south"))
    second = HandSession().opened(Journal(Session.begin(HAND), WinFacts("ron", "west"))).sharing(first)
    assert (second.situation.rules, second.situation.round, second.situation.by) == ("tenhou", "south", "ron")


def test_rules_that_are_gone_give_way_to_the_usual_ones_and_stay_in_the_journal() -> None:
    session = HandSession().opened(Journal(Session.begin(HAND), WinFacts("tsumo", "south", rules="our-club")))
    assert (session.situation.rules, session.facts.rules) == ("ema-2025", "our-club")
