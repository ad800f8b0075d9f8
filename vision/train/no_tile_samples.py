"""Training samples for the reader that show no tile, as false detections of a finder do."""

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
_REPEATING_SHARE: Final = 0.3
_SHARE: Final = 0.05
"""Share of the tiles with such a face, and with another, of which a half is shown, and as many half
beside."""


def rendered_no_tile(
    pyramid: Pyramid, truth: PictureTruth, indices: Sequence[int], rng: np.random.Generator
) -> list[ReaderSample]:
    """Crops of a rendered picture: table, halves of the tiles of these indices, halves and what is beside."""
    out = []
    if rng.random() < 0.5:
        out.append(_empty(pyramid, truth.quads, rng))
    for sample in (_half, _half_beside):
        for i in indices:
            share = _REPEATING_SHARE if truth.labels[i] in _REPEATING else _SHARE
            if rng.random() < share:
                out.append(sample(pyramid, truth.quads[i], rng))
    return out


def real_no_tile(photo: RealPhoto, pixels: Pyramid, rng: np.random.Generator) -> ReaderSample | None:
    """A crop of a real photo: half a tile, between two tiles, or beside one.

    None where the chosen place holds a tile, or may hold one: not all tiles of the photo are boxed, or its
    boxes are loose.
    """
    if photo.loose():
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
    if beside and not (
        photo.complete and _covered(low, high, photo.boxes) <= 0.2 and _inside(low, high, pixels)
    ):
        return None
    w, h = high - low
    rect = np.array([*((low + high) / 2), max(w, h), min(w, h), math.pi / 2 if h >= w else 0.0], np.float32)
    sample = no_tile_at(pixels, rect, rng)
    return sample._replace(crop=develop(sample.crop, rng, softness=0.6))


def real_empty(pixels: Pyramid, rng: np.random.Generator) -> ReaderSample:
    """A crop of any place and size of a photo that shows no tile."""
    sample = _empty(pixels, np.zeros((0, 4, 2), np.float32), rng)
    return sample._replace(crop=develop(shown_unusually(sample.crop, rng), rng, softness=0.6))


def _half(photo: Pyramid, quad: NDArray[np.float32], rng: np.random.Generator) -> ReaderSample:
    """A crop of half a tile, which finders at times detect: half of a 6p is no 3p."""
    k, share = int(rng.integers(4)), rng.uniform(0.4, 0.6)
    turned = np.roll(quad, -k, axis=0)
    near = turned[:2] + share * (turned[[3, 2]] - turned[:2])
    half = np.array([turned[0], turned[1], near[1], near[0]], np.float32)
    return no_tile_at(photo, rectangle(half), rng)


def _half_beside(photo: Pyramid, quad: NDArray[np.float32], rng: np.random.Generator) -> ReaderSample:
    """A crop half on a tile and half beside it: the right half of a 4p and the left of another are no 4p."""
    k, share = int(rng.integers(4)), rng.uniform(0.4, 0.6)
    turned = np.roll(quad, -k, axis=0)
    shift = share * (turned[[3, 2]] - turned[:2]).mean(axis=0)
    return no_tile_at(photo, rectangle(quad + shift), rng)


def _empty(photo: Pyramid, quads: NDArray[np.float32], rng: np.random.Generator) -> ReaderSample:
    """A crop with no tile in its middle, unless twelve random places all had one."""
    h, w = photo.size
    tile_centres = quads.mean(1) if len(quads) else np.zeros((0, 2))
    for _ in range(12):
        side = rng.uniform(14, 90)
        centre = rng.uniform(0, [w, h])
        if not len(tile_centres) or np.linalg.norm(tile_centres - centre, axis=1).min() > side:
            break
    return no_tile_at(photo, np.array([*centre, side * 1.35, side, rng.uniform(0, math.pi)], np.float32), rng)


def _covered(low: NDArray[np.float32], high: NDArray[np.float32], boxes: NDArray[np.float32]) -> float:
    """The share of a box that others cover."""
    overlaps = np.minimum(boxes[:, 2:], high) - np.maximum(boxes[:, :2], low)
    return float(np.clip(overlaps, 0, None).prod(axis=1).sum() / (high - low).prod())


def _inside(low: NDArray[np.float32], high: NDArray[np.float32], photo: Pyramid) -> bool:
    """Whether a box lies within the photo."""
    return bool((low >= 0).all() and (high <= np.array(photo.size[::-1])).all())
