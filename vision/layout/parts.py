"""What one row may be: a concealed part, a winning tile, melds, and how likely each of these is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from vision.layout.melds import Called, Piece, melds_at

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.layout.rows import Frame, Row
    from vision.layout.sets import Evidence

SIDEWAYS_INSIDE: Final = -3.0
"""Log prior of a sideways tile within the concealed part."""
ASLANT_INSIDE: Final = -1.0
"""... of one lying at an angle."""
SIDEWAYS_LAST: Final = -0.3
"""... of the concealed part's last tile lying sideways because it is the winning tile."""
MELDS_LEFT: Final = -3.0
"""... of melds lying to the left of the concealed part."""
LONGEST: Final = 21
"""Concealed parts from this size on are all equally impossible."""


@dataclass(frozen=True, slots=True)
class Part:
    """One way to read a row, with its log odds."""

    concealed: tuple[int, ...] = ()
    win: int | None = None
    melds: tuple[Called, ...] = ()
    score: float = 0.0


def pieces(row: Row, view: Frame, evidence: Evidence, raised: frozenset[int]) -> tuple[Piece, ...]:
    """The row's tiles as the meld grammar sees them."""
    riders = dict(row.riders)
    return tuple(
        Piece(t, bool(view.sideways[t]), bool(evidence.back[t] > 0.5), riders.get(t), t in raised)
        for t in row.tiles
    )


def readings(line: Sequence[Piece], view: Frame, evidence: Evidence) -> list[Part]:
    """Ways to read a row, the likeliest for each count of concealed tiles, melds and winning tile."""
    size = len(line)
    tails = _covers(line, evidence)
    costs = [_concealed_cost(p, view, evidence) for p in line]
    before = np.concatenate([[0.0], np.cumsum(costs)])
    found: dict[tuple[int, int, bool], Part] = {}

    def offer(part: Part) -> None:
        key = (len(part.concealed), len(part.melds), part.win is not None)
        if key not in found or part.score > found[key].score:
            found[key] = part

    for cut in range(size + 1):
        tiles = tuple(p.tile for p in line[:cut])
        for melds, score in tails[cut]:
            offer(Part(tiles, None, melds, float(before[cut]) + score))
            if cut > 1 and line[cut - 1].sideways and line[cut - 1].rider is None:
                last = float(before[cut - 1]) + SIDEWAYS_LAST
                offer(Part(tiles[:-1], tiles[-1], melds, last + score))
    for cut in range(3, size):
        cover = _covers(line[:cut], evidence)[0]
        rest = tuple(p.tile for p in line[cut:])
        for melds, score in cover:
            cost = float(before[size] - before[cut])
            offer(Part(rest, None, melds, score + cost + MELDS_LEFT))
    return [p for p in found.values() if p.score > -30]


def _concealed_cost(piece: Piece, view: Frame, evidence: Evidence) -> float:
    """Log odds of the tile lying as it does within the concealed part."""
    cost = 0.0
    if piece.sideways:
        cost += SIDEWAYS_INSIDE
    elif not view.upright[piece.tile]:
        cost += ASLANT_INSIDE
    if piece.rider is not None:
        cost -= 6.0
    back = float(evidence.back[piece.tile])
    return cost + max(-6.0, float(np.log(max(1 - back, 1e-9))))


def _covers(line: Sequence[Piece], evidence: Evidence) -> list[list[tuple[tuple[Called, ...], float]]]:
    """For each position the likeliest ways to read the rest of the row as melds alone, one per number."""
    size = len(line)
    tails: list[dict[int, tuple[tuple[Called, ...], float]]] = [{} for _ in range(size + 1)]
    tails[size][0] = ((), 0.0)
    for start in range(size - 3, -1, -1):
        for meld in melds_at(line, start, evidence):
            length = len(meld.tiles) - sum(1 for p in line[start : start + 3] if p.rider is not None)
            for number, (rest, score) in tails[start + length].items():
                total = meld.score + score
                if number < 4 and (number + 1 not in tails[start] or total > tails[start][number + 1][1]):
                    tails[start][number + 1] = ((meld, *rest), total)
    return [list(t.values()) for t in tails]
