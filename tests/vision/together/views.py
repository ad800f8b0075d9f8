"""Arranged scenes as an ideal recogniser detects them from several cameras."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from tests.vision.ideal import PERFECT, Noise, find
from yakulens.datasets.render.arrange import arrange
from yakulens.datasets.render.viewpoint import view
from yakulens.vision.photo_search import Recognition

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from yakulens.datasets.render.scene import Arrangement
    from yakulens.vision.detections import Detections


def seen_from(
    scene: Arrangement, seed: int, side: float, steepness: float | None = None, noise: Noise = PERFECT
) -> tuple[Detections, NDArray[np.int64]]:
    """What is detected from one side of the table, and the placement that each detection shows."""
    rng = np.random.default_rng([7, seed, int(side) % 360])
    return find(rng, scene, view(rng, scene, side=side, steepness=steepness), noise)


def scene_of(kind: str, seed: int) -> Arrangement:
    """A scene by its kind and seed."""
    return arrange(np.random.default_rng(seed), kind)


def recognised(tiles: Detections) -> Recognition:
    """A recognition in which all detections are tiles."""
    return Recognition(tiles, tiles)
