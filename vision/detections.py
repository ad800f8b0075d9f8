"""Detections: where tiles lie on a photo and which faces they may show, before the layout is known."""

from dataclasses import dataclass
from typing import Any, Final, Self

import numpy as np
from numpy.typing import NDArray

from yakulens.vision.arrays import ParallelArrays
from yakulens.vision.labels import LABELS

_SHAPES: Final[dict[str, tuple[int, ...]]] = {
    "quads": (4, 2), "objectness": (), "faces": (len(LABELS),), "top_edge_probs": (4,),
}  # fmt: skip
"""The arrays of detections, and the shape of each for one detection."""


@dataclass(frozen=True, slots=True, eq=False)
class Detections(ParallelArrays):
    """N tiles detected on one photo, as parallel arrays.

    Attributes:
        quads: ``(N, 4, 2)`` float32, pixels of the upright photo (x right, y down). The four corners of the
            visible face (or back), clockwise as seen on the photo. Which corner comes first carries no
            meaning: see ``top_edge_probs``.
        objectness: ``(N,)`` float32 in 0..1, how sure the finder is that a tile lies there.
        faces: ``(N, 39)`` float32, probability of each label of ``vision.labels.LABELS``; rows sum to 1.
        top_edge_probs: ``(N, 4)`` float32, probability that the edge from corner k to k + 1 is the top of the
            face as printed; rows sum to 1. Two are equal for a face that looks the same upside down.
        size: ``(height, width)`` of the upright photo in pixels.
    """

    quads: NDArray[np.float32]
    objectness: NDArray[np.float32]
    faces: NDArray[np.float32]
    top_edge_probs: NDArray[np.float32]
    size: tuple[int, int]

    def __post_init__(self) -> None:
        """Refuse arrays whose shapes do not match.

        Raises:
            ValueError: naming the field, the expected and the actual shape.
        """
        for name, shape in _SHAPES.items():
            expected, actual = (len(self.quads), *shape), getattr(self, name).shape
            if actual != expected:
                message = f"Detections.{name}: expected shape {expected}, got {actual}"
                raise ValueError(message)

    @classmethod
    def empty(cls, size: tuple[int, int]) -> Self:
        """No detections, on a photo of ``size`` (height, width).

        >>> Detections.empty((600, 800)).quads.shape
        (0, 4, 2)
        """
        arrays: dict[str, Any] = {name: np.zeros((0, *shape), np.float32) for name, shape in _SHAPES.items()}
        return cls(**arrays, size=size)
