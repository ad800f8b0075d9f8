"""The layout network's answers: their names, shapes and meaning."""

from collections.abc import Mapping
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from yakulens.vision.layout.decode.opinion import ROLES, SEATS, Opinion, Rows
from yakulens.vision.naming.crop_answers import log_softmax

HEADS: Final = {
    "roles": "role_temperature",
    "seats": "seat_temperature",
    "meant": "meant_temperature",
    "call": "call_temperature",
    "hand": "hand_temperature",
}
"""The outputs, and the name of each one's temperature on the card."""


def shapes(n: int) -> dict[str, tuple[int, ...]]:
    """The shape of each answer about one photo with ``n`` tiles; the first axis is the batch."""
    return {
        "roles": (1, n, len(ROLES)),
        "seats": (1, n, len(SEATS)),
        "meant": (1, n),
        "call": (1, n, n),
        "hand": (1, n, n),
    }


def opinion_of(
    answers: Mapping[str, NDArray[np.floating[Any]]], temperatures: Mapping[str, float]
) -> Opinion:
    """Interpret the answers about one photo: logits of each of `HEADS`, divided by its temperature.

    >>> even = {head: np.zeros(shape) for head, shape in shapes(1).items()}
    >>> said = opinion_of(even | {"meant": np.array([[2.0]])}, dict.fromkeys(HEADS, 2.0))
    >>> round(said.seats[0][0], 3), said.meant
    (-1.386, (1.0,))
    """
    logits = {head: answers[head][0].astype(np.float64) / temperatures[head] for head in HEADS}
    return Opinion(
        roles=rows(log_softmax(logits["roles"])),
        seats=rows(log_softmax(logits["seats"])),
        meant=tuple(logits["meant"].tolist()),
        call=rows(logits["call"]),
        hand=rows(logits["hand"]),
    )


def rows(array: NDArray[np.float64]) -> Rows:
    """An array as plain Python floats."""
    return tuple(tuple(row) for row in array.tolist())
