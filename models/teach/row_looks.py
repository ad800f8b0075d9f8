"""What the rows of layout photos look like to the model: tiles to check, and rows in another order.

The signs of an odd set may look like other tiles than they are: three suits of round fruits all look like
circles. So a row that looks like another one speaks of another order only if the rows' looks together are an
order.
"""

from collections.abc import Sequence
from itertools import combinations
from operator import eq
from typing import Final, NamedTuple

_FEW: Final = 3
"""In rows of at most so many tiles each tile is judged by itself: red fives, a flower, a back."""


class Doubt(NamedTuple):
    """A tile of a layout photo, both by index, to check: its label by the order and by the model."""

    photo: int
    tile: int
    laid: str
    looks: str


class Misplaced(NamedTuple):
    """A row of a layout photo that looks like another run of the order, forwards or backwards.

    ``photo`` is the photo's name, ``row`` counts from 1; ``laid`` and ``looks`` are the first and last labels
    by the order and by the model.
    """

    photo: str
    row: int
    laid: tuple[str, str]
    looks: tuple[str, str]


class LaidRow(NamedTuple):
    """A row of a layout photo.

    ``photo`` and ``first``, its first tile, are indices; ``name`` is the photo's and ``number`` counts its
    rows from 1. ``laid`` are the labels by the order; ``firm`` those of which the model is sure, else None.
    """

    photo: int
    first: int
    name: str
    number: int
    laid: tuple[str, ...]
    firm: tuple[str | None, ...]


def doubts_of(rows: Sequence[LaidRow], misplaced: Sequence[Misplaced]) -> tuple[Doubt, ...]:
    """The tiles that surely look like another one than is laid there.

    The tiles of a longer row are not asked about if more of them look like other tiles than like what is laid
    there: then that is how the set looks, unless the row is ``misplaced``.

    >>> rows = [LaidRow(0, 0, "a", 1, tuple("abcd"), ("a", "b", "x", None)),
    ...         LaidRow(0, 4, "a", 2, tuple("efgh"), ("x", "y", "z", "h"))]
    >>> [doubt.tile for doubt in doubts_of(rows, [])]
    [2]
    """
    elsewhere = {(row.photo, row.row) for row in misplaced}
    return tuple(
        Doubt(row.photo, row.first + tile, label, looks)
        for row in rows
        if len(row.laid) <= _FEW or (row.name, row.number) in elsewhere or _recognised(row)
        for tile, (label, looks) in enumerate(zip(row.laid, row.firm, strict=True))
        if looks is not None and looks != label
    )


def _recognised(row: LaidRow) -> bool:
    """Whether as many of the row's tiles look like what is laid there as look like something else."""
    alike = sum(look == label for look, label in zip(row.firm, row.laid, strict=True))
    return 2 * alike >= sum(look is not None for look in row.firm)


def misplaced_of(rows: Sequence[LaidRow], faces: Sequence[str]) -> tuple[Misplaced, ...]:
    """The rows that look like other runs of ``faces``, where the looks of a round's rows form an order."""
    found: list[Misplaced] = []
    for of_round in _rounds(rows):
        looks = [other_run(row.laid, row.firm, faces) for row in of_round]
        if _form_an_order(of_round, looks):
            found += [
                Misplaced(row.name, row.number, (row.laid[0], row.laid[-1]), (run[0], run[-1]))
                for row, run in zip(of_round, looks, strict=True)
                if run is not None
            ]
    return tuple(found)


def _rounds(rows: Sequence[LaidRow]) -> list[list[LaidRow]]:
    """The rows, each time that the set was laid out."""
    rounds: list[list[LaidRow]] = []
    laid: set[str] = set()
    for row in rows:
        if not rounds or not laid.isdisjoint(row.laid):
            rounds.append([])
            laid.clear()
        rounds[-1].append(row)
        laid.update(row.laid)
    return rounds


def _form_an_order(rows: Sequence[LaidRow], looks: Sequence[Sequence[str] | None]) -> bool:
    """Whether rows could lie as they look, each place taken once.

    A row that looks like no other run stays in its place.
    """
    places = [set(row.laid if run is None else run) for row, run in zip(rows, looks, strict=True)]
    return all(one.isdisjoint(other) for one, other in combinations(places, 2))


def other_run(
    laid: Sequence[str], firm: Sequence[str | None], faces: Sequence[str]
) -> tuple[str, ...] | None:
    """The run of ``faces``, forwards or backwards, that most tiles surely look like, more than like ``laid``.

    One tile alone makes no run.
    """
    least = max(sum(map(eq, laid, firm)), len(laid) // 2, 1)
    starts = range(len(faces) - len(laid) + 1)
    runs = (tuple(way[start : start + len(laid)]) for way in (faces, faces[::-1]) for start in starts)
    return next((run for run in runs if sum(map(eq, run, firm)) > least), None)
