"""The layout of a model, loaded and ready."""

from __future__ import annotations

from yakulens.vision import models
from yakulens.vision.inference import InferenceSession
from yakulens.vision.layout.network import LayoutNetwork
from yakulens.vision.layout.read import Layout


def load_layout(card: models.ModelCard, threads: int | None = None) -> Layout:
    """The layout of a model: its own, else that of the shipped default.

    Args:
        card: of the model.
        threads: how many the network may use; see ``vision.cores.threads`` by default.

    Raises:
        ModelError: neither has one, or the file is missing or is not the one described.
        SessionError: it is no layout network.

    >>> from yakulens.vision.example import detected
    >>> layout = load_layout(models.choose())
    >>> reading = layout.read(detected("2m 3m 4m 6p 7p 8p 4s 5s 5s 5s _ 3s _ 7z (7z) 7z")).reading
    >>> [reading.face(tile) for tile in reading.concealed]
    ['2m', '3m', '4m', '6p', '7p', '8p', '4s', '5s', '5s', '5s']
    >>> reading.face(reading.win), [(meld.kind, meld.origin) for meld in reading.melds]
    ('3s', [('pon', 'across')])
    """
    owner = models.with_layout(card)
    if owner.layout is None:
        message = f"model {card.name}: its card has no [layout], and no shipped model lends one"
        raise models.ModelError(message)
    session = InferenceSession(
        owner.network(owner.layout), owner.layout.file, threads, owner.run_limit(owner.layout)
    )
    return Layout(LayoutNetwork(session, owner.layout))
