"""Inks of other colours: a design's hues exchanged, shifted or replaced by one ink."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from yakulens.vision.labels import INDEX, RED_FIVES, plain
from yakulens.vision.synth.choice import one_of

REDS: Final = frozenset(INDEX[label] for label in RED_FIVES)
"""Indices of the red fives."""
_FIVES: Final = tuple(INDEX[plain(label)] for label in RED_FIVES)
_SEEN: Final = 128
"""Coverage, of 255, from which a pixel is ink."""
_REDDISH: Final = (14, 160)
"""Hues of OpenCV, 0..179, up to the first and from the second on are red."""
_COLOURED: Final = 90
"""Saturation, of 255, from which a hue counts as one."""
_MOST_RED: Final = 0.6
"""A plain five of which more of the ink is red could not be told from a red one."""
_ORDERS: Final = ((2, 1, 0), (0, 2, 1), (2, 0, 1), (1, 0, 2))
"""Which channels are shown as red, green and blue."""


@dataclass(frozen=True, slots=True)
class HueChange:
    """How a set's hues differ from those that most makers have.

    Attributes:
        order: which channel is shown as red, as green and as blue.
        turn: degrees by which all hues are shifted.
        strength: factor of the saturation.
    """

    order: tuple[int, int, int] = (0, 1, 2)
    turn: float = 0.0
    strength: float = 1.0

    def show(self, pixels: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """A picture, ``(h, w, 3)`` uint8 RGB, with its hues changed.

        >>> HueChange((2, 1, 0)).show(np.full((1, 1, 3), (200, 30, 10), np.uint8))[0, 0].tolist()
        [10, 30, 200]
        """
        out = np.ascontiguousarray(pixels[..., self.order])
        if not self.turn and self.strength == 1:
            return out
        hsv = cv2.cvtColor(out, cv2.COLOR_RGB2HSV).astype(np.int16)
        hsv[..., 0] = (hsv[..., 0] + round(self.turn / 2)) % 180
        hsv[..., 1] = np.clip(hsv[..., 1] * self.strength, 0, 255)
        return np.asarray(cv2.cvtColor(hsv.astype(np.uint8), cv2.COLOR_HSV2RGB), np.uint8)

    def of(self, design: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """A design in these hues, its red fives still red; as it is where a plain five would come out red.

        Args:
            design: ``(39, h, w, 4)`` uint8 RGBA faces in the order of ``LABELS``.

        >>> ink = np.full((39, 2, 2, 4), (10, 30, 200, 255), np.uint8)
        >>> HueChange((0, 2, 1)).of(ink)[0, 0, 0].tolist(), HueChange((2, 1, 0)).of(ink)[0, 0, 0].tolist()
        ([10, 200, 30, 255], [10, 30, 200, 255])
        """
        out = design.copy()
        for index, face in enumerate(design):
            if index not in REDS:
                out[index, ..., :3] = self.show(face[..., :3])
        return design if any(_red(out[five]) for five in _FIVES) else out


def random_hues(rng: np.random.Generator) -> HueChange:
    """Hues exchanged, shifted, or both; seldom all but grey."""
    kind = rng.random()
    order = one_of(rng, _ORDERS) if kind < 0.6 else (0, 1, 2)
    turn = float(rng.uniform(-180, 180)) if kind > 0.45 else 0.0
    return HueChange(order, turn, float(rng.uniform(0.15, 0.6) if rng.random() < 0.15 else 1.0))


def _red(face: NDArray[np.uint8]) -> bool:
    """Whether a face's ink is mostly red."""
    ink = face[..., 3] >= _SEEN
    if not ink.any():
        return False
    hsv = cv2.cvtColor(np.ascontiguousarray(face[..., :3]), cv2.COLOR_RGB2HSV)[ink]
    red = ((hsv[:, 0] <= _REDDISH[0]) | (hsv[:, 0] >= _REDDISH[1])) & (hsv[:, 1] >= _COLOURED)
    return bool(red.mean() > _MOST_RED)
