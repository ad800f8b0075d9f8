"""The order of a hand's tiles in a reading."""

import numpy as np

from tests.vision.layout.cases import detections, row
from yakulens.vision.layout.decode.frame import Tiles
from yakulens.vision.layout.on_table import observe, on_table
from yakulens.vision.layout.report.order import lines_of

UP = np.pi / 2


def table(laid: list) -> Tiles:
    seen = observe(detections(laid))
    return on_table(seen, np.ones(len(seen), bool))


def test_two_lines_are_told_the_far_one_first() -> None:
    tiles = table([*row("1m 2m 3m 4m", y=0.0), *row("5m 6m 7m", y=1.5)])
    assert lines_of(tiles, [6, 3, 0, 5, 2, 1, 4], UP) == [[4, 5, 6], [0, 1, 2, 3]]


def test_seen_from_the_other_side_all_is_the_other_way_round() -> None:
    tiles = table(row("1m 2m 3m 4m"))
    assert lines_of(tiles, [0, 1, 2, 3], -UP) == [[3, 2, 1, 0]]
