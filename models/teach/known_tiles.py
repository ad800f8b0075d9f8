"""A reader's features of tiles of known sets, which adaptation replays.

`models.train.known` makes their file, a few hundred kB beside the reader.
"""

import io
import zipfile
from dataclasses import dataclass
from functools import cached_property
from typing import Final, Self

import numpy as np
from numpy.typing import NDArray

from yakulens.vision.labels import LABELS
from yakulens.vision.naming.tile_set import Layer

_ARRAYS: Final = ("features", "faces", "groups", "weights", "bias")
_VARIATIONS: Final = 2048
_SHRUNK: Final = 0.05
"""Shrinkage of the covariance towards equal variances: there are few tiles of a kind."""


@dataclass(frozen=True, eq=False)
class KnownTiles:
    """Tiles of known sets.

    Attributes:
        features: ``(N, K)`` float32.
        faces: ``(N,)`` intp, indices of labels.
        groups: ``(N,)`` intp: tiles of one set and one face share a number.
        weights: ``(39, K)`` float32 of the reader's own layer from features to faces.
        bias: ``(39,)`` float32 of it.
    """

    features: NDArray[np.float32]
    faces: NDArray[np.intp]
    groups: NDArray[np.intp]
    weights: NDArray[np.float32]
    bias: NDArray[np.float32]

    @cached_property
    def variations(self) -> NDArray[np.float32]:
        """``(2048, K)`` float32: random deviations like those of one set's tiles of a face."""
        rng = np.random.default_rng(0)
        return rng.standard_normal((_VARIATIONS, len(self.spread)), np.float32) @ self.spread

    @cached_property
    def spread(self) -> NDArray[np.float32]:
        """``(K, K)``: standard normal numbers times this vary like one set's tiles of a face.

        >>> rng = np.random.default_rng(0)
        >>> features = rng.normal(0, [1, 3], (800, 2)).astype("f")
        >>> layer = np.zeros((39, 2), np.float32), np.zeros(39, np.float32)
        >>> known = KnownTiles(features, np.zeros(800, int), np.arange(800) // 4, *layer)
        >>> varied = rng.normal(size=(4000, 2)) @ known.spread
        >>> varied.std(axis=0).round().tolist()
        [1.0, 3.0]
        """
        order = np.argsort(self.groups, kind="stable")
        _, starts, counts = np.unique(self.groups[order], return_index=True, return_counts=True)
        features = self.features[order].astype(np.float64)
        means = np.add.reduceat(features, starts) / counts[:, None]
        deviations = features - np.repeat(means, counts, axis=0)
        covariance = deviations.T @ deviations / max(len(features) - len(starts), 1)
        size = len(covariance)
        isotropic = np.eye(size) * np.trace(covariance) / size
        shrunk = (1 - _SHRUNK) * covariance + _SHRUNK * isotropic + 1e-9 * np.eye(size)
        return np.asarray(np.linalg.cholesky(shrunk).T, np.float32)

    @classmethod
    def of_file(cls, data: bytes) -> Self:
        """Those of a file's bytes.

        Raises:
            ValueError: it is no such file; the message says why.
        """
        try:
            with np.load(io.BytesIO(data), allow_pickle=False) as arrays:
                features, faces, groups, weights, bias = (arrays[name] for name in _ARRAYS)
        except (ValueError, OSError, KeyError, EOFError, zipfile.BadZipFile) as error:
            message = f"is no file of features ({error})"
            raise ValueError(message) from error
        rows = features.shape[:-1]
        consistent = (
            len(rows) == 1 and faces.shape == groups.shape == rows and faces.max(initial=0) < len(LABELS)
        )
        shapes = (len(LABELS), features.shape[-1]), (len(LABELS),)
        if not consistent or (weights.shape, bias.shape) != shapes:
            message = "holds arrays that do not belong together"
            raise ValueError(message)
        layer = weights.astype(np.float32), bias.astype(np.float32)
        return cls(features.astype(np.float32), faces.astype(np.intp), groups.astype(np.intp), *layer)

    def layer(self, temperature: float) -> Layer:
        """The reader's own last layer, calibrated by its temperature."""
        heat = np.float32(temperature)
        return Layer(self.weights / heat, self.bias / heat)
