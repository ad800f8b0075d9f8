"""Detections that are no tile: face-down ones where no tile lies so."""

from __future__ import annotations

import pytest

from tests.vision.layout.cases import Laid, detections, row
from yakulens.vision import layout
from yakulens.vision.layout.tiles.false_positives import find_false_positives
from yakulens.vision.layout.tiles.observed import observe
from yakulens.vision.layout.tiles.table import lay_out

HELD = row("1m 2m 3m 4m 5m 6m 7p 8p 2s 2s")


@pytest.mark.parametrize(
    ("tiles", "false"),
    [
        pytest.param([Laid("back", 4.0, 1.6, found=0.4)], [10], id="doubted, and before a row"),
        pytest.param([Laid("back", 4.0, 1.6, found=0.6)], [], id="not doubted"),
        pytest.param([Laid("back", 4.0, 1.6, found=0.4), Laid("back", 5.0, 1.6)], [], id="beside another"),
        pytest.param([Laid("back", 10.1, found=0.4)], [], id="at a quad's end"),
        pytest.param([Laid("9p", 14.0), Laid("back", 14.9)], [11], id="a single tile's shadow"),
        pytest.param([Laid("9p", 14.0), Laid("9p", 12.85), Laid("back", 15.2)], [], id="a loose quad's end"),
    ],
)
def test_a_face_down_tile_lies_in_a_wall_or_in_a_closed_quad(tiles: list[Laid], false: list[int]) -> None:
    assert sorted(find_false_positives(lay_out(observe(detections([*HELD, *tiles]))))) == false


def test_bare_table_beside_the_winning_tile_does_not_hide_it() -> None:
    tiles = [*row("1m 2m 3m 4m 5m 6m 7p 8p 9p 2s 2s 8s 8s"), Laid("8s", 9.0, 1.7, sideways=True)]
    reading = layout.read(detections([*tiles, Laid("back", 10.4, 1.7, sideways=True, found=0.45)]))
    assert reading.win is not None
    assert reading.face(reading.win) == "8s"
