"""A set laid out in order: the tiles of a photo in the order in which they lie say what they are.

Rows run from left to right, the upper one first, as the photo shows them, whatever their tiles look like.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from yakulens.scorer.tile import TileError, parse
from yakulens.vision.detections import Detections
from yakulens.vision.geometry.quads import mean_sides, short_sides
from yakulens.vision.labels import BACK, INDEX, LABELS, OTHER, RED_FIVES
from yakulens.vision.learning.examples import LabelledTiles
from yakulens.vision.picture.photo import Photo

if TYPE_CHECKING:
    from yakulens.vision.recognise import Recogniser

Order = tuple[tuple[str, ...], ...]
"""Rows of labels; a photo may show any number of whole rows, several of them side by side too."""

ORDER: Final[Order] = (
    *(tuple(f"{n}{suit}" for n in range(1, 10)) for suit in "mps"),
    tuple(f"{n}z" for n in range(1, 8)),
    RED_FIVES,
    (OTHER,),
    (BACK,),
)
"""How a set is laid out where nothing else is said; the rows at the end may be left out."""

_FAINT: Final = 0.5
"""A tile of a layout may be found with this share of the model's firm objectness: it lies in a row."""
_SAME: Final = 0.5
"""Of detections nearer than this to each other, in short sides, the firmer one is the tile."""
_ODD_SIZE: Final = 2.2
"""A tile of a layout is at most so many times smaller or larger than the middle one, by area."""
_BESIDE: Final = (0.55, 2.6)
"""How far to the right a tile's neighbour in its row lies, from and up to, in short sides."""
_ASIDE: Final = 0.55
"""How far up or down a tile's neighbour in its row lies at most, in long sides."""
_DOUBTED: Final = 0.95
"""A tile that the model reads as another one with this probability is asked about."""
_OUTSHONE: Final = 0.55
"""Where the tiles are found with high objectness, what is found with less than this share of it is none."""
_ASKEW: Final = 25.0
"""No tile of a layout is turned farther from the rows, degrees."""
_SLANT: Final = 45.0
"""Rows run across the photo, not up and down it, degrees."""


class OrderError(ValueError):
    """The tiles found cannot be those of the order; the message is one line.

    Attributes:
        code: what is wrong: ``no_tiles``, ``row``, or ``order`` for an order that is none.
        values: what the message names.
    """

    def __init__(self, message: str, code: str = "order", **values: object) -> None:
        """Name what is wrong."""
        super().__init__(message)
        self.code = code
        self.values = values


class Doubt(NamedTuple):
    """A place of a layout that a person should look at.

    Attributes:
        photo: which photo, by position.
        tile: which of its tiles, by position.
        laid: the face by the order.
        looks: the face that the model reads there for sure.
    """

    photo: int
    tile: int
    laid: str
    looks: str


@dataclass(frozen=True, slots=True, eq=False)
class OrderedExamples:
    """Layout photos with their tiles named.

    Attributes:
        photos: the tiles of each photo.
        missing: faces of the order that no photo shows.
        doubts: places to look at.
    """

    photos: tuple[LabelledTiles, ...]
    missing: tuple[str, ...]
    doubts: tuple[Doubt, ...]


def parse_order(text: str) -> Order:
    """An order as typed: rows between commas, tiles compact or as words.

    Raises:
        OrderError: what is typed is no tile, or nothing is.

    >>> parse_order("123m, 1z2z other back")
    (('1m', '2m', '3m'), ('1z', '2z', 'other', 'back'))
    """
    rows = []
    for part in text.split(","):
        row: list[str] = []
        for word in part.split():
            try:
                row += [word] if word in {OTHER, BACK} else parse(word)
            except TileError as error:
                message = f"{word!r} in the order is no tile ({error}); an example: 123456789m, 12z, other"
                raise OrderError(message) from error
        if row:
            rows.append(tuple(row))
    if not rows:
        message = "the order names no tile; an example: 123456789m, 1234567z, other"
        raise OrderError(message)
    return tuple(rows)


