"""What a row may be where it lies: lone tiles far aside of a hand are no part of it."""

from __future__ import annotations

import numpy as np
import pytest

from yakulens.vision.example import detected
from yakulens.vision.layout.hand.candidates import find_candidates
from yakulens.vision.layout.hand.options import far_aside, row_options
from yakulens.vision.layout.priors import DEFAULT_PRIORS


@pytest.mark.parametrize(("down", "aside"), [(100, False), (300, True)])
def test_a_lone_tile_that_is_far_aside_can_but_be_left_out(down: int, *, aside: bool) -> None:
    row = detected("1m 2m 3m 4m _ 9s")
    row.quads[4, :, 1] += down
    found = find_candidates(row, np.zeros(5, np.bool_), DEFAULT_PRIORS)
    assert found is not None
    scene = next(scene for pair in found.views for scene in pair if scene.rows[0].tiles == (0, 1, 2, 3))
    assert far_aside(scene, [0], np.zeros(2)).tolist() == [False, aside]
    options = row_options(scene, [0], 1)
    assert aside == ([(option.concealed, option.win, option.score) for option in options] == [((), None, 0)])
