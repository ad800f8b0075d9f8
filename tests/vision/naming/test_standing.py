"""Faces that are each other upside down are told apart by the way the tiles beside them stand."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from yakulens.vision.coroutines import run
from yakulens.vision.labels import INDEX
from yakulens.vision.model_card import ReaderSettings
from yakulens.vision.naming.crop_answers import ReaderResult, softmax
from yakulens.vision.naming.namer import Crops, Namer
from yakulens.vision.naming.standing import tops_by_row, turned_faces, upright_odds
from yakulens.vision.naming.tile_set import Examples, Layer, PrototypeHead, TileSet

if TYPE_CHECKING:
    from numpy.typing import NDArray

SIX, NINE, TWO, WHITE = (INDEX[face] for face in ("6p", "9p", "2p", "5z"))
PLACES = np.eye(5, dtype=np.float32)
HEAD = PrototypeHead(
    np.array([SIX, SIX, NINE, NINE, TWO, TWO, WHITE, WHITE]),
    np.tile([0, 2], 4),
    PLACES,
    np.zeros(5, np.float32),
    PLACES[[0, 1, 1, 0, 2, 3, 4, 4]],
    20.0,
    0.5,
)
SURE = [1.0, 0.0, 0.0, 0.0]
TURNED = [0.0, 0.0, 1.0, 0.0]


def row(count: int, turned: float = 0.0, gap: float = 1.1) -> NDArray[np.float32]:
    """``(N, 4, 2)`` tiles side by side, 40 wide and 54 long, the row turned by so many degrees."""
    tile = np.array([[0, 0], [40, 0], [40, 54], [0, 54]], np.float32)
    quads = np.stack([tile + np.array([40 * gap * k, 0]) for k in range(count)])
    c, s = np.cos(np.radians(turned)), np.sin(np.radians(turned))
    return np.asarray(quads @ np.array([[c, s], [-s, c]]), np.float32)


def test_faces_that_are_each_other_upside_down_are_known_by_their_prototypes() -> None:
    turned = turned_faces(HEAD)
    assert turned.twins[[SIX, NINE, TWO, WHITE]].tolist() == [NINE, SIX, -1, -1]
    assert turned.symmetric[[SIX, NINE, TWO, WHITE]].tolist() == [False, False, False, True]


def test_of_an_upright_crop_the_prototypes_tell_a_six_from_a_nine() -> None:
    none = np.zeros((2, 39), np.float32)
    probs = softmax(upright_odds(HEAD, none, PLACES[:2]), 1.0)
    assert probs.argmax(axis=1).tolist() == [SIX, NINE]
    either = softmax(HEAD(none, PLACES[:2]), 1.0)
    np.testing.assert_allclose(either[:, SIX], either[:, NINE], rtol=1e-4)


@given(turned=st.integers(0, 359), starts=st.lists(st.integers(0, 3), min_size=6, max_size=6))
def test_a_tile_stands_as_its_row_does_however_the_photo_is_turned(turned: int, starts: list[int]) -> None:
    quads = row(6, turned)
    probs = np.tile(np.array([SURE], np.float32), (6, 1))
    probs[2] = 0.5, 0.0, 0.5, 0.0
    quads = np.stack([np.roll(quad, -start, axis=0) for quad, start in zip(quads, starts, strict=True)])
    probs = np.stack([np.roll(each, -start) for each, start in zip(probs, starts, strict=True)])
    edges, stands = tops_by_row(quads, probs, np.arange(6) != 2)
    top = (edges[2] + starts[2]) % 4
    assert (top, stands[2] > 0.98) in {(0, True), (2, False)}
    assert abs(stands[2] - 0.5) > 0.48


def test_tiles_that_tell_nothing_and_tiles_of_another_row_leave_it_open() -> None:
    near, far = row(3), row(3) + np.array([0, 300], np.float32)
    probs = np.tile(np.array([SURE], np.float32), (6, 1))
    _, stands = tops_by_row(np.concatenate([near, far]), probs, np.arange(6) >= 3)
    np.testing.assert_allclose(stands[:3], 0.5)


def test_a_sideways_tile_and_a_gap_do_not_end_a_row() -> None:
    quads = row(3, gap=2.6)
    probs = np.tile(np.array([SURE], np.float32), (3, 1))
    _, stands = tops_by_row(quads, probs, np.array([True, True, False]))
    assert stands[2] > 0.95


def test_where_some_tiles_lie_upside_down_so_may_this_one() -> None:
    probs = np.array([SURE, SURE, TURNED, SURE, SURE], np.float32)
    _, stands = tops_by_row(row(5), probs, np.arange(5) < 4)
    assert 0.7 < stands[4] < 0.8


def named(tops: list[list[float]], votes: int = TWO) -> NDArray[np.float32]:
    """The faces of a row whose first tile is a six or, the other way round, a nine."""
    layer = Layer(np.zeros((39, 4), np.float32), np.zeros(39, np.float32))
    none = np.zeros(0, np.intp)
    examples = Examples(np.zeros((0, 1, 4), np.float32), None, none, none)
    namer = Namer(ReaderSettings("", ""), TileSet("mine", "", layer, examples, HEAD))
    faces = np.zeros((len(tops), 39), np.float32)
    faces[0, NINE], faces[1:, votes] = 1.0, 1.0
    quads = row(len(tops))

    async def read(crops: Crops) -> ReaderResult:
        """A six where the crop begins at the upper edge of the photo, else a nine."""
        assert crops.upright
        answer = np.zeros((len(crops.quads), 39), np.float32)
        upper = crops.quads[:, 0, 1] < crops.quads[:, 2, 1]
        answer[np.arange(len(upper)), np.where(upper, SIX, NINE)] = 1.0
        return ReaderResult(answer, np.zeros((len(upper), 4), np.float32), crops.quads)

    said, _ = run(namer.as_they_stand(quads, faces, np.array(tops, np.float32), read))
    np.testing.assert_array_equal(said[1:], faces[1:])
    return said[0]


@pytest.mark.parametrize(("others", "face"), [(SURE, SIX), (TURNED, NINE)])
def test_a_six_among_upright_tiles_is_no_nine(others: list[float], face: int) -> None:
    assert named([[0.1, 0.0, 0.9, 0.0], *[others] * 4])[face] > 0.98


def test_a_six_alone_or_among_tiles_that_look_the_same_upside_down_may_be_a_nine() -> None:
    for probs in (named([[0.9, 0.0, 0.1, 0.0]]), named([SURE] * 4, WHITE)):
        np.testing.assert_allclose(probs[[SIX, NINE]], 0.5)
