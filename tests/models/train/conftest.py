"""What the tests of training share: a design, and a real photo with boxes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from yakulens.datasets.render.designs import TileDesigns
from yakulens.models.train.real_photos import RealPhoto
from yakulens.vision.labels import LABELS

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(scope="module")
def designs() -> TileDesigns:
    """One design with a mark at the top of each face."""
    sheet = np.zeros((1, len(LABELS), 160, 120, 4), np.uint8)
    sheet[:, :, 10:50, 20:100] = (200, 20, 20, 255)
    return TileDesigns(sheet)


@pytest.fixture
def photo(tmp_path: Path) -> RealPhoto:
    """A grey photo with three dark tiles in a row, all boxed."""
    pixels = np.full((300, 400, 3), 200, np.uint8)
    boxes = np.array([[60 + 50 * k, 100, 100 + 50 * k, 156] for k in range(3)], np.float32)
    for x1, y1, x2, y2 in boxes.astype(int):
        pixels[y1:y2, x1:x2] = 40
    cv2.imwrite(str(tmp_path / "a.png"), pixels)
    return RealPhoto(tmp_path / "a.png", "X", "X-rows", complete=True, boxes=boxes, labels=("1m", "5p", "7z"))
