"""Tile designs drawn from fonts and simple shapes: the variety that a recogniser learns to see past.

A *design* is what one maker engraves on a tile set: brush of the characters, pattern and colour of circles
and bamboo, the bird of the 1s, a blank or framed White, index digits, the fashion of the red fives.
``draw_design`` draws one at random, all 39 labels at once, as transparent pictures to be laid on a tile of
any colour.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Final

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from vision.labels import BACK, INDEX, LABELS, OTHER, PLAIN, RED_FIVES, plain

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    Ink = tuple[int, int, int]
    Box = tuple[float, float, float, float]

SIZE: Final = (160, 120)
"""Height and width of a drawn face in pixels."""
_SS: Final = 2  # supersampling

NUMERALS: Final = "一二三四五六七八九"
WINDS: Final = "東南西北"
_FLOWERS: Final = "春夏秋冬梅蘭竹菊財貓鼠漁樵耕讀琴棋書畫喜福"
_PICTURES: Final = "🌸🌷🌹🌺🌻🌼🌾🌿🍀🍁🎋🎍🐈🐀🐟🐌🏯🎎🐉🐍🌴🌵🍄🍃🍂🌱🌲🌳"
_BIRDS: Final = "🐓🐔🐦🐧🐤🐥🦃🕊🦅🦆🦉🐣"
NEEDED: Final = NUMERALS + WINDS + "萬中發"


@cache
def _font(path: str, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(path, size)


def has_glyphs(path: str, text: str) -> bool:
    """Whether the font draws every character of ``text`` (a missing one draws like U+FFFF)."""
    try:
        font = _font(path, 40)
        missing = bytes(font.getmask("\uffff"))
        masks = [bytes(font.getmask(c)) for c in text]
    except OSError:
        return False
    return all(mask and mask != missing for mask in masks)


def find_fonts(folders: Sequence[Path]) -> tuple[list[str], list[str]]:
    """Fonts under ``folders`` that can draw characters, and those with pictures of birds and flowers.

    Returns:
        Paths of the character fonts and of the picture fonts, each sorted.
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
    # A family of a hundred weights would drown the rest: at most eight files of one folder, evenly spread.
    characters = [group[i] for group in kin.values() for i in _spread(len(group), 8)]
    pictures = [f for f in files if has_glyphs(f, _BIRDS[:2] + _PICTURES[:4])]
    return characters, pictures


def _spread(n: int, most: int) -> list[int]:
    """At most ``most`` indices below ``n``, evenly spread."""
    return sorted({round(i) for i in np.linspace(0, n - 1, min(n, most))})


@dataclass(frozen=True, slots=True)
class Style:
    """The choices that make one design. Lengths are shares of the face's width or height, inks are RGB."""

    brush: str
    title: str
    black: Ink
    red: Ink
    green: Ink
    blue: Ink
    numeral: Ink
    five: str
    wan: str
    numeral_size: float
    wan_size: float
    numeral_y: float
    wan_y: float
    condense: float
    stroke: int
    honour_size: float
    index: bool
    index_size: float
    index_corner: int
    circle: str
    circle_size: float
    circle_spread: float
    great_circle: str
    bamboo: str
    bamboo_width: float
    bamboo_spread: float
    bird: str
    bird_font: str | None
    white: str
    red_five: str
    pictures: tuple[str, ...] = field(default=())


