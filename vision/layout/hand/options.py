"""What a row may be in view of where it lies beside the hand's main row."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from yakulens.vision.layout.hand.beside import IN_LINE
from yakulens.vision.layout.hand.ponds import TOUCHING
from yakulens.vision.layout.hand.relation import askew, relate
from yakulens.vision.layout.rows.readings import RowReading, win_face_up

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from yakulens.vision.layout.hand.beside import RowRelation
    from yakulens.vision.layout.hand.scene import Scene
    from yakulens.vision.layout.priors import Priors, WinnerPriors

CLOSE: Final = 0.8
"""Another row of the concealed part lies no farther off, tile widths ..."""
FAR: Final = 2.5
"""... and hardly ever farther than this."""
NEXT_TO: Final = 1.2
"""Tiles farther off than this may be left out of the hand at no price, tile widths."""
BEYOND: Final = 6.0
"""Melds lie hardly farther beyond the hand, as its owner sees it, than this, tile widths."""
APART: Final = 0.55
"""A winning tile in line with the hand stands off at least so far."""
_LIKELY_MELDS: Final = -3.0
_HOPELESS: Final = -14.0
_WIN_HOPELESS: Final = -8.0


def far_aside(scene: Scene, line: Sequence[int], hopes: NDArray[np.float64]) -> NDArray[np.bool_]:
    """``(R,)`` lone tiles so far aside of a hand that ``row_options`` can but leave them out, at no price.

    So are most discards; the pieces of a hand that lies about may be anywhere.

    Args:
        scene: the table as the hand's owner sees it.
        line: indices of the main row and of the rows in one line with it.
        hopes: ``(R,)`` log odds that no reading of a row exceeds.

    >>> from yakulens.vision.layout.hand.example import candidates_of
    >>> scene, _ = candidates_of("1m 2m 3m 4m _ _ _ _ _ 5s").views[0]
    >>> far_aside(scene, [0], np.zeros(2)).tolist()  # what lies in line with a hand may belong to it
    [False, False]
    """
    lone = np.array([len(row.tiles) == 1 for row in scene.rows])
    solid = np.array([scene.evidence.solid[row.tiles[0]] for row in scene.rows])
    level = (np.abs(scene.beside.dy[line]) < IN_LINE).any(axis=0)
    gap = scene.row_gap[line].min(axis=0)
    priors = scene.priors.concealed
    worth = hopes + solid + float(priors.row_elsewhere + priors.short_row)
    worth += float(priors.row_elsewhere_per_width) * gap
    worth += float(priors.row_far_per_width) * np.maximum(gap - FAR, 0.0)
    out_of_reach = gap >= max(scene.priors.winner.farthest, NEXT_TO)
    return np.asarray(lone & ~level & out_of_reach & (worth <= _HOPELESS))


def row_options(
    scene: Scene,
    line: Sequence[int],
    index: int,
    *,
    strewn: bool = False,
) -> list[RowReading]:
    """The ways to read a row in view of where it lies, with their log odds; leaving it out comes first.

    Args:
        scene: the table as the hand's owner sees it.
        line: indices of the main row and of the rows in one line with it, the main row first.
        index: of the row to be read, which is none of these.
        strewn: whether the concealed part is taken to lie about in pieces.

    >>> from yakulens.vision.layout.hand.example import candidates_of
    >>> scene, _ = candidates_of("1m 2m 3m 4m 5m 6m 7m 8m 9m 1p 1p 3s 4s _ 5s").views[0]
    >>> options = row_options(scene, [0], 1)
    >>> [(reading.concealed, reading.win, round(reading.score, 1)) for reading in options]
    [((), None, -1.5), ((13,), None, -2.3), ((), 13, -0.2)]
    """
    row, priors = scene.rows[index].tiles, scene.priors
    if not scene.readings[index]:
        return [RowReading()]  # no tile at all
    places = [relate(scene, k, index) for k in line if k != index]
    claimed = bool(scene.claimed[row[0]])
    left_out = 0.0 if claimed else min(_left_out(scene, row, where) for where in places)
    if any(where.in_line and where.gap < priors.place.step for where in places) and _is_called(
        scene.readings[index]
    ):
        left_out = min(left_out, priors.left_out.called)
    options = [RowReading(score=left_out)]
    concealed = _piece if strewn else _concealed
    turned = askew(scene, line[0], index) if strewn else 0.0
    for reading in scene.readings[index]:
        if strewn and index in scene.ponds and reading.concealed:
            continue
        beside = max(
            _melds(priors, reading, where, alone=not (reading.concealed or strewn))
            + concealed(priors, reading, where, len(row))
            for where in places
        )
        if reading.concealed or not any(m.marked for m in reading.melds):
            beside += turned
        if reading.concealed and index in scene.ponds:
            beside += priors.place.pond
        if reading.concealed and len(row) == 1:
            beside += scene.evidence.solid[row[0]]
        if reading.score + beside > _HOPELESS:
            score = reading.score + beside
            options.append(RowReading(reading.concealed, reading.win, reading.melds, score))
    if len(row) == 1 and (won := _winner(scene, index, places)) is not None:
        options.append(won)
    return options


def _winner(scene: Scene, index: int, places: Sequence[RowRelation]) -> RowReading | None:
    """A row of a single tile as the winning one; None where it can hardly be that."""
    (tile,), priors = scene.rows[index].tiles, scene.priors.winner
    if scene.is_flower(tile) or min(where.gap for where in places) >= priors.farthest:
        return None  # riichi is not won on a flower
    score = max(_win(priors, where) for where in places) + scene.evidence.solid[tile]
    score += win_face_up(tile, scene.evidence, priors)
    score += priors.claimed if scene.claimed[tile] else 0.0
    score += scene.priors.place.pond if index in scene.ponds else 0.0
    return RowReading((), tile, (), score) if score > _WIN_HOPELESS else None


def _is_called(readings: Sequence[RowReading]) -> bool:
    """Whether a row may well be nothing but melds with their called tiles sideways."""
    likely = [
        p for p in readings if p.melds and not p.concealed and p.win is None and p.score > _LIKELY_MELDS
    ]
    return any(all(m.rotated for m in reading.melds) for reading in likely)


def _left_out(scene: Scene, row: Sequence[int], where: RowRelation) -> float:
    """Log odds of face-up tiles so near not belonging to the hand."""
    priors = scene.priors.left_out
    if sum(scene.is_back(t) for t in row) * 2 > len(row) or where.gap > NEXT_TO:
        return 0.0
    if where.in_line:
        # A single tile in line is mostly the winning one, a short row at times something else.
        return priors.in_line * (0.6 if len(row) == 1 else min(len(row), 3) / 3)
    return priors.touching if where.gap < TOUCHING else priors.near


def _melds(priors: Priors, reading: RowReading, where: RowRelation, *, alone: bool) -> float:
    """Log odds of the reading's melds lying there."""
    if not reading.melds:
        return 0.0
    score = max(priors.melds.per_width * where.gap, priors.melds.far_worst)
    if where.dy > 0:
        score += priors.melds.beyond_per_width * max(where.gap - BEYOND, 0.0)
    if not where.in_line:
        score += priors.melds.out_of_line
        if alone:
            score += priors.melds.unmarked_apart * sum(not m.marked for m in reading.melds)
    elif not where.right:
        score += priors.melds.left
    return score


