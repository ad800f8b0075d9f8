"""Tiles dealt quickly, for scenes by the hundred thousand: sets, pairs and whatever is left of the wall."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from yakulens.scorer.vocabulary import MeldKind
from yakulens.vision.labels import INDEX, LABELS, PLAIN, RED_FIVES
from yakulens.vision.synth.arrange_deal import FROM, DealtMeld

_COPIES: Final = 4
_RED: Final = {INDEX[f"5{suit}"]: (INDEX[f"0{suit}"], k) for k, suit in enumerate("mps")}
_RUNS: Final = 0.62
"""Share of runs among the concealed sets of most hands."""
_TRIPLETS: Final = 0.15
"""Share of hands that are of triplets."""
_FEW_RUNS: Final = 0.1
_FLUSH: Final = 0.15
"""Share of hands of a single suit, with honours or without."""
_TRIES: Final = 40
_ORPHANS: Final = tuple(k for k, face in enumerate(PLAIN) if face[1] == "z" or face[0] in "19")


@dataclass(frozen=True, slots=True)
class Style:
    """What a player collects.

    Attributes:
        runs: share of runs among the concealed sets.
        suits: of the runs.
        kinds: plain faces that triplets and pairs are of, by their indices.
    """

    runs: float
    suits: tuple[int, ...]
    kinds: tuple[int, ...]


def style(rng: np.random.Generator) -> Style:
    """What one player collects, drawn."""
    runs = _FEW_RUNS if rng.random() < _TRIPLETS else _RUNS
    if rng.random() < _FLUSH:
        suit, honours = int(rng.integers(3)), range(27, 34) if rng.random() < 0.5 else range(0)
        return Style(runs, (suit,), (*range(9 * suit, 9 * suit + 9), *honours))
    return Style(runs, (0, 1, 2), tuple(range(len(PLAIN))))


class Deck:
    """A wall of 136 tiles, of which one five in each suit is red, that sets are taken from."""

    def __init__(self, rng: np.random.Generator) -> None:
        """Mix it."""
        self._rng = rng
        self._given = [0] * len(PLAIN)
        self._red = rng.integers(_COPIES, size=len(RED_FIVES)).tolist()

    def left(self, kind: int) -> int:
        """How many there are left of a plain face, by its index."""
        return _COPIES - self._given[kind]

    def same(self, size: int, kinds: Sequence[int] = range(len(PLAIN))) -> list[str]:
        """So many of one of these faces; where none of them has as many left, a few more than there are."""
        able = [kind for kind in kinds if self.left(kind) >= size]
        able = able or [max(range(len(PLAIN)), key=self.left)]
        kind = able[int(self._rng.integers(len(able)))]
        return [self._give(kind) for _ in range(size)]

    def run(self, suits: Sequence[int] = range(3)) -> list[str]:
        """Three in a row of one of these suits; three of one face where no run was found."""
        for _ in range(_TRIES):
            suit, low = suits[int(self._rng.integers(len(suits)))], int(self._rng.integers(7))
            kinds = [9 * suit + low + k for k in range(3)]
            if all(self.left(k) for k in kinds):
                return [self._give(k) for k in kinds]
        return self.same(3)

    def set(self, style: Style) -> list[str]:
        """A set of three as a player collects them."""
        return self.run(style.suits) if self._rng.random() < style.runs else self.same(3, style.kinds)

    def orphans(self) -> list[list[str]]:
        """One of each terminal and honour, and one of them twice."""
        twice = _ORPHANS[int(self._rng.integers(len(_ORPHANS)))]
        return [[self._give(k)] for k in (*_ORPHANS, twice)]

    def meld(self, kind: MeldKind) -> DealtMeld:
        """A called set as it is to lie."""
        if kind == "chi":
            tiles = self.run()
            called = tiles.pop(int(self._rng.integers(3)))
            if {called, *tiles} == {called}:
                return DealtMeld("pon", (called, *tiles), 0, "left")
            return DealtMeld("chi", (called, *tiles), 0, "left")
        tiles = self.same(3 if kind == "pon" else 4)
        if kind == "closed_kan":
            return DealtMeld(kind, tuple(tiles), None, None)
        side = int(self._rng.integers(3))
        place = side if kind != "open_kan" else (0, 1 + int(self._rng.integers(2)), 3)[side]
        return DealtMeld(kind, tuple(tiles), place, FROM[side])

    def rest(self) -> list[str]:
        """All that is left, mixed."""
        faces = [self._give(k) for k in range(len(PLAIN)) for _ in range(self.left(k))]
        return [faces[k] for k in self._rng.permutation(len(faces)).tolist()]

    def _give(self, kind: int) -> str:
        copy = self._given[kind]
        self._given[kind] += 1
        if kind in _RED:
            red, suit = _RED[kind]
            if self._red[suit] == copy:
                return LABELS[red]
        return LABELS[kind]
