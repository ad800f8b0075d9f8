"""Random choices."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

import numpy as np

T = TypeVar("T")


def one_of(rng: np.random.Generator, choices: Sequence[T]) -> T:
    """A random one of some choices, all equally likely.

    >>> one_of(np.random.default_rng(0), ("gap", "turned", "above"))
    'above'
    """
    return choices[int(rng.integers(len(choices)))]