def _concealed(priors: Priors, reading: RowReading, where: RowRelation, length: int) -> float:
    """Log odds of more of the concealed part lying there."""
    if not reading.concealed:
        return 0.0
    far = priors.concealed.row_far_per_width * max(where.gap - FAR, 0.0)
    if where.in_line:
        lone = priors.concealed.lone_after_gap if length == 1 else 0.0
        melds = priors.concealed.before_melds if reading.melds else 0.0
        return priors.concealed.row_after_gap * (1 + where.gap) + lone + melds + far
    short = priors.concealed.short_row / length
    if reading.melds:
        short += priors.concealed.before_melds
    if where.gap < CLOSE:
        return priors.concealed.second_row + short
    return priors.concealed.row_elsewhere + priors.concealed.row_elsewhere_per_width * where.gap + far + short


def _piece(priors: Priors, reading: RowReading, where: RowRelation, length: int) -> float:
    """Log odds of a piece of a strewn concealed part lying there."""
    if not reading.concealed:
        unmarked = sum(not m.marked for m in reading.melds)
        return priors.strewn.unmarked * unmarked
    lone = priors.strewn.lone if length == 1 else 0.0
    melds = priors.concealed.before_melds if reading.melds else 0.0
    return priors.strewn.piece + priors.strewn.per_width * where.gap + lone + melds


def _win(priors: WinnerPriors, where: RowRelation) -> float:
    """Log odds of a lone tile there being the winning tile."""
    if where.beyond:
        off = priors.right_off_line * max(abs(where.dy) - IN_LINE / 2, 0.0)
        off += priors.hardly_apart if where.in_line and where.gap < APART else 0.0
        return priors.right + priors.right_per_width * max(where.gap - 1, 0.0) + off
    if where.in_line:
        return priors.left + priors.left_per_width * where.gap
    side = priors.above if where.dy > 0 else priors.below
    return side + priors.off_per_width * where.gap
