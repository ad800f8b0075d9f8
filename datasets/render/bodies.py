"""Tile sets other than usual inks on white: dark bodies with light inks, jade, wood, clear, unusual inks.

The material decides the colours of body and inks; the designs are those of any set.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias, get_args

import cv2
import numpy as np
from numpy.typing import NDArray

from yakulens.datasets.render.choice import one_of
from yakulens.datasets.render.colours import Paint, Pixels, Rgb, random_paint, rgb
from yakulens.vision.labels import INDEX, LABELS, RED_FIVES, plain
from yakulens.vision.picture.color_transform import NEGATIVE
from yakulens.vision.picture.show import show

_FIVES: Final = tuple(INDEX[plain(label)] for label in RED_FIVES)
_SEEN: Final = 128
"""Coverage, 0..255, from which a pixel is ink."""
_REDDISH: Final = (14, 160)
"""OpenCV hues, 0..179: up to the first and from the second on they are red."""
_COLOURED: Final = 90
"""Saturation, 0..255, from which a pixel has a hue."""
_MOST_RED: Final = 0.6
"""Maximum share of red ink of a plain five; with more it would look like a red one."""
_ORDERS: Final = ((2, 1, 0), (0, 2, 1), (2, 0, 1), (1, 0, 2))
"""The channels that become red, green and blue."""
Material: TypeAlias = Literal["dark", "jade", "wood", "clear", "tinted", "inks"]
"""The look of a body: black or another dark colour, jade from pale to deep, wood from maple to walnut, clear
to frosted, any pale colour, or the usual white with unusual inks."""

MATERIALS: Final[tuple[Material, ...]] = get_args(Material)

_MOST_INK: Final = 90
"""Lab lightness, 0..255, up to which a drawn colour is pure ink."""
_LEAST_GROUND: Final = 215
"""Lab lightness, 0..255, from which a drawn colour means the body, like the white inside a figure."""
_MIDDLE: Final = (75.0, 125.0)
"""Mean of a body's channels up to which its inks are light, and from which they are dark. In between, no ink
has enough contrast, and such sets do not exist."""
_SINGLE: Final[tuple[Rgb, ...]] = ((240, 238, 230), (225, 190, 110), (205, 208, 214), (245, 165, 80))
"""White, gold, silver and orange, for sets engraved in one light colour."""
_BURNT: Final[Rgb] = (52, 30, 18)
_SINGLE_DARK: Final[tuple[Rgb, ...]] = ((24, 24, 28), _BURNT, (26, 40, 110), (16, 84, 52), (84, 40, 110))
"""Black, brown, navy, green and violet, for light bodies with one dark ink."""
_DARKS: Final[tuple[Rgb, ...]] = (
    (24, 24, 26), (24, 24, 26), (18, 26, 62), (14, 58, 38), (70, 16, 30), (44, 22, 58), (58, 38, 26),
    (48, 54, 62),
)  # fmt: skip
"""Mostly black; also navy, green, wine, violet, brown and slate."""
_LIGHT_RED: Final[Rgb] = (255, 105, 90)
_DARK_RED: Final[Rgb] = (185, 28, 34)
_BACKS: Final[tuple[Rgb, ...]] = (
    (235, 140, 45), (230, 225, 215), (200, 60, 60), (220, 190, 90), (70, 130, 200), (120, 66, 168),
    (240, 130, 180), (30, 30, 34),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class HueChange:
    """How a set's hues differ from the usual ones.

    Attributes:
        order: the channels that become red, green and blue.
        turn: degrees by which all hues are shifted.
        strength: factor of the saturation.
    """

    order: tuple[int, int, int] = (0, 1, 2)
    turn: float = 0.0
    strength: float = 1.0

    def show(self, pixels: Pixels) -> Pixels:
        """Change the hues of a picture, ``(h, w, 3)`` uint8 RGB."""
        out = np.ascontiguousarray(pixels[..., self.order])
        if not self.turn and self.strength == 1:
            return out
        hsv = cv2.cvtColor(out, cv2.COLOR_RGB2HSV).astype(np.int16)
        hsv[..., 0] = (hsv[..., 0] + round(self.turn / 2)) % 180
        hsv[..., 1] = np.clip(hsv[..., 1] * self.strength, 0, 255)
        return np.asarray(cv2.cvtColor(hsv.astype(np.uint8), cv2.COLOR_HSV2RGB), np.uint8)

    def of(self, design: Pixels) -> Pixels:
        """A design in these hues with red fives still red, or unchanged if a plain five would become red.

        The design is ``(39, h, w, 4)`` uint8 RGBA in the order of ``LABELS``.
        """
        out = design.copy()
        for index, face in enumerate(design):
            if LABELS[index] not in RED_FIVES:
                out[index, ..., :3] = self.show(face[..., :3])
        return design if any(_red(out[five]) for five in _FIVES) else out


def random_hues(rng: np.random.Generator) -> HueChange:
    """Random change: hues exchanged, shifted, or both; rarely nearly grey."""
    kind = rng.random()
    order = one_of(rng, _ORDERS) if kind < 0.6 else (0, 1, 2)
    turn = rng.uniform(-180, 180) if kind > 0.45 else 0.0
    return HueChange(order, turn, float(rng.uniform(0.15, 0.6) if rng.random() < 0.15 else 1.0))


def _red(face: Pixels) -> bool:
    """Whether a face's ink is mostly red."""
    ink = face[..., 3] >= _SEEN
    if not ink.any():
        return False
    hsv = cv2.cvtColor(np.ascontiguousarray(face[..., :3]), cv2.COLOR_RGB2HSV)[ink]
    red = ((hsv[:, 0] <= _REDDISH[0]) | (hsv[:, 0] >= _REDDISH[1])) & (hsv[:, 1] >= _COLOURED)
    return bool(red.mean() > _MOST_RED)


