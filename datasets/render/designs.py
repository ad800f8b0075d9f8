"""Tile designs: the variety that a recogniser must generalise over.

A *design* is what a maker engraves on a tile set: brush of the characters, pattern and colour of circles and
bamboo, the bird of the 1s, a blank or framed White, index digits, the style of the red fives.
``draw_design`` draws a random one with all 39 labels, as transparent pictures for a tile of any colour.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from yakulens.datasets.render.colours import Pixels
from yakulens.datasets.render.face_canvas import (
    FLOWERS,
    NUMERALS,
    PICTURES,
    SIZE,
    WINDS,
    FaceCanvas,
    has_glyphs,
)
from yakulens.datasets.render.face_range import FaceLayout, Letters, draw_letters, random_layout
from yakulens.datasets.render.face_style import FaceStyle
from yakulens.datasets.render.face_suits import draw_bamboo, draw_bird, draw_circles
from yakulens.vision.labels import BACK, FACES, INDEX, LABELS, OTHER, PLAIN, RED_FIVES, plain


@dataclass(frozen=True, slots=True)
class TileDesigns:
    """Tile designs that pictures choose from.

    Attributes:
        drawn: ``(D, 39, h, w, 4)`` uint8 RGBA, transparent faces in the order of ``LABELS``, usually a memory
            map.
        photographed: for each real tile set, label → crops ``(h, w, 3)`` uint8 RGB of its faces.
        weights: ``(D,)`` float64 probabilities of the drawn designs; None for uniform.
        share_photographed: share of pictures with photographed faces, 0..1.
    """

    drawn: Pixels
    photographed: tuple[dict[str, list[Pixels]], ...] = ()
    weights: NDArray[np.float64] | None = None
    share_photographed: float = 0.25


def draw_design(
    rng: np.random.Generator, characters: Sequence[str], pictures: Sequence[str], *, unusual: bool = False
) -> Pixels:
    """A whole random design, ``(39, 160, 120, 4)`` uint8 RGBA in the order of ``LABELS``.

    Args:
        rng: random generator; the same state gives the same design.
        characters: paths of fonts for characters (`datasets.render.face_canvas.find_fonts`); at least one.
        pictures: paths of fonts with birds and flowers; may be empty.
        unusual: use a rare layout: letters, small faces in a frame, or a large index.
    """
    style = FaceStyle(rng, characters, pictures, unusual=unusual)
    layout = random_layout(rng, style) if unusual else FaceLayout()
    sheet = np.stack([draw_face(style, face, rng, layout.letters) for face in LABELS])
    if style.red_five in {"painted", "glazed"}:
        # Painted over by hand: all ink becomes one flat red, or shows through a thin coat.
        body = 1.0 if style.red_five == "painted" else rng.uniform(0.55, 0.85)
        for red in RED_FIVES:
            sheet[INDEX[red]] = sheet[INDEX[plain(red)]]
            ink = sheet[INDEX[red], ..., :3].astype(np.float32)
            sheet[INDEX[red], ..., :3] = body * np.array(style.red) + (1 - body) * ink
    for face in FACES if unusual else ():
        sheet[INDEX[face]] = layout.placed(sheet[INDEX[face]])
    return sheet


def art_design(folder: Path, rng: np.random.Generator, flower: Pixels) -> Pixels:
    """A design from a folder of PNG pictures named by label (``1m.png``), ``(39, 160, 120, 4)`` uint8 RGBA.

    The folder holds at least the 34 plain faces, transparent where the tile shows. Missing red fives are the
    plain ones in red ink; ``flower``, ``(160, 120, 4)`` uint8 RGBA, is the picture for ``other``.

    Raises:
        FileNotFoundError: a plain face is missing; the message names the first one.
    """
    sheet = np.zeros((len(LABELS), *SIZE, 4), np.uint8)
    sheet[INDEX[OTHER]] = flower
    for face in PLAIN:
        sheet[INDEX[face]] = load_face(folder / f"{face}.png")
    for red in RED_FIVES:
        file = folder / f"{red}.png"
        if file.is_file():
            sheet[INDEX[red]] = load_face(file)
        else:
            sheet[INDEX[red]] = sheet[INDEX[plain(red)]]
            sheet[INDEX[red], ..., :3] = [rng.integers(*ink) for ink in ((170, 220), (15, 50), (20, 55))]
    return sheet


def load_face(path: Path) -> Pixels:
    """A picture file as a face, ``(160, 120, 4)`` uint8 RGBA.

    Raises:
        OSError: the file is missing or no picture.
    """
    with Image.open(path) as image:
        return np.asarray(image.convert("RGBA").resize((SIZE[1], SIZE[0]), Image.Resampling.LANCZOS))


def draw_face(
    style: FaceStyle, face: str, rng: np.random.Generator, letters: Letters | None = None
) -> Pixels:
    """One face of a design, ``(160, 120, 4)`` uint8 RGBA, transparent where the tile's own colour shows.

    ``back`` gives an empty picture, since the tile's colour makes the back. ``rng`` draws what the style does
    not settle (the bird, the flower). With letters, everything except a flower is written.
    """
    canvas = FaceCanvas()
    if face == BACK:
        return canvas.array()
    if face == OTHER:
        _flower(canvas, style, rng)
        return canvas.array()
    red = face in RED_FIVES
    n, suit = int(plain(face)[0]), face[1]
    if letters is not None:
        draw_letters(canvas, style, letters, plain(face), red=red)
    elif suit == "m":
        _character(canvas, style, n, red=red)
    elif suit == "p":
        draw_circles(canvas, style, n, red=red)
    elif face == "1s":
        draw_bird(canvas, style, rng)
    elif suit == "s":
        draw_bamboo(canvas, style, n, red=red)
    else:
        _honour(canvas, style, n)
    if red and style.red_five == "dot":
        canvas.disc(rng.choice([0.12, 0.88]), rng.choice([0.1, 0.9]), 0.06, style.red)
    if style.index and letters is None and not (face == "5z" and style.white == "blank"):
        x, y = ((0.12, 0.11), (0.88, 0.11), (0.12, 0.89), (0.88, 0.89))[style.index_corner]
        ink = style.red if suit in "mz" or red else style.black
        index = "ESWNPFC"[n - 1] if suit == "z" else str(n)
        canvas.text(index, style.title, (x, y), style.index_size * 0.6, style.index_size * 0.75, ink)
    return canvas.array()


def _character(canvas: FaceCanvas, style: FaceStyle, n: int, *, red: bool) -> None:
    """Draw the face of a character tile, 1 to 9: the numeral, and below it the red character for 10,000."""
    numeral = style.five if n == 5 else NUMERALS[n - 1]
    low = numeral in "一二三"
    height = style.numeral_size * 0.62 * (0.15 if n == 1 else 0.7 if low else 1.0)
    width = style.numeral_size * style.condense
    y = style.numeral_y
    ink = style.red if red else style.numeral
    canvas.text(numeral, style.title, (0.5, y), width, height, ink, style.stroke if n > 1 else 0)
    width, middle = style.wan_size * style.condense, (0.5, style.wan_y)
    canvas.text(style.wan, style.brush, middle, width, 0.42, style.red, style.stroke)


def _honour(canvas: FaceCanvas, style: FaceStyle, n: int) -> None:
    """Draw an honour by its number: 1 to 4 the winds, 5 White, 6 Green, 7 Red."""
    if n == 5 and style.white != "character":
        _white(canvas, style)
        return
    wind = style.blue if style.numeral == style.blue else style.black
    ink = (wind, wind, wind, wind, style.black, style.green, style.red)[n - 1]
    width = style.honour_size * 0.82 * style.condense * (0.8 if n in {5, 7} else 1.0)
    text, height = (WINDS + "白發中")[n - 1], style.honour_size * 0.72
    canvas.text(text, style.brush, (0.5, 0.5), width, height, ink, style.stroke)


def _white(canvas: FaceCanvas, style: FaceStyle) -> None:
    """Draw White without a character: blank, or framed in one of several ways."""
    if style.white == "blank":
        return
    left, top = 0.16, 0.128
    thick = {"frame": 0.04, "double": 0.03, "ornate": 0.025, "thick": 0.09}[style.white]
    canvas.frame((left, top, 1 - left, 1 - top), style.blue, thick, radius=0.02)
    if style.white in {"double", "ornate"}:
        canvas.frame((left + 0.08, top + 0.06, 0.92 - left, 0.94 - top), style.blue, thick)
    if style.white == "ornate":
        for x in (left + 0.04, 0.96 - left):
            for y in (top + 0.03, 0.97 - top):
                canvas.disc(x, y, 0.06, style.blue)
            for y in np.linspace(0.22, 0.78, 7):
                canvas.line([(x - 0.04, y), (x + 0.04, y)], style.blue, 0.02)


def _flower(canvas: FaceCanvas, style: FaceStyle, rng: np.random.Generator) -> None:
    """Draw a flower tile: a picture, rarely with a character and a number in the corners."""
    inks = (style.red, style.green, style.blue, style.black)
    if style.pictures and rng.random() < 0.8:
        for _ in range(int(rng.integers(1, 4))):
            at = (rng.uniform(0.35, 0.65), rng.uniform(0.4, 0.72))
            picture, font = str(rng.choice(list(PICTURES))), str(rng.choice(list(style.pictures)))
            size = (rng.uniform(0.4, 0.8), rng.uniform(0.35, 0.6))
            canvas.text(picture, font, at, *size, inks[int(rng.integers(4))])
    else:
        for _ in range(int(rng.integers(4, 10))):
            x, y = rng.uniform(0.2, 0.8, 2)
            canvas.disc(x, y, rng.uniform(0.03, 0.1), inks[int(rng.integers(4))])
            canvas.line([(x, y), (rng.uniform(0.3, 0.7), 0.92)], style.green, 0.025)
    if rng.random() < 0.7:
        corner = (rng.choice([0.2, 0.8]), rng.choice([0.16, 0.82]))
        text = str(rng.choice(list(FLOWERS)))
        font = style.brush if has_glyphs(style.brush, text) else style.title
        if has_glyphs(font, text):
            size = (rng.uniform(0.24, 0.36), rng.uniform(0.18, 0.28))
            canvas.text(text, font, corner, *size, inks[int(rng.integers(4))])
    if rng.random() < 0.6:
        number, corner = str(rng.integers(1, 5)), (rng.choice([0.15, 0.85]), rng.choice([0.12, 0.88]))
        canvas.text(number, style.brush, corner, 0.1, 0.13, style.red)
