"""A photo with a doubt that is asked about: somebody's finger lies over the foot of a tile of the hand."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

import cv2

if TYPE_CHECKING:
    from pathlib import Path

SHARE: Final = 0.35
"""So much of the tile is covered."""
SKIN: Final = (120, 160, 210)


def covered(samples: Path, out: Path) -> Path:
    """Our sample of a hand with riichi, of whose seven of bamboo too little is seen; written as a PNG file.

    Args:
        samples: the folder of our own photos.
        out: the folder to write to.
    """
    lines = (samples / "labels.jsonl").read_text("utf-8").splitlines()
    (boxes,) = (
        row["boxes"] for row in map(json.loads, lines) if row["file"] == "riichi.jpg" and "boxes" in row
    )
    x1, y1, x2, y2, _ = next(box for box in boxes if box[4] == "7s")
    image = cv2.imread(str(samples / "riichi.jpg"))
    image[round(y2 - SHARE * (y2 - y1)) : round(y2) + 20, round(x1) + 4 : round(x2) - 4] = SKIN
    file = out / "covered.png"
    cv2.imwrite(str(file), image)
    return file
