"""The layout network's inputs: how tiles lie, the same however the photo is turned."""

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from yakulens.vision.detections import Detections
from yakulens.vision.example import detected
from yakulens.vision.labels import BACK, INDEX, LABELS
from yakulens.vision.layout.tokens import OF_PAIR, OF_TILE, presence, tokens
from yakulens.vision.naming.crop_answers import weight_by_presence

ACROSS, ALONG = 0, 1
SINE, COSINE = 7, 8
SAME, NEXT, NEXT_BUT_ONE = 11, 12, 13
GAPS, FAR = OF_TILE - 4, 3
SEEDS = st.integers(0, 10_000)


def scattered(seed: int, count: int = 9) -> Detections:
    """Tiles of any kind that lie anywhere, turned anyhow, each with its top known for sure."""
    rng = np.random.default_rng(seed)
    half = np.array([[-0.5, -0.675], [0.5, -0.675], [0.5, 0.675], [-0.5, 0.675]]) * 40
    turn = rng.uniform(0, 2 * np.pi, count)
    rotation = np.stack([np.cos(turn), np.sin(turn), -np.sin(turn), np.cos(turn)], 1).reshape(-1, 2, 2)
    size = rng.uniform(0.7, 1.4, (count, 1, 1))
    quads = (half * size) @ rotation + rng.uniform(100, 900, (count, 1, 2))
    faces = np.full((count, len(LABELS)), 0.1 / len(LABELS))
    faces[np.arange(count), rng.integers(len(LABELS), size=count)] += 0.9
    ups = np.tile([0.97, 0.01, 0.01, 0.01], (count, 1))
    return Detections(
        quads.astype(np.float32),
        rng.uniform(0.5, 1, count).astype(np.float32),
        faces.astype(np.float32),
        ups.astype(np.float32),
        (1000, 1000),
    )


def test_there_is_a_row_for_each_tile_and_one_for_each_pair() -> None:
    told = tokens(scattered(0))
    assert told.tiles.shape == (9, OF_TILE)
    assert told.pairs.shape == (9, 9, OF_PAIR)


def test_of_no_tile_nothing_is_told() -> None:
    told = tokens(Detections.empty((600, 800)))
    assert told.tiles.shape == (0, OF_TILE)
    assert told.pairs.shape == (0, 0, OF_PAIR)


@given(SEEDS)
def test_another_order_of_the_tiles_only_reorders_what_is_told(seed: int) -> None:
    tiles = scattered(seed)
    order = np.random.default_rng(seed).permutation(len(tiles))
    straight, mixed = tokens(tiles), tokens(tiles[order])
    np.testing.assert_allclose(mixed.tiles, straight.tiles[order], atol=1e-5)
    np.testing.assert_allclose(mixed.pairs, straight.pairs[np.ix_(order, order)], atol=1e-4)


@given(SEEDS, st.integers(0, 3))
def test_at_which_corner_a_quad_begins_means_nothing(seed: int, first: int) -> None:
    tiles = scattered(seed)
    rolled = replace(
        tiles,
        quads=np.roll(tiles.quads, first, axis=1),
        top_edge_probs=np.roll(tiles.top_edge_probs, first, axis=1),
    )
    straight, other = tokens(tiles), tokens(rolled)
    np.testing.assert_allclose(other.tiles, straight.tiles, atol=1e-5)
    np.testing.assert_allclose(other.pairs, straight.pairs, atol=1e-4)


@given(SEEDS, st.floats(0, 360), st.floats(0.3, 3))
def test_how_two_tiles_lie_is_the_same_on_a_photo_turned_and_enlarged(
    seed: int, degrees: float, scale: float
) -> None:
    tiles = scattered(seed)
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    turned = replace(tiles, quads=(scale * tiles.quads @ np.array([[c, s], [-s, c]])).astype(np.float32))
    np.testing.assert_allclose(tokens(turned).pairs, tokens(tiles).pairs, atol=2e-3)


@given(SEEDS)
def test_a_row_seen_at_an_angle_is_still_a_row(seed: int) -> None:
    row = detected("1m 2m 3m 4m 5m")
    rng = np.random.default_rng(seed)
    lean = np.eye(2) + rng.uniform(-0.3, 0.3, (2, 2))
    aslant = replace(row, quads=(row.quads @ lean).astype(np.float32))
    pairs = tokens(aslant).pairs
    neighbours = [pairs[k, k + 1, ACROSS] for k in range(4)]
    np.testing.assert_allclose(neighbours, neighbours[0], atol=1e-3)
    np.testing.assert_allclose([pairs[k, k + 1, ALONG] for k in range(4)], 0, atol=1e-3)