def random_style(rng: np.random.Generator, characters: Sequence[str], pictures: Sequence[str]) -> Style:
    """Draw a design's choices at random.

    Args:
        rng: source of chance.
        characters: fonts for characters; at least one.
        pictures: fonts with birds and flowers; may be empty.
    """

    def ink(base: Ink, spread: int) -> Ink:
        r, g, b = (int(np.clip(c + rng.integers(-spread, spread + 1), 0, 255)) for c in base)
        return r, g, b

    brush = str(rng.choice(list(characters)))
    title = brush if rng.random() < 0.7 else str(rng.choice(list(characters)))
    black = ink((28, 26, 34), 24)
    blue = ink((28, 50, 150), 36) if rng.random() < 0.75 else ink((20, 110, 190), 40)
    green = ink((20, 105, 55), 34) if rng.random() < 0.8 else ink((70, 150, 70), 30)
    red = ink((190, 30, 38), 34)
    return Style(
        brush=brush,
        title=title,
        black=black,
        red=red,
        green=green,
        blue=blue,
        numeral=(black, blue, green)[rng.choice(3, p=[0.6, 0.32, 0.08])],
        five="伍" if rng.random() < 0.35 else "五",
        wan="萬" if rng.random() < 0.9 else "万",
        numeral_size=rng.uniform(0.44, 0.66),
        wan_size=rng.uniform(0.48, 0.74),
        numeral_y=rng.uniform(0.24, 0.32),
        wan_y=rng.uniform(0.68, 0.75),
        condense=rng.uniform(0.9, 1.25),
        stroke=int(rng.choice([0, 0, 0, 1, 2, 3])),
        honour_size=rng.uniform(0.68, 0.98),
        index=bool(rng.random() < 0.35),
        index_size=rng.uniform(0.14, 0.24),
        index_corner=int(rng.integers(4)),
        circle=str(rng.choice(["rings", "rings", "solid", "flower", "wheel", "cross"])),
        circle_size=rng.uniform(0.8, 1.08),
        circle_spread=rng.uniform(0.88, 1.06),
        great_circle=str(rng.choice(["dots", "dots", "rings", "petals", "spokes"])),
        bamboo=str(rng.choice(["segments", "segments", "bone", "bar", "leaf"])),
        bamboo_width=rng.uniform(0.07, 0.13),
        bamboo_spread=rng.uniform(0.85, 1.1),
        bird=str(rng.choice(list(_BIRDS))) if pictures and rng.random() < 0.5 else "",
        bird_font=str(rng.choice(list(pictures))) if pictures else None,
        white=str(rng.choice(["blank", "frame", "double", "ornate", "thick", "character"])),
        red_five=str(rng.choice(["all", "all", "dot", "painted", "glazed"])),
        pictures=tuple(pictures),
    )


class _Canvas:
    """One face being drawn, in units of the face: x and y from 0 to 1."""

    def __init__(self) -> None:
        self.h, self.w = SIZE[0] * _SS, SIZE[1] * _SS
        self.image = Image.new("RGBA", (self.w, self.h), (0, 0, 0, 0))
        self.pen = ImageDraw.Draw(self.image)

    def text(
        self,
        text: str,
        font: str,
        centre: tuple[float, float],
        width: float,
        height: float,
        ink: Ink,
        stroke: int = 0,
    ) -> None:
        """Draw ``text`` so that its ink fills a box of ``width`` times ``height`` about ``centre``."""
        face = _font(font, 128)
        x0, y0, x1, y1 = face.getbbox(text, stroke_width=stroke)
        size = (max(1, math.ceil(x1 - x0)), max(1, math.ceil(y1 - y0)))
        glyph = Image.new("L", size, 0)
        ImageDraw.Draw(glyph).text((-x0, -y0), text, fill=255, font=face, stroke_width=stroke)
        box = (max(2, round(width * self.w)), max(2, round(height * self.h)))
        glyph = glyph.resize(box, Image.Resampling.LANCZOS)
        at = (round(centre[0] * self.w - box[0] / 2), round(centre[1] * self.h - box[1] / 2))
        layer = Image.new("RGBA", box, (*ink, 255))
        self.image.paste(layer, at, glyph)

    def disc(self, cx: float, cy: float, r: float, ink: Ink | None, width: float = 0.0) -> None:
        """A disc (``width`` 0) or ring; ``r`` and ``width`` in face widths; ink None cuts a hole."""
        rx = r * self.w
        box = (cx * self.w - rx, cy * self.h - rx, cx * self.w + rx, cy * self.h + rx)
        colour = (0, 0, 0, 0) if ink is None else (*ink, 255)
        if width:
            self.pen.ellipse(box, outline=colour, width=max(1, round(width * self.w)))
        else:
            self.pen.ellipse(box, fill=colour)

    def line(self, points: Sequence[tuple[float, float]], ink: Ink | None, width: float) -> None:
        """A polyline; ``width`` in face widths."""
        colour = (0, 0, 0, 0) if ink is None else (*ink, 255)
        xy = [(x * self.w, y * self.h) for x, y in points]
        self.pen.line(xy, fill=colour, width=max(1, round(width * self.w)), joint="curve")

    def polygon(self, points: Sequence[tuple[float, float]], ink: Ink) -> None:
        """A filled polygon."""
        self.pen.polygon([(x * self.w, y * self.h) for x, y in points], fill=(*ink, 255))

    def frame(self, box: Box, ink: Ink, width: float, radius: float = 0.0) -> None:
        """A rectangle's outline."""
        x0, y0, x1, y1 = box
        self.pen.rounded_rectangle(
            (x0 * self.w, y0 * self.h, x1 * self.w, y1 * self.h),
            radius=radius * self.w,
            outline=(*ink, 255),
            width=max(1, round(width * self.w)),
        )

    def array(self) -> NDArray[np.uint8]:
        """The finished face, ``(160, 120, 4)`` uint8 RGBA."""
        return np.asarray(self.image.resize((SIZE[1], SIZE[0]), Image.Resampling.BOX))


