"""What is printed on each tile: our own drawing of the 37 faces, a flower, the back and a blank front."""

from __future__ import annotations

import json
import math
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from yakulens.app.artwork.shapes import HEIGHT, WIDTH, Shape, ellipse, fitted, joined, path, turned

if TYPE_CHECKING:
    from yakulens.vision.reading import Point

BLACK: Final = "#17181d"
BLUE: Final = "#1b3a8a"
GREEN: Final = "#0f6b3a"
RED: Final = "#c1272d"
RED_FIVE: Final = "#e0161f"
IVORY: Final = "#fbf8ef"
AMBER: Final = "#e39a1f"
AMBER_DARK: Final = "#b97409"
PLUM: Final = "#c2478f"

NUMERALS: Final = "一二三四伍六七八九"
HONOURS: Final = {"1z": "東", "2z": "南", "3z": "西", "4z": "北", "6z": "發", "7z": "中"}

CIRCLES: Final[dict[int, tuple[float, tuple[tuple[float, float, str], ...]]]] = {
    2: (80, ((150, 105, GREEN), (150, 295, BLUE))),
    3: (54, ((74, 80, BLUE), (150, 200, RED), (226, 320, GREEN))),
    4: (58, ((84, 98, BLUE), (216, 98, GREEN), (84, 302, GREEN), (216, 302, BLUE))),
    5: (52, ((76, 84, BLUE), (224, 84, GREEN), (150, 200, RED), (76, 316, GREEN), (224, 316, BLUE))),
    6: (
        50,
        ((92, 76, GREEN), (208, 76, GREEN), (92, 216, RED), (208, 216, RED), (92, 326, RED), (208, 326, RED)),
    ),
    7: (
        44,
        (
            (62, 64, GREEN),
            (150, 102, GREEN),
            (238, 140, GREEN),
            (98, 240, RED),
            (202, 240, RED),
            (98, 334, RED),
            (202, 334, RED),
        ),
    ),
    8: (43, tuple((x, y, BLUE) for y in (62, 154, 246, 338) for x in (94, 206))),
    9: (
        42,
        tuple((x, y, c) for y, c in ((70, GREEN), (200, RED), (330, BLUE)) for x in (58, 150, 242)),
    ),
}
"""Radius, then (x, y, colour) of each circle; the diagonals run down to the right as on every set."""

STICKS: Final[dict[int, tuple[float, tuple[tuple[float, float, str, float], ...]]]] = {
    2: (158, ((150, 108, GREEN, 0), (150, 292, BLUE, 0))),
    3: (158, ((150, 108, GREEN, 0), (84, 292, GREEN, 0), (216, 292, GREEN, 0))),
    4: (158, ((84, 108, GREEN, 0), (216, 108, BLUE, 0), (84, 292, BLUE, 0), (216, 292, GREEN, 0))),
    5: (
        150,
        (
            (66, 106, GREEN, 0),
            (234, 106, BLUE, 0),
            (150, 200, RED, 0),
            (66, 294, BLUE, 0),
            (234, 294, GREEN, 0),
        ),
    ),
    6: (
        158,
        (*((x, 108, GREEN, 0) for x in (62, 150, 238)), *((x, 292, BLUE, 0) for x in (62, 150, 238))),
    ),
    7: (
        112,
        (
            (150, 78, RED, 0),
            *((x, y, c, 0) for y in (204, 326) for x, c in ((58, GREEN), (150, BLUE), (242, GREEN))),
        ),
    ),
    8: (
        158,
        (
            (46, 108, GREEN, 0),
            (254, 108, GREEN, 0),
            (114, 114, GREEN, 40),
            (186, 114, GREEN, -40),
            (46, 292, BLUE, 0),
            (254, 292, BLUE, 0),
            (114, 286, BLUE, -40),
            (186, 286, BLUE, 40),
        ),
    ),
    9: (
        112,
        tuple((x, y, c, 0) for y in (74, 200, 326) for x, c in ((58, GREEN), (150, RED), (242, BLUE))),
    ),
}
"""Length, then (x, y, colour, degrees) of each stick."""


@cache
def _glyphs() -> dict[str, str]:
    text = Path(__file__).with_name("glyphs.json").read_text(encoding="utf-8")
    found: dict[str, str] = json.loads(text)
    return found


