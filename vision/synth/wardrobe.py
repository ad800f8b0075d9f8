"""What the tiles of one scene wear: faces of one design, drawn or photographed, and the bodies' colours."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

from vision.labels import BACK, LABELS, RED_FIVES, plain
from vision.synth.render import compose_face
from vision.synth.tiles3d import Paint

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from vision.synth.faces import Ink


@dataclass(frozen=True, slots=True)
class Stock:
    """Tile designs to draw from.

    Attributes:
        drawn: ``(D, 39, h, w, 4)`` uint8 RGBA, transparent faces; may be a memory map.
        photographed: for each real tile set, label → crops ``(h, w, 3)`` uint8 RGB of its faces.
        weights: ``(D,)`` how often each drawn design is taken, or None for evenly.
        share_photographed: how many of the scenes wear photographed faces, 0..1.
    """

    drawn: NDArray[np.uint8]
    photographed: tuple[dict[str, list[NDArray[np.uint8]]], ...] = ()
    weights: NDArray[np.float64] | None = None
    share_photographed: float = 0.25


@dataclass(frozen=True, slots=True)
class Wardrobe:
    """What this scene's tiles wear: pictures made when a tile first needs them.

    Attributes:
        variants: label → texture numbers that show it.
        make: texture numbers in use and the greatest length of a tile in pixels → opaque pictures.
        upright_known: whether the pictures' tops are known.
    """

    variants: dict[str, list[int]]
    make: Callable[[set[int], float], dict[int, NDArray[np.uint8]]]
    upright_known: bool


def photographed_wardrobe(
    crops: dict[str, list[NDArray[np.uint8]]], rng: np.random.Generator, paint: Paint
) -> Wardrobe:
    """Faces cut out of photos, two a label; red fives are painted from the plain ones."""
    textures: list[NDArray[np.uint8]] = []
    variants: dict[str, list[int]] = {}
    for label, pictures in crops.items():
        for _ in range(2):
            variants.setdefault(label, []).append(len(textures))
            textures.append(pictures[int(rng.integers(len(pictures)))])
    for red in RED_FIVES:
        if plain(red) in crops:
            picture = textures[variants[plain(red)][0]]
            variants.setdefault(red, []).append(len(textures))
            textures.append(redden(picture, rng))
    variants[BACK] = [len(textures)]
    textures.append(np.full((16, 12, 3), paint.back, np.uint8))
    return Wardrobe(variants, lambda used, _length: {i: textures[i] for i in used}, upright_known=False)


def drawn_wardrobe(
    sheet: NDArray[np.uint8], rng: np.random.Generator, paint: Paint, most_faded: float = 0.65
) -> Wardrobe:
    """One drawn design with wear, engraving, weight and tint of its own.

    Args:
        sheet: ``(39, h, w, 4)`` uint8 RGBA faces in the order of ``LABELS``.
        rng: source of chance.
        paint: the tiles' colours.
        most_faded: how faint the ink may be at most, 0 = full ink .. 1 = none.
    """
    wear = rng.uniform(0, 0.5) if rng.random() < 0.3 else 0.0
    fade = rng.uniform(0.1, most_faded) if rng.random() < 0.3 else 0.0
    engraving = rng.uniform(5, 40) if rng.random() < 0.6 else 0.0
    bold = int(rng.choice([-1, 0, 0, 0, 1, 2]))
    hue = rng.normal(0, 0.5)
    blank_white = rng.random() < 0.12

    def make(used: set[int], length: float) -> dict[int, NDArray[np.uint8]]:
        out = {}
        for i in sorted(used):
            if LABELS[i] == BACK:
                out[i] = np.full((16, 12, 3), paint.back, np.uint8)
                continue
            face = np.zeros_like(sheet[i]) if blank_white and LABELS[i] == "5z" else sheet[i]
            weight = bold
            if length < face.shape[0] / 2:
                # Small on the photo: half the picture is plenty, and strokes keep their share of it.
                face = cv2.resize(face, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
                weight = bold // 2
            out[i] = compose_face(
                _tint(face, hue), paint.front, rng, wear=wear, fade=fade, engraving=engraving, bold=weight
            )
        return out

    return Wardrobe({label: [i] for i, label in enumerate(LABELS)}, make, upright_known=True)


def choose_wardrobe(stock: Stock, rng: np.random.Generator, paint: Paint) -> Wardrobe:
    """A design out of the stock."""
    if stock.photographed and rng.random() < stock.share_photographed:
        crops = stock.photographed[int(rng.integers(len(stock.photographed)))]
        return photographed_wardrobe(crops, rng, paint)
    return drawn_wardrobe(stock.drawn[int(rng.choice(len(stock.drawn), p=stock.weights))], rng, paint)


def _tint(face: NDArray[np.uint8], hue: float) -> NDArray[np.uint8]:
    """Shift all inks a little in lightness and warmth; a red stays red."""
    out = face.astype(np.int16)
    out[..., 0] += int(12 * hue)
    out[..., 2] -= int(14 * hue)
    out[..., :3] += int(10 * hue)
    return np.clip(out, 0, 255).astype(np.uint8)


def redden(picture: NDArray[np.uint8], rng: np.random.Generator) -> NDArray[np.uint8]:
    """A photographed five painted red, its ground left as it is.

    Some owners cover the ink; others paint it so thinly that the dark ink shows through, miss some of it,
    smear beyond it, or colour only its edges.
    """
    grey = picture.astype(np.float32).min(2)
    light = np.percentile(grey, 85)
    dark = np.percentile(grey, 3)
    ink = np.clip((light - grey) / max(light - dark, 1) * 1.25 - 0.12, 0, 1)
    red = _red(rng)
    ground_colour = np.median(picture[grey > light - 8].reshape(-1, 3), axis=0).astype(np.float32)
    covered = ground_colour * (1 - ink[..., None]) + red * ink[..., None]
    if rng.random() < 0.5:
        return np.asarray(np.clip(covered, 0, 255), np.uint8)
    if rng.random() < 0.4:
        ink = _rims(ink, rng)
    return _glaze(picture, ink, red, rng)


def _red(rng: np.random.Generator) -> NDArray[np.float32]:
    """A red as paints and pens have it, seldom a coppery or a brownish one; ``(3,)`` RGB."""
    if rng.random() < 0.8:
        return np.array([rng.uniform(160, 225), rng.uniform(15, 60), rng.uniform(20, 60)], np.float32)
    return np.array([rng.uniform(135, 205), rng.uniform(50, 95), rng.uniform(35, 75)], np.float32)


def _rims(ink: NDArray[np.float32], rng: np.random.Generator) -> NDArray[np.float32]:
    """The edges of each figure, at times those within it too, as wide as a fine brush.

    Returns:
        ``(h, w)`` coverage 0..1 like ``ink``.
    """
    which = cv2.RETR_EXTERNAL if rng.random() < 0.6 else cv2.RETR_LIST
    figures, _ = cv2.findContours((ink > 0.5).astype(np.uint8), which, cv2.CHAIN_APPROX_NONE)
    rims = np.zeros(ink.shape, np.uint8)
    cv2.drawContours(rims, figures, -1, 255, max(1, round(rng.uniform(0.02, 0.07) * ink.shape[1])))
    return np.asarray(rims / 255, np.float32)


def _glaze(
    picture: NDArray[np.uint8], ink: NDArray[np.float32], red: NDArray[np.float32], rng: np.random.Generator
) -> NDArray[np.uint8]:
    """Thin red paint over dark ink: it mixes with what lies below, in patches, and runs over the edges."""
    h, w = ink.shape
    reach = max(1, round(rng.uniform(0.0, 0.05) * w))
    paint = cv2.dilate(ink, np.ones((reach, reach), np.uint8))
    paint = cv2.GaussianBlur(paint, (0, 0), max(0.5, rng.uniform(0.003, 0.02) * w))
    patches = rng.uniform(rng.uniform(0.5, 0.95), 1, (4, 3)).astype(np.float32)
    paint *= np.clip(cv2.resize(patches, (w, h), interpolation=cv2.INTER_CUBIC), 0, 1)
    body = rng.uniform(0.4, 0.8)
    below = picture.astype(np.float32)
    # Paint of some body lightens black ink; its glaze tints a light ground.
    over = body * red + (1 - body) * below * (0.25 + 0.75 * red / 255)
    mixed = below * (1 - paint[..., None]) + over * paint[..., None]
    if rng.random() < 0.4:  # paint wiped off leaves a blush on the ground
        blush = cv2.resize(
            rng.uniform(0, 0.25, (3, 3)).astype(np.float32), (w, h), interpolation=cv2.INTER_CUBIC
        )
        mixed *= 1 - np.clip(blush, 0, 1)[..., None] * (1 - red / 255)
    return np.asarray(np.clip(mixed, 0, 255), np.uint8)


def random_paint(rng: np.random.Generator) -> Paint:
    """Colours of a tile set: white to cream, seldom anything, and a back of any usual colour."""
    warm = rng.uniform(0, 34)
    level = rng.uniform(222, 254)
    front = (int(level), int(level - warm * 0.25), int(level - warm))
    if rng.random() < 0.05:
        front = _ink(rng.integers(120, 255, 3))
    fade = rng.uniform(0.88, 1.0)
    side = (int(front[0] * fade), int(front[1] * fade), int(front[2] * fade))
    hues = (
        (35, 110, 60),
        (240, 150, 40),
        (40, 90, 180),
        (190, 60, 60),
        (230, 190, 60),
        (120, 180, 220),
        (240, 170, 190),
        (40, 40, 46),
        (120, 190, 70),
        (235, 235, 232),
        (90, 60, 140),
    )
    base = np.array(hues[rng.integers(len(hues))]) + rng.normal(0, 14, 3)
    return Paint(front, side, _ink(np.clip(base, 0, 255)))


def _ink(channels: NDArray[Any]) -> Ink:
    r, g, b = (int(c) for c in channels)
    return r, g, b