_CIRCLES: Final[dict[int, tuple[tuple[float, float, str], ...]]] = {
    2: ((0.5, 0.27, "g"), (0.5, 0.73, "b")),
    3: ((0.24, 0.2, "b"), (0.5, 0.5, "r"), (0.76, 0.8, "g")),
    4: ((0.28, 0.27, "b"), (0.72, 0.27, "g"), (0.28, 0.73, "g"), (0.72, 0.73, "b")),
    5: ((0.25, 0.22, "b"), (0.75, 0.22, "g"), (0.5, 0.5, "r"), (0.25, 0.78, "g"), (0.75, 0.78, "b")),
    6: tuple((x, y, "g" if y < 0.3 else "r") for y in (0.2, 0.53, 0.8) for x in (0.3, 0.7)),
    7: (
        (0.2, 0.14, "g"),
        (0.5, 0.23, "g"),
        (0.8, 0.32, "g"),
        *((x, y, "r") for y in (0.57, 0.83) for x in (0.3, 0.7)),
    ),
    8: tuple((x, y, "b") for y in (0.155, 0.385, 0.615, 0.845) for x in (0.3, 0.7)),
    9: tuple((x, y, c) for y, c in ((0.2, "g"), (0.5, "r"), (0.8, "b")) for x in (0.2, 0.5, 0.8)),
}
_RADII: Final = {2: 0.24, 3: 0.2, 4: 0.2, 5: 0.18, 6: 0.165, 7: 0.14, 8: 0.14, 9: 0.14}

_STICKS: Final[dict[int, tuple[tuple[float, float, str], ...]]] = {
    2: ((0.5, 0.28, "g"), (0.5, 0.72, "g")),
    3: ((0.5, 0.28, "g"), (0.3, 0.72, "g"), (0.7, 0.72, "g")),
    4: ((0.3, 0.28, "g"), (0.7, 0.28, "g"), (0.3, 0.72, "g"), (0.7, 0.72, "g")),
    5: ((0.22, 0.28, "g"), (0.78, 0.28, "g"), (0.5, 0.5, "r"), (0.22, 0.72, "g"), (0.78, 0.72, "g")),
    6: tuple((x, y, "g") for y in (0.28, 0.72) for x in (0.22, 0.5, 0.78)),
    7: ((0.5, 0.19, "r"), *((x, y, "g") for y in (0.5, 0.81) for x in (0.22, 0.5, 0.78))),
    9: tuple((x, y, "r" if x == 0.5 else "g") for y in (0.19, 0.5, 0.81) for x in (0.22, 0.5, 0.78)),
}


