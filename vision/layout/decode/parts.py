"""Candidate called sets of one player: tiles that the network puts in one set, each as it may be read."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from heapq import nlargest
from itertools import combinations
from typing import Final

from yakulens.vision.layout.decode.frame import Shown, Tiles, gap_beside, sideways
from yakulens.vision.layout.decode.opinion import Opinion
from yakulens.vision.layout.decode.sets import CalledSet, ways
from yakulens.vision.layout.priors import LayoutPriors
from yakulens.vision.layout.roles import ROLE_INDEX

PARTNERS: Final = 6
"""Of the tiles that may lie in one set with a tile so many are tried."""
_PARTNER: Final = -4.0
"""Tiles with lower odds of lying in one set are not put together."""
_CALLED: Final = -5.0
"""A tile with lower odds of being called is in no set."""
_TOGETHER: Final = -4.0
"""Tiles with lower odds of all being called are no set."""
_MEAN: Final = -1.0
"""Sets whose pairs have lower odds on the mean are not tried."""
_WAYS: Final = 3
"""So many ways to read the same tiles are kept."""
_GAPS: Final = (0.2, 0.6)
"""Tiles with a narrower gap touch, with a wider one they stand clearly apart, tile widths."""
_NOTHING: Final = ROLE_INDEX["nothing"]
_LEAST_SHARE: Final = 1e-6


@dataclass(frozen=True, slots=True)
class TableView:
    """All that is known of a table before it is decoded.

    Attributes:
        tiles: on the table's plane.
        shown: what they may show.
        opinion: what the network says of them.
        priors: what is known beforehand.
    """

    tiles: Tiles
    shown: Shown
    opinion: Opinion
    priors: LayoutPriors


@dataclass(frozen=True, slots=True)
class Odds:
    """How much likelier each of N tiles is of a player's hand, in each role, than not of it: log odds.

    Attributes:
        seat: index of the player in ``SEATS``.
        concealed: as a concealed tile.
        won: as the tile won or drawn, apart.
        called: as one of a called set.
        belongs: in any of these.
    """

    seat: int
    concealed: tuple[float, ...]
    won: tuple[float, ...]
    called: tuple[float, ...]
    belongs: tuple[float, ...]


def odds_of(seen: TableView, seat: int, others: Sequence[int] = ()) -> Odds:
    """What the network says of a player's tiles.

    Of the near player's it says the same twice, as whose it is and as what is meant: the mean counts.

    Args:
        seen: the table.
        seat: index of the player in ``SEATS``.
        others: players whose hands are known. What is of a hand and of none of theirs is somebody else's.
    """
    opinion, priors = seen.opinion, seen.priors
    roles = [ROLE_INDEX[role] for role in ("concealed", "won", "called")]
    columns: tuple[list[float], ...] = ([], [], [])
    belongs = []
    told = zip(opinion.roles, opinion.seats, opinion.meant, seen.tiles.stray, strict=True)
    for row, seats, meant, stray in told:
        nothing = math.exp(row[_NOTHING])
        whole = 1 - nothing + nothing * math.exp(min(stray, 0.0))
        chances = [math.exp(row[k]) / whole for k in roles]
        of_hand = max(sum(chances), _LEAST_SHARE)
        share = math.exp(seats[seat])
        if seat == 0:
            share = (share + min(1.0, 1 / (1 + math.exp(-meant)) / of_hand)) / 2
        held = [max(chance * share, _LEAST_SHARE) for chance in chances]
        of_others = sum(chances) * sum(math.exp(seats[other]) for other in others)
        out = max(1.0 - sum(held) - of_others, _LEAST_SHARE)
        belongs.append(_held(math.log(sum(held) / out) - max(stray, 0.0), priors.surest))
        for column, chance in zip(columns, held, strict=True):
            column.append(belongs[-1] + math.log(chance / sum(held)))
    concealed, won, called = (tuple(column) for column in columns)
    return _together(opinion, Odds(seat, concealed, won, called, tuple(belongs)), priors)


def _together(opinion: Opinion, odds: Odds, priors: LayoutPriors) -> Odds:
    """The odds with what the tiles that are surely the player's say of the others."""
    core = [t for t, own in enumerate(odds.belongs) if own > 1.0]
    if not core:
        return odds
    more = []
    for t, (row, own) in enumerate(zip(opinion.hand, odds.belongs, strict=True)):
        others = [max(min(row[k], 4.0), -4.0) for k in core if k != t]
        said = priors.same_hand * sum(others) / len(others) if others else 0.0
        more.append(_held(own + said, priors.surest) - own)

    def added(column: tuple[float, ...]) -> tuple[float, ...]:
        return tuple(own + one for own, one in zip(column, more, strict=True))

    return Odds(odds.seat, added(odds.concealed), added(odds.won), added(odds.called), added(odds.belongs))


