"""Tiles that lie on top of another: from above they seem shifted away from the camera and a little larger.

The added tile of an extended quad may lie on the called one (WDMC 2019 3.3.2.2), which it then hides. How far
it seems shifted follows from how steeply the camera looks, and that from how the plane is foreshortened.
Where the leveller has judged the tile, both count (models/EXPERIMENTS.md, 9: of 1,433 called tiles
of rendered hands place and size alone had 69 wrong, the leveller alone 50, both together 24).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from vision.geometry.vectors import axes

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.layout.tiles.frame import Frame
    from vision.layout.tiles.table import Table

THICKNESS: Final = 0.75
"""A tile's thickness in tile widths."""
_FLUSH: Final = 0.8
"""How often a sideways tile's near edge is in line with its neighbours'; else its middle is."""
_TIGHT, _LOOSE = -0.05, 0.16  # the gaps that hands leave beside it
_ASKEW: Final = 0.09  # standard deviation of laying it, tile widths
_LARGER: Final = (0.035, 0.012)  # mean and deviation of how much larger it looks, a phone 12 to 40 widths off
_FINEST: Final = 0.006  # sizes are never known better than this part
_SUREST: Final = 6.0
_BESIDE_SEEN: Final = 0.5
"""How far place and size count where the leveller judged the tile, which uses some of the same evidence."""


def parallax(table: Table) -> NDArray[np.float64]:
    """How far each tile would seem shifted on the table if it lay one tile higher: ``(N, 2)``, tile widths.

    >>> from vision.example import detected
    >>> from vision.layout.tiles.observed import observe
    >>> from vision.layout.tiles.table import lay_out
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
    shift: NDArray[np.float64],
    hidden: float = 0.0,
) -> float:
    """Log odds of a sideways tile lying on another one, judged by its upright neighbours.

    Where the leveller has judged the tile's side, its log odds are added.

    Args:
        table: the tiles.
        view: the frame.
        chain: the tiles of its row, left to right.
        at: the tile's position in the chain.
        shift: ``(2,)``, its ``parallax``.
        hidden: how much room a tile takes that it hides between itself and its neighbour, tile widths.

    >>> from vision.example import detected
    >>> from vision.layout.tiles.frame import frame_facing
    >>> from vision.layout.tiles.observed import observe
    >>> from vision.layout.tiles.table import lay_out
    >>> table = lay_out(observe(detected("7z (7z) 7z")))
    >>> view = frame_facing(table, np.pi / 2)
    >>> on_top(table, view, (0, 1, 2), 1, np.array([0.0, 0.6])) < 0  # its lower edge is in line with theirs
    True
    """
    near = [(k, t) for k, t in enumerate(chain) if view.upright[t] and 0 < abs(k - at) < 3]  # noqa: PLR2004
    if not near:
        return 0.0
    others = [t for _, t in near]
    up = float(np.mean(view.local[others]))
    right, away = axes(up)
    step = table.centre[others] - table.centre[chain[at]]
    half = table.plane.aspect / 2 + 0.5
    gaps = [float(step[n] @ right) * (k - at) - half for n, (k, _) in enumerate(near) if abs(k - at) == 1]
    signs = [float(k - at) for k, _ in near if abs(k - at) == 1]
    height = -float((step @ away).mean())
    flush = (table.plane.aspect - 1) / 2
    flat = _misplaced(height, flush, gaps)
    moved = float(shift @ right)
    raised = _misplaced(
        height - float(shift @ away),
        flush,
        [g + s * moved - hidden for g, s in zip(gaps, signs, strict=True)],
    )
    place = float(np.clip((flat - raised) / (2 * _ASKEW**2), -_SUREST, _SUREST))
    odds = float(np.clip(place + _by_size(table, chain[at], others), -_SUREST, _SUREST))
    seen = float(table.tiles.raised[chain[at]])
    return float(np.clip(odds * _BESIDE_SEEN + seen if seen else odds, -_SUREST, _SUREST))


def _misplaced(height: float, flush: float, gaps: list[float]) -> float:
    """Squared distance from where a flat tile would lie: ``flush`` lower than its neighbours, or level."""
    off = np.array([height + flush, height]) ** 2 / (2 * _ASKEW**2)
    near = 2 * _ASKEW**2 * float(-np.logaddexp(*(np.log([_FLUSH, 1 - _FLUSH]) - off)))
    return near + sum(max(_TIGHT - g, 0.0, g - _LOOSE) ** 2 for g in gaps)


def _by_size(table: Table, tile: int, others: list[int]) -> float:
    """Log odds by its size: how far it counts depends on how alike the other tiles' sizes are."""
    sizes = np.log(table.width * table.length) / 2
    spread = 1.4826 * float(np.median(np.abs(sizes - np.median(sizes))))
    excess = float(sizes[tile] - sizes[others].mean())
    flat = spread**2 * (1 + 1 / len(others)) + _FINEST**2
    raised = flat + _LARGER[1] ** 2
    odds = -((excess - _LARGER[0]) ** 2) / (2 * raised) + excess**2 / (2 * flat) + np.log(flat / raised) / 2
    return float(np.clip(odds, -_SUREST, _SUREST))
