"""The layout network at run time: what each detection is, whose, and which others it belongs with."""

from typing import Final

import numpy as np

from yakulens.vision import models
from yakulens.vision.detections import Detections
from yakulens.vision.inference import InferenceSession, SessionError
from yakulens.vision.layout import INPUT
from yakulens.vision.layout.answers import HEADS, opinion_of, shapes
from yakulens.vision.layout.decode.opinion import Opinion
from yakulens.vision.layout.tokens import OF_PAIR, OF_TILE, tokens
from yakulens.vision.model_card import LayoutSettings, ModelCard, ModelError

PAIRS: Final = "pairs"
MASK: Final = "mask"


class LayoutNetwork:
    """Says what the tiles of a photo are."""

    def __init__(self, session: InferenceSession, settings: LayoutSettings) -> None:
        """Take a network.

        Raises:
            SessionError: it is not a layout network, or one that takes other inputs than this version's.
        """
        lacking = [name for name in (INPUT, PAIRS, MASK) if name not in session.inputs]
        lacking += [name for name in HEADS if name not in session.outputs]
        if lacking:
            raise SessionError(session.name, f"no layout network (it has no {' and no '.join(lacking)})")
        for name, numbers in ((INPUT, OF_TILE), (PAIRS, OF_PAIR)):
            if session.inputs[name][-1] != numbers:
                what = f"a layout network of another version ({name}: not {numbers} numbers); train it anew"
                raise SessionError(session.name, what)
        self._session = session
        self._temperatures = {head: float(getattr(settings, key)) for head, key in HEADS.items()}

    def opinion(self, detections: Detections) -> Opinion:
        """The opinion about one to ``tokens.MOST`` detections, in their order.

        Raises:
            SessionError: an output has another shape.
        """
        n = len(detections)
        told = tokens(detections)
        given = {INPUT: told.tiles[None], PAIRS: told.pairs[None], MASK: np.ones((1, n), np.float32)}
        said = self._session.run(given, tuple(HEADS))
        for head, shape in shapes(n).items():
            found = said[head].shape
            if found != shape:
                raise SessionError(self._session.name, f"{head} has the shape {found}, not {shape}")
        return opinion_of(said, self._temperatures)


def load_layout(card: ModelCard, threads: int | None = None) -> LayoutNetwork:
    """The layout network of a model: its own, else the shipped default's.

    Raises:
        ModelError: neither has one, or the file is missing or does not match the card.
        SessionError: it is not a layout network.
    """
    owner = models.with_layout(card)
    if owner.layout is None:
        message = f"model {card.name}: its card has no [layout], and no shipped model lends one"
        raise ModelError(message)
    session = InferenceSession(
        owner.network(owner.layout), owner.layout.file, threads, owner.run_limit(owner.layout)
    )
    return LayoutNetwork(session, owner.layout)
