"""Drawn tiles on a sheet that lies nearer than the hand are not read as the hand."""

from __future__ import annotations

import numpy as np
import pytest

from yakulens.vision import layout
from yakulens.vision.detections import Detections
from yakulens.vision.example import detected

HAND = "1m 2m 3m 4p 5p 6p 7s 8s 9s 2z 2z 4s 5s"
SHEET = "1s 1p 1z 2z 3z 4z 5z 6z 7z"


def with_sheet(size: float, nearer: float) -> Detections:
    """A hand from above, and drawn tiles of a size relative to it, so many pixels nearer to the camera."""
    hand, sheet = detected(HAND), detected(SHEET)
    sheet.quads[:] = sheet.quads * size + np.array([0.0, nearer], np.float32)
    return Detections.joined(hand, sheet)


@pytest.mark.parametrize("size", [0.5, 0.65, 0.8])
def test_the_hand_beyond_the_sheet_is_read(size: float) -> None:
    reading = layout.read(with_sheet(size, nearer=350.0))
    assert [reading.face(tile) for tile in reading.concealed] == HAND.split()
    assert set(reading.others) >= set(range(13, 22))


def test_smaller_tiles_farther_off_are_tiles() -> None:
    reading = layout.read(with_sheet(0.8, nearer=-250.0))
    assert len(reading.hands[0].ids) == 13
    assert len(reading.tiles) == 22


@pytest.mark.parametrize("size", [0.4, 0.55, 0.65])
@pytest.mark.parametrize("beside", [(700.0, 20.0), (-400.0, -10.0)])
def test_a_sheet_beside_the_hand_is_left_out_where_the_hand_is_whole_without_it(
    size: float, beside: tuple[float, float]
) -> None:
    hand, sheet = detected(HAND), detected(SHEET)
    sheet.quads[:] = sheet.quads * size + np.array(beside, np.float32)
    reading = layout.read(Detections.joined(hand, sheet))
    assert sorted(reading.face(tile) for tile in reading.concealed) == sorted(HAND.split())


def test_a_part_of_a_hand_that_looks_smaller_stays_where_the_hand_is_whole_with_it() -> None:
    near, far = detected("1m 2m 3m 4p 5p 6p 7s 8s 9s"), detected("2z 2z 4s 5s")
    far.quads[:] = far.quads * 0.7 + np.array([460.0, 0.0], np.float32)
    reading = layout.read(Detections.joined(near, far))
    assert len(reading.concealed) == 13


@pytest.mark.parametrize("size", [0.5, 0.6])
def test_a_hand_seen_from_across_is_read_though_a_drawn_row_is_nearer_to_one(size: float) -> None:
    hand, sheet = detected(HAND), detected("9p 2p 7p 7z 1z 4s 6m 2s 3z 9s 1s 5p 8s 2z")
    hand.quads[:] = 2 * hand.quads.reshape(-1, 2).mean(axis=0) - hand.quads
    sheet.quads[:] = sheet.quads * size + np.array([0.0, -80.0], np.float32)
    reading = layout.read(Detections.joined(hand, sheet))
    assert sorted(reading.face(tile) for tile in reading.concealed) == sorted(HAND.split())
