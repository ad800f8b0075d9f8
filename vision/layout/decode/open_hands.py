"""The whole table: the hands that lie open, the likeliest to be meant first, and the indicators."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Final

from yakulens.vision.layout.decode.faces import COMPLETE, WAITING
from yakulens.vision.layout.decode.facings import Facing, facings
from yakulens.vision.layout.decode.frame import QUARTER, Shown, Tiles, shown
from yakulens.vision.layout.decode.hands import MOST_SETS, Hand, likeliest_hands
from yakulens.vision.layout.decode.opinion import Opinion
from yakulens.vision.layout.decode.parts import Odds, TableView, as_it_lies, candidate_sets, odds_of
from yakulens.vision.layout.priors import LayoutPriors
from yakulens.vision.layout.roles import ROLE_INDEX, SEATS

_MISSING: Final = 2
"""So many tiles of another player's hand may not have been seen."""
_LONG: Final = 10
"""So many tiles held open are a hand, whatever else of it is seen."""
_LIKELY: Final = 0.0
"""A tile with such log odds of being somebody's hints at a hand."""
_FEWEST: Final = 4


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
    faces = shown(tiles, priors.calls.misread)
    tried = [_seated(tiles, faces, opinion, way, priors) for way in facings(tiles, opinion)]
    found = max(tried, key=lambda one: one[0])[1]
    near = found[0]
    if len(found) > 1 and not _is_hand(near.hand) and len(near.hand.sets) < MOST_SETS:
        found = sorted(found[1:], key=lambda lies: -lies.meant)
    taken = frozenset(t for lies in found for t in lies.hand.tiles)
    return Table(tuple(found), _indicators(opinion, faces, taken), faces)


def _seated(
    tiles: Tiles, faces: Shown, opinion: Opinion, way: Facing, priors: LayoutPriors
) -> tuple[float, list[Lying]]:
    """The hands that lie open if the players sit in one way, the near player's first; their log odds."""
    seen = TableView(tiles, faces, replace(opinion, seats=way.seats), priors)
    odds = odds_of(seen, 0)
    near = _lying(seen, odds, way.away, frozenset())
    found, total = [near], way.odds + near.hand.score
    taken = near.hand.tiles if near.hand.score > 0 else frozenset()
    for seat in range(1, len(SEATS)):
        odds = odds_of(seen, seat, [lies.hand.seat for lies in found if lies.hand.score > 0])
        if sum(own > _LIKELY and t not in taken for t, own in enumerate(odds.belongs)) >= _FEWEST:
            other = _lying(seen, odds, way.away + seat * QUARTER, taken)
            if _is_hand(other.hand) or _may_be_meant(other, near, priors):
                found.append(other)
                total += other.hand.score
                taken |= other.hand.tiles
    return total, found


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


def _indicators(opinion: Opinion, faces: Shown, taken: frozenset[int]) -> tuple[tuple[int, float], ...]:
    """Face-up tiles that may be indicators, the surest first."""
    column = ROLE_INDEX["indicator"]
    found = []
    for t, row in enumerate(opinion.roles):
        face_up = 1 - math.exp(faces.back[t])
        chance = min(max(face_up * math.exp(row[column]), 1e-6), 1 - 1e-6)
        odds = math.log(chance / (1 - chance))
        if t not in taken and odds > -1.5:  # noqa: PLR2004 - one in five is worth a question
            found.append((t, odds))
    return tuple(sorted(found, key=lambda pair: -pair[1]))
