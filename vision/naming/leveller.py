"""The leveller: whether a tile lies on the table or on another tile, judged by what lies about it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from yakulens.vision.inference import InferenceSession, SessionError
from yakulens.vision.naming.levels import SIDE, stacked_logit
from yakulens.vision.naming.surroundings import surroundings

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from yakulens.vision.models import LevellerSettings
    from yakulens.vision.picture.pyramid import Pyramid

INPUT: Final = "surroundings"
_OUTPUT: Final = "raised"


class Leveller:
    """Judges how high tiles lie, with one network."""

    def __init__(self, session: InferenceSession, settings: LevellerSettings) -> None:
        """Check that the network is a leveller.

        Raises:
            SessionError: its input or output is not what a leveller has.
        """
        shape, output = session.inputs.get(INPUT), session.outputs.get(_OUTPUT)
        if shape is None or list(shape[1:]) != [3, SIDE, SIDE] or output is None or len(output) != 1:
            wanted = f"a leveller's input is '{INPUT}' (N, 3, {SIDE}, {SIDE}), its output '{_OUTPUT}' (N,)"
            raise SessionError(session.name, f"{wanted}; found {session.inputs}, {session.outputs}")
        self._session = session
        self._settings = settings

    def level(self, photo: Pyramid, quads: NDArray[np.float32]) -> NDArray[np.float32]:
        """``(N,)`` float32, natural log odds of each tile lying on another.

        Args:
            photo: the photo, RGB.
            quads: ``(N, 4, 2)`` float32, photo pixels.
        """
        if not len(quads):
            return np.zeros(0, np.float32)
        crops = np.stack([surroundings(photo, quad) for quad in quads])
        blob = np.ascontiguousarray(crops.transpose(0, 3, 1, 2), np.float32) / np.float32(255)
        return stacked_logit(self._session.run({INPUT: blob})[_OUTPUT], self._settings.temperature)
