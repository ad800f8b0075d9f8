"""Altered copies of photos, to evaluate an adapted reader if each face was shown only once.

A copy has another light, is smaller and less sharp, and has noise and a finder's corner errors. A tile's copy
is easier to read than another tile of the same face: copies only show whether a set needs adaptation at all,
and whether adaptation spoils tiles that were read right.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from yakulens.models.teach.labelled_tiles import LabelledTiles, P
from yakulens.models.teach.tile_views import CORNERS, PLACE, SIZE, Alteration, TileViews

COPIES: Final = 3
"""How many copies of each photo are made."""
_LIGHT: Final = (0.7, 1.2)
"""Least and greatest factor of brightness."""
_CAST: Final = 0.04
"""Standard deviation of each channel's factor of brightness."""
_MIN_SCALE: Final = 0.55
"""Least scale of a copy, as if taken from farther away."""
_NOISE: Final = 4.0
_NOISE_SIDE: Final = 128
"""The noise repeats after so many pixels, which is farther than a tile of most photos."""


async def altered(part: LabelledTiles[P], number: int, views: TileViews[P]) -> LabelledTiles[P]:
    """An altered copy of a photo and its tiles; the same number gives the same copy."""
    how, quads = alteration(part.quads, part.photo.size, number)
    return part._replace(photo=await views.altered(part.photo, how), quads=quads)


def alteration(
    quads: NDArray[np.float32], size: tuple[int, int], number: int
) -> tuple[Alteration, NDArray[np.float32]]:
    """How a copy of a photo differs, and where its tiles ``(N, 4, 2)`` lie there.

    >>> quads = np.array([[[9, 9], [39, 9], [39, 49], [9, 49]]], np.float32)
    >>> how, moved = alteration(quads, (60, 80), 0)
    >>> how.size < (60, 80), bool(np.abs(moved / how.size[1] * 80 - quads).max() < 8)
    (True, True)
    """
    rng = np.random.default_rng([number, len(quads)])
    factor = float(rng.uniform(_MIN_SCALE, 1.0))
    smaller = (max(1, round(size[0] * factor)), max(1, round(size[1] * factor)))
    light = rng.uniform(*_LIGHT) * rng.normal(1, _CAST, 3)
    noise = rng.normal(0, _NOISE, (_NOISE_SIDE, _NOISE_SIDE, 3))
    scale = np.array([smaller[1] / size[1], smaller[0] / size[0]])
    moved = np.asarray(_with_corner_errors(quads, rng) * scale, np.float32)
    return Alteration(smaller, light.astype(np.float32), noise.astype(np.float32)), moved


def _with_corner_errors(quads: NDArray[np.float32], rng: np.random.Generator) -> NDArray[np.float64]:
    """The quads ``(N, 4, 2)`` with a finder's errors."""
    middle = quads.mean(axis=1, keepdims=True)
    side = np.linalg.norm(quads[:, 1] - quads[:, 0], axis=1)[:, None, None]
    count = len(quads)
    sized = middle + (quads - middle) * rng.normal(1, SIZE, (count, 1, 1))
    moved = rng.normal(0, PLACE, (count, 1, 2)) + rng.normal(0, CORNERS, (count, 4, 2))
    return np.asarray(sized + moved * side, np.float64)
