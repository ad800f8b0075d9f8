"""Training samples for the reader: crops of rendered and real tiles, with what they show."""

from __future__ import annotations

import math
from functools import partial
from typing import Final

import numpy as np
from numpy.typing import NDArray

from yakulens.vision.labels import INDEX
from yakulens.vision.picture.pyramid import Pyramid
from yakulens.vision.synth.camera import develop
from yakulens.vision.synth.designs import TileDesigns
from yakulens.vision.synth.picture_truth import findable_tiles
from yakulens.vision.synth.red_paint import paint_red
from yakulens.vision.synth.training_picture import ODD, random_picture
from yakulens.vision.train.finder_samples import UNCOVERED
from yakulens.vision.train.no_tile_samples import rendered_no_tile
from yakulens.vision.train.reader_sample import ReaderSample, tile_at
from yakulens.vision.train.real_photos import RealPhoto
from yakulens.vision.train.rectangles import rectangle, start_quad
from yakulens.vision.train.unusual import shown_unusually

_CUT: Final = 0.06
"""Share of detections that leave out a strip of their tile, such as a column of a 9p."""
_STRIP: Final = (0.1, 0.33)
"""Least and greatest share of the tile that such a strip has; from 0.4 on it is no tile
(`no_tile_samples`)."""
_MAX_TILES: Final = 28
"""Most tiles of a picture that are cut out; crops that show no tile come in addition."""
_SHARP: Final = 0.88
"""Share of crops of real photos that are about as sharp as the photo."""


def rendered_reader(designs: TileDesigns, rng: np.random.Generator, odd: float = ODD) -> list[ReaderSample]:
    """Samples of one rendered picture's tiles, half of them cut as detected, half by refined corners.

    Args:
        designs: tile designs to choose from.
        rng: random generator.
        odd: share of pictures whose tiles are of unusual material or inks, 0..1.
    """
    size = (480, 640)
    # A blur that suits a hand held too close is far too much for a table seen from afar.
    softness = 1.0 if rng.random() < 0.85 else rng.uniform(1.5, 3.0)
    photo = random_picture(designs, rng, size, (11.0, 120.0), partial(develop, softness=softness), odd)
    pyramid = Pyramid(photo.image)
    indices = list(findable_tiles(photo.truth, UNCOVERED))
    rng.shuffle(indices)
    out = []
    for i in indices[:_MAX_TILES]:
        quad = photo.truth.quads[i]
        edge = float(np.linalg.norm(quad - np.roll(quad, -1, axis=0), axis=1).mean())
        if rng.random() < 0.5:
            # Also where a detection is far off, the face must be read and its corners found.
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

    At times a plain five is painted red. The top is not known; the corners are where the photo has exact
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
    # At times as blurred as a far tile, on which a five's red centre is all that is seen of its inks.
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