def label_by_order(photos: Sequence[Photo], recogniser: Recogniser, order: Order = ORDER) -> OrderedExamples:
    """The tiles of layout photos, named by the order in which the set was laid out.

    A photo goes on where the one before it ended, or begins anew where its rows say so.

    Raises:
        OrderError: a photo shows no tiles, or rows that are none of the order's.
    """
    parts: list[LabelledTiles] = []
    doubts: list[Doubt] = []
    at = 0
    for number, photo in enumerate(photos):
        seen = tiles_of(recogniser.survey(photo).unfiltered, recogniser.card.finder.firm_score)
        rows = rows_of(seen)
        names, at = _named([len(row) for row in rows], order, at, photo.name)
        chosen = np.array([tile for row in rows for tile in row], np.intp)
        parts.append(
            LabelledTiles(
                photo.name,
                photo.pyramid,
                _from_the_top(seen.quads[chosen]),
                np.array([INDEX[name] for name in names], np.intp),
                seen.faces[chosen].argmax(axis=1),
                seen.objectness[chosen],
                np.delete(seen.objectness, chosen),
            )
        )
        for tile, (label, faces) in enumerate(zip(names, seen.faces[chosen], strict=True)):
            if faces.argmax() != INDEX[label] and faces.max() >= _DOUBTED:
                doubts.append(Doubt(number, tile, label, LABELS[int(faces.argmax())]))
    shown = {LABELS[face] for part in parts for face in part.faces.tolist()}
    missing = tuple(face for row in order for face in row if face not in shown)
    return OrderedExamples(tuple(parts), missing, tuple(doubts))


def corrected(ordered: OrderedExamples, doubt: Doubt, face: str | None) -> OrderedExamples:
    """The layout with a doubt settled: the tile is this face, or with None there is no tile to learn from."""
    part = ordered.photos[doubt.photo]
    faces = part.faces.copy()
    kept = np.ones(len(faces), bool)
    if face is None:
        kept[doubt.tile] = False
    else:
        faces[doubt.tile] = INDEX[face]
    # A tile that is left out stays in its place, so that other doubts still point to theirs.
    quads = np.where(kept[:, None, None], part.quads, np.nan)
    photos = list(ordered.photos)
    photos[doubt.photo] = part._replace(faces=faces, quads=quads)
    return replace(ordered, photos=tuple(photos), doubts=tuple(d for d in ordered.doubts if d != doubt))


def to_learn(ordered: OrderedExamples) -> tuple[LabelledTiles, ...]:
    """The tiles to learn from: all but those that were left out."""
    parts = (part.taking(np.isfinite(part.quads.sum(axis=(1, 2)))) for part in ordered.photos)
    return tuple(part for part in parts if len(part.faces))


def tiles_of(seen: Detections, firm_score: float) -> Detections:
    """What of the detections on a layout photo are its tiles: each once, of the usual size."""
    seen = seen[seen.objectness >= _FAINT * firm_score]
    seen = seen[np.argsort(-seen.objectness, kind="stable")]
    middles, sides = seen.quads.mean(axis=1), short_sides(seen.quads)
    kept: list[int] = []
    for tile in range(len(seen)):
        near = np.linalg.norm(middles[kept] - middles[tile], axis=1)
        if not (near < _SAME * np.minimum(sides[kept], sides[tile])).any():
            kept.append(tile)
    once = seen[np.array(kept, np.intp)]
    firm = once.objectness >= firm_score
    if not firm.any():
        return once[firm]
    areas = mean_sides(once.quads).prod(axis=1)
    usual = float(np.median(areas[firm]))
    kept_size = (areas < _ODD_SIZE * usual) & (areas > usual / _ODD_SIZE)
    sure = once.objectness >= _OUTSHONE * float(np.median(once.objectness[firm]))
    return once[kept_size & sure & (np.abs(_slants(once.quads)) < _ASKEW)]


def rows_of(tiles: Detections) -> list[list[int]]:
    """The tiles' indices in rows, each from left to right, the upper row first."""
    count = len(tiles)
    if not count:
        return []
    sides = mean_sides(tiles.quads)
    short, long = float(np.median(sides.min(axis=1))), float(np.median(sides.max(axis=1)))
    middles = tiles.quads.mean(axis=1).astype(np.float64) @ _upright(tiles.quads)
    right = np.full(count, -1, np.intp)
    left = np.full(count, -1, np.intp)
    across = middles[None, :, 0] - middles[:, None, 0]
    aside = np.abs(middles[None, :, 1] - middles[:, None, 1])
    near = (across > _BESIDE[0] * short) & (across < _BESIDE[1] * short) & (aside < _ASIDE * long)
    cost = np.where(near, across + 2 * aside, np.inf)
    for flat in np.argsort(cost, axis=None, kind="stable"):
        one, other = divmod(int(flat), count)
        if not np.isfinite(cost[one, other]):
            break
        if right[one] < 0 and left[other] < 0:
            right[one], left[other] = other, one
    rows = []
    for first in np.flatnonzero(left < 0):
        row = [int(first)]
        while right[row[-1]] >= 0:
            row.append(int(right[row[-1]]))
        rows.append(row)
    return sorted(_joined(rows, middles, long), key=lambda row: float(middles[row, 1].mean()))


