"""A layout's order names its tiles; what cannot be is said in one line."""

from dataclasses import replace

import numpy as np
import pytest

from yakulens.models.teach.layout_rows import from_upper_edge, rows_of, tiles_of, with_gaps_filled
from yakulens.models.teach.order import (
    ORDER,
    OrderError,
    _labels_of_rows,
    _laid_out,
    parse_order,
)
from yakulens.vision.detections import Detections


def grid(lengths: list[int], *, slant: float = 0.0, keystone: float = 0.0) -> Detections:
    """Rows of tiles 40 wide and 54 long, turned by ``slant`` degrees, farther rows smaller."""
    quads = []
    for row, length in enumerate(lengths):
        size = 1 - keystone * (len(lengths) - row)
        for k in range(length):
            x, y = 500 + (k - length / 2) * 46 * size, 200 + row * 70 * size
            wide, tall = 40 * size, 54 * size
            quads.append([[x, y], [x + wide, y], [x + wide, y + tall], [x, y + tall]])
    corners = np.array(quads, np.float32)
    c, s = np.cos(np.radians(slant)), np.sin(np.radians(slant))
    corners = (corners - 500) @ np.array([[c, s], [-s, c]], np.float32) + 500
    count = len(corners)
    order = np.random.default_rng(0).permutation(count)
    faces = np.full((count, 39), 1 / 39, np.float32)
    ups = np.full((count, 4), 0.25, np.float32)
    return Detections(
        corners[order].astype(np.float32), np.full(count, 0.8, np.float32), faces, ups, (1000, 1000)
    )


@pytest.mark.parametrize("slant", [0, 7, -12])
@pytest.mark.parametrize("keystone", [0.0, 0.04])
def test_rows_are_found_as_they_lie(slant: float, keystone: float) -> None:
    found = rows_of(grid([9, 9, 9, 7, 5], slant=slant, keystone=keystone))
    assert [len(row) for row in found] == [9, 9, 9, 7, 5]


@pytest.mark.parametrize("slant", [0, 9, -12])
@pytest.mark.parametrize("turned", [0, 1, 2, 3])
def test_tiles_of_a_layout_begin_at_their_upper_edge_however_they_were_found(
    slant: float, turned: int
) -> None:
    quads = grid([9, 7], slant=slant).quads
    np.testing.assert_array_equal(from_upper_edge(np.roll(quads, turned, axis=1)), quads)


def test_a_row_runs_from_left_to_right() -> None:
    seen = grid([9, 7])
    for row in rows_of(seen):
        across = seen.quads[row].mean(axis=1)[:, 0]
        assert (np.diff(across) > 0).all()


def test_a_faint_twin_of_a_tile_is_no_tile() -> None:
    seen = grid([9])
    twin = seen[np.array([3])]
    moved = Detections(twin.quads + 4, twin.objectness * 0.6, twin.faces, twin.top_edge_probs, seen.size)
    assert len(tiles_of(Detections.merge(seen, moved), 0.4)) == 9


def lacking(seen: Detections, *tiles: int) -> Detections:
    """The tiles without some."""
    return seen[np.setdiff1d(np.arange(len(seen)), tiles)]


def test_a_tile_that_is_found_faintly_and_askew_is_taken_between_its_neighbours() -> None:
    seen = grid([9, 9, 9, 7], slant=5)
    row = rows_of(seen)[1]
    missed = seen[np.array([row[5]])]
    askew = replace(missed, quads=(missed.quads + np.array([[9, -9], [9, 9], [-9, 9], [-9, -9]])) + 6)
    found = lacking(seen, row[5])
    tiles, rows, labels, _ = _laid_out(found, Detections.merge(found, askew), ORDER, 0, "a.jpg")
    assert [len(each) for each in rows] == [9, 9, 9, 7]
    place = [tile for each in rows for tile in each].index(len(found))
    assert labels[place] == "6p"
    np.testing.assert_allclose(from_upper_edge(tiles.quads)[-1], from_upper_edge(missed.quads)[0], atol=1)


def test_a_gap_in_which_nothing_is_found_and_a_row_that_only_ends_early_are_not_filled() -> None:
    seen = grid([9, 9, 9, 7])
    row = rows_of(seen)[1]
    found, short = lacking(seen, row[5]), lacking(seen, row[8])
    for tiles, among in ((found, found), (short, seen)):
        assert len(with_gaps_filled(tiles, rows_of(tiles), among)) == len(tiles)
        with pytest.raises(OrderError, match="row 2 has 8 tiles where 9 belong"):
            _laid_out(tiles, among, ORDER, 0, "a.jpg")


def test_photos_go_on_where_the_last_one_ended() -> None:
    names, at = _labels_of_rows([9, 9], ORDER, 0, "a.jpg")
    assert (names[0], names[-1], at) == ("1m", "9p", 18)
    names, at = _labels_of_rows([9, 7, 3], ORDER, at, "b.jpg")
    assert names == [*(f"{n}s" for n in range(1, 10)), *(f"{n}z" for n in range(1, 8)), "0m", "0p", "0s"]


def test_a_second_round_begins_anew() -> None:
    _, at = _labels_of_rows([9, 9, 9, 7], ORDER, 0, "a.jpg")
    names, _ = _labels_of_rows([9, 9, 9, 7], ORDER, at, "b.jpg")
    assert (names[0], len(names)) == ("1m", 34)


def test_a_row_that_cannot_be_is_named() -> None:
    with pytest.raises(OrderError, match=r"a.jpg: row 2 has 8 tiles where 9 belong \(1p to 9p\)"):
        _labels_of_rows([9, 8, 9, 7], ORDER, 0, "a.jpg")
    with pytest.raises(OrderError, match="no tiles found"):
        _labels_of_rows([], ORDER, 0, "a.jpg")


def test_an_order_may_be_typed() -> None:
    assert parse_order("123m, 0p other") == (("1m", "2m", "3m"), ("0p", "other"))
    for wrong in ("", " , ", "hello", "19x"):
        with pytest.raises(OrderError):
            parse_order(wrong)
