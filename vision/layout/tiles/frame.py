"""The table as one of its sides sees it: which tiles lie upright, which sideways, and how far apart."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from yakulens.vision.geometry.vectors import turn_between

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from yakulens.vision.layout.tiles.table import Table

CROOKED: Final = np.deg2rad(40)
"""A tile turned less than this from upright or from sideways still counts as such."""
_FEW: Final = 0.02  # share of the tiles, by area, below which a direction is not tried
FRAMES: Final = 4
"""How many directions of rows are tried."""


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """Every tile seen by an owner for whom ``up`` points away.

    Attributes:
        up: direction in radians.
        local: ``(N,)`` each tile's own away-direction, radians, within 45 degrees of ``up``.
        upright, sideways: ``(N,)`` bool; neither for a tile lying aslant.
        forward: ``(N,)`` probability that an upright tile's face has its top away from the owner.
    """

    up: float
    local: NDArray[np.float64]
    upright: NDArray[np.bool_]
    sideways: NDArray[np.bool_]
    forward: NDArray[np.float64]


def directions(table: Table) -> list[float]:
    """The directions in which many or near tiles point, radians modulo pi, the commonest first.

    >>> from yakulens.vision.example import detected
    >>> from yakulens.vision.layout.tiles.observed import observe
    >>> from yakulens.vision.layout.tiles.table import lay_out
    >>> np.degrees(directions(lay_out(observe(detected("1m 2m 3m (4m)"))))).round().tolist()
    [90.0, 0.0]
    """
    weight = table.tiles.objectness * table.scale**2
    weight = weight / weight.sum()
    left = np.ones(len(table), bool)
    chosen: list[float] = []
    while left.any() and len(chosen) < FRAMES:
        apart = turn_between(table.axis[:, None], table.axis[None, :])
        votes = ((np.abs(apart) < np.deg2rad(15)) * (weight * left)[None, :]).sum(axis=1)
        votes[~left] = 0.0
        best = int(np.argmax(votes))
        if votes[best] < _FEW and chosen:
            break
        near = left & (np.abs(apart[best]) < CROOKED * 0.8)
        mean = table.axis[best] + np.average(
            turn_between(table.axis[near], table.axis[best]), weights=weight[near]
        )
        chosen.append(float(np.mod(mean, np.pi)))
        left &= ~near
    return chosen


def frame_facing(table: Table, up: float) -> Frame:
    """The table as someone at its side sees it for whom ``up``, radians, points away.

    >>> from yakulens.vision.example import detected
    >>> from yakulens.vision.layout.tiles.observed import observe
    >>> from yakulens.vision.layout.tiles.table import lay_out
    >>> view = frame_facing(lay_out(observe(detected("7m 6s (7z)"))), np.pi / 2)
    >>> view.upright.tolist(), view.sideways.tolist()
    ([True, True, False], [False, False, True])
    >>> view.forward[:2].round(2).tolist()
    [1.0, 1.0]
    """
    off = turn_between(table.axis, up)
    upright = np.abs(off) < CROOKED
    sideways = np.abs(off) > np.pi / 2 - CROOKED
    quarter = np.where(off > 0, off - np.pi / 2, off + np.pi / 2)
    local = up + np.where(np.abs(off) <= np.pi / 4, off, quarter)
    along = np.cos(table.axis - up) > 0
    return Frame(up, local, upright, sideways, np.where(along, table.ahead, 1 - table.ahead))


def offsets(table: Table, view: Frame) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Two arrays ``(N, N)``: how far tile j lies to the right of tile i, and how far beyond it, tile widths.

    Right and beyond are those of the mean of the two tiles' own directions.

    >>> from yakulens.vision.example import detected
    >>> from yakulens.vision.layout.tiles.observed import observe
    >>> from yakulens.vision.layout.tiles.table import lay_out
    >>> table = lay_out(observe(detected("1m 2m _ 3m")))
    >>> to_the_right, beyond = offsets(table, frame_facing(table, np.pi / 2))
    >>> to_the_right[0].round(2).tolist(), bool(np.abs(beyond).max() < 0.01)
    ([0.0, 1.05, 3.1], True)
    """
    x, y = (np.subtract.outer(of, of).T for of in table.centre.T)
    # Sine and cosine of a mean of two angles, from those of their halves.
    sin, cos = np.sin(view.local / 2), np.cos(view.local / 2)
    sine = np.multiply.outer(sin, cos)
    sine = sine + sine.T
    cosine = np.multiply.outer(cos, cos) - np.multiply.outer(sin, sin)
    return x * sine - y * cosine, x * cosine + y * sine
