"""What the tiles lie on, and the clutter about them that is no tile."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

_CLOTHS = (
    (20, 90, 50), (10, 60, 40), (60, 150, 60), (30, 60, 110), (120, 30, 40), (40, 40, 46), (200, 90, 90),
    (235, 232, 226), (90, 90, 96), (150, 120, 90), (30, 110, 110), (90, 40, 90),
)  # fmt: skip
_WOODS = ((150, 105, 65), (190, 150, 105), (95, 60, 38), (215, 190, 155), (175, 170, 165), (120, 112, 104))


def ground(h: int, w: int, rng: np.random.Generator) -> NDArray[np.uint8]:
    """A table top seen from above: cloth, wood, plain or printed mat.

    Returns:
        ``(h, w, 3)`` uint8 RGB.
    """
    kind = rng.choice(["cloth", "cloth", "wood", "plain", "print", "chaos"])
    if kind == "wood":
        out = _wood(h, w, rng)
    else:
        base = np.array(_CLOTHS[rng.integers(len(_CLOTHS))], np.float32) + rng.normal(0, 14, 3)
        if kind == "plain" and rng.random() < 0.5:  # noqa: PLR2004
            base = rng.uniform(150, 250) + rng.normal(0, 6, 3)
        out = np.broadcast_to(np.clip(base, 0, 255).astype(np.uint8), (h, w, 3)).copy()
        if kind == "cloth":
            out = _grain(out, rng, rng.uniform(2, 14), rng.choice([1, 1, 2, 3]))
    if kind in {"print", "chaos"}:
        _prints(out, rng, 30 if kind == "chaos" else 8)
    if rng.random() < 0.5:  # noqa: PLR2004 - large soft blotches
        blotch = cv2.resize(rng.normal(0, 9, (6, 8)).astype(np.float32), (w, h), interpolation=cv2.INTER_CUBIC)
        out = np.clip(out + blotch[..., None], 0, 255).astype(np.uint8)
    return out


def _grain(image: NDArray[np.uint8], rng: np.random.Generator, strength: float, size: int) -> NDArray[np.uint8]:
    h, w = image.shape[:2]
    noise = np.empty((h // size + 1, w // size + 1), np.int8)
    cv2.randn(noise, 0, min(strength, 40.0))
    if size > 1:
        noise = cv2.resize(noise.astype(np.float32), (w, h)).astype(np.int8)
    out = image.astype(np.int16) + noise[:h, :w, None]
    return np.clip(out, 0, 255).astype(np.uint8)


def _wood(h: int, w: int, rng: np.random.Generator) -> NDArray[np.uint8]:
    base = np.array(_WOODS[rng.integers(len(_WOODS))], np.float32) + rng.normal(0, 10, 3)
    fine = rng.normal(0, 1, (h, max(4, w // int(rng.integers(20, 90))))).astype(np.float32)
    broad = rng.normal(0, 1, (max(4, h // 14), 5)).astype(np.float32)
    field = cv2.resize(fine, (w, h)) * rng.uniform(3, 11) + cv2.resize(broad, (w, h)) * rng.uniform(3, 12)
    out = np.clip(base + field[..., None], 0, 255).astype(np.uint8)
    if rng.random() < 0.5:  # noqa: PLR2004
        out = np.ascontiguousarray(cv2.resize(out.swapaxes(0, 1), (w, h)))
    return out


def _prints(image: NDArray[np.uint8], rng: np.random.Generator, most: int) -> None:
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
        elif shape == 2:  # noqa: PLR2004
            cv2.line(image, (x, y), (int(rng.integers(w)), int(rng.integers(h))), colour, abs(thick) + 1, cv2.LINE_AA)
        else:
            text = "".join(chr(int(c)) for c in rng.integers(48, 122, 6))
            cv2.putText(image, text, (x, y), int(rng.integers(0, 8)), size / 160, colour, max(1, thick), cv2.LINE_AA)


def clutter(image: NDArray[np.uint8], rng: np.random.Generator, size: float, free: NDArray[np.uint8]) -> None:
    """Draw things that are no tiles, in place: point sticks, dice, paper, cards, trays, fingers.

    Args:
        image: ``(H, W, 3)`` uint8 RGB, drawn on.
        rng: source of chance.
        size: width of a tile in pixels, the measure of the things.
        free: ``(H, W)`` uint8, 0 where something may be drawn (tiles come later and cover it anyway).
    """
    h, w = image.shape[:2]
    for _ in range(int(rng.integers(0, 7))):
        x, y = rng.uniform(0, w), rng.uniform(0, h)
        if free[min(int(y), h - 1), min(int(x), w - 1)]:
            continue
        kind = rng.choice(["stick", "die", "paper", "card", "tray", "finger", "coin"])
        angle = rng.uniform(0, 180)
        if kind == "stick":
            _box(image, (x, y), (size * 4, size * 0.35), angle, (240, 236, 226))
            _box(image, (x, y), (size * 0.25, size * 0.25), angle, (200, 30, 30) if rng.random() < 0.6 else (20, 20, 20))  # noqa: PLR2004
        elif kind == "die":
            _box(image, (x, y), (size * 0.6, size * 0.6), angle, (245, 243, 238))
            for _ in range(int(rng.integers(1, 6))):
                px, py = rng.normal(0, size * 0.13, 2)
                cv2.circle(image, (int(x + px), int(y + py)), max(1, int(size * 0.06)), (30, 30, 30), -1, cv2.LINE_AA)
        elif kind == "paper":
            wide, tall = size * rng.uniform(1, 7), size * rng.uniform(1, 7)
            _box(image, (x, y), (wide, tall), angle, tuple(int(c) for c in 225 + rng.integers(0, 30, 3)))
            for k in range(int(rng.integers(0, 8))):
                cv2.putText(
                    image, "lorem 123"[: int(rng.integers(2, 9))], (int(x - wide * 0.4), int(y - tall * 0.3 + k * size * 0.35)),
                    int(rng.integers(0, 6)), size / 70, (60, 60, 70), 1, cv2.LINE_AA,
                )  # fmt: skip
        elif kind == "card":
            colour = tuple(int(c) for c in rng.integers(120, 256, 3))
            _box(image, (x, y), (size * rng.uniform(0.8, 2.4), size * rng.uniform(1.0, 3.4)), angle, colour)
            cv2.circle(image, (int(x), int(y)), int(size * rng.uniform(0.1, 0.4)), tuple(int(c) for c in rng.integers(0, 200, 3)), -1, cv2.LINE_AA)
        elif kind == "tray":
            colour = tuple(int(c) for c in rng.integers(10, 90, 3))
            _box(image, (x, y), (size * rng.uniform(4, 16), size * rng.uniform(0.3, 6)), angle, colour)
        elif kind == "finger":
            skin = (rng.uniform(120, 235), rng.uniform(0.62, 0.8), rng.uniform(0.5, 0.68))
            colour = (int(skin[0]), int(skin[0] * skin[1]), int(skin[0] * skin[2]))
            dx, dy = math.cos(math.radians(angle)) * size * 4, math.sin(math.radians(angle)) * size * 4
            cv2.line(image, (int(x), int(y)), (int(x + dx), int(y + dy)), colour, max(2, int(size * rng.uniform(0.5, 1.2))), cv2.LINE_AA)
        else:
            colour = tuple(int(c) for c in rng.integers(90, 220, 3))
            cv2.circle(image, (int(x), int(y)), int(size * rng.uniform(0.3, 1.4)), colour, -1, cv2.LINE_AA)


def _box(
    image: NDArray[np.uint8],
    centre: tuple[float, float],
    size: tuple[float, float],
    angle: float,
    colour: tuple[int, ...],
) -> None:
    points = cv2.boxPoints((centre, size, angle))
    cv2.fillConvexPoly(image, np.round(points * 16).astype(np.int32), colour, cv2.LINE_AA, 4)
