"""Training samples from rendered and real photos: pictures with rectangles, crops with faces."""

from __future__ import annotations

import math
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple

import cv2
import numpy as np

from vision.labels import INDEX
from vision.naming import rectify
from vision.picture.pyramid import Pyramid
from vision.synth.camera import develop
from vision.synth.compose import random_photo, seen
from vision.synth.table import ground
from vision.synth.wardrobe import redden
from vision.train.stock import CUT_GROUPS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from vision.synth.wardrobe import Stock
    from vision.train.stock import RealPhoto


class FinderSample(NamedTuple):
    """A picture ``(H, W, 3)`` uint8 RGB and its tiles ``(N, 5)`` float32 cx, cy, w, h, angle."""

    image: NDArray[np.uint8]
    boxes: NDArray[np.float32]


class ReaderSample(NamedTuple):
    """A crop and its truth.

    Attributes:
        crop: ``(96, 80, 3)`` uint8 RGB.
        face: index of the label, or -1 for a crop that shows no tile.
        up: which edge is the face's top, 0..3, or -1 where unknown.
        corners: ``(4, 2)`` float32 normalised crop points, NaN where unknown.
    """

    crop: NDArray[np.uint8]
    face: int
    up: int
    corners: NDArray[np.float32]


def rectangle(quad: NDArray[np.float32]) -> NDArray[np.float32]:
    """The least rectangle about a quad as the network learns it: long side first, angle in [-45°, 135°)."""
    (cx, cy), (w, h), angle = cv2.minAreaRect(quad.astype(np.float32))
    theta = math.radians(angle)
    if w < h:
        w, h, theta = h, w, theta + math.pi / 2
    while theta >= 3 * math.pi / 4:
        theta -= math.pi
    while theta < -math.pi / 4:
        theta += math.pi
    return np.array([cx, cy, w, h, theta], np.float32)


def rendered_finder(stock: Stock, rng: np.random.Generator, size: tuple[int, int]) -> FinderSample:
    """A rendered picture with the rectangles of the tiles in it."""
    photo = random_photo(stock, rng, size)
    boxes = [rectangle(photo.truth.quads[i]) for i in seen(photo.truth, _UNCOVERED)]
    return FinderSample(photo.image, np.array(boxes, np.float32).reshape(-1, 5))


def real_finder(photo: RealPhoto, rng: np.random.Generator, size: tuple[int, int]) -> FinderSample:
    """A real photo, turned, scaled and moved; where not every tile is boxed, what lies around is covered."""
    image = photo.pixels()
    boxes = photo.boxes
    h, w = image.shape[:2]
    if not photo.complete and len(boxes):
        tall = float(np.median(boxes[:, 3] - boxes[:, 1]))
        x1, y1 = boxes[:, :2].min(0) - 0.35 * tall
        x2, y2 = boxes[:, 2:].max(0) + 0.35 * tall
        cover = cv2.resize(ground(160, 160, rng), (w, h))
        # Heaps and walls lie above the row on these photos; beside and below it is the table's rim.
        low = int(max(0, y1))
        image[:low] = cover[:low]
        left, right, bottom = int(max(0, x1)), int(min(w, x2)), int(min(h, y2))
        image[low:bottom, :left] = cover[low:bottom, :left]
        image[low:bottom, right:] = cover[low:bottom, right:]
    corners = photo.corners()
    tile = float(np.median(boxes[:, 2:] - boxes[:, :2])) if len(boxes) else 40.0
    fit = min(size[0] / h, size[1] / w)
    scale = (
        fit * math.exp(rng.uniform(-0.5, 0.7))
        if rng.random() < 0.7
        else math.exp(rng.uniform(*np.log([14, 80]))) / tile
    )
    angle = rng.normal(0, 4) if rng.random() < 0.6 else rng.uniform(-180, 180)
    middle = corners.reshape(-1, 2).mean(0) if len(boxes) and rng.random() < 0.7 else np.array([w / 2, h / 2])
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
    moved = corners.reshape(-1, 2) @ matrix[:, :2].T + matrix[:, 2]
    quads = moved.reshape(-1, 4, 2).astype(np.float32)
    inside = [
        q for q in quads
        if (np.clip(q, 0, [size[1], size[0]]) - q == 0).all(-1).sum() >= 3
    ]  # fmt: skip
    return FinderSample(out, np.array([rectangle(q) for q in inside], np.float32).reshape(-1, 5))


