"""Faces that are drawn and not written: each has its ink, a red five red alone, and a back none."""

from __future__ import annotations

import numpy as np
import pytest

from yakulens.datasets.render.designs import draw_face
from yakulens.datasets.render.face_style import FaceStyle
from yakulens.vision.labels import BACK, FACES

DRAWN = [face for face in FACES if face[1] in "ps"]


@pytest.mark.parametrize("face", DRAWN)
def test_a_drawn_face_has_ink_and_a_red_five_red_alone(face: str) -> None:
    rng = np.random.default_rng(0)
    style = FaceStyle(rng, ["brush.ttf"], [], unusual=False)
    drawn = draw_face(style, face, rng)
    inks = {tuple(ink) for ink in drawn[drawn[..., 3] == 255][:, :3].tolist()}
    assert style.red in inks if face[0] == "0" else inks
    assert face[0] != "0" or not {style.green, style.blue} & inks


def test_a_back_has_none() -> None:
    rng = np.random.default_rng(0)
    assert not draw_face(FaceStyle(rng, ["brush.ttf"], [], unusual=False), BACK, rng).any()
