"""A printed sheet of yaku: words, and rows of small drawings of tiles, which are no tiles."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from yakulens.vision.synth.clutter_canvas import ClutterCanvas

_WIDE = 480
"""Width of a page in pixels."""


def sheet(
    canvas: ClutterCanvas, at: tuple[float, float], angle: float, faces: NDArray[np.uint8], printed: float
) -> None:
    """Lay a sheet on the table, its middle at a pixel; its drawn tiles are ``printed`` tile widths wide."""
    rng = canvas.rng
    drawn = int(rng.integers(12, 30))
    page = page_of_yaku(faces, rng, drawn)
    canvas.paste(page, at, printed * _WIDE / drawn, angle)


def page_of_yaku(faces: NDArray[np.uint8], rng: np.random.Generator, wide: int) -> NDArray[np.uint8]:
    """The page: ``(h, 480, 3)`` uint8 RGB, its drawn tiles ``wide`` pixels wide."""
    tall = int(wide * rng.uniform(1.25, 1.45))
    height = int(_WIDE * rng.uniform(0.5, 1.45))
    dark = rng.random() < 0.15
    ground = rng.uniform(20, 60, 3) if dark else rng.uniform(215, 255) - rng.uniform(0, 18, 3)
    page = np.empty((height, _WIDE, 3), np.uint8)
    page[:] = ground.astype(np.uint8)
    front = np.clip(rng.uniform(235, 255) - rng.uniform(0, 20, 3), 0, 255)
    lines = bool(rng.random() < 0.7)
    small: dict[int, NDArray[np.uint8]] = {}
    gap = int(wide * rng.uniform(0.0, 0.15)) + 1
    columns = int(rng.choice([1, 1, 2]))
    room = _WIDE // columns - 20
    for column in range(columns):
        left, y = 10 + column * _WIDE // columns, int(rng.integers(6, 40))
        while y + tall + 14 < height:
            y = _words(page, (left, y), room, dark=dark, rng=rng)
            if rng.random() < 0.15:
                continue
            count = int(min(rng.choice([2, 3, 3, 4, 5, 14, 14, 14]), room // (wide + gap)))
            x = left
            for _ in range(count):
                k = int(rng.integers(38))
                if k not in small:
                    small[k] = _printed(faces[k], (wide, tall), front, lines=lines)
                if y + tall < height:
                    page[y : y + tall, x : x + wide] = small[k]
                x += wide + gap + (wide // 2 if rng.random() < 0.15 else 0)
                if x + wide > left + room:
                    break
            y += tall + int(rng.integers(3, 14))
    return page


def _words(
    page: NDArray[np.uint8], at: tuple[int, int], room: int, *, dark: bool, rng: np.random.Generator
) -> int:
    """A line or two of print below ``at``; where the next thing may begin."""
    x, y = at
    ink = int(rng.uniform(170, 250)) if dark else int(rng.uniform(15, 110))
    for _ in range(int(rng.integers(1, 3))):
        high = int(rng.integers(3, 9))
        end = x + room * rng.uniform(0.2, 1.0)
        left = float(x)
        while left < end:
            word = rng.uniform(0.5, 4.5) * high
            page[y : y + high, int(left) : int(min(left + word, end))] = ink
            left += word + high * 0.6
        y += high + int(rng.integers(3, 8))
    return y


def _printed(
    face: NDArray[np.uint8], size: tuple[int, int], front: NDArray[np.float64], *, lines: bool
) -> NDArray[np.uint8]:
    """A face as print: small, flat, at times with a line about it."""
    small = cv2.resize(face, size, interpolation=cv2.INTER_AREA).astype(np.float32)
    share = small[..., 3:] / 255
    out = np.asarray(front * (1 - share) + small[..., :3] * share, np.uint8)
    if lines:
        cv2.rectangle(out, (0, 0), (size[0] - 1, size[1] - 1), (70, 70, 70), 1)
    return out
