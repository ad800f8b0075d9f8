"""Whether a photo gives the same hand however it is turned; if not, the reading is a guess."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from yakulens.vision.evaluate.rates import Rate
from yakulens.vision.reading import Reading

TURNS: Final = (20, 90, 180, 270, 340)
"""Degrees, counter-clockwise, by which each photo is turned."""
_QUARTER: Final = 90


def turn(pixels: NDArray[np.uint8], degrees: int) -> NDArray[np.uint8]:
    """A photo, ``(H, W, 3)`` uint8 RGB, turned counter-clockwise without cutting anything off.

    Multiples of 90 move pixels without changing them; else new corners take the photo's median colour.
    """
    if degrees % _QUARTER == 0:
        return np.ascontiguousarray(np.rot90(pixels, degrees // _QUARTER))
    height, width = pixels.shape[:2]
    matrix = cv2.getRotationMatrix2D((width / 2, height / 2), degrees, 1.0)
    cos, sin = abs(matrix[0, 0]), abs(matrix[0, 1])
    size = round(width * cos + height * sin), round(width * sin + height * cos)
    matrix[:, 2] += np.array(size) / 2 - np.array([width, height]) / 2
    fill = tuple(float(c) for c in np.median(pixels[::8, ::8].reshape(-1, 3), axis=0))
    out = cv2.warpAffine(pixels, matrix, size, flags=cv2.INTER_LINEAR, borderValue=fill)
    return np.asarray(out, np.uint8)


def same_hand(first: Reading, second: Reading) -> bool:
    """Whether two readings hold the same concealed tiles, winning tile and melds with their rotated tiles."""
    return _hand(first) == _hand(second)


def _hand(reading: Reading) -> tuple[object, ...]:
    concealed = Counter(reading.face(i) for i in reading.concealed)
    win = None if reading.win is None else reading.face(reading.win)
    melds = Counter((m.kind, m.faces, tuple(sorted(m.rotated)), m.origin) for m in reading.melds)
    return concealed, win, melds


@dataclass(frozen=True, slots=True)
class Turned:
    """The turns, degrees, at which another hand was read of one photo."""

    file: str
    differ: tuple[int, ...]


def read_turned(file: str, pixels: NDArray[np.uint8], read: Callable[[NDArray[np.uint8]], Reading]) -> Turned:
    """Read one photo, ``(H, W, 3)`` uint8 RGB, straight and at each of ``TURNS``."""
    straight = read(pixels)
    return Turned(file, tuple(t for t in TURNS if not same_hand(straight, read(turn(pixels, t)))))


def rates(results: Sequence[Turned]) -> tuple[Rate, Rate]:
    """The share of photos with one hand from all sides, and of turned photos with the straight one's hand."""
    all_sides = Rate(sum(not r.differ for r in results), len(results))
    turns = len(TURNS) * len(results)
    return all_sides, Rate(turns - sum(len(r.differ) for r in results), turns)
