"""The winning tile where the finder doubts it."""

from __future__ import annotations

import pytest

from tests.vision.layout.cases import Laid, detections, row
from yakulens.vision import layout

HELD = "1m 2m 3m 4p 5p 6p 7s 8s 9s 2z 2z 4s 5s"


@pytest.mark.parametrize(("x", "won"), [(14.5, "6s"), (14.5, "3s"), (13.0, "3s")])
def test_a_doubtful_tile_beside_a_hand_that_waits_for_it_won_and_is_asked_about(x: float, won: str) -> None:
    reading = layout.read(detections(row(HELD)), detections([Laid(won, x, found=0.27)]))
    assert len(reading.concealed) + (reading.win is not None) == 14
    assert won in [reading.face(tile) for hand in reading.hands for tile in hand.ids]
    assert ("maybe_not_in_hand", ("in", "out")) in [(i.code, i.choices) for i in reading.issues]


@pytest.mark.parametrize(
    "doubtful",
    [
        Laid("7s", 14.5, found=0.27),  # nothing that the hand waits for
        Laid("6s", 20.0, found=0.27),  # too far off
        Laid("6s", 14.5, found=0.05),  # hardly believed in
        Laid("6s", 12.4, found=0.27),  # on the last tile of the hand
    ],
    ids=str,
)
def test_any_other_doubtful_detection_leaves_the_hand_waiting(doubtful: Laid) -> None:
    known = layout.read(detections(row(HELD)))
    assert layout.read(detections(row(HELD)), detections([doubtful])) == known
