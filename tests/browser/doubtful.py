"""A photo with a doubt that is asked about: a finger lies over half of a tile of the hand."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

import cv2

if TYPE_CHECKING:
    from pathlib import Path

SHARE: Final = 0.5
"""So much of the tile is covered."""
SKIN: Final = (120, 160, 210)


def covered(samples: Path, out: Path) -> Path:
    """Our sample of a hand with riichi, its six of bamboo half hidden; written as a PNG file.

    What is left to see could be a nine as well.

    Args:
        samples: the folder of our own photos.
        out: the folder to write to.
    """
    lines = (samples / "labels.jsonl").read_text("utf-8").splitlines()
    (boxes,) = (
        row["boxes"] for row in map(json.loads, lines) if row["file"] == "riichi.jpg" and "boxes" in row
    )
    x1, y1, x2, y2, _ = next(box for box in boxes if box[4] == "6s")
    image = cv2.imread(str(samples / "riichi.jpg"))
    image[round(y1) : round(y2), round(x1) : round(x1 + SHARE * (x2 - x1))] = SKIN
    file = out / "covered.png"
    cv2.imwrite(str(file), image)
    return file