def _joined(rows: list[list[int]], middles: NDArray[np.float64], long: float) -> list[list[int]]:
    """Rows of which one goes on to the right of the other are one: there is a gap between groups of tiles."""
    out: list[list[int]] = []
    for row in sorted(rows, key=lambda row: float(middles[row[0], 0])):
        for before in out:
            end, start = middles[before[-1]], middles[row[0]]
            if start[0] > end[0] and abs(start[1] - end[1]) < _ASIDE * long:
                before.extend(row)
                break
        else:
            out.append(list(row))
    return out


def _upright(quads: NDArray[np.float32]) -> NDArray[np.float64]:
    """``(2, 2)``: turns the photo so that the tiles' short edges lie level, by less than half a quarter."""
    turn = np.radians(_level(quads))
    return np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])


def _from_the_top(quads: NDArray[np.float32]) -> NDArray[np.float32]:
    """The quads, each beginning at its upper edge: tiles are laid out upright."""
    edges = (quads + np.roll(quads, -1, axis=1)) @ _upright(quads) / 2
    first = edges[..., 1].argmin(axis=1)
    turned = (first[:, None] + np.arange(4)) % 4
    return np.asarray(np.take_along_axis(quads, turned[..., None], axis=1), np.float32)


def _slants(quads: NDArray[np.float32]) -> NDArray[np.float64]:
    """``(N,)`` degrees by which each tile is turned from the rows; it is the same a quarter on."""
    return (_angles(quads) - _level(quads) + 45) % 90 - 45


def _level(quads: NDArray[np.float32]) -> float:
    """The direction of the rows, degrees."""
    angles = _angles(quads)
    level = angles[np.abs(angles) <= _SLANT]
    return float(np.median(level)) if len(level) else 0.0


def _angles(quads: NDArray[np.float32]) -> NDArray[np.float64]:
    """``(N,)`` directions of the short edges, -90 to 90 degrees."""
    edges = np.roll(quads, -1, axis=1) - quads
    lengths = np.linalg.norm(edges, axis=2)
    short = lengths[:, 0] + lengths[:, 2] < lengths[:, 1] + lengths[:, 3]
    chosen = np.where(short[:, None], edges[:, 0], edges[:, 1]).astype(np.float64)
    angles = np.degrees(np.arctan2(chosen[:, 1], chosen[:, 0]))
    return np.asarray((angles + 90) % 180 - 90)


def _named(lengths: Sequence[int], order: Order, at: int, photo: str) -> tuple[list[str], int]:
    """The faces of a photo's rows, and how far in the order they lead.

    Raises:
        OrderError: no rows, or none that the order has.
    """
    every = [face for row in order for face in row]
    ends = {0, *accumulate(len(row) for row in order)}
    if not lengths:
        message = f"{photo}: no tiles found; lay them out with a little space round the rows, in even light"
        raise OrderError(message, "no_tiles", photo=photo)
    tried = [at % len(every), 0]
    for start in tried:
        stops = list(accumulate(lengths, initial=start))
        if all(stop in ends for stop in stops):
            return every[start : stops[-1]], stops[-1]
    start = tried[0]
    stops = list(accumulate(lengths, initial=start))
    row = next((number for number, stop in enumerate(stops[1:], start=1) if stop not in ends), 1)
    found, before = lengths[row - 1], stops[row - 1]
    wanted = next(
        (r for r, end in zip(order, accumulate(map(len, order)), strict=True) if end > before), order[-1]
    )
    message = (
        f"{photo}: row {row} has {found} tiles where {len(wanted)} belong ({wanted[0]} to {wanted[-1]}); "
        f"name the order in which they lie (--order), or take the photo anew"
    )
    values = {"row": row, "found": found, "wanted": len(wanted), "first": wanted[0], "last": wanted[-1]}
    raise OrderError(message, "row", photo=photo, **values)
