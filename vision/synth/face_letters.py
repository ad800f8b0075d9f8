"""Faces written in Latin letters and digits, as sets for those who read no characters have them.

A suit's tiles show their number and the suit's letter or word, an honour its initial or its name.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from yakulens.vision.synth.choice import one_of
from yakulens.vision.synth.colours import Rgb
from yakulens.vision.synth.face_canvas import FaceCanvas
from yakulens.vision.synth.face_style import FaceStyle

_SUITS: Final[tuple[tuple[str, str, str], ...]] = (
    ("M", "P", "S"), ("m", "p", "s"), ("C", "D", "B"), ("C", "O", "B"), ("W", "T", "S"),
    ("MAN", "PIN", "SOU"), ("CRAK", "DOT", "BAM"), ("Char", "Dot", "Bam"),
)  # fmt: skip
"""What characters, circles and bamboo are called: Japanese, English and Chinese initials and words."""
_WINDS: Final[tuple[tuple[str, str, str, str], ...]] = (
    ("E", "S", "W", "N"), ("E", "S", "W", "N"),
    ("EAST", "SOUTH", "WEST", "NORTH"), ("Ton", "Nan", "Sha", "Pei"),
)  # fmt: skip
_DRAGONS: Final[tuple[tuple[str, str, str], ...]] = (
    ("P", "F", "C"), ("Wh", "G", "R"), ("", "G", "R"), ("B", "F", "Z"), ("WHITE", "GREEN", "RED"),
    ("Haku", "Hatsu", "Chun"),
)  # fmt: skip
"""White, Green and Red; White is blank where it has no name."""
_LAYOUTS: Final = ("over", "over", "under", "beside", "corners", "number")


@dataclass(frozen=True, slots=True)
class Letters:
    """How faces are written.

    Attributes:
        suits: what characters, circles and bamboo are called.
        winds: East, South, West and North.
        dragons: White, Green and Red.
        layout: where the number stands: ``over``, ``under`` or ``beside`` the suit's name, in two
            ``corners`` with the name between them, or ``number``: large, the name small below it.
        size: of the letters, 1 fills the face.
        hues: whether each suit has an ink of its own; else all are black.
    """

    suits: tuple[str, str, str]
    winds: tuple[str, str, str, str]
    dragons: tuple[str, str, str]
    layout: str
    size: float
    hues: bool

    def name(self, face: str) -> str:
        """What a suit or an honour is called; empty for a blank White.

        >>> Letters(("M", "P", "S"), ("E", "S", "W", "N"), ("", "G", "R"), "over", 1.0, hues=True).name("6z")
        'G'
        """
        number, suit = face[0], face[1]
        return (*self.winds, *self.dragons)[int(number) - 1] if suit == "z" else self.suits["mps".index(suit)]


def random_letters(rng: np.random.Generator) -> Letters:
    """A way to write all faces."""
    return Letters(
        suits=one_of(rng, _SUITS),
        winds=one_of(rng, _WINDS),
        dragons=one_of(rng, _DRAGONS),
        layout=str(rng.choice(_LAYOUTS)),
        size=float(rng.uniform(0.65, 1.0)),
        hues=bool(rng.random() < 0.7),
    )


def draw_letters(canvas: FaceCanvas, style: FaceStyle, letters: Letters, face: str, *, red: bool) -> None:
    """Draw a suit's face or an honour in letters, all in red as on a red five, or in the design's inks.

    The face is a plain one, such as ``5p`` or ``6z``; the style's title font has Latin letters and digits.
    """
    number, suit, name = face[0], face[1], letters.name(face)
    if suit == "z":
        if name:
            ink = {"5": style.blue, "6": style.green, "7": style.red}.get(number, style.black)
            _write(canvas, style, name, (0.5, 0.5), (0.78 * letters.size, 0.5 * letters.size), ink)
        return
    which = "mps".index(suit)
    ink = style.red if red else (style.black, style.blue, style.green)[which] if letters.hues else style.black
    size = letters.size
    if letters.layout == "beside":
        _write(canvas, style, number + name, (0.5, 0.5), (0.8 * size, 0.42 * size), ink)
        return
    if letters.layout == "corners":
        for at in ((0.2, 0.17), (0.8, 0.83)):
            _write(canvas, style, number, at, (0.2 * size, 0.24 * size), ink)
        _write(canvas, style, name, (0.5, 0.5), (0.7 * size, 0.34 * size), ink)
        return
    first, last = (name, number) if letters.layout == "under" else (number, name)
    high = (0.58, 0.24) if letters.layout == "number" else (0.4, 0.4)
    middle = (0.36, 0.8) if letters.layout == "number" else (0.28, 0.73)
    for text, y, tall in zip((first, last), middle, high, strict=True):
        _write(canvas, style, text, (0.5, y), (0.72 * size, tall * size), ink)


def _write(
    canvas: FaceCanvas,
    style: FaceStyle,
    text: str,
    centre: tuple[float, float],
    most: tuple[float, float],
    ink: Rgb,
) -> None:
    """A text within a width and height, its letters about as wide as letters are."""
    tall = most[1]
    # A letter is about half as wide as it is tall; a face is a quarter taller than wide.
    wide = min(most[0], 0.68 * len(text) * tall * (0.6 if text in {"1", "I"} else 1.0) * style.condense)
    tall = min(tall, wide * 2.1 / max(1, len(text)) * (1.7 if text == "1" else 1.0))
    canvas.text(text, style.title, centre, wide, tall, ink, style.stroke)
