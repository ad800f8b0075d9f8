"""A network that knows the truth, softened and at times mistaken: the decoder is tried with it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from yakulens.models.train.layout_truth import Truth
from yakulens.vision.layout.decode.opinion import ROLE_INDEX, ROLES, SEATS, Opinion

if TYPE_CHECKING:
    from yakulens.vision.detections import Detections


@dataclass(frozen=True)
class Doubt:
    """How far from sure the oracle is: its mean log odds, their spread, and how often it is wrong."""

    sure: float = 4.0
    spread: float = 1.5
    flipped: float = 0.01


SURE = Doubt(6.0, 0.0, 0.0)


def opinion(truth: Truth, rng: np.random.Generator, doubt: Doubt) -> Opinion:
    n = len(truth.roles)

    def odds(right: np.ndarray) -> np.ndarray:
        sign = np.where(right, 1.0, -1.0) * np.where(rng.random(right.shape) < doubt.flipped, -1.0, 1.0)
        return sign * doubt.sure + rng.normal(0, doubt.spread, right.shape)

    def classes(index: np.ndarray, count: int) -> np.ndarray:
        wrong = rng.random(n) < doubt.flipped
        index = np.where(wrong | (index < 0), rng.integers(0, count, n), index)
        logits = rng.normal(0, doubt.spread / 2, (n, count))
        logits[np.arange(n), index] += doubt.sure + 1
        return logits - np.log(np.exp(logits).sum(axis=1, keepdims=True))

    def pairs(groups: np.ndarray) -> np.ndarray:
        same = (groups[:, None] == groups[None]) & (groups[:, None] >= 0)
        half = np.triu(odds(same), 1)
        return half + half.T

    return Opinion(
        rows(classes(truth.roles, len(ROLES))),
        rows(classes(truth.seats, len(SEATS))),
        tuple(odds(truth.meant).tolist()),
        rows(pairs(truth.calls)),
        rows(pairs(truth.hands)),
    )


def rows(array: np.ndarray) -> tuple[tuple[float, ...], ...]:
    return tuple(tuple(row) for row in array.tolist())


def truth(
    count: int,
    concealed: tuple[int, ...] = (),
    won: int | None = None,
    calls: tuple[tuple[int, ...], ...] = (),
    indicators: tuple[int, ...] = (),
) -> Truth:
    """What some tiles of one player's table are, the others being discards."""
    roles = np.full(count, ROLE_INDEX["pond"])
    sets = np.full(count, -1)
    roles[list(concealed)] = ROLE_INDEX["concealed"]
    roles[list(indicators)] = ROLE_INDEX["indicator"]
    if won is not None:
        roles[won] = ROLE_INDEX["won"]
    for number, tiles in enumerate(calls):
        roles[list(tiles)], sets[list(tiles)] = ROLE_INDEX["called"], number
    own = np.isin(roles, [ROLE_INDEX[role] for role in ("concealed", "won", "called")])
    return Truth(roles, np.zeros(count, np.int64), own, sets, np.where(own, 0, -1))


@dataclass(frozen=True)
class Oracle:
    """Takes the place of the network, for detections whose truth is known."""

    detections: Detections
    told: Truth
    seed: int = 0
    doubt: Doubt = SURE

    def opinion(self, detections: Detections) -> Opinion:
        known, asked = (each.quads.mean(axis=1) for each in (self.detections, detections))
        at = np.array([np.linalg.norm(known - place, axis=1).argmin() for place in asked])
        return opinion(self.told[at], np.random.default_rng(self.seed), self.doubt)