def _inks(style: Style, *, red: bool) -> dict[str, Ink]:
    if red:
        return dict.fromkeys("rgbk", style.red)
    return {"r": style.red, "g": style.green, "b": style.blue, "k": style.black}


def _circle(canvas: _Canvas, kind: str, at: tuple[float, float], r: float, ink: Ink, heart: Ink) -> None:
    x, y = at
    if kind == "solid":
        canvas.disc(x, y, r, ink)
        canvas.disc(x, y, r * 0.35, None)
    elif kind == "flower":
        canvas.disc(x, y, r, ink, r * 0.22)
        for k in range(6):
            a = k * math.pi / 3
            canvas.disc(x + math.cos(a) * r * 0.45, y + math.sin(a) * r * 0.45 * 0.75, r * 0.22, ink)
        canvas.disc(x, y, r * 0.2, heart)
    elif kind == "wheel":
        canvas.disc(x, y, r, ink)
        canvas.disc(x, y, r * 0.72, None)
        for k in range(4):
            a = k * math.pi / 4
            dx, dy = math.cos(a) * r * 0.72, math.sin(a) * r * 0.72 * 0.75
            canvas.line([(x - dx, y - dy), (x + dx, y + dy)], ink, r * 0.16)
        canvas.disc(x, y, r * 0.28, heart)
    elif kind == "cross":
        canvas.disc(x, y, r, ink)
        canvas.disc(x, y, r * 0.62, None)
        canvas.line([(x - r * 0.6, y), (x + r * 0.6, y)], ink, r * 0.28)
        canvas.line([(x, y - r * 0.45), (x, y + r * 0.45)], ink, r * 0.28)
    else:
        canvas.disc(x, y, r, ink, r * 0.3)
        canvas.disc(x, y, r * 0.4, heart)


def _circles(canvas: _Canvas, style: Style, n: int, *, red: bool) -> None:
    inks = _inks(style, red=red)
    if n == 1:
        _great_circle(canvas, style, inks)
        return
    for x, y, c in _CIRCLES[n]:
        at = (0.5 + (x - 0.5) * style.circle_spread, 0.5 + (y - 0.5) * style.circle_spread)
        _circle(canvas, style.circle, at, _RADII[n] * style.circle_size, inks[c], inks["r"])


def _great_circle(canvas: _Canvas, style: Style, inks: dict[str, Ink]) -> None:
    """The one of circles: a wheel that each maker fills in his own way."""
    r = 0.36 * style.circle_size
    canvas.disc(0.5, 0.5, r, inks["g"], r * 0.16)
    if style.great_circle == "rings":
        for k, c in enumerate("brg"):
            canvas.disc(0.5, 0.5, r * (0.75 - 0.22 * k), inks[c], r * 0.1)
        canvas.disc(0.5, 0.5, r * 0.12, inks["r"])
        return
    points = 8 if style.great_circle == "petals" else 12
    for k in range(points):
        a = 2 * k * math.pi / points
        dx, dy = math.cos(a) * r, math.sin(a) * r * 0.75
        if style.great_circle == "dots":
            canvas.disc(0.5 + dx * 0.66, 0.5 + dy * 0.66, r * 0.13, inks["b" if k % 2 else "g"])
        elif style.great_circle == "petals":
            canvas.disc(0.5 + dx * 0.62, 0.5 + dy * 0.62, r * 0.24, inks["b" if k % 2 else "g"], r * 0.07)
        else:
            canvas.line([(0.5 + dx * 0.35, 0.5 + dy * 0.35), (0.5 + dx, 0.5 + dy)], inks["g"], r * 0.08)
    if style.great_circle == "dots":
        canvas.disc(0.5, 0.5, r * 0.45, inks["r"])
    _circle(canvas, style.circle, (0.5, 0.5), r * 0.42, inks["r"], inks["g"])


