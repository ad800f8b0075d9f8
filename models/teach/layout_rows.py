"""The tiles of a layout photo and their rows, by geometry alone.

Rows run from left to right as the photo shows them, the upper one first.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from yakulens.vision.detections import Detections
from yakulens.vision.geometry.overlap import non_maximum_suppression, separations
from yakulens.vision.geometry.quads import mean_sides

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
_MIN_RELATIVE_SCORE: Final = 0.55
"""Least objectness of a tile, as a share of the firm tiles' median."""
_MAX_TURN: Final = 25.0
"""Greatest angle between a tile and the rows, degrees."""
_MAX_SLANT: Final = 45.0
"""Greatest angle between the rows and the photo's horizontal, degrees."""
_GAP: Final = (1.6, 2.4)
"""Distance over a gap in which one tile has room, in the usual distances of its row."""
_IN_GAP: Final = 0.4
"""Greatest distance of a faint detection from the middle of its gap, likewise."""


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


def with_gaps_filled(tiles: Detections, rows: Sequence[Sequence[int]], detections: Detections) -> Detections:
    """The tiles, then those that other detections show in gaps of their rows in which one tile has room.

    What is found in a gap was no tile by itself, being faint or askew: its corners are those between its
    neighbours'.

    Args:
        tiles: the tiles of a layout photo.
        rows: their indices, as of `rows_of`.
        detections: all of the photo, however faint.
    """
    quads, middles = from_upper_edge(tiles.quads), detections.quads.mean(axis=1)
    filled = [tiles]
    for row in rows:
        steps = np.linalg.norm(np.diff(quads[row].mean(axis=1), axis=0), axis=1)
        usual = float(np.median(steps)) if len(steps) else 0.0
        for k in np.flatnonzero((steps > _GAP[0] * usual) & (steps < _GAP[1] * usual)).tolist():
            between = quads[[row[k], row[k + 1]]].mean(axis=0)
            apart = np.linalg.norm(middles - between.mean(axis=0), axis=1)
            nearest = apart.argmin(keepdims=True)
            if apart[nearest[0]] < _IN_GAP * usual:
                filled.append(replace(detections[nearest], quads=between[None].astype(np.float32)))
    return Detections.merge(*filled)


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


def from_upper_edge(quads: NDArray[np.float32]) -> NDArray[np.float32]:
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
