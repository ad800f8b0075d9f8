"""Which rows are the hand: the likeliest set of rows around one of them that makes a hand.

A search by branch and bound: rows are tried as the main row in order of what a hand around them can be worth
at most, until none can be better than what is known. Around each, the other rows are read one after the
other, and of all combinations with as many concealed tiles and melds only the best few go on.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from yakulens.vision.layout.hand.assembly import assembled
from yakulens.vision.layout.hand.bounds import bounded, tiles_at_most
from yakulens.vision.layout.hand.counts import (
    COMPLETE,
    count_prior,
    flower_choices,
    likeliest_counts,
    most_odds,
)
from yakulens.vision.layout.hand.hand import HandCandidate
from yakulens.vision.layout.hand.options import far_aside, row_options
from yakulens.vision.layout.hand.relation import line_of, within_reach
from yakulens.vision.layout.hand.seeds import find_called, find_seeds
from yakulens.vision.layout.rows.melds import SET
from yakulens.vision.layout.rows.readings import MOST_MELDS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from yakulens.vision.layout.hand.assembly import Chosen
    from yakulens.vision.layout.hand.scene import Scene
    from yakulens.vision.layout.hand.seeds import Seed
    from yakulens.vision.layout.rows.readings import RowReading


@dataclass(frozen=True, slots=True)
class Breadth:
    """How far the search looks beyond the likeliest hand.

    Attributes:
        rival: A hand whose log odds are worse than the best one's by more than this is no rival to it.
        rivals: How many hands are compared with each other in the end.
        kept: So many of the likeliest hands of one size are kept until it is known which of them is complete.
    """

    rival: float = 3.0
    rivals: int = 4
    kept: int = 2


USUAL: Final = Breadth()
"""How far it looks where the likeliest hand is to be told, and what is nearly as likely."""
ALONE: Final = Breadth(rival=0.0, rivals=1)
"""How far it looks where nothing but the likeliest hand is asked for."""
SLIGHTLY: Final = 1e-6
"""A search for what is at least so likely asks for what is likelier than a little less."""
STREWN_SEEDS: Final = 2
"""How many rows of a frame are tried as the main row of a hand which lies about in pieces."""
LONGEST: Final = 21
"""Concealed parts from this size on are all equally impossible."""

_Key = tuple[int, int, bool]
"""Concealed tiles, melds, and whether a winning tile lies apart."""
_States = dict[_Key, list[tuple[float, "Chosen"]]]


def choose(
    views: Sequence[tuple[Scene, ...]], least: float = -np.inf, breadth: Breadth = USUAL
) -> list[HandCandidate]:
    """The likeliest hands, best first, none much less likely than the first.

    There is always one; where no tile lies face-up, that is a hand without tiles. Of four called sets the
    last tile need not be seen: who waits on it may hold it standing.

    Args:
        views: the table in each likely direction, as those who may own the hand see it.
        least: the search ends as soon as no hand can have higher log odds than this; the hands returned are
            then some that were looked at, none of them better.
        breadth: how far the search looks.

    >>> from yakulens.vision.layout.hand.example import candidates_of
    >>> candidates = candidates_of("2m 3m 4m 6p 7p 8p 4s 5s 5s 5s _ 3s _ 7z (7z) 7z")
    >>> hand = choose(candidates.views)[0]
    >>> hand.concealed, hand.win, [meld.kind for meld in hand.melds]
    ((0, 1, 2, 3, 4, 5, 6, 7, 8, 9), 10, ['pon'])
    """
    best = [HandCandidate(np.pi / 2)]
    begun = []
    for scene in (scene for pair in views for scene in pair):
        own = find_seeds(scene)
        # Any piece of a hand that lies about serves as its main row; a lone tile is hardly one.
        pieces = sorted((s for s in own if len(scene.rows[s.row].tiles) > 1), key=lambda s: -s.bound)
        strewn = (seed.as_strewn() for seed in pieces[:STREWN_SEEDS])
        begun += bounded(scene, [*own, *strewn, *find_called(scene)])
    for seed in sorted(begun, key=lambda s: -s.most):
        if max(seed.most, best[0].score) <= least:
            break
        # Where a hand lies well together, that it lies about in pieces is no rival worth the time.
        if seed.most > best[0].score - (0.0 if seed.strewn else breadth.rival):
            best = _around(seed, best, max(best[0].score, least) - breadth.rival, breadth)
    return [hand for hand in best if hand.score > best[0].score - breadth.rival] or best[:1]


def _around(seed: Seed, best: list[HandCandidate], floor: float, breadth: Breadth) -> list[HandCandidate]:
    """The likeliest hands of ``best`` and of those around the main row ``seed`` that exceed ``floor``."""
    scene, main = seed.scene, seed.row
    states: _States = {}
    for reading in scene.readings[main]:
        key = _key(scene, reading)
        if bool(reading.concealed) != seed.called and (reading.melds or not seed.called):
            _insert(states.setdefault(key, []), reading.score + seed.base, ((main, reading),))
    ways = _ways(seed, floor)
    if ways is None:
        return best
    # What the rows to come and the number of tiles can add at most: what even so stays below is let go.
    best_of = [max(way.score for way in readings) for _, readings in ways]
    tiles_of = [max(tiles_at_most(way) for way in readings) for _, readings in ways]
    ahead, more = sum(best_of), sum(tiles_of)
    for (k, readings), score, tiles in zip(ways, best_of, tiles_of, strict=True):
        states = _worth(states, floor - ahead, _odds_ahead(scene, more))
        ahead, more = ahead - score, more - tiles
        states = _grown(scene, states, k, readings, breadth.kept)
    totals = [
        (value + _count_odds(scene, tiles + 3 * melds + won, chosen, won=won), chosen)
        for (tiles, melds, won), likeliest in states.items()
        if not seed.called or (tiles, melds, won) == (0, MOST_MELDS, False)
        for value, chosen in likeliest
    ]
    # What assembling adds is never positive, so that the rest can be left once a hand is better.
    for total, chosen in sorted(totals, key=lambda t: -t[0]):
        least = best[0].score - breadth.rival
        if total <= least:
            break
        hand = assembled(seed, chosen, total, least)
        if hand is not None:
            best = _ranked([*best, hand], breadth.rivals)
    return best


def _ways(seed: Seed, floor: float) -> list[tuple[int, list[RowReading]]] | None:
    """The rows that may belong to a hand with what each may be; None where no such hand exceeds ``floor``."""
    scene, main = seed.scene, seed.row
    line, reach = line_of(scene, main), within_reach(scene, main)
    if not seed.strewn:
        aside = far_aside(scene, line, seed.hopes)
        reach = [k for k in reach if not aside[k]]
    at_most, ways = seed.bound, {}
    # Those of which most is hoped for first: where they lie far off, the others need not be looked at.
    for k in sorted(reach, key=lambda k: -seed.hopes[k]):
        ways[k] = row_options(scene, line, k, strewn=seed.strewn)
        at_most += max(way.score for way in ways[k]) - seed.hopes[k]
        if at_most <= floor:
            return None
    return [(k, ways[k]) for k in reach]


def _odds_ahead(scene: Scene, more: int) -> list[float]:
    """Log odds that the number of tiles adds at most to combinations of 0, 1, ... tiles, ``more`` to come."""
    most = most_odds(scene.priors.counts)
    if scene.maybe_flowers:  # these count or not
        return [most] * (COMPLETE + 1)
    odds = likeliest_counts(scene.priors.counts)
    return [max(odds[count : count + more + 1]) for count in range(COMPLETE)] + [most]


def _worth(states: _States, least: float, odds_ahead: Sequence[float]) -> _States:
    """The combinations whose value exceeds ``least``, the odds of how many tiles they may have added."""
    kept: _States = {}
    for (tiles, melds, won), ways in states.items():
        enough = least - odds_ahead[min(tiles + SET * melds + won, COMPLETE)]
        if ways[0][0] > enough:
            kept[tiles, melds, won] = [way for way in ways if way[0] > enough]
    return kept


def _count_odds(scene: Scene, count: int, chosen: Chosen, *, won: bool) -> float:
    """Log prior of the number of tiles, each that may be a flower counting or not as is likelier."""
    if not scene.maybe_flowers:
        return count_prior(count, scene.priors.counts, won=won)
    held = [t for _, reading in chosen for t in reading.concealed]
    return max(odds for _, odds in flower_choices(scene, count, held, won=won))


def _ranked(hands: Sequence[HandCandidate], most: int) -> list[HandCandidate]:
    """The best few hands that differ, best first."""
    kept: dict[tuple[object, ...], HandCandidate] = {}
    for hand in sorted(hands, key=lambda h: -h.score):
        kept.setdefault(hand.meaning, hand)
    return list(kept.values())[:most]


def _grown(scene: Scene, states: _States, index: int, readings: Sequence[RowReading], most: int) -> _States:
    """The combinations so far, each with the row ``index`` read in each of the ways ``readings``."""
    if len(readings) == 1:
        only = readings[0].score
        if not only:
            return states
        return {key: [(value + only, chosen) for value, chosen in ways] for key, ways in states.items()}
    out: _States = {}
    keyed = [(_key(scene, reading), reading) for reading in readings]
    for (tiles, melds, won), ways in states.items():
        for (c, m, w), reading in keyed:
            if melds + m > MOST_MELDS or (won and w):
                continue
            known = out.setdefault((min(tiles + c, LONGEST), melds + m, won or w), [])
            taken = reading.concealed or reading.melds or reading.win is not None
            for value, chosen in ways:
                total = value + reading.score
                if len(known) == most and total <= known[-1][0]:
                    break  # the ways come best first
                _insert(known, total, (*chosen, (index, reading)) if taken else chosen)
                del known[most:]
    return out


def _insert(ways: list[tuple[float, Chosen]], value: float, chosen: Chosen) -> None:
    """Put a way among others, the best of which come first, after those that are as good."""
    at = len(ways)
    while at and ways[at - 1][0] < value:
        at -= 1
    ways.insert(at, (value, chosen))


def _key(scene: Scene, reading: RowReading) -> _Key:
    """What a reading adds: concealed tiles, flowers left out, melds, and whether a winning tile."""
    flowers = sum(1 for t in reading.concealed if scene.is_flower(t))
    return len(reading.concealed) - flowers, len(reading.melds), reading.win is not None
