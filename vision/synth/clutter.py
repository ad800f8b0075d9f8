"""Things on the table that are no tiles: point sticks, dice, paper, cards, trays, fingers, coins."""

from __future__ import annotations

import math
from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

from yakulens.vision.synth.choice import one_of
from yakulens.vision.synth.clutter_canvas import ClutterCanvas

_Drawing = Callable[[ClutterCanvas, float, float, float], None]


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


def clutter(image: NDArray[np.uint8], rng: np.random.Generator, size: float, most: int = 6) -> None:
    """Draw a few things that are no tiles onto a table top, in place; tiles come later and cover them.

    The table top is ``(H, W, 3)`` uint8 RGB; ``size`` is a tile's width in pixels, the measure of the things.
    """
    canvas = ClutterCanvas(image, rng, size)
    h, w = image.shape[:2]
    for _ in range(int(rng.integers(0, most + 1))):
        thing = one_of(rng, _THINGS)
        thing(canvas, rng.uniform(0, w), rng.uniform(0, h), rng.uniform(0, 180))
