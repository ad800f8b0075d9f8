"""What the layout takes from the detections before it decides anything."""

import pytest

from tests.vision.layout.cases import detections, row
from yakulens.vision.layout.on_table import observe


@pytest.mark.parametrize(("face", "top"), [("3p", 0.97), ("4p", 0.6), ("9p", 0.6), ("back", 0.25)])
def test_a_face_that_looks_the_same_turned_by_a_quarter_tells_little_of_its_direction(
    face: str, top: float
) -> None:
    seen = observe(detections(row(f"1m 2m {face}")))
    assert seen.ups[2, 0] == pytest.approx(top, abs=0.03)
    assert seen.ups.sum(axis=1) == pytest.approx([1, 1, 1])
