"""Whether a printed face ends where its detection does: what is printed on a stick or a sheet goes on.

A tile has an edge: a bevel, a shadow, or the side of its neighbour. The dots of a point stick, and tiles in a
diagram, lie on white that goes on beyond two opposite edges of what was detected as a face.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

import numpy as np

from yakulens.vision.geometry.quads import contains
from yakulens.vision.naming.rectify import MARGIN, crops

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from yakulens.vision.picture.pyramid import Pyramid

_ACROSS: Final = (-0.08, 0.12)
"""Light is followed across an edge from so far within it to so far beyond it, in shares of the face's
side."""
_MIDDLE: Final = 0.6
"""Share of an edge along which light is followed; the ends are left out."""
_LIGHT: Final = 70.0
"""Per cent of a line's pixels that are darker than what counts as its ground: dots cover less of it."""
_GROUND: Final = 75.0
"""Per cent of a face's pixels that are darker than what counts as its ground."""
_SAME: Final = 0.05
"""Natural logarithm by which the ground may change, in any colour, where it goes on beyond an edge. On 14
photos of tables in four versions it does so on 17 of the detections of which finder and reader are unsure: on
sticks and a sheet, on no tile."""
_SUM: Final = np.ones(3, np.int32)
_STEP: Final = 0.2
"""How far beyond an edge a neighbour is looked for, in half sides of the tile."""


def neighboured(quads: NDArray[np.float32], others: NDArray[np.float32]) -> NDArray[np.bool_]:
    """``(N, 4)`` whether another quad lies just beyond the middle of each edge, corner 0 to 1 first.

    Args:
        quads: ``(N, 4, 2)`` float32, clockwise.
        others: ``(K, 4, 2)`` likewise; the same ones may be among them.

    >>> from yakulens.vision.example import detected
    >>> row = detected("1m 2m").quads
    >>> neighboured(row, row).tolist()
    [[False, True, False, False], [False, False, False, True]]
    """
    return np.asarray(contains(others, _beyond(quads).reshape(-1, 2)).any(axis=0).reshape(-1, 4))


def borderless(photo: Pyramid, quads: NDArray[np.float32], tiles: NDArray[np.float32]) -> NDArray[np.bool_]:
    """``(N,)`` whether the ground of a face goes on beyond two opposite edges, where no tile lies.

    Args:
        photo: the photo.
        quads: ``(N, 4, 2)`` float32 what may be faces, photo pixels, clockwise.
        tiles: ``(K, 4, 2)`` float32 what surely are tiles, none of those asked about.

    >>> from yakulens.vision.example import detected, painted
    >>> row = detected("1m 2m _ 3m")
    >>> white = (230, 225, 210)
    >>> on_a_table, on_a_sheet = (painted(row, [white] * 3, table) for table in ((40, 90, 60), white))
    >>> [borderless(on, row.quads[2:], row.quads[:2]).tolist() for on in (on_a_table, on_a_sheet)]
    [[False], [True]]
    """
    if not len(quads):
        return np.zeros(0, bool)
    height, width = photo.size
    beyond = _beyond(quads)
    on = ((beyond >= 0) & (beyond < (width, height))).all(axis=2)
    on &= ~neighboured(quads, tiles)
    on &= _changes(crops(photo, quads)) < _SAME
    return np.asarray((on[:, 0] & on[:, 2]) | (on[:, 1] & on[:, 3]))


def _beyond(quads: NDArray[np.float32]) -> NDArray[np.float32]:
    """``(N, 4, 2)`` a point just beyond the middle of each edge."""
    edges = (quads + np.roll(quads, -1, axis=1)) / 2
    return np.asarray(edges + (edges - quads.mean(axis=1, keepdims=True)) * _STEP)


def _changes(pictures: NDArray[np.uint8]) -> NDArray[np.float64]:
    """``(N, 4)`` how far the ground of each crop's face changes across each edge, natural logarithms."""
    around = (1 - 1 / MARGIN) / 2
    ground = _ground(pictures, around)
    changes = []
    for quarter in range(4):  # the edge that is meant comes to lie above
        turned = np.rot90(pictures, quarter, axes=(1, 2))
        height, width = turned.shape[1:3]
        within, without = (round(height * (around - share / MARGIN)) for share in _ACROSS)
        side = round(width * (1 - _MIDDLE / MARGIN) / 2)
        lines = _percentile(turned[:, without:within, side:-side], _LIGHT)
        changes.append(np.abs(np.log((lines + 1.0) / (ground[:, None] + 1.0))).max(axis=(1, 2)))
    return np.stack(changes, axis=1)


def _percentile(lines: NDArray[np.uint8], percent: float) -> NDArray[np.float64]:
    """``(N, L, 3)`` a percentile of the pixels of ``(N, L, P, 3)`` lines.

    Sorting bytes is many times faster than ``np.percentile``, for the same answer.
    """
    place = (lines.shape[2] - 1) * percent / 100
    ordered = np.sort(lines, axis=2)
    low, high = (ordered[:, :, at].astype(np.float64) for at in (math.floor(place), math.ceil(place)))
    return np.asarray(low + (high - low) * (place % 1))


def _ground(pictures: NDArray[np.uint8], around: float) -> NDArray[np.float64]:
    """``(N, 3)`` the colour of the ground of each crop's face, ``around`` the share of a side beyond it."""
    height, width = pictures.shape[1:3]
    top, left = round(height * around), round(width * around)
    face = pictures[:, top:-top, left:-left].reshape(len(pictures), -1, 3)
    light = face @ _SUM
    bright = light >= np.percentile(light, _GROUND, axis=1)[:, None]
    return np.stack([np.median(one[which], axis=0) for one, which in zip(face, bright, strict=True)])
