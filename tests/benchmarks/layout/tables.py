"""Measure layouts on scenes as training draws them, mainly whole tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tests.benchmarks.layout.arranged import Judged
from yakulens.models.train.layout_scenes import LayoutScene, layout_scene
from yakulens.models.train.layout_seen import SeenBank
from yakulens.models.train.layout_truth import Truth
from yakulens.vision.layout.decode.opinion import ROLE_INDEX
from yakulens.vision.reading import OpenHand, Reading

NOTHING = ROLE_INDEX["nothing"]
_SAME = 0.45


@dataclass(frozen=True, slots=True)
class Parts:
    """A hand as indices of detections."""

    concealed: frozenset[int]
    win: int | None
    calls: frozenset[frozenset[int]]


def scene_of(seed: int, *, table: bool | None, bank: SeenBank | None = None) -> LayoutScene:
    """The scene of a seed that no training run draws."""
    return layout_scene(np.random.default_rng([seed, 33]), table=table, bank=bank)


def judged(scene: LayoutScene, reading: Reading, ms: float) -> Judged:
    """Compare the meant hand, or without one every open hand, with the truth."""
    truth = scene.truth
    at = _detections(scene, reading)
    if truth.meant.any():
        got = _parts(reading.hands[0], at) if reading.hands else Parts(frozenset(), None, frozenset())
        wrong = _differences(got, _true(truth, truth.meant))
        return Judged(tuple(wrong), 0, len(reading.issues), ms)
    held = truth.roles == ROLE_INDEX["concealed"]
    hands = {int(k) for k in truth.hands[held] if k >= 0}
    wanted = [_true(truth, truth.hands == hand) for hand in hands]
    found = [_parts(hand, at) for hand in reading.hands]
    lacking = [one for one in wanted if one not in found]
    return Judged(("other hands",) if lacking else (), 0, len(reading.issues), ms)


def _true(truth: Truth, own: NDArray[np.bool_]) -> Parts:
    def of(role: str) -> frozenset[int]:
        return frozenset(np.flatnonzero(own & (truth.roles == ROLE_INDEX[role])).tolist())

    groups: dict[int, set[int]] = {}
    for k in of("called"):
        groups.setdefault(int(truth.calls[k]), set()).add(k)
    won = of("won")
    return Parts(of("concealed"), min(won, default=None), frozenset(map(frozenset, groups.values())))


def _parts(hand: OpenHand, at: Sequence[int]) -> Parts:
    return Parts(
        frozenset(at[k] for k in hand.concealed),
        None if hand.win is None else at[hand.win],
        frozenset(frozenset(at[k] for k in meld.ids) for meld in hand.melds),
    )


def _differences(got: Parts, wanted: Parts) -> list[str]:
    pairs = (
        ("concealed", got.concealed, wanted.concealed),
        ("win", got.win, wanted.win),
        ("melds", got.calls, wanted.calls),
    )
    return [name for name, one, other in pairs if one != other]


def _detections(scene: LayoutScene, reading: Reading) -> list[int]:
    """The detection of each tile of the reading; of duplicates, the one that counts."""
    quads = scene.detections.quads
    centres = quads.mean(axis=1)
    sizes = np.linalg.norm(quads[:, 0] - quads[:, 2], axis=1)
    at = []
    for tile in reading.tiles:
        apart = np.linalg.norm(centres - np.array(tile.quad).mean(axis=0), axis=1)
        near = np.flatnonzero(apart < _SAME * sizes / 2)
        counts = [k for k in near if scene.truth.roles[k] != NOTHING]
        at.append(int(min(counts or [int(apart.argmin())], key=lambda k: apart[k])))
    return at
