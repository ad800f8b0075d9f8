from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from tests.vision.learning.designs import artwork, odd_sets
from tests.vision.learning.recognised import layouts
from yakulens.vision.learning.eye import Eye
from yakulens.vision.learning.file import from_bytes, to_bytes
from yakulens.vision.learning.lesson import learnt, seen
from yakulens.vision.models import choose
from yakulens.vision.picture.rendition import PLAIN

if TYPE_CHECKING:
    from yakulens.vision.learning.examples import LabelledTiles

FIRM = 0.4


def known(part: LabelledTiles, eye: Eye) -> LabelledTiles:
    """Those of a photo's tiles that the network names right."""
    right = eye.layer(seen([part], eye, PLAIN)[0].features[:, 0]).argmax(axis=1) == part.faces
    assert right.mean() > 0.8
    return part._replace(
        quads=part.quads[right], faces=part.faces[right], read=part.read[right], found=part.found[right]
    )


@pytest.mark.parametrize("photos", [1, 2])
def test_a_set_that_the_network_names_right_is_read_as_before(photos: int) -> None:
    eye = Eye.of(choose())
    usual = replace(odd_sets([artwork()])[0], body=None, number=99)
    lesson = learnt("usual", [known(part, eye) for part in layouts(usual, photos)], eye, FIRM)
    again = from_bytes(to_bytes(lesson.tile_set), "usual.yakuset")
    layer, told = again.layer, again.engraving
    np.testing.assert_allclose(layer.weights, eye.layer.weights, atol=1e-5)
    np.testing.assert_allclose(layer.bias, eye.layer.bias, atol=1e-5)
    assert told is not None
    assert (told.trust, told.sharpness) == (1.0, 0.0)
    assert lesson.better


def test_a_set_that_it_names_wrong_is_read_by_what_was_learnt() -> None:
    eye = Eye.of(choose())
    lesson = learnt("odd", layouts(odd_sets([artwork()])[4]), eye, FIRM)
    assert lesson.tile_set.engraving is not None
    assert lesson.tile_set.engraving.sharpness > 0
    assert not np.allclose(lesson.tile_set.layer.weights, eye.layer.weights, atol=1e-2)