def _stick(canvas: _Canvas, style: Style, x: float, y: float, length: float, slant: float, ink: Ink) -> None:
    w = style.bamboo_width
    dx = slant / 2
    a, b = (x - dx, y - length / 2), (x + dx, y + length / 2)
    if style.bamboo == "bar":
        canvas.line([a, b], ink, w)
        return
    if style.bamboo == "leaf":
        canvas.polygon([a, (x + w * 0.8, y), b, (x - w * 0.8, y)], ink)
        canvas.line([a, b], None, w * 0.18)
        return
    canvas.line([a, b], ink, w * 0.8)
    for t in (0.0, 0.5, 1.0) if style.bamboo == "segments" else (0.0, 1.0):
        px, py = a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t
        canvas.line([(px - w * 0.75, py), (px + w * 0.75, py)], ink, w * 0.42)
    if style.bamboo == "segments":
        canvas.line([(x - dx * 0.7, y - length * 0.36), (x - dx * 0.25, y - length * 0.13)], None, w * 0.22)
        canvas.line([(x + dx * 0.25, y + length * 0.13), (x + dx * 0.7, y + length * 0.36)], None, w * 0.22)


def _bird(canvas: _Canvas, style: Style, rng: np.random.Generator) -> None:
    if style.bird and style.bird_font:
        canvas.text(style.bird, style.bird_font, (0.5, 0.5), 0.78, 0.66, style.green)
        dab = Image.new("RGBA", (canvas.w, canvas.h), (*style.red, 255))
        mask = Image.new("L", (canvas.w, canvas.h), 0)
        x, y = rng.uniform(0.2, 0.6, 2)
        ImageDraw.Draw(mask).ellipse(
            (x * canvas.w, y * canvas.h, (x + 0.35) * canvas.w, (y + 0.28) * canvas.h), fill=255
        )
        alpha = canvas.image.getchannel("A")
        canvas.image = Image.composite(dab, canvas.image, mask)
        canvas.image.putalpha(alpha)
        canvas.pen = ImageDraw.Draw(canvas.image)
        return
    if rng.random() < 0.5:
        _engraved_bird(canvas, style, rng)
        return
    # A bird of our own: body, neck, head, crest, wing, tail feathers with eyes, legs.
    lean = rng.uniform(-0.06, 0.06)
    body, head = (0.5 + lean, 0.52), (0.5 + rng.uniform(-0.22, 0.22), rng.uniform(0.16, 0.26))
    plume = (style.green, style.blue, style.red)
    feathers = int(rng.integers(3, 7))
    side = rng.choice([-1, 1])
    for k in range(feathers):
        a = math.pi / 2 + side * (0.25 + k * rng.uniform(0.14, 0.24))
        tip = (body[0] + math.cos(a) * 0.42, body[1] + math.sin(a) * 0.36)
        canvas.line([body, tip], plume[k % 2], rng.uniform(0.03, 0.06))
        canvas.disc(*tip, rng.uniform(0.035, 0.07), plume[(k + 1) % 3])
    canvas.line([body, head], style.green, rng.uniform(0.08, 0.15))
    canvas.disc(*body, rng.uniform(0.17, 0.23), style.green)
    canvas.disc(body[0] + 0.04, body[1], rng.uniform(0.08, 0.13), plume[int(rng.integers(1, 3))])
    canvas.disc(*head, rng.uniform(0.07, 0.1), style.red if rng.random() < 0.5 else style.green)
    canvas.disc(*head, 0.025, None)
    beak = rng.choice([-1, 1])
    canvas.polygon(
        [
            (head[0] + beak * 0.07, head[1] - 0.02),
            (head[0] + beak * 0.17, head[1] + 0.02),
            (head[0] + beak * 0.06, head[1] + 0.03),
        ],
        style.red,
    )
    for k in (-1, 0, 1):
        canvas.line([head, (head[0] + k * 0.07, head[1] - 0.12)], style.red, 0.025)
    for x in (-0.07, 0.07):
        canvas.line([(body[0] + x, body[1] + 0.15), (body[0] + x, 0.9)], style.red, 0.025)


