"""Geometry of quads: four corners in pixels, clockwise as seen (y points down)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

_NEAR: Final = 0.65
"""Quads with a good part in common have their centres nearer than this share of the longer one's long side;
neighbours in a row, three quarters of it apart, need not be cut."""


_CROSSWISE: Final = 0.6
"""The most that a tile lying across hides of another; one tile found twice has more in common with itself."""

_RIGHT_ANGLE: Final = 0.5
"""Cosine of the angle from which two tiles lie across each other: perspective skews it."""

_SMALLER: Final = 0.6


def areas(quads: NDArray[np.float32]) -> NDArray[np.float64]:
    """``(N,)`` signed areas in square pixels; positive where the corners run clockwise as seen."""
    x, y = quads[..., 0].astype(np.float64), quads[..., 1].astype(np.float64)
    return np.asarray((x * np.roll(y, -1, axis=-1) - np.roll(x, -1, axis=-1) * y).sum(axis=-1) / 2)


def convex(quads: NDArray[np.float32]) -> NDArray[np.bool_]:
    """``(N,)`` whether each quad is strictly convex and clockwise."""
    edges = np.roll(quads, -1, axis=-2) - quads
    following = np.roll(edges, -1, axis=-2)
    turns = edges[..., 0] * following[..., 1] - edges[..., 1] * following[..., 0]
    return np.asarray((turns > 0).all(axis=-1))


def intersection(one: NDArray[np.float32], other: NDArray[np.float32]) -> float:
    """The common area of two convex clockwise quads, square pixels.

    Sutherland and Hodgman's clipping. OpenCV's ``intersectConvexConvex`` answers 0 for some quads that lie
    over each other with nearly parallel edges, which is just what two finds of one tile do.
    """
    polygon = [(float(x), float(y)) for x, y in one]
    cutter = [(float(x), float(y)) for x, y in other]
    for (x0, y0), (x1, y1) in zip(cutter, [*cutter[1:], cutter[0]], strict=True):
        sides = [(x1 - x0) * (y - y0) - (y1 - y0) * (x - x0) for x, y in polygon]
        clipped: list[tuple[float, float]] = []
        for k, (side, (x, y)) in enumerate(zip(sides, polygon, strict=True)):
            before, (u, v) = sides[k - 1], polygon[k - 1]
            if (side > 0) != (before > 0):
                share = before / (before - side)
                clipped.append((u + (x - u) * share, v + (y - v) * share))
            if side > 0:
                clipped.append((x, y))
        polygon = clipped
    return abs(sum(polygon[k - 1][0] * y - x * polygon[k - 1][1] for k, (x, y) in enumerate(polygon))) / 2


def short_sides(quads: NDArray[np.float32]) -> NDArray[np.float32]:
    """``(N,)`` the shorter of the two mean lengths of opposite sides, pixels."""
    sides = np.linalg.norm(quads - np.roll(quads, -1, axis=1), axis=2)
    return np.asarray(np.minimum(sides[:, 0] + sides[:, 2], sides[:, 1] + sides[:, 3]) / 2, np.float32)


def without_duplicates(
    quads: NDArray[np.float32], scores: NDArray[np.float32], most_covered: float
) -> NDArray[np.intp]:
    """Indices of the quads to keep, best score first.

    Two faces never cover each other on a photo, so where the common area is more than ``most_covered`` of
    the smaller quad, the one with the lower score is a duplicate. Only an added tile on top of a called one
    hides up to three fifths of its neighbour, and lies across it.
    """
    centre = quads.mean(axis=1)
    sides = np.linalg.norm(quads - np.roll(quads, -1, axis=1), axis=2)
    reach = _NEAR * sides.max(axis=1, initial=0.0)
    size = np.abs(areas(quads))
    kept: list[int] = []
    for i in np.argsort(-scores, kind="stable"):
        apart = np.linalg.norm(centre[kept] - centre[i], axis=1)
        near = [kept[k] for k in np.flatnonzero(apart < np.maximum(reach[kept], reach[i]))]
        if all(
            intersection(quads[i], quads[k])
            <= (_CROSSWISE if _crosswise(quads[i], quads[k]) else most_covered) * min(size[i], size[k])
            for k in near
        ):
            kept.append(int(i))
    return np.array(kept, np.intp)


def _crosswise(one: NDArray[np.float32], other: NDArray[np.float32]) -> bool:
    """Whether the long sides of two quads cross at nearly a right angle."""
    along = []
    for quad in (one, other):
        across, down = quad[1] - quad[0] + quad[2] - quad[3], quad[3] - quad[0] + quad[2] - quad[1]
        along.append(max(across, down, key=lambda side: float(side @ side)))
    lengths = float(np.linalg.norm(along[0]) * np.linalg.norm(along[1]))
    cosine = abs(float(along[0] @ along[1])) / max(lengths, 1e-6)
    return cosine < _RIGHT_ANGLE


def swallowing(
    quads: NDArray[np.float32], scores: NDArray[np.float32], most_covered: float
) -> NDArray[np.bool_]:
    """``(N,)`` whether a quad takes several tiles for one.

    It holds the middles of two or more quads, none over another, that are much smaller and score at least
    half as well.
    """
    size = np.abs(areas(quads))
    centre = quads.mean(axis=1)
    found = np.zeros(len(quads), np.bool_)
    for i in range(len(quads)):
        smaller = (size < _SMALLER * size[i]) & (scores >= scores[i] / 2)
        held = [k for k in np.flatnonzero(smaller) if _holds(quads[i], centre[k])]
        found[i] = len(without_duplicates(quads[held], scores[held], most_covered)) > 1 if held else False
    return found


def _holds(quad: NDArray[np.float32], point: NDArray[np.float32]) -> bool:
    """Whether the point lies in the convex clockwise quad."""
    edge, way = np.roll(quad, -1, axis=0) - quad, point - quad
    return bool((edge[:, 0] * way[:, 1] - edge[:, 1] * way[:, 0] > 0).all())


def fragments(quads: NDArray[np.float32], whole: NDArray[np.float32]) -> NDArray[np.bool_]:
    """``(N,)`` whether each of ``quads`` is but a part of one in ``whole``: within it and much smaller."""
    size, full = np.abs(areas(quads)), np.abs(areas(whole))
    centre = quads.mean(axis=1)
    return np.array(
        [
            any(size[i] < _SMALLER * full[k] and _holds(whole[k], centre[i]) for k in range(len(whole)))
            for i in range(len(quads))
        ],
        np.bool_,
    )
