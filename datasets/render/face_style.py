"""The choices that make one design: brush, inks, pattern of circles and bamboo, kind of red fives."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from yakulens.datasets.render.colours import Rgb, rgb
from yakulens.datasets.render.face_canvas import BIRDS


class FaceStyle:
    """The choices that make one design. Lengths are shares of the face's width or height; inks are RGB."""

    def __init__(
        self, rng: np.random.Generator, characters: Sequence[str], pictures: Sequence[str], *, unusual: bool
    ) -> None:
        """Draw the choices at random; the arguments are those of `datasets.render.designs.draw_design`.

        Unusual ones have larger indices, bolder or finer strokes than most, and a large red centre in the 5p.
        """
        self.brush = str(rng.choice(list(characters)))
        self.title = self.brush if rng.random() < 0.7 else str(rng.choice(list(characters)))
        self.black = _ink(rng, (28, 26, 34), 24)
        self.blue = _ink(rng, (28, 50, 150), 36) if rng.random() < 0.75 else _ink(rng, (20, 110, 190), 40)
        self.green = _ink(rng, (20, 105, 55), 34) if rng.random() < 0.8 else _ink(rng, (70, 150, 70), 30)
        self.red = _ink(rng, (190, 30, 38), 34)
        self.numeral = (self.black, self.blue, self.green)[rng.choice(3, p=[0.6, 0.32, 0.08])]
        self.five = "伍" if rng.random() < 0.35 else "五"
        self.wan = "萬" if rng.random() < 0.9 else "万"
        self.numeral_size = rng.uniform(0.44, 0.66)
        self.wan_size = rng.uniform(0.48, 0.74)
        self.numeral_y = rng.uniform(0.24, 0.32)
        self.wan_y = rng.uniform(0.68, 0.75)
        self.condense = rng.uniform(0.9, 1.25)
        self.stroke = int(rng.choice([0, 0, 0, 1, 2, 3]))
        self.honour_size = rng.uniform(0.68, 0.98)
        self.index = rng.random() < 0.35
        self.index_size = rng.uniform(0.14, 0.24)
        self.index_corner = int(rng.integers(4))
        self.circle = str(rng.choice(["rings", "rings", "solid", "flower", "wheel", "cross"]))
        self.circle_size = rng.uniform(0.64, 1.12)
        # Without such nines in training, rows that stand apart look like tiles seen from low above the table.
        self.circle_spread = (rng.uniform(0.82, 1.06), rng.uniform(0.86, 1.14))
        self.great_circle = str(rng.choice(["dots", "dots", "rings", "petals", "spokes"]))
        self.bamboo = str(rng.choice(["segments", "segments", "bone", "bar", "leaf"]))
        self.bamboo_width = rng.uniform(0.07, 0.13)
        self.bamboo_spread = rng.uniform(0.85, 1.1)
        self.bird = str(rng.choice(list(BIRDS))) if pictures and rng.random() < 0.5 else ""
        self.bird_font = str(rng.choice(list(pictures))) if pictures else None
        self.white = str(rng.choice(["blank", "frame", "double", "ornate", "thick", "character"]))
        self.red_five = str(rng.choice(["all", "all", "dot", "painted", "glazed"]))
        self.pictures = tuple(pictures)
        self.heart = 1.0  # size factor of the middle circle of the 5p
        if unusual:
            self.index = rng.random() < 0.7
            self.index_size = rng.uniform(0.2, 0.42) if self.index else self.index_size
            self.stroke = int(rng.choice([0, 0, 1, 2, 4, 6]))
            self.heart = rng.uniform(1.0, 1.7)

    def inks(self, *, red: bool) -> dict[str, Rgb]:
        """The inks by their names in patterns: r, g and b; a red five has only red."""
        return dict.fromkeys("rgb", self.red) if red else {"r": self.red, "g": self.green, "b": self.blue}


def _ink(rng: np.random.Generator, base: Rgb, spread: int) -> Rgb:
    return rgb(np.array([c + rng.integers(-spread, spread + 1) for c in base]))
