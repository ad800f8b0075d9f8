"""Training samples for the finder: rendered and real pictures with their tiles' rectangles.

Sizes are height and width in pixels.
"""

import math
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from yakulens.datasets.render.camera import develop
from yakulens.datasets.render.designs import TileDesigns
from yakulens.datasets.render.render import findable_tiles
from yakulens.datasets.render.table import ground
from yakulens.datasets.render.training_picture import random_picture
from yakulens.models.train.real_photos import CUT_GROUPS, RealPhoto, shown_unusually
from yakulens.scorer.whole_file import write_whole
from yakulens.vision.finding.decode import corners

_SCALES: Final = (0.75, 1.6)
"""Minimum and maximum scale of an augmented picture."""
UNCOVERED: Final = 0.42
"""Minimum visible share of a tile: an added tile on top leaves little more than half of the one behind it."""


class FinderSample(NamedTuple):
    """A picture and its tiles.

    Attributes:
        image: ``(H, W, 3)`` uint8 RGB.
        boxes: ``(N, 5)`` float32, one row per tile as `models.train.finder_samples.rectangle` returns it.
    """

    image: NDArray[np.uint8]
    boxes: NDArray[np.float32]


def rectangle(quad: NDArray[np.float32]) -> NDArray[np.float32]:
    """The smallest rectangle around a tile's corners, ``(4, 2)`` float32 pixels, as the finder learns it.

    Returns:
        ``(5,)`` float32: centre x and y, long side, short side, and the long side's angle in radians,
        clockwise on the picture, from -pi/4 up to 3 pi/4.

    >>> rectangle(np.array([[10, 10], [40, 10], [40, 50], [10, 50]], np.float32)).round().tolist()
    [25.0, 30.0, 40.0, 30.0, 2.0]
    """
    (cx, cy), (w, h), angle = cv2.minAreaRect(quad.astype(np.float32))
    theta = math.radians(angle)
    if w < h:
        w, h, theta = h, w, theta + math.pi / 2
    while theta >= 3 * math.pi / 4:
        theta -= math.pi
    while theta < -math.pi / 4:
        theta += math.pi
    return np.array([cx, cy, w, h, theta], np.float32)


def rendered_finder(designs: TileDesigns, rng: np.random.Generator, size: tuple[int, int]) -> FinderSample:
    """A rendered picture with the rectangles of the tiles in it."""
    photo = random_picture(designs, rng, size)
    boxes = [rectangle(photo.truth.quads[i]) for i in findable_tiles(photo.truth, UNCOVERED)]
    return FinderSample(photo.image, np.array(boxes, np.float32).reshape(-1, 5))


def real_finder(photo: RealPhoto, rng: np.random.Generator, size: tuple[int, int]) -> FinderSample:
    """A real photo turned, scaled, moved and at times mirrored, with the rectangles of its tiles.

    All corners of its tiles must be known. Where not every tile is boxed, the surroundings are painted over.
    """
    image = shown_unusually(photo.pixels(), rng)
    boxes = photo.boxes
    h, w = image.shape[:2]
    if not photo.complete and len(boxes):
        tall = float(np.median(boxes[:, 3] - boxes[:, 1]))
        x1, y1 = boxes[:, :2].min(0) - 0.35 * tall
        x2, y2 = boxes[:, 2:].max(0) + 0.35 * tall
        cover = cv2.resize(ground(160, 160, rng), (w, h))
        # On these photos heaps and walls lie above the row; beside and below it is the table's rim.
        low = int(max(0, y1))
        image[:low] = cover[:low]
        left, right, bottom = int(max(0, x1)), int(min(w, x2)), int(min(h, y2))
        image[low:bottom, :left] = cover[low:bottom, :left]
        image[low:bottom, right:] = cover[low:bottom, right:]
    known = photo.corners()
    tile = float(np.median(boxes[:, 2:] - boxes[:, :2])) if len(boxes) else 40.0
    fit = min(size[0] / h, size[1] / w)
    scale = (
        fit * math.exp(rng.uniform(-0.5, 0.7))
        if rng.random() < 0.7
        else math.exp(rng.uniform(*np.log([14, 80]))) / tile
    )
    angle = rng.normal(0, 4) if rng.random() < 0.6 else rng.uniform(-180, 180)
    middle = known.reshape(-1, 2).mean(0) if len(boxes) and rng.random() < 0.7 else np.array([w / 2, h / 2])
    matrix = cv2.getRotationMatrix2D((float(middle[0]), float(middle[1])), angle, scale)
    at = (size[1] / 2 + rng.normal(0, 0.08) * size[1], size[0] / 2 + rng.normal(0, 0.1) * size[0])
    matrix[:, 2] += np.array(at) - middle
    if rng.random() < 0.5:
        flip = np.array([[-1, 0, size[1] - 1], [0, 1, 0]], float)
        matrix = flip[:, :2] @ matrix + np.array([[0, 0, size[1] - 1], [0, 0, 0]])
    if scale < 0.6:
        image = cv2.GaussianBlur(image, (0, 0), 0.45 / scale)
    border = tuple(int(c) for c in rng.integers(0, 256, 3))
    out = cv2.warpAffine(image, matrix, size[::-1], flags=cv2.INTER_LINEAR, borderValue=border)
    out = develop(np.asarray(out, np.uint8), rng, softness=0.5)
    moved = known.reshape(-1, 2) @ matrix[:, :2].T + matrix[:, 2]
    return FinderSample(out, _in_view(moved.reshape(-1, 4, 2).astype(np.float32), size))


