"""A hand as the search proposes it: which tiles are concealed, which are melds, which one won."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from vision.layout.rows.melds import Called


@dataclass(frozen=True, slots=True)
class HandCandidate:
    """The hand as indices of tiles, left to right as its owner sees them.

    ``up`` is the direction on the table, in radians, that points away from the owner; ``rows`` and ``lines``
    count in how many rows and lines (rows after each other) the concealed part lies; ``flowers`` are those of
    the concealed tiles that look like another tile but are taken for flowers, for else there are too many.
    """

    up: float
    concealed: tuple[int, ...] = ()
    win: int | None = None
    melds: tuple[Called, ...] = ()
    score: float = -np.inf
    rows: int = 0
    lines: int = 0
    flowers: tuple[int, ...] = ()

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
