"""Candidate called sets of one player: tiles that the network puts in one set, and how to read them."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from heapq import nlargest
from itertools import combinations
from typing import Final

from yakulens.vision.layout.decode.frame import FaceOdds, Tiles, gap_beside, sideways_odds
from yakulens.vision.layout.decode.opinion import ROLE_INDEX, Opinion
from yakulens.vision.layout.decode.sets import CalledSet, possible_sets
from yakulens.vision.layout.priors import LayoutPriors

PARTNERS: Final = 6
"""How many of the tiles that may share a set with a tile are tried."""
_PARTNER: Final = -4.0
"""Tiles with lower log odds of sharing a set are not combined."""
_CALLED: Final = -5.0
"""A tile with lower log odds of being called is in no set."""
_TOGETHER: Final = -4.0
"""Tiles with lower log odds of all being called are not a set."""
_MEAN: Final = -1.0
"""Sets whose pairs have lower mean log odds are not tried."""
_WAYS: Final = 3
"""How many ways to read the same tiles are kept."""
_GAPS: Final = (0.2, 0.6)
"""Tiles with a gap below the first touch; above the second they stand clearly apart. Tile widths."""
_NOTHING: Final = ROLE_INDEX["nothing"]
_LEAST_SHARE: Final = 1e-6


@dataclass(frozen=True, slots=True)
class TableView:
    """The decoder's input."""

    tiles: Tiles
    face_odds: FaceOdds
    opinion: Opinion
    priors: LayoutPriors


@dataclass(frozen=True, slots=True)
class PlayerOdds:
    """Log odds of each of N tiles belonging to a player's hand, in each role.

    Attributes:
        seat: index of the player in ``SEATS``.
        concealed: as a concealed tile.
        won: as the tile won or drawn, apart.
        called: as one of a called set.
        belongs: in any of these roles.
    """

    seat: int
    concealed: tuple[float, ...]
    won: tuple[float, ...]
    called: tuple[float, ...]
    belongs: tuple[float, ...]


def player_odds(view: TableView, seat: int, other_seats: Sequence[int] = ()) -> PlayerOdds:
    """The network's odds of a player's tiles.

    For the near player the network answers twice, by seat and by the meant hand: the mean counts. A tile of
    the ``other_seats``, whose hands are known, is not this player's.
    """
    opinion, priors = view.opinion, view.priors
    roles = [ROLE_INDEX[role] for role in ("concealed", "won", "called")]
    columns: tuple[list[float], ...] = ([], [], [])
    belongs = []
    rows = zip(opinion.roles, opinion.seats, opinion.meant, view.tiles.stray, strict=True)
    for row, seats, meant, stray in rows:
        nothing = math.exp(row[_NOTHING])
        total = 1 - nothing + nothing * math.exp(min(stray, 0.0))
        probabilities = [math.exp(row[k]) / total for k in roles]
        hand_probability = max(sum(probabilities), _LEAST_SHARE)
        share = math.exp(seats[seat])
        if seat == 0:
            share = (share + min(1.0, 1 / (1 + math.exp(-meant)) / hand_probability)) / 2
        shares = [max(chance * share, _LEAST_SHARE) for chance in probabilities]
        others_share = sum(probabilities) * sum(math.exp(seats[other_seat]) for other_seat in other_seats)
        outside = max(1.0 - sum(shares) - others_share, _LEAST_SHARE)
        belongs.append(_clamped(math.log(sum(shares) / outside) - max(stray, 0.0), priors.surest))
        for column, chance in zip(columns, shares, strict=True):
            column.append(belongs[-1] + math.log(chance / sum(shares)))
    concealed, won, called = (tuple(column) for column in columns)
    return _with_core(opinion, PlayerOdds(seat, concealed, won, called, tuple(belongs)), priors)


