"""Whether a set was called is asked on one side of the hand as on the other: scenes and their mirrors."""

from __future__ import annotations

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.vision.layout.bundled import read
from tests.vision.layout.cases import Laid, detections, row
from yakulens.vision.reading import Reading

ROWS = (
    "1m 2m 3m 4m 5m 6m 7m 8m 9m 3s 3s",
    "2p 2p 2p 4s 5s 6s 6s 7s 8s 4z 4z",
    "1z 1z 1z 5p 6p 7p 2m 3m 4m 1s 1s",
)
SETS = ("5z 5z 5z", "2p 3p 4p", "9s 9s 9s", "7p 8p 9p", "6m 6m 6m")
gaps = st.floats(0.6, 4.0)
heights = st.floats(1.6, 3.0)


def laid(group: str, middle: float, y: float = 0.0) -> list[Laid]:
    """A row about a place."""
    return row(group, middle - (len(group.split()) - 1) / 2, y)


def asked(reading: Reading) -> set[frozenset[str]]:
    """The faces of the sets about which is asked whether they were called; the likelier answer may differ."""
    about = [issue for issue in reading.issues if issue.code in {"meld_origin", "meld_kind"}]
    return {frozenset(reading.face(tile) for tile in issue.ids) for issue in about}


def all_tiles(reading: Reading) -> Counter[str]:
    """The faces of the meant hand, called sets included."""
    return Counter(reading.face(tile) for tile in reading.hands[0].ids)


def read_laid(groups: list[tuple[str, float, float]], *, mirrored: bool) -> Reading:
    """Groups of tiles about their places, or where a mirror shows these; each from left to right."""
    side = -1 if mirrored else 1
    tiles = [tile for group, x, y in groups for tile in laid(group, side * x, y)]
    return read(detections(tiles), None)


@settings(max_examples=40, deadline=None)
@given(hand=st.sampled_from(ROWS), apart=st.sampled_from(SETS), gap=gaps)
def test_a_set_at_the_left_is_read_like_one_at_the_right(hand: str, apart: str, gap: float) -> None:
    place = (len(hand.split()) + len(apart.split())) / 2 + gap
    left, right = (read_laid([(hand, 0, 0), (apart, place, 0)], mirrored=m) for m in (True, False))
    about = frozenset(apart.split())
    assert about in asked(left)
    assert about in asked(right)
    assert all_tiles(left) == all_tiles(right)


@settings(max_examples=40, deadline=None)
@given(
    hand=st.sampled_from(ROWS),
    apart=st.sampled_from(SETS),
    x=st.floats(0.0, 4.0),
    y=heights,
    front=st.booleans(),
)
def test_a_set_in_another_row_is_read_like_its_mirror(
    hand: str, apart: str, x: float, y: float, *, front: bool
) -> None:
    groups = [(hand, 0.0, 0.0), (apart, x, -y if front else y)]
    left, right = (read_laid(groups, mirrored=m) for m in (True, False))
    about = frozenset(apart.split())
    assert about in asked(left)
    assert about in asked(right)
    assert all_tiles(left) == all_tiles(right)
