"""Samples of the finder written as files, in ultralytics' format of oriented boxes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from yakulens.vision.finding.decode import corners
from yakulens.vision.train.finder_samples import FinderSample


def write(samples: Iterator[FinderSample], folder: Path, part: str, count: int) -> None:
    """Write samples, unless all of them are there already.

    Args:
        samples: as many as are wanted, or more.
        folder: gets ``images/PART/N.jpg`` and ``labels/PART/N.txt``.
        part: ``train`` or ``val``.
        count: how many.
    """
    images, labels = folder / "images" / part, folder / "labels" / part
    images.mkdir(parents=True, exist_ok=True)
    labels.mkdir(parents=True, exist_ok=True)
    if (labels / f"{count - 1}.txt").is_file():
        return
    for number, (image, boxes) in zip(range(count), samples, strict=False):
        cv2.imwrite(str(images / f"{number}.jpg"), np.ascontiguousarray(image[..., ::-1]))
        height, width = image.shape[:2]
        (labels / f"{number}.txt").write_text(rows(boxes, (height, width)), encoding="utf-8")


def rows(boxes: NDArray[np.float32], size: tuple[int, int]) -> str:
    """The rows of a picture's rectangles: class and four corners, as shares of its width and height.

    Args:
        boxes: ``(N, 5)`` float32 as of `vision.train.rectangles.rectangle`.
        size: height and width of the picture.

    >>> print(rows(np.array([[100, 50, 40, 40, 0.0]], np.float32), (100, 200)), end="")
    0 0.40000 0.30000 0.60000 0.30000 0.60000 0.70000 0.40000 0.70000
    """
    height, width = size
    shares = (corners(boxes) / np.array([width, height], np.float32)).clip(0, 1).reshape(-1, 8)
    return "".join(f"0 {' '.join(f'{value:.5f}' for value in row)}\n" for row in shares.tolist())
