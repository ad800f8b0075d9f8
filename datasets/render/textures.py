"""The textures of one picture's tiles: faces of one design, drawn or photographed, and backs.

A paint gives the tiles' colours. Backs show its back colour, at times with a pattern of a maker or a club.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from yakulens.datasets.render.bodies import Body
from yakulens.datasets.render.choice import one_of
from yakulens.datasets.render.colours import Paint, Pixels, Rgb, rgb
from yakulens.datasets.render.designs import TileDesigns
from yakulens.datasets.render.red_paint import paint_red
from yakulens.vision.labels import BACK, LABELS, RED_FIVES, plain

_BLANK_WHITE: Final = 0.35
"""Share of drawn designs whose White is replaced by a blank one."""
_BACK_SIZE: Final = (80, 60)
"""Height and width of a patterned back in pixels."""
_PATTERNED: Final = 0.2
"""Share of sets with one."""


@dataclass(frozen=True, slots=True)
class SceneTextures:
    """The faces of one scene's tiles as numbered opaque pictures, made on demand.

    Attributes:
        variants: label → numbers of the textures that show it.
        make: maps the used numbers and the maximum length of a tile in pixels to number → picture
            ``(h, w, 3)`` uint8 RGB, or ``(h, w, 4)`` RGBA for transparent bodies.
        upright_known: whether the pictures' tops are known to be the faces' tops.
    """

    variants: dict[str, list[int]]
    make: Callable[[set[int], float], dict[int, Pixels]]
    upright_known: bool


def choose_textures(
    designs: TileDesigns, rng: np.random.Generator, paint: Paint, body: Body | None = None
) -> SceneTextures:
    """The textures of a random design: a drawn one, or faces cut out of photos of one tile set.

    Drawn faces have the inks of an unusual body, or their own.
    """
    back = back_texture(paint.back, rng)
    # Photographed faces have their own ground, that of a usual set.
    if body is None and designs.photographed and rng.random() < designs.share_photographed:
        crops = one_of(rng, designs.photographed)
        return photographed_textures(crops, rng, back)
    sheet = designs.drawn[int(rng.choice(len(designs.drawn), p=designs.weights))]
    return drawn_textures(sheet if body is None else body.inked(sheet), rng, paint, back=back)


def photographed_textures(
    crops: dict[str, list[Pixels]], rng: np.random.Generator, back: Pixels
) -> SceneTextures:
    """Textures from faces cut out of photos, ``(h, w, 3)`` uint8 RGB, two per label; red fives are painted.

    >>> crops = {"5p": [np.full((120, 90, 3), 240, np.uint8)]}
    >>> photographed_textures(crops, np.random.default_rng(0), crops["5p"][0]).variants
    {'5p': [0, 1], '0p': [2], 'back': [3]}
    """
    textures: list[Pixels] = []
    variants: dict[str, list[int]] = {}
    for label, pictures in crops.items():
        for _ in range(2):
            variants.setdefault(label, []).append(len(textures))
            textures.append(one_of(rng, pictures))
    for red in RED_FIVES:
        if plain(red) in crops:
            picture = textures[variants[plain(red)][0]]
            variants.setdefault(red, []).append(len(textures))
            textures.append(paint_red(picture, rng))
    variants[BACK] = [len(textures)]
    textures.append(back)
    return SceneTextures(variants, lambda used, _length: {i: textures[i] for i in used}, upright_known=False)


def drawn_textures(
    sheet: Pixels,
    rng: np.random.Generator,
    paint: Paint,
    most_faded: float = 0.65,
    back: Pixels | None = None,
) -> SceneTextures:
    """One drawn design with random wear, engraving, strength of strokes and tint.

    Making the textures later uses ``rng`` again. ``most_faded`` is the maximum fading, 0 = full ink .. 1 =
    none; ``back`` is the picture of backs, by default only the paint's back colour.

    >>> white = (255, 255, 255)
    >>> faces = np.zeros((len(LABELS), 160, 120, 4), np.uint8)
    >>> textures = drawn_textures(faces, np.random.default_rng(0), Paint(white, white, (20, 120, 60)))
    >>> back = textures.variants["back"][0]
    >>> textures.make({back}, 200.0)[back][0, 0].tolist()
    [20, 120, 60]
    """
    wear = rng.uniform(0, 0.5) if rng.random() < 0.3 else 0.0
    fade = rng.uniform(0.1, most_faded) if rng.random() < 0.3 else 0.0
    engraving = rng.uniform(5, 40) if rng.random() < 0.6 else 0.0
    bold = int(rng.choice([-1, 0, 0, 0, 1, 2]))
    hue = rng.normal(0, 0.5)
    blank_white = rng.random() < _BLANK_WHITE

    def make(used: set[int], length: float) -> dict[int, Pixels]:
        out = {}
        for i in sorted(used):
            if LABELS[i] == BACK:
                out[i] = np.full((16, 12, 3), paint.back, np.uint8) if back is None else back
                continue
            face = np.zeros_like(sheet[i]) if blank_white and LABELS[i] == "5z" else sheet[i]
            weight = bold
            if length < face.shape[0] / 2:
                # Small on the photo: half the size suffices, and strokes keep their proportions.
                face = cv2.resize(face, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
                weight = bold // 2
            out[i] = compose_face(
                _tint(face, hue), paint.front, rng, wear=wear, fade=fade, engraving=engraving, bold=weight
            )
            if paint.clear:
                # Ink is fully opaque.
                opacity = 255 * (1 - paint.clear) + paint.clear * face[..., 3].astype(np.float32)
                out[i] = np.dstack([out[i], opacity.astype(np.uint8)])
        return out

    return SceneTextures({label: [i] for i, label in enumerate(LABELS)}, make, upright_known=True)


def _tint(face: Pixels, hue: float) -> Pixels:
    """Shift all inks slightly in lightness and warmth; red stays red."""
    out = face.astype(np.int16)
    out[..., 0] += int(12 * hue)
    out[..., 2] -= int(14 * hue)
    out[..., :3] += int(10 * hue)
    return np.clip(out, 0, 255).astype(np.uint8)


def compose_face(
    face: Pixels,
    front: Rgb,
    rng: np.random.Generator,
    *,
    wear: float,
    fade: float,
    engraving: float,
    bold: int,
) -> Pixels:
    """Lay a transparent face on a tile's front: change the strokes, wear the paint, shade the engraving.

    The face is ``(h, w, 4)`` uint8 RGBA, the result ``(h, w, 3)`` RGB. ``wear`` is 0 fresh .. 1 half gone, in
    patches; ``fade`` is 0 full ink .. 1 none; ``engraving`` is the strength of the light and dark rims, 0 =
    printed flat. Strokes are ``bold`` pixels thicker, or thinner if negative.

    >>> face = np.full((160, 120, 4), (200, 0, 0, 255), np.uint8)
    >>> front = (250, 250, 240)
    >>> rng = np.random.default_rng(0)
    >>> compose_face(face, front, rng, wear=0, fade=0.5, engraving=0, bold=0)[80, 60].tolist()
    [225, 125, 120]
    """
    ink, alpha = face[..., :3], face[..., 3]
    if bold:
        kernel = np.ones((2, 2), np.uint8) if abs(bold) == 1 else np.ones((3, 3), np.uint8)
        if bold > 0:
            alpha = cv2.dilate(alpha, kernel)
            ink = cv2.erode(cv2.dilate(ink, kernel), kernel)
            known = cv2.dilate(face[..., :3], kernel, iterations=2)
            ink = np.where(face[..., 3:] > 0, ink, known)
        else:
            alpha = cv2.erode(alpha, kernel)
    a = alpha.astype(np.float32) * ((1 - fade) / 255)
    if wear > 0:
        h, w = a.shape
        patches = cv2.resize(
            rng.uniform(0, 1, (7, 5)).astype(np.float32), (w, h), interpolation=cv2.INTER_CUBIC
        )
        a = a * np.clip(1 - wear * patches, 0, 1)
    out = np.asarray(front, np.float32) * (1 - a[..., None]) + ink.astype(np.float32) * a[..., None]
    if engraving > 0:
        rim = np.roll(a, (1, 1), (0, 1)) - np.roll(a, (-1, -1), (0, 1))
        out += rim[..., None] * engraving
    return np.asarray(np.clip(out, 0, 255), np.uint8)


def back_texture(colour: Rgb, rng: np.random.Generator) -> Pixels:
    """A back of a colour, ``(h, w, 3)`` uint8 RGB: mostly plain, else with a pattern or an emblem.

    >>> back_texture((20, 120, 60), np.random.default_rng(0))[0, 0].tolist()
    [20, 120, 60]
    """
    out = np.full((*_BACK_SIZE, 3), colour, np.uint8)
    if rng.random() > _PATTERNED:
        return out
    ink = rgb(np.array(colour) + rng.choice([-1, 1]) * rng.uniform(25, 120) + rng.normal(0, 20, 3))
    one_of(rng, _PATTERNS)(out, ink, rng)
    return out


def _frame(out: Pixels, ink: Rgb, rng: np.random.Generator) -> None:
    inset = int(rng.integers(3, 10))
    h, w = _BACK_SIZE
    cv2.rectangle(out, (inset, inset), (w - inset, h - inset), ink, int(rng.integers(1, 5)))


def _lattice(out: Pixels, ink: Rgb, rng: np.random.Generator) -> None:
    h, w = _BACK_SIZE
    for k in range(-h, w + h, int(rng.integers(6, 16))):
        cv2.line(out, (k, 0), (k + h, h), ink, 1, cv2.LINE_AA)
        cv2.line(out, (k, 0), (k - h, h), ink, 1, cv2.LINE_AA)


def _stripes(out: Pixels, ink: Rgb, rng: np.random.Generator) -> None:
    step = int(rng.integers(6, 20))
    for y in range(0, _BACK_SIZE[0], step):
        out[y : y + step // 2] = ink


def _dots(out: Pixels, ink: Rgb, rng: np.random.Generator) -> None:
    step = int(rng.integers(7, 16))
    for y in range(step // 2, _BACK_SIZE[0], step):
        for x in range(step // 2, _BACK_SIZE[1], step):
            cv2.circle(out, (x, y), max(1, step // 5), ink, -1, cv2.LINE_AA)


def _emblem(out: Pixels, ink: Rgb, rng: np.random.Generator) -> None:
    """A disc or ring, at times with letters on it."""
    h, w = _BACK_SIZE
    cv2.circle(out, (w // 2, h // 2), int(rng.integers(8, 22)), ink, int(rng.choice([-1, 2, 4])), cv2.LINE_AA)
    if rng.integers(2):
        text = "".join(chr(int(c)) for c in rng.integers(65, 91, int(rng.integers(1, 4))))
        cv2.putText(out, text, (w // 5, h // 2), cv2.FONT_HERSHEY_DUPLEX, 0.6, ink, 1, cv2.LINE_AA)


def _grain(out: Pixels, _ink: Rgb, rng: np.random.Generator) -> None:
    """The grain of bamboo and wood."""
    grain = cv2.resize(rng.normal(0, 14, (3, _BACK_SIZE[1] // 2)).astype(np.float32), _BACK_SIZE[::-1])
    out[:] = np.clip(out + grain[..., None], 0, 255).astype(np.uint8)


_PATTERNS: Final = (_frame, _lattice, _stripes, _dots, _emblem, _grain)
