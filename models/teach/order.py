"""Labels the tiles of a set that is laid out in a known order, by their positions on the photo.

Rows run from left to right as the photo shows them, the upper one first.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import Final

import numpy as np
from numpy.typing import NDArray

from yakulens.models.teach.examples import LabelledTiles
from yakulens.models.teach.progress import Progress, told, unwatched
from yakulens.models.teach.row_looks import Doubt, LaidRow, Misplaced, doubts_of, misplaced_of
from yakulens.scorer.errors import InputError
from yakulens.scorer.tile import TileError, parse
from yakulens.vision.detections import Detections
from yakulens.vision.geometry.overlap import non_maximum_suppression, separations
from yakulens.vision.geometry.quads import mean_sides
from yakulens.vision.labels import BACK, INDEX, LABELS, OTHER, RED_FIVES
from yakulens.vision.picture.photo import Photo
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
"""The default order of a layout; the rows at the end may be left out."""

_MIN_SCORE: Final = 0.5
"""Least objectness of a tile, as a share of the model's firm score."""
_SAME: Final = 0.5
"""Detections closer than this many short sides are of one tile."""
_MAX_AREA_RATIO: Final = 2.2
"""Greatest ratio of a tile's area to the median one, either way."""
_NEIGHBOUR_DISTANCE: Final = (0.55, 2.6)
"""Least and greatest distance to the right neighbour in a row, in short sides."""
_MAX_ROW_OFFSET: Final = 0.55
"""Greatest offset from a neighbour across the row, in long sides."""
_DOUBTFUL: Final = 0.95
"""If the model gives another label at least this probability, a person is asked."""
_MIN_RELATIVE_SCORE: Final = 0.55
"""Least objectness of a tile, as a share of the firm tiles' median."""
_MAX_TURN: Final = 25.0
"""Greatest angle between a tile and the rows, degrees."""
_MAX_SLANT: Final = 45.0
"""Greatest angle between the rows and the photo's horizontal, degrees."""


class OrderError(InputError):
    """The detected tiles do not match the order; the message is one line.

    Attributes:
        code: ``no_tiles``, ``row``, ``twice`` for a photo named twice, or ``order`` for an order that cannot
            be parsed.
        values: the numbers and labels in the message.
    """

    def __init__(self, message: str, code: str = "order", **values: object) -> None:
        """The arguments are the attributes."""
        super().__init__(message)
        self.code = code
        self.values = values


@dataclass(frozen=True, slots=True, eq=False)
class OrderedExamples:
    """Layout photos with named tiles, the faces that no photo shows, the tiles to check, misplaced rows."""

    photos: tuple[LabelledTiles, ...]
    missing: tuple[str, ...]
    doubts: tuple[Doubt, ...]
    misplaced: tuple[Misplaced, ...] = ()


def parse_order(text: str) -> Order:
    """Parse a typed order: rows between commas, tiles compact or as words.

    Raises:
        OrderError: a word is not a tile, or there is none.
    """
    rows = []
    for part in text.split(","):
        row: list[str] = []
        for word in part.split():
            try:
                row += [word] if word in {OTHER, BACK} else parse(word)
            except TileError as error:
                message = f"{word!r} in the order is not a tile ({error}); an example: 123456789m, 12z, other"
                raise OrderError(message) from error
        if row:
            rows.append(tuple(row))
    if not rows:
        message = "the order names no tile; an example: 123456789m, 1234567z, other"
        raise OrderError(message)
    return tuple(rows)


