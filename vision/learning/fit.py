"""The reader's last layer, fitted to a tile set by gradient steps; what it knew of others is replayed.

Half of each batch are tiles of the set, each face as often as any other, varied as tiles of known sets vary
about their mean; the other half are tiles of known sets. So faces without an example stay as they were, and
one example is taken for one of many that might be.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from yakulens.vision.labels import LABELS
from yakulens.vision.learning.known import Known
from yakulens.vision.naming.tile_set import Layer


class Effort(NamedTuple):
    """How a layer is fitted.

    Attributes:
        steps: gradient steps.
        rate: of the first of them; it falls to nothing by a half cosine.
        variation: of the examples, in parts of how tiles of known sets vary.
    """

    steps: int
    rate: float
    variation: float


QUICK: Final = Effort(200, 0.1, 1.0)
"""Adapts in a second."""
REFINED: Final = Effort(1500, 0.15, 0.7)
"""Where tiles held back say that adapting does not suffice."""

_SLICES: Final = 4
_HALF_SLICE: Final = 16
"""A batch is so many slices of twice so many tiles: products of matrices this small are faster on one core,
and larger ones numpy spreads over all of them."""
_SMOOTHED: Final = 0.02
"""Part of a label that is spread over all faces: what keeps a layer from being surer than it may be."""
_TIE: Final = 1e-3
"""How strongly weights are drawn back to what they were."""
_MOMENTUM, _SCALE, _TINY = 0.9, 0.99, 1e-8


def fitted(
    layer: Layer,
    features: NDArray[np.float32],
    faces: NDArray[np.intp],
    known: Known,
    effort: Effort = QUICK,
) -> Layer:
    """A layer that names these tiles, and known ones as before; the same tiles give the same layer.

    Args:
        layer: to begin with.
        features: ``(N, V, K)`` float32, views of each tile.
        faces: ``(N,)`` intp, what each shows.
        known: tiles of known sets.
        effort: how long.
    """
    if not len(faces):
        return layer
    rng = np.random.default_rng(0)
    views = features.shape[1]
    own = np.repeat(faces, views)
    rows = features.reshape(len(own), -1)
    chance = 1.0 / np.bincount(own, minlength=len(LABELS))[own]
    chance /= chance.sum()
    replayed = 1.0 / np.bincount(known.faces, minlength=len(LABELS))[known.faces]
    replayed /= replayed.sum()
    start = np.concatenate([layer.weights, layer.bias[:, None]], axis=1)
    weights, speed, size = start.copy(), np.zeros_like(start), np.zeros_like(start)
    half = _SLICES, _HALF_SLICE
    batch = np.ones((_SLICES, 2 * _HALF_SLICE, start.shape[1]), np.float32)
    shown = np.empty(batch.shape[:2], np.intp)
    for step in range(1, effort.steps + 1):
        chosen = rng.choice(len(own), half, p=chance)
        again = rng.choice(len(known.faces), half, p=replayed)
        varied = known.variations[rng.integers(len(known.variations), size=half)]
        batch[:, :_HALF_SLICE, :-1] = rows[chosen] + np.float32(effort.variation) * varied
        batch[:, _HALF_SLICE:, :-1] = known.features[again]
        shown[:, :_HALF_SLICE], shown[:, _HALF_SLICE:] = own[chosen], known.faces[again]
        error = _probabilities(batch @ weights.T)
        error -= np.float32(_SMOOTHED / len(LABELS))
        at = np.take_along_axis(error, shown[..., None], axis=2) - np.float32(1 - _SMOOTHED)
        np.put_along_axis(error, shown[..., None], at, axis=2)
        slope = (error.transpose(0, 2, 1) @ batch).sum(axis=0) / np.float32(shown.size)
        slope += np.float32(_TIE) * (weights - start)
        speed = _MOMENTUM * speed + (1 - _MOMENTUM) * slope
        size = _SCALE * size + (1 - _SCALE) * slope**2
        rate = effort.rate * (1 + np.cos(np.pi * step / effort.steps)) / 2
        even = np.sqrt(size / (1 - _SCALE**step)) + _TINY
        weights = (weights - rate * speed / (1 - _MOMENTUM**step) / even).astype(np.float32)
    return replace(layer, weights=weights[:, :-1].copy(), bias=weights[:, -1].copy())


def _probabilities(logits: NDArray[np.float32]) -> NDArray[np.float32]:
    powers = np.exp(logits - logits.max(axis=-1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=-1, keepdims=True), np.float32)
