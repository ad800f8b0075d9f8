"""A set that lies apart may be a called one, half seen: the place is looked at again."""

from __future__ import annotations

import pytest

from tests.vision.layout.cases import Laid, detections, row
from yakulens.vision import layout

TEN = "2p 2p 3p 5p 7p 8p 9p 4s 5s 6s"


@pytest.mark.parametrize(("apart", "again"), [("9s 9s 9s", True), ("7s 8s 9s", False)])
def test_three_of_a_kind_in_a_line_of_their_own_are_looked_at_again(apart: str, *, again: bool) -> None:
    (first, *_) = layout.readings(detections([*row(TEN), Laid("4p", 12.0), *row(apart, 8.0, 1.8)]))
    assert first is not None
    assert first.whole
    assert not first.reading.melds
    assert bool(first.lacking) is again