def augmented(sample: FinderSample, rng: np.random.Generator) -> FinderSample:
    """A picture turned, moved, scaled, at times mirrored, and in another light, at the same size.

    This takes far less time than rendering. Tiles that are no longer in view have no rectangle.
    """
    height, width = sample.image.shape[:2]
    angle = 90 * int(rng.integers(4)) * int(rng.random() < 0.5) + rng.normal(0, 5)
    scale = math.exp(rng.uniform(*np.log(_SCALES)))
    matrix = cv2.getRotationMatrix2D((width / 2, height / 2), angle, scale)
    matrix[:, 2] += rng.normal(0, 0.08, 2) * (width, height)
    if rng.random() < 0.5:
        matrix = np.diag([-1.0, 1.0]) @ matrix + np.array([[0, 0, width - 1], [0, 0, 0]])
    border_mode = cv2.BORDER_REFLECT_101 if not len(sample.boxes) else cv2.BORDER_CONSTANT
    border = tuple(int(c) for c in rng.integers(0, 256, 3))
    image = cv2.GaussianBlur(sample.image, (0, 0), 0.4 / scale) if scale < 0.85 else sample.image
    image = cv2.warpAffine(image, matrix, (width, height), borderMode=border_mode, borderValue=border)
    image = develop(np.asarray(image, np.uint8), rng, softness=0.4)
    quads = corners(sample.boxes) @ matrix[:, :2].T + matrix[:, 2]
    return FinderSample(image, _in_view(quads.astype(np.float32), (height, width)))


def _in_view(quads: NDArray[np.float32], size: tuple[int, int]) -> NDArray[np.float32]:
    """``(M, 5)`` rectangles of the tiles, of ``(N, 4, 2)``, with at least three corners in the picture."""
    inside = (np.clip(quads, 0, size[::-1]) == quads).all(axis=2).sum(axis=1) >= 3
    return np.array([rectangle(quad) for quad in quads[inside]], np.float32).reshape(-1, 5)


def real_empty(photo: RealPhoto, rng: np.random.Generator, size: tuple[int, int]) -> FinderSample | None:
    """An enlarged part of a real photo without tiles; None if a dozen random parts all held tiles.

    Where not every tile is boxed, only the strip below the row is known to be empty.
    """
    pixels = photo.pixels()
    h, w = pixels.shape[:2]
    height = photo.boxes[:, 3] - photo.boxes[:, 1]
    margin = 0.25 * float(np.median(height)) if len(height) else 0.0
    top = 0.0 if photo.complete else float(photo.boxes[:, 3].max()) + margin
    for _ in range(12):
        width = rng.uniform(0.15, 0.7) * w
        height = width * size[0] / size[1]
        if height > h - top:
            continue
        x, y = rng.uniform(0, w - width), rng.uniform(top, h - height)
        outside = (
            (photo.boxes[:, 0] > x + width + margin)
            | (photo.boxes[:, 2] < x - margin)
            | (photo.boxes[:, 1] > y + height + margin)
            | (photo.boxes[:, 3] < y - margin)
        )
        if outside.all():
            part = pixels[int(y) : int(y + height), int(x) : int(x + width)]
            image = cv2.resize(part, size[::-1], interpolation=cv2.INTER_CUBIC)
            if rng.random() < 0.5:
                image = np.rot90(image, 2)
            image = develop(np.ascontiguousarray(image, np.uint8), rng, softness=0.7)
            return FinderSample(image, np.zeros((0, 5), np.float32))
    return None


def usable_for_finding(photos: Sequence[RealPhoto]) -> list[RealPhoto]:
    """The photos whose tiles are all uncut and have known corners, and those that show no tile."""
    return [
        photo
        for photo in photos
        if photo.group not in CUT_GROUPS
        and (len(photo.boxes) or photo.is_empty())
        and np.isfinite(photo.corners()).all()
    ]


def write(samples: Iterator[FinderSample], folder: Path, part: str, count: int) -> None:
    """Write ``count`` samples as files in ultralytics' format for oriented boxes, unless all exist.

    The folder gets ``images/PART/N.jpg`` and ``labels/PART/N.txt``; ``part`` is ``train`` or ``val``.
    """
    images, labels = folder / "images" / part, folder / "labels" / part
    images.mkdir(parents=True, exist_ok=True)
    labels.mkdir(parents=True, exist_ok=True)
    if (labels / f"{count - 1}.txt").is_file():
        return
    for number, (image, boxes) in zip(range(count), samples, strict=False):
        _, jpeg = cv2.imencode(".jpg", np.ascontiguousarray(image[..., ::-1]))
        write_whole(images / f"{number}.jpg", jpeg.tobytes())  # OpenCV says nothing where a disk is full
        height, width = image.shape[:2]
        (labels / f"{number}.txt").write_text(rows(boxes, (height, width)), encoding="utf-8")


def rows(boxes: NDArray[np.float32], size: tuple[int, int]) -> str:
    """Label rows of a picture's rectangles: class and four corners, as shares of its width and height.

    >>> print(rows(np.array([[100, 50, 40, 40, 0.0]], np.float32), (100, 200)), end="")
    0 0.40000 0.30000 0.60000 0.30000 0.60000 0.70000 0.40000 0.70000
    """
    height, width = size
    shares = (corners(boxes) / np.array([width, height], np.float32)).clip(0, 1).reshape(-1, 8)
    return "".join(f"0 {' '.join(f'{value:.5f}' for value in row)}\n" for row in shares.tolist())
