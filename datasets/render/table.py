"""Draws the table top with its cloth, grain and prints, and things on it that are no tiles."""

from __future__ import annotations

import math
from collections.abc import Callable

import cv2
import numpy as np

from yakulens.datasets.render.choice import one_of
from yakulens.datasets.render.colours import ClutterCanvas, Pixels

_CLOTHS = (
    (20, 90, 50), (10, 60, 40), (60, 150, 60), (30, 60, 110), (120, 30, 40), (40, 40, 46), (200, 90, 90),
    (235, 232, 226), (90, 90, 96), (150, 120, 90), (30, 110, 110), (90, 40, 90),
)  # fmt: skip
_WOODS = ((150, 105, 65), (190, 150, 105), (95, 60, 38), (215, 190, 155), (175, 170, 165), (120, 112, 104))
_Drawing = Callable[[ClutterCanvas, float, float, float], None]


def ground(h: int, w: int, rng: np.random.Generator) -> Pixels:
    """A table top seen from above, ``(h, w, 3)`` uint8 RGB: cloth, wood, plain or printed mat."""
    kind = rng.choice(["cloth", "cloth", "wood", "plain", "print", "chaos"])
    if kind == "wood":
        out = _wood(h, w, rng)
    else:
        base = np.array(one_of(rng, _CLOTHS), np.float32) + rng.normal(0, 14, 3)
        if kind == "plain" and rng.random() < 0.5:
            base = rng.uniform(150, 250) + rng.normal(0, 6, 3)
        out = np.broadcast_to(np.clip(base, 0, 255).astype(np.uint8), (h, w, 3)).copy()
        if kind == "cloth":
            out = _grain(out, rng, rng.uniform(2, 14), rng.choice([1, 1, 2, 3]))
    if kind in {"print", "chaos"}:
        _prints(out, rng, 30 if kind == "chaos" else 8)
    if rng.random() < 0.5:
        blotch = cv2.resize(
            rng.normal(0, 9, (6, 8)).astype(np.float32), (w, h), interpolation=cv2.INTER_CUBIC
        )
        out = np.clip(out + blotch[..., None], 0, 255).astype(np.uint8)
    return out


