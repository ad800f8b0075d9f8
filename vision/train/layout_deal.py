"""Random hands dealt quickly, for scenes by the hundred thousand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from yakulens.scorer.vocabulary import MeldKind
from yakulens.vision.labels import INDEX, LABELS, PLAIN, RED_FIVES
from yakulens.vision.synth.arrange_deal import FROM, DealtMeld
from yakulens.vision.synth.choice import one_of

_COPIES: Final = 4
_RED: Final = {INDEX[f"5{suit}"]: (INDEX[f"0{suit}"], k) for k, suit in enumerate("mps")}
_RUNS: Final = 0.62
"""Share of runs among the concealed sets of most hands."""
_TRIPLET_HANDS: Final = 0.15
_TRIPLET_HAND_RUNS: Final = 0.1
_FLUSHES: Final = 0.15
"""Share of hands of a single suit, with honours or without."""
_TRIES: Final = 40
_ORPHANS: Final = tuple(k for k, face in enumerate(PLAIN) if face[1] == "z" or face[0] in "19")


@dataclass(frozen=True, slots=True)
class Style:
    """What a player collects.

    Attributes:
        runs: share of runs among the concealed sets.
        suits: indices of the suits of the runs.
        kinds: indices of the plain faces of triplets and pairs.
    """

    runs: float
    suits: tuple[int, ...]
    kinds: tuple[int, ...]


def random_style(rng: np.random.Generator) -> Style:
    """What one player collects."""
    runs = _TRIPLET_HAND_RUNS if rng.random() < _TRIPLET_HANDS else _RUNS
    if rng.random() < _FLUSHES:
        suit, honours = int(rng.integers(3)), range(27, 34) if rng.random() < 0.5 else range(0)
        return Style(runs, (suit,), (*range(9 * suit, 9 * suit + 9), *honours))
    return Style(runs, (0, 1, 2), tuple(range(len(PLAIN))))


class Deck:
    """A wall of 136 tiles, one five of each suit red, from which sets are dealt; plain faces go by index."""

    def __init__(self, rng: np.random.Generator) -> None:
        """A full wall; ``rng`` draws what is dealt."""
        self._rng = rng
        self._dealt = [0] * len(PLAIN)
        self._red = rng.integers(_COPIES, size=len(RED_FIVES)).tolist()

    def remaining(self, kind: int) -> int:
        """How many tiles of a plain face are left."""
        return _COPIES - self._dealt[kind]

    def equal(self, size: int, kinds: Sequence[int] = range(len(PLAIN))) -> list[str]:
        """``size`` tiles of one of these faces; where none has enough, of the face that most are left of."""
        candidates = [kind for kind in kinds if self.remaining(kind) >= size]
        candidates = candidates or [max(range(len(PLAIN)), key=self.remaining)]
        kind = one_of(self._rng, candidates)
        return [self._deal(kind) for _ in range(size)]

    def run(self, suits: Sequence[int] = range(3)) -> list[str]:
        """A run in one of these suits, or a triplet where 40 tries found none."""
        for _ in range(_TRIES):
            suit, low = one_of(self._rng, suits), int(self._rng.integers(7))
            kinds = [9 * suit + low + k for k in range(3)]
            if all(self.remaining(k) for k in kinds):
                return [self._deal(k) for k in kinds]
        return self.equal(3)

    def set(self, style: Style) -> list[str]:
        """A run or a triplet as a player collects them."""
        return self.run(style.suits) if self._rng.random() < style.runs else self.equal(3, style.kinds)

    def orphans(self) -> list[list[str]]:
        """Thirteen orphans and the pair, each tile a set of its own."""
        twice = one_of(self._rng, _ORPHANS)
        return [[self._deal(k)] for k in (*_ORPHANS, twice)]

    def meld(self, kind: MeldKind) -> DealtMeld:
        """A called set, its tiles in the order in which they lie."""
        if kind == "chi":
            tiles = self.run()
            called = tiles.pop(int(self._rng.integers(3)))
            if {called, *tiles} == {called}:
                return DealtMeld("pon", (called, *tiles), 0, "left")
            return DealtMeld("chi", (called, *tiles), 0, "left")
        tiles = self.equal(3 if kind == "pon" else 4)
        if kind == "closed_kan":
            return DealtMeld(kind, tuple(tiles), None, None)
        side = int(self._rng.integers(3))
        position = side if kind != "open_kan" else (0, 1 + int(self._rng.integers(2)), 3)[side]
        return DealtMeld(kind, tuple(tiles), position, FROM[side])

    def deal_remaining(self) -> list[str]:
        """All tiles that are left, shuffled."""
        faces = [self._deal(k) for k in range(len(PLAIN)) for _ in range(self.remaining(k))]
        return [faces[k] for k in self._rng.permutation(len(faces)).tolist()]

    def _deal(self, kind: int) -> str:
        copy = self._dealt[kind]
        self._dealt[kind] += 1
        if kind in _RED:
            red, suit = _RED[kind]
            if self._red[suit] == copy:
                return LABELS[red]
        return LABELS[kind]
