"""What was learnt is used face by face, so that no face loses tiles that were held back."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from yakulens.models.teach.per_face import faces_to_leave
from yakulens.vision.naming.own_reading import better_of

Read = list[tuple[int, int, int]]


def odds(read: list[int]) -> np.ndarray:
    """``(N, 39)``: sure of what is read."""
    return np.eye(39, dtype=np.float32)[read]


def falls(tiles: Read, left: tuple[int, ...]) -> set[int]:
    """The faces of which fewer tiles are read right than before; the network reads them as before."""
    truth, before, learnt = (list(each) for each in zip(*tiles, strict=True))
    after = better_of(odds(learnt), odds(before), left).argmax(axis=1).tolist()
    rights = {
        face: [sum(r == t == face for r, t in zip(read, truth, strict=True)) for read in (before, after)]
        for face in truth
    }
    return {face for face, (was, now) in rights.items() if now < was}


@given(st.lists(st.tuples(*[st.integers(0, 4)] * 3), min_size=1, max_size=30))
def test_fewer_faces_fall_than_by_what_was_learnt_alone(tiles: Read) -> None:
    truth, before, learnt = (list(each) for each in zip(*tiles, strict=True))
    left = faces_to_leave(np.array(truth), np.array(before), odds(before), odds(learnt))
    assert set(left) <= set(truth)
    assert len(falls(tiles, left)) <= len(falls(tiles, ()))


def test_a_face_that_fell_is_left_to_the_network_and_the_others_keep_their_gain() -> None:
    tiles = [(1, 1, 2), (1, 1, 1), (2, 3, 2), (4, 3, 4)]
    truth, before, learnt = (list(each) for each in zip(*tiles, strict=True))
    left = faces_to_leave(np.array(truth), np.array(before), odds(before), odds(learnt))
    assert left == (1,)
    assert better_of(odds(learnt), odds(before), left).argmax(axis=1).tolist() == truth


def test_where_nothing_falls_everything_is_read_by_what_was_learnt() -> None:
    truth = np.array([1, 2, 3])
    assert faces_to_leave(truth, np.array([1, 3, 2]), odds([1, 3, 2]), odds([1, 2, 3])) == ()


def test_a_tile_that_was_not_found_before_is_no_loss() -> None:
    assert faces_to_leave(np.array([1]), np.array([-1]), odds([1]), odds([2])) == ()
