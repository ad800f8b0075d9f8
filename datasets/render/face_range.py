"""Rare layouts of makers: letters instead of drawings, small faces in a frame."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from yakulens.datasets.render.choice import one_of
from yakulens.datasets.render.colours import Pixels, Rgb
from yakulens.datasets.render.face_canvas import SIZE, FaceCanvas
from yakulens.datasets.render.face_style import FaceStyle

_SUITS: Final[tuple[tuple[str, str, str], ...]] = (
    ("M", "P", "S"), ("m", "p", "s"), ("C", "D", "B"), ("C", "O", "B"), ("W", "T", "S"),
    ("MAN", "PIN", "SOU"), ("CRAK", "DOT", "BAM"), ("Char", "Dot", "Bam"),
)  # fmt: skip
"""Names of characters, circles and bamboo: Japanese, English and Chinese initials and words."""
_WINDS: Final[tuple[tuple[str, str, str, str], ...]] = (
    ("E", "S", "W", "N"), ("E", "S", "W", "N"),
    ("EAST", "SOUTH", "WEST", "NORTH"), ("Ton", "Nan", "Sha", "Pei"),
)  # fmt: skip
_DRAGONS: Final[tuple[tuple[str, str, str], ...]] = (
    ("P", "F", "C"), ("Wh", "G", "R"), ("", "G", "R"), ("B", "F", "Z"), ("WHITE", "GREEN", "RED"),
    ("Haku", "Hatsu", "Chun"),
)  # fmt: skip
"""White, Green and Red; White is blank without a name."""
_LAYOUTS: Final = ("over", "over", "under", "beside", "corners", "number")
_FRAMES: Final = ("", "", "line", "two lines", "corners", "rounded", "dots")


class Letters:
    """How faces are written, as in sets for people who cannot read the characters.

    A suit's tiles show their number and the suit's letter or word, an honour its initial or its name.

    Attributes:
        suits: names of characters, circles and bamboo.
        winds: East, South, West and North.
        dragons: White, Green and Red.
        layout: place of the number: ``over``, ``under`` or ``beside`` the suit's name, in two ``corners``
            with the name between them, or ``number``: large, with the small name below.
        size: of the letters; 1 fills the face.
        hues: whether each suit has its own ink; else all are black.
    """

    def __init__(self, rng: np.random.Generator) -> None:
        """Draw a way to write all faces."""
        self.suits, self.winds, self.dragons = one_of(rng, _SUITS), one_of(rng, _WINDS), one_of(rng, _DRAGONS)
        self.layout = str(rng.choice(_LAYOUTS))
        self.size = rng.uniform(0.65, 1.0)
        self.hues = rng.random() < 0.7

    def name(self, face: str) -> str:
        """The name of a suit or an honour; empty for a blank White.

        >>> letters = Letters(np.random.default_rng(0))
        >>> letters.name("5p"), letters.name("1z")
        ('DOT', 'EAST')
        """
        number, suit = face[0], face[1]
        return (*self.winds, *self.dragons)[int(number) - 1] if suit == "z" else self.suits["mps".index(suit)]


def draw_letters(canvas: FaceCanvas, style: FaceStyle, letters: Letters, face: str, *, red: bool) -> None:
    """Draw a suit's face or an honour in letters, all in red like a red five, or in the design's inks.

    ``face`` is a plain one, such as ``5p`` or ``6z``; the style's title font has Latin letters and digits.
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
    """Draw a text within a width and height, with letters of natural width."""
    tall = most[1]
    # A letter is about half as wide as it is tall; a face is a quarter taller than wide.
    wide = min(most[0], 0.68 * len(text) * tall * (0.6 if text in {"1", "I"} else 1.0) * style.condense)
    tall = min(tall, wide * 2.1 / max(1, len(text)) * (1.7 if text == "1" else 1.0))
    canvas.text(text, style.title, centre, wide, tall, ink, style.stroke)


@dataclass(frozen=True, slots=True)
class FaceLayout:
    """How a maker departs from the usual layout of a face.

    Attributes:
        letters: all faces in letters; None for drawings.
        share: of the tile's width and height that the drawing takes; 1 = all.
        off: offset of the drawing's middle from the tile's, in widths and heights.
        frame: around it: nothing, a ``line``, ``two lines``, ``corners``, a ``rounded`` line or ``dots``.
        ink: of the frame.
    """

    letters: Letters | None = None
    share: float = 1.0
    off: tuple[float, float] = (0.0, 0.0)
    frame: str = ""
    ink: Rgb = (40, 40, 40)

    def placed(self, face: Pixels) -> Pixels:
        """A drawn face, ``(160, 120, 4)`` uint8 RGBA, placed within its frame; same shape."""
        out = face
        if self.share < 1:
            h, w = (round(side * self.share) for side in SIZE)
            y, x = (
                min(max(round(side * (0.5 + move) - part / 2), 0), side - part)
                for side, move, part in zip(SIZE, self.off[::-1], (h, w), strict=True)
            )
            out = np.zeros_like(face)
            out[y : y + h, x : x + w] = cv2.resize(face, (w, h), interpolation=cv2.INTER_AREA)
        if not self.frame:
            return out
        canvas = FaceCanvas()
        self._framed(canvas)
        frame = canvas.array()
        return np.where(out[..., 3:] > frame[..., 3:], out, frame)

    def _framed(self, canvas: FaceCanvas) -> None:
        box = (0.07, 0.055, 0.93, 0.945)
        if self.frame in {"line", "two lines", "rounded"}:
            canvas.frame(box, self.ink, 0.03, radius=0.09 if self.frame == "rounded" else 0.0)
        if self.frame == "two lines":
            canvas.frame((0.13, 0.1, 0.87, 0.9), self.ink, 0.015)
        if self.frame == "corners":
            for x, dx in ((0.08, 0.16), (0.92, -0.16)):
                for y, dy in ((0.06, 0.12), (0.94, -0.12)):
                    canvas.line([(x + dx, y), (x, y), (x, y + dy)], self.ink, 0.03)
        if self.frame == "dots":
            for t in np.linspace(0.08, 0.92, 8):
                for x, y in ((t, 0.06), (t, 0.94), (0.08, t), (0.92, t)):
                    canvas.disc(x, y, 0.022, self.ink)


def random_layout(rng: np.random.Generator, style: FaceStyle) -> FaceLayout:
    """A random unusual layout, with the frame in an ink of the style."""
    letters = Letters(rng) if rng.random() < 0.4 else None
    inks = (style.black, style.red, style.green, style.blue)
    ink = inks[int(rng.integers(4))]
    if letters is not None and rng.random() < 0.6:
        return FaceLayout(letters)
    share = rng.uniform(0.42, 0.9)
    room = (1 - share) / 2
    off = (rng.uniform(-room, room) * 0.4, rng.uniform(-room, room) * 0.6)
    # A line needs room beside the drawing.
    frame = str(rng.choice(_FRAMES)) if share < 0.8 else ""
    return FaceLayout(letters, share, off if not frame else (0.0, 0.0), frame, ink)
