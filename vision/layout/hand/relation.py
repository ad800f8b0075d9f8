"""Where rows lie beside each other: what continues the main row, what is in reach of it, what is a pond."""

from __future__ import annotations

import math
from statistics import NormalDist
from typing import TYPE_CHECKING, Final

import numpy as np

from vision.layout.hand.beside import RowRelation
from vision.layout.hand.ponds import TOUCHING

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.layout.hand.scene import Scene

IN_LINE: Final = 0.75
"""A row is in line with the main one where their ends are off by less than this, tile widths."""
_SET: Final = 3
"""The main row must be so long for others to be askew to it."""


def relate(scene: Scene, main: int, row: int) -> RowRelation:
    """Where the row ``row`` lies beside the row ``main``.

    >>> from vision.layout.hand.example import candidates_of
    >>> scene, _ = candidates_of("1m 2m 3m _ 3s").views[0]
    >>> where = relate(scene, 0, 1)
    >>> round(where.gap), where.in_line, where.right
    (1, True, True)
    """
    known = scene.relations.get((main, row))
    if known is None:
        known = scene.relations[main, row] = _related(scene, main, row)
    return known


def _related(scene: Scene, main: int, row: int) -> RowRelation:
    host, tile = scene.nearest[main, row].tolist()
    dx, dy = float(scene.dx[host, tile]), float(scene.dy[host, tile])
    tiles = scene.rows[main].tiles
    in_line = abs(dy) < IN_LINE and host in (tiles[0], tiles[-1])
    beyond = host == tiles[-1] and dx > 1 and dx - 1 > abs(dy) - scene.table.plane.aspect
    return RowRelation(float(scene.row_gap[main, row]), dx, dy, in_line, beyond)


def line_of(scene: Scene, main: int) -> list[int]:
    """Indices of the rows that form one line with the row ``main``, with no wide gap between; itself first.

    >>> from vision.layout.hand.example import candidates_of
    >>> scene, _ = candidates_of("1m 2m 3m _ 4m 5m 6m _ _ _ _ 3s").views[0]
    >>> [row.tiles for row in scene.rows], line_of(scene, 0)
    ([(0, 1, 2), (3, 4, 5), (6,)], [0, 1])
    """
    line = [main]
    for row in line:
        near = np.flatnonzero(scene.row_gap[row] < scene.priors.place.line_gap)
        line += [int(k) for k in near if k not in line and relate(scene, row, int(k)).in_line]
    return line


def within_reach(scene: Scene, main: int) -> list[int]:
    """Indices of the rows near enough to belong to a hand with the main row ``main``; without itself.

    >>> from vision.layout.hand.example import candidates_of
    >>> scene, _ = candidates_of("1m 2m 3m _ 4m 5m 6m _ _ _ _ 3s _ _ _ _ _ _ _ _ _ _ _ 9s").views[0]
    >>> [row.tiles for row in scene.rows], within_reach(scene, 0)
    ([(0, 1, 2), (3, 4, 5), (6,), (7,)], [1, 2])
    """
    priors = scene.priors.place
    key = main, priors.reach, priors.step
    if key not in scene.reaches:
        scene.reaches[key] = _reached(scene.row_gap, *key)
    return scene.reaches[key]


def _reached(gaps: NDArray[np.float64], main: int, reach: float, step: float) -> list[int]:
    """Rows no farther off than ``reach``, and those to which steps no wider than ``step`` lead."""
    led_to = fringe = gaps[main] < step
    while fringe.any():
        fringe = (gaps[fringe].min(axis=0) < step) & ~led_to
        led_to = led_to | fringe
    return [k for k in np.flatnonzero((gaps[main] < reach) | led_to).tolist() if k != main]


def askew(scene: Scene, main: int, index: int) -> float:
    """Log odds of the row ``index`` being a piece of a strewn hand, by its angle to the row ``main``.

    They are 0 where the angle is no evidence: for a lone tile, for rows that touch, since those lie straight
    against each other anyhow, and for a main row of two, which may itself lie crooked.

    >>> from vision.layout.hand.example import candidates_of
    >>> scene, _ = candidates_of("1m 2m 3m 4m _ 7p 8p 9p").views[0]
    >>> askew(scene, 0, 1) < 0  # both lie straight
    True
    """
    tiles, others = (list(scene.rows[k].tiles) for k in (index, main))
    touching = scene.row_gap[index] < TOUCHING
    touching[index] = False
    if len(tiles) == 1 or len(others) < _SET or touching.any():
        return 0.0
    off = float(np.rad2deg(scene.view.local[tiles].mean() - scene.view.local[others].mean()))
    priors = scene.priors.strewn
    about = NormalDist(0.0, priors.askew).pdf(off)
    straight = (1 - priors.careless) * NormalDist(0.0, priors.straight).pdf(off) + priors.careless * about
    return math.log(about / straight)
