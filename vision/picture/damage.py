"""Where the picture of a damaged JPEG file starts to be corrupted.

A decoder continues after damage: it misinterprets what follows and at most reports corrupt data.
"""

import re
from dataclasses import dataclass
from typing import Final, Literal

import cv2
import numpy as np

from yakulens.vision.picture.opening import imdecode
from yakulens.vision.picture.stderr import capture_stderr

Side = Literal["below", "above", "left", "right"]
"""The side of the line on which the damage lies, in the upright photo."""

_SIDES: Final[dict[int, Side]] = {
    1: "below", 2: "below", 3: "above", 4: "above", 5: "right", 6: "left", 7: "left", 8: "right",
}  # fmt: skip
"""EXIF orientation -> side of the last stored rows in the upright photo."""

_END: Final = b"\xff\xd9"
_CORRUPT: Final = "Corrupt JPEG data"
_AT_END: Final = "before marker 0xd9"
_LOST_BLOCK: Final = re.compile(rb"(.{1,2})\1{31,}", re.DOTALL)
"""A run of one or two repeated bytes: a lost block of a file, never coded pixels."""
_TOLERANCE: Final = 12
"""Difference in lightness from which a row of the coarse picture was decoded differently."""


@dataclass(frozen=True, slots=True)
class Damage:
    """The part of a photo that cannot be trusted: on one side of a line in the upright photo.

    The line lies at ``share``: 0 is the top or the left, 1 the bottom or the right.
    """

    side: Side
    share: float

    def contains(self, x: float, y: float) -> bool:
        """Whether a point lies in that part; ``x`` and ``y`` are shares of the photo's width and height."""
        position = y if self.side in {"below", "above"} else x
        return position >= self.share if self.side in {"below", "right"} else position <= self.share


def find_damage(data: bytes, decoder_messages: list[str], orientation: int) -> Damage | None:
    """The damaged part of a JPEG's picture, from its EXIF orientation, 1 to 8, and its decoder's messages.

    It is None if no damage is known.
    """
    corrupt = [line for line in decoder_messages if _CORRUPT in line]
    if not corrupt:
        return None
    start = _first_row(data)
    if start is None and all(_AT_END in line for line in corrupt):
        return None  # some cameras leave bytes after the last pixel
    side = _SIDES[orientation]
    share = start or 0.0  # damage without a trace in the file has no known place
    return Damage(side, share if side in {"below", "right"} else 1 - share)


def _first_row(data: bytes) -> float | None:
    """Where the damage starts, as a share of the stored picture's height; None if unknown."""
    lost = _LOST_BLOCK.search(data, data.find(b"\xff\xda") + 2)
    if lost is None:
        return None
    with capture_stderr():
        # The stored picture in grey at an eighth of its size.
        files = (data, data[: lost.start()] + _END)
        coarse, cut = (imdecode(file, cv2.IMREAD_REDUCED_GRAYSCALE_8) for file in files)
    if coarse is None or cut is None or coarse.shape != cut.shape:
        return None
    differs = np.abs(coarse.astype(int) - cut).max(axis=1) > _TOLERANCE
    return float(differs.argmax() / len(differs)) if differs.any() else 1.0
