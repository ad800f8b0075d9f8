"""A hand that lies about in pieces: sets and pairs with room between them, each a little turned."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Final

import numpy as np

from yakulens.vision.synth.arrange_deal import Dealt, DealtMeld, in_order
from yakulens.vision.synth.arrange_plan import Plan

_APART: Final = (0.5, 2.2)
"""Room between two pieces, tile widths."""
_ASKEW: Final = 8.0
"""Standard deviation of a piece's turn, degrees."""
_LINE: Final = 13.0
"""A line that is as long as this is followed by another one nearer to the owner."""


def strewn(plan: Plan, rng: np.random.Generator, dealt: Dealt, *, won: bool) -> None:
    """Lay a hand in pieces of two tiles or more, called sets among them, in one line or two.

    The winning tile lies among the others where the hand is won; else it was left in the discards.
    """
    pieces: list[tuple[str, ...] | DealtMeld] = [*_pieces(rng, dealt, won=won), *dealt.melds]
    x, y = 0.0, 0.0
    for k in rng.permutation(len(pieces)):
        piece = pieces[int(k)]
        first = len(plan.placements)
        middle = y + float(rng.normal(0, 0.5))
        if isinstance(piece, tuple):
            plan.concealed += plan.row(piece, x + 0.5, middle, step=float(rng.uniform(1.0, 1.06)))
            end = x + len(piece)
        else:
            end = plan.meld(rng, piece, x, middle, stacked=False, inner=bool(rng.integers(2)))
        _turn(plan, first, float(rng.normal(0, _ASKEW)))
        x = end + float(rng.uniform(*_APART))
        if x > _LINE:
            x, y = float(rng.uniform(0, 4)), y - plan.aspect - float(rng.uniform(1.0, 2.0))
    # Left to right and line by line is how the concealed part is read.
    plan.concealed.sort(key=lambda i: (-round(plan.placements[i].y / 2), plan.placements[i].x))


def _pieces(rng: np.random.Generator, dealt: Dealt, *, won: bool) -> list[tuple[str, ...]]:
    """The concealed sets, a tile short where it was not drawn; neighbours are laid together at times."""
    pieces: list[list[str]] = []
    for tiles in sorted(dealt.held(won=won), key=len):
        # A lone tile lies with others: nobody could tell it from the winning one.
        if pieces and (len(pieces[-1]) == 1 or rng.random() < 0.4):  # noqa: PLR2004 - as often as not
            pieces[-1] += tiles
        else:
            pieces.append(list(tiles))
    return [tuple(in_order(tiles)) for tiles in pieces]


def _turn(plan: Plan, first: int, degrees: float) -> None:
    """Turn the tiles from index ``first`` on together about their middle."""
    tiles = plan.placements[first:]
    mx, my = (sum(p.x for p in tiles) / len(tiles), sum(p.y for p in tiles) / len(tiles))
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    for k, p in enumerate(tiles, first):
        dx, dy = p.x - mx, p.y - my
        plan.placements[k] = replace(
            p, x=mx + dx * c - dy * s, y=my + dx * s + dy * c, angle=p.angle + degrees
        )
