"""Faces as they are told: red fives again, and how sure each is, given what the hand makes with it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

from yakulens.vision.labels import BACK, INDEX, KIND, LABELS, PLAIN
from yakulens.vision.layout.decode.faces import counted, together
from yakulens.vision.layout.decode.frame import Shown, Tiles
from yakulens.vision.layout.decode.hands import Hand
from yakulens.vision.layout.priors import LayoutPriors

_AGAINST_SET: Final = -3.0
"""Log odds of a tile of a called set showing what its set does not ask for."""
_NAMED: Final = 5
"""At most so many other faces are named."""
_WORTH_NAMING: Final = 0.001
"""Another face less probable than this is not named."""


@dataclass(frozen=True, slots=True)
class Told:
    """The face that the reading gives a tile.

    Attributes:
        face: the label taken.
        score: how probable it is.
        others: other labels with their probability, the likeliest first.
        seen: the label that the reader found likeliest.
    """

    face: str
    score: float
    others: tuple[tuple[str, float], ...]
    seen: str


def told_alone(tiles: Tiles, tile: int) -> Told:
    """The face of a tile, judged by itself.

    Args:
        tiles: all tiles.
        tile: which.
    """
    return _told(tiles.faces[tile], None, {}, 0.0)


def told_faces(tiles: Tiles, shown: Shown, hand: Hand, priors: LayoutPriors) -> dict[int, Told]:
    """The face of each tile of a hand, judged together with the others.

    Args:
        tiles: all tiles.
        shown: what they may show.
        hand: as it was decoded.
        priors: what is known beforehand.
    """
    told = {}
    whole, melds, size, called = counted(hand.faces), len(hand.sets), hand.size, hand.called
    for tile, taken in zip(hand.held, hand.faces, strict=True):
        rest = whole - counted([taken])
        by_rest = {
            face: together(rest + counted([face]), melds, size, called, priors.counts)[0]
            for face in {*shown.likely[tile], taken}
        }
        told[tile] = _told(tiles.faces[tile], taken, by_rest, min(by_rest.values()))
    for one in hand.sets:
        for tile, at in zip(one.tiles, one.at, strict=True):
            label = BACK if at in one.backs else PLAIN[one.faces[at]]
            kind = KIND[INDEX[label]]
            told[tile] = _told(tiles.faces[tile], kind, {kind: 0.0}, _AGAINST_SET)
    return _one_red(told)


def _told(row: tuple[float, ...], kind: int | None, weights: dict[int, float], otherwise: float) -> Told:
    """A tile's labels weighed.

    Args:
        row: log probabilities of the labels.
        kind: index of the plain face that is taken; None takes the likeliest label.
        weights: log odds of plain faces, by index, that other tiles give.
        otherwise: that of every other label.
    """
    chances = [math.exp(log + weights.get(KIND[label], otherwise)) for label, log in enumerate(row)]
    whole = sum(chances)
    order = sorted(range(len(row)), key=lambda label: -chances[label])
    taken = next(label for label in order if kind is None or KIND[label] == kind)
    others = [(LABELS[k], chances[k] / whole) for k in order if k != taken]
    named = tuple((face, p) for face, p in others[:_NAMED] if p > _WORTH_NAMING)
    return Told(LABELS[taken], chances[taken] / whole, named, LABELS[row.index(max(row))])


def _one_red(told: dict[int, Told]) -> dict[int, Told]:
    """The same with one red five of each suit at most: the less sure ones are plain, at even odds."""
    for red in ("0m", "0p", "0s"):
        reds = sorted((t for t, one in told.items() if one.face == red), key=lambda t: -told[t].score)
        for tile in reds[1:]:
            one = told[tile]
            others = ((red, 0.5), *(pair for pair in one.others if pair[0] != "5" + red[1]))
            told[tile] = Told("5" + red[1], 0.5, others, one.seen)
    return told
