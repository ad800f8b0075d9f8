"""What a row may be in view of where it lies beside the hand's main row."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import numpy as np

from vision.layout import priors
from vision.layout.parts import Part

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.layout.scene import Scene

IN_LINE: Final = 0.75
"""A row is in line with the main one where their ends are off by less than this, tile widths."""
CLOSE: Final = 0.8
"""Another row of the concealed part lies no farther off."""
NEXT_TO: Final = 1.5
TOUCHING: Final = 0.35
_HOPELESS: Final = -14.0
_WIN_HOPELESS: Final = -8.0


@dataclass(frozen=True, slots=True)
class Place:
    """Where a row lies: distance, and the offset between the nearest two tiles of it and the main row."""

    gap: float
    dx: float
    dy: float
    in_line: bool

    @property
    def right(self) -> bool:
        """It lies to the right."""
        return self.dx > 0


def place(scene: Scene, main: Sequence[int], row: Sequence[int]) -> Place:
    """Where ``row`` lies beside ``main``."""
    gaps = scene.gap[np.ix_(main, row)]
    at = int(np.argmin(gaps))
    host, tile = main[at // len(row)], row[at % len(row)]
    dx, dy = float(scene.dx[host, tile]), float(scene.dy[host, tile])
    return Place(float(gaps.flat[at]), dx, dy, abs(dy) < IN_LINE and host in (main[0], main[-1]))


def options(scene: Scene, main: Sequence[int], index: int) -> list[Part]:
    """What the row ``index`` may be, weighed by its place; leaving it out comes first."""
    row = scene.rows[index].tiles
    where = place(scene, main, row)
    if where.gap > priors.REACH:
        return [Part()]
    found = [Part(score=_left_out(scene, row, where))]
    for part in scene.parts[index]:
        score = part.score + _melds(part, where, alone=len(part.concealed) == 0) + _concealed(part, where)
        if score > _HOPELESS:
            found.append(replace(part, score=score))
    if len(row) == 1 and where.gap < priors.WIN_FARTHEST:
        face_up = max(1 - scene.evidence.back[row[0]], 1e-6)
        score = _win(where) + math.log(face_up)
        if score > _WIN_HOPELESS:
            found.append(Part((), row[0], (), score))
    return found


def _left_out(scene: Scene, row: Sequence[int], where: Place) -> float:
    """Log odds of face-up tiles so near not belonging to the hand."""
    if sum(scene.is_back(t) for t in row) * 2 > len(row) or where.gap > NEXT_TO:
        return 0.0
    if where.in_line:
        return priors.LEFT_OUT_IN_LINE * min(len(row), 3) / 3
    return priors.LEFT_OUT_TOUCHING if where.gap < TOUCHING else 0.0


def _melds(part: Part, where: Place, *, alone: bool) -> float:
    """Log odds of the part's melds lying there."""
    if not part.melds:
        return 0.0
    score = priors.MELD_PER_WIDTH * where.gap
    if not where.in_line:
        score += priors.MELD_OUT_OF_LINE
        if alone:
            score += priors.UNMARKED_APART * sum(1 for m in part.melds if not (m.rotated or m.backs))
    elif not where.right:
        score += priors.MELDS_LEFT
    return score


def _concealed(part: Part, where: Place) -> float:
    """Log odds of more of the concealed part lying there."""
    if not part.concealed:
        return 0.0
    if where.in_line:
        return priors.ROW_AFTER_GAP * (1 + where.gap)
    if where.gap < CLOSE:
        return priors.SECOND_ROW
    return priors.ROW_ELSEWHERE + priors.ROW_ELSEWHERE_PER_WIDTH * where.gap


def _win(where: Place) -> float:
    """Log odds of a lone tile there being the winning tile."""
    if where.in_line and where.right:
        return priors.WIN_RIGHT + priors.WIN_RIGHT_PER_WIDTH * max(where.gap - 1, 0.0)
    if where.in_line:
        return priors.WIN_LEFT + priors.WIN_LEFT_PER_WIDTH * where.gap
    side = priors.WIN_ABOVE if where.dy > 0 else priors.WIN_BELOW
    return side + priors.WIN_OFF_PER_WIDTH * where.gap