def _engraved_bird(canvas: _Canvas, style: Style, rng: np.random.Generator) -> None:
    """A bird in fine lines, as old sets have it: curved tail feathers, a body of scales, a bent neck."""
    plume = (style.green, style.blue, style.red, style.green)
    side = float(rng.choice([-1, 1]))
    fine = rng.uniform(0.012, 0.03)
    body = np.array([0.5 + rng.uniform(-0.06, 0.06), rng.uniform(0.42, 0.56)])
    up = rng.random() < 0.4
    feathers = int(rng.integers(3, 9))
    start = -math.pi / 2 if up else math.pi / 2
    for k in range(feathers):
        a = start + side * (k - feathers / 2) * rng.uniform(0.12, 0.22)
        reach = rng.uniform(0.3, 0.46)
        tip = body + np.array([math.cos(a), math.sin(a)]) * reach
        bend = (body + tip) / 2 + np.array([side * rng.uniform(-0.06, 0.1), rng.uniform(-0.05, 0.05)])
        t = np.linspace(0, 1, 9)[:, None]
        curve = (1 - t) ** 2 * body + 2 * t * (1 - t) * bend + t**2 * tip
        canvas.line([(float(x), float(y)) for x, y in curve], plume[k % 3], fine * rng.uniform(1, 2.2))
        canvas.disc(float(tip[0]), float(tip[1]), rng.uniform(0.02, 0.05), plume[(k + 1) % 3], fine)
    rx, turn = rng.uniform(0.12, 0.2), rng.uniform(-0.4, 0.4)
    canvas.disc(float(body[0]), float(body[1]), rx, style.green, 0.0 if rng.random() < 0.5 else fine * 2)
    for _ in range(int(rng.integers(4, 16))):
        x, y = body + rng.uniform(-0.6, 0.6, 2) * rx
        canvas.disc(float(x), float(y), rx * 0.22, plume[int(rng.integers(3))], fine)
    head = body + np.array([side * rng.uniform(0.1, 0.26), (0.24 if up else -0.28) + turn * 0.1])
    neck = (body + head) / 2 + np.array([-side * 0.08, 0.0])
    t = np.linspace(0, 1, 9)[:, None]
    curve = (1 - t) ** 2 * body + 2 * t * (1 - t) * neck + t**2 * head
    canvas.line([(float(x), float(y)) for x, y in curve], plume[int(rng.integers(4))], rng.uniform(0.04, 0.1))
    x, y = float(head[0]), float(head[1])
    canvas.disc(x, y, rng.uniform(0.05, 0.08), style.red if rng.random() < 0.6 else style.green)
    canvas.disc(x, y, 0.016, None)
    canvas.polygon(
        [(x + side * 0.05, y - 0.015), (x + side * 0.14, y), (x + side * 0.05, y + 0.02)], style.red
    )
    for k in range(int(rng.integers(0, 4))):
        canvas.line([(x, y), (x + (k - 1) * 0.05, y - 0.1)], style.red, fine)
    for dx in (-0.05, 0.06):
        canvas.line(
            [(float(body[0]) + dx, float(body[1]) + rx * 0.7), (float(body[0]) + dx, 0.88)], style.red, fine
        )


