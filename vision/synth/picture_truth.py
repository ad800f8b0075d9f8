"""The exact truth of a rendered picture: where each tile lies in it and how much of it is seen."""

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


def seen(truth: PictureTruth, least: float = 0.5) -> Sequence[int]:
    """Indices of the tiles that a finder is asked for: front in view, not too oblique, large, uncovered.

    Args:
        truth: of N tiles.
        least: share of the front that must be in the frame and uncovered, 0..1.

    >>> square = np.array([[0, 0], [20, 0], [20, 20], [0, 20]], np.float32)
    >>> quads = np.stack([square, square, square / 10])
    >>> visible, facing = np.array([1.0, 0.3, 1.0], np.float32), np.ones(3, np.float32)
    >>> seen(PictureTruth(quads, ("1m", "2m", "3m"), visible, facing))
    [0]
    """
    area = np.array([cv2.contourArea(q) for q in truth.quads]) if len(truth.quads) else np.zeros(0)
    return [int(i) for i in np.flatnonzero((truth.visible >= least) & (truth.facing > 0.14) & (area > 36))]
