"""What the tiles lie on: a table top with its cloth, grain and prints."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from yakulens.vision.synth.choice import one_of

_CLOTHS = (
    (20, 90, 50), (10, 60, 40), (60, 150, 60), (30, 60, 110), (120, 30, 40), (40, 40, 46), (200, 90, 90),
    (235, 232, 226), (90, 90, 96), (150, 120, 90), (30, 110, 110), (90, 40, 90),
)  # fmt: skip
_WOODS = ((150, 105, 65), (190, 150, 105), (95, 60, 38), (215, 190, 155), (175, 170, 165), (120, 112, 104))


def ground(h: int, w: int, rng: np.random.Generator) -> NDArray[np.uint8]:
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


def _grain(
    image: NDArray[np.uint8], rng: np.random.Generator, strength: float, size: int
) -> NDArray[np.uint8]:
    h, w = image.shape[:2]
    noise = np.empty((h // size + 1, w // size + 1), np.int8)
    cv2.setRNGSeed(int(rng.integers(1 << 31)))
    cv2.randn(noise, 0, min(strength, 40.0))
    if size > 1:
        noise = cv2.resize(noise.astype(np.float32), (w, h)).astype(np.int8)
    out = image.astype(np.int16) + noise[:h, :w, None]
    return np.clip(out, 0, 255).astype(np.uint8)


def _wood(h: int, w: int, rng: np.random.Generator) -> NDArray[np.uint8]:
    base = np.array(one_of(rng, _WOODS), np.float32) + rng.normal(0, 10, 3)
    fine = rng.normal(0, 1, (h, max(4, w // int(rng.integers(20, 90))))).astype(np.float32)
    broad = rng.normal(0, 1, (max(4, h // 14), 5)).astype(np.float32)
    field = cv2.resize(fine, (w, h)) * rng.uniform(3, 11) + cv2.resize(broad, (w, h)) * rng.uniform(3, 12)
    out = np.clip(base + field[..., None], 0, 255).astype(np.uint8)
    if rng.random() < 0.5:
        out = np.ascontiguousarray(cv2.resize(out.swapaxes(0, 1), (w, h)))
    return np.asarray(out, np.uint8)


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
        elif shape == 2:
            end = (int(rng.integers(w)), int(rng.integers(h)))
            cv2.line(image, (x, y), end, colour, abs(thick) + 1, cv2.LINE_AA)
        else:
            text = "".join(chr(int(c)) for c in rng.integers(48, 122, 6))
            cv2.putText(
                image, text, (x, y), int(rng.integers(0, 8)), size / 160, colour, max(1, thick), cv2.LINE_AA
            )
