"""Which rows are the hand: the likeliest set of rows around one of them that makes a hand."""

from __future__ import annotations

from bisect import insort
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING, Final

import numpy as np

from vision.geometry.vectors import axes
from vision.layout import priors
from vision.layout.legal import legal_odds
from vision.layout.parts import MOST_MELDS, Part
from vision.layout.place import askew, line_of, options, place, pond_rows, within_reach

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.layout.melds import Called
    from vision.layout.scene import Scene

RIVAL: Final = 3.0
"""A hand whose log odds are worse than the best one's by more than this is no rival to it."""
RIVALS: Final = 4
"""How many hands are weighed against each other in the end."""
WAYS: Final = 2
"""How many of the likeliest hands of one size are kept until it is known which of them is complete."""
SEEDS: Final = 6
"""How many rows of a frame are tried as the main row."""
STREWN_SEEDS: Final = 2
"""... and as that of a hand which lies about in pieces."""
_FAINT: Final = -8.0
STRAIGHT: Final = 30.0
"""A camera that looks along the owner's own direction up to this, degrees, stands at the owner's seat."""
BROAD: Final = 3.0
"""What lies farther aside than this from the ends of a row is not behind it, tile widths."""
CLEARLY: Final = 1.2
"""What looks so much larger on the photo lies nearer to the camera."""
LONGEST: Final = 21
"""Concealed parts from this size on are all equally impossible."""

_Key = tuple[int, int, bool]
_Chosen = tuple[tuple[int, Part], ...]
_States = dict[_Key, list[tuple[float, _Chosen]]]


@dataclass(frozen=True, slots=True)
class Hand:
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
        """What tells two hands apart, whatever the way in which they were found."""
        melds = frozenset((m.kind, m.tiles, m.origin) for m in self.melds)
        return frozenset(self.concealed), self.win, melds

    @property
    def tiles(self) -> frozenset[int]:
        """All tiles of the hand."""
        own = {*self.concealed, *(t for m in self.melds for t in m.tiles)}
        return frozenset(own if self.win is None else own | {self.win})


@dataclass(frozen=True, slots=True)
class _Seed:
    """A row as the main row: what the best reading around it can at most be worth, and its own worth."""

    bound: float
    base: float
    scene: Scene
    row: int
    pieces: bool = False

    def strewn(self) -> _Seed:
        """The same row as the main one of a hand that lies about in pieces."""
        reach = within_reach(self.scene, self.row)
        at_most = priors.STREWN + sum(max(askew(self.scene, self.row, k), 0.0) for k in reach)
        return replace(self, bound=self.bound + at_most, base=self.base + priors.STREWN, pieces=True)


def choose(found: Sequence[tuple[Scene, Scene]]) -> list[Hand]:
    """The likeliest hands among all frames, best first, none much worse than the first; one at least.

    Without any face-up tile that is a hand without tiles.
    """
    best = [Hand(np.pi / 2)]
    seeds = []
    for scene in (scene for pair in found for scene in pair):
        own = _seeds(scene)
        # Any piece of a hand that lies about serves as its main row; a lone tile is hardly one.
        pieces = sorted((s for s in own if len(scene.rows[s.row].tiles) > 1), key=lambda s: -s.bound)
        seeds += [*own, *(seed.strewn() for seed in pieces[:STREWN_SEEDS])]
    for seed in sorted(seeds, key=lambda s: -s.bound):
        # Where a hand lies well together, that it lies about in pieces is no rival worth the time.
        if seed.bound > best[0].score - (0.0 if seed.pieces else RIVAL):
            best = _around(seed, best)
    return [hand for hand in best if hand.score > best[0].score - RIVAL] or best[:1]


def count_of(scene: Scene, hand: Hand) -> int:
    """How many tiles the hand counts: a quad three, a flower none."""
    held = sum(1 for t in hand.concealed if not scene.is_flower(t)) - len(hand.flowers)
    return held + 3 * len(hand.melds) + (hand.win is not None)


