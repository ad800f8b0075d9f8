"""The canvas and fonts to draw faces with: text, discs, lines and frames."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Final, TypeAlias

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from yakulens.datasets.render.colours import Pixels, Rgb

Point: TypeAlias = tuple[float, float]
"""x and y, in face widths and heights."""

SIZE: Final = (160, 120)
"""Height and width of a drawn face in pixels."""
_SUPERSAMPLING: Final = 2
"""Faces are drawn this many times as large, so that edges become smooth."""

NUMERALS: Final = "一二三四五六七八九"
WINDS: Final = "東南西北"
FLOWERS: Final = "春夏秋冬梅蘭竹菊財貓鼠漁樵耕讀琴棋書畫喜福"
PICTURES: Final = "🌸🌷🌹🌺🌻🌼🌾🌿🍀🍁🎋🎍🐈🐀🐟🐌🏯🎎🐉🐍🌴🌵🍄🍃🍂🌱🌲🌳"
BIRDS: Final = "🐓🐔🐦🐧🐤🐥🦃🕊🦅🦆🦉🐣"
NEEDED: Final = NUMERALS + WINDS + "萬中發"
"""The characters that a font must have to be used for a design."""


class FaceCanvas:
    """A face being drawn. Places are shares of its width (x) and height (y), each 0..1."""

    def __init__(self) -> None:
        """Start with an empty, transparent face."""
        self.h, self.w = SIZE[0] * _SUPERSAMPLING, SIZE[1] * _SUPERSAMPLING
        self.image = Image.new("RGBA", (self.w, self.h), (0, 0, 0, 0))
        self.pen = ImageDraw.Draw(self.image)

    def text(
        self, text: str, font: str, centre: Point, width: float, height: float, ink: Rgb, stroke: int = 0
    ) -> None:
        """Draw a text so that its ink fills a box around ``centre``, in face widths and heights.

        ``font`` is a file with the characters; strokes are bolder by ``stroke`` pixels of a text 128 pixels
        tall.
        """
        face = font_of(font, 128)
        x0, y0, x1, y1 = face.getbbox(text, stroke_width=stroke)
        size = (max(1, math.ceil(x1 - x0)), max(1, math.ceil(y1 - y0)))
        glyph = Image.new("L", size, 0)
        ImageDraw.Draw(glyph).text((-x0, -y0), text, fill=255, font=face, stroke_width=stroke)
        box = (max(2, round(width * self.w)), max(2, round(height * self.h)))
        glyph = glyph.resize(box, Image.Resampling.LANCZOS)
        at = (round(centre[0] * self.w - box[0] / 2), round(centre[1] * self.h - box[1] / 2))
        layer = Image.new("RGBA", box, (*ink, 255))
        self.image.paste(layer, at, glyph)

    def disc(self, cx: float, cy: float, r: float, ink: Rgb | None, width: float = 0.0) -> None:
        """Draw a disc, or a ring if ``width`` > 0; lengths in face widths; ink None cuts a hole."""
        rx = r * self.w
        box = (cx * self.w - rx, cy * self.h - rx, cx * self.w + rx, cy * self.h + rx)
        colour = (0, 0, 0, 0) if ink is None else (*ink, 255)
        if width:
            self.pen.ellipse(box, outline=colour, width=max(1, round(width * self.w)))
        else:
            self.pen.ellipse(box, fill=colour)

    def line(self, points: Sequence[Point], ink: Rgb | None, width: float) -> None:
        """Draw a line through points, ``width`` in face widths; ink None cuts a line out."""
        colour = (0, 0, 0, 0) if ink is None else (*ink, 255)
        xy = [(x * self.w, y * self.h) for x, y in points]
        self.pen.line(xy, fill=colour, width=max(1, round(width * self.w)), joint="curve")

    def polygon(self, points: Sequence[Point], ink: Rgb) -> None:
        """Draw a filled polygon."""
        self.pen.polygon([(x * self.w, y * self.h) for x, y in points], fill=(*ink, 255))

    def frame(
        self, box: tuple[float, float, float, float], ink: Rgb, width: float, radius: float = 0.0
    ) -> None:
        """Draw the outline of left, top, right and bottom; thickness and corner radius are in face widths."""
        x0, y0, x1, y1 = box
        self.pen.rounded_rectangle(
            (x0 * self.w, y0 * self.h, x1 * self.w, y1 * self.h),
            radius=radius * self.w,
            outline=(*ink, 255),
            width=max(1, round(width * self.w)),
        )

    def array(self) -> Pixels:
        """The finished face, ``(160, 120, 4)`` uint8 RGBA."""
        return np.asarray(self.image.resize((SIZE[1], SIZE[0]), Image.Resampling.BOX))


@cache
def font_of(path: str, size: int) -> ImageFont.FreeTypeFont:
    """A font file at a size in pixels, cached."""
    return ImageFont.truetype(path, size)


def has_glyphs(path: str, text: str) -> bool:
    """Whether a font file has every character of a text; an unreadable file has none.

    >>> has_glyphs("no-such-font.ttf", "東")
    False
    """
    try:
        font = font_of(path, 40)
        missing = bytes(font.getmask("\uffff"))
        masks = [bytes(font.getmask(c)) for c in text]
    except OSError:
        return False
    return all(mask and mask != missing for mask in masks)


def find_fonts(folders: Sequence[Path]) -> tuple[list[str], list[str]]:
    """The fonts in some folders and their subfolders that a design can be drawn with.

    Returns:
        Paths of the fonts with all characters of a tile set, at most eight per folder, and of those with
        birds and flowers.
    """
    files = sorted(
        str(p)
        for folder in folders
        for p in folder.rglob("*")
        if p.suffix.lower() in {".ttf", ".otf", ".ttc"}
    )
    kin: dict[str, list[str]] = {}
    for f in files:
        if has_glyphs(f, NEEDED):
            kin.setdefault(f.rpartition("/")[0], []).append(f)
    # A family of a hundred weights would outweigh the rest: at most eight files per folder, evenly spread.
    characters = [group[i] for group in kin.values() for i in _spread(len(group), 8)]
    pictures = [f for f in files if has_glyphs(f, BIRDS[:2] + PICTURES[:4])]
    return characters, pictures


def _spread(n: int, most: int) -> list[int]:
    """At most ``most`` indices below ``n``, evenly spread."""
    return sorted({round(i) for i in np.linspace(0, n - 1, min(n, most))})
