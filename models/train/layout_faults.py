"""Faults of recognisers, and a synthetic recogniser that makes them; `layout_seen` replays a real one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from yakulens.vision.labels import BACK, BLANK, INDEX, LABELS, OTHER

Predictions: TypeAlias = "tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]"
"""Predictions for N tiles: label probabilities ``(N, 39)``, top edge probabilities ``(N, 4)`` (edge 0 is the
true top), and objectness ``(N,)``."""

SAME_UPSIDE_DOWN: Final = frozenset(
    ("1p", "2p", "3p", "4p", "5p", "8p", "9p", "2s", "4s", "5s", "6s", "8s", "9s", "5z", "0p", "0s")
)
"""Faces that look the same, or nearly so, upside down."""
LOOKALIKES: Final[dict[str, tuple[str, ...]]] = {
    "5m": ("0m", "6m"), "0m": ("5m",), "5p": ("0p", "4p"), "0p": ("5p",), "5s": ("0s", "6s"), "0s": ("5s",),
    "1m": ("2m",), "2m": ("3m", "1m"), "3m": ("2m",), "6m": ("8m", "5m"), "7p": ("8p",), "8p": ("7p",),
    "6s": ("7s", "5s"), "7s": ("6s", "9s"), "9s": ("7s",), "8s": ("6s",), "2s": ("3s",), "3s": ("2s",),
    "1s": ("other",), "2z": ("3z",), "3z": ("2z",), "6p": ("9p",), "9p": ("6p",), "7z": ("6z",),
    "6z": ("7z",),
}  # fmt: skip
LOOKALIKE_INDICES: Final = [[INDEX[face] for face in LOOKALIKES.get(label, ())] for label in LABELS]
"""For each label index, the indices of the labels that look like it."""
_LABELS: Final = len(LABELS)
_SYMMETRIC: Final = np.array([label in SAME_UPSIDE_DOWN or label == OTHER for label in LABELS])
_BLANK_MISSED: Final = 2.5
"""Whites and backs are missed this many times as often as other tiles."""
_STRAY_LABELS: Final = tuple(INDEX[label] for label in ("5z", BACK, OTHER, "1p", "2p", "8p", "1s"))
"""Labels of confident false detections."""


@dataclass(frozen=True, slots=True)
class Faults:
    """How often a recogniser errs on one photo; shares are 0..1.

    Attributes:
        missed: share of tiles not found; Whites and backs are missed more often.
        hand_missed: number of further tiles of the scored hand that are not found.
        doubled: share of tiles found twice.
        strays: number of false detections.
        mistaken: share of faces read as a look-alike.
        doubtful: share of faces read with a probability between 0.35 and 0.95.
        wrong_top: share of faces whose top is misread.
        corner_noise: standard deviation of a corner, in tile widths.
        faint: share of tiles with low objectness or a low probability of being a tile.
        covered: share of tiles partly covered, as by a finger.
    """

    missed: float = 0.0
    hand_missed: int = 0
    doubled: float = 0.0
    strays: int = 0
    mistaken: float = 0.0
    doubtful: float = 0.0
    wrong_top: float = 0.0
    corner_noise: float = 0.02
    faint: float = 0.0
    covered: float = 0.0


def random_faults(rng: np.random.Generator, *, crowded: bool) -> Faults:
    """Random faults on one photo; most photos that are not crowded miss no tile."""
    some_missed = rng.random() < (0.6 if crowded else 0.12)
    doubled = (0.0, 0.0, 0.0, 0.06, 0.35)[int(rng.integers(5))]
    return Faults(
        missed=rng.uniform(0.005, 0.06) if some_missed else 0.0,
        hand_missed=int(rng.random() < 0.1),
        doubled=doubled * rng.random(),
        strays=int(rng.poisson(rng.uniform(0.0, 5.0 if crowded else 2.2))),
        mistaken=rng.uniform(0.0, 0.03) * rng.random(),
        doubtful=rng.uniform(0.01, 0.15),
        wrong_top=rng.uniform(0.0, 0.05),
        corner_noise=rng.uniform(0.015, 0.09) * rng.uniform(0.5, 1.0),
        faint=rng.uniform(0.0, 0.15),
        covered=rng.uniform(0.0, 0.1) if rng.random() < 0.4 else 0.0,
    )


class SyntheticRecogniser:
    """A stand-in for finder and reader in scenes without pixels: its predictions follow from the faults.

    Attributes:
        missed: ``(39,)`` miss rate of each label relative to the mean.
    """

    missed: NDArray[np.float64] = np.where(np.isin(np.arange(_LABELS), BLANK), _BLANK_MISSED, 1.0)

    def read_tiles(self, rng: np.random.Generator, truth: NDArray[np.intp], faults: Faults) -> Predictions:
        """The predictions for N tiles of one photo with label indices ``truth`` ``(N,)``."""
        n = len(truth)
        faint, low = rng.random(n) < faults.faint, rng.uniform(0.2, 0.85, n)
        high = 0.97 - 0.1 * rng.beta(1.5, 3.0, n) * rng.uniform(0.5, 2.0)
        objectness = np.where(faint, low, high)
        faces, tops = read_faces(rng, truth, faults), read_tops(rng, truth, faults)
        present = np.where(rng.random(n) < faults.faint / 2, rng.uniform(0.3, 1.0, n), 1.0)
        present = np.where(present == 1.0, 1 - rng.exponential(0.004, n), present).clip(0, 1)[:, None]
        return faces * present + (1 - present) / _LABELS, tops, objectness

    def read_strays(self, rng: np.random.Generator, count: int) -> Predictions:
        """The predictions for ``count`` false detections."""
        faces = rng.dirichlet(np.full(_LABELS, 0.15), count).reshape(-1, _LABELS)
        confident = rng.random(count) < 0.5
        one_hot = np.eye(_LABELS)[np.take(_STRAY_LABELS, rng.integers(len(_STRAY_LABELS), size=count))]
        faces = np.where(confident[:, None], 0.15 * faces + 0.85 * one_hot, faces)
        present = rng.beta(0.5, 0.9, (count, 1))
        faces = faces * present + (1 - present) / _LABELS
        tops = rng.dirichlet(np.full(4, 0.7), count).reshape(-1, 4)
        return faces, tops, rng.beta(1.6, 2.2, count).clip(0.15, 0.9)


SYNTHETIC: Final = SyntheticRecogniser()
"""The default recogniser of scenes."""


def read_faces(rng: np.random.Generator, truth: NDArray[np.intp], faults: Faults) -> NDArray[np.float64]:
    """Label probabilities ``(N, 39)`` of a simulated reader for faces with label indices ``(N,)``."""
    n = len(truth)
    draw = rng.random(n)
    mistaken = draw < faults.mistaken
    doubtful = ~mistaken & (draw < faults.mistaken + faults.doubtful)
    confidence = 1 - rng.exponential(0.006, n)
    confidence = np.where(
        doubtful, rng.uniform(0.35, 0.95, n), np.where(mistaken, rng.uniform(0.4, 0.98, n), confidence)
    )
    choices = rng.integers(1 << 20, size=n).tolist()
    lookalikes = [LOOKALIKE_INDICES[label] or range(_LABELS) for label in truth.tolist()]
    drawn = [like[choice % len(like)] for like, choice in zip(lookalikes, choices, strict=True)]
    lookalike = np.array(drawn, np.intp)
    likeliest, second = np.where(mistaken, lookalike, truth), np.where(mistaken, truth, lookalike)
    probs = np.repeat((1 - confidence.clip(0.3, 1))[:, None] * 0.25 / _LABELS, _LABELS, axis=1)
    rows = np.arange(n)
    np.add.at(probs, (rows, likeliest), confidence)
    np.add.at(probs, (rows, second), (1 - confidence).clip(0) * 0.75)
    return np.asarray(probs / probs.sum(axis=1, keepdims=True))


def read_tops(rng: np.random.Generator, truth: NDArray[np.intp], faults: Faults) -> NDArray[np.float64]:
    """Probability ``(N, 4)`` that each edge is the top, for faces whose top is edge 0."""
    n = len(truth)
    tops = rng.exponential(0.004, (n, 4))
    rows = np.arange(n)
    wrong = rng.random(n) < faults.wrong_top
    top = np.where(wrong, rng.integers(1, 4, n), 0)
    np.add.at(tops, (rows, top), 1.0)
    opposite = np.where(rng.random(n) < faults.doubtful, rng.uniform(0, 0.8, n), 0.0)
    np.add.at(tops, (rows, (top + 2) % 4), opposite)
    halves = np.array([1.0, 0.0, 1.0, 0.0]) + rng.uniform(0.0, 0.05, (n, 4))
    tops = np.where(_SYMMETRIC[truth][:, None], halves, tops)
    uniform = 1 + rng.uniform(0, 0.4, (n, 4)) * rng.random((n, 1))
    tops = np.where((truth == INDEX[BACK])[:, None], uniform, tops)
    return np.asarray(tops / tops.sum(axis=1, keepdims=True))
