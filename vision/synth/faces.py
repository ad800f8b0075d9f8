"""One face of a design drawn from fonts and simple shapes, as a transparent picture."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from yakulens.vision.labels import BACK, OTHER, RED_FIVES, plain
from yakulens.vision.synth.face_bamboo import draw_bamboo
from yakulens.vision.synth.face_bird import draw_bird
from yakulens.vision.synth.face_canvas import FaceCanvas
from yakulens.vision.synth.face_circles import draw_circles
from yakulens.vision.synth.face_letters import Letters, draw_letters
from yakulens.vision.synth.face_style import FaceStyle
from yakulens.vision.synth.face_text import draw_character, draw_flower, draw_honour


def draw_face(
    style: FaceStyle, face: str, rng: np.random.Generator, letters: Letters | None = None
) -> NDArray[np.uint8]:
    """One face of a design.

    Args:
        style: the design.
        face: a label; ``back`` gives an empty picture (a back is a matter of the tile's colour).
        rng: random generator for what no choice of the style settles (the bird, the flower).
        letters: how the face is written where it shows no drawing; a flower is drawn all the same.

    Returns:
        ``(160, 120, 4)`` uint8 RGBA, transparent where the tile's own colour shows.
    """
    canvas = FaceCanvas()
    if face == BACK:
        return canvas.array()
    if face == OTHER:
        draw_flower(canvas, style, rng)
        return canvas.array()
    red = face in RED_FIVES
    n, suit = int(plain(face)[0]), face[1]
    if letters is not None:
        draw_letters(canvas, style, letters, plain(face), red=red)
    elif suit == "m":
        draw_character(canvas, style, n, red=red)
    elif suit == "p":
        draw_circles(canvas, style, n, red=red)
    elif face == "1s":
        draw_bird(canvas, style, rng)
    elif suit == "s":
        draw_bamboo(canvas, style, n, red=red)
    else:
        draw_honour(canvas, style, n)
    if red and style.red_five == "dot":
        canvas.disc(rng.choice([0.12, 0.88]), rng.choice([0.1, 0.9]), 0.06, style.red)
    if style.index and letters is None and not (face == "5z" and style.white == "blank"):
        x, y = ((0.12, 0.11), (0.88, 0.11), (0.12, 0.89), (0.88, 0.89))[style.index_corner]
        ink = style.red if suit in "mz" or red else style.black
        canvas.text(
            _index_text(face), style.title, (x, y), style.index_size * 0.6, style.index_size * 0.75, ink
        )
    return canvas.array()


def _index_text(face: str) -> str:
    """What the index in a face's corner says: the number, or an honour's initial letter."""
    if face[1] == "z":
        return "ESWNPFC"[int(face[0]) - 1]
    return plain(face)[0]