def _bamboo(canvas: _Canvas, style: Style, n: int, rng: np.random.Generator, *, red: bool) -> None:
    inks = _inks(style, red=red)
    if n == 1:
        _bird(canvas, style, rng)
        return
    if n == 8:
        for y, s in ((0.29, 1.0), (0.71, -1.0)):
            for x in (0.16, 0.84):
                _stick(canvas, style, x, y, 0.36, 0.0, inks["g"])
            _stick(canvas, style, 0.365, y, 0.33, -0.2 * s, inks["g"])
            _stick(canvas, style, 0.635, y, 0.33, 0.2 * s, inks["g"])
        return
    length = 0.26 if n in {7, 9} else 0.36
    for x, y, c in _STICKS[n]:
        _stick(canvas, style, 0.5 + (x - 0.5) * style.bamboo_spread, y, length, 0.0, inks[c])


def _character(canvas: _Canvas, style: Style, n: int, *, red: bool) -> None:
    numeral = style.five if n == 5 else NUMERALS[n - 1]
    low = numeral in "一二三"
    height = style.numeral_size * 0.62 * (0.15 if n == 1 else 0.7 if low else 1.0)
    width = style.numeral_size * style.condense
    y = style.numeral_y
    ink = style.red if red else style.numeral
    canvas.text(numeral, style.title, (0.5, y), width, height, ink, style.stroke if n > 1 else 0)
    canvas.text(
        style.wan,
        style.brush,
        (0.5, style.wan_y),
        style.wan_size * style.condense,
        0.42,
        style.red,
        style.stroke,
    )


def _honour(canvas: _Canvas, style: Style, n: int) -> None:
    width, height = style.honour_size * 0.82 * style.condense, style.honour_size * 0.72
    if n <= 4:
        ink = style.blue if style.numeral == style.blue else style.black
        canvas.text(WINDS[n - 1], style.brush, (0.5, 0.5), width, height, ink, style.stroke)
    elif n == 6:
        canvas.text("發", style.brush, (0.5, 0.5), width, height, style.green, style.stroke)
    elif n == 7:
        canvas.text("中", style.brush, (0.5, 0.5), width * 0.8, height, style.red, style.stroke)
    else:
        _white(canvas, style, (width, height))


def _white(canvas: _Canvas, style: Style, size: tuple[float, float]) -> None:
    if style.white == "character":
        canvas.text("白", style.brush, (0.5, 0.5), size[0] * 0.8, size[1], style.black, style.stroke)
        return
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


def _flower(canvas: _Canvas, style: Style, rng: np.random.Generator) -> None:
    inks = (style.red, style.green, style.blue, style.black)
    if style.pictures and rng.random() < 0.8:
        for _ in range(int(rng.integers(1, 4))):
            at = (rng.uniform(0.35, 0.65), rng.uniform(0.4, 0.72))
            canvas.text(
                str(rng.choice(list(_PICTURES))),
                str(rng.choice(list(style.pictures))),
                at,
                rng.uniform(0.4, 0.8),
                rng.uniform(0.35, 0.6),
                inks[int(rng.integers(4))],
            )
    else:
        for _ in range(int(rng.integers(4, 10))):
            x, y = rng.uniform(0.2, 0.8, 2)
            canvas.disc(x, y, rng.uniform(0.03, 0.1), inks[int(rng.integers(4))])
            canvas.line([(x, y), (rng.uniform(0.3, 0.7), 0.92)], style.green, 0.025)
    if rng.random() < 0.7:
        corner = (rng.choice([0.2, 0.8]), rng.choice([0.16, 0.82]))
        text = str(rng.choice(list(_FLOWERS)))
        font = style.brush if has_glyphs(style.brush, text) else style.title
        if has_glyphs(font, text):
            canvas.text(
                text,
                font,
                corner,
                rng.uniform(0.24, 0.36),
                rng.uniform(0.18, 0.28),
                inks[int(rng.integers(4))],
            )
    if rng.random() < 0.6:
        canvas.text(
            str(rng.integers(1, 5)),
            style.brush,
            (rng.choice([0.15, 0.85]), rng.choice([0.12, 0.88])),
            0.1,
            0.13,
            style.red,
        )


