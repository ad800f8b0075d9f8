"""An answer in an evaluation does to the hand what the same tap does on the page."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from yakulens.vision.desk.answers import answer
from yakulens.vision.desk.from_reading import from_reading
from yakulens.vision.evaluate.answered import answered
from yakulens.vision.evaluate.compare import compare_hand
from yakulens.vision.evaluate.truth import LabelledHand, LabelledMeld
from yakulens.vision.reading import Issue, OpenHand, Reading, ReadMeld, ReadTile

if TYPE_CHECKING:
    from yakulens.vision.desk import Desk

QUAD = ((0.0, 0.0), (30.0, 0.0), (30.0, 40.0), (0.0, 40.0))
FACES = ("1m", "2m", "3m", "7p", "7p", "5p", "5p", "5p", "9s", "6s", "6s", "6s", "6s")
READING = Reading(
    tuple(ReadTile(k, face, 0.9, QUAD) for k, face in enumerate(FACES)),
    concealed=(0, 1, 2, 3, 4),
    melds=(
        ReadMeld("pon", (5, 6, 7), ("5p", "5p", "5p"), rotated=(1,), origin="across"),
        ReadMeld("closed_kan", (9, 10, 11, 12), ("6s",) * 4, backs=(0, 3)),
    ),
    others=(8,),
)
ASKED = (
    Issue("doubtful_face", (2,), "", ("3m", "4m")),
    Issue("doubtful_face", (6,), "", ("5p", "0p")),
    Issue("winning_tile", (8,), "", ("8", "none")),
    Issue("maybe_not_in_hand", (8,), "", ("out", "in")),
    Issue("maybe_not_in_hand", (3, 4), "", ("in", "out")),
    Issue("meld_origin", (5, 6, 7), "", ("left", "not_a_meld")),
    Issue("meld_kind", (5, 6, 7), "", ("pon", "added_kan")),
    Issue("meld_kind", (9, 10, 11, 12), "", ("closed_kan", "open_kan", "not_a_meld")),
    Issue("hidden_red_five", (9, 10, 11, 12), "", ("6s", "0s")),
)


def hand(desk: Desk) -> tuple[list[str], str | None, list[tuple[str, list[str]]]]:
    melds = sorted((meld.kind, sorted(desk.faces(meld.tiles))) for meld in desk.melds)
    return sorted(desk.faces(desk.concealed)), None if desk.win is None else desk.face(desk.win), melds


@pytest.mark.parametrize("issue", ASKED, ids=lambda issue: f"{issue.code} {issue.ids}")
def test_an_answer_gives_the_hand_that_the_page_shows(issue: Issue) -> None:
    reading = replace(READING, issues=(issue,))
    desk = from_reading(reading)
    (question,) = desk.questions
    on_the_page = [hand(answer(desk, question, choice)) for choice in issue.choices]
    counted = [hand(from_reading(replace(after, issues=()))) for after in answered(reading)]
    assert [now for now in counted if now != hand(desk)] == [now for now in on_the_page if now != hand(desk)]


def test_that_a_tile_which_lies_apart_is_none_of_the_hand_leaves_it_out_as_on_the_page() -> None:
    asked = Issue("winning_tile", (8,), "", ("8", "out"))
    won = replace(READING, win=8, others=(), issues=(asked,))
    desk = from_reading(won)
    left = hand(answer(desk, desk.questions[0], "out"))
    assert left == hand(from_reading(READING))
    assert left in [hand(from_reading(replace(after, issues=()))) for after in answered(won)]


def test_whose_hand_is_answered_by_the_hand_of_that_side() -> None:
    asked = Issue("whose_hand", (), "", ("self", "left"))
    hands = (OpenHand("self", (0, 1)), OpenHand("left", (2, 3)))
    two = replace(READING, concealed=(0, 1), melds=(), hands=hands, issues=(asked,))
    assert [after.concealed for after in answered(two)] == [(0, 1), (2, 3)]


def test_a_hand_is_exact_after_one_answer_only_if_that_question_is_asked() -> None:
    melds = (LabelledMeld("pon", ("5p",) * 3, (1,)), LabelledMeld("closed_kan", ("6s",) * 4, ()))
    truth = LabelledHand("a.jpg", "", "", ("1m", "2m", "4m", "7p", "7p"), None, melds)
    silent = compare_hand(READING, truth, 0.85)
    asked = compare_hand(replace(READING, issues=ASKED[:1]), truth, 0.85)
    assert [(o.exact, o.after_one) for o in (silent, asked)] == [(False, False), (False, True)]
    assert compare_hand(replace(READING, issues=ASKED[1:2]), truth, 0.85).after_one is False
