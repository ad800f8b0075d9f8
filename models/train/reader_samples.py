"""Training samples for the reader: crops of rendered and real tiles, and of places that show no tile."""

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from yakulens.datasets.render.camera import develop
from yakulens.datasets.render.designs import TileDesigns
from yakulens.datasets.render.red_paint import paint_red
from yakulens.datasets.render.render import PictureTruth, findable_tiles
from yakulens.datasets.render.training_picture import ODD, random_picture
from yakulens.models.train.finder_samples import UNCOVERED, rectangle
from yakulens.models.train.real_photos import FACE_GROUP, RealPhoto, shown_unusually
from yakulens.vision.labels import INDEX
from yakulens.vision.naming import rectify
from yakulens.vision.naming.crop_answers import FACE_IN_CROP, HEIGHT, WIDTH
from yakulens.vision.picture.pyramid import Pyramid

_REPEATING: Final = frozenset(("2p", "4p", "6p", "8p", "9p", "4s", "6s", "8s", "9s"))
"""Faces whose half looks like another face: half of a 4p lying across looks like a 2p."""
_HALVED_REPEATING: Final = 0.3
_HALVED: Final = 0.05
"""Share of the tiles, with such a face or another, that are shown as a half; as many crops are half beside
the tile."""
_CUT: Final = 0.06
"""Share of detections that cut off a strip of their tile, such as a column of a 9p."""
_STRIP: Final = (0.1, 0.33)
"""Minimum and maximum share of the tile that the strip has; from 0.4 on the crop counts as no tile
(`rendered_no_tile`)."""
_MAX_TILES: Final = 28
"""Maximum number of tiles cut out of a picture; crops that show no tile come in addition."""
_SHARP: Final = 0.88
"""Share of crops of real photos that are about as sharp as the photo."""


class ReaderSample(NamedTuple):
    """A crop and its truth.

    Attributes:
        crop: ``(96, 80, 3)`` uint8 RGB.
        face: index of the label, or -1 for a crop that shows no tile.
        up: which edge is the face's top, 0..3, or -1 if unknown.
        corners: ``(4, 2)`` float32 normalised crop points, NaN where unknown.
    """

    crop: NDArray[np.uint8]
    face: int
    up: int
    corners: NDArray[np.float32]


def start_quad(rect: NDArray[np.float32], rng: np.random.Generator) -> NDArray[np.float32]:
    """The corners of a rectangle as of `rectangle`, in an order that the reader may meet.

    Either end may be up; at times the long side lies across.

    Returns:
        ``(4, 2)`` float32 pixels, clockwise from the corner that is taken for the top left.

    >>> rect = np.array([25, 30, 40, 30, np.pi / 2], np.float32)
    >>> start_quad(rect, np.random.default_rng(0)).round().tolist()
    [[40.0, 50.0], [10.0, 50.0], [10.0, 10.0], [40.0, 10.0]]
    """
    points = cv2.boxPoints(
        ((float(rect[0]), float(rect[1])), (float(rect[3]), float(rect[2])), math.degrees(rect[4]) - 90)
    )
    # boxPoints begins at the lower left: bl, tl, tr, br.
    quad = np.roll(points, -1, axis=0)
    turn = 2 * int(rng.integers(2)) + int(rng.random() < 0.08)
    return np.asarray(np.roll(quad, turn, axis=0), np.float32)


def tile_at(
    photo: Pyramid, quad: NDArray[np.float32], start: NDArray[np.float32], face: int, *, up: bool
) -> ReaderSample:
    """The sample of a tile: its crop, face index, top, and corners within the crop.

    ``quad`` is ``(4, 2)`` float32 pixels, the tile's exact corners; the crop is cut by the rough corners
    ``start``. ``up`` says whether the first edge of ``quad`` is known to be the face's top.
    """
    crop = rectify.crop(photo, start)
    matrix = rectify.to_crop(start)
    points = cv2.perspectiveTransform(quad.reshape(-1, 1, 2).astype(np.float64), matrix).reshape(-1, 2)
    corners = (points / [WIDTH, HEIGHT]).astype(np.float32)
    # Start with the corner nearest to the crop's top left: the turn that moves the corners least.
    shifts = [float(np.abs(np.roll(corners, -k, axis=0) - FACE_IN_CROP).sum()) for k in range(4)]
    k = int(np.argmin(shifts))
    return ReaderSample(crop, face, (-k) % 4 if up else -1, np.roll(corners, -k, axis=0))


