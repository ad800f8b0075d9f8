"""The reader's last layer, fitted to a tile set by gradient descent, with replay of known sets.

Half of each batch are tiles of the set, all faces equally often, augmented by the variation of known sets'
tiles around their mean. The other half are tiles of known sets, so that faces without an example stay as they
were.
"""

from dataclasses import replace
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from yakulens.models.teach.known_tiles import KnownTiles
from yakulens.vision.labels import LABELS
from yakulens.vision.naming.tile_set import Layer


class Effort(NamedTuple):
    """Gradient steps, the initial learning rate (a half cosine lowers it to 0), scale of the augmentation."""

    steps: int
    rate: float
    variation: float


QUICK: Final = Effort(200, 0.1, 1.0)
"""Takes a second."""
REFINED: Final = Effort(1500, 0.15, 0.7)
"""For sets for which a quick fit does not suffice."""
_SLICES: Final = 4
_HALF_SLICE: Final = 16
"""A batch is 4 slices of 32 tiles: such small matrix products stay on one core, which is faster."""
_SMOOTHING: Final = 0.02
"""Label smoothing, against overconfidence."""
_WEIGHT_DECAY: Final = 1e-3
"""Decay of the weights towards the initial ones."""
_BETA_1, _BETA_2, _EPSILON = 0.9, 0.99, 1e-8
"""Of Adam."""


def fitted(
    layer: Layer,
    features: NDArray[np.float32],
    faces: NDArray[np.intp],
    known: KnownTiles,
    effort: Effort = QUICK,
) -> Layer:
    """Fit a layer that names these tiles, and known ones as before; the same tiles give the same layer.

    ``features`` are ``(N, V, K)``, views of each tile; ``faces`` ``(N,)`` label indices.
    """
    if not len(faces):
        return layer
    rng = np.random.default_rng(0)
    views = features.shape[1]
    view_faces = np.repeat(faces, views)
    rows = features.reshape(len(view_faces), -1)
    probability = 1.0 / np.bincount(view_faces, minlength=len(LABELS))[view_faces]
    probability /= probability.sum()
    replay_probability = 1.0 / np.bincount(known.faces, minlength=len(LABELS))[known.faces]
    replay_probability /= replay_probability.sum()
    start = np.concatenate([layer.weights, layer.bias[:, None]], axis=1)
    weights, first_moment, second_moment = start.copy(), np.zeros_like(start), np.zeros_like(start)
    half = _SLICES, _HALF_SLICE
    batch = np.ones((_SLICES, 2 * _HALF_SLICE, start.shape[1]), np.float32)
    labels = np.empty(batch.shape[:2], np.intp)
    for step in range(1, effort.steps + 1):
        chosen = rng.choice(len(view_faces), half, p=probability)
        replayed = rng.choice(len(known.faces), half, p=replay_probability)
        variation = known.variations[rng.integers(len(known.variations), size=half)]
        batch[:, :_HALF_SLICE, :-1] = rows[chosen] + np.float32(effort.variation) * variation
        batch[:, _HALF_SLICE:, :-1] = known.features[replayed]
        labels[:, :_HALF_SLICE], labels[:, _HALF_SLICE:] = view_faces[chosen], known.faces[replayed]
        logits = batch @ weights.T
        powers = np.exp(logits - logits.max(axis=-1, keepdims=True))
        error = np.asarray(powers / powers.sum(axis=-1, keepdims=True), np.float32)
        error -= np.float32(_SMOOTHING / len(LABELS))
        true_error = np.take_along_axis(error, labels[..., None], axis=2) - np.float32(1 - _SMOOTHING)
        np.put_along_axis(error, labels[..., None], true_error, axis=2)
        gradient = (error.transpose(0, 2, 1) @ batch).sum(axis=0) / np.float32(labels.size)
        gradient += np.float32(_WEIGHT_DECAY) * (weights - start)
        first_moment = _BETA_1 * first_moment + (1 - _BETA_1) * gradient
        second_moment = _BETA_2 * second_moment + (1 - _BETA_2) * gradient**2
        rate = effort.rate * (1 + np.cos(np.pi * step / effort.steps)) / 2
        denominator = np.sqrt(second_moment / (1 - _BETA_2**step)) + _EPSILON
        weights = (weights - rate * first_moment / (1 - _BETA_1**step) / denominator).astype(np.float32)
    return replace(layer, weights=weights[:, :-1].copy(), bias=weights[:, -1].copy())
