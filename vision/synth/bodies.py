"""Tile sets that are not dark ink on white: dark bodies engraved in light, jade and wood.

What a set is made of decides the colours of its body and of its inks. The designs are those of any other set.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal, TypeAlias, get_args

import cv2
import numpy as np

from vision.labels import INDEX, RED_FIVES
from vision.picture.rendition import NEGATIVE
from vision.synth.colours import Paint

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.synth.colours import Rgb

Material: TypeAlias = Literal["dark", "jade", "wood"]
"""What a body looks like: black or another dark colour, jade from pale to deep, wood from maple to walnut."""

MATERIALS: Final[tuple[Material, ...]] = get_args(Material)

_REDS: Final = frozenset(INDEX[label] for label in RED_FIVES)
_MOST_INK: Final = 90
"""Lightness of Lab, 0..255, up to which a drawn colour is ink alone ..."""
_LEAST_GROUND: Final = 215
"""... and from which it stands for the tile itself, as the white within a drawn figure does."""
_MIDDLE: Final = (75.0, 125.0)
"""A body darker than the first, as the mean of its channels, is engraved in light, a body lighter than the
second in dark; between them no ink is seen well, and nobody makes such a set."""
_SINGLE: Final[tuple[Rgb, ...]] = ((240, 238, 230), (225, 190, 110), (205, 208, 214), (245, 165, 80))
"""White, gold, silver and orange: sets engraved in one light colour have one of them."""
_BURNT: Final[Rgb] = (52, 30, 18)
_LIGHT_RED: Final[Rgb] = (255, 105, 90)
_DARK_RED: Final[Rgb] = (185, 28, 34)
_BACKS: Final[tuple[Rgb, ...]] = (
    (235, 140, 45),
    (230, 225, 215),
    (200, 60, 60),
    (220, 190, 90),
    (70, 130, 200),
)


@dataclass(frozen=True, slots=True)
class Body:
    """One tile set's colours.

    Attributes:
        paint: of the tiles.
        light: whether its ink is lighter than its ground.
        single: the one ink that all faces but red fives have; None for a design's own hues.
    """

    paint: Paint
    light: bool
    single: Rgb | None

    def inked(self, design: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """A design in this set's inks.

        Args:
            design: ``(39, h, w, 4)`` uint8 RGBA faces in the order of ``LABELS``, dark ink.

        Returns:
            ``(39, h, w, 4)`` uint8 RGBA; what is transparent stays so.

        >>> black = Body(Paint((20, 20, 22), (20, 20, 22), (200, 60, 60)), light=True, single=None)
        >>> ink = np.zeros((39, 2, 2, 4), np.uint8)
        >>> ink[..., 3] = 255
        >>> black.inked(ink)[0, 0, 0].tolist()
        [255, 255, 255, 255]
        """
        if self.single is None and not self.light:
            return design
        out = design.copy()
        for index, face in enumerate(design):
            if self.single is None:
                out[index, ..., :3] = NEGATIVE.show(np.ascontiguousarray(face[..., :3]))
                continue
            red = _LIGHT_RED if self.light else _DARK_RED
            out[index, ..., :3] = self._in_one(face, red if index in _REDS else self.single)
        return out

    def _in_one(self, face: NDArray[np.uint8], ink: Rgb) -> NDArray[np.uint8]:
        """A face in one ink: what is dark has that colour, what is nearly white that of the body."""
        lightness = cv2.cvtColor(np.ascontiguousarray(face[..., :3]), cv2.COLOR_RGB2LAB)[..., 0]
        ground = np.clip((lightness.astype(np.float32) - _MOST_INK) / (_LEAST_GROUND - _MOST_INK), 0, 1)
        mixed = np.array(ink) * (1 - ground[..., None]) + np.array(self.paint.front) * ground[..., None]
        return np.asarray(mixed, np.uint8)


def random_body(rng: np.random.Generator, material: Material) -> Body:
    """A tile set of some material.

    Args:
        rng: random generator; the same state gives the same set.
        material: what it is made of.

    >>> body = random_body(np.random.default_rng(0), "dark")
    >>> body.light, max(body.paint.front) < 80
    (True, True)
    """
    front = _front(rng, material)
    while _MIDDLE[0] < front.mean() < _MIDDLE[1]:
        front = _front(rng, material)
    light = bool(front.mean() <= _MIDDLE[0])
    single: Rgb | None = None
    if rng.random() < 0.4:
        single = _SINGLE[int(rng.integers(len(_SINGLE)))] if light else _BURNT
    side = front * rng.uniform(0.85, 1.1)
    while True:
        back = np.array(_BACKS[int(rng.integers(len(_BACKS)))]) + rng.normal(0, 10, 3)
        if np.abs(back - front).max() > 60:
            return Body(Paint(_rgb(front), _rgb(side), _rgb(back)), light, single)


def _front(rng: np.random.Generator, material: Material) -> NDArray[np.float64]:
    """``(3,)`` RGB of a body; jade and wood are pale to deep, other bodies dark."""
    deep = rng.uniform(0, 1)
    if material == "jade":
        return np.array([200, 228, 205]) * (1 - deep) + np.array([24, 84, 52]) * deep + rng.normal(0, 8, 3)
    if material == "wood":
        return np.array([226, 186, 138]) * (1 - deep) + np.array([84, 52, 32]) * deep + rng.normal(0, 6, 3)
    return rng.uniform(12, 42) + rng.uniform(0, 26, 3) * (deep < 0.5)


def _rgb(colour: NDArray[np.float64]) -> Rgb:
    red, green, blue = (int(c) for c in np.clip(colour, 0, 255))
    return red, green, blue