def no_tile_at(photo: Pyramid, rect: NDArray[np.float32], rng: np.random.Generator) -> ReaderSample:
    """The sample of a place that is no tile: its crop, without face, top or corners."""
    crop = rectify.crop(photo, start_quad(rect, rng))
    return ReaderSample(crop, -1, -1, np.full((4, 2), np.nan, np.float32))


def rendered_no_tile(
    pyramid: Pyramid, truth: PictureTruth, indices: Sequence[int], rng: np.random.Generator
) -> list[ReaderSample]:
    """Crops of a rendered picture: bare table, halves of the tiles with these indices, halves beside them."""
    out = []
    if rng.random() < 0.5:
        out.append(_empty(pyramid, truth.quads, rng))
    for beside in (False, True):
        for i in indices:
            share = _HALVED_REPEATING if truth.labels[i] in _REPEATING else _HALVED
            if rng.random() < share:
                out.append(_half(pyramid, truth.quads[i], rng, beside=beside))
    return out


def real_no_tile(photo: RealPhoto, pixels: Pyramid, rng: np.random.Generator) -> ReaderSample | None:
    """A crop of a real photo: half a tile, between two tiles, or beside one.

    None if the chosen place holds a tile or may hold one, because the photo has loose boxes or unboxed tiles,
    and for a cut-out face, which has nothing beside it.
    """
    if photo.loose() or photo.group == FACE_GROUP:
        return None
    box = photo.boxes[int(rng.integers(len(photo.boxes)))]
    size = box[2:] - box[:2]
    axis, ahead = int(rng.integers(2)), bool(rng.integers(2))
    low, high = box[:2].copy(), box[2:].copy()
    kind = rng.random()
    beside = kind >= 0.4
    shift = size[axis] * (rng.uniform(1.0, 1.9) if beside else rng.uniform(0.4, 0.6))
    if 0.25 <= kind < 0.4:
        low[axis] += shift if ahead else 0
        high[axis] -= 0 if ahead else shift
    else:
        low[axis] += shift if ahead else -shift
        high[axis] += shift if ahead else -shift
    is_inside = (low >= 0).all() and (high <= np.array(pixels.size[::-1])).all()
    if beside and not (photo.complete and is_inside and _covered(low, high, photo.boxes) <= 0.2):
        return None
    w, h = high - low
    rect = np.array([*((low + high) / 2), max(w, h), min(w, h), math.pi / 2 if h >= w else 0.0], np.float32)
    sample = no_tile_at(pixels, rect, rng)
    return sample._replace(crop=develop(sample.crop, rng, softness=0.6))


def real_empty(pixels: Pyramid, rng: np.random.Generator) -> ReaderSample:
    """A crop of any place and size of a photo without tiles."""
    sample = _empty(pixels, np.zeros((0, 4, 2), np.float32), rng)
    return sample._replace(crop=develop(shown_unusually(sample.crop, rng), rng, softness=0.6))


def _half(
    photo: Pyramid, quad: NDArray[np.float32], rng: np.random.Generator, *, beside: bool
) -> ReaderSample:
    """A crop of half a tile, or half on a tile and half ``beside`` it, as finders at times detect.

    It has no face: half of a 6p is no 3p; the right half of a 4p and the left half of another are no 4p.
    """
    k, share = int(rng.integers(4)), rng.uniform(0.4, 0.6)
    turned = np.roll(quad, -k, axis=0)
    down = turned[[3, 2]] - turned[:2]
    if beside:
        return no_tile_at(photo, rectangle(quad + share * down.mean(axis=0)), rng)
    near = turned[:2] + share * down
    return no_tile_at(photo, rectangle(np.array([*turned[:2], near[1], near[0]], np.float32)), rng)


def _empty(photo: Pyramid, quads: NDArray[np.float32], rng: np.random.Generator) -> ReaderSample:
    """A crop with no tile in its middle, unless twelve random places all have one."""
    h, w = photo.size
    tile_centres = quads.mean(1) if len(quads) else np.zeros((0, 2))
    for _ in range(12):
        side = rng.uniform(14, 90)
        centre = rng.uniform(0, [w, h])
        if not len(tile_centres) or np.linalg.norm(tile_centres - centre, axis=1).min() > side:
            break
    return no_tile_at(photo, np.array([*centre, side * 1.35, side, rng.uniform(0, math.pi)], np.float32), rng)