def count_prior(count: int, *, won: bool) -> float:
    """Log prior of a hand of ``count`` tiles, a quad counting three, with or without a winning tile apart."""
    if count == priors.COMPLETE:
        return 0.0
    if count == priors.WAITING:
        return priors.WAITING_WITH_WIN if won else priors.JUST_WAITING
    if count < priors.WAITING:
        missing = priors.WAITING - count
        odds = priors.TOO_FEW + priors.TOO_FEW_EACH * min(missing, priors.TOO_FEW_UNSEEN)
        odds += priors.TOO_FEW_OUTSIDE * max(missing - priors.TOO_FEW_UNSEEN, 0)
    else:
        odds = priors.TOO_MANY + priors.TOO_MANY_EACH * (count - priors.COMPLETE)
    return max(odds, priors.WRONG_AT_MOST)


def _seeds(scene: Scene) -> list[_Seed]:
    """Rows that may hold the main part of the concealed tiles, most promising first."""
    largest = float(np.percentile(scene.table.scale, 95))
    tops = [max((p.score for p in parts), default=0.0) for parts in scene.parts]
    hope = sum(max(top, 0.0) for top in tops)
    worth: list[tuple[float, int]] = []
    for k, row in enumerate(scene.rows):
        own = [len(p.concealed) + p.score for p in scene.parts[k] if p.concealed]
        if own:
            worth.append((max(own) * float(scene.table.scale[list(row.tiles)].mean()), -k))
    if not any(p.melds and p.score > _FAINT for parts in scene.parts for p in parts):
        # Without a meld in sight the concealed part is the hand, and its main row is among the longest.
        longest = max((len(scene.rows[-k].tiles) for _, k in worth), default=0)
        worth = [(w, k) for w, k in worth if len(scene.rows[-k].tiles) * 3 >= longest]
        worth = sorted(worth, reverse=True)[: SEEDS if longest > 2 else 1]  # noqa: PLR2004 - mere scraps
    ponds = pond_rows(scene)
    found = []
    for _, negative in sorted(worth, reverse=True)[:SEEDS]:
        k = -negative
        own = [p.score for p in scene.parts[k] if p.concealed]
        base = _nearness(scene, scene.rows[k].tiles, largest)
        base += priors.POND if k in ponds else 0.0
        facing = min(_facing(scene, scene.rows[k].tiles), 0.0)
        found.append(_Seed(base + facing + max(own) + hope - max(tops[k], 0.0), base, scene, k))
    return found


def _facing(scene: Scene, tiles: Sequence[int]) -> float:
    """Log odds of the upright ones among ``tiles`` standing upright for this owner, not for the opposite."""
    chosen = [t for t in tiles if scene.view.upright[t] and not scene.is_back(t)]
    p = scene.view.forward[chosen]
    wrong = priors.UPSIDE_DOWN
    return float(np.log(((1 - wrong) * p + wrong * (1 - p)) / (wrong * p + (1 - wrong) * (1 - p))).sum())


def _around(seed: _Seed, best: list[Hand]) -> list[Hand]:
    """The likeliest hands of ``best`` and of those around the main row ``seed``."""
    scene, main = seed.scene, seed.row
    states: _States = {}
    for part in scene.parts[main]:
        key = _key(scene, part)
        if part.concealed:
            insort(states.setdefault(key, []), (part.score + seed.base, ((main, part),)), key=_worst_last)
    line = line_of(scene, main)
    ponds = pond_rows(scene) if seed.pieces else frozenset()
    for k in within_reach(scene, main):
        states = _grown(scene, states, k, options(scene, line, k, strewn=seed.pieces, ponds=ponds))
    totals = [
        (value + _count_odds(scene, tiles + 3 * melds + won, chosen, won=won), chosen)
        for (tiles, melds, won), likeliest in states.items()
        for value, chosen in likeliest
    ]
    # What assembling adds is never positive, so that the rest can be left once a hand is better.
    for total, chosen in sorted(totals, key=lambda t: -t[0]):
        if total <= best[0].score - RIVAL:
            break
        best = _ranked([*best, _assembled(seed, chosen, total)])
    return best


