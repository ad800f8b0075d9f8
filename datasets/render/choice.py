"""Random choices."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

import numpy as np

T = TypeVar("T")


def one_of(rng: np.random.Generator, choices: Sequence[T]) -> T:
    """A random choice, all equally likely."""
    return choices[int(rng.integers(len(choices)))]


def by_share(rng: np.random.Generator, shares: Mapping[T, float]) -> T:
    """A random key, with probability proportional to its share."""
    chances = np.array(list(shares.values())) / sum(shares.values())
    return list(shares)[int(rng.choice(len(shares), p=chances))]


def weighted(rng: np.random.Generator, weights: Mapping[T, float]) -> T:
    """Like `by_share`, but a seed gives another key; the layout's scenes are drawn with it."""
    remaining = rng.random() * sum(weights.values())
    for choice, weight in weights.items():
        remaining -= weight
        if remaining < 0:
            return choice
    return choice
