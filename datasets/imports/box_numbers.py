"""What the four numbers of a box may be where a file does not tell: corners, or a point and a size."""

from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from yakulens.datasets.imports.foreign import upright_box

BOX_FORMATS: Final[Mapping[str, str]] = {
    "xyxy": "two opposite corners",
    "xywh": "the top left corner and the size",
    "cxcywh": "the middle and the size",
}
"""What the four numbers of a box may be, by the names that the field gives them."""
_SLACK: Final = 1.0
"""Pixels by which a box may reach over the picture's edge."""


def possible(boxes: NDArray[np.float64]) -> list[str]:
    """The meanings that the ``(N, 4)`` numbers of all boxes allow, likeliest first.

    Of sizes hardly ever all are greater than what stands before them, so where that is so they are corners.

    >>> possible(np.array([[100.0, 50, 140, 110], [200, 50, 240, 110]]))
    ['xyxy', 'xywh']
    >>> possible(np.array([[4.0, 4, 40, 60], [200, 50, 40, 60]]))
    ['xywh']
    """
    x, y, third, fourth = boxes.T
    found = ["xyxy"] if (third > x).all() and (fourth > y).all() else []
    found.append("xywh")
    if (x - third / 2 >= -_SLACK).all() and (y - fourth / 2 >= -_SLACK).all():
        found.append("cxcywh")
    return found


def guess(meanings: Sequence[str], names: Sequence[str]) -> str:
    """The guess that numbers of these names have the first of some meanings; empty if it is the only one."""
    if len(meanings) == 1:
        return ""
    first, *others = meanings
    return (
        f"the numbers of {', '.join(names)} are taken for {BOX_FORMATS[first]} "
        f"(--box-format {first}, or {' or '.join(others)})"
    )


def corners_of(numbers: Sequence[float], box_format: str) -> NDArray[np.float64]:
    """The ``(4, 2)`` corners of a box whose four numbers have a meaning of `BOX_FORMATS`."""
    a, b, c, d = numbers
    return upright_box(
        *{
            "xyxy": (a, b, c, d),
            "xywh": (a, b, a + c, b + d),
            "cxcywh": (a - c / 2, b - d / 2, a + c / 2, b + d / 2),
        }[box_format]
    )
