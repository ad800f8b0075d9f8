"""Colours: RGB triples, and those of a tile set's body."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from yakulens.vision.synth.choice import one_of

Pixels: TypeAlias = NDArray[np.uint8]
"""Pictures, masks and textures."""

Rgb: TypeAlias = tuple[int, int, int]
"""Red, green and blue, each 0..255."""


def rgb(channels: NDArray[Any]) -> Rgb:
    """Three channels as whole numbers from 0 to 255.

    >>> rgb(np.array([-3.0, 12.7, 300.0]))
    (0, 12, 255)
    """
    r, g, b = (int(c) for c in np.clip(channels, 0, 255))
    return r, g, b


@dataclass(frozen=True, slots=True)
class Paint:
    """Colours of one tile set.

    Attributes:
        front: of the side that carries the face, where it is not engraved.
        side: of the tile's body next to the front.
        back: of the layer on the other side.
        clear: how much of what lies behind is seen through the body, 0 = nothing .. 1.
    """

    front: Rgb
    side: Rgb
    back: Rgb
    clear: float = 0.0


def random_paint(rng: np.random.Generator) -> Paint:
    """Colours of a tile set: white to cream, seldom anything else, and a back of any usual colour."""
    warm = rng.uniform(0, 34)
    level = rng.uniform(222, 254)
    front = (int(level), int(level - warm * 0.25), int(level - warm))
    if rng.random() < 0.05:
        front = rgb(rng.integers(120, 255, 3))
    side = rgb(np.array(front) * rng.uniform(0.88, 1.0))
    hues = (
        (35, 110, 60), (240, 150, 40), (40, 90, 180), (190, 60, 60), (230, 190, 60), (120, 180, 220),
        (240, 170, 190), (40, 40, 46), (120, 190, 70), (235, 235, 232), (90, 60, 140),
    )  # fmt: skip
    base = np.array(one_of(rng, hues)) + rng.normal(0, 14, 3)
    return Paint(front, side, rgb(base))
