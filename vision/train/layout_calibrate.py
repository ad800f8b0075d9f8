"""Temperatures that calibrate what the layout network says, measured on scenes that it never saw."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from yakulens.vision.layout import INPUT
from yakulens.vision.layout.answers import HEADS
from yakulens.vision.layout.network import MASK, PAIRS
from yakulens.vision.layout.tokens import tokens
from yakulens.vision.train.calibrate import fit_temperature
from yakulens.vision.train.layout_scenes import layout_scene
from yakulens.vision.train.layout_truth import UNKNOWN, Truth

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from yakulens.vision.inference import InferenceSession
    from yakulens.vision.train.layout_seen import SeenBank

_PAIRS_OF_A_SCENE: Final = 400
"""Of a scene's pairs so many at most are looked at: those of one whole table would outweigh all others."""


def calibrate_layout(
    session: InferenceSession, *, scenes: int = 400, seed: int = 1, bank: SeenBank | None = None
) -> dict[str, float]:
    """Temperatures of the layout's heads, on scenes that no run learns from.

    Args:
        session: the layout network.
        scenes: how many to look at.
        seed: random seed of the scenes.
        bank: what a recogniser really said of tiles; None makes it up.

    Returns:
        ``role_temperature`` and so on, as the card has them, each to two places.
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
        "meant": (_as_two(out["meant"]), truth.meant.astype(np.int64)),
    }
    for head, numbers in (("call", truth.calls), ("hand", truth.hands)):
        same = (numbers[one] == numbers[other]) & (numbers[one] != UNKNOWN)
        asked[head] = (_as_two(out[head][one, other]), same.astype(np.int64))
    return asked


def _as_two(odds: NDArray[np.float32]) -> NDArray[np.float32]:
    """Log odds as the logits of no and yes."""
    return np.stack([np.zeros_like(odds), odds], axis=1)
