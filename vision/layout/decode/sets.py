"""Which tiles make which called set: faces, order, the sideways tile, what lies face-down or unseen."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise, permutations
from typing import Final

from yakulens.scorer.vocabulary import From, MeldKind
from yakulens.vision.layout.decode.frame import Shown, Tiles, lying_on, seen_by, shift_of, sideways
from yakulens.vision.layout.priors import CallPriors

SET: Final = 3
QUAD: Final = 4
NUMBERED: Final = 27
"""The first so many plain faces are numbers, nine to a suit."""
WHITE: Final = 31
_CLEAR: Final = 0.4
"""A wider gap than this within a set costs, tile widths."""
_SLACK: Final = 0.5
"""A tile farther out of line than this costs, tile widths."""
_SAME_COLUMN: Final = 0.55
_STEP: Final = 0.2
"""How exactly the tiles of a set lie side by side, tile widths (a standard deviation)."""
_ROOM_FOR_TWO: Final = 2.4
_ORIGINS: Final[tuple[From, From, From]] = ("left", "across", "right")
_FROM: Final[tuple[From, From, From, From]] = ("left", "across", "across", "right")
"""Who discarded the called tile of a claimed quad, by its position."""
_ORDERS: Final = tuple(permutations(range(SET)))
_CLOSED: Final[dict[tuple[bool, ...], tuple[tuple[int, ...], tuple[int, ...]]]] = {
    (False, True, True, False): ((0, 3), (0, 1, 2, 3)),
    (True, False, False, True): ((1, 2), (0, 1, 2, 3)),
    (False, True, True): ((0, 3), (0, 1, 2)),
    (True, True, False): ((0, 3), (1, 2, 3)),
    (True, False, True): ((1, 2), (0, 1, 3)),
    (False, False, True): ((1, 2), (1, 2, 3)),
    (True, False, False): ((1, 2), (0, 1, 2)),
    (False, True, False): ((0, 3), (0, 1, 3)),
}
"""For which tiles of a closed quad lie face-up, those seen: positions face-down, and of each tile."""
_ACROSS: Final = (0.6, 1.5)
"""How far apart the two sideways tiles of an added quad lie, tile widths."""


@dataclass(frozen=True, slots=True)
class CalledSet:
    """A called set or closed quad, left to right as its owner sees it.

    Attributes:
        kind: its kind.
        tiles: its tiles that are seen.
        faces: plain faces of all three or four, as indices.
        at: the position in ``faces`` of each of ``tiles``.
        rotated: positions that lie sideways.
        backs: positions that lie face-down.
        origin: who discarded it; None where nothing shows that.
        score: log odds.
        missing: how many of its tiles must be there and were not seen.
    """

    kind: MeldKind
    tiles: tuple[int, ...]
    faces: tuple[int, ...]
    at: tuple[int, ...]
    rotated: tuple[int, ...]
    backs: tuple[int, ...]
    origin: From | None
    score: float
    missing: int = 0


@dataclass(frozen=True, slots=True)
class _Row:
    """Tiles of a possible set in their own frame, left to right.

    Attributes:
        tiles: which.
        places: right and away of each.
        across: log odds of each lying sideways.
        away: the direction of the set.
        apart: log odds against lying so far apart or out of line.
    """

    tiles: tuple[int, ...]
    places: tuple[tuple[float, float], ...]
    across: tuple[float, ...]
    away: float
    apart: float


def ways(
    tiles: Tiles, shown: Shown, chosen: Sequence[int], away: float, priors: CallPriors
) -> list[CalledSet]:
    """The sets that two to four tiles may be, each with the log odds of faces and place.

    Args:
        tiles: all tiles.
        shown: what they may show.
        chosen: which make the set.
        away: their owner's direction, radians.
        priors: how called sets lie.
    """
    row = _row(tiles, chosen, away, priors)
    if any(_is_back(shown, t) for t in row.tiles):
        found = _closed(shown, row, priors)
    elif len(row.tiles) == SET:
        found = [*_triplets(tiles, shown, row, priors), *_stacked(tiles, shown, row, priors)]
        found += _sequence(shown, row, priors)
    elif len(row.tiles) == QUAD:
        found = [*_quads(shown, row, priors), *_closed(shown, row, priors)]
    else:
        found = _halves(tiles, shown, row, priors)
    return [one for one in found if one.score > priors.least]


def _is_back(shown: Shown, tile: int) -> bool:
    return shown.back[tile] > max(shown.plain[tile])


def _row(
    tiles: Tiles, chosen: Sequence[int], away: float, priors: CallPriors, lowered: int | None = None
) -> _Row:
    """The tiles in order; one of them is seen as it would lie on the table, if it lies on another one."""
    places = dict(zip(chosen, seen_by(tiles, chosen, away), strict=True))
    if lowered is not None:
        (x, y), (dx, dy) = places[lowered], shift_of(tiles, lowered, away)
        places[lowered] = x - dx, y - dy
    # Two that lie one behind the other count from the near one on.
    row = sorted(chosen, key=lambda t: places[t])
    for k, (one, other) in enumerate(pairwise(row)):
        (x0, y0), (x1, y1) = places[one], places[other]
        if abs(x1 - x0) < _SAME_COLUMN and y1 < y0:
            row[k : k + 2] = other, one
            break
    across, lies = tuple(sideways(tiles, t, away) for t in row), tuple(places[t] for t in row)
    return _Row(tuple(row), lies, across, away, _apart(lies, across, tiles.length, priors))


def _apart(
    places: Sequence[tuple[float, float]], across: Sequence[float], length: float, priors: CallPriors
) -> float:
    """Log odds against tiles lying in one set, by the gaps between neighbours and how far they are off."""
    cost = 0.0
    sides = [length if odds > 0 else 1.0 for odds in across]
    for ((x0, y0), (x1, y1)), (a, b) in zip(pairwise(places), pairwise(sides), strict=True):
        riding = abs(x1 - x0) < _SAME_COLUMN and abs(y1 - y0) < _ACROSS[1]
        gap = 0.0 if riding else x1 - x0 - (a + b) / 2
        cost += priors.gap * max(gap - _CLEAR, -0.35 - gap, 0.0)
        if not riding:
            cost += priors.off_line * max(abs(y1 - y0) - _SLACK, 0.0)
    return max(cost, priors.apart_worst * len(places))


def _alike(shown: Shown, tiles: Sequence[int]) -> tuple[int, float]:
    """The plain face that tiles most likely share, and its log odds against the best of each by itself."""
    able = {face for t in tiles for face in shown.likely[t]} or {0}
    best, face = max((sum(shown.plain[t][face] for t in tiles), -face) for face in able)
    return -face, best - sum(shown.best[t] for t in tiles)


def _runs(shown: Shown, tiles: Sequence[int]) -> list[int]:
    """The lowest faces of the sequences that tiles may be of."""
    able = {face for t in tiles for face in shown.likely[t] if face < NUMBERED}
    return sorted(
        {face - n for face in able for n in range(SET) if n <= face % 9 and (face - n) % 9 < 7}  # noqa: PLR2004 - no sequence begins with an eight
    )


def _softly(odds: float) -> float:
    """The log probability of what has these log odds."""
    return -math.log1p(math.exp(-odds))


def _sideways_at(across: Sequence[float], rotated: Sequence[int]) -> float:
    """Log probability of just these lying sideways."""
    return sum(_softly(odds if k in rotated else -odds) for k, odds in enumerate(across))


def _triplets(tiles: Tiles, shown: Shown, row: _Row, priors: CallPriors) -> list[CalledSet]:
    """Triplets, with each tile sideways or none."""
    face, said = _alike(shown, row.tiles)
    said += row.apart + priors.pon
    found = []
    for k, origin in enumerate(_ORIGINS):
        others = [t for t in row.tiles if t != row.tiles[k]]
        on = lying_on(tiles, row.tiles[k], others, row.away) if row.across[k] > 0 else 0.0
        odds = said + _sideways_at(row.across, (k,)) + _softly(-on)
        found.append(CalledSet("pon", row.tiles, (face,) * SET, (0, 1, 2), (k,), (), origin, odds))
    unmarked = said + _sideways_at(row.across, ()) + priors.unmarked
    found.append(CalledSet("pon", row.tiles, (face,) * SET, (0, 1, 2), (), (), None, unmarked))
    return found


def _stacked(tiles: Tiles, shown: Shown, row: _Row, priors: CallPriors) -> list[CalledSet]:
    """Added quads of which the fourth tile lies on the called one and hides it."""
    face, said = _alike(shown, row.tiles)
    found = []
    for tile, across in zip(row.tiles, row.across, strict=True):
        if across > 0:
            lower = _row(tiles, row.tiles, row.away, priors, lowered=tile)
            k = lower.tiles.index(tile)
            on = lying_on(tiles, tile, [t for t in row.tiles if t != tile], row.away)
            odds = said + max(lower.apart, row.apart) + priors.added_kan + priors.on_top + _softly(on)
            odds += _sideways_at(lower.across, (k,))
            at = tuple(p + (p >= k) for p in range(SET))
            four = (face,) * QUAD
            found.append(CalledSet("added_kan", lower.tiles, four, at, (k, k + 1), (), _ORIGINS[k], odds))
    return found


def _sequence(shown: Shown, row: _Row, priors: CallPriors) -> list[CalledSet]:
    """The likeliest sequence, with the likeliest tile sideways or none."""
    one, two, three = (shown.plain[t] for t in row.tiles)
    best = max(
        (
            (one[low + a] + two[low + b] + three[low + c], (low + a, low + b, low + c))
            for low in _runs(shown, row.tiles)
            for a, b, c in _ORDERS
        ),
        default=None,
    )
    if best is None:
        return []
    odds, faces = best
    odds += row.apart + priors.chi - sum(shown.best[t] for t in row.tiles)
    usual: dict[tuple[int, ...], float] = {
        (0,): 0.0,
        (1,): priors.odd_chi,
        (2,): priors.odd_chi,
        (): priors.unmarked,
    }
    told, at = max((_sideways_at(row.across, at) + said, at) for at, said in usual.items())
    origin: From | None = "left" if at else None
    return [CalledSet("chi", row.tiles, faces, (0, 1, 2), at, (), origin, odds + told)]


def _quads(shown: Shown, row: _Row, priors: CallPriors) -> list[CalledSet]:
    """Claimed quads, with one tile sideways or none, and added ones whose fourth lies beside the called."""
    face, said = _alike(shown, row.tiles)
    said += row.apart
    four, every = (face,) * QUAD, tuple(range(QUAD))
    found = []
    for k, (((x0, y0), (x1, y1)), origin) in enumerate(zip(pairwise(row.places), _ORIGINS, strict=True)):
        # The added tile lies behind the called one.
        if abs(x1 - x0) < _SAME_COLUMN and _ACROSS[0] < y1 - y0 < _ACROSS[1]:
            odds = said + priors.added_kan + _sideways_at(row.across, (k, k + 1))
            found.append(CalledSet("added_kan", row.tiles, four, every, (k, k + 1), (), origin, odds))
    if not found:
        for k, from_whom in enumerate(_FROM):
            odds = said + priors.open_kan + _sideways_at(row.across, (k,))
            found.append(CalledSet("open_kan", row.tiles, four, every, (k,), (), from_whom, odds))
        odds = said + priors.closed_kan + priors.open_quad + _sideways_at(row.across, ())
        found.append(CalledSet("closed_kan", row.tiles, four, every, (), (), None, odds))
    return found


def _closed(shown: Shown, row: _Row, priors: CallPriors) -> list[CalledSet]:
    """A closed quad of two face-up and one or two face-down tiles; of four, two may be read as Whites."""
    down, like_white = [_is_back(shown, t) for t in row.tiles], 0.0
    if not any(down):
        down, like_white = [shown.likeliest(t) == WHITE for t in row.tiles], 2 * priors.back_like_white
    pattern = tuple(not one for one in down)
    if pattern not in _CLOSED:
        return []
    backs, at = _CLOSED[pattern]
    face, odds = _alike(shown, [t for t, one in zip(row.tiles, down, strict=True) if not one])
    missing = QUAD - len(row.tiles)
    odds += like_white + priors.closed_kan + _sideways_at(row.across, ()) + missing * priors.unseen
    odds += row.apart if not missing else max(row.apart, priors.apart_worst / 2)
    return [CalledSet("closed_kan", row.tiles, (face,) * QUAD, at, (), backs, None, odds, missing)]


def _halves(tiles: Tiles, shown: Shown, row: _Row, priors: CallPriors) -> list[CalledSet]:
    """Sets of which two tiles are seen: a triplet or a sequence without one, a quad without its backs."""
    face, said = _alike(shown, row.tiles)
    step = row.places[1][0] - row.places[0][0]
    found = []
    for missing in range(SET):
        at = tuple(k for k in range(SET) if k != missing)
        for k, origin in enumerate(_ORIGINS):
            wide = [tiles.length if n == k else 1.0 for n in range(SET)]
            usual = (wide[at[0]] + wide[at[1]]) / 2 + (wide[missing] if missing == 1 else 0.0)
            place = max(-(((step - usual) / _STEP) ** 2) / 2, priors.apart_worst)
            lies = _sideways_at(row.across, [n for n, p in enumerate(at) if p == k]) + place + priors.unseen
            odds = said + lies + priors.pon
            found.append(CalledSet("pon", row.tiles, (face,) * SET, at, (k,), (), origin, odds, 1))
            if k == 0 and (run := _part_of_run(shown, row.tiles, missing)):
                odds = run[1] + lies + priors.chi
                found.append(CalledSet("chi", row.tiles, run[0], at, (0,), (), "left", odds, 1))
    backs, at = ((1, 2), (0, 3)) if step > _ROOM_FOR_TWO else ((0, 3), (1, 2))
    odds = said + priors.closed_kan + priors.unseen_backs + _sideways_at(row.across, ())
    found.append(CalledSet("closed_kan", row.tiles, (face,) * QUAD, at, (), backs, None, odds, 2))
    return found


def _part_of_run(shown: Shown, seen: Sequence[int], missing: int) -> tuple[tuple[int, ...], float] | None:
    """The likeliest sequence, its sideways tile first and the others rising, of which one was not seen."""
    one, two = (shown.plain[t] for t in seen)
    tried = []
    for low in _runs(shown, seen):
        for first in range(SET):
            faces = (low + first, *(low + n for n in range(SET) if n != first))
            a, b = (face for n, face in enumerate(faces) if n != missing)
            tried.append((faces, one[a] + two[b] - sum(shown.best[t] for t in seen)))
    return max(tried, key=lambda way: way[1], default=None)
