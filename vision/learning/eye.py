"""The reader with its features: what it sees of a tile before it names it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from vision.learning.known import known_of
from vision.models import ModelError
from vision.naming.last_layer import LastLayerError, last_layer, with_output
from vision.naming.reader import Reader
from vision.naming.tile_set import Layer
from vision.session import InferenceSession, SessionError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.learning.known import Known
    from vision.models import ModelCard
    from vision.picture.pyramid import Pyramid

VIEWS: Final = ((0, 1.0), (2, 1.0), (0, 0.93), (2, 1.07))
"""Each tile is looked at as it was found, upside down, a little larger and smaller: quarters and size."""


@dataclass(frozen=True, slots=True, eq=False)
class Eye:
    """A model's reader for learning.

    Attributes:
        reader: gives features.
        layer: its own last layer, calibrated.
        known: its features of known sets.
        sha256: of its file.
    """

    reader: Reader
    layer: Layer
    known: Known
    sha256: str

    @classmethod
    def of(cls, card: ModelCard) -> Eye:
        """The eye of a model.

        Raises:
            ModelError: nothing can be learnt with this model.
        """
        known = known_of(card)
        try:
            network = card.network(card.reader)
            last = last_layer(network)
            session = InferenceSession(with_output(network, last.features), card.reader.file)
            reader = Reader(session, card.reader)
        except (LastLayerError, SessionError) as error:
            message = f"model {card.name}: {card.reader.file}: {error}"
            raise ModelError(message) from error
        if known.features.shape[1] != last.weights.shape[1]:
            message = f"model {card.name}: {card.reader.known} holds features of another reader"
            raise ModelError(message)
        heat = np.float32(card.reader.face_temperature)
        return cls(reader, Layer(last.weights / heat, last.bias / heat), known, card.reader.sha256)

    def look(self, photo: Pyramid, quads: NDArray[np.float32]) -> NDArray[np.float32]:
        """``(N, V, K)`` float32: features of each tile in each of the views.

        Args:
            photo: as faces are read from it.
            quads: ``(N, 4, 2)`` float32, photo pixels, clockwise.
        """
        middle = quads.mean(axis=1, keepdims=True)
        views = [np.roll(middle + (quads - middle) * size, turn, axis=1) for turn, size in VIEWS]
        seen = self.reader.features(photo, np.concatenate(views).astype(np.float32))
        return seen.reshape(len(VIEWS), len(quads), -1).transpose(1, 0, 2)
