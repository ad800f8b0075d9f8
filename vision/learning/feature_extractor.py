"""Features of tiles from a model's reader: the input of its last layer."""

from dataclasses import dataclass, replace
from typing import Final, Self

import numpy as np
from numpy.typing import NDArray

from yakulens.vision.inference import InferenceSession, SessionError
from yakulens.vision.learning.known import Known, known_of
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
    known: Known
    sha256: str

    @classmethod
    def of(cls, card: ModelCard) -> Self:
        """Make the feature extractor of a model.

        Raises:
            ModelError: nothing can be learnt with this model.
        """
        known = known_of(card)
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

    def named(self, photo: Pyramid, quads: NDArray[np.float32]) -> NDArray[np.float32]:
        """``(N, 39)`` float32 log odds of tiles at ``(N, 4, 2)`` quads, by the reader's own layer."""
        return self.layer(self.reader.features(photo, quads)[0])

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