def _grain(image: Pixels, rng: np.random.Generator, strength: float, size: int) -> Pixels:
    h, w = image.shape[:2]
    noise = np.empty((h // size + 1, w // size + 1), np.int8)
    cv2.setRNGSeed(int(rng.integers(1 << 31)))
    cv2.randn(noise, 0, min(strength, 40.0))
    if size > 1:
        noise = cv2.resize(noise.astype(np.float32), (w, h)).astype(np.int8)
    out = image.astype(np.int16) + noise[:h, :w, None]
    return np.clip(out, 0, 255).astype(np.uint8)


def _wood(h: int, w: int, rng: np.random.Generator) -> Pixels:
    base = np.array(one_of(rng, _WOODS), np.float32) + rng.normal(0, 10, 3)
    fine = rng.normal(0, 1, (h, max(4, w // int(rng.integers(20, 90))))).astype(np.float32)
    broad = rng.normal(0, 1, (max(4, h // 14), 5)).astype(np.float32)
    field = cv2.resize(fine, (w, h)) * rng.uniform(3, 11) + cv2.resize(broad, (w, h)) * rng.uniform(3, 12)
    out = np.clip(base + field[..., None], 0, 255).astype(np.uint8)
    if rng.random() < 0.5:
        out = np.ascontiguousarray(cv2.resize(out.swapaxes(0, 1), (w, h)))
    return np.asarray(out, np.uint8)


def _prints(image: Pixels, rng: np.random.Generator, most: int) -> None:
    h, w = image.shape[:2]
    for _ in range(int(rng.integers(1, most + 1))):
        colour = tuple(int(c) for c in rng.integers(0, 256, 3))
        x, y = int(rng.integers(w)), int(rng.integers(h))
        size = int(rng.uniform(0.02, 0.35) * w)
        shape = rng.integers(4)
        thick = int(rng.choice([-1, 1, 2, 4]))
        if shape == 0:
            cv2.circle(image, (x, y), size // 2, colour, thick, cv2.LINE_AA)
        elif shape == 1:
            cv2.rectangle(image, (x, y), (x + size, y + int(size * rng.uniform(0.3, 1.6))), colour, thick)
        elif shape == 2:
            end = (int(rng.integers(w)), int(rng.integers(h)))
            cv2.line(image, (x, y), end, colour, abs(thick) + 1, cv2.LINE_AA)
        else:
            text = "".join(chr(int(c)) for c in rng.integers(48, 122, 6))
            cv2.putText(
                image, text, (x, y), int(rng.integers(0, 8)), size / 160, colour, max(1, thick), cv2.LINE_AA
            )


def _stick(canvas: ClutterCanvas, x: float, y: float, angle: float) -> None:
    canvas.box((x, y), 4, 0.35, angle, (240, 236, 226))
    canvas.box((x, y), 0.25, 0.25, angle, (200, 30, 30) if canvas.rng.random() < 0.6 else (20, 20, 20))


def _die(canvas: ClutterCanvas, x: float, y: float, angle: float) -> None:
    canvas.box((x, y), 0.6, 0.6, angle, (245, 243, 238))
    for _ in range(int(canvas.rng.integers(1, 6))):
        dx, dy = canvas.rng.normal(0, canvas.size * 0.13, 2)
        canvas.dot(x + dx, y + dy, 0.06, (30, 30, 30))


def _paper(canvas: ClutterCanvas, x: float, y: float, angle: float) -> None:
    wide, tall = canvas.rng.uniform(1, 7, 2)
    canvas.box((x, y), wide, tall, angle, canvas.colour(225, 255))
    for k in range(int(canvas.rng.integers(0, 8))):
        text = "lorem 123"[: int(canvas.rng.integers(2, 9))]
        at = (int(x - wide * canvas.size * 0.4), int(y + (k * 0.35 - tall * 0.3) * canvas.size))
        font = int(canvas.rng.integers(0, 6))
        cv2.putText(canvas.image, text, at, font, canvas.size / 70, (60, 60, 70), 1, cv2.LINE_AA)


def _document(canvas: ClutterCanvas, x: float, y: float, angle: float) -> None:
    """A printed page: lines of words, headings, tables, at times with dark rows."""
    rng = canvas.rng
    h, w = int(canvas.size * rng.uniform(5, 11)), int(canvas.size * rng.uniform(4, 9))
    page = np.full((h, w, 3), rng.uniform(200, 252), np.uint8)
    y0 = int(h * 0.06)
    while y0 < h * 0.94:
        tall = max(2, int(canvas.size * rng.uniform(0.08, 0.22)))
        kind = rng.random()
        if kind < 0.15:
            page[y0 : y0 + tall, int(w * 0.06) : int(w * 0.94)] = int(rng.uniform(30, 170))
        elif kind < 0.4:
            cells = int(rng.integers(2, 7))
            for k in range(cells):
                left = int(w * (0.06 + 0.88 * k / cells))
                cv2.rectangle(page, (left, y0), (left + w // (cells + 1), y0 + tall * 2), (90, 90, 90), 1)
                page[y0 + tall // 2 : y0 + tall, left + 2 : left + w // (2 * cells)] = 70
        else:
            at = w * 0.06
            end = w * rng.uniform(0.4, 0.94)
            while at < end:
                word = canvas.size * rng.uniform(0.06, 0.5)
                page[y0 : y0 + max(1, tall // 2), int(at) : int(min(at + word, end))] = int(
                    rng.uniform(20, 120)
                )
                at += word + canvas.size * 0.08
        y0 += int(tall * rng.uniform(1.3, 3))
    canvas.paste(page, (x, y), w / canvas.size, angle)


def _card(canvas: ClutterCanvas, x: float, y: float, angle: float) -> None:
    canvas.box(
        (x, y), canvas.rng.uniform(0.8, 2.4), canvas.rng.uniform(1, 3.4), angle, canvas.colour(120, 256)
    )
    canvas.dot(x, y, canvas.rng.uniform(0.1, 0.4), canvas.colour(0, 200))


def _tray(canvas: ClutterCanvas, x: float, y: float, angle: float) -> None:
    canvas.box((x, y), canvas.rng.uniform(4, 16), canvas.rng.uniform(0.3, 6), angle, canvas.colour(10, 90))


def _finger(canvas: ClutterCanvas, x: float, y: float, angle: float) -> None:
    red = canvas.rng.uniform(120, 235)
    skin = (int(red), int(red * canvas.rng.uniform(0.62, 0.8)), int(red * canvas.rng.uniform(0.5, 0.68)))
    reach = canvas.size * 4
    end = (int(x + math.cos(math.radians(angle)) * reach), int(y + math.sin(math.radians(angle)) * reach))
    width = max(2, int(canvas.size * canvas.rng.uniform(0.5, 1.2)))
    cv2.line(canvas.image, (int(x), int(y)), end, skin, width, cv2.LINE_AA)


def _coin(canvas: ClutterCanvas, x: float, y: float, _angle: float) -> None:
    canvas.dot(x, y, canvas.rng.uniform(0.3, 1.4), canvas.colour(90, 220))


_THINGS: tuple[_Drawing, ...] = (_stick, _die, _paper, _document, _card, _tray, _finger, _coin)


def clutter(image: Pixels, rng: np.random.Generator, size: float, most: int = 6) -> None:
    """Draw a few things that are no tiles onto a table top, in place; later, tiles cover them.

    The table top is ``(H, W, 3)`` uint8 RGB; ``size`` is a tile's width in pixels, which scales the things.
    """
    canvas = ClutterCanvas(image, rng, size)
    h, w = image.shape[:2]
    for _ in range(int(rng.integers(0, most + 1))):
        thing = one_of(rng, _THINGS)
        thing(canvas, rng.uniform(0, w), rng.uniform(0, h), rng.uniform(0, 180))
