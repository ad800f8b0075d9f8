"""Makes red fives from photographed plain ones by painting them, as owners of sets without red fives do."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from yakulens.datasets.render.colours import Pixels


def paint_red(picture: Pixels, rng: np.random.Generator) -> Pixels:
    """Paint a photographed five, dark on light, ``(h, w, 3)`` uint8 RGB, red; its ground stays.

    The style is random: some owners cover the ink; others paint so thinly that the dark ink shows through,
    miss some of it, smear beyond it, or colour only its edges.
    """
    grey = picture.astype(np.float32).min(2)
    light = np.percentile(grey, 85)
    dark = np.percentile(grey, 3)
    ink = np.clip((light - grey) / max(light - dark, 1) * 1.25 - 0.12, 0, 1)
    red = _red(rng)
    ground_colour = np.median(picture[grey > light - 8].reshape(-1, 3), axis=0).astype(np.float32)
    covered = ground_colour * (1 - ink[..., None]) + red * ink[..., None]
    if rng.random() < 0.5:
        return np.asarray(np.clip(covered, 0, 255), np.uint8)
    if rng.random() < 0.4:
        ink = _rims(ink, rng)
    return _glaze(picture, ink, red, rng)


def _red(rng: np.random.Generator) -> NDArray[np.float32]:
    """A red of paints and pens, rarely coppery or brownish; ``(3,)`` RGB."""
    if rng.random() < 0.8:
        return np.array([rng.uniform(160, 225), rng.uniform(15, 60), rng.uniform(20, 60)], np.float32)
    return np.array([rng.uniform(135, 205), rng.uniform(50, 95), rng.uniform(35, 75)], np.float32)


def _rims(ink: NDArray[np.float32], rng: np.random.Generator) -> NDArray[np.float32]:
    """The edges of each figure, at times also inner ones, as wide as a fine brush.

    Returns:
        ``(h, w)`` coverage 0..1 like ``ink``.
    """
    which = cv2.RETR_EXTERNAL if rng.random() < 0.6 else cv2.RETR_LIST
    figures, _ = cv2.findContours((ink > 0.5).astype(np.uint8), which, cv2.CHAIN_APPROX_NONE)
    rims = np.zeros(ink.shape, np.uint8)
    cv2.drawContours(rims, figures, -1, 255, max(1, round(rng.uniform(0.02, 0.07) * ink.shape[1])))
    return np.asarray(rims / 255, np.float32)


def _glaze(
    picture: Pixels, ink: NDArray[np.float32], red: NDArray[np.float32], rng: np.random.Generator
) -> Pixels:
    """Thin red paint over dark ink: it mixes with the ink in patches and runs over the edges."""
    h, w = ink.shape
    reach = max(1, round(rng.uniform(0.0, 0.05) * w))
    paint = cv2.dilate(ink, np.ones((reach, reach), np.uint8))
    paint = cv2.GaussianBlur(paint, (0, 0), max(0.5, rng.uniform(0.003, 0.02) * w))
    patches = rng.uniform(rng.uniform(0.5, 0.95), 1, (4, 3)).astype(np.float32)
    paint *= np.clip(cv2.resize(patches, (w, h), interpolation=cv2.INTER_CUBIC), 0, 1)
    body = rng.uniform(0.4, 0.8)
    below = picture.astype(np.float32)
    # Thick paint lightens black ink; a glaze tints a light ground.
    over = body * red + (1 - body) * below * (0.25 + 0.75 * red / 255)
    mixed = below * (1 - paint[..., None]) + over * paint[..., None]
    if rng.random() < 0.4:  # wiped-off paint leaves a blush on the ground
        blush = cv2.resize(
            rng.uniform(0, 0.25, (3, 3)).astype(np.float32), (w, h), interpolation=cv2.INTER_CUBIC
        )
        mixed *= 1 - np.clip(blush, 0, 1)[..., None] * (1 - red / 255)
    return np.asarray(np.clip(mixed, 0, 255), np.uint8)
