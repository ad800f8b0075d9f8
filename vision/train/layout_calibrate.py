"""Temperatures that calibrate the layout network's heads, fitted on scenes that no run learns from."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from yakulens.vision.inference import InferenceSession
from yakulens.vision.layout import INPUT
from yakulens.vision.layout.answers import HEADS
from yakulens.vision.layout.network import MASK, PAIRS
from yakulens.vision.layout.tokens import tokens
from yakulens.vision.train.calibrate import binary_logits, fit_temperature
from yakulens.vision.train.layout_scenes import layout_scene
from yakulens.vision.train.layout_seen import SeenBank
from yakulens.vision.train.layout_truth import UNKNOWN, Truth

_MAX_PAIRS: Final = 400
"""Most pairs of one scene: those of one whole table would outweigh all others."""


def calibrate_layout(
    session: InferenceSession, *, scenes: int = 400, seed: int = 1, bank: SeenBank | None = None
) -> dict[str, float]:
    """Temperatures of the layout's heads by their names on the card, each to two places.

    The scenes have this seed; ``bank`` is as of `vision.train.layout_scenes.layout_scene`.
    """
    rng = np.random.default_rng([seed, 79, 1])
    logits: dict[str, list[NDArray[np.float32]]] = {head: [] for head in HEADS}
    classes: dict[str, list[NDArray[np.int64]]] = {head: [] for head in HEADS}
    for _ in range(scenes):
        scene = layout_scene(rng, bank=bank)
        inputs = tokens(scene.detections)
        mask = np.ones((1, len(inputs.tiles)), np.float32)
        outputs = session.run({INPUT: inputs.tiles[None], PAIRS: inputs.pairs[None], MASK: mask})
        by_head = _logits_and_classes(rng, {head: outputs[head][0] for head in HEADS}, scene.truth)
        for head, (head_logits, head_classes) in by_head.items():
            logits[head].append(head_logits)
            classes[head].append(head_classes)
    return {
        HEADS[head]: round(fit_temperature(np.concatenate(logits[head]), np.concatenate(classes[head])), 2)
        for head in HEADS
    }


def _logits_and_classes(
    rng: np.random.Generator, outputs: dict[str, NDArray[np.float32]], truth: Truth
) -> dict[str, tuple[NDArray[np.float32], NDArray[np.int64]]]:
    """For each head logits ``(K, classes)`` of one scene, and the true class of each ``(K,)``."""
    rows, columns = (part.astype(np.intp) for part in np.triu_indices(len(truth.roles), 1))
    if len(rows) > _MAX_PAIRS:
        chosen = rng.choice(len(rows), _MAX_PAIRS, replace=False)
        rows, columns = rows[chosen], columns[chosen]
    known = truth.seats != UNKNOWN
    by_head = {
        "roles": (outputs["roles"], truth.roles),
        "seats": (outputs["seats"][known], truth.seats[known]),
        "meant": (binary_logits(outputs["meant"]), truth.meant.astype(np.int64)),
    }
    for head, numbers in (("call", truth.calls), ("hand", truth.hands)):
        same = (numbers[rows] == numbers[columns]) & (numbers[rows] != UNKNOWN)
        by_head[head] = (binary_logits(outputs[head][rows, columns]), same.astype(np.int64))
    return by_head
