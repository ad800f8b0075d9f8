"""The layout network at run time: of each detection what it is, whose, and with which others it belongs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from yakulens.vision.inference import InferenceSession, SessionError
from yakulens.vision.layout import INPUT
from yakulens.vision.layout.answers import HEADS, opinion_of, shapes
from yakulens.vision.layout.decode.opinion import Opinion
from yakulens.vision.layout.tokens import tokens

if TYPE_CHECKING:
    from yakulens.vision.detections import Detections
    from yakulens.vision.models import LayoutSettings

PAIRS: Final = "pairs"
MASK: Final = "mask"


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
            raise SessionError(session.name, f"no layout network (it has no {' and no '.join(lacking)})")
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
        for head, shape in shapes(n).items():
            found = output.arrays[head].shape
            if found != shape:
                raise SessionError(self._session.name, f"{head} has the shape {found}, not {shape}")
        return opinion_of(output.arrays, self._temperatures)