def _glyph(
    character: str,
    box: tuple[float, float, float, float],
    fill: str,
    *,
    weight: float,
    keep_ratio: bool = True,
) -> Shape:
    # A font's y axis points up, a picture's down. The added line makes the brush bolder, for small sizes.
    upright = path(_glyphs()[character], fill, weight).mapped(lambda p: (p[0], -p[1]))
    return fitted(upright, box, keep_ratio=keep_ratio)


def _character(rank: int, *, red: bool) -> list[Shape]:
    top = RED_FIVE if red else BLACK
    below = RED_FIVE if red else RED
    heights = {1: 24, 2: 104, 3: 136}
    half = heights.get(rank, 150) / 2
    numeral = _glyph(
        NUMERALS[rank - 1], (46, 104 - half, 254, 104 + half), top, weight=9, keep_ratio=rank > len(heights)
    )
    return [numeral, _glyph("萬", (62, 200, 238, 380), below, weight=5, keep_ratio=False)]


def _dot(centre: Point, radius: float, fill: str) -> Shape:
    def ring(part: float) -> Shape:
        return ellipse(centre, radius * part, radius * part, fill)

    petals = [
        turned(
            ellipse((centre[0], centre[1] - radius * 0.33), radius * 0.1, radius * 0.15, fill), 72 * k, centre
        )
        for k in range(5)
    ]
    return joined([ring(1), ring(0.8), ring(0.66), ring(0.13), *petals])


def _great_circle() -> list[Shape]:
    centre = (150.0, 200.0)

    def petals(count: int, reach: float, wide: float, long: float, fill: str) -> list[Shape]:
        one = ellipse((centre[0], centre[1] - reach), wide, long, fill)
        return [turned(one, 360 / count * k, centre) for k in range(count)]

    rim = joined(
        [ellipse(centre, 124, 124, BLUE), ellipse(centre, 66, 66, BLUE), *petals(20, 96, 8, 20, BLUE)]
    )
    heart = joined([ellipse(centre, 52, 52, RED), ellipse(centre, 10, 10, RED), *petals(6, 29, 8, 14, RED)])
    return [rim, heart]


def _stick(centre: Point, length: float, fill: str, degrees: float) -> Shape:
    x, y = centre
    wide = 14 + length * 0.1
    steps = 28
    right: list[Point] = []
    for i in range(steps + 1):
        part = i / steps
        # Three knots, at both ends and in the middle; between them the stick is slimmer.
        swell = abs(math.cos(2 * math.pi * part)) ** 2.2
        end = math.sqrt(max(0.0, 1 - (abs(part - 0.5) * 2) ** 14))
        right.append((x + wide * (0.62 + 0.38 * swell) * (0.55 + 0.45 * end), y - length / 2 + length * part))
    outline = [*right, *((2 * x - px, py) for px, py in reversed(right))]
    body = Shape((("M", (outline[0],)), *(("L", (p,)) for p in outline[1:]), ("Z", ())), fill)
    slits = [ellipse((x, y + side * length * 0.245), wide * 0.22, length * 0.14, fill) for side in (-1, 1)]
    return turned(joined([body, *slits]), degrees, centre)


def _feather(foot: Point, reach: float) -> list[Shape]:
    blade = path("M150 236 C127 150 123 82 150 28 C177 82 173 150 150 236 Z", GREEN)
    parts = [joined([blade, ellipse((150, 74), 9.5, 17, GREEN)]), ellipse((150, 74), 6, 9, RED)]
    return [part.mapped(lambda p: (p[0], foot[1] + (p[1] - foot[1]) * reach)) for part in parts]


