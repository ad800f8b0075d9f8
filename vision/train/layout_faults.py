"""Faults of recognisers, and what one says of tiles: made up here, really said in `layout_seen`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from yakulens.vision.labels import BACK, INDEX, LABELS, OTHER

Said: TypeAlias = "tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]"
"""Of N tiles: probabilities of labels ``(N, 39)`` and of tops ``(N, 4)``, the true top being edge 0, and the
finder's objectness ``(N,)``."""

SAME_UPSIDE_DOWN: Final = frozenset(
    ("1p", "2p", "3p", "4p", "5p", "8p", "9p", "2s", "4s", "5s", "6s", "8s", "9s", "5z", "0p", "0s")
)
"""Faces that look the same, or nearly so, when turned by 180 degrees."""
LOOKALIKES: Final[dict[str, tuple[str, ...]]] = {
    "5m": ("0m", "6m"), "0m": ("5m",), "5p": ("0p", "4p"), "0p": ("5p",), "5s": ("0s", "6s"), "0s": ("5s",),
    "1m": ("2m",), "2m": ("3m", "1m"), "3m": ("2m",), "6m": ("8m", "5m"), "7p": ("8p",), "8p": ("7p",),
    "6s": ("7s", "5s"), "7s": ("6s", "9s"), "9s": ("7s",), "8s": ("6s",), "2s": ("3s",), "3s": ("2s",),
    "1s": ("other",), "2z": ("3z",), "3z": ("2z",), "6p": ("9p",), "9p": ("6p",), "7z": ("6z",),
    "6z": ("7z",),
}  # fmt: skip
LIKE: Final = [[INDEX[face] for face in LOOKALIKES.get(label, ())] for label in LABELS]
"""For each label, by its index, those that look alike."""
_LABELS: Final = len(LABELS)
_SYMMETRIC: Final = np.array([label in SAME_UPSIDE_DOWN or label == OTHER for label in LABELS])
_UNPRINTED: Final = (INDEX["5z"], INDEX[BACK])
_SELDOM_FOUND: Final = 2.5
"""Whites and backs are missed so much more often than other tiles."""
_TOLD: Final = (INDEX["5z"], INDEX[BACK], INDEX[OTHER], INDEX["1p"], INDEX["2p"], INDEX["8p"], INDEX["1s"])
"""What things that are no tile are taken for when they are taken for one surely."""


@dataclass(frozen=True, slots=True)
class Faults:
    """How far from perfect a recogniser is on one photo; shares are 0..1.

    Attributes:
        missed: share of tiles not found; Whites and backs are missed more often.
        gone: so many further tiles of the hand that is meant are not found.
        doubled: share of tiles found twice.
        strays: how many detections are no tile.
        mistaken: share of faces read as a look-alike.
        doubtful: share of faces read with a probability between 0.35 and 0.95.
        turned: share of faces whose top is read wrong.
        corner: standard deviation of a corner, parts of the tile's width.
        faint: share of tiles that the finder or the reader is not sure of.
        covered: share of tiles of which a finger or another thing covers a part.
    """

    missed: float = 0.0
    gone: int = 0
    doubled: float = 0.0
    strays: int = 0
    mistaken: float = 0.0
    doubtful: float = 0.0
    turned: float = 0.0
    corner: float = 0.02
    faint: float = 0.0
    covered: float = 0.0


def faults(rng: np.random.Generator, *, crowded: bool) -> Faults:
    """The faults of one photo, drawn; most photos of a hand alone, not of a crowded table, miss nothing."""
    misses = rng.random() < (0.6 if crowded else 0.12)
    doubled = (0.0, 0.0, 0.0, 0.06, 0.35)[int(rng.integers(5))]
    return Faults(
        missed=float(rng.uniform(0.005, 0.06)) if misses else 0.0,
        gone=int(rng.random() < 0.1),
        doubled=doubled * float(rng.random()),
        strays=int(rng.poisson(float(rng.uniform(0.0, 5.0 if crowded else 2.2)))),
        mistaken=float(rng.uniform(0.0, 0.03)) * float(rng.random()),
        doubtful=float(rng.uniform(0.01, 0.15)),
        turned=float(rng.uniform(0.0, 0.05)),
        corner=float(rng.uniform(0.015, 0.09)) * float(rng.uniform(0.5, 1.0)),
        faint=float(rng.uniform(0.0, 0.15)),
        covered=float(rng.uniform(0.0, 0.1)) if rng.random() < 0.4 else 0.0,
    )


class Says(Protocol):
    """A recogniser, as far as scenes without pixels need one."""

    @property
    def missed(self) -> NDArray[np.float64]:
        """``(39,)`` how much more often than others tiles of each label are missed."""

    def said(self, rng: np.random.Generator, truth: NDArray[np.intp], has: Faults) -> Said:
        """What is said of N tiles of one photo, by the index of the label that each shows, ``(N,)``."""

    def taken_for_tiles(self, rng: np.random.Generator, count: int) -> Said:
        """What is said of so many things that are no tile."""


