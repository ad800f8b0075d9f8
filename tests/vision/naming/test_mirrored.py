"""Whether a photo is a mirrored one."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from yakulens.vision.example import detected
from yakulens.vision.labels import INDEX, LABELS
from yakulens.vision.naming.mirrored import gained, in_doubt
from yakulens.vision.naming.reds import with_reds

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from yakulens.vision.detections import Detections

FIRM = 0.4
HAND = "1m 2m 3m 4m 5m 6m 7m 8m 9m 1p 2p 3p 4p 4p"


def read_with(sureness: list[float], row: Detections) -> Detections:
    """The tiles, the first of them read with these probabilities."""
    faces = row.faces.copy()
    for tile, p in enumerate(sureness):
        label = row.faces[tile].argmax()
        faces[tile] = (1 - p) / (len(LABELS) - 1)
        faces[tile, label] = p
    return replace(row, faces=faces)


def even(p: float, tiles: int = 5) -> NDArray[np.float32]:
    faces = np.full((tiles, len(LABELS)), (1 - p) / (len(LABELS) - 1), np.float32)
    faces[:, 3] = p
    return faces


def test_a_few_doubtful_tiles_are_no_odd_set() -> None:
    assert len(in_doubt(read_with([0.6] * 3, detected(HAND)), FIRM)) == 0
    assert in_doubt(read_with([0.6] * 4, detected(HAND)), FIRM).tolist() == [0, 1, 2, 3]
    blank = read_with([0.6] * 4, detected("5z back 5z back"))
    assert len(in_doubt(blank, FIRM)) == 0


@pytest.mark.parametrize(
    ("before", "after", "better"),
    [(0.6, 0.9, True), (0.9, 0.95, False), (0.5, 0.75, False), (0.7, 0.6, False)],
)
def test_a_color_transform_must_gain_and_read_well(before: float, after: float, *, better: bool) -> None:
    assert gained(even(after), even(before)) is better


def test_of_many_doubtful_tiles_a_great_gain_is_enough() -> None:
    few, many = (np.tile(even(0.75)[:1], (n, 1)) for n in (11, 12))
    before = np.tile(even(0.5)[:1], (12, 1))
    assert not gained(few, before[:11])
    assert gained(many, before)
    assert not gained(many, np.tile(even(0.6)[:1], (12, 1)))


def test_red_fives_are_told_by_colour_and_not_fully_believed() -> None:
    five, red, one = (np.eye(len(LABELS), dtype=np.float32)[[INDEX[label]]] for label in ("5s", "0s", "1m"))
    assert with_reds(red, five)[0, INDEX["5s"]] == 1.0
    assert with_reds(five, red)[0, INDEX["0s"]] == pytest.approx(0.6)
    assert with_reds(five, one)[0, INDEX["5s"]] == 1.0
    assert with_reds(one, red)[0, INDEX["1m"]] == 1.0