def label_by_order(
    photos: Sequence[Photo], recogniser: Recogniser, order: Order = ORDER, progress: Progress = unwatched
) -> OrderedExamples:
    """Label the tiles of layout photos by the order in which the set was laid out.

    A photo continues where the previous one ended, or starts over if only that matches its rows.

    Raises:
        OrderError: a photo shows no tiles, or rows that do not match the order, or is named twice: what was
            learnt from it cannot be measured on it.
    """
    parts: list[LabelledTiles] = []
    laid: list[LaidRow] = []
    seen: dict[str, str] = {}
    position = 0
    for number, photo in enumerate(told(photos, progress)):
        if photo.sha256 in seen:
            message = f"{photo.name} is the same photo as {seen[photo.sha256]}: name each photo once"
            raise OrderError(message, "twice", photo=photo.name, other=seen[photo.sha256])
        seen[photo.sha256] = photo.name
        detections = tiles_of(recogniser.survey(photo).unfiltered, recogniser.card.finder.firm_score)
        rows = rows_of(detections)
        labels, position = _labels_of_rows([len(row) for row in rows], order, position, photo.name)
        chosen = np.array([tile for row in rows for tile in row], np.intp)
        parts.append(
            LabelledTiles(
                photo.name,
                photo.pyramid,
                _from_upper_edge(detections.quads[chosen]),
                np.array([INDEX[label] for label in labels], np.intp),
                detections.faces[chosen].argmax(axis=1),
                detections.objectness[chosen],
                np.delete(detections.objectness, chosen),
            )
        )
        laid += _laid_rows(number, photo.name, rows, labels, detections.faces[chosen])
    shown = {LABELS[face] for part in parts for face in part.faces.tolist()}
    missing = tuple(face for row in order for face in row if face not in shown)
    misplaced = misplaced_of(laid, [face for row in order for face in row])
    return OrderedExamples(tuple(parts), missing, doubts_of(laid, misplaced), misplaced)


def _laid_rows(
    photo: int,
    name: str,
    rows: Sequence[Sequence[int]],
    labels: Sequence[str],
    faces: NDArray[np.float32],
) -> Iterator[LaidRow]:
    """The rows of a photo: ``labels`` of all its tiles by the order, ``faces`` ``(N, 39)`` by the model."""
    firm = [LABELS[int(probs.argmax())] if probs.max() >= _DOUBTFUL else None for probs in faces]
    first = 0
    for number, row in enumerate(rows, start=1):
        end = first + len(row)
        yield LaidRow(photo, first, name, number, tuple(labels[first:end]), tuple(firm[first:end]))
        first = end


def corrected(ordered: OrderedExamples, doubt: Doubt, face: str | None) -> OrderedExamples:
    """The layout after a doubt is settled: the tile gets this face, or with None is left out."""
    part = ordered.photos[doubt.photo]
    faces = part.faces.copy()
    used = np.ones(len(faces), bool)
    if face is None:
        used[doubt.tile] = False
    else:
        faces[doubt.tile] = INDEX[face]
    # A tile that is left out keeps its index, so that the indices of other doubts stay valid.
    quads = np.where(used[:, None, None], part.quads, np.nan)
    photos = list(ordered.photos)
    photos[doubt.photo] = part._replace(faces=faces, quads=quads)
    return replace(ordered, photos=tuple(photos), doubts=tuple(d for d in ordered.doubts if d != doubt))


def to_learn(ordered: OrderedExamples) -> tuple[LabelledTiles, ...]:
    """The tiles of the layout without those that were left out."""
    parts = (part.take(np.isfinite(part.quads.sum(axis=(1, 2)))) for part in ordered.photos)
    return tuple(part for part in parts if len(part.faces))


def tiles_of(detections: Detections, firm_score: float) -> Detections:
    """The detections on a layout photo that are its tiles: without duplicates and odd sizes."""
    detections = detections[detections.objectness >= _MIN_SCORE * firm_score]
    same_tile = separations(detections.quads, detections.quads) < _SAME
    tiles = detections[non_maximum_suppression(same_tile, detections.objectness)]
    firm = tiles.objectness >= firm_score
    if not firm.any():
        return tiles[firm]
    areas = mean_sides(tiles.quads).prod(axis=1)
    # Modulo a quarter turn, -45 to 45 degrees from the rows.
    turns = (_angles(tiles.quads) - _row_direction(tiles.quads) + 45) % 90 - 45
    usual = float(np.median(areas[firm]))
    usual_size = (areas < _MAX_AREA_RATIO * usual) & (areas > usual / _MAX_AREA_RATIO)
    sure = tiles.objectness >= _MIN_RELATIVE_SCORE * float(np.median(tiles.objectness[firm]))
    return tiles[usual_size & sure & (np.abs(turns) < _MAX_TURN)]


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
    offset = np.abs(middles[None, :, 1] - middles[:, None, 1])
    adjacent = (
        (across > _NEIGHBOUR_DISTANCE[0] * short)
        & (across < _NEIGHBOUR_DISTANCE[1] * short)
        & (offset < _MAX_ROW_OFFSET * long)
    )
    cost = np.where(adjacent, across + 2 * offset, np.inf)
    for flat in np.argsort(cost, axis=None, kind="stable"):
        left_tile, right_tile = divmod(int(flat), count)
        if not np.isfinite(cost[left_tile, right_tile]):
            break
        if right[left_tile] < 0 and left[right_tile] < 0:
            right[left_tile], left[right_tile] = right_tile, left_tile
    rows = []
    for first in np.flatnonzero(left < 0):
        row = [int(first)]
        while right[row[-1]] >= 0:
            row.append(int(right[row[-1]]))
        rows.append(row)
    return sorted(_joined_rows(rows, middles, long), key=lambda row: float(middles[row, 1].mean()))


