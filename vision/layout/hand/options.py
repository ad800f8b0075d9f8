"""What a row may be in view of where it lies beside the hand's main row."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from vision.layout import priors
from vision.layout.hand.relation import IN_LINE, TOUCHING, askew, relate
from vision.layout.rows.readings import RowReading, win_face_up

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.layout.hand.relation import RowRelation
    from vision.layout.hand.scene import Scene

CLOSE: Final = 0.8
"""Another row of the concealed part lies no farther off, tile widths ..."""
FAR: Final = 2.5
"""... and hardly ever farther than this."""
NEXT_TO: Final = 1.2
"""Tiles farther off than this may be left out of the hand at no price, tile widths."""
APART: Final = 0.55
"""A winning tile in line with the hand stands off at least so far."""
_LIKELY_MELDS: Final = -3.0
_HOPELESS: Final = -14.0
_WIN_HOPELESS: Final = -8.0


def row_options(
    scene: Scene,
    line: Sequence[int],
    index: int,
    *,
    strewn: bool = False,
    ponds: frozenset[int] = frozenset(),
) -> list[RowReading]:
    """What the row ``index`` may be by its place beside the rows of ``line``; leaving it out is first.

    ``strewn`` weighs it as a piece of a hand that lies about; the rows of ``ponds`` are none.
    """
    row = scene.rows[index].tiles
    if not scene.parts[index]:
        return [RowReading()]  # no tile at all
    places = [relate(scene, k, index) for k in line if k != index]
    claimed = bool(scene.claimed[row[0]])
    left_out = 0.0 if claimed else min(_left_out(scene, row, where) for where in places)
    if any(where.in_line and where.gap < priors.STEP for where in places) and _is_called(scene.parts[index]):
        left_out = min(left_out, priors.LEFT_OUT_CALLED)
    found = [RowReading(score=left_out)]
    concealed = _piece if strewn else _concealed
    turned = askew(scene, line[0], index) if strewn else 0.0
    for part in scene.parts[index]:
        if strewn and index in ponds and part.concealed:
            continue
        beside = max(
            _melds(part, where, alone=not (part.concealed or strewn)) + concealed(part, where, len(row))
            for where in places
        )
        if part.concealed or not any(m.marked for m in part.melds):
            beside += turned
        if part.concealed and len(row) == 1:
            beside += scene.evidence.solid[row[0]]
        if part.score + beside > _HOPELESS:
            found.append(replace(part, score=part.score + beside))
    near = min(where.gap for where in places) < priors.WIN_FARTHEST
    if len(row) == 1 and near and not scene.is_flower(row[0]):  # riichi is not won on a flower
        score = max(_win(where) for where in places) + scene.evidence.solid[row[0]]
        score += win_face_up(row[0], scene.evidence) + (priors.WIN_CLAIMED if claimed else 0.0)
        if score > _WIN_HOPELESS:
            found.append(RowReading((), row[0], (), score))
    return found


def _is_called(parts: Sequence[RowReading]) -> bool:
    """Whether a row may well be nothing but melds with their called tiles sideways."""
    likely = [p for p in parts if p.melds and not p.concealed and p.win is None and p.score > _LIKELY_MELDS]
    return any(all(m.rotated for m in part.melds) for part in likely)


def _left_out(scene: Scene, row: Sequence[int], where: RowRelation) -> float:
    """Log odds of face-up tiles so near not belonging to the hand."""
    if sum(scene.is_back(t) for t in row) * 2 > len(row) or where.gap > NEXT_TO:
        return 0.0
    if where.in_line:
        # A single tile in line is mostly the winning one, a short row at times something else.
        return priors.LEFT_OUT_IN_LINE * (0.6 if len(row) == 1 else min(len(row), 3) / 3)
    return priors.LEFT_OUT_TOUCHING if where.gap < TOUCHING else priors.LEFT_OUT_NEAR


def _melds(part: RowReading, where: RowRelation, *, alone: bool) -> float:
    """Log odds of the part's melds lying there."""
    if not part.melds:
        return 0.0
    score = max(priors.MELD_PER_WIDTH * where.gap, priors.MELD_FAR_AT_MOST)
    if not where.in_line:
        score += priors.MELD_OUT_OF_LINE
        if alone:
            score += priors.UNMARKED_APART * sum(not m.marked for m in part.melds)
    elif not where.right:
        score += priors.MELDS_LEFT
    return score


def _concealed(part: RowReading, where: RowRelation, length: int) -> float:
    """Log odds of more of the concealed part lying there."""
    if not part.concealed:
        return 0.0
    far = priors.ROW_FAR_PER_WIDTH * max(where.gap - FAR, 0.0)
    if where.in_line:
        lone = priors.LONE_AFTER_GAP if length == 1 else 0.0
        melds = priors.HELD_BEFORE_MELDS if part.melds else 0.0
        return priors.ROW_AFTER_GAP * (1 + where.gap) + lone + melds + far
    short = priors.SHORT_ROW / length
    if part.melds:
        short += priors.HELD_BEFORE_MELDS
    if where.gap < CLOSE:
        return priors.SECOND_ROW + short
    return priors.ROW_ELSEWHERE + priors.ROW_ELSEWHERE_PER_WIDTH * where.gap + far + short


def _piece(part: RowReading, where: RowRelation, length: int) -> float:
    """Log odds of a piece of a strewn concealed part lying there."""
    if not part.concealed:
        unmarked = sum(not m.marked for m in part.melds)
        return priors.STREWN_UNMARKED * unmarked
    lone = priors.STREWN_LONE if length == 1 else 0.0
    melds = priors.HELD_BEFORE_MELDS if part.melds else 0.0
    return priors.STREWN_PIECE + priors.STREWN_PER_WIDTH * where.gap + lone + melds


def _win(where: RowRelation) -> float:
    """Log odds of a lone tile there being the winning tile."""
    if where.beyond:
        off = priors.WIN_RIGHT_OFF_LINE * max(abs(where.dy) - IN_LINE / 2, 0.0)
        off += priors.WIN_HARDLY_APART if where.in_line and where.gap < APART else 0.0
        return priors.WIN_RIGHT + priors.WIN_RIGHT_PER_WIDTH * max(where.gap - 1, 0.0) + off
    if where.in_line:
        return priors.WIN_LEFT + priors.WIN_LEFT_PER_WIDTH * where.gap
    side = priors.WIN_ABOVE if where.dy > 0 else priors.WIN_BELOW
    return side + priors.WIN_OFF_PER_WIDTH * where.gap
