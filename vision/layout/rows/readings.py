"""What one row may be: a concealed part, a winning tile, melds, and how likely each of these is."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING, Final

from yakulens.vision.layout.rows.melds import SET, MeldReading, RowTile, melds_at

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from yakulens.vision.layout.priors import ConcealedPriors, MeldPriors, Priors, WinnerPriors
    from yakulens.vision.layout.rows.evidence import Evidence

MOST_MELDS: Final = 4
_HOPELESS: Final = -30.0

Cover = tuple[tuple[MeldReading, ...], float]


@dataclass(frozen=True, slots=True)
class RowReading:
    """One way to read a row; that of a row which is not part of the hand is empty.

    Attributes:
        concealed: indices of the tiles that belong to the concealed part, left to right.
        win: index of the winning tile where it is in this row, apart from the concealed ones.
        melds: the melds of the row, left to right.
        score: log odds of this reading.
    """

    concealed: tuple[int, ...] = ()
    win: int | None = None
    melds: tuple[MeldReading, ...] = ()
    score: float = 0.0


def row_readings(line: tuple[RowTile, ...], evidence: Evidence, priors: Priors) -> tuple[RowReading, ...]:
    """The ways to read a row, of those with as many concealed tiles and melds only the likeliest.

    Args:
        line: the row's tiles, left to right as its owner sees them.
        evidence: what the reader says of the tiles.
        priors: how likely each way of laying tiles is.

    >>> from yakulens.vision.example import detected
    >>> from yakulens.vision.layout.priors import DEFAULT_PRIORS
    >>> from yakulens.vision.layout.rows.evidence import Evidence
    >>> row = detected("5p 5p 7z 7z 7z")
    >>> line = tuple(RowTile(tile, sideways=tile == 3, back=False) for tile in range(5))
    >>> evidence = Evidence.of(row.faces.astype(float), row.objectness)
    >>> likely = [part for part in row_readings(line, evidence, DEFAULT_PRIORS) if part.score > -4]
    >>> [(part.concealed, [meld.kind for meld in part.melds], round(part.score, 1)) for part in likely]
    [((0, 1), ['pon'], -1.5)]
    """
    if len(line) == 1:
        cost = _concealed_cost(line[0], evidence, priors.concealed)
        return (RowReading((line[0].tile,), score=cost),) if cost > _HOPELESS else ()
    # How likely a tile is to be the fifth of its kind follows from all tiles.
    about = evidence.face if any(p.raised is not None for p in line) else ()
    key = line, tuple([evidence.kinds[p.tile] for p in line]), about
    known: dict[Hashable, tuple[RowReading, ...]] = evidence.memory.rows
    if key not in known:
        known[key] = tuple(_row_readings(line, evidence, priors))
    return known[key]


def _row_readings(line: tuple[RowTile, ...], evidence: Evidence, priors: Priors) -> list[RowReading]:
    size = len(line)
    begun = _melds_begun(line, evidence, priors)
    tails = _covers(begun)
    before = [0.0, *accumulate(_concealed_cost(p, evidence, priors.concealed) for p in line)]
    best: dict[tuple[int, int, bool], RowReading] = {}

    def offer(concealed: Sequence[RowTile], win: RowTile | None, cover: Cover, score: float) -> None:
        if win is not None and evidence.is_flower(win.tile):
            return  # riichi is not won on a flower
        key = (len(concealed), len(cover[0]), win is not None)
        total = score + cover[1]
        if total > _HOPELESS and (key not in best or total > best[key].score):
            tiles = tuple(p.tile for p in concealed)
            best[key] = RowReading(tiles, None if win is None else win.tile, cover[0], total)

    called = any(cover[0] and all(m.rotated for m in cover[0]) for cover in tails[0])
    for cut in range(size + 1):
        for cover in tails[cut]:
            all_called = priors.concealed.all_called if called and cut == size else 0.0
            offer(
                line[:cut],
                None,
                cover,
                before[cut] + all_called + _split(line[:cut], cover, evidence, priors.melds),
            )
            if cut > 1 and line[cut - 1].sideways and line[cut - 1].rider is None:
                quad = cut > 3 and evidence.well_alike([p.tile for p in line[cut - 4 : cut]])  # noqa: PLR2004
                last = priors.winner.last_sideways + (priors.winner.like_quad if quad else 0.0)
                last += win_face_up(line[cut - 1].tile, evidence, priors.winner)
                offer(line[: cut - 1], line[cut - 1], cover, before[cut - 1] + last + all_called)
            if cut == 1 and cover[0]:
                offer(
                    (),
                    line[0],
                    cover,
                    priors.winner.before_melds + win_face_up(line[0].tile, evidence, priors.winner),
                )
    for cut, cover in _leading(begun):
        next_to = cover[0][-1]
        quad = next_to.kind == "pon" and evidence.well_alike((*next_to.tiles, line[cut].tile))
        split = priors.melds.split_quad if quad else 0.0
        offer(line[cut:], None, cover, before[size] - before[cut] + priors.melds.left + split)
    for cover, odds in _but_for_strays(line, evidence, priors):
        offer((), None, cover, odds)
    return list(best.values())


def _but_for_strays(line: Sequence[RowTile], evidence: Evidence, priors: Priors) -> list[tuple[Cover, float]]:
    """Melds that the row is but for its first or last detection, or for flowers at its ends; with log odds.

    Several sets without a sideways tile are rather concealed, flowers or not.
    """
    weighted = []
    if len(line) > SET:
        weighted += [
            (cover, priors.concealed.stray_end)
            for rest in (line[1:], line[:-1])
            for cover in _melds(rest, evidence, priors)
        ]
    printed = [k for k, tile in enumerate(line) if not evidence.is_flower(tile.tile)]
    if printed and len(printed) < len(line):
        covers = _melds(line[printed[0] : printed[-1] + 1], evidence, priors)
        weighted += [
            (c, priors.concealed.flowers_beside)
            for c in covers
            if len(c[0]) == 1 or any(m.marked for m in c[0])
        ]
    return weighted


def _melds(line: Sequence[RowTile], evidence: Evidence, priors: Priors) -> list[Cover]:
    """The ways to read a row as melds, one at least."""
    return [cover for cover in _covers(_melds_begun(line, evidence, priors))[0] if cover[0]]


def _split(held: Sequence[RowTile], cover: Cover, evidence: Evidence, priors: MeldPriors) -> float:
    """Log odds against melds that follow without a gap, above all after a fourth tile of a triplet's kind."""
    if not held or not cover[0]:
        return 0.0
    first = cover[0][0]
    quad = first.kind == "pon" and evidence.well_alike((held[-1].tile, *first.tiles))
    return priors.no_gap + (priors.split_quad if quad else 0.0)


