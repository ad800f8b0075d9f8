"""A layer fitted to a few tiles names those, and everything that was not shown as before."""

import numpy as np
import pytest

from yakulens.models.teach.fit import QUICK, REFINED, Effort, fitted
from yakulens.models.teach.known_tiles import KnownTiles
from yakulens.vision.naming.tile_set import Layer

WIDE = 24
RNG = np.random.default_rng(1)
MEANS = RNG.normal(0, 6, (39, WIDE)).astype(np.float32)
FACES = np.repeat(np.arange(39), 6)
# What a network trained on the known sets has: the nearest mean wins.
LAYER = Layer(MEANS / 2, -((MEANS**2).sum(axis=1) / 4).astype(np.float32))
KNOWN = KnownTiles(
    (MEANS[FACES] + RNG.normal(0, 0.6, (len(FACES), WIDE))).astype(np.float32),
    FACES,
    FACES.astype(np.intp),
    LAYER.weights,
    LAYER.bias,
)


def tiles(faces: np.ndarray, moved: np.ndarray) -> np.ndarray:
    noise = np.random.default_rng(len(faces)).normal(0, 0.5, (len(faces), 2, WIDE))
    return (moved[faces][:, None] + noise).astype(np.float32)


@pytest.mark.parametrize("effort", [QUICK, REFINED])
def test_an_unknown_look_is_learnt_and_other_faces_stay(effort: Effort) -> None:
    odd = MEANS.copy()
    odd[:10] = np.random.default_rng(2).normal(0, 6, (10, WIDE))
    shown = np.arange(10)
    layer = fitted(LAYER, tiles(shown, odd), shown, KNOWN, effort)
    assert (layer(tiles(np.repeat(shown, 5), odd)[:, 0]).argmax(axis=1) == np.repeat(shown, 5)).mean() >= 0.9
    others = np.repeat(np.arange(10, 39), 5)
    seen = tiles(others, odd)[:, 0]
    before, after = ((one(seen).argmax(axis=1) == others).mean() for one in (LAYER, layer))
    assert after >= before - 0.02


def test_the_same_tiles_give_the_same_layer() -> None:
    shown = np.arange(5)
    features = tiles(shown, MEANS)
    one, other = (fitted(LAYER, features, shown, KNOWN) for _ in range(2))
    np.testing.assert_array_equal(one.weights, other.weights)


def test_nothing_shown_changes_nothing() -> None:
    none = np.zeros((0, 2, WIDE), np.float32)
    assert fitted(LAYER, none, np.zeros(0, np.intp), KNOWN) is LAYER
