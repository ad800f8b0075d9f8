"""Tiles that the photo's edge cuts are asked about."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from yakulens.vision import layout
from yakulens.vision.detections import Detections
from yakulens.vision.example import detected

if TYPE_CHECKING:
    from yakulens.vision.reading import Reading

HAND = "1m 2m 3m 4p 5p 6p 7s 8s 9s 2z 2z 4s 5s"


def cut(laid: str, share: float) -> Reading:
    """The row with its first tile cut by the photo's left edge, so much of it left."""
    row = detected(laid)
    quads = row.quads - np.array([100.0 + 40.0 * (1 - share), 0.0], np.float32)
    quads[:, :, 0] = np.maximum(quads[:, :, 0], 0.0)
    return layout.read(Detections.seen(quads, row.objectness, row.faces, row.ups, row.size))


def about(reading: Reading, tile: int) -> list[tuple[str, tuple[str, ...]]]:
    return [(issue.code, issue.choices) for issue in reading.issues if issue.ids == (tile,)]


def test_a_cut_tile_beside_thirteen_is_asked_to_be_of_the_hand() -> None:
    reading = cut("6s " + HAND, share=0.5)
    assert 0 not in reading.hands[0].ids
    assert about(reading, 0) == [("maybe_not_in_hand", ("out", "in"))]


def test_a_tile_of_the_hand_that_is_cut_a_little_is_asked_what_it_shows() -> None:
    reading = cut(HAND, share=0.86)
    assert 0 in reading.hands[0].ids
    assert [code for code, _ in about(reading, 0)] == ["doubtful_face"]


def test_a_tile_that_only_touches_the_edge_is_not_asked_about() -> None:
    assert cut(HAND, share=1.0).issues == ()
