"""Photos that were taken aslant or on their side are turned before they are looked at again."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from yakulens.vision.picture.straighten import SEARCHED, STRAIGHT, leaning, straightened

if TYPE_CHECKING:
    from numpy.typing import NDArray

SIZE = (900, 1200)
DEPTH = np.array([[1.0, 0, 0], [0, 1.0, 0], [0, -0.0009, 1.5]])
"""Farther up on the photo everything is smaller."""


def table(rows: int = 3, tops: float = 0.0, depth: NDArray[np.float64] = DEPTH) -> NDArray[np.float32]:
    """``rows`` rows of twelve tiles whose tops point ``tops`` degrees counter-clockwise from upwards."""
    tile = np.array([(-18, -25), (18, -25), (18, 25), (-18, 25)], float)
    turn = cv2.getRotationMatrix2D((0, 0), tops, 1.0)[:, :2]
    quads = [tile @ turn.T + (300 + 55 * k, 400 + 70 * r) for r in range(rows) for k in range(12)]
    middle = np.array([SIZE[1] / 2, 0.0])
    seen = cv2.perspectiveTransform((np.array(quads) - middle).reshape(-1, 1, 2), depth)
    return (seen.reshape(-1, 4, 2) + middle).astype(np.float32)


def turned(quads: NDArray[np.float32], degrees: float) -> NDArray[np.float32]:
    """The quads of the photo turned counter-clockwise about its middle."""
    matrix = cv2.getRotationMatrix2D((SIZE[1] / 2, SIZE[0] / 2), degrees, 1.0)
    return (quads @ matrix[:, :2].T + matrix[:, 2]).astype(np.float32)


def lean(quads: NDArray[np.float32]) -> float:
    """With the first edge of each quad its face's top."""
    return leaning(quads, np.tile(np.float32([1, 0, 0, 0]), (len(quads), 1)), np.ones(len(quads), np.float32))


def test_a_straight_photo_stays_as_it_is() -> None:
    assert lean(table()) == pytest.approx(0, abs=4)
    ups = np.tile(np.float32([1, 0, 0, 0]), (36, 1))
    assert straightened(table(), ups, np.ones(36, np.float32), SIZE) is None


@pytest.mark.parametrize(
    ("degrees", "searched", "stays"), [(20, False, False), (20, True, True), (35, True, False)]
)
def test_what_leans_a_little_is_turned_unless_it_was_searched_closely_already(
    *, degrees: float, searched: bool, stays: bool
) -> None:
    ups = np.tile(np.float32([1, 0, 0, 0]), (36, 1))
    enough = SEARCHED if searched else STRAIGHT
    view = straightened(turned(table(), degrees), ups, np.ones(36, np.float32), SIZE, enough)
    assert (view is None) is stays


@pytest.mark.parametrize("degrees", [-90, 20, 90, 160, 180, -35])
def test_a_turned_photo_is_turned_back(degrees: float) -> None:
    found = lean(turned(table(), degrees))
    assert (found + degrees + 180) % 360 - 180 == pytest.approx(0, abs=4)


@pytest.mark.parametrize("seat", [90, 180, -90])
def test_a_hand_photographed_from_another_seat_stays_as_it_is(seat: float) -> None:
    assert lean(table(tops=seat)) == pytest.approx(0, abs=4)


def test_a_row_of_which_one_end_is_nearer_is_not_set_upright() -> None:
    aside = np.array([[1.0, 0, 0], [0, 1.0, 0], [-0.0004, 0, 1.2]])
    assert abs(lean(table(rows=1, depth=aside))) < 15


def test_too_few_tiles_tell_nothing() -> None:
    assert lean(turned(table(), 30)[:4]) == 0


@pytest.mark.parametrize(("degrees", "quarters"), [(35, 0), (90, 3), (115, 3), (180, 2), (270, 1)])
def test_the_quarters_bring_the_photo_nearest_to_the_view(degrees: float, quarters: int) -> None:
    quads = turned(table(), degrees)
    view = straightened(quads, np.tile(np.float32([1, 0, 0, 0]), (36, 1)), np.ones(36, np.float32), SIZE)
    assert view is not None
    assert view.quarters == quarters


@pytest.mark.parametrize("degrees", [90, 35])
def test_the_view_shows_the_tiles_straight_and_gives_their_place_on_the_photo(degrees: float) -> None:
    quads = turned(table(), degrees)
    pixels = np.full((*SIZE, 3), 60, np.uint8)
    cv2.fillConvexPoly(pixels, quads[5].astype(np.int32), (250, 10, 10))
    view = straightened(quads, np.tile(np.float32([1, 0, 0, 0]), (36, 1)), np.ones(36, np.float32), SIZE)
    assert view is not None
    seen = view.show(pixels)
    assert seen.shape[:2] == view.size
    ys, xs = np.nonzero(seen[..., 0] > 200)
    low, high = np.array([xs.min(), ys.min()]), np.array([xs.max(), ys.max()])
    there = quads[5] @ view.matrix[:, :2].T + view.matrix[:, 2]
    assert np.abs([*low, *high] - np.concatenate([there.min(axis=0), there.max(axis=0)])).max() < 3
    np.testing.assert_allclose(view.on_photo(there[None].astype(np.float32))[0], quads[5], atol=0.05)
