"""How far a tile seems shifted away from the camera where it lies on another one."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from yakulens.vision.layout.tiles.table import Table

THICKNESS: Final = 0.75
"""A tile's thickness in tile widths."""


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
