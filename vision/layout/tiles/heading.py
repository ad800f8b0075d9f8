"""Where the camera looks, by which the sides of the table are told."""

from __future__ import annotations

from typing import Final

import numpy as np

from yakulens.vision.layout.tiles.table import Table

DEEP: Final = 3.0
"""Tiles that reach farther ahead than this, in tile widths on the photo, are more than one row."""


def heading(table: Table) -> float:
    """Where the camera looks, as a direction on the table, radians.

    It is that of the middle tile: on a wide photo the lines towards tiles at its edges fan out. Where nothing
    but one row lies there, or stands, perspective does not show what is ahead, and the photo's upper edge is.

    >>> from yakulens.vision.example import detected
    >>> from yakulens.vision.layout.tiles.observed import observe
    >>> from yakulens.vision.layout.tiles.table import lay_out
    >>> table = lay_out(observe(detected("1m 2m 3m 4m")))
    >>> round(float(np.degrees(heading(table))))  # the row runs to the right
    90
    """
    places = table.plane.to_photo(table.centre)
    photo = np.median(places, axis=0)
    scale = float(np.median(table.scale))
    step = table.plane.ahead(photo[None], np.array([scale]))[0]
    low, high = np.percentile((places - photo) @ step, [10.0, 90.0])
    step = (step if high - low > DEEP * scale else np.array([0.0, 1.0])) * scale / 4
    here, ahead = table.plane.to_table(np.stack([photo, photo + step]))
    return float(np.arctan2(ahead[1] - here[1], ahead[0] - here[0]))
