"""A reader's features: the input of its last layer. Adaptation replays those of tiles of known sets.

`models.train.known` makes the file of the latter, a few hundred kB beside the reader.
"""

import io
import zipfile
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final, Self

import numpy as np
from numpy.typing import NDArray

from yakulens.vision.inference import InferenceSession, SessionError
from yakulens.vision.labels import LABELS
from yakulens.vision.models import ModelCard, ModelError
from yakulens.vision.naming.namer import FEATURES, MAPS
from yakulens.vision.naming.reader import Reader
from yakulens.vision.naming.tile_set import Layer, pooled
from yakulens.vision.picture.pyramid import Pyramid

VIEWS: Final = ((0, 1.0), (1, 1.0), (0, 0.93), (1, 1.07))
"""Views of a tile for its features: 1 for upside down, and the scale of its quad."""
_SIZES: Final = (1.0, 0.93, 1.07)
"""Scales of the quad for the maps, each both ways round."""
_JITTERED: Final = 4
"""Further quads for the maps, each with random errors."""
CORNERS, PLACE, SIZE = 0.03, 0.02, 0.03
"""Standard deviations of a finder's errors, in sides: of each corner, of the whole quad, of its scale."""
_KNOWN_ARRAYS: Final = ("features", "faces", "groups", "weights", "bias")
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


@dataclass(frozen=True, slots=True, eq=False)
class FeatureExtractor:
    """A model's reader, used for its features rather than its names.

    Attributes:
        reader: gives features.
        layer: the reader's own last layer, calibrated.
        known: the reader's features of known sets.
        sha256: of the reader's file.
    """

    reader: Reader
    layer: Layer
    known: KnownTiles
    sha256: str

    @classmethod
    def of(cls, card: ModelCard) -> Self:
        """Make the feature extractor of a model.

        Raises:
            ModelError: nothing can be learnt with this model.
        """
        known = _known_of(card)
        try:
            session = InferenceSession(
                card.network(card.reader), card.reader.file, seconds=card.run_limit(card.reader)
            )
            reader = Reader(session, card.reader)
        except SessionError as error:
            message = f"model {card.name}: {card.reader.file}: {error}"
            raise ModelError(message) from error
        if session.outputs.get(FEATURES, [])[1:] != [known.features.shape[1]] or MAPS not in session.outputs:
            message = f"model {card.name}: {card.reader.known} holds features of another reader"
            raise ModelError(message)
        heat = np.float32(card.reader.face_temperature)
        layer = Layer(known.weights / heat, known.bias / heat)
        return cls(reader, layer, known, card.reader.sha256)

    def of_set(self, *, reds: bool) -> Self:
        """The extractor for a set with red fives, or without, where a five that looks red is plain."""
        return replace(self, layer=replace(self.layer, reds=reds))

    def extract(
        self, photo: Pyramid, quads: NDArray[np.float32]
    ) -> tuple[NDArray[np.float32], NDArray[np.float16]]:
        """Features and maps of tiles, each cropped by several quads, ``(N, 4, 2)`` float32.

        Returns:
            ``(N, V, K)`` float32 features by ``VIEWS``; ``(N, 2, W, D)`` float16 maps, as found and turned.
        """
        jittered = _jittered_quads(quads)
        both_ways = np.concatenate([jittered, np.roll(jittered, 2, axis=2)])
        features, maps = self.reader.features(photo, both_ways.reshape(-1, 4, 2))
        shape = 2, len(jittered), len(quads), -1
        by_quad = features.reshape(shape)
        maps_by_quad = pooled(maps).astype(np.float16).reshape(shape)
        chosen = [by_quad[upside_down, _SIZES.index(size)] for upside_down, size in VIEWS]
        return np.stack(chosen, axis=1), maps_by_quad.transpose(2, 0, 1, 3)


def _jittered_quads(quads: NDArray[np.float32]) -> NDArray[np.float32]:
    """The quads ``(W, N, 4, 2)`` float32 that crop the tiles, the first as found."""
    rng = np.random.default_rng(0)
    middle = quads.mean(axis=1, keepdims=True)
    out = [middle + (quads - middle) * size for size in _SIZES]
    across = (quads[:, 1] - quads[:, 0] + quads[:, 2] - quads[:, 3])[:, None] / 2
    along = (quads[:, 3] - quads[:, 0] + quads[:, 2] - quads[:, 1])[:, None] / 2
    count = len(quads)
    for _ in range(_JITTERED):
        quad = middle + (quads - middle) * rng.normal(1, SIZE, (count, 1, 1))
        for side in (across, along):
            offsets = rng.normal(0, CORNERS, (count, 4, 1)) + rng.normal(0, PLACE, (count, 1, 1))
            quad = quad + offsets * side
        out.append(quad)
    return np.stack(out).astype(np.float32)


def _known_of(card: ModelCard) -> KnownTiles:
    """The known tiles of a model's reader.

    Raises:
        ModelError: it names none, or the file is invalid.
    """
    data = card.known()
    try:
        with np.load(io.BytesIO(data), allow_pickle=False) as arrays:
            features, faces, groups, weights, bias = (arrays[name] for name in _KNOWN_ARRAYS)
    except (ValueError, OSError, KeyError, EOFError, zipfile.BadZipFile) as error:
        message = f"model {card.name}: {card.reader.known} is no file of features ({error})"
        raise ModelError(message) from error
    rows = features.shape[:-1]
    consistent = len(rows) == 1 and faces.shape == groups.shape == rows and faces.max(initial=0) < len(LABELS)
    if not consistent or weights.shape != (len(LABELS), features.shape[1]) or bias.shape != (len(LABELS),):
        message = f"model {card.name}: {card.reader.known} holds arrays that do not belong together"
        raise ModelError(message)
    layer = weights.astype(np.float32), bias.astype(np.float32)
    return KnownTiles(features.astype(np.float32), faces.astype(np.intp), groups.astype(np.intp), *layer)