def test_a_sideways_tile_is_told_from_an_upright_one_and_to_which_side_it_lies() -> None:
    row = detected("1m 2m 3m")
    middle = row.quads[1].mean(axis=0)
    quads = row.quads.copy()
    quads[1] = (quads[1] - middle) @ np.array([[0, 1], [-1, 0]]) + middle
    pairs = tokens(replace(row, quads=quads.astype(np.float32))).pairs
    assert abs(pairs[0, 1, COSINE]) < 0.05
    assert pairs[0, 1, SINE] * pairs[1, 0, SINE] < 0
    assert pairs[0, 2, COSINE] == pytest.approx(1)


def test_runs_and_equal_faces_are_told() -> None:
    pairs = tokens(detected("3s 4s 5s 5s 4m")).pairs
    assert pairs[0, 1, NEXT] > 0.9
    assert pairs[0, 2, NEXT_BUT_ONE] > 0.9
    assert pairs[2, 3, SAME] > 0.9
    assert max(pairs[1, 4, SAME], pairs[0, 4, NEXT], pairs[2, 4, NEXT]) < 0.1


def test_a_red_five_is_of_one_kind_with_the_plain_ones() -> None:
    pairs = tokens(detected("0p 5p 6p")).pairs
    assert pairs[0, 1, SAME] > 0.9
    assert pairs[0, 2, NEXT] > 0.9


def test_two_backs_are_no_equal_faces() -> None:
    row = detected("1m 1m")
    faces = np.zeros_like(row.faces)
    faces[:, INDEX[BACK]] = 1
    assert tokens(replace(row, faces=faces)).pairs[0, 1, SAME] == 0


def test_what_a_reader_doubts_to_be_a_tile_is_told_as_doubtful() -> None:
    sure = np.zeros((2, len(LABELS)), np.float32)
    sure[:, 4] = 1
    there = presence(weight_by_presence(sure, np.array([9.0, 0.0], np.float32)))
    np.testing.assert_allclose(there, [1.0, 0.5], atol=1e-3)


@given(st.integers(1, 4))
def test_a_quad_without_area_gives_numbers_all_the_same(collapsed: int) -> None:
    tiles = scattered(3)
    quads = tiles.quads.copy()
    quads[0, :collapsed] = quads[0, 0]
    told = tokens(replace(tiles, quads=quads))
    assert np.isfinite(told.tiles).all()
    assert np.isfinite(told.pairs).all()


def test_the_room_beside_each_tile_is_told() -> None:
    row = detected("1m 2m 3m 4m")
    quads = row.quads.copy()
    quads[3, :, 0] += 1.5 * (row.quads[1, 0, 0] - row.quads[0, 0, 0])
    left, right = tokens(replace(row, quads=quads)).tiles[:, GAPS : GAPS + 2].T * FAR
    np.testing.assert_allclose(left, [FAR, 0, 0, 1.5], atol=0.15)
    np.testing.assert_allclose(right, [0, 0, 1.5, FAR], atol=0.15)


def test_room_above_and_below_is_told_in_widths_and_what_is_hardly_a_tile_takes_none() -> None:
    row = detected("1m 2m")
    middle = row.quads[0].mean(axis=0)
    over = row.quads.copy()
    over[1] = row.quads[0] + [0, -3 * np.ptp(row.quads[0, :, 0])]
    above = replace(row, quads=over.astype(np.float32))
    upper, lower = tokens(above).tiles[:, GAPS + 2 : GAPS + 4].T * FAR
    long = np.ptp(row.quads[0, :, 1]) / np.ptp(row.quads[0, :, 0])
    assert middle[1] > above.quads[1].mean(axis=0)[1]
    np.testing.assert_allclose(upper, [3 - long, FAR], atol=0.1)
    np.testing.assert_allclose(lower, [FAR, 3 - long], atol=0.1)
    faint = replace(above, objectness=np.array([0.9, 0.1], np.float32))
    assert tokens(faint).tiles[0, GAPS + 2] == 1
