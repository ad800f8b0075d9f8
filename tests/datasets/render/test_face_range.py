"""Designs that few makers have: every face can still be told from every other."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from yakulens.datasets.render.designs import draw_design
from yakulens.datasets.render.face_canvas import find_fonts
from yakulens.datasets.render.face_range import FaceLayout, Letters
from yakulens.vision.labels import FACES, INDEX, PLAIN

_FONTS = Path("/usr/share/fonts")


def test_no_two_faces_of_a_set_are_called_the_same() -> None:
    for seed in range(100):
        letters = Letters(np.random.default_rng(seed))
        called = [(face[0] if face[1] != "z" else "", letters.name(face)) for face in PLAIN]
        assert len(set(called)) == len(PLAIN), vars(letters)


@pytest.mark.parametrize("frame", ["", "line", "two lines", "corners", "rounded", "dots"])
def test_a_small_face_lies_within_its_frame(frame: str) -> None:
    full = np.full((160, 120, 4), 200, np.uint8)
    placed = FaceLayout(share=0.5, frame=frame).placed(full)
    assert placed[60:100, 45:75].min() == 200
    assert placed[2, 2, 3] == 0
    assert (placed[20:40, 20:30, 3] == 0).all()
    assert bool(placed[:20, :, 3].any()) is bool(frame)


def test_an_unusual_design_shows_every_face_differently() -> None:
    characters, pictures = find_fonts([_FONTS])
    if not characters:
        pytest.skip("no font with Chinese characters on this machine")
    sheet = draw_design(np.random.default_rng(4), characters, pictures, unusual=True).astype(int)
    for one, other in combinations(FACES, 2):
        assert np.abs(sheet[INDEX[one]] - sheet[INDEX[other]]).max() > 60, (one, other)