def _index_text(face: str) -> str:
    if face[1] == "z":
        return "ESWNPFC"[int(face[0]) - 1]
    return plain(face)[0]


def draw_face(style: Style, face: str, rng: np.random.Generator) -> NDArray[np.uint8]:
    """One face of a design.

    Args:
        style: the design.
        face: a label; ``back`` gives an empty picture (a back is a matter of the tile's colour).
        rng: chance for what differs between designs but is no choice of ``Style`` (bird, flower).

    Returns:
        ``(160, 120, 4)`` uint8 RGBA, transparent where the tile's own colour shows.
    """
    canvas = _Canvas()
    if face == BACK:
        return canvas.array()
    if face == OTHER:
        _flower(canvas, style, rng)
        return canvas.array()
    red = face in RED_FIVES
    n, suit = int(plain(face)[0]), face[1]
    if suit == "m":
        _character(canvas, style, n, red=red)
    elif suit == "p":
        _circles(canvas, style, n, red=red)
    elif suit == "s":
        _bamboo(canvas, style, n, rng, red=red)
    else:
        _honour(canvas, style, n)
    if red and style.red_five == "dot":
        canvas.disc(rng.choice([0.12, 0.88]), rng.choice([0.1, 0.9]), 0.06, style.red)
    if style.index and not (face == "5z" and style.white == "blank"):
        x, y = ((0.12, 0.11), (0.88, 0.11), (0.12, 0.89), (0.88, 0.89))[style.index_corner]
        ink = style.red if suit in "mz" or red else style.black
        canvas.text(
            _index_text(face), style.title, (x, y), style.index_size * 0.6, style.index_size * 0.75, ink
        )
    return canvas.array()


def draw_design(
    rng: np.random.Generator, characters: Sequence[str], pictures: Sequence[str]
) -> NDArray[np.uint8]:
    """A whole random design.

    Returns:
        ``(39, 160, 120, 4)`` uint8 RGBA, one picture a label in the order of ``LABELS``.
    """
    style = random_style(rng, characters, pictures)
    sheet = np.stack([draw_face(style, face, rng) for face in LABELS])
    if style.red_five in {"painted", "glazed"}:
        # Painted over by hand: all ink turned to one flat red, or a thin coat that the ink shows through.
        body = 1.0 if style.red_five == "painted" else rng.uniform(0.55, 0.85)
        for red in RED_FIVES:
            painted = sheet[INDEX[plain(red)]].copy()
            ink = painted[..., :3].astype(np.float32)
            painted[..., :3] = body * np.array(style.red) + (1 - body) * ink
            sheet[INDEX[red]] = painted
    return sheet


def art_design(folder: Path, rng: np.random.Generator, flower: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """A design from a folder of PNG pictures named by label (``1m.png``), with what is missing filled in.

    Args:
        folder: holds at least the 34 plain faces; transparent where the tile shows.
        rng: chance for the filled-in red fives' shade.
        flower: ``(160, 120, 4)`` uint8 RGBA, the picture for ``other``, which no such folder has.

    Returns:
        ``(39, 160, 120, 4)`` uint8 RGBA; red fives that the folder lacks are the plain ones in red ink.

    Raises:
        FileNotFoundError: naming the first plain face that is missing.
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
            painted = sheet[INDEX[plain(red)]].copy()
            painted[..., :3] = (
                int(rng.integers(170, 220)),
                int(rng.integers(15, 50)),
                int(rng.integers(20, 55)),
            )
            sheet[INDEX[red]] = painted
    return sheet


def load_face(path: Path) -> NDArray[np.uint8]:
    """A picture file as a face, ``(160, 120, 4)`` uint8 RGBA."""
    with Image.open(path) as image:
        return np.asarray(image.convert("RGBA").resize((SIZE[1], SIZE[0]), Image.Resampling.LANCZOS))