@dataclass(frozen=True, slots=True)
class Body:
    """One tile set's colours.

    Attributes:
        paint: of the tiles.
        light: whether its ink is lighter than its ground.
        single: the one ink of all faces except red fives; None for the hues of the design.
        hues: how the hues of the design change; None if they stay.
    """

    paint: Paint
    light: bool
    single: Rgb | None
    hues: HueChange | None = None

    def inked(self, design: Pixels) -> Pixels:
        """A design of dark ink, ``(39, h, w, 4)`` uint8 RGBA in the order of ``LABELS``, in this set's inks.

        Transparent pixels stay transparent.

        >>> black = Body(Paint((20, 20, 22), (20, 20, 22), (200, 60, 60)), light=True, single=None)
        >>> ink = np.zeros((39, 2, 2, 4), np.uint8)
        >>> ink[..., 3] = 255
        >>> black.inked(ink)[0, 0, 0].tolist()
        [255, 255, 255, 255]
        """
        if self.hues is not None:
            design = self.hues.of(design)
        if self.single is None and not self.light:
            return design
        out = design.copy()
        for index, face in enumerate(design):
            if self.single is None:
                out[index, ..., :3] = show(NEGATIVE, np.ascontiguousarray(face[..., :3]))
                continue
            red = _LIGHT_RED if self.light else _DARK_RED
            out[index, ..., :3] = self._in_one(face, red if LABELS[index] in RED_FIVES else self.single)
        return out

    def _in_one(self, face: Pixels, ink: Rgb) -> Pixels:
        """A face in one ink: dark parts get its colour, nearly white parts that of the body."""
        lightness = cv2.cvtColor(np.ascontiguousarray(face[..., :3]), cv2.COLOR_RGB2LAB)[..., 0]
        ground = np.clip((lightness.astype(np.float32) - _MOST_INK) / (_LEAST_GROUND - _MOST_INK), 0, 1)
        mixed = np.array(ink) * (1 - ground[..., None]) + np.array(self.paint.front) * ground[..., None]
        return np.asarray(mixed, np.uint8)


def random_body(rng: np.random.Generator, material: Material) -> Body:
    """A random tile set of a material; the same state of ``rng`` gives the same set."""
    if material == "clear":
        paint = random_paint(rng)
        tint = np.array(paint.front) * rng.uniform(0.75, 1.0) + rng.normal(0, 10, 3)
        clear = rng.uniform(0.25, 0.75)
        paint = Paint(rgb(tint), rgb(tint * 0.95), _back(rng, tint), clear)
        return Body(paint, light=False, single=None, hues=random_hues(rng) if rng.random() < 0.2 else None)
    single: Rgb | None = None
    if material == "inks":
        single = one_of(rng, _SINGLE_DARK) if rng.random() < 0.25 else None
        hues = random_hues(rng) if single is None else None
        return Body(random_paint(rng), light=False, single=single, hues=hues)
    ground = _front(rng, material)
    while _MIDDLE[0] < ground.mean() < _MIDDLE[1]:
        ground = _front(rng, material)
    light = bool(ground.mean() <= _MIDDLE[0])
    if rng.random() < 0.4:
        inks = _SINGLE if light else (_BURNT,) if material == "wood" else _SINGLE_DARK
        single = one_of(rng, inks)
    side = ground * rng.uniform(0.85, 1.1)
    paint = Paint(rgb(ground), rgb(side), _back(rng, ground))
    return Body(paint, light, single, random_hues(rng) if single is None and rng.random() < 0.3 else None)


def _back(rng: np.random.Generator, front: NDArray[np.float64]) -> Rgb:
    """A random colour of the back that differs from the front."""
    while True:
        back = np.array(one_of(rng, _BACKS)) + rng.normal(0, 10, 3)
        if np.abs(back - front).max() > 60:
            return rgb(back)


def _front(rng: np.random.Generator, material: Material) -> NDArray[np.float64]:
    """``(3,)`` RGB of a body: jade and wood are pale to deep, tinted ones pale, others dark."""
    deep = rng.uniform(0, 1)
    if material == "jade":
        return np.array([200, 228, 205]) * (1 - deep) + np.array([24, 84, 52]) * deep + rng.normal(0, 8, 3)
    if material == "wood":
        return np.array([226, 186, 138]) * (1 - deep) + np.array([84, 52, 32]) * deep + rng.normal(0, 6, 3)
    if material == "tinted":
        return rng.uniform(130, 250, 3)
    return np.array(one_of(rng, _DARKS)) * rng.uniform(0.7, 1.15) + rng.normal(0, 5, 3)
