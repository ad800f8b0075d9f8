"""Whether a photo is a mirrored one."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from yakulens.vision.example import detected
from yakulens.vision.labels import INDEX, LABELS
from yakulens.vision.naming.mirrored import is_mirrored, sample_tiles
from yakulens.vision.naming.reds import with_reds

if TYPE_CHECKING:
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


def test_few_doubtful_tiles_ask_for_no_mirror() -> None:
    assert len(sample_tiles(read_with([0.6] * 3, detected(HAND)), FIRM)) == 0
    assert sample_tiles(read_with([0.6] * 4, detected(HAND)), FIRM).tolist() == list(range(14))
    blank = read_with([0.6] * 4, detected("5z back 5z back"))
    assert len(sample_tiles(blank, FIRM)) == 0


@pytest.mark.parametrize(
    ("before", "after", "mirrored"),
    [
        ([0.6] * 4, [0.98] * 4, True),
        ([0.6] * 4, [0.98, 0.6, 0.6, 0.6], False),
        ([0.6] * 4, [0.9] * 4, False),
        ([0.6] * 4 + [0.99] * 9, [0.98] * 4 + [0.5] * 9, False),  # what was sure is in doubt for it
    ],
)
def test_a_mirrored_photo_has_more_tiles_that_are_sure_when_it_is_mirrored_again(
    before: list[float], after: list[float], *, mirrored: bool
) -> None:
    row = detected(HAND)
    assert is_mirrored(read_with(after, row).faces, read_with(before, row).faces) is mirrored


def test_red_fives_are_told_by_colour_and_not_fully_believed() -> None:
    five, red, one = (np.eye(len(LABELS), dtype=np.float32)[[INDEX[label]]] for label in ("5s", "0s", "1m"))
    assert with_reds(red, five)[0, INDEX["5s"]] == 1.0
    assert with_reds(five, red)[0, INDEX["0s"]] == pytest.approx(0.6)
    assert with_reds(five, one)[0, INDEX["5s"]] == 1.0
    assert with_reds(one, red)[0, INDEX["1m"]] == 1.0
