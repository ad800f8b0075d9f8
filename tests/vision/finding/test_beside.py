"""Where a tile may lie that was not detected: right beside one that is known, or between two."""

from __future__ import annotations

import numpy as np
import pytest

from vision.example import detected
from vision.finding.beside import places_across, places_beside, places_between
from vision.geometry.quads import corners_apart

ROW = detected("7s 7s 7s 7s").quads
STEP = np.array([20, 2], np.float32)
"""Half of the way from a tile to the next."""


def test_what_lies_halfway_between_a_known_tile_and_the_next_points_to_the_next() -> None:
    places, of = places_beside(ROW[:3], ROW[2:3] + STEP)
    assert of.tolist() == [0]
    assert corners_apart(places, ROW[3:]).item() < 0.1


def test_a_tile_that_lies_sideways_is_as_wide_as_it_is_long() -> None:
    row = detected("7s (7s)").quads
    places, _ = places_beside(row[1:], row[1:] + np.array([25, 0], np.float32))
    assert places[0, 0].tolist() == (row[1, 0] + np.array([54, 0])).tolist()


@pytest.mark.parametrize("far", [0.1, 1.3])
def test_what_was_found_of_the_tile_alone_or_apart_from_it_points_nowhere(far: float) -> None:
    places, of = places_beside(ROW[3:], ROW[3:] + np.array([40 * far, 0], np.float32))
    assert places.shape == (0, 4, 2)
    assert of.tolist() == []


def test_what_lies_aslant_of_the_tile_points_nowhere() -> None:
    assert not len(places_beside(ROW[3:], ROW[3:] + np.array([22, 24], np.float32))[0])


def test_where_another_tile_is_known_there_is_no_place() -> None:
    assert not len(places_beside(ROW, ROW[1:2] + STEP)[0])


def test_two_that_point_to_the_same_place_are_asked_about_once() -> None:
    twice = np.concatenate([ROW[3:] + STEP, ROW[3:] + STEP * np.float32(1.2)])
    assert places_beside(ROW, twice)[1].tolist() == [0]


def test_flat_quads_and_no_quads_point_nowhere() -> None:
    flat = np.zeros((1, 4, 2), np.float32)
    nothing = np.zeros((0, 4, 2), np.float32)
    for known, dropped in ((flat, ROW), (nothing, ROW), (ROW, nothing)):
        assert not len(places_beside(known, dropped)[0])


def test_between_two_tiles_of_a_row_lies_the_one_that_is_missing_whatever_corner_each_begins_at() -> None:
    known = np.stack([ROW[0], ROW[1], np.roll(ROW[3], 3, axis=0)])
    places, of = places_between(known)
    assert of.tolist() == [[1, 2]]
    assert corners_apart(places, ROW[2:3]).item() < 0.1


@pytest.mark.parametrize("step", [(60, 0), (100, 0), (80, 30), (0, 60)])
def test_there_is_no_place_in_a_narrow_or_wide_gap_nor_between_tiles_aslant_of_each_other(
    step: tuple[int, int],
) -> None:
    assert not len(places_between(np.stack([ROW[0], ROW[0] + np.array(step, np.float32)]))[0])


def test_there_is_no_place_where_a_tile_is_known_or_that_is_flat() -> None:
    flat = np.zeros((2, 4, 2), np.float32)
    for known in (ROW, ROW[:1], ROW[:0], flat):
        assert not len(places_between(known)[0])


def test_across_a_tile_is_beside_its_long_sides_whatever_corner_it_begins_at() -> None:
    tile, ups = np.roll(ROW[:1], 1, axis=1), np.eye(4, dtype=np.float32)[[1]]
    places, of = places_across(tile, ups, np.array([0]))
    assert sorted(np.round(places.mean(axis=1)[:, 0] - tile.mean(axis=1)[0, 0]).tolist()) == [-40.0, 40.0]
    assert of.tolist() == [0, 0]


def test_across_a_tile_another_known_one_leaves_no_place() -> None:
    ups = np.eye(4, dtype=np.float32)[[0, 0, 0, 0]]
    assert not len(places_across(ROW, ups, np.array([1, 2]))[1])
    assert places_across(ROW, ups, np.array([0, 3]))[1].tolist() == [3, 0]