class MadeUp:
    """A recogniser that is made up: what it says follows from the faults alone."""

    missed: Final = np.where(np.isin(np.arange(_LABELS), _UNPRINTED), _SELDOM_FOUND, 1.0)

    def said(self, rng: np.random.Generator, truth: NDArray[np.intp], has: Faults) -> Said:
        """What is said of tiles, after the faults."""
        n = len(truth)
        sure = np.where(rng.random(n) < has.faint, rng.uniform(0.2, 0.85, n), _firm(rng, n))
        faces, ups = read_faces(rng, truth, has), read_tops(rng, truth, has)
        there = np.where(rng.random(n) < has.faint / 2, rng.uniform(0.3, 1.0, n), 1.0)
        there = np.where(there == 1.0, 1 - rng.exponential(0.004, n), there).clip(0, 1)[:, None]
        return faces * there + (1 - there) / _LABELS, ups, sure

    def taken_for_tiles(self, rng: np.random.Generator, count: int) -> Said:
        """What is said of what is no tile."""
        faces = rng.dirichlet(np.full(_LABELS, 0.15), count).reshape(-1, _LABELS)
        plain = rng.random(count) < 0.5
        surely = np.eye(_LABELS)[[_TOLD[k] for k in rng.integers(len(_TOLD), size=count)]].reshape(
            -1, _LABELS
        )
        faces = np.where(plain[:, None], 0.15 * faces + 0.85 * surely, faces)
        there = rng.beta(0.5, 0.9, (count, 1))
        faces = faces * there + (1 - there) / _LABELS
        ups = rng.dirichlet(np.full(4, 0.7), count).reshape(-1, 4)
        return faces, ups, rng.beta(1.6, 2.2, count).clip(0.15, 0.9)


MADE_UP: Final = MadeUp()
"""The one that scenes are read by where no other is given."""


def _firm(rng: np.random.Generator, count: int) -> NDArray[np.float64]:
    """Objectness of what the finder is sure of."""
    return np.asarray(0.97 - 0.1 * rng.beta(1.5, 3.0, count) * rng.uniform(0.5, 2.0))


def read_faces(rng: np.random.Generator, truth: NDArray[np.intp], has: Faults) -> NDArray[np.float64]:
    """``(N, 39)`` probabilities as a reader gives them of faces, by their indices."""
    n = len(truth)
    draw = rng.random(n)
    mistaken = draw < has.mistaken
    doubtful = ~mistaken & (draw < has.mistaken + has.doubtful)
    sure = 1 - rng.exponential(0.006, n)
    sure = np.where(doubtful, rng.uniform(0.35, 0.95, n), np.where(mistaken, rng.uniform(0.4, 0.98, n), sure))
    pick = rng.integers(1 << 20, size=n).tolist()
    other = np.array(
        [
            like[k % len(like)] if (like := LIKE[t]) else k % _LABELS
            for t, k in zip(truth.tolist(), pick, strict=True)
        ],
        np.intp,
    )
    likely, unlikely = np.where(mistaken, other, truth), np.where(mistaken, truth, other)
    out = np.repeat((1 - sure.clip(0.3, 1))[:, None] * 0.25 / _LABELS, _LABELS, axis=1)
    rows = np.arange(n)
    np.add.at(out, (rows, likely), sure)
    np.add.at(out, (rows, unlikely), (1 - sure).clip(0) * 0.75)
    return np.asarray(out / out.sum(axis=1, keepdims=True))


def read_tops(rng: np.random.Generator, truth: NDArray[np.intp], has: Faults) -> NDArray[np.float64]:
    """``(N, 4)`` probability of each edge being the top of faces whose top is edge 0."""
    n = len(truth)
    ups = rng.exponential(0.004, (n, 4))
    rows = np.arange(n)
    wrong = rng.random(n) < has.turned
    top = np.where(wrong, rng.integers(1, 4, n), 0)
    np.add.at(ups, (rows, top), 1.0)
    doubt = np.where(rng.random(n) < has.doubtful, rng.uniform(0, 0.8, n), 0.0)
    np.add.at(ups, (rows, (top + 2) % 4), doubt)
    halves = np.array([1.0, 0.0, 1.0, 0.0]) + rng.uniform(0.0, 0.05, (n, 4))
    ups = np.where(_SYMMETRIC[truth][:, None], halves, ups)
    flat = 1 + rng.uniform(0, 0.4, (n, 4)) * rng.random((n, 1))
    ups = np.where((truth == INDEX[BACK])[:, None], flat, ups)
    return np.asarray(ups / ups.sum(axis=1, keepdims=True))
