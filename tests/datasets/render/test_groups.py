"""Tiles in groups: as many as a row, a hand, a tray or a heap has, and none but those that can be drawn."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np
import pytest

from yakulens.datasets.render.groups import (
    SceneBuilder,
    add_distractors,
    lay_hand,
    lay_heap,
    lay_row,
    lay_tray,
)
from yakulens.datasets.render.tiles3d import TileShape

if TYPE_CHECKING:
    from collections.abc import Callable

ROW = partial(lay_row, n=5, at=(0.0, 0.0))


@pytest.mark.parametrize(
    ("lay", "least", "most"),
    [
        (partial(ROW, upright=False), 5, 5), (partial(ROW, upright=True), 5, 5), (lay_hand, 13, 30),
        (lay_tray, 2, 66), (lay_heap, 1, 59), (partial(add_distractors, around=3.0), 0, 120),
    ],
)  # fmt: skip
def test_a_group_has_its_tiles(lay: Callable[[SceneBuilder], None], least: int, most: int) -> None:
    for seed in range(6):
        builder = SceneBuilder(np.random.default_rng(seed), TileShape(), {"1m": [0], "back": [1]})
        lay(builder)
        assert least <= len(builder.solids) <= most
        assert {solid.label for solid in builder.solids} <= {"1m", "back"}