def _concealed_cost(tile: RowTile, evidence: Evidence, priors: ConcealedPriors) -> float:
    """Log odds of the tile lying as it does within the concealed part."""
    cost = 0.0
    if tile.sideways:
        cost += priors.sideways if tile.otherwise is None else max(priors.sideways, tile.otherwise)
    elif tile.aslant:
        cost += priors.aslant
    if tile.rider is not None:
        cost += priors.rider
    face_up = max(1 - evidence.back[tile.tile], 1e-9)
    return cost + max(priors.back_worst, math.log(face_up))


def win_face_up(tile: int, evidence: Evidence, priors: WinnerPriors) -> float:
    """Log odds of the winning tile looking like this one: neither face-down nor what riichi does not use.

    >>> from yakulens.vision.example import detected
    >>> from yakulens.vision.layout.priors import WinnerPriors
    >>> from yakulens.vision.layout.rows.evidence import Evidence
    >>> row = detected("1m back other")
    >>> evidence = Evidence.of(row.faces.astype(float), row.objectness)
    >>> [round(win_face_up(tile, evidence, WinnerPriors(back=-6.0)), 1) for tile in (0, 1, 2)]
    [-0.0, -10.6, -4.6]
    """
    face_up = math.log(max(1 - evidence.back[tile] - evidence.flower[tile], 1e-6))
    return face_up + (priors.back if evidence.is_back(tile) else 0.0)


def _melds_begun(line: Sequence[RowTile], evidence: Evidence, priors: Priors) -> list[list[MeldReading]]:
    """For each position of the row the melds that may begin there."""
    return [melds_at(line, start, evidence, priors.melds) for start in range(len(line))]


def _covers(begun: Sequence[Sequence[MeldReading]]) -> list[list[Cover]]:
    """For each position the likeliest ways to read the rest of the row as melds alone, one per number."""
    size = len(begun)
    tails: list[dict[int, Cover]] = [{} for _ in range(size + 1)]
    tails[size][0] = ((), 0.0)
    for start in range(size - 2, -1, -1):
        for meld in begun[start]:
            for number, (rest, score) in tails[start + meld.span].items():
                total = meld.score + score
                known = tails[start].get(number + 1)
                if number < MOST_MELDS and (known is None or total > known[1]):
                    tails[start][number + 1] = ((meld, *rest), total)
    return [list(t.values()) for t in tails]


def _leading(begun: Sequence[Sequence[MeldReading]]) -> list[tuple[int, Cover]]:
    """Melds at the left end of a row: where they end and the melds."""
    leading: list[tuple[int, Cover]] = []
    reach: list[tuple[int, Cover]] = [(0, ((), 0.0))]
    while reach:
        start, (melds, score) = reach.pop()
        for meld in begun[start]:
            end = start + meld.span
            if end < len(begun) and len(melds) < MOST_MELDS:
                cover = ((*melds, meld), score + meld.score)
                leading.append((end, cover))
                reach.append((end, cover))
    return leading
