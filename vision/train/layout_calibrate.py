"""Temperatures that calibrate what the layout network says, measured on scenes that it never saw."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from yakulens.vision.inference import InferenceSession
from yakulens.vision.layout import INPUT
from yakulens.vision.layout.answers import HEADS
from yakulens.vision.layout.network import MASK, PAIRS
from yakulens.vision.layout.tokens import tokens
from yakulens.vision.train.calibrate import as_two, fit_temperature
from yakulens.vision.train.layout_scenes import layout_scene
from yakulens.vision.train.layout_seen import SeenBank
from yakulens.vision.train.layout_truth import UNKNOWN, Truth

_PAIRS_OF_A_SCENE: Final = 400
"""Of a scene's pairs so many at most are looked at: those of one whole table would outweigh all others."""


def calibrate_layout(
    session: InferenceSession, *, scenes: int = 400, seed: int = 1, bank: SeenBank | None = None
) -> dict[str, float]:
    """Temperatures of the layout's heads, as the card has them, each to two places.

    They are measured on scenes of this seed that no run learns from; ``bank`` is as of `layout_scene`.
    """
    rng = np.random.default_rng([seed, 79, 1])
    said: dict[str, list[NDArray[np.float32]]] = {head: [] for head in HEADS}
    true: dict[str, list[NDArray[np.int64]]] = {head: [] for head in HEADS}
    for _ in range(scenes):
        scene = layout_scene(rng, bank=bank)
        told = tokens(scene.found)
        given = {
            INPUT: told.tiles[None],
            PAIRS: told.pairs[None],
            MASK: np.ones((1, len(told.tiles)), np.float32),
        }
        out = session.run(given)
        for head, (logits, truth) in _asked(rng, {name: out[name][0] for name in HEADS}, scene.truth).items():
            said[head].append(logits)
            true[head].append(truth)
    return {
        HEADS[head]: round(fit_temperature(np.concatenate(said[head]), np.concatenate(true[head])), 2)
        for head in HEADS
    }


def _asked(
    rng: np.random.Generator, out: dict[str, NDArray[np.float32]], truth: Truth
) -> dict[str, tuple[NDArray[np.float32], NDArray[np.int64]]]:
    """Of one scene each head's logits ``(K, classes)``, and the true class of each."""
    n = len(truth.roles)
    one, other = (part.astype(np.intp) for part in np.triu_indices(n, 1))
    if len(one) > _PAIRS_OF_A_SCENE:
        some = rng.choice(len(one), _PAIRS_OF_A_SCENE, replace=False)
        one, other = one[some], other[some]
    known = truth.seats != UNKNOWN
    asked = {
        "roles": (out["roles"], truth.roles),
        "seats": (out["seats"][known], truth.seats[known]),
        "meant": (as_two(out["meant"]), truth.meant.astype(np.int64)),
    }
    for head, numbers in (("call", truth.calls), ("hand", truth.hands)):
        same = (numbers[one] == numbers[other]) & (numbers[one] != UNKNOWN)
        asked[head] = (as_two(out[head][one, other]), same.astype(np.int64))
    return asked
