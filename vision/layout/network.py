"""The layout network at run time: of each detection what it is, whose, and with which others it belongs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from yakulens.vision.layout import INPUT
from yakulens.vision.layout.decode.opinion import Opinion
from yakulens.vision.layout.roles import ROLES, SEATS
from yakulens.vision.layout.tokens import tokens
from yakulens.vision.session import SessionError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from yakulens.vision.detections import Detections
    from yakulens.vision.layout.decode.opinion import Rows
    from yakulens.vision.models import LayoutSettings
    from yakulens.vision.session import InferenceSession

PAIRS: Final = "pairs"
MASK: Final = "mask"
HEADS: Final = {
    "roles": "role_temperature",
    "seats": "seat_temperature",
    "meant": "meant_temperature",
    "call": "call_temperature",
    "hand": "hand_temperature",
}
"""The outputs, and what each one's temperature is called on the card."""


class LayoutNetwork:
    """Says what the tiles of a photo are."""

    def __init__(self, session: InferenceSession, settings: LayoutSettings) -> None:
        """Take a network.

        Args:
            session: the network.
            settings: its card's.

        Raises:
            SessionError: it is no layout network.
        """
        lacking = [name for name in (INPUT, PAIRS, MASK) if name not in session.inputs]
        lacking += [name for name in HEADS if name not in session.outputs]
        if lacking:
            message = f"{session.name}: no layout network (it has no {' and no '.join(lacking)})"
            raise SessionError(message)
        self._session = session
        self._temperatures = {head: float(getattr(settings, key)) for head, key in HEADS.items()}

    def opinion(self, detections: Detections) -> Opinion:
        """What each detection is, in their order; the network is made for at most ``tokens.MOST`` of them.

        Raises:
            SessionError: the network gives something of another shape.
        """
        n = len(detections)
        if not n:
            return Opinion((), (), (), (), ())
        told = tokens(detections)
        given = {INPUT: told.tiles[None], PAIRS: told.pairs[None], MASK: np.ones((1, n), np.float32)}
        output = self._session.run_on(given, tuple(HEADS))
        shapes = {
            "roles": (n, len(ROLES)),
            "seats": (n, len(SEATS)),
            "meant": (n,),
            "call": (n, n),
            "hand": (n, n),
        }
        logits: dict[str, NDArray[np.float64]] = {}
        for head, shape in shapes.items():
            found = output.arrays[head]
            if found.shape != (1, *shape):
                message = f"{self._session.name}: {head} has the shape {found.shape}, not {(1, *shape)}"
                raise SessionError(message)
            logits[head] = found[0].astype(np.float64) / self._temperatures[head]
        return Opinion(
            roles=_rows(log_softmax(logits["roles"])),
            seats=_rows(log_softmax(logits["seats"])),
            meant=tuple(logits["meant"].tolist()),
            call=_rows(logits["call"]),
            hand=_rows(logits["hand"]),
        )


def log_softmax(logits: NDArray[np.float64]) -> NDArray[np.float64]:
    """``(N, K)`` natural log probabilities of logits.

    >>> log_softmax(np.array([[0.0, 0.0]])).round(3).tolist()
    [[-0.693, -0.693]]
    """
    shifted = logits - logits.max(axis=1, keepdims=True)
    return np.asarray(shifted - np.log(np.exp(shifted).sum(axis=1, keepdims=True)), np.float64)


def _rows(array: NDArray[np.float64]) -> Rows:
    """An array as plain Python floats."""
    return tuple(tuple(row) for row in array.tolist())
