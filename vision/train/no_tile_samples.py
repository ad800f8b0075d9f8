"""Training samples for the reader that show no tile: what a finder may wrongly take for one."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from yakulens.vision.picture.pyramid import Pyramid
from yakulens.vision.synth.camera import develop
from yakulens.vision.synth.picture_truth import PictureTruth
from yakulens.vision.train.reader_sample import ReaderSample, no_tile_at
from yakulens.vision.train.real_photos import RealPhoto
from yakulens.vision.train.rectangles import rectangle
from yakulens.vision.train.unusual import shown_unusually

_REPEATING: Final = frozenset(("2p", "4p", "6p", "8p", "9p", "4s", "6s", "8s", "9s"))
"""Faces of which a half is another face: half of a 4p lying across looks like a 2p."""
_MISLEADING: Final = 0.3
_SELDOM: Final = 0.05
"""Share of the tiles with such a face, and with another, that are shown in half, and as many half beside."""


def rendered_no_tile(
    pyramid: Pyramid, truth: PictureTruth, indices: Sequence[int], rng: np.random.Generator
) -> list[ReaderSample]:
    """Crops of a rendered picture that show no tile: half a tile, half a tile and what is beside it, table.

    Only the tiles of these indices may be shown in half.
    """
    out = []
    if rng.random() < 0.5:
        out.append(_nothing(pyramid, truth.quads, rng))
    for part in (_half, _between):
        for i in indices:
            often = _MISLEADING if truth.labels[i] in _REPEATING else _SELDOM
            if rng.random() < often:
                out.append(part(pyramid, truth.quads[i], rng))
    return out


def real_no_tile(photo: RealPhoto, pixels: Pyramid, rng: np.random.Generator) -> ReaderSample | None:
    """A crop of a real photo that a finder may take for a tile: half of one, between two, or beside one.

    None where the place drawn holds a tile, or might hold one because not all tiles of the photo are boxed,
    or because its boxes are loose.
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
    none = no_tile_at(pixels, rect, rng)
    return none._replace(crop=develop(none.crop, rng, softness=0.6))


def real_nothing(pixels: Pyramid, rng: np.random.Generator) -> ReaderSample:
    """A crop of any place of a photo that shows no tile, in any size."""
    none = _nothing(pixels, np.zeros((0, 4, 2), np.float32), rng)
    return none._replace(crop=develop(shown_unusually(none.crop, rng), rng, softness=0.6))


def _half(photo: Pyramid, quad: NDArray[np.float32], rng: np.random.Generator) -> ReaderSample:
    """A crop of half a tile, as a finder at times takes one for a whole: half of a 6p is no 3p."""
    k, share = int(rng.integers(4)), rng.uniform(0.4, 0.6)
    turned = np.roll(quad, -k, axis=0)
    near = turned[:2] + share * (turned[[3, 2]] - turned[:2])
    half = np.array([turned[0], turned[1], near[1], near[0]], np.float32)
    return no_tile_at(photo, rectangle(half), rng)


def _between(photo: Pyramid, quad: NDArray[np.float32], rng: np.random.Generator) -> ReaderSample:
    """A crop half on a tile and half beside it: the right half of a 4p and the left of another are no 4p."""
    k, share = int(rng.integers(4)), rng.uniform(0.4, 0.6)
    turned = np.roll(quad, -k, axis=0)
    aside = share * (turned[[3, 2]] - turned[:2]).mean(axis=0)
    return no_tile_at(photo, rectangle(quad + aside), rng)


def _nothing(photo: Pyramid, quads: NDArray[np.float32], rng: np.random.Generator) -> ReaderSample:
    """A crop with no tile in its middle."""
    h, w = photo.size
    middles = quads.mean(1) if len(quads) else np.zeros((0, 2))
    for _ in range(12):
        side = rng.uniform(14, 90)
        at = rng.uniform(0, [w, h])
        if not len(middles) or np.linalg.norm(middles - at, axis=1).min() > side:
            break
    return no_tile_at(photo, np.array([*at, side * 1.35, side, rng.uniform(0, math.pi)], np.float32), rng)


def _covered(low: NDArray[np.float32], high: NDArray[np.float32], boxes: NDArray[np.float32]) -> float:
    """The share of a box that others cover."""
    common = np.minimum(boxes[:, 2:], high) - np.maximum(boxes[:, :2], low)
    return float(np.clip(common, 0, None).prod(axis=1).sum() / (high - low).prod())


def _inside(low: NDArray[np.float32], high: NDArray[np.float32], photo: Pyramid) -> bool:
    """Whether a box lies within the photo."""
    return bool((low >= 0).all() and (high <= np.array(photo.size[::-1])).all())
