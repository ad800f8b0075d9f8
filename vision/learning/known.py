"""A reader's features of tiles of known sets, which adaptation replays, and their variation.

`vision.train.known` makes their file of a few hundred kB beside the reader.
"""

import io
import zipfile
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from yakulens.vision.labels import LABELS
from yakulens.vision.models import ModelCard, ModelError

_NAMES: Final = ("features", "faces", "groups", "weights", "bias")
_VARIATIONS: Final = 2048
_SHRUNK: Final = 0.05
"""Shrinkage of the covariance towards equal variances: there are few tiles of a kind."""


@dataclass(frozen=True, eq=False)
class Known:
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
        >>> known = Known(features, np.zeros(800, int), np.arange(800) // 4, *layer)
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


def known_of(card: ModelCard) -> Known:
    """The known tiles of a model's reader.

    Raises:
        ModelError: it names none, or the file is invalid.
    """
    data = card.known()
    try:
        with np.load(io.BytesIO(data), allow_pickle=False) as arrays:
            features, faces, groups, weights, bias = (arrays[name] for name in _NAMES)
    except (ValueError, OSError, KeyError, EOFError, zipfile.BadZipFile) as error:
        message = f"model {card.name}: {card.reader.known} is no file of features ({error})"
        raise ModelError(message) from error
    rows = features.shape[:-1]
    consistent = len(rows) == 1 and faces.shape == groups.shape == rows and faces.max(initial=0) < len(LABELS)
    if not consistent or weights.shape != (len(LABELS), features.shape[1]) or bias.shape != (len(LABELS),):
        message = f"model {card.name}: {card.reader.known} holds arrays that do not belong together"
        raise ModelError(message)
    layer = weights.astype(np.float32), bias.astype(np.float32)
    return Known(features.astype(np.float32), faces.astype(np.intp), groups.astype(np.intp), *layer)
