"""Hands and arms that reach into a picture over table and tiles."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import partial
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from yakulens.datasets.render.colours import Pixels
from yakulens.datasets.render.render import PictureTruth

_Array = NDArray[np.float64]

_SLEEVED: Final = 0.6
_HIDDEN: Final = 127
"""Coverage, 0..255, above which what lies below is hidden."""


def reach_in(
    image: Pixels, truth: PictureTruth, rng: np.random.Generator, scale: float
) -> tuple[Pixels, PictureTruth]:
    """Draw an arm with a hand from the edge of a picture ``(H, W, 3)`` uint8 RGB.

    A tile is ``scale`` pixels wide. In the returned truth, tiles below the arm are less visible.
    """
    h, w = image.shape[:2]
    level = rng.uniform(110, 235)
    skin = np.array([level, level * rng.uniform(0.62, 0.82), level * rng.uniform(0.5, 0.7)])
    sleeve = rng.uniform(10, 245, 3) if rng.random() < _SLEEVED else skin
    mask = np.zeros((h, w), np.uint8)
    cover = np.zeros((h, w, 3), np.uint8)

    direction = rng.uniform(0, 2 * math.pi)
    start = np.array([w / 2 + math.cos(direction) * w * 0.8, h / 2 + math.sin(direction) * h * 0.8])
    end = np.array([w, h]) * rng.uniform(0.15, 0.85, 2)
    along = (end - start) / max(1.0, float(np.linalg.norm(end - start)))
    across = np.array([-along[1], along[0]])
    breadth = scale * rng.uniform(1.6, 2.8)

    stroke = partial(_stroke, (mask, cover))
    wrist = end - along * breadth * 0.9
    stroke(start, wrist, breadth, sleeve)
    stroke(wrist, end, breadth * 1.15, skin)
    for k in range(4):
        root = end + across * breadth * (k - 1.5) * 0.3
        tip = root + (along + across * (k - 1.5) * rng.uniform(0.0, 0.25)) * breadth * rng.uniform(0.5, 1.1)
        stroke(root, tip, breadth * 0.28, skin * rng.uniform(0.9, 1.05))
    thumb = wrist + along * breadth * 0.3
    stroke(thumb, thumb + (across * rng.choice([-1, 1]) + along) * breadth * 0.7, breadth * 0.3, skin)
    cover = cv2.GaussianBlur(cover, (0, 0), max(0.5, breadth * 0.04))
    shadow = cv2.GaussianBlur(
        np.roll(mask, (int(breadth * 0.15), int(breadth * 0.1)), (0, 1)), (0, 0), breadth * 0.1 + 0.5
    )
    shaded = image * (1 - 0.5 * shadow[..., None] / 255.0)
    share = mask[..., None] / 255.0
    shaded = shaded * (1 - share) + cover * share
    return np.asarray(shaded, np.uint8), replace(truth, visible=_uncovered(truth, mask))


def _stroke(layers: tuple[Pixels, Pixels], a: _Array, b: _Array, width: float, colour: _Array) -> None:
    """Draw a round limb between two points on the mask and the colours, lit along its middle."""
    mask, cover = layers
    ends = [(round(float(p[0])), round(float(p[1]))) for p in (a, b)]
    thick = max(2, round(width))
    shade, lit = (tuple(float(c) for c in np.clip(colour * light, 0, 255)) for light in (1.0, 1.12))
    cv2.line(mask, ends[0], ends[1], 255, thick, cv2.LINE_AA)
    cv2.line(cover, ends[0], ends[1], shade, thick, cv2.LINE_AA)
    cv2.line(cover, ends[0], ends[1], lit, max(1, thick // 3), cv2.LINE_AA)


def _uncovered(truth: PictureTruth, mask: Pixels) -> NDArray[np.float32]:
    """The visible share of each tile under ``mask``, ``(N,)``."""
    visible = truth.visible.copy()
    for i, quad in enumerate(truth.quads):
        x0, y0 = np.maximum(np.floor(quad.min(0)).astype(int), 0)
        x1, y1 = np.ceil(quad.max(0)).astype(int) + 1
        part = mask[y0:y1, x0:x1]
        if part.size and part.any():
            front = np.zeros(part.shape, np.uint8)
            cv2.fillConvexPoly(front, np.round(quad - (x0, y0)).astype(np.int32), 1)
            visible[i] *= 1 - float((part[front > 0] > _HIDDEN).mean() if front.any() else 0)
    return visible
