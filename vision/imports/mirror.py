"""Detects mirrored labelled photos; no model may learn their faces, which no tile has."""

from collections.abc import Callable, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from yakulens.vision.labels import FACES, INDEX

_SYMMETRIC: Final = frozenset(
    (
        *(f"{n}p" for n in (0, 1, 2, 4, 5, 8, 9)),
        *(f"{n}s" for n in (0, 2, 3, 4, 5, 6, 8, 9)),
        "3z",
        "5z",
        "7z",
    )
)
"""Faces that look nearly the same in a mirror."""
_MIN_FACES: Final = 3
_MIN_LOG_RATIO: Final = 0.7
"""Minimum mean difference of the labels' log probabilities for one of the two to be clearly likelier."""


def is_mirrored(
    pixels: NDArray[np.uint8],
    boxes: NDArray[np.float32],
    labels: Sequence[str],
    read: Callable[[NDArray[np.uint8], NDArray[np.float32]], NDArray[np.float32]],
) -> bool | None:
    """Whether a photo's tiles are read as labelled in its mirror image, and not as it is.

    None if too few faces would show it, or if they are read about as well both ways: the reader knows many
    mirrored tiles, and reads few that do not stand upright. ``read`` maps pixels and ``(N, 4, 2)`` quads to
    ``(N, 39)`` probabilities; a box is x1, y1, x2, y2.
    """
    telling = [k for k, label in enumerate(labels) if label in FACES and label not in _SYMMETRIC]
    if len(telling) < _MIN_FACES:
        return None
    width = pixels.shape[1]
    straight = boxes[telling]
    mirrored = straight.copy()
    mirrored[:, [0, 2]] = width - straight[:, [2, 0]]
    flipped = np.ascontiguousarray(pixels[:, ::-1])
    truth = [INDEX[labels[k]] for k in telling]
    rows = np.arange(len(telling))
    as_is = np.log(read(pixels, quads_of(straight))[rows, truth] + 1e-3)
    in_mirror = np.log(read(flipped, quads_of(mirrored))[rows, truth] + 1e-3)
    gain = float((in_mirror - as_is).mean())
    return gain > 0 if abs(gain) > _MIN_LOG_RATIO else None


def quads_of(boxes: NDArray[np.float32]) -> NDArray[np.float32]:
    """The ``(N, 4, 2)`` corners of ``(N, 4)`` boxes x1, y1, x2, y2, clockwise from the top left."""
    x1, y1, x2, y2 = boxes.T
    return np.asarray(np.stack([x1, y1, x2, y1, x2, y2, x1, y2], axis=1).reshape(-1, 4, 2), np.float32)
