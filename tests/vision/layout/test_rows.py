"""Which tiles lie side by side in a row."""

from __future__ import annotations

import numpy as np

from yakulens.vision.example import detected
from yakulens.vision.layout.tiles.frame import frame_facing, offsets
from yakulens.vision.layout.tiles.observed import observe
from yakulens.vision.layout.tiles.rows import find_rows
from yakulens.vision.layout.tiles.table import lay_out


def test_a_sideways_tile_is_not_lowered_onto_another_that_lies_between() -> None:
    """Seen from the side, a tile that might lie higher would be next to the first, where the second lies."""
    seen = detected("7z 7z (7z)")
    seen.quads[1] -= np.float32([14, 0])  # corners put too far onto its neighbour
    table = lay_out(observe(seen))
    view = frame_facing(table, np.pi / 2)
    shift = np.tile([1.1, 0.0], (3, 1))
    rows = find_rows(table, view, offsets(table, view), shift, np.ones((3, 3), bool))
    assert [row.tiles for row in rows] == [(0, 1, 2)]