def _count_odds(scene: Scene, count: int, chosen: _Chosen, *, won: bool) -> float:
    """Log prior of the number of tiles, each that may be a flower counting or not as is likelier."""
    if not scene.maybe_flowers:
        return count_prior(count, won=won)
    held = [t for _, part in chosen for t in part.concealed]
    return max(odds for _, odds in _flowers(scene, count, held, won=won))


def _flowers(
    scene: Scene, count: int, held: Sequence[int], *, won: bool
) -> list[tuple[tuple[int, ...], float]]:
    """Ways to take none, some or all of the tiles that may be flowers for such, and their log odds.

    The odds are of the number of tiles left, and of the reader being wrong: of a flower that is none, too.
    """
    maybe = sorted(scene.maybe_flowers.intersection(held), key=lambda t: -scene.evidence.flower[t])
    flower = np.array([scene.evidence.flower[t] for t in maybe])
    odds = np.log(flower / (1 - flower))
    ways = []
    for taken in range(len(maybe) + 1):
        against = np.minimum(odds[:taken], 0.0).sum() - np.maximum(odds[taken:], 0.0).sum()
        ways.append((tuple(maybe[:taken]), count_prior(count - taken, won=won) + float(against)))
    return ways


def _ranked(hands: Sequence[Hand]) -> list[Hand]:
    """The best few hands that differ, best first."""
    kept: dict[tuple[object, ...], Hand] = {}
    for hand in sorted(hands, key=lambda h: -h.score):
        kept.setdefault(hand.meaning, hand)
    return list(kept.values())[:RIVALS]


def _grown(scene: Scene, states: _States, index: int, parts: Sequence[Part]) -> _States:
    """The states after the row ``index`` has been read in each of the ways ``parts``."""
    if len(parts) == 1:
        only = parts[0].score
        if not only:
            return states
        return {key: [(value + only, chosen) for value, chosen in ways] for key, ways in states.items()}
    out: _States = {}
    keyed = [(_key(scene, part), part) for part in parts]
    for (tiles, melds, won), ways in states.items():
        for (c, m, w), part in keyed:
            if melds + m > MOST_MELDS or (won and w):
                continue
            known = out.setdefault((min(tiles + c, LONGEST), melds + m, won or w), [])
            taken = part.concealed or part.melds or part.win is not None
            for value, chosen in ways:
                total = value + part.score
                if len(known) == WAYS and total <= known[-1][0]:
                    break  # the ways come best first
                insort(known, (total, (*chosen, (index, part)) if taken else chosen), key=_worst_last)
                del known[WAYS:]
    return out


def _worst_last(way: tuple[float, _Chosen]) -> float:
    return -way[0]


def _key(scene: Scene, part: Part) -> _Key:
    """Concealed tiles without flowers, melds, winning tile apart."""
    flowers = sum(1 for t in part.concealed if scene.is_flower(t))
    return len(part.concealed) - flowers, len(part.melds), part.win is not None


def _nearness(scene: Scene, main: Sequence[int], largest: float) -> float:
    """Log prior of the main row by its size on the photo and the side from which it is seen."""
    scale = float(scene.table.scale[list(main)].mean())
    base = priors.NEARNESS * float(np.log(scale / largest))
    # Where the camera looks, as a direction on the table.
    centre = scene.table.centre[list(main)].mean(axis=0)
    photo = scene.table.plane.to_photo(centre[None])
    step = scene.table.plane.ahead(photo, np.array([scale]))[0] * scale / 4
    ahead = scene.table.plane.to_table(photo[0] + step) - centre
    turned = np.arctan2(ahead[1], ahead[0]) - scene.view.up
    angle = abs(np.mod(turned + np.pi, 2 * np.pi) - np.pi)
    seats = np.deg2rad([STRAIGHT, 90.0, 180.0])
    return base + float(np.interp(angle, seats, [0.0, priors.SIDE_SEAT, priors.FAR_SEAT]))


