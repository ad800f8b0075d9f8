"""A photographed five painted red."""

from __future__ import annotations

import numpy as np

from yakulens.datasets.render.red_paint import paint_red


def test_painting_red_leaves_the_ground() -> None:
    picture = np.full((60, 40, 3), 240, np.uint8)
    picture[20:40, 10:30] = (20, 40, 120)
    for seed in range(40):
        painted = paint_red(picture, np.random.default_rng(seed)).astype(int)
        assert np.median(np.abs(painted[:15] - 240).max(axis=2)) < 60
        figure = painted[18:42, 8:32]
        assert (figure[..., 0] - figure[..., 2]).max() > 25
