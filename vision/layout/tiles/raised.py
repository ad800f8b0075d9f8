"""Tiles that lie on top of another: from above they seem shifted away from the camera and a little larger.

The added tile of an extended quad may lie on the called one (WDMC 2019 3.3.2.2), which it then hides. How far
it seems shifted follows from how steeply the camera looks, and that from how the plane is foreshortened.
Where the leveller has judged the tile, both count (models/EXPERIMENTS.md, 9: of 1,433 called tiles
of rendered hands place and size alone had 69 wrong, the leveller alone 50, both together 24).
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from yakulens.vision.layout.tiles.frame import Frame
    from yakulens.vision.layout.tiles.table import Table

THICKNESS: Final = 0.75
"""A tile's thickness in tile widths."""
_FLUSH: Final = 0.8
"""How often a sideways tile's near edge is in line with its neighbours'; else its middle is."""
_TIGHT, _LOOSE = -0.05, 0.16  # the gaps that hands leave beside it
_ASKEW: Final = 0.09  # standard deviation of laying it, tile widths
_LARGER: Final = (0.035, 0.012)  # mean and deviation of how much larger it looks, a phone 12 to 40 widths off
_FINEST: Final = 0.006  # sizes are never known better than this part
_SUREST: Final = 6.0
_BESIDE_SEEN: Final = 0.65
"""How far place and size count where the leveller judged the tile, by some of the same evidence ..."""
_SEEN: Final = 0.86
"""... and how far its own log odds do (a logistic regression on 1,305 called tiles of rendered photos)."""


def parallax(table: Table) -> NDArray[np.float64]:
    """How far each tile would seem shifted on the table if it lay one tile higher: ``(N, 2)``, tile widths.

    >>> from yakulens.vision.example import detected
    >>> from yakulens.vision.layout.tiles.observed import observe
    >>> from yakulens.vision.layout.tiles.table import lay_out
    >>> from_above = lay_out(observe(detected("1m 2m 3m 4m")))
    >>> bool(np.abs(parallax(from_above)).max() < 0.05)
    True
    """
    around = 1e-3 * np.array([[1.0, 0], [-1, 0], [0, 1], [0, -1]])
    image = table.plane.to_photo(table.centre[:, None, :] + around)
    jacobian = np.stack([image[:, 0] - image[:, 1], image[:, 2] - image[:, 3]], axis=2)
    _, stretch, directions = np.linalg.svd(jacobian)
    ratio = np.clip(stretch[:, 1] / stretch[:, 0], 0.05, 1.0)
    away = directions[:, 1]
    forward = table.plane.ahead(image.mean(axis=1), table.scale)
    along = (np.einsum("nij,nj->ni", jacobian, away) * forward).sum(axis=1)
    away = away * np.where(along < 0, -1.0, 1.0)[:, None]
    return np.asarray(THICKNESS * away * (np.sqrt(1 - ratio**2) / ratio)[:, None])


def on_top(  # noqa: PLR0913, PLR0917 - a tile, its row, and what may be hidden there
    table: Table,
    view: Frame,
    chain: tuple[int, ...],
    at: int,
    shift: tuple[float, float],
    kin: NDArray[np.bool_],
    hidden: float = 0.0,
) -> float:
    """Log odds of a sideways tile lying on another one, judged by its upright neighbours.

    Where it lies is judged by those of its own set, where there are any: the next set may lie in the row a
    little apart. Where the leveller has judged the tile's side, its log odds are added.

    Args:
        table: the tiles.
        view: the frame.
        chain: the tiles of its row, left to right.
        at: the tile's position in the chain.
        shift: its ``parallax``.
        kin: ``(N, N)`` bool, which tiles may show the same face.
        hidden: how much room a tile takes that it hides between itself and its neighbour, tile widths.

    >>> from yakulens.vision.example import detected
    >>> from yakulens.vision.layout.tiles.frame import frame_facing
    >>> from yakulens.vision.layout.tiles.observed import observe
    >>> from yakulens.vision.layout.tiles.table import lay_out
    >>> table = lay_out(observe(detected("7z (7z) 7z")))
    >>> view = frame_facing(table, np.pi / 2)
    >>> same = np.ones((3, 3), bool)
    >>> on_top(table, view, (0, 1, 2), 1, (0.0, 0.6), same) < 0  # its lower edge is in line with theirs
    True
    """
    near = [(k - at, t) for k, t in enumerate(chain) if 0 < abs(k - at) < 3 and view.upright[t]]  # noqa: PLR2004
    if not near:
        return 0.0
    tile, upright = chain[at], [t for _, t in near]
    near = [(side, t) for side, t in near if kin[tile, t]] or near
    others = [t for _, t in near]
    up = sum(float(view.local[t]) for t in others) / len(others)
    right, away = (math.sin(up), -math.cos(up)), (math.cos(up), math.sin(up))
    x, y = table.centre[tile].tolist()
    steps = [(u - x, v - y) for u, v in table.centre[others].tolist()]
    half = table.plane.aspect / 2 + 0.5
    gaps, signs = [], []
    for (side, _), step in zip(near, steps, strict=True):
        if abs(side) == 1:
            gaps.append(_along(step, right) * side - half)
            signs.append(side)
    height = -sum(_along(step, away) for step in steps) / len(steps)
    flush = (table.plane.aspect - 1) / 2
    flat = _misplaced(height, flush, gaps)
    moved = _along(shift, right)
    raised = _misplaced(
        height - _along(shift, away),
        flush,
        [g + s * moved - hidden for g, s in zip(gaps, signs, strict=True)],
    )
    odds = _held((flat - raised) / (2 * _ASKEW**2)) + _by_size(table, tile, upright)
    seen = float(table.tiles.raised[tile])
    return _held(_held(odds) * _BESIDE_SEEN + seen * _SEEN) if seen else _held(odds)


def _along(step: tuple[float, float], direction: tuple[float, float]) -> float:
    return step[0] * direction[0] + step[1] * direction[1]


def _held(odds: float) -> float:
    """No surer than that."""
    return min(max(odds, -_SUREST), _SUREST)


def _misplaced(height: float, flush: float, gaps: list[float]) -> float:
    """Squared distance from where a flat tile would lie: ``flush`` lower than its neighbours, or level."""
    lower, level = (off**2 / (2 * _ASKEW**2) for off in (height + flush, height))
    # The logarithm of a sum of two likelihoods, neither of which may be too small for a number.
    one, other = math.log(_FLUSH) - lower, math.log(1 - _FLUSH) - level
    near = -max(one, other) - math.log1p(math.exp(-abs(one - other)))
    return 2 * _ASKEW**2 * near + sum(max(_TIGHT - g, 0.0, g - _LOOSE) ** 2 for g in gaps)


def _by_size(table: Table, tile: int, others: list[int]) -> float:
    """Log odds by its size: how far it counts depends on how alike the other tiles' sizes are."""
    excess = float(table.size[tile]) - sum(table.size[others].tolist()) / len(others)
    flat = table.spread**2 * (1 + 1 / len(others)) + _FINEST**2
    raised = flat + _LARGER[1] ** 2
    odds = -((excess - _LARGER[0]) ** 2) / (2 * raised) + excess**2 / (2 * flat)
    return _held(odds + math.log(flat / raised) / 2)
