"""The choices that make one design: brush, inks, pattern of circles and bamboo, kind of red fives."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from yakulens.vision.synth.colours import Rgb, rgb
from yakulens.vision.synth.face_canvas import BIRDS


@dataclass(frozen=True, slots=True)
class FaceStyle:
    """The choices that make one design. Lengths are shares of the face's width or height; inks are RGB.

    ``heart`` is the size factor of the middle circle of the 5p.
    """

    brush: str
    title: str
    black: Rgb
    red: Rgb
    green: Rgb
    blue: Rgb
    numeral: Rgb
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
    circle_spread: tuple[float, float]
    great_circle: str
    bamboo: str
    bamboo_width: float
    bamboo_spread: float
    bird: str
    bird_font: str | None
    white: str
    red_five: str
    pictures: tuple[str, ...] = field(default=())
    heart: float = 1.0


def random_face_style(
    rng: np.random.Generator, characters: Sequence[str], pictures: Sequence[str]
) -> FaceStyle:
    """Draw a design's choices at random; the fonts are those of `vision.synth.designs.draw_design`."""

    def ink(base: Rgb, spread: int) -> Rgb:
        return rgb(np.array([c + rng.integers(-spread, spread + 1) for c in base]))

    brush = str(rng.choice(list(characters)))
    title = brush if rng.random() < 0.7 else str(rng.choice(list(characters)))
    black = ink((28, 26, 34), 24)
    blue = ink((28, 50, 150), 36) if rng.random() < 0.75 else ink((20, 110, 190), 40)
    green = ink((20, 105, 55), 34) if rng.random() < 0.8 else ink((70, 150, 70), 30)
    red = ink((190, 30, 38), 34)
    return FaceStyle(
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
        index=rng.random() < 0.35,
        index_size=rng.uniform(0.14, 0.24),
        index_corner=int(rng.integers(4)),
        circle=str(rng.choice(["rings", "rings", "solid", "flower", "wheel", "cross"])),
        circle_size=rng.uniform(0.64, 1.12),
        # Without such nines in training, rows that stand apart look like tiles seen from low above the table.
        circle_spread=(rng.uniform(0.82, 1.06), rng.uniform(0.86, 1.14)),
        great_circle=str(rng.choice(["dots", "dots", "rings", "petals", "spokes"])),
        bamboo=str(rng.choice(["segments", "segments", "bone", "bar", "leaf"])),
        bamboo_width=rng.uniform(0.07, 0.13),
        bamboo_spread=rng.uniform(0.85, 1.1),
        bird=str(rng.choice(list(BIRDS))) if pictures and rng.random() < 0.5 else "",
        bird_font=str(rng.choice(list(pictures))) if pictures else None,
        white=str(rng.choice(["blank", "frame", "double", "ornate", "thick", "character"])),
        red_five=str(rng.choice(["all", "all", "dot", "painted", "glazed"])),
        pictures=tuple(pictures),
    )


def inks_of(style: FaceStyle, *, red: bool) -> dict[str, Rgb]:
    """A style's inks by their names in patterns: r, g, b, and k for black; a red five has only red."""
    if red:
        return dict.fromkeys("rgbk", style.red)
    return {"r": style.red, "g": style.green, "b": style.blue, "k": style.black}