def _assembled(seed: _Seed, chosen: _Chosen, score: float) -> Hand:
    """Put the chosen parts together and weigh which way up their faces stand; never better than ``score``."""
    scene, main = seed.scene, seed.row
    along = scene.table.centre @ axes(scene.view.up)[0]
    held = [(row, part) for row, part in chosen if part.concealed]
    order = {row: _reading_order(scene, main, row) for row, _ in held}
    held.sort(key=lambda h: order[h[0]])
    win = next(((row, part.win) for row, part in chosen if part.win is not None), None)
    melds = sorted((m for _, part in chosen for m in part.melds), key=lambda m: float(along[m.tiles[0]]))
    concealed = tuple(t for _, part in held for t in part.concealed)
    lines = len({line for line, _ in order.values()})
    winner = None if win is None else win[1]
    hand = Hand(scene.view.up, concealed, winner, tuple(melds), score, len(held), lines)
    less = min(_facing(scene, sorted(hand.tiles)), 0.0)
    if win is not None and len(scene.rows[win[0]].tiles) == 1:
        less += _no_wider(scene, [row for row, _ in held], win[0])
    less += _behind(scene, main, hand.tiles) + _nearer(scene, hand.tiles)
    flat = [t for t in (*concealed, winner) if t is not None and not scene.is_flower(t)]
    count = len(flat) + 3 * len(melds)
    ways = _flowers(scene, count, concealed, won=winner is not None)
    best = max(odds for _, odds in ways)
    weight = priors.STREWN_ILLEGAL if seed.pieces else 1.0
    legal, flowers = max(
        (
            odds
            - best
            + weight * legal_odds(scene.evidence, [t for t in flat if t not in taken], len(melds)),
            taken,
        )
        for taken, odds in ways
    )
    less += legal
    if any(m.marked for m in melds):
        less += priors.UNMARKED_AMONG_MARKED * sum(not m.marked for m in melds)
    own = next(len(part.concealed) for row, part in held if row == main)
    if not seed.pieces and max(len(part.concealed) for _, part in held) > own:
        less += priors.NOT_THE_MAIN_ROW
    return replace(hand, score=score + less, flowers=flowers)


def _behind(scene: Scene, main: int, own: frozenset[int]) -> float:
    """Log odds against a hand that has tiles of others behind it, on its owner's side."""
    tiles = scene.rows[main].tiles
    ends = [tiles[0], tiles[-1]]
    beside = (scene.dx[ends[0]] > -BROAD) & (scene.dx[ends[1]] < BROAD)
    behind = beside & (scene.dy[ends].max(axis=0) < -scene.table.plane.aspect / 2)
    behind[list(own)] = False
    return max(priors.BEHIND * int(behind.sum()), priors.BEHIND_AT_MOST)


def _nearer(scene: Scene, own: frozenset[int]) -> float:
    """Log odds against a hand that leaves out face-up tiles which look clearly larger on the photo."""
    scale = scene.table.scale
    nearer = scale > CLEARLY * float(np.median(scale[sorted(own)]))
    left = [t for t in np.flatnonzero(nearer) if t not in own and not scene.is_back(int(t))]
    return max(priors.NEARER * len(left), priors.NEARER_AT_MOST)


def _reading_order(scene: Scene, main: int, row: int) -> tuple[int, float]:
    """Sort key of a row of the concealed part: its line, the farthest first, and its place in that."""
    if row == main:
        return 0, 0.0
    where = place(scene, main, row)
    line = 0 if where.in_line else -round(where.dy / scene.table.plane.aspect)
    return line, where.dx


def _no_wider(scene: Scene, held: Sequence[int], win: int) -> float:
    """Log odds against a winning tile in line that stands off no farther than groups of the hand do."""
    between = [float(scene.row_gap[a, b]) for a, b in pairwise(held)]
    places = [place(scene, row, win) for row in held]
    nearest = min(places, key=lambda where: where.gap)
    if not between or not nearest.in_line:
        return 0.0
    return priors.WIN_NO_WIDER_GAP if nearest.gap < max(between) + 0.15 else 0.0
