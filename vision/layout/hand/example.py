"""The likeliest hands of a row of tiles: for the examples in docstrings."""

from __future__ import annotations

import numpy as np

from yakulens.vision.example import detected
from yakulens.vision.layout.hand.candidates import Candidates, find_candidates
from yakulens.vision.layout.priors import DEFAULT_PRIORS


def candidates_of(laid: str) -> Candidates:
    """The hands that a row of tiles may be, described as for ``vision.example.detected``.

    >>> candidates_of("1m 2m 3m").hands[0].concealed
    (0, 1, 2)

    Raises:
        ValueError: there is no tile.
    """
    row = detected(laid)
    candidates = find_candidates(row, np.zeros(len(row), bool), DEFAULT_PRIORS)
    if candidates is None:
        message = "a row of at least one tile is needed"
        raise ValueError(message)
    return candidates
