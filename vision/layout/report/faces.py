"""The faces that a reading reports: red fives included, each with its probability within its hand."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from yakulens.vision.labels import BACK, INDEX, KIND, LABELS, PLAIN
from yakulens.vision.layout.decode.faces import face_counts, joint_odds
from yakulens.vision.layout.decode.frame import FaceOdds, Tiles
from yakulens.vision.layout.decode.hands import DecodedHand
from yakulens.vision.layout.decode.sets import CalledSet
from yakulens.vision.layout.priors import LayoutPriors

_AGAINST_SET: Final = -3.0
"""Log odds that a tile of a called set shows a face that does not fit the set."""
_NAMED: Final = 5
"""The most alternative faces."""
_WORTH_NAMING: Final = 0.001
"""The least probability of an alternative face."""


@dataclass(frozen=True, slots=True)
class NamedFace:
    """The face that the reading gives a tile.

    Attributes:
        face: the label taken.
        score: how probable it is.
        alternatives: other labels with their probability, the likeliest first.
        read_as: the label that the reader found likeliest.
    """

    face: str
    score: float
    alternatives: tuple[tuple[str, float], ...]
    read_as: str


def face_alone(tiles: Tiles, tile: int) -> NamedFace:
    """The face of a tile, judged by itself."""
    return _weighed(tiles.faces[tile], None, {}, 0.0)


def faces_together(
    tiles: Tiles, face_odds: FaceOdds, hand: DecodedHand, priors: LayoutPriors
) -> dict[int, NamedFace]:
    """The face of each tile of a hand, judged together."""
    names = {}
    for tile, taken in zip(hand.closed_tiles, hand.faces, strict=True):
        by_face = _alternatives(face_odds, hand, tile, taken, priors)
        names[tile] = _weighed(tiles.faces[tile], taken, by_face, min(by_face.values()))
    for called in hand.sets:
        names |= _of_set(tiles, face_odds, called)
    return _one_red(names)


def _of_set(tiles: Tiles, face_odds: FaceOdds, called: CalledSet) -> dict[int, NamedFace]:
    """The face of each tile of a called set."""
    names = {}
    face_up = [t for t, k in zip(called.tiles, called.positions, strict=True) if k not in called.backs]
    is_equal = len(set(called.faces)) == 1 and len(face_up) > 1
    for tile, position in zip(called.tiles, called.positions, strict=True):
        label = BACK if position in called.backs else PLAIN[called.faces[position]]
        kind = KIND[INDEX[label]]
        weights = {kind: 0.0}
        if is_equal and tile in face_up:
            for face in face_odds.likely[tile]:
                weights[face] = max(_AGAINST_SET, _misread_alike(face_odds, face_up, tile, kind, face))
        names[tile] = _weighed(tiles.faces[tile], kind, weights, _AGAINST_SET)
    return names


def _misread_alike(face_odds: FaceOdds, alike: Sequence[int], tile: int, taken: int, face: int) -> float:
    """Log odds, apart from its own, that a tile shows ``face`` because all tiles read as ``taken`` do.

    Equal tiles are misread alike: that all of them show another face is as likely as that they do on average,
    not the product of rare mistakes.
    """
    steps = [face_odds.plain[t][face] - face_odds.plain[t][taken] for t in (*alike, tile)]
    return sum(steps[:-1]) / len(alike) - steps[-1]


def _alternatives(
    face_odds: FaceOdds, hand: DecodedHand, tile: int, taken: int, priors: LayoutPriors
) -> dict[int, float]:
    """Log odds of the other tiles of a hand by the plain face, as index, that one of them may show."""
    counts, melds, size = face_counts(hand.faces), len(hand.sets), hand.size
    alike = [t for t, face in zip(hand.closed_tiles, hand.faces, strict=True) if face == taken]

    def odds(changed: int, face: int) -> float:
        faces = counts + changed * (face_counts([face]) - face_counts([taken]))
        return joint_odds(faces, melds, size, hand.called, priors.counts)[0]

    by_face = {face: odds(1, face) for face in {*face_odds.likely[tile], taken}}
    if len(alike) > 1:
        for face in by_face.keys() - {taken}:
            together = _misread_alike(face_odds, alike, tile, taken, face) + odds(len(alike), face)
            by_face[face] = max(by_face[face], together)
    return by_face


def _weighed(
    row: tuple[float, ...], kind: int | None, weights: dict[int, float], otherwise: float
) -> NamedFace:
    """Combine a tile's row of log probabilities of labels with the evidence of the other tiles.

    ``kind`` is the index of the plain face to take; None takes the likeliest label. ``weights`` are log odds
    of plain faces by index, ``otherwise`` those of every other label.
    """
    chances = [math.exp(log + weights.get(KIND[label], otherwise)) for label, log in enumerate(row)]
    whole = sum(chances)
    order = sorted(range(len(row)), key=lambda label: -chances[label])
    taken = next(label for label in order if kind is None or KIND[label] == kind)
    alternatives = [(LABELS[k], chances[k] / whole) for k in order if k != taken]
    named = tuple((face, p) for face, p in alternatives[:_NAMED] if p > _WORTH_NAMING)
    return NamedFace(LABELS[taken], chances[taken] / whole, named, LABELS[row.index(max(row))])


def _one_red(names: dict[int, NamedFace]) -> dict[int, NamedFace]:
    """The same with at most one red five of each suit: the less sure ones become plain, at even odds."""
    for red in ("0m", "0p", "0s"):
        reds = sorted((t for t, name in names.items() if name.face == red), key=lambda t: -names[t].score)
        for tile in reds[1:]:
            name = names[tile]
            alternatives = ((red, 0.5), *(pair for pair in name.alternatives if pair[0] != "5" + red[1]))
            names[tile] = NamedFace("5" + red[1], 0.5, alternatives, name.read_as)
    return names
