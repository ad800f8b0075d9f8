"""Places where a tile may lie that was not found."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.layout.cases import LENGTH, WIDTH, Laid, detections, row
from vision import layout
from vision.detections import Detections
from vision.synth.arrange import arrange
from vision.synth.ideal import find
from vision.synth.viewpoint import view

HAND = "1m 2m 3m 4m 5m 6m 7p 8p 9p 2s 2s 8s 8s"


def centres(tiles: list[Laid], *, sideways: bool = False) -> list[tuple[float, float]]:
    """The middles of the places for upright or for sideways tiles, in tile widths."""
    quads = layout.missed_places(detections(tiles)).quads
    lying = np.ptp(quads[:, :, 0], axis=1) > np.ptp(quads[:, :, 1], axis=1)
    return [((x - 400) / WIDTH, (500 - y) / WIDTH) for x, y in quads[lying == sideways].mean(axis=1)]


def test_a_hole_of_one_tile_is_named_first_then_both_ends() -> None:
    tiles = [t for k, t in enumerate(row(HAND)) if k != 5]
    hole, *ends = centres(tiles)
    assert hole == pytest.approx((5, 0), abs=0.05)
    assert sorted(x for x, _ in ends) == pytest.approx([-1, 13], abs=0.05)


def test_beyond_the_ends_a_called_tile_may_lie_sideways_flush_with_the_near_edge() -> None:
    places = sorted(centres(row(HAND), sideways=True))
    aspect = LENGTH / WIDTH
    assert [x for x, _ in places] == pytest.approx([-0.5 - aspect / 2, 12.5 + aspect / 2], abs=0.05)
    assert [y for _, y in places] == pytest.approx([0.5 - aspect / 2] * 2, abs=0.05)


def test_a_hole_of_two_tiles_is_two_places() -> None:
    tiles = [t for k, t in enumerate(row(HAND)) if k not in (5, 6)]
    assert sorted(x for x, _ in centres(tiles))[1:3] == pytest.approx([5, 6], abs=0.05)


def test_a_gap_of_half_a_tile_holds_none() -> None:
    assert all(abs(x - 7) > 1 for x, _ in centres([*row("1m 2m 3m 4m 5m 6m 7m"), *row("1p 2p 3p", 7.5)]))


def test_a_place_is_a_tile_upright_in_its_row() -> None:
    tiles = [t for k, t in enumerate(row(HAND)) if k != 5]
    quad = layout.missed_places(detections(tiles)).quads[0]
    sides = np.linalg.norm(np.roll(quad, -1, axis=0) - quad, axis=1)
    assert sides == pytest.approx([WIDTH, LENGTH, WIDTH, LENGTH], rel=0.03)
    assert quad[0][0] < quad[1][0]
    assert quad[0][1] < quad[3][1]


@pytest.mark.parametrize("side", [0, 90, 180, 30])
def test_the_place_of_a_missing_tile_is_found_in_perspective(side: float) -> None:
    rng = np.random.default_rng(side)
    scene = arrange(rng, "win absent")
    found, owner = find(rng, scene, view(rng, scene, side=side, steepness=45))
    gone = int(np.flatnonzero(owner == scene.concealed[6])[0])
    kept = np.arange(len(found)) != gone
    rest = found.take(kept)
    places = layout.missed_places(rest).quads.mean(axis=1)
    width = np.linalg.norm(found.quads[gone][0] - found.quads[gone][2]) / 2
    assert np.linalg.norm(places - found.quads[gone].mean(axis=0), axis=1).min() < 0.2 * width


def test_where_nothing_was_found_nothing_is_missed() -> None:
    assert len(layout.missed_places(Detections.none((600, 800)))) == 0


def test_beside_a_called_tile_another_may_be_added_on_either_side() -> None:
    pon = [Laid("7z", 0.0), Laid("7z", 1.0), Laid("7z", 2.175, -0.175, sideways=True)]
    added = [y for x, y in centres(pon, sideways=True) if abs(x - 2.175) < 0.1]
    assert sorted(added) == pytest.approx([-1.195, 0.845], abs=0.05)


@pytest.mark.parametrize(("x", "missing"), [(1.5, 2.35), (1.0, 2.35)])
def test_behind_an_added_tile_that_seems_shifted_the_third_of_the_set_is_looked_for(
    x: float, missing: float
) -> None:
    added = [Laid("7z", 0.0, 3.0), Laid("7z", x, 3.2, sideways=True)]
    places = layout.missed_places(detections([*row(HAND), *added]))
    at = (places.quads.mean(axis=1) - [400, 500]) / [WIDTH, -WIDTH]
    behind = places.like == len(row(HAND))
    assert np.linalg.norm(at[behind] - [missing, 3.0], axis=1).min() < 0.1


def test_only_beside_a_back_a_face_down_tile_is_looked_for() -> None:
    quad = [t for k, t in enumerate(row("5z back back 5z")) if k != 2]
    places = layout.missed_places(detections([*quad, *row("1m 2m 3m", 8.0)]))
    at = (places.quads.mean(axis=1)[:, 0] - 400) / WIDTH
    assert at[places.backs] == pytest.approx([2], abs=0.05)
    assert len(places) > 1


@pytest.mark.parametrize(
    ("first", "second", "wide", "tall"),
    [
        ((2.175, 2.825), (2.175, 3.825), LENGTH, WIDTH),
        ((0.0, -3.0), (0.0, -3.0 - LENGTH / WIDTH), WIDTH, LENGTH),
    ],
)
def test_a_detection_of_twice_the_size_is_read_as_two(
    first: tuple[float, float], second: tuple[float, float], wide: float, tall: float
) -> None:
    found = detections([*row(HAND), *row(HAND, x=6.0, y=3.0), Laid("4p", *first)])
    one, other = (np.array([400, 500]) + np.array(at) * [WIDTH, -WIDTH] for at in (first, second))
    half = np.array([wide, tall]) / 2
    low, high = np.minimum(one, other) - half, np.maximum(one, other) + half
    found.quads[-1] = [low, (high[0], low[1]), high, (low[0], high[1])]
    quads = layout.missed_places(found).quads
    for at in (one, other):
        quad = quads[np.argmin(np.linalg.norm(quads.mean(axis=1) - at, axis=1))]
        assert np.linalg.norm(quad.mean(axis=0) - at) < 0.1 * WIDTH
        assert (np.ptp(quad[:, 0]), np.ptp(quad[:, 1])) == pytest.approx((wide, tall), rel=0.15)


def test_two_halves_of_a_tile_that_lies_across_are_looked_at_as_one() -> None:
    called = [
        Laid("4p", 0.0, 3.0),
        Laid("4p", 1.0, 3.0),
        Laid("2p", 1.8375, 2.825),
        Laid("2p", 2.5125, 2.825),
    ]
    found = detections([*row(HAND), *row(HAND, y=-3.0), *called])
    for half in (-2, -1):
        middle = found.quads[half].mean(axis=0)
        found.quads[half] = middle + (found.quads[half] - middle) * [LENGTH / 2 / WIDTH, WIDTH / LENGTH]
    first = layout.missed_places(found).quads[0]
    assert (first.mean(axis=0) - [400, 500]) / [WIDTH, -WIDTH] == pytest.approx([2.175, 2.825], abs=0.05)
    assert np.ptp(first[:, 0]) == pytest.approx(LENGTH, rel=0.15)
    assert np.ptp(first[:, 1]) == pytest.approx(WIDTH, rel=0.15)