def _bird() -> list[Shape]:
    foot = (150.0, 236.0)
    feathers: list[Shape] = []
    for k in range(9):
        # The fan is broader than the tile: each feather is as long as the room on its side allows.
        reach = 0.62 + 0.38 * (abs(k - 4) / 4 - 1) ** 2
        feathers.extend(turned(part, 17 * (k - 4), foot) for part in _feather(foot, reach))
    wings = [
        path("M140 236 C96 214 56 232 26 286 C70 300 116 300 146 284 Z", BLUE),
        path("M160 236 C204 214 244 232 274 286 C230 300 184 300 154 284 Z", BLUE),
    ]
    body = path(
        "M150 150 C166 150 174 162 172 178 C170 196 180 206 190 226 C206 262 190 322 150 324"
        " C110 322 94 262 110 226 C120 206 130 196 128 178 C126 162 134 150 150 150 Z",
        IVORY,
    )
    coat = path(
        "M150 142 C172 142 182 160 180 180 C179 194 190 206 199 226 C217 266 198 332 150 334"
        " C102 332 83 266 101 226 C110 206 121 194 120 180 C118 160 128 142 150 142 Z",
        BLUE,
    )
    breast = [
        path(f"M{x - 17} {y} Q{x} {y + 26} {x + 17} {y} Q{x} {y + 8} {x - 17} {y} Z", BLUE)
        for x, y in ((150, 226), (128, 252), (172, 252), (150, 278), (128, 300), (172, 300))
    ]
    face = [
        ellipse((141, 172), 4.5, 5.5, BLACK),
        ellipse((159, 172), 4.5, 5.5, BLACK),
        path("M143 180 L157 180 L150 196 Z", RED),
    ]
    crest = [
        turned(path("M150 146 C142 132 144 120 150 112 C156 120 158 132 150 146 Z", RED), a, (150, 148))
        for a in (-34, 0, 34)
    ]
    legs = [
        path(
            f"M{x - 6} 328 L{x + 6} 328 L{x + 5} 356 L{x + 24} 376 L{x + 6} 370 L{x} 384"
            f" L{x - 6} 370 L{x - 24} 376 L{x - 5} 356 Z",
            RED,
        )
        for x in (126, 174)
    ]
    return [*feathers, *wings, *legs, coat, body, *breast, *crest, *face]


def _white() -> list[Shape]:
    def frame(inset: float) -> Shape:
        left, top, right, bottom = inset, inset, WIDTH - inset, HEIGHT - inset
        return path(f"M{left} {top} L{right} {top} L{right} {bottom} L{left} {bottom} Z", BLUE)

    return [joined([frame(36), frame(52)]), joined([frame(62), frame(67)])]


def _flower() -> list[Shape]:
    branch = path(
        "M52 372 C96 330 118 300 132 262 C138 244 146 236 156 230 L166 240 C154 250 148 262 144 278"
        " C134 318 108 350 70 384 Z",
        "#6b4423",
    )
    leaf = path("M118 300 C150 270 208 274 236 306 C196 334 148 330 118 300 Z", GREEN)
    centre = (150.0, 158.0)
    petals = [turned(ellipse((150, 92), 48, 54, PLUM), 72 * k, centre) for k in range(5)]
    stamens = [
        turned(path("M148 158 L152 158 L151 112 L149 112 Z", IVORY), 36 * k, centre) for k in range(10)
    ]
    tips = [turned(ellipse((150, 110), 6, 6, AMBER), 36 * k, centre) for k in range(10)]
    return [branch, leaf, *petals, *stamens, *tips, ellipse(centre, 22, 22, AMBER)]


def _back() -> list[Shape]:
    def diamond(x: float, y: float) -> Shape:
        return path(f"M{x} {y - 17} L{x + 17} {y} L{x} {y + 17} L{x - 17} {y} Z", AMBER_DARK)

    ground = path(f"M0 0 L{WIDTH} 0 L{WIDTH} {HEIGHT} L0 {HEIGHT} Z", AMBER)
    lattice = [diamond(x, y) for y in range(50, HEIGHT, 50) for x in range(50, WIDTH, 50)]
    return [ground, *lattice]


def _front() -> list[Shape]:
    return [path(f"M0 0 L{WIDTH} 0 L{WIDTH} {HEIGHT} L0 {HEIGHT} Z", IVORY)]


def draw(name: str) -> tuple[Shape, ...]:
    """The shapes of one picture, from the bottom up.

    Args:
        name: one of ``vision.labels.LABELS``, or ``front``. Faces are drawn without the tile below them.

    Raises:
        KeyError: there is no such picture.

    >>> len(draw("5p")), len(draw("5z"))
    (5, 2)
    """
    special = {
        "1p": _great_circle,
        "1s": _bird,
        "5z": _white,
        "other": _flower,
        "back": _back,
        "front": _front,
    }
    if name in special:
        return tuple(special[name]())
    if name in HONOURS:
        ink = {"6z": GREEN, "7z": RED}.get(name, BLACK)
        return (_glyph(HONOURS[name], (36, 56, 264, 344), ink, weight=8, keep_ratio=name == "7z"),)
    rank, suit = int(name[0]) or 5, name[1]
    red = name[0] == "0"
    if suit == "m":
        return tuple(_character(rank, red=red))
    if suit == "p":
        radius, dots = CIRCLES[rank]
        return tuple(_dot((x, y), radius, RED_FIVE if red else c) for x, y, c in dots)
    length, sticks = STICKS[rank]
    return tuple(_stick((x, y), length, RED_FIVE if red else c, a) for x, y, c, a in sticks)