def _joined_rows(rows: list[list[int]], middles: NDArray[np.float64], long: float) -> list[list[int]]:
    """Join rows of which one continues the other to the right after a gap."""
    joined: list[list[int]] = []
    for row in sorted(rows, key=lambda row: float(middles[row[0], 0])):
        for left_row in joined:
            end, start = middles[left_row[-1]], middles[row[0]]
            if start[0] > end[0] and abs(start[1] - end[1]) < _MAX_ROW_OFFSET * long:
                left_row.extend(row)
                break
        else:
            joined.append(list(row))
    return joined


def _upright(quads: NDArray[np.float32]) -> NDArray[np.float64]:
    """The rotation ``(2, 2)`` that makes the rows horizontal."""
    turn = np.radians(_row_direction(quads))
    return np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])


def _from_upper_edge(quads: NDArray[np.float32]) -> NDArray[np.float32]:
    """The quads, each starting at its upper edge: tiles are laid out upright."""
    edges = (quads + np.roll(quads, -1, axis=1)) @ _upright(quads) / 2
    corners = (edges[..., 1].argmin(axis=1)[:, None] + np.arange(4)) % 4
    return np.asarray(np.take_along_axis(quads, corners[..., None], axis=1), np.float32)


def _row_direction(quads: NDArray[np.float32]) -> float:
    """The angle of the rows, degrees."""
    angles = _angles(quads)
    horizontal = angles[np.abs(angles) <= _MAX_SLANT]
    return float(np.median(horizontal)) if len(horizontal) else 0.0


def _angles(quads: NDArray[np.float32]) -> NDArray[np.float64]:
    """``(N,)`` angles of the short edges, -90 to 90 degrees."""
    edges = np.roll(quads, -1, axis=1) - quads
    lengths = np.linalg.norm(edges, axis=2)
    short = lengths[:, 0] + lengths[:, 2] < lengths[:, 1] + lengths[:, 3]
    chosen = np.where(short[:, None], edges[:, 0], edges[:, 1]).astype(np.float64)
    angles = np.degrees(np.arctan2(chosen[:, 1], chosen[:, 0]))
    return np.asarray((angles + 90) % 180 - 90)


def _labels_of_rows(lengths: Sequence[int], order: Order, position: int, photo: str) -> tuple[list[str], int]:
    """The labels of a photo's rows, which start at a position in the order, and the position after them.

    Raises:
        OrderError: there are no rows, or none in the order with these lengths.
    """
    labels = [face for row in order for face in row]
    ends = {0, *accumulate(len(row) for row in order)}
    if not lengths:
        message = f"{photo}: no tiles found; lay them out with a little space round the rows, in even light"
        raise OrderError(message, "no_tiles", photo=photo)
    tried = [list(accumulate(lengths, initial=start)) for start in (position % len(labels), 0)]
    for stops in tried:
        if ends.issuperset(stops):
            return labels[stops[0] : stops[-1]], stops[-1]
    stops = tried[0]
    row = next((number for number, stop in enumerate(stops[1:], start=1) if stop not in ends), 1)
    length, row_start = lengths[row - 1], stops[row - 1]
    row_ends = zip(order, accumulate(map(len, order)), strict=True)
    expected = next((labels for labels, end in row_ends if end > row_start), order[-1])
    message = (
        f"{photo}: row {row} has {length} tiles where {len(expected)} belong "
        f"({expected[0]} to {expected[-1]}); "
        "give the photos in the order of the rows, upright, name another order of the tiles (--order), "
        "or take the photo anew"
    )
    values = {
        "row": row, "found": length, "wanted": len(expected), "first": expected[0], "last": expected[-1]
    }  # fmt: skip
    raise OrderError(message, "row", photo=photo, **values)
