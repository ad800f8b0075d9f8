"""The ground truth of a rendered picture: the quad of each tile and how much of it is visible."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class PictureTruth:
    """What a rendered picture shows, as parallel arrays over its N tiles.

    Attributes:
        quads: ``(N, 4, 2)`` float32 pixels: top left, top right, bottom right, bottom left of the front.
        labels: N labels.
        visible: ``(N,)`` float32, share of the front that is in the frame and not covered.
        facing: ``(N,)`` float32, cosine between the front's normal and the line of sight.
    """

    quads: NDArray[np.float32]
    labels: tuple[str, ...]
    visible: NDArray[np.float32]
    facing: NDArray[np.float32]


def findable_tiles(truth: PictureTruth, min_visible: float = 0.5) -> Sequence[int]:
    """Indices of the tiles that a finder must find: large enough, not too oblique, in view and uncovered.

    Args:
        truth: of N tiles.
        min_visible: least share of the front that is in the frame and uncovered, 0..1.

    >>> square = np.array([[0, 0], [20, 0], [20, 20], [0, 20]], np.float32)
    >>> quads = np.stack([square, square, square / 10])
    >>> visible, facing = np.array([1.0, 0.3, 1.0], np.float32), np.ones(3, np.float32)
    >>> findable_tiles(PictureTruth(quads, ("1m", "2m", "3m"), visible, facing))
    [0]
    """
    areas = np.array([cv2.contourArea(q) for q in truth.quads]) if len(truth.quads) else np.zeros(0)
    findable = (truth.visible >= min_visible) & (truth.facing > 0.14) & (areas > 36)
    return [int(i) for i in np.flatnonzero(findable)]
