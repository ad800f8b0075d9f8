"""Rows lie in another order only where their looks together are one; an odd set's looks are no doubts."""

from collections.abc import Sequence

import pytest

from yakulens.models.teach.order import ORDER
from yakulens.models.teach.row_looks import Doubt, LaidRow, Misplaced, doubts_of, misplaced_of

FACES = [face for row in ORDER for face in row]
M, P, S, Z = ORDER[:4]
NOTHING = [None] * 9
Firm = Sequence[str | None]


def laid_out(*firm: Firm, rounds: int = 1) -> list[LaidRow]:
    """The first rows of the order, each with what the model is sure of, on a photo for each round."""
    each = len(firm) // rounds
    rows = []
    for photo in range(rounds):
        of_photo = firm[photo * each : (photo + 1) * each]
        rows += [
            LaidRow(photo, 9 * k, f"{photo}.jpg", k + 1, laid, tuple(looks))
            for k, (laid, looks) in enumerate(zip(ORDER, of_photo, strict=False))
        ]
    return rows


def misplaced(*firm: Firm, rounds: int = 1) -> list[tuple[str, int]]:
    """The misplaced rows, by photo and number."""
    return [(row.photo, row.row) for row in misplaced_of(laid_out(*firm, rounds=rounds), FACES)]


@pytest.mark.parametrize(
    ("firm", "looks"),
    [
        (P, ("1p", "9p")),
        (M[::-1], ("9m", "1m")),
        ([*P[:5], *[None] * 4], ("1p", "9p")),
        ([*P[:4], *[None] * 5], None),
        ([*M[:5], *P[5:]], None),
        (["1s", "7p", "3s", "9p", None, "5s", "2z", None, "1z"], None),
        (M, None),
    ],
)
def test_a_row_that_mostly_looks_like_another_run_is_misplaced(
    firm: list[str | None], looks: tuple[str, str] | None
) -> None:
    found = misplaced_of(laid_out(firm), FACES)
    assert found == (() if looks is None else (Misplaced("0.jpg", 1, ("1m", "9m"), looks),))


def test_rows_that_were_exchanged_are_misplaced() -> None:
    assert misplaced(P, M, S, Z) == [("0.jpg", 1), ("0.jpg", 2)]
    assert misplaced(P, S, M, NOTHING[:7]) == [("0.jpg", 1), ("0.jpg", 2), ("0.jpg", 3)]


def test_a_photo_of_rows_further_on_in_the_order_is_misplaced() -> None:
    assert misplaced(P, S) == [("0.jpg", 1), ("0.jpg", 2)]


def test_a_set_whose_suits_all_look_like_circles_lies_in_no_other_order() -> None:
    assert misplaced(P, P, P, Z) == []
    assert misplaced(P, NOTHING, P, Z) == []


def test_a_row_cannot_lie_where_another_one_stays() -> None:
    assert misplaced(P, P, S, Z) == []
    assert misplaced(P, NOTHING, S, Z) == []


def test_each_round_is_judged_by_itself() -> None:
    assert misplaced(M, P, P, M, rounds=2) == [("1.jpg", 1), ("1.jpg", 2)]


def test_a_single_tile_is_in_doubt_and_not_misplaced() -> None:
    rows = [LaidRow(0, 0, "a.jpg", 1, ("other",), ("5z",)), LaidRow(0, 1, "a.jpg", 2, ("back",), ("other",))]
    assert misplaced_of(rows, FACES) == ()
    assert doubts_of(rows, ()) == (Doubt(0, 0, "other", "5z"), Doubt(0, 1, "back", "other"))


def test_one_tile_that_looks_different_in_a_row_that_is_recognised_is_asked_about() -> None:
    rows = laid_out(M, [*P[:8], "9s"])
    assert doubts_of(rows, ()) == (Doubt(0, 17, "9p", "9s"),)


def test_a_row_that_looks_like_other_tiles_is_not_asked_about_unless_it_is_misplaced() -> None:
    circles = laid_out(P, P)
    assert doubts_of(circles, misplaced_of(circles, FACES)) == ()
    exchanged = laid_out(P, M)
    assert len(doubts_of(exchanged, misplaced_of(exchanged, FACES))) == 18