def real_nothing(photo: RealPhoto, rng: np.random.Generator, size: tuple[int, int]) -> FinderSample | None:
    """A part of a real photo in which no tile lies, enlarged; None where no such part was met.

    Where not every tile is boxed, only the strip below the row is known to be free of tiles.
    """
    pixels = photo.pixels()
    h, w = pixels.shape[:2]
    margin = 0.25 * float(np.median(photo.boxes[:, 3] - photo.boxes[:, 1]))
    top = 0.0 if photo.complete else float(photo.boxes[:, 3].max()) + margin
    for _ in range(12):
        wide = rng.uniform(0.15, 0.7) * w
        tall = wide * size[0] / size[1]
        if tall > h - top:
            continue
        x, y = rng.uniform(0, w - wide), rng.uniform(top, h - tall)
        apart = (
            (photo.boxes[:, 0] > x + wide + margin)
            | (photo.boxes[:, 2] < x - margin)
            | (photo.boxes[:, 1] > y + tall + margin)
            | (photo.boxes[:, 3] < y - margin)
        )
        if apart.all():
            part = pixels[int(y) : int(y + tall), int(x) : int(x + wide)]
            image = cv2.resize(part, size[::-1], interpolation=cv2.INTER_CUBIC)
            if rng.random() < 0.5:
                image = np.rot90(image, 2)
            image = develop(np.ascontiguousarray(image, np.uint8), rng, softness=0.7)
            return FinderSample(image, np.zeros((0, 5), np.float32))
    return None


def usable_for_finding(photos: Sequence[RealPhoto]) -> list[RealPhoto]:
    """Photos whose tiles are whole, and of all of which the corners are known."""
    return [p for p in photos if p.group not in CUT_GROUPS and np.isfinite(p.corners()).all()]


def _start(rect: NDArray[np.float32], rng: np.random.Generator) -> NDArray[np.float32]:
    """Corners of a rectangle as the reader meets them: long side upright, either end up, seldom sideways."""
    points = cv2.boxPoints(
        ((float(rect[0]), float(rect[1])), (float(rect[3]), float(rect[2])), math.degrees(rect[4]) - 90)
    )
    # boxPoints begins at the lower left: bl, tl, tr, br.
    quad = np.roll(points, -1, axis=0)
    turn = 2 * int(rng.integers(2)) + int(rng.random() < 0.08)
    return np.asarray(np.roll(quad, turn, axis=0), np.float32)


_UNCOVERED: Final = 0.42
"""Share of a tile that must be in view: the one behind an added tile on top shows little more than half."""

_CUT: Final = 0.06
"""How often a find leaves out a strip of its tile, a column of a 9p say ..."""
_STRIP: Final = (0.1, 0.33)
"""... this much of it along one side. From two fifths on (``_half``) it is no tile any more."""

_REPEATING: Final = frozenset(("2p", "4p", "6p", "8p", "9p", "4s", "6s", "8s", "9s"))
"""Faces of which a half is another face: half of a 4p lying across looks like a 2p."""
_MISLEADING: Final = 0.3
_SELDOM: Final = 0.05
"""How many of the tiles are shown in half, and as many half beside them."""
_TARGET: Final = rectify.FACE_IN_CROP


def _sample(
    photo: Pyramid, quad: NDArray[np.float32], start: NDArray[np.float32], face: int, *, up: bool
) -> ReaderSample:
    crop = rectify.crop(photo, start)
    matrix = rectify.to_crop(start)
    points = cv2.perspectiveTransform(quad.reshape(-1, 1, 2).astype(np.float64), matrix).reshape(-1, 2)
    corners = (points / [rectify.WIDTH, rectify.HEIGHT]).astype(np.float32)
    # Begin with the corner that the crop shows at its top left: the turn that moves the corners least.
    shifts = [float(np.abs(np.roll(corners, -k, axis=0) - _TARGET).sum()) for k in range(4)]
    k = int(np.argmin(shifts))
    return ReaderSample(crop, face, (-k) % 4 if up else -1, np.roll(corners, -k, axis=0))


