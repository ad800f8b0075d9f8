"""The leveller: whether a tile lies on the table or on another tile, judged by its surroundings."""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from yakulens.vision.inference import InferenceSession, SessionError
from yakulens.vision.model_card import LevellerSettings
from yakulens.vision.naming.levels import SIDE, squares, stacked_logit
from yakulens.vision.picture.pyramid import Pyramid

INPUT: Final = "surroundings"
OUTPUT: Final = "raised"


class StackingClassifier:
    """Judges how high tiles lie, with one network."""

    def __init__(self, session: InferenceSession, settings: LevellerSettings) -> None:
        """Check that the network is a leveller.

        Raises:
            SessionError: its input or output does not fit a leveller.
        """
        shape, output = session.inputs.get(INPUT), session.outputs.get(OUTPUT)
        if shape is None or list(shape[1:]) != [3, SIDE, SIDE] or output is None or len(output) != 1:
            expected = f"a leveller's input is '{INPUT}' (N, 3, {SIDE}, {SIDE}), its output '{OUTPUT}' (N,)"
            raise SessionError(session.name, f"{expected}; found {session.inputs}, {session.outputs}")
        self._session = session
        self._settings = settings

    def level(self, photo: Pyramid, quads: NDArray[np.float32]) -> NDArray[np.float32]:
        """``(N,)`` float32 natural log odds that tiles at ``(N, 4, 2)`` float32 quads lie on others."""
        if not len(quads):
            return np.zeros(0, np.float32)
        crops = np.stack([surroundings(photo, quad) for quad in quads])
        blob = np.ascontiguousarray(crops.transpose(0, 3, 1, 2), np.float32) / np.float32(255)
        return stacked_logit(self._session.run({INPUT: blob})[OUTPUT], self._settings.temperature)


def surroundings(photo: Pyramid, quad: NDArray[np.float32]) -> NDArray[np.uint8]:
    """The ``(72, 72, 3)`` uint8 crop around one tile, ``(4, 2)`` float32 pixels, upright like the photo.

    Beyond the photo's edge, its last pixels repeat.
    """
    (low, _, high, _) = squares(quad[None])[0].astype(np.float64)
    shrink = float(high[0] - low[0]) / SIDE
    pixels, factor = photo.level(shrink)
    scale = factor / shrink
    matrix = np.array([[scale, 0, -low[0] / shrink], [0, scale, -low[1] / shrink]])
    warped = cv2.warpAffine(
        pixels, matrix, (SIDE, SIDE), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(warped, np.uint8)
