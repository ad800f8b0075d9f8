"""Training samples of the leveller: called tiles, about as many on top of another as on the table."""

from __future__ import annotations

import numpy as np

from yakulens.datasets.render.designs import TileDesigns
from yakulens.models.train.leveller_samples import called_scene, rendered_levels
from yakulens.vision.labels import LABELS
from yakulens.vision.naming.levels import SIDE


def test_scenes_have_called_sets_some_with_a_tile_on_another() -> None:
    scenes = [called_scene(np.random.default_rng(seed)) for seed in range(30)]
    assert all(1 <= len(scene.melds) <= 4 for scene in scenes)
    stacked = [any(p.level and p.face != "back" for p in scene.placements) for scene in scenes]
    assert 5 < sum(stacked) < 28


def test_crops_show_both_kinds_and_say_which() -> None:
    designs = TileDesigns(np.zeros((1, len(LABELS), 160, 120, 4), np.uint8))
    samples = [s for seed in range(8) for s in rendered_levels(designs, np.random.default_rng(seed))]
    assert all(s.crop.shape == (SIDE, SIDE, 3) and s.crop.dtype == np.uint8 for s in samples)
    stacked = sum(s.stacked for s in samples)
    assert len(samples) / 5 < stacked < len(samples) * 4 / 5


def test_the_same_seed_gives_the_same_crops() -> None:
    designs = TileDesigns(np.zeros((1, len(LABELS), 160, 120, 4), np.uint8))
    one, other = (rendered_levels(designs, np.random.default_rng(3)) for _ in range(2))
    assert len(one) == len(other) > 0
    assert all((a.crop == b.crop).all() and a.stacked == b.stacked for a, b in zip(one, other, strict=True))
