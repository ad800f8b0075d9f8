"""Where rows lie beside each other: what continues the main row, what is in reach of it, what is a pond."""

from __future__ import annotations

import math
from statistics import NormalDist
from typing import TYPE_CHECKING, Final

import numpy as np

from yakulens.vision.layout.hand.ponds import TOUCHING

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from yakulens.vision.layout.hand.beside import Beside, RowRelation
    from yakulens.vision.layout.hand.scene import Scene

_SET: Final = 3
"""The main row must be so long for others to be askew to it."""


def relate(scene: Scene, main: int, row: int) -> RowRelation:
    """Where the row ``row`` lies beside the row ``main``.

    >>> from yakulens.vision.layout.hand.example import candidates_of
    >>> scene, _ = candidates_of("1m 2m 3m _ 3s").views[0]
    >>> where = relate(scene, 0, 1)
    >>> round(where.gap), where.in_line, where.right
    (1, True, True)
    """
    return scene.beside.relation(main, row)


def line_of(scene: Scene, main: int) -> list[int]:
    """Indices of the rows that form one line with the row ``main``, with no wide gap between; itself first.

    >>> from yakulens.vision.layout.hand.example import candidates_of
    >>> scene, _ = candidates_of("1m 2m 3m _ 4m 5m 6m _ _ _ _ 3s").views[0]
    >>> [row.tiles for row in scene.rows], line_of(scene, 0)
    ([(0, 1, 2), (3, 4, 5), (6,)], [0, 1])
    """
    key = main, scene.priors.place.line_gap
    if key not in scene.lines:
        scene.lines[key] = _line(scene.beside, *key)
    return scene.lines[key]


def _line(beside: Beside, main: int, widest: float) -> list[int]:
    line = [main]
    for row in line:
        goes_on = beside.in_line[row] & (beside.gap[row] < widest)
        line += [k for k in np.flatnonzero(goes_on).tolist() if k not in line]
    return line


def within_reach(scene: Scene, main: int) -> list[int]:
    """Indices of the rows near enough to belong to a hand with the main row ``main``; without itself.

    >>> from yakulens.vision.layout.hand.example import candidates_of
    >>> scene, _ = candidates_of("1m 2m 3m _ 4m 5m 6m _ _ _ _ 3s _ _ _ _ _ _ _ _ _ _ _ 9s").views[0]
    >>> [row.tiles for row in scene.rows], within_reach(scene, 0)
    ([(0, 1, 2), (3, 4, 5), (6,), (7,)], [1, 2])
    """
    return np.flatnonzero(reach_of(scene)[main]).tolist()


def reach_of(scene: Scene) -> NDArray[np.bool_]:
    """``(R, R)`` which rows, the second index, are near enough to each to belong to a hand with it.

    >>> from yakulens.vision.layout.hand.example import candidates_of
    >>> scene, _ = candidates_of("1m 2m 3m _ 4m").views[0]
    >>> reach_of(scene).tolist()
    [[False, True], [True, False]]
    >>> wall, _ = candidates_of("1m 2m 3m _ _ _ _ back back _ _ _ _ 4m").views[0]
    >>> reach_of(wall).tolist()  # 1m 2m 3m and 4m are 10 widths apart
    [[False, True, False], [True, False, True], [False, True, False]]
    """
    key = scene.priors.place.reach, scene.priors.place.step
    if key not in scene.reaches:
        scene.reaches[key] = _reached(scene.row_gap, _leading(scene), *key)
    return scene.reaches[key]


def _leading(scene: Scene) -> NDArray[np.bool_]:
    """``(R,)`` which rows may lead on to another row of a hand: discards and walls lead to everything."""
    walls = (all(scene.is_back(t) for t in row.tiles) for row in scene.rows)
    return np.array([k not in scene.ponds and not wall for k, wall in enumerate(walls)], bool)


def _reached(
    gaps: NDArray[np.float64], leading: NDArray[np.bool_], reach: float, step: float
) -> NDArray[np.bool_]:
    """Rows no farther off than ``reach``, and those to which steps no wider than ``step`` lead."""
    led, known = (gaps < step).astype(np.float32), 0
    while (found := int(np.count_nonzero(led))) > known:
        led, known = (led + (led * leading) @ led > 0).astype(np.float32), found
    inside = (gaps < reach) | (led > 0)
    np.fill_diagonal(inside, val=False)
    return inside


def askew(scene: Scene, main: int, index: int) -> float:
    """Log odds of the row ``index`` being a piece of a strewn hand, by its angle to the row ``main``.

    They are 0 where the angle is no evidence: for a lone tile, for rows that touch, since those lie straight
    against each other anyhow, and for a main row of two, which may itself lie crooked.

    >>> from yakulens.vision.layout.hand.example import candidates_of
    >>> scene, _ = candidates_of("1m 2m 3m 4m _ 7p 8p 9p").views[0]
    >>> askew(scene, 0, 1) < 0  # both lie straight
    True
    """
    tiles, others = (list(scene.rows[k].tiles) for k in (index, main))
    if len(tiles) == 1 or len(others) < _SET or np.count_nonzero(scene.row_gap[index] < TOUCHING) > 1:
        return 0.0
    off = float(np.rad2deg(scene.view.local[tiles].mean() - scene.view.local[others].mean()))
    priors = scene.priors.strewn
    about = NormalDist(0.0, priors.askew).pdf(off)
    straight = (1 - priors.careless) * NormalDist(0.0, priors.straight).pdf(off) + priors.careless * about
    return math.log(about / straight)
