"""What a row may be in view of where it lies beside the hand's main row."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from statistics import NormalDist
from typing import TYPE_CHECKING, Final

import numpy as np

from vision.layout import priors
from vision.layout.parts import Part, win_face_up

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.layout.scene import Scene

IN_LINE: Final = 0.75
"""A row is in line with the main one where their ends are off by less than this, tile widths."""
CLOSE: Final = 0.8
"""Another row of the concealed part lies no farther off."""
FAR: Final = 2.5
"""... and hardly ever farther than this."""
NEXT_TO: Final = 1.2
TOUCHING: Final = 0.35
SET: Final = 3
"""The main row must be so long for others to be askew to it."""
POND_WIDTH: Final = 6
"""Discards lie in rows of six (EMA 2025 3.3.8, WRC 2015 5.5)."""
APART: Final = 0.55
"""A winning tile in line with the hand stands off at least so far."""
ALIGNED: Final = 0.6
POND_STEP: Final = 1.9
_LIKELY_MELDS: Final = -3.0
_HOPELESS: Final = -14.0
_WIN_HOPELESS: Final = -8.0


@dataclass(frozen=True, slots=True)
class Place:
    """Where a row lies: distance, and the offset between the nearest two tiles of it and the main row.

    ``in_line`` says that it continues the main row, ``beyond`` that it lies past its right end.
    """

    gap: float
    dx: float
    dy: float
    in_line: bool
    beyond: bool

    @property
    def right(self) -> bool:
        """It lies to the right."""
        return self.dx > 0


def place(scene: Scene, main: int, row: int) -> Place:
    """Where the row ``row`` lies beside the row ``main``."""
    host, tile = scene.nearest[main, row]
    dx, dy = float(scene.dx[host, tile]), float(scene.dy[host, tile])
    tiles = scene.rows[main].tiles
    in_line = abs(dy) < IN_LINE and host in (tiles[0], tiles[-1])
    beyond = host == tiles[-1] and dx > 1 and dx - 1 > abs(dy) - scene.table.plane.aspect
    return Place(float(scene.row_gap[main, row]), dx, dy, in_line, beyond)


def line_of(scene: Scene, main: int) -> list[int]:
    """Rows that lie in one line with the row ``main`` with no wide gap between, itself among them."""
    found = [main]
    for row in found:
        near = np.flatnonzero(scene.row_gap[row] < priors.LINE_GAP)
        found += [int(k) for k in near if k not in found and place(scene, row, int(k)).in_line]
    return found


def within_reach(scene: Scene, main: int) -> list[int]:
    """Rows that may belong to a hand with the main row ``main``, itself left out."""
    inside = scene.row_gap[main] < priors.REACH
    led_to = fringe = scene.row_gap[main] < priors.STEP
    while fringe.any():
        fringe = (scene.row_gap[fringe].min(axis=0) < priors.STEP) & ~led_to
        led_to = led_to | fringe
    return [int(k) for k in np.flatnonzero(inside | led_to) if k != main]


def pond_rows(scene: Scene) -> frozenset[int]:
    """Rows of six with another of at most six right below, both from the same left end, and those below."""
    found: set[int] = set()
    for one, two in zip(*np.nonzero(scene.row_gap < TOUCHING), strict=True):
        above, below = scene.rows[one].tiles, scene.rows[two].tiles
        if one == two or len(above) != POND_WIDTH or len(below) > POND_WIDTH:
            continue
        dx, dy = scene.dx[above[0], below[0]], scene.dy[above[0], below[0]]
        if abs(dx) < ALIGNED and -POND_STEP < dy < 0:
            found |= {int(one), int(two)}
    return frozenset(found)


def options(
    scene: Scene,
    line: Sequence[int],
    index: int,
    *,
    strewn: bool = False,
    ponds: frozenset[int] = frozenset(),
) -> list[Part]:
    """What the row ``index`` may be by its place beside the rows of ``line``; leaving it out is first.

    ``strewn`` weighs it as a piece of a hand that lies about; the rows of ``ponds`` are none.
    """
    row = scene.rows[index].tiles
    if not scene.parts[index]:
        return [Part()]  # no tile at all
    places = [place(scene, k, index) for k in line if k != index]
    claimed = bool(scene.claimed[row[0]])
    left_out = 0.0 if claimed else min(_left_out(scene, row, where) for where in places)
    if any(where.in_line and where.gap < priors.STEP for where in places) and _is_called(scene.parts[index]):
        left_out = min(left_out, priors.LEFT_OUT_CALLED)
    found = [Part(score=left_out)]
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
            found.append(Part((), row[0], (), score))
    return found


def askew(scene: Scene, main: int, index: int) -> float:
    """Log odds of the row ``index`` being a piece that lies about, for being turned against the row ``main``.

    A lone tile tells nothing, nor do rows that touch, for those are straight against each other anyhow.
    Against a pair that lies crooked, all others would seem to.
    """
    tiles, others = (list(scene.rows[k].tiles) for k in (index, main))
    touching = scene.row_gap[index] < TOUCHING
    touching[index] = False
    if len(tiles) == 1 or len(others) < SET or touching.any():
        return 0.0
    off = float(np.rad2deg(scene.view.local[tiles].mean() - scene.view.local[others].mean()))
    about = NormalDist(0.0, priors.ASKEW).pdf(off)
    straight = (1 - priors.CARELESS) * NormalDist(0.0, priors.STRAIGHT).pdf(off) + priors.CARELESS * about
    return math.log(about / straight)


def _is_called(parts: Sequence[Part]) -> bool:
    """Whether a row may well be nothing but melds with their called tiles sideways."""
    likely = [p for p in parts if p.melds and not p.concealed and p.win is None and p.score > _LIKELY_MELDS]
    return any(all(m.rotated for m in part.melds) for part in likely)


def _left_out(scene: Scene, row: Sequence[int], where: Place) -> float:
    """Log odds of face-up tiles so near not belonging to the hand."""
    if sum(scene.is_back(t) for t in row) * 2 > len(row) or where.gap > NEXT_TO:
        return 0.0
    if where.in_line:
        # A single tile in line is mostly the winning one, a short row at times something else.
        return priors.LEFT_OUT_IN_LINE * (0.6 if len(row) == 1 else min(len(row), 3) / 3)
    return priors.LEFT_OUT_TOUCHING if where.gap < TOUCHING else priors.LEFT_OUT_NEAR


def _melds(part: Part, where: Place, *, alone: bool) -> float:
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


def _concealed(part: Part, where: Place, length: int) -> float:
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


def _piece(part: Part, where: Place, length: int) -> float:
    """Log odds of a piece of a strewn concealed part lying there."""
    if not part.concealed:
        unmarked = sum(not m.marked for m in part.melds)
        return priors.STREWN_UNMARKED * unmarked
    lone = priors.STREWN_LONE if length == 1 else 0.0
    melds = priors.HELD_BEFORE_MELDS if part.melds else 0.0
    return priors.STREWN_PIECE + priors.STREWN_PER_WIDTH * where.gap + lone + melds


def _win(where: Place) -> float:
    """Log odds of a lone tile there being the winning tile."""
    if where.beyond:
        off = priors.WIN_RIGHT_OFF_LINE * max(abs(where.dy) - IN_LINE / 2, 0.0)
        off += priors.WIN_HARDLY_APART if where.in_line and where.gap < APART else 0.0
        return priors.WIN_RIGHT + priors.WIN_RIGHT_PER_WIDTH * max(where.gap - 1, 0.0) + off
    if where.in_line:
        return priors.WIN_LEFT + priors.WIN_LEFT_PER_WIDTH * where.gap
    side = priors.WIN_ABOVE if where.dy > 0 else priors.WIN_BELOW
    return side + priors.WIN_OFF_PER_WIDTH * where.gap