def rendered_reader(stock: Stock, rng: np.random.Generator, most: int = 28) -> list[ReaderSample]:
    """Crops of the tiles of one rendered picture, half as the finder gives them, half as refined quads."""
    size = (480, 640)
    # A blur fit for a hand held too close is far too much for a table seen from afar: mostly the usual one.
    softness = 1.0 if rng.random() < 0.85 else rng.uniform(1.5, 3.0)
    photo = random_photo(stock, rng, size, (11.0, 120.0), partial(develop, softness=softness))
    pyramid = Pyramid(photo.image)
    indices = list(seen(photo.truth, _UNCOVERED))
    rng.shuffle(indices)
    out = []
    for i in indices[:most]:
        quad = photo.truth.quads[i]
        edge = float(np.linalg.norm(quad - np.roll(quad, -1, axis=0), axis=1).mean())
        if rng.random() < 0.5:
            # Now and then a find is far off, and the face must be read, and its corners found, all the same.
            off = 2.2 if rng.random() < 0.2 else 1.0
            rect = rectangle(quad)
            rect[:2] += rng.normal(0, 0.04 * off, 2) * edge
            rect[2:4] *= np.exp(rng.normal(0, 0.05 * off, 2))
            rect[4] += rng.normal(0, math.radians(3 * off))
            start = _start(_without_strip(rect, rng) if rng.random() < _CUT else rect, rng)
        else:
            start = np.roll(quad, int(rng.integers(2)) * 2 + int(rng.random() < 0.04), axis=0)
            start = (start + rng.normal(0, 0.022, (4, 2)) * edge).astype(np.float32)
        out.append(_sample(pyramid, quad, start, INDEX[photo.truth.labels[i]], up=photo.upright_known))
    if rng.random() < 0.5:
        out.append(_nothing(pyramid, photo.truth.quads, rng))
    for part in (_half, _between):
        for i in indices[:most]:
            often = _MISLEADING if photo.truth.labels[i] in _REPEATING else _SELDOM
            if rng.random() < often:
                out.append(part(pyramid, photo.truth.quads[i], rng))
    return out


def _without_strip(rect: NDArray[np.float32], rng: np.random.Generator) -> NDArray[np.float32]:
    """The rectangle less a strip along one of its sides."""
    share = rng.uniform(*_STRIP)
    along = bool(rng.integers(2))
    cut = share * float(rect[2] if along else rect[3])
    theta = float(rect[4]) + (0.0 if along else math.pi / 2)
    aside = cut / 2 * float(rng.choice([-1, 1]))
    less = rect.copy()
    less[:2] += aside * np.array([math.cos(theta), math.sin(theta)])
    less[2 if along else 3] -= cut
    return less


def _half(photo: Pyramid, quad: NDArray[np.float32], rng: np.random.Generator) -> ReaderSample:
    """A crop of half a tile, as a finder at times takes one for a whole: half of a 6p is no 3p."""
    k, share = int(rng.integers(4)), rng.uniform(0.4, 0.6)
    turned = np.roll(quad, -k, axis=0)
    near = turned[:2] + share * (turned[[3, 2]] - turned[:2])
    half = np.array([turned[0], turned[1], near[1], near[0]], np.float32)
    return _no_tile(photo, rectangle(half), rng)


def _between(photo: Pyramid, quad: NDArray[np.float32], rng: np.random.Generator) -> ReaderSample:
    """A crop half on a tile and half beside it: the right half of a 4p and the left of another are no 4p."""
    k, share = int(rng.integers(4)), rng.uniform(0.4, 0.6)
    turned = np.roll(quad, -k, axis=0)
    aside = share * (turned[[3, 2]] - turned[:2]).mean(axis=0)
    return _no_tile(photo, rectangle(quad + aside), rng)


def _no_tile(photo: Pyramid, rect: NDArray[np.float32], rng: np.random.Generator) -> ReaderSample:
    """The crop of a rectangle that is no tile."""
    crop = rectify.crop(photo, _start(rect, rng))
    return ReaderSample(crop, -1, -1, np.full((4, 2), np.nan, np.float32))


