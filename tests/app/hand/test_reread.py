from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st

from yakulens.app.hand.journal import DeclareFacts, Journal
from yakulens.app.hand.reread import reread
from yakulens.app.hand.situation import WinFacts
from yakulens.vision.desk import Desk, DeskTile, Question
from yakulens.vision.desk.edits import Answer, MoveTile, RemoveTile, SetFace, Sort, TakeMeldApart, Undo
from yakulens.vision.desk.session import Session

if TYPE_CHECKING:
    from yakulens.vision.reading import Point

MOST = 9


def quad(at: float) -> tuple[Point, ...]:
    return ((at, 0.0), (at + 30, 0.0), (at + 30, 40.0), (at, 40.0))


def row(uids: list[int], face: str) -> Desk:
    """Tiles of one face, each where its place in the list says."""
    tiles = {uid: DeskTile(uid, face, 0.9, quad(40.0 * at)) for at, uid in enumerate(uids)}
    return Desk(tiles, concealed=tuple(uids))


@given(st.permutations(range(MOST)), st.lists(st.integers(0, MOST - 1), unique=True))
def test_each_corrected_tile_is_the_one_at_the_same_place(order: list[int], corrected: list[int]) -> None:
    journal = Journal(Session.begin(row(list(range(MOST)), "1m")))
    for uid in corrected:
        journal = journal.then(SetFace(uid, "9s"))
    better = reread(journal, row(order, "2m"))
    assert better is not None
    desk = better.now.session.desk
    for at, uid in enumerate(order):
        assert desk.face(uid) == ("9s" if at in corrected else "2m")
    assert (better.at, len(better.steps)) == (journal.at, len(journal.steps)), "the browser's Back still fits"


def test_facts_and_what_was_taken_back_stay_in_their_order() -> None:
    journal = Journal(Session.begin(row([0, 1, 2], "1m")))
    declared = DeclareFacts(WinFacts("ron"))
    for step in (RemoveTile(1), Undo(), declared, MoveTile(2, "others"), Sort()):
        journal = journal.then(step)
    better = reread(journal.to(3), row([5, 6, 7], "3m"))
    assert better is not None
    assert better.steps == (RemoveTile(6), Undo(), declared, MoveTile(7, "others"), Sort())
    assert better.at == 3


def test_a_correction_of_a_tile_that_is_gone_or_of_a_meld_keeps_the_persons_hand() -> None:
    journal = Journal(Session.begin(row([0, 1, 2], "1m")))
    shorter = row([0, 1], "1m")
    assert reread(journal.then(SetFace(2, "9s")), shorter) is None
    assert reread(journal.then(TakeMeldApart(0)), shorter) is None
    assert reread(journal.then(SetFace(1, "9s")), shorter) is not None


def asked(desk: Desk, *questions: Question) -> Desk:
    return replace(desk, questions=questions)


def test_what_a_tile_was_said_to_be_stays_though_a_better_reading_asks_or_is_sure() -> None:
    doubt = Question("doubtful_face", (1,), ("9s", "8s"))
    journal = Journal(Session.begin(asked(row([0, 1], "1m"), doubt)))
    again = asked(row([5, 6], "2m"), replace(doubt, tiles=(6,)))
    for better in (again, row([5, 6], "2m")):
        for choice, face in (("9s", "9s"), (None, "1m")):
            carried = reread(journal.then(Answer(doubt, choice)), better)
            assert carried is not None
            assert carried.now.session.desk.face(6) == face
            assert not carried.now.session.desk.questions


def test_the_tile_that_was_said_to_win_wins_in_a_better_reading() -> None:
    doubt = Question("winning_tile", (), ("0", "1"), "none_apart")
    journal = Journal(Session.begin(asked(row([0, 1], "1m"), doubt))).then(Answer(doubt, "1"))
    for better in (row([5, 6], "1m"), asked(row([5, 6], "1m"), replace(doubt, choices=("5", "6")))):
        carried = reread(journal, better)
        assert carried is not None
        assert carried.now.session.desk.win == 6


def test_an_answer_that_a_better_reading_no_longer_asks_for_keeps_the_persons_hand() -> None:
    doubt = Question("meld_origin", (0, 1), ("left", "right"))
    journal = Journal(Session.begin(asked(row([0, 1], "1m"), doubt))).then(Answer(doubt, "left"))
    assert reread(journal, row([5, 6], "1m")) is None
    assert reread(journal, asked(row([5, 6], "1m"), replace(doubt, tiles=(5, 6)))) is not None
