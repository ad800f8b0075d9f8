"""What the network says itself counts for unchanged faces, and between a blank White and a blank back."""

from __future__ import annotations

import numpy as np
import pytest

from yakulens.vision.labels import BACK, INDEX, LABELS
from yakulens.vision.naming.own_reading import with_own
from yakulens.vision.naming.tile_set import Examples, Layer, PrototypeHead, TileSet

WHITE, BACKED, FIVE, RED = (INDEX[face] for face in ("5z", BACK, "5p", "0p"))


def odds(**shares: float) -> np.ndarray:
    """``(1, 39)`` probabilities by face."""
    return np.array([[shares.get(f"t{label}", 0.0) for label in LABELS]], np.float32)


def tile_set(likeness: float, *, reds: bool = True, unchanged: tuple[str, ...] = ()) -> TileSet:
    """A set whose White and back are so much alike."""
    means = np.array([[1, 0], [likeness, np.sqrt(1 - likeness**2)]], np.float32)
    axes, none = np.eye(2, dtype=np.float32), np.zeros(0, np.intp)
    faces, tops = np.array([WHITE, BACKED]), np.zeros(2, np.intp)
    head = PrototypeHead(faces, tops, axes, np.zeros(2, np.float32), means, 20.0, 0.5)
    layer = Layer(np.zeros((39, 2), np.float32), np.zeros(39, np.float32), reds=reds)
    examples = Examples(np.zeros((0, 1, 2), np.float32), None, none, none)
    return TileSet("mine", "", layer, examples, head, unchanged=unchanged)


@pytest.mark.parametrize(("likeness", "read"), [(0.7, WHITE), (0.2, BACKED)])
def test_a_blank_white_is_not_taken_for_a_back_that_is_blank_too(likeness: float, read: int) -> None:
    learnt, own = odds(t5z=0.02, tback=0.97, t1m=0.01), odds(t5z=0.6, tback=0.3, t1m=0.1)
    probs = with_own(tile_set(likeness), learnt, own)
    assert int(probs.argmax()) == read
    assert probs.sum() == pytest.approx(1)
    assert probs[0, INDEX["1m"]] == pytest.approx(0.01)


def test_a_white_that_was_learnt_stays_one_where_the_network_takes_it_for_a_back() -> None:
    probs = with_own(tile_set(0.7), odds(t5z=0.9, tback=0.1), odds(t5z=0.2, tback=0.8))
    assert probs[0, [WHITE, BACKED]] == pytest.approx([0.9, 0.1])


def test_a_tile_that_the_network_takes_for_an_unchanged_face_is_read_as_before() -> None:
    learnt, own = odds(t4s=0.9, t1m=0.1), odds(t7z=0.8, t1m=0.2)
    np.testing.assert_array_equal(with_own(tile_set(0.0), learnt, own), learnt)
    np.testing.assert_array_equal(with_own(tile_set(0.0, unchanged=("7z",)), learnt, own), own)


def test_in_a_set_without_red_fives_the_network_sees_none_either() -> None:
    probs = with_own(tile_set(0.0, reds=False, unchanged=("5p",)), odds(t1m=1.0), odds(t0p=0.7, t5p=0.3))
    assert (int(probs.argmax()), float(probs[0, RED])) == (FIVE, 0.0)