def _covered(low: NDArray[np.float32], high: NDArray[np.float32], boxes: NDArray[np.float32]) -> float:
    """The share of a box that other boxes cover."""
    overlaps = np.minimum(boxes[:, 2:], high) - np.maximum(boxes[:, :2], low)
    return float(np.clip(overlaps, 0, None).prod(axis=1).sum() / (high - low).prod())


def rendered_reader(designs: TileDesigns, rng: np.random.Generator, odd: float = ODD) -> list[ReaderSample]:
    """Samples of one rendered picture's tiles, half of them cut as detected, half by refined corners.

    ``odd`` is that of `datasets.render.training_picture.random_picture`.
    """
    # A blur that suits a close hand is far too strong for a table seen from afar.
    softness = 1.0 if rng.random() < 0.85 else rng.uniform(1.5, 3.0)
    photo = random_picture(designs, rng, scale=(11.0, 120.0), softness=softness, odd=odd)
    pyramid = Pyramid(photo.image)
    indices = list(findable_tiles(photo.truth, UNCOVERED))
    rng.shuffle(indices)
    out = []
    for i in indices[:_MAX_TILES]:
        quad = photo.truth.quads[i]
        edge = float(np.linalg.norm(quad - np.roll(quad, -1, axis=0), axis=1).mean())
        if rng.random() < 0.5:
            # The reader must read the face and find its corners even where a detection is far off.
            noise = 2.2 if rng.random() < 0.2 else 1.0
            rect = rectangle(quad)
            rect[:2] += rng.normal(0, 0.04 * noise, 2) * edge
            rect[2:4] *= np.exp(rng.normal(0, 0.05 * noise, 2))
            rect[4] += rng.normal(0, math.radians(3 * noise))
            start = start_quad(_without_strip(rect, rng) if rng.random() < _CUT else rect, rng)
        else:
            start = np.roll(quad, int(rng.integers(2)) * 2 + int(rng.random() < 0.04), axis=0)
            start = (start + rng.normal(0, 0.022, (4, 2)) * edge).astype(np.float32)
        out.append(tile_at(pyramid, quad, start, INDEX[photo.truth.labels[i]], up=photo.upright_known))
    return out + rendered_no_tile(pyramid, photo.truth, indices[:_MAX_TILES], rng)


def real_reader(photo: RealPhoto, index: int, pixels: Pyramid, rng: np.random.Generator) -> ReaderSample:
    """The sample of one tile of a real photo, cut as detected.

    At times a plain five is painted red. The top is unknown; the corners are known where the photo has exact
    quads.
    """
    label, quad = photo.labels[index], photo.corners()[index]
    rect = rectangle(quad)
    wide = float(rect[3])
    rect[:2] += rng.normal(0, 0.03, 2) * wide
    rect[2:4] *= np.exp(rng.normal(0.0, 0.05, 2))
    rect[4] += rng.normal(0, math.radians(3))
    start = start_quad(rect, rng)
    start = (start + rng.normal(0, 0.025, (4, 2)) * wide).astype(np.float32)
    sample = tile_at(pixels, quad, start, INDEX[label], up=False)
    crop, face = sample.crop, sample.face
    if label[0] == "5" and label[1] in "mps" and rng.random() < 0.3:
        crop, face = paint_red(crop, rng), INDEX["0" + label[1]]
    crop = shown_unusually(crop, rng, five=label[0] in "05")
    exact = photo.quads is not None and np.isfinite(photo.quads[index]).all()
    corners = sample.corners if exact else np.full((4, 2), np.nan, np.float32)
    # At times as blurred as a far tile, where a five's red centre is the only visible ink.
    softness = 0.6 if rng.random() < _SHARP else rng.uniform(1.5, 3.5)
    return ReaderSample(develop(crop, rng, softness=softness), face, -1, corners)


def _without_strip(rect: NDArray[np.float32], rng: np.random.Generator) -> NDArray[np.float32]:
    """The rectangle without a strip along one of its sides."""
    share = rng.uniform(*_STRIP)
    along = bool(rng.integers(2))
    cut = share * float(rect[2] if along else rect[3])
    theta = float(rect[4]) + (0.0 if along else math.pi / 2)
    shift = cut / 2 * float(rng.choice([-1, 1]))
    remaining = rect.copy()
    remaining[:2] += shift * np.array([math.cos(theta), math.sin(theta)])
    remaining[2 if along else 3] -= cut
    return remaining