def _nothing(photo: Pyramid, quads: NDArray[np.float32], rng: np.random.Generator) -> ReaderSample:
    """A crop with no tile in its middle."""
    h, w = photo.size
    middles = quads.mean(1) if len(quads) else np.zeros((0, 2))
    for _ in range(12):
        side = rng.uniform(14, 90)
        at = rng.uniform(0, [w, h])
        if not len(middles) or np.linalg.norm(middles - at, axis=1).min() > side:
            break
    return _no_tile(photo, np.array([*at, side * 1.35, side, rng.uniform(0, math.pi)], np.float32), rng)


def real_no_tile(photo: RealPhoto, pixels: Pyramid, rng: np.random.Generator) -> ReaderSample | None:
    """A crop of a real photo that a finder may take for a tile: half of one, between two, or beside one.

    Returns:
        The crop, or None where the place drawn by chance holds a tile or, in a photo whose tiles are not all
        boxed or whose boxes are loose, might hold one.
    """
    if photo.loose():
        return None
    box = photo.boxes[int(rng.integers(len(photo.boxes)))]
    size = box[2:] - box[:2]
    axis, ahead = int(rng.integers(2)), bool(rng.integers(2))
    low, high = box[:2].copy(), box[2:].copy()
    part = rng.random()
    if part < 0.25:
        step = size[axis] * rng.uniform(0.4, 0.6) * (1 if ahead else -1)
        low[axis] += step
        high[axis] += step
    elif part < 0.4:
        half = size[axis] * rng.uniform(0.4, 0.6)
        if ahead:
            low[axis] += half
        else:
            high[axis] -= half
    else:
        step = size[axis] * rng.uniform(1.0, 1.9) * (1 if ahead else -1)
        low[axis] += step
        high[axis] += step
        if not photo.complete or _covered(low, high, photo.boxes) > 0.2 or not _inside(low, high, pixels):
            return None
    wide, tall = high - low
    rect = np.array(
        [*((low + high) / 2), max(wide, tall), min(wide, tall), math.pi / 2 if tall >= wide else 0.0],
        np.float32,
    )
    none = _no_tile(pixels, rect, rng)
    return none._replace(crop=develop(none.crop, rng, softness=0.6))


def _covered(low: NDArray[np.float32], high: NDArray[np.float32], boxes: NDArray[np.float32]) -> float:
    """The share of a box that others cover."""
    common = np.minimum(boxes[:, 2:], high) - np.maximum(boxes[:, :2], low)
    return float(np.clip(common, 0, None).prod(axis=1).sum() / (high - low).prod())


def _inside(low: NDArray[np.float32], high: NDArray[np.float32], photo: Pyramid) -> bool:
    return bool((low >= 0).all() and (high <= np.array(photo.size[::-1])).all())


def real_reader(photo: RealPhoto, index: int, pixels: Pyramid, rng: np.random.Generator) -> ReaderSample:
    """A crop of one tile of a real photo whose corners are known, though not which of them is the top's."""
    label, quad = photo.labels[index], photo.corners()[index]
    rect = rectangle(quad)
    wide = float(rect[3])
    rect[:2] += rng.normal(0, 0.03, 2) * wide
    rect[2:4] *= np.exp(rng.normal(0.0, 0.05, 2))
    rect[4] += rng.normal(0, math.radians(3))
    start = _start(rect, rng)
    start = (start + rng.normal(0, 0.025, (4, 2)) * wide).astype(np.float32)
    sample = _sample(pixels, quad, start, INDEX[label], up=False)
    crop, face = sample.crop, sample.face
    if label[0] == "5" and label[1] in "mps" and rng.random() < 0.3:
        crop, face = redden(crop, rng), INDEX["0" + label[1]]
    exact = photo.quads is not None and np.isfinite(photo.quads[index]).all()
    corners = sample.corners if exact else np.full((4, 2), np.nan, np.float32)
    return ReaderSample(develop(crop, rng, softness=0.6), face, -1, corners)
