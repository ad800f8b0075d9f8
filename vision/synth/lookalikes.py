"""Things of a tile's size and outline that finders take for tiles: keys, lenses, cards, dice."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np

from yakulens.vision.synth.choice import one_of
from yakulens.vision.synth.clutter_canvas import ClutterCanvas

_KEY: Final = 24
"""Side of a key in the picture of a keyboard, pixels."""
_PIPS: Final = (
    ((0, 0),), ((-1, -1), (1, 1)), ((-1, -1), (0, 0), (1, 1)), ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
)  # fmt: skip
"""Where the pips of a die's sides lie."""
_SUITS: Final = "A23456789JQK"


def keyboard(canvas: ClutterCanvas, x: float, y: float, angle: float) -> None:
    """A keyboard, or a part of one: rows of keys with letters, light on dark or dark on light."""
    rng = canvas.rng
    rows, columns = int(rng.integers(2, 6)), int(rng.integers(5, 15))
    dark = rng.random() < 0.6
    body, key, ink = ((20, 60), (30, 90), (170, 255)) if dark else ((140, 235), (190, 255), (20, 110))
    panel = np.full((rows * _KEY + 8, columns * _KEY + 8, 3), canvas.colour(*body), np.uint8)
    colour, letters = canvas.colour(*key), canvas.colour(*ink)
    for row in range(rows):
        shift = int(rng.integers(0, _KEY // 2))
        for column in range(columns - 1):
            left, top = 4 + shift + column * _KEY, 4 + row * _KEY
            cv2.rectangle(panel, (left, top), (left + _KEY - 4, top + _KEY - 4), colour, -1, cv2.LINE_AA)
            letter = chr(int(rng.integers(48, 91)))
            cv2.putText(panel, letter, (left + 5, top + 14), 0, 0.4, letters, 1, cv2.LINE_AA)
    canvas.paste(panel, (x, y), columns * float(rng.uniform(0.6, 1.2)), angle)


def phone(canvas: ClutterCanvas, x: float, y: float, angle: float) -> None:
    """A phone lying on its screen, with its lenses; or the rim of a screen with the one lens in it."""
    rng = canvas.rng
    wide, tall = float(rng.uniform(2.2, 3.4)), float(rng.uniform(4.5, 7))
    canvas.box((x, y), wide, tall, angle, canvas.colour(5, 245))
    island = canvas.along((x, y), angle, -wide * 0.2, -tall * 0.33)
    canvas.box(island, wide * 0.45, float(rng.uniform(0.5, 1.4)), angle, canvas.colour(10, 120))
    for _ in range(int(rng.integers(1, 4))):
        u, v = canvas.along(island, angle, *rng.normal(0, wide * 0.12, 2))
        radius = float(rng.uniform(0.12, 0.38))
        for share in (1.0, 0.75, 0.4, 0.15):
            canvas.dot(u, v, radius * share, canvas.colour(0, 90) if share > 0.2 else canvas.colour(60, 255))


def cards(canvas: ClutterCanvas, x: float, y: float, angle: float) -> None:
    """Playing cards, each with its index and pips or a framed picture."""
    rng = canvas.rng
    for _ in range(int(rng.integers(1, 4))):
        page = np.full((120, 84, 3), int(rng.integers(225, 256)), np.uint8)
        ink = (190, 20, 30) if rng.random() < 0.5 else (25, 25, 30)
        index = one_of(rng, _SUITS)
        cv2.putText(page, index, (4, 22), 0, 0.7, ink, 2, cv2.LINE_AA)
        if rng.random() < 0.3:
            cv2.rectangle(page, (20, 14), (64, 106), canvas.colour(30, 230), int(rng.choice([2, -1])))
        for px, py in rng.uniform((24, 20), (60, 100), (int(rng.integers(1, 9)), 2)):
            cv2.circle(page, (int(px), int(py)), 6, ink, -1, cv2.LINE_AA)
        at = canvas.along((x, y), angle, *rng.normal(0, 1.5, 2))
        canvas.paste(page, at, float(rng.uniform(1.2, 2.6)), angle + float(rng.normal(0, 25)))


def dice(canvas: ClutterCanvas, x: float, y: float, angle: float) -> None:
    """Two or three dice, white with black pips and a red one, or in colours."""
    rng = canvas.rng
    usual = rng.random() < 0.7
    body = canvas.colour(225, 256) if usual else canvas.colour(0, 256)
    side = float(rng.uniform(0.35, 0.9))
    for _ in range(int(rng.integers(2, 4))):
        at = canvas.along((x, y), angle, *rng.normal(0, 1.2, 2))
        turn = angle + float(rng.uniform(0, 90))
        canvas.box(at, side, side, turn, body)
        pips = one_of(rng, _PIPS)
        ink = (190, 30, 30) if len(pips) == 1 else (25, 25, 30) if usual else (245, 245, 240)
        for u, v in pips:
            px, py = canvas.along(at, turn, u * side * 0.27, v * side * 0.27)
            canvas.dot(px, py, side * (0.17 if len(pips) == 1 else 0.1), ink)
