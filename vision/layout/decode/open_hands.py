"""The whole table: the hands that lie open, the likeliest to be meant first, and the indicators."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from yakulens.vision.layout.decode.faces import COMPLETE, WAITING
from yakulens.vision.layout.decode.frame import QUARTER, Shown, Tiles, aways_of, seen_by, shown, turned
from yakulens.vision.layout.decode.hands import MOST_SETS, Hand, likeliest_hands
from yakulens.vision.layout.decode.parts import Odds, TableView, as_it_lies, candidate_sets, odds_of
from yakulens.vision.layout.roles import ROLE_INDEX, SEATS

if TYPE_CHECKING:
    from yakulens.vision.layout.decode.opinion import Opinion
    from yakulens.vision.layout.priors import LayoutPriors

_MISSING: Final = 2
"""So many tiles of another player's hand may not have been seen."""
_LONG: Final = 10
"""So many tiles held open are a hand, whatever else of it is seen."""
_LIKELY: Final = 0.0
"""A tile with such log odds of being somebody's hints at a hand."""
_FEWEST: Final = 4
_CALLED: Final = 0.8
"""How far a called tile tells which way a hand points, beside a concealed one."""
_WORTH_A_TRY: Final = -5.0
"""A direction with lower log odds is not tried."""
_ON_THE_LEFT: Final = -2.0
"""Log odds of the called sets lying to the left of the concealed tiles."""


@dataclass(frozen=True, slots=True)
class Lying:
    """One player's hand as it lies open.

    Attributes:
        ways: the hand, and others that are worth a question, the likeliest first.
        away: the owner's direction, radians.
        meant: log odds of being meant, to be compared with those of the others.
        odds: of each tile being the player's.
    """

    ways: tuple[Hand, ...]
    away: float
    meant: float
    odds: Odds

    @property
    def hand(self) -> Hand:
        """The likeliest way to read it."""
        return self.ways[0]


@dataclass(frozen=True, slots=True)
class Table:
    """What lies on the table.

    Attributes:
        lying: every hand that lies open, the one that is meant first; it may be empty of tiles.
        indicators: tiles turned over in the dead wall, with the log odds of each, the surest first.
        shown: what the tiles may show.
    """

    lying: tuple[Lying, ...]
    indicators: tuple[tuple[int, float], ...]
    shown: Shown


def likeliest_table(tiles: Tiles, opinion: Opinion, priors: LayoutPriors) -> Table:
    """The likeliest legal table.

    Args:
        tiles: on the table's plane.
        opinion: what the network says of them, in the same order.
        priors: what is known beforehand.
    """
    seen = TableView(tiles, shown(tiles, priors.calls.misread), opinion, priors)
    seats = [odds_of(seen, seat) for seat in range(len(SEATS))]
    weights = [_weights(odds) for odds in seats]
    most = max(range(len(seats)), key=lambda seat: sum(weights[seat]) * (1.5 if seat == 0 else 1.0))
    first = _square(aways_of(tiles, weights[most]), most)
    near = _likeliest(seen, seats[0], first, frozenset())
    found = [near]
    taken = near.hand.tiles
    for seat, odds in enumerate(seats[1:], start=1):
        hints = [t for t, own in enumerate(odds.belongs) if own > _LIKELY and t not in taken]
        if len(hints) >= _FEWEST:
            square = near.away + seat * QUARTER
            other = _likeliest(seen, odds, [(_own(tiles, weights[seat], square), 0.0)], taken)
            if _is_hand(other.hand) or _may_be_meant(other, near, priors):
                found.append(other)
                taken |= other.hand.tiles
    if len(found) > 1 and not _is_hand(near.hand) and len(near.hand.sets) < MOST_SETS:
        found = sorted(found[1:], key=lambda lies: -lies.meant)
    return Table(tuple(found), _indicators(seen, taken), seen.shown)


def _weights(odds: Odds) -> list[float]:
    """How far each tile tells which way a player's tiles point: the concealed ones most."""
    return [
        max(1 / (1 + math.exp(-held)), _CALLED / (1 + math.exp(-called)))
        for held, called in zip(odds.concealed, odds.called, strict=True)
    ]


def _square(aways: list[tuple[float, float]], seat: int) -> list[tuple[float, float]]:
    """Directions of the near player, by those of whoever has the most tiles; those worth a try."""
    return [(away - seat * QUARTER, odds) for away, odds in aways if odds > _WORTH_A_TRY]


def _own(tiles: Tiles, weights: list[float], square: float) -> float:
    """A player's own direction, which is nearly square to that of others."""
    if sum(weights) < 1.0:
        return square
    return square + turned(aways_of(tiles, weights)[0][0] - square)


def _likeliest(seen: TableView, odds: Odds, aways: list[tuple[float, float]], taken: frozenset[int]) -> Lying:
    """A player's likeliest hand, from whichever of some directions it is likeliest."""
    tried = [(_lying(seen, odds, away, taken), odds_so) for away, odds_so in aways]
    return max(tried, key=lambda one: one[0].hand.score + one[1] + _as_laid(seen.tiles, one[0]))[0]


def _as_laid(tiles: Tiles, lies: Lying) -> float:
    """Log odds of a hand's parts lying where players lay them: called sets to the right of the others."""
    hand = lies.hand
    if len(hand.concealed) < _FEWEST or not hand.sets:
        return 0.0
    held = [x for x, _ in seen_by(tiles, hand.concealed, lies.away)]
    middle = sum(held) / len(held)
    firsts = [x for x, _ in seen_by(tiles, [one.tiles[0] for one in hand.sets], lies.away)]
    return _ON_THE_LEFT * sum(x < middle for x in firsts) / len(firsts)


def _lying(seen: TableView, odds: Odds, away: float, taken: frozenset[int]) -> Lying:
    opinion = seen.opinion
    sets = candidate_sets(seen, odds, away)
    odds = as_it_lies(seen, odds, away)
    ways = likeliest_hands(seen.shown, odds, sets, taken, seen.priors)
    own = sorted(ways[0].tiles)
    meant = [-math.log1p(math.exp(-max(min(opinion.meant[t], 8.0), -8.0))) for t in own]
    return Lying(tuple(ways), away, sum(meant) / len(meant) if meant else -9.0, odds)


def _is_hand(hand: Hand) -> bool:
    """Whether it has about as many tiles as a hand, some of them held open."""
    if not hand.concealed or hand.score <= 0:
        return False
    return len(hand.concealed) >= _LONG or WAITING - _MISSING <= hand.size <= COMPLETE


def _may_be_meant(other: Lying, near: Lying, priors: LayoutPriors) -> bool:
    """Whether four called sets, the last tile out of view, are meant nearly as likely as the near hand."""
    return len(other.hand.sets) == MOST_SETS and other.meant > near.meant - priors.meant


def _indicators(seen: TableView, taken: frozenset[int]) -> tuple[tuple[int, float], ...]:
    """Face-up tiles that may be indicators, the surest first."""
    column = ROLE_INDEX["indicator"]
    found = []
    for t, row in enumerate(seen.opinion.roles):
        face_up = 1 - math.exp(seen.shown.back[t])
        chance = min(max(face_up * math.exp(row[column]), 1e-6), 1 - 1e-6)
        odds = math.log(chance / (1 - chance))
        if t not in taken and odds > -1.5:  # noqa: PLR2004 - one in five is worth a question
            found.append((t, odds))
    return tuple(sorted(found, key=lambda pair: -pair[1]))
