"""Which learnt tile set the tiles of a photo look like.

Maps of a set's own tiles lie near those of its examples, in the directions that tell its faces apart; tiles
of other sets lie anywhere. No photo is read otherwise for it: that is asked.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from yakulens.vision.labels import BACK
from yakulens.vision.learning.feature_extractor import FeatureExtractor
from yakulens.vision.learning.ink import lighter_ink
from yakulens.vision.naming.tile_set import PrototypeHead, TileSet, pooled
from yakulens.vision.picture.color_transform import ColorTransform
from yakulens.vision.picture.photo import Photo
from yakulens.vision.picture.pyramid import Pyramid
from yakulens.vision.picture.show import show_photo
from yakulens.vision.reading import Reading

_FEWEST: Final = 8
"""Fewer tiles than these tell nothing of their set."""
_MOST: Final = 24
"""More tiles than these tell nothing new of their set."""
_KNOWN: Final = 30
"""A set of which fewer faces were shown is not known again: tiles of the others look like any of them."""
_ALIKE: Final = 0.88
"""From this likeness on tiles look like a set; `python -m tests.vision.learning.recognised` measures it."""
_CLEARLY: Final = 0.03
"""By so much a set must be liker than any other to be the one that tiles look like."""


def looks_like(
    photo: Photo, reading: Reading, sets: Sequence[TileSet], extractor: FeatureExtractor
) -> str | None:
    """The name of the learnt set that a photo's tiles look like; None where none does, or two do equally.

    Args:
        photo: the photo.
        reading: what was read of it, with any set: it says where tiles lie.
        sets: those that it may be; left out is what was learnt with another reader or of few faces.
        extractor: gives maps of tiles.
    """
    known = [
        each for each in sets if each.reader == extractor.sha256 and len(each.examples.counts()) >= _KNOWN
    ]
    faces = [tile.quad for tile in reading.tiles if tile.face != BACK]
    if not known or len(faces) < _FEWEST:
        return None
    quads = np.array([faces[n] for n in range(0, len(faces), -(-len(faces) // _MOST))], np.float32)
    # What the reader sees of a face is much the same in any colours: light or dark ink must fit, too.
    light_on_dark = lighter_ink(photo.pyramid, quads) > 0
    known = [each for each in known if each.color_transform.negative is light_on_dark]
    if not known:
        return None
    seen = {
        how: _maps(photo.pyramid, quads, how, extractor) for how in {each.color_transform for each in known}
    }
    like = {
        each.name: likeness(each.prototype_head, seen[each.color_transform])
        for each in known
        if each.prototype_head is not None
    }
    best, *others = sorted(like, key=like.__getitem__, reverse=True)
    clear = not others or like[best] >= like[others[0]] + _CLEARLY
    return best if like[best] >= _ALIKE and clear else None


def likeness(prototype_head: PrototypeHead, maps: NDArray[np.float32]) -> float:
    """How like a set tiles look, -1 to 1: the likeness of each to the likest face of the set, on average.

    The maps of N tiles are ``(W, N, D)`` float32, each seen in W ways.

    >>> axes, offset = np.eye(2, dtype=np.float32), np.zeros(2, np.float32)
    >>> mine = PrototypeHead(np.array([3, 7]), np.array([0, 0]), axes, offset, axes, 20.0, 0.0)
    >>> likeness(mine, np.array([[[2, 0], [0, 3]]], np.float32))
    1.0
    >>> round(likeness(mine, np.array([[[2, 2], [2, 2]]], np.float32)), 2)
    0.71
    """
    best = np.max([prototype_head.face_similarities(way)[1].max(axis=1) for way in maps], axis=0)
    return float(best.mean())


def _maps(
    photo: Pyramid, quads: NDArray[np.float32], color_transform: ColorTransform, extractor: FeatureExtractor
) -> NDArray[np.float32]:
    """``(2, N, D)``: tiles under a colour transform as they lie, and upside down."""
    shown = show_photo(color_transform, photo)
    quads = color_transform.map_quads(quads, photo.size[1])
    both = np.concatenate([quads, np.roll(quads, 2, axis=1)])
    return pooled(extractor.reader.features(shown.inks, both)[1]).reshape(2, len(quads), -1)