def _with_core(opinion: Opinion, odds: PlayerOdds, priors: LayoutPriors) -> PlayerOdds:
    """The odds, corrected by pairings with tiles that are surely the player's."""
    sure_tiles = [t for t, belongs in enumerate(odds.belongs) if belongs > 1.0]
    if not sure_tiles:
        return odds
    added_odds = []
    for t, (row, belongs) in enumerate(zip(opinion.hand, odds.belongs, strict=True)):
        with_sure = [_clamped(row[k], 4.0) for k in sure_tiles if k != t]
        evidence = priors.same_hand * sum(with_sure) / len(with_sure) if with_sure else 0.0
        added_odds.append(_clamped(belongs + evidence, priors.surest) - belongs)

    def raised(column: tuple[float, ...]) -> tuple[float, ...]:
        return tuple(value + added for value, added in zip(column, added_odds, strict=True))

    return PlayerOdds(
        odds.seat, raised(odds.concealed), raised(odds.won), raised(odds.called), raised(odds.belongs)
    )


def _clamped(odds: float, limit: float) -> float:
    return max(min(odds, limit), -limit)


def with_placement(view: TableView, odds: PlayerOdds, direction: float) -> PlayerOdds:
    """The odds corrected by placement: a tile apart probably won, a sideways one is not concealed."""
    tiles = range(len(odds.concealed))
    in_row = [t for t in tiles if odds.concealed[t] > 0 and odds.concealed[t] > odds.called[t]]
    near, far = _GAPS
    won, concealed = list(odds.won), list(odds.concealed)
    for t in tiles:
        if odds.belongs[t] > _CALLED and len(in_row) > 1:
            gap = gap_beside(view.tiles, t, [k for k in in_row if k != t], direction)
            share = min(max((gap - near) / (far - near), 0.0), 1.0)
            evidence = view.priors.touching + share * (view.priors.apart - view.priors.touching)
            won[t] = _clamped(won[t] + evidence, view.priors.surest)
        across = -math.log1p(math.exp(sideways_odds(view.tiles, t, direction)))
        concealed[t] = _clamped(concealed[t] + max(across, view.priors.sideways), view.priors.surest)
    return replace(odds, won=tuple(won), concealed=tuple(concealed))


def candidate_sets(view: TableView, odds: PlayerOdds, direction: float) -> list[CalledSet]:
    """The sets that a player may have called, the likeliest first; their scores include all odds."""
    opinion, priors = view.opinion, view.priors
    candidates = [t for t in range(len(opinion)) if odds.called[t] > _CALLED]
    partners = {}
    for tile in candidates:
        row = opinion.call[tile]
        likely = [t for t in candidates if t != tile and row[t] > _PARTNER]
        partners[tile] = sorted(likely, key=row.__getitem__, reverse=True)[:PARTNERS]
    groups = {
        tuple(sorted((t, *others)))
        for t in candidates
        for size in (1, 2, 3)
        for others in combinations(partners[t], size)
    }
    sets = []
    for group in groups:
        pair_odds = _mean_pair_odds(opinion, group)
        called = sum(odds.called[t] for t in group)
        if pair_odds < _MEAN or called < _TOGETHER:
            continue
        evidence = called + priors.calls.pair * (len(group) - 1) * _clamped(pair_odds, 5.0)
        if evidence < priors.calls.least:
            continue
        readings = possible_sets(view.tiles, view.face_odds, group, direction, priors.calls)
        likeliest = nlargest(_WAYS, readings, key=lambda reading: reading.score)
        sets += [replace(reading, score=reading.score + evidence) for reading in likeliest]
    return sorted((one for one in sets if one.score > priors.calls.least), key=lambda one: -one.score)


def _mean_pair_odds(opinion: Opinion, group: Sequence[int]) -> float:
    """The mean log odds that two of some tiles share a set."""
    total = sum(opinion.call[a][b] for n, a in enumerate(group) for b in group[n + 1 :])
    return 2 * total / (len(group) * (len(group) - 1))
