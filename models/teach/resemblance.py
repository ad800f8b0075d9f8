"""Finds the learnt tile set that a photo's tiles look like; a person decides whether to use it.

Along a prototype head's axes, maps of the set's own tiles are near its examples; others lie anywhere.
"""

import math
from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from yakulens.models.teach.feature_extractor import FeatureExtractor
from yakulens.models.teach.ink import lighter_ink
from yakulens.vision.coroutines import run
from yakulens.vision.labels import BACK
from yakulens.vision.naming.rectify import crops
from yakulens.vision.naming.tile_set import PrototypeHead, TileSet
from yakulens.vision.picture.photo import Photo
from yakulens.vision.reading import Reading

_MIN_TILES: Final = 8
_MAX_TILES: Final = 24
"""Least and greatest number of tiles to compare; with fewer, no set is recognised."""
_MIN_FACES: Final = 30
"""Least number of faces of a set: tiles with other faces look like any of them."""
_MIN_LIKENESS: Final = 0.88
"""Least mean likeness; `python -m tests.models.teach.recognised` measures it."""
_MARGIN: Final = 0.03
"""Least lead in likeness over any other set."""


def looks_like(
    photo: Photo, reading: Reading, sets: Sequence[TileSet], extractor: FeatureExtractor
) -> str | None:
    """The name of the learnt set that a photo's tiles look like; None if none does, or two do equally.

    Only the positions of tiles in the reading count. Sets of another reader or with few faces are left out.
    """
    candidates = [
        each for each in sets if each.reader == extractor.sha256 and len(each.examples.counts()) >= _MIN_FACES
    ]
    tile_quads = [tile.quad for tile in reading.tiles if tile.face != BACK]
    if not candidates or len(tile_quads) < _MIN_TILES:
        return None
    quads = np.array(tile_quads[:: math.ceil(len(tile_quads) / _MAX_TILES)], np.float32)
    # Maps are similar in any colours, so light or dark ink must match too.
    light_on_dark = lighter_ink(crops(photo.pyramid, quads)) > 0
    candidates = [tile_set for tile_set in candidates if tile_set.color_transform.negative is light_on_dark]
    if not candidates:
        return None
    maps = {}
    for color_transform in {tile_set.color_transform for tile_set in candidates}:
        placed = color_transform.map_quads(quads, photo.size[1])
        # Tiles as found and upside down.
        both = np.concatenate([placed, np.roll(placed, 2, axis=1)])
        features = run(extractor.features(photo.pyramid, both, color_transform))
        maps[color_transform] = features[1].reshape(2, len(quads), -1)
    likeness_of = {
        tile_set.name: likeness(tile_set.prototype_head, maps[tile_set.color_transform])
        for tile_set in candidates
        if tile_set.prototype_head is not None
    }
    best, *others = sorted(likeness_of, key=likeness_of.__getitem__, reverse=True)
    unambiguous = not others or likeness_of[best] >= likeness_of[others[0]] + _MARGIN
    return best if likeness_of[best] >= _MIN_LIKENESS and unambiguous else None


def likeness(prototype_head: PrototypeHead, maps: NDArray[np.float32]) -> float:
    """The mean likeness of tiles to the most similar face of a set, -1 to 1.

    The maps of N tiles are ``(W, N, D)`` float32, W for each tile.

    >>> axes, offset = np.eye(2, dtype=np.float32), np.zeros(2, np.float32)
    >>> mine = PrototypeHead(np.array([3, 7]), np.array([0, 0]), axes, offset, axes, 20.0, 0.0)
    >>> likeness(mine, np.array([[[2, 0], [0, 3]]], np.float32))
    1.0
    >>> round(likeness(mine, np.array([[[2, 2], [2, 2]]], np.float32)), 2)
    0.71
    """
    best = np.max([prototype_head.face_similarities(way)[1].max(axis=1) for way in maps], axis=0)
    return float(best.mean())
