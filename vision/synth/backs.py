"""Backs of tiles: of one colour, or with the pattern of a maker or a club."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from yakulens.vision.synth.choice import one_of
from yakulens.vision.synth.colours import Rgb, rgb

_SIZE: Final = (80, 60)
"""Height and width of a patterned back in pixels."""
_PATTERNED: Final = 0.2
"""How many sets have one."""


def back_texture(colour: Rgb, rng: np.random.Generator) -> NDArray[np.uint8]:
    """A back of some colour, ``(h, w, 3)`` uint8 RGB: mostly plain, else with a pattern or an emblem.

    >>> back_texture((20, 120, 60), np.random.default_rng(0))[0, 0].tolist()
    [20, 120, 60]
    """
    out = np.full((*_SIZE, 3), colour, np.uint8)
    if rng.random() > _PATTERNED:
        return out
    ink = rgb(np.array(colour) + rng.choice([-1, 1]) * rng.uniform(25, 120) + rng.normal(0, 20, 3))
    one_of(rng, _PATTERNS)(out, ink, rng)
    return out


def _frame(out: NDArray[np.uint8], ink: Rgb, rng: np.random.Generator) -> None:
    inset = int(rng.integers(3, 10))
    h, w = _SIZE
    cv2.rectangle(out, (inset, inset), (w - inset, h - inset), ink, int(rng.integers(1, 5)))


def _lattice(out: NDArray[np.uint8], ink: Rgb, rng: np.random.Generator) -> None:
    h, w = _SIZE
    for k in range(-h, w + h, int(rng.integers(6, 16))):
        cv2.line(out, (k, 0), (k + h, h), ink, 1, cv2.LINE_AA)
        cv2.line(out, (k, 0), (k - h, h), ink, 1, cv2.LINE_AA)


def _stripes(out: NDArray[np.uint8], ink: Rgb, rng: np.random.Generator) -> None:
    step = int(rng.integers(6, 20))
    for y in range(0, _SIZE[0], step):
        out[y : y + step // 2] = ink


def _dots(out: NDArray[np.uint8], ink: Rgb, rng: np.random.Generator) -> None:
    step = int(rng.integers(7, 16))
    for y in range(step // 2, _SIZE[0], step):
        for x in range(step // 2, _SIZE[1], step):
            cv2.circle(out, (x, y), max(1, step // 5), ink, -1, cv2.LINE_AA)


def _emblem(out: NDArray[np.uint8], ink: Rgb, rng: np.random.Generator) -> None:
    """A disc or ring, at times letters over it."""
    h, w = _SIZE
    cv2.circle(out, (w // 2, h // 2), int(rng.integers(8, 22)), ink, int(rng.choice([-1, 2, 4])), cv2.LINE_AA)
    if rng.integers(2):
        text = "".join(chr(int(c)) for c in rng.integers(65, 91, int(rng.integers(1, 4))))
        cv2.putText(out, text, (w // 5, h // 2), cv2.FONT_HERSHEY_DUPLEX, 0.6, ink, 1, cv2.LINE_AA)


def _grain(out: NDArray[np.uint8], _ink: Rgb, rng: np.random.Generator) -> None:
    """That of bamboo and wood."""
    grain = cv2.resize(rng.normal(0, 14, (3, _SIZE[1] // 2)).astype(np.float32), _SIZE[::-1])
    out[:] = np.clip(out + grain[..., None], 0, 255).astype(np.uint8)


_PATTERNS: Final = (_frame, _lattice, _stripes, _dots, _emblem, _grain)