def _held(odds: float, most: float) -> float:
    return max(min(odds, most), -most)


def as_it_lies(seen: TableView, odds: Odds, away: float) -> Odds:
    """The odds corrected by how tiles lie: one that stands apart rather won, a sideways one is not concealed.

    Args:
        seen: the table.
        odds: of the player's tiles.
        away: the player's direction, radians.
    """
    rows = range(len(odds.concealed))
    held = [t for t in rows if odds.concealed[t] > 0 and odds.concealed[t] > odds.called[t]]
    low, high = _GAPS
    won, concealed = list(odds.won), list(odds.concealed)
    for t in rows:
        if odds.belongs[t] > _CALLED and len(held) > 1:
            gap = gap_beside(seen.tiles, t, [k for k in held if k != t], away)
            share = min(max((gap - low) / (high - low), 0.0), 1.0)
            said = seen.priors.touching + share * (seen.priors.apart - seen.priors.touching)
            won[t] = _held(won[t] + said, seen.priors.surest)
        across = -math.log1p(math.exp(sideways(seen.tiles, t, away)))
        concealed[t] = _held(concealed[t] + max(across, seen.priors.sideways), seen.priors.surest)
    return replace(odds, won=tuple(won), concealed=tuple(concealed))


def candidate_sets(seen: TableView, odds: Odds, away: float) -> list[CalledSet]:
    """The sets that a player may have called, the likeliest first; their scores hold all odds.

    Args:
        seen: the table.
        odds: of the player's tiles.
        away: the player's direction, radians.
    """
    opinion, priors = seen.opinion, seen.priors
    able = [t for t in range(len(opinion)) if odds.called[t] > _CALLED]
    partners = {t: _partners(opinion, t, able) for t in able}
    groups = {
        tuple(sorted((t, *others)))
        for t in able
        for size in (1, 2, 3)
        for others in combinations(partners[t], size)
    }
    found = []
    for group in groups:
        mean = _mean(opinion, group)
        called = sum(odds.called[t] for t in group)
        if mean < _MEAN or called < _TOGETHER:
            continue
        said = called + priors.calls.pair * (len(group) - 1) * max(min(mean, 5.0), -5.0)
        if said < priors.calls.least:
            continue
        read = ways(seen.tiles, seen.shown, group, away, priors.calls)
        likeliest = nlargest(_WAYS, read, key=lambda way: way.score)
        found += [replace(way, score=way.score + said) for way in likeliest]
    return sorted((one for one in found if one.score > priors.calls.least), key=lambda one: -one.score)


def _partners(opinion: Opinion, tile: int, able: Sequence[int]) -> list[int]:
    row = opinion.call[tile]
    others = [t for t in able if t != tile and row[t] > _PARTNER]
    return sorted(others, key=lambda t: -row[t])[:PARTNERS]


def _mean(opinion: Opinion, group: Sequence[int]) -> float:
    """The mean log odds of two of some tiles lying in one set."""
    total = sum(opinion.call[a][b] for n, a in enumerate(group) for b in group[n + 1 :])
    return 2 * total / (len(group) * (len(group) - 1))
