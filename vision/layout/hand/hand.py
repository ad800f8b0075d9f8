"""A hand as the search proposes it: which tiles are concealed, which are melds, which one won."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from yakulens.vision.layout.rows.melds import MeldReading


@dataclass(frozen=True, slots=True)
class HandCandidate:
    """One way to see a hand among the tiles; they are given as indices, left to right as the owner sees them.

    Attributes:
        up: direction on the table that points away from the owner, radians.
        concealed: the concealed tiles, the winning one left out where it lies apart.
        win: the winning tile where it lies apart, else None.
        melds: the called sets and closed quads.
        score: log odds of this hand, to be compared with those of other candidates.
        rows: in how many rows the concealed part lies.
        lines: in how many lines it lies; rows after each other are one line.
        flowers: concealed tiles that look like another tile but are taken for flowers, there being too many.
        scattered: concealed tiles that lie about apart, taken for the hand's because it waits with them.
    """

    up: float
    concealed: tuple[int, ...] = ()
    win: int | None = None
    melds: tuple[MeldReading, ...] = ()
    score: float = -np.inf
    rows: int = 0
    lines: int = 0
    flowers: tuple[int, ...] = ()
    scattered: tuple[int, ...] = ()

    @property
    def meaning(self) -> tuple[object, ...]:
        """What makes two candidates different hands, however the search came to them."""
        melds = frozenset((m.kind, m.tiles, m.origin) for m in self.melds)
        return frozenset(self.concealed), self.win, melds

    @property
    def tiles(self) -> frozenset[int]:
        """All tiles of the hand.

        >>> sorted(HandCandidate(np.pi / 2, concealed=(0, 1, 2), win=4).tiles)
        [0, 1, 2, 4]
        """
        own = {*self.concealed, *(t for m in self.melds for t in m.tiles)}
        return frozenset(own if self.win is None else own | {self.win})
