"""Fits a prototype head: the means of a set's faces on the reader's finer map, along axes that part them.

The reader's last features know the strokes of usual sets; letters, or a face small in a frame, look much
alike there. The reader's finer map keeps where on a tile there is what. Looked at from a few places about
where each tile was found, maps of one face vary as they do on photos. Weighed against that variation (linear
discriminant analysis), one example of a face tells it from the others.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from yakulens.vision.naming.tile_set import PrototypeHead, normalised

_STEADY: Final = 0.003
"""Part of the greatest variation that is taken to be there in every direction: few tiles show few of them."""
_LEAST: Final = 1e-5
"""A direction with a smaller part of the greatest variation is noise of rounding."""
_MOST_ROWS: Final = 1500
"""More views of tiles than these say nothing new of how maps vary."""
FEWER_ROWS: Final = 1000
"""So many views say nearly as much of how maps vary, in a third of the time."""
_MOST_EACH: Final = 12
"""More tiles of one face than these say nothing new either."""


@dataclass(frozen=True, slots=True, eq=False)
class Maps:
    """The reader's maps of tiles, each looked at from several places.

    Attributes:
        values: ``(N, 2, V, D)`` float16: as the tile was shown, its top first as far as that is known, and
            upside down.
        faces: ``(N,)`` intp, indices of labels.
    """

    values: NDArray[np.float16]
    faces: NDArray[np.intp]

    def __len__(self) -> int:
        """How many tiles."""
        return len(self.faces)

    def __getitem__(self, chosen: NDArray[np.intp] | NDArray[np.bool_]) -> Maps:
        """The maps of the tiles chosen by an array of indices or by a mask."""
        return Maps(self.values[chosen], self.faces[chosen])


def fit_prototypes(maps: Maps, trust: float, sharpness: float, rows: int = _MOST_ROWS) -> PrototypeHead:
    """Fit what tells the faces of these tiles from each other.

    Args:
        maps: of at least one tile.
        trust: how far the reader's own word counts beside likeness, 0 to 1.
        sharpness: by what likeness is multiplied to become log odds.
        rows: how many views of tiles say how maps vary.
    """
    rank = np.zeros(len(maps.faces), np.intp)
    for face in np.unique(maps.faces):
        rank[maps.faces == face] = np.arange((maps.faces == face).sum())
    maps = maps[rank < _MOST_EACH]
    values = _alike(maps)
    count, _, views, size = values.shape
    middle = values.mean(axis=(0, 1, 2))
    values -= middle
    faces = np.unique(maps.faces)
    # A tile found upside down is another picture: each face has two of them.
    of_face = np.searchsorted(faces, maps.faces)
    means = np.stack([values[of_face == face].mean(axis=(0, 2)) for face in range(len(faces))])
    apart = (values - means[of_face][:, :, None]).reshape(count * 2 * views, size)
    if len(apart) > rows:
        apart = apart[np.random.default_rng(0).choice(len(apart), rows, replace=False)]
    spread, mixed = np.linalg.eigh(apart @ apart.T / np.float32(len(apart)))
    kept = spread > max(_LEAST * float(spread[-1]), 1e-12)
    spread, mixed = spread[kept], mixed[:, kept]
    directions = apart.T @ mixed / np.sqrt(spread * len(apart))
    floor = _STEADY * float(spread[-1]) if len(spread) else 1.0
    gain = np.sqrt(floor / (spread + floor)) - 1

    def evened(rows: NDArray[np.float32]) -> NDArray[np.float32]:
        """Maps, shrunk along the directions in which maps of one face vary."""
        return np.asarray(rows + (rows @ directions * gain) @ directions.T, np.float32)

    both = np.repeat(np.arange(len(faces)), 2)
    told = evened(means.reshape(len(both), size))
    basis, strength, _ = np.linalg.svd(told.T, full_matrices=False)
    axes = evened(basis[:, strength > _LEAST * max(float(strength[0]), 1e-12)].T.copy()).T
    return PrototypeHead(
        faces=faces[both],
        tops=np.tile([0, 2], len(faces)),
        axes=axes,
        offset=-middle @ axes,
        means=normalised((means.reshape(len(both), size)) @ axes),
        sharpness=sharpness,
        trust=trust,
    )


def _alike(maps: Maps) -> NDArray[np.float32]:
    """The maps, tiles of a face that were found the other way round than most of it turned round."""
    values = maps.values.astype(np.float32)
    middle = values.mean(axis=(0, 1, 2))
    first = values[:, :, 0] - middle
    for face in np.unique(maps.faces):
        tiles = np.flatnonzero(maps.faces == face)
        as_found = normalised(first[tiles]) @ normalised(first[tiles[0]]).T
        same = as_found[:, 0, 0] + as_found[:, 1, 1]
        other = same < as_found[:, 0, 1] + as_found[:, 1, 0]
        turned = tiles[other if other.sum() <= len(tiles) / 2 else ~other]
        values[turned] = values[turned][:, ::-1]
    return values
