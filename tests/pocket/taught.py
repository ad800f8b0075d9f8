"""Tile sets as if taught: what the reader knows of any set, but two faces exchanged."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from yakulens.models.teach.feature_extractor import FeatureExtractor
from yakulens.vision.labels import INDEX, LABELS
from yakulens.vision.models import choose
from yakulens.vision.naming.tile_set import Examples, Layer, PrototypeHead, TileSet
from yakulens.vision.picture.color_transform import PLAIN, ColorTransform

NAME = "Odd jade"


def exchanged(
    one: str, other: str, how: ColorTransform = PLAIN, *, prototypes: bool = False, maps: int = 0
) -> TileSet:
    """A set in which each of two faces is read as the other.

    Args:
        one: a label.
        other: a label.
        how: how its photos are shown.
        prototypes: whether it has prototypes, which say nothing.
        maps: so many numbers less than the reader gives are in a map of these.
    """
    card = choose()
    extractor = FeatureExtractor.of(card)
    order = list(range(len(LABELS)))
    order[INDEX[one]], order[INDEX[other]] = order[INDEX[other]], order[INDEX[one]]
    layer = Layer(extractor.layer.weights[order], extractor.layer.bias[order])
    none = Examples(
        np.zeros((0, 1, layer.weights.shape[1]), np.float32), None, np.zeros(0, np.intp), np.zeros(0, np.intp)
    )
    head = None
    if prototypes:
        rng, size = np.random.default_rng(0), 112 * 6 * 5 - maps
        axes = rng.normal(0, 0.1, (size, 4)).astype(np.float32)
        means = np.eye(4, dtype=np.float32)[:2]
        head = PrototypeHead(
            np.array([0, 1]), np.array([0, 2]), axes, np.zeros(4, np.float32), means, 4.0, 0.9
        )
    made = TileSet(NAME, card.reader.sha256, layer, none, prototype_head=head, color_transform=how)
    return replace(made, coloured=extractor.layer) if how.grey else made
