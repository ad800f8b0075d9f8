"""Fits a prototype head: means of a set's faces in the reader's feature map, along axes that separate them.

The reader's last features separate the strokes of usual sets, but letters, or small faces in a frame, look
similar there. The feature map before them keeps positions. Cropped by slightly different quads, maps of one
face vary as on photos; relative to that variation (linear discriminant analysis) one example suffices.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from yakulens.vision.arrays import ParallelArrays
from yakulens.vision.naming.tile_set import PrototypeHead, normalised

_VARIANCE_FLOOR: Final = 0.003
"""Least variance of every direction, as a share of the greatest one."""
_ROUNDING: Final = 1e-5
"""Directions with a smaller share of the greatest variance are rounding errors."""
_MAX_ROWS: Final = 1500
"""Most views of tiles from which the variation is measured."""
FEWER_ROWS: Final = 1000
"""Nearly as good in a third of the time."""
_MAX_TILES: Final = 12
"""Most tiles of one face."""


@dataclass(frozen=True, slots=True, eq=False)
class Maps(ParallelArrays):
    """The reader's feature maps of tiles, each cropped by several quads: ``(N, 2, V, D)`` float16.

    They are as found (from the top, if known) and upside down.
    """

    values: NDArray[np.float16]
    faces: NDArray[np.intp]


def first_of_each(faces: NDArray[np.intp], count: int) -> NDArray[np.bool_]:
    """``(N,)`` bool: which of ``(N,)`` faces are among the first ``count`` of their kind."""
    rank = np.zeros(len(faces), np.intp)
    for face in np.unique(faces):
        rank[faces == face] = np.arange((faces == face).sum())
    return rank < count


def fit_prototypes(maps: Maps, trust: float, sharpness: float, rows: int = _MAX_ROWS) -> PrototypeHead:
    """Fit a prototype head to at least one tile.

    ``trust`` is the weight of the reader's layer beside likeness, 0 to 1; ``sharpness`` is the factor from
    likeness to log odds; the variation is measured from at most ``rows`` views of tiles.
    """
    maps = maps[first_of_each(maps.faces, _MAX_TILES)]
    values = _aligned(maps)
    count, _, views, size = values.shape
    middle = values.mean(axis=(0, 1, 2))
    values -= middle
    faces = np.unique(maps.faces)
    # A tile found upside down is another picture: each face has two.
    of_face = np.searchsorted(faces, maps.faces)
    means = np.stack([values[of_face == face].mean(axis=(0, 2)) for face in range(len(faces))])
    deviations = (values - means[of_face][:, :, None]).reshape(count * 2 * views, size)
    if len(deviations) > rows:
        deviations = deviations[np.random.default_rng(0).choice(len(deviations), rows, replace=False)]
    variances, vectors = np.linalg.eigh(deviations @ deviations.T / np.float32(len(deviations)))
    significant = variances > max(_ROUNDING * float(variances[-1]), 1e-12)
    variances, vectors = variances[significant], vectors[:, significant]
    directions = deviations.T @ vectors / np.sqrt(variances * len(deviations))
    floor = _VARIANCE_FLOOR * float(variances[-1]) if len(variances) else 1.0
    gain = np.sqrt(floor / (variances + floor)) - 1

    def whitened(rows: NDArray[np.float32]) -> NDArray[np.float32]:
        """Maps, shrunk along directions of large variation within a face."""
        return np.asarray(rows + (rows @ directions * gain) @ directions.T, np.float32)

    face_of_prototype = np.repeat(np.arange(len(faces)), 2)
    whitened_means = whitened(means.reshape(len(face_of_prototype), size))
    basis, strength, _ = np.linalg.svd(whitened_means.T, full_matrices=False)
    axes = whitened(basis[:, strength > _ROUNDING * max(float(strength[0]), 1e-12)].T.copy()).T
    return PrototypeHead(
        faces=faces[face_of_prototype],
        tops=np.tile([0, 2], len(faces)),
        axes=axes,
        offset=-middle @ axes,
        means=normalised((means.reshape(len(face_of_prototype), size)) @ axes),
        sharpness=sharpness,
        trust=trust,
    )


def _aligned(maps: Maps) -> NDArray[np.float32]:
    """The maps, turned for tiles that were found upside down relative to most tiles of their face."""
    values = maps.values.astype(np.float32)
    middle = values.mean(axis=(0, 1, 2))
    first = values[:, :, 0] - middle
    for face in np.unique(maps.faces):
        tiles = np.flatnonzero(maps.faces == face)
        likeness = normalised(first[tiles]) @ normalised(first[tiles[0]]).T
        unflipped = likeness[:, 0, 0] + likeness[:, 1, 1]
        flipped = unflipped < likeness[:, 0, 1] + likeness[:, 1, 0]
        turned = tiles[flipped if flipped.sum() <= len(tiles) / 2 else ~flipped]
        values[turned] = values[turned][:, ::-1]
    return values
