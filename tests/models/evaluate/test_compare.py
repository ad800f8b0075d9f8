"""A reading against a truth: each kind of mistake is counted once and where it belongs."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from yakulens.datasets.truth import LabelledBox, LabelledBoxes, LabelledHand, LabelledMeld
from yakulens.models.evaluate.compare import compare_boxes, compare_hand
from yakulens.models.evaluate.matching import match_boxes
from yakulens.vision.labels import FACES
from yakulens.vision.reading import Issue, OpenHand, Reading, ReadMeld, ReadTile


def tile(i: int, face: str, *, x: float | None = None, score: float = 0.99) -> ReadTile:
    x = 50.0 * i if x is None else x
    return ReadTile(i, face, score, ((x, 0), (x + 40, 0), (x + 40, 54), (x, 54)))


def tiles(*faces: str, score: float = 0.99) -> tuple[ReadTile, ...]:
    return tuple(tile(i, face, score=score) for i, face in enumerate(faces))


def boxed(*names: str, complete: bool = True) -> LabelledBoxes:
    boxes = tuple(LabelledBox(50 * i - 2, -3, 50 * i + 43, 60, name) for i, name in enumerate(names))
    return LabelledBoxes("a.jpg", "s", "A1", boxes, complete)


def kinds(outcome: object) -> list[str]:
    return [failure.kind for failure in outcome.failures]  # type: ignore[attr-defined] # an Outcome


def test_everything_right() -> None:
    outcome = compare_boxes(Reading(tiles("1m", "2m", "back")), boxed("1m", "2m"))
    assert (outcome.truths, outcome.found, outcome.right, outcome.extra) == (2, 2, 2, 0)
    assert outcome.failures == ()


def test_a_missed_tile_a_wrong_face_and_an_extra_tile() -> None:
    reading = Reading((tile(0, "1m"), tile(1, "3s", score=0.4), tile(2, "9p", x=600)))
    outcome = compare_boxes(reading, boxed("1m", "2s", "5z"))
    assert (outcome.truths, outcome.found, outcome.right, outcome.extra) == (3, 2, 1, 1)
    assert sorted(kinds(outcome)) == ["extra_tile", "missed_tile", "wrong_face"]
    assert outcome.confident_wrong == 0


def test_a_wrong_face_above_the_review_threshold_is_confident() -> None:
    outcome = compare_boxes(Reading(tiles("3s", score=0.9)), boxed("2s"))
    assert outcome.confident_wrong == 1
    assert kinds(outcome) == ["confident_wrong_face"]


def test_where_not_all_is_boxed_only_a_second_detection_in_a_box_is_extra() -> None:
    reading = Reading((tile(0, "1m"), tile(1, "1m", x=8), tile(2, "9p", x=600)))
    assert compare_boxes(reading, boxed("1m", complete=False)).extra == 1
    assert compare_boxes(reading, boxed("1m")).extra == 2


def test_a_red_five_is_another_face_than_the_plain_one() -> None:
    assert compare_boxes(Reading(tiles("5p")), boxed("0p")).right == 0


def test_matching_is_one_to_one_and_takes_the_best_overlap() -> None:
    boxes = np.array([[0, 0, 40, 54], [20, 0, 60, 54]])
    found = np.array([tile(0, "1m", x=4).quad, tile(1, "2m", x=19).quad])
    assert match_boxes(found, boxes) == {0: 0, 1: 1}
    assert match_boxes(found[[0, 0]], boxes[:1]) == {0: 0}


def test_a_detection_far_larger_or_smaller_than_the_box_is_no_match() -> None:
    large = [(-200, -200), (240, -200), (240, 254), (-200, 254)]
    small = [(15, 20), (25, 20), (25, 34), (15, 34)]
    assert match_boxes(np.array([large]), np.array([[0, 0, 40, 54]])) == {}
    assert match_boxes(np.array([small]), np.array([[0, 0, 40, 54]])) == {}


def hand(concealed: str, win: str | None = None, *melds: LabelledMeld) -> LabelledHand:
    return LabelledHand("a.jpg", "s", "A1", tuple(concealed.split()), win, melds)


def reading(
    concealed: str, win: str | None = None, *melds: ReadMeld, issues: tuple[str, ...] = ()
) -> Reading:
    faces = [*concealed.split(), *([win] if win else [])]
    start = len(faces)
    placed = []
    for meld in melds:
        ids = tuple(range(start, start + len(meld.ids)))
        start += len(ids)
        faces += meld.faces[: len(ids)]
        placed.append(replace(meld, ids=ids))
    concealed_ids = tuple(range(len(concealed.split())))
    return Reading(
        tiles=tiles(*faces),
        concealed=concealed_ids,
        win=len(concealed_ids) if win else None,
        melds=tuple(placed),
        issues=tuple(Issue(code, ()) for code in issues),
    )


PON = ReadMeld("pon", (0, 0, 0), ("7z", "7z", "7z"), rotated=(1,), origin="across")
PON_TRUTH = LabelledMeld("pon", ("7z", "7z", "7z"), (1,))


def test_a_hand_wholly_right_in_any_order() -> None:
    outcome = compare_hand(reading("3m 1m 2m", "9s", PON), hand("1m 2m 3m", "9s", PON_TRUTH))
    assert outcome.exact
    assert outcome.structure
    assert (outcome.truths, outcome.found, outcome.right, outcome.extra) == (7, 7, 7, 0)
    assert outcome.failures == ()


def test_where_the_label_names_no_winning_tile_ours_counts_with_the_concealed() -> None:
    assert compare_hand(reading("1m 2m", "3m"), hand("1m 2m 3m")).exact


def test_a_wrong_winning_tile_is_wrong_although_all_tiles_are_there() -> None:
    outcome = compare_hand(reading("1m 3m", "2m"), hand("1m 2m", "3m"))
    assert not outcome.exact
    assert not outcome.structure
    assert outcome.right == 3
    assert "wrong_win" in kinds(outcome)


@pytest.mark.parametrize(
    "meld",
    [
        replace(PON, rotated=(0,), origin="left"),
        replace(PON, kind="open_kan"),
        replace(PON, faces=("6z", "6z", "6z")),
    ],
)
def test_a_meld_with_another_kind_tile_or_rotated_place_is_wrong(meld: ReadMeld) -> None:
    outcome = compare_hand(reading("1m", None, meld), hand("1m", None, PON_TRUTH))
    assert not outcome.exact
    assert not outcome.structure
    assert "wrong_meld" in kinds(outcome)


def test_a_wrong_concealed_tile_leaves_the_structure_right() -> None:
    outcome = compare_hand(reading("1m 2m", None, PON), hand("1m 3m", None, PON_TRUTH))
    assert not outcome.exact
    assert outcome.structure
    assert outcome.found == 5
    assert outcome.right == 4
    assert outcome.confident_wrong == 1


def test_missed_and_extra_tiles_of_a_hand() -> None:
    missed = compare_hand(reading("1m"), hand("1m 2m"))
    extra = compare_hand(reading("1m 2m 3m"), hand("1m 2m"))
    assert (missed.found, missed.extra, kinds(missed)[0]) == (1, 0, "missed_tile")
    assert (extra.found, extra.extra, kinds(extra)[0]) == (2, 1, "extra_tile")


def test_a_wrong_hand_without_any_issue_is_silent() -> None:
    assert "silent_wrong_hand" in kinds(compare_hand(reading("1m"), hand("2m")))
    asked = compare_hand(reading("1m", issues=("tile_count",)), hand("2m"))
    assert "silent_wrong_hand" not in kinds(asked)


def test_the_question_which_tile_won_counts_only_where_its_answer_is_all_that_lacks() -> None:
    ids = tuple(range(14))
    read = reading("1m 1m 1m 2m 3m 4m 5m 6m 7m 8m 9m 9m 9m 2p")
    read = replace(read, issues=(Issue("winning_tile", ids, tuple(map(str, ids))),))
    right = hand("1m 1m 1m 2m 3m 4m 5m 6m 7m 8m 9m 9m 9m", "2p")
    wrong = replace(right, concealed=("3p", *right.concealed[1:]))
    assert "silent_wrong_hand" not in kinds(compare_hand(read, right))
    assert "silent_wrong_hand" in kinds(compare_hand(read, wrong))


def test_flower_tiles_may_stay_or_be_left_out() -> None:
    truth = hand("1m 2m other")
    assert truth.tiles == ("1m", "2m", "other")
    for read in ("1m 2m", "1m 2m other"):
        outcome = compare_hand(reading(read), truth)
        assert outcome.exact, read
        assert outcome.flowers
    assert not compare_hand(reading("1m 2m other"), hand("1m 2m")).exact


def test_only_issues_that_the_label_answers_are_reviews() -> None:
    codes = ("winning_tile", "meld_origin", "doubtful_face")
    without = compare_hand(reading("1m", issues=codes), hand("1m"))
    named = compare_hand(reading("1m", issues=codes), hand("1m", "2m"))
    assert (without.reviews, without.issues) == (1, 3)
    assert named.reviews == 2


def test_a_face_down_tile_of_a_closed_quad_counts_as_its_face() -> None:
    kan = ReadMeld("closed_kan", (0, 0), ("1s",) * 4, backs=(0, 3))
    outcome = compare_hand(
        reading("2m", None, kan), hand("2m", None, LabelledMeld("closed_kan", ("1s",) * 4, ()))
    )
    assert outcome.exact
    assert outcome.right == 5


faces = st.lists(st.sampled_from(FACES), max_size=14)


@given(faces, faces)
def test_counts_of_a_hand_always_add_up(read: list[str], truth: list[str]) -> None:
    outcome = compare_hand(reading(" ".join(read)), hand(" ".join(truth)))
    assert outcome.truths == len(truth)
    assert outcome.found + outcome.extra == len(read)
    assert outcome.right == sum((Counter(read) & Counter(truth)).values())
    assert outcome.exact == (Counter(read) == Counter(truth))
    assert len(outcome.answers) == len(read)


def test_a_hand_is_exact_after_one_answer_only_if_that_question_is_asked() -> None:
    doubtful = Issue("doubtful_face", (2,), ("3m", "4m"))
    other = Issue("doubtful_face", (1,), ("2m", "3m"))
    truth = hand("1m 2m 4m", None, PON_TRUTH)
    outcomes = [
        compare_hand(replace(reading("1m 2m 3m", None, PON), issues=issues), truth)
        for issues in ((), (doubtful,), (other,))
    ]
    assert [(o.exact, o.after_one) for o in outcomes] == [(False, False), (False, True), (False, False)]


def test_a_hand_is_right_when_answered_only_if_every_true_answer_is_offered() -> None:
    first = Issue("doubtful_face", (1,), ("2m", "7m"))
    second, other = (Issue("doubtful_face", (2,), ("3m", face)) for face in ("8m", "9m"))
    asking = [(), (first, second), (first, other), (first,)]
    outcomes = [
        compare_hand(
            replace(reading("1m 2m 3m", None, PON), issues=issues), hand("1m 7m 8m", None, PON_TRUTH)
        )
        for issues in asking
    ]
    assert [(one.after_one, one.answered) for one in outcomes] == [
        (False, None),
        (False, True),
        (False, False),
        (False, False),
    ]


def test_whose_hand_is_answered_by_the_hand_of_that_side() -> None:
    hands = (OpenHand("self", (0, 1)), OpenHand("left", (2, 3)))
    asked = Issue("whose_hand", (), ("self", "left"))
    two = Reading(tiles("1m", "2m", "3p", "4p"), concealed=(0, 1), hands=hands, issues=(asked,))
    assert compare_hand(two, hand("3p 4p")).after_one
