"""How stable readings are: whether a turned photo gives the same hand, and how altered copies are read.

If a turned photo gives another hand, its reading is a guess; and one photo may be read right by chance. A
version is a copy that is moved, turned, resized, lit and compressed a little differently, as if the photo
were taken again.
"""

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from yakulens.models.evaluate.rates import Rate
from yakulens.vision.reading import Reading

TURNS: Final = (20, 90, 180, 270, 340)
"""Degrees counter-clockwise by which each photo is turned."""
_QUARTER: Final = 90
VERSIONS: Final = 9
"""Versions of each photo; the first is the photo itself."""
_MAX_SHIFT: Final = 0.03
"""Maximum share of a side that is cut off, or repeated beyond the edge."""
_SIZES: Final = (0.8, 1.05)
_DEGREES: Final = 3.0
_GAMMA: Final = (0.75, 1.3)
"""Minimum and maximum exponent of brightness."""
_QUALITY: Final = (60, 92)
"""Minimum and maximum JPEG quality, per cent."""


def turn(pixels: NDArray[np.uint8], degrees: int) -> NDArray[np.uint8]:
    """Turn a photo, ``(H, W, 3)`` uint8 RGB, counter-clockwise without cutting anything off.

    Multiples of 90 degrees keep all pixels. Other angles fill new corners with the photo's median colour.
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
    """Whether two readings have the same concealed tiles, winning tile and melds with their rotated tiles."""
    return _hand(first) == _hand(second)


def _hand(reading: Reading) -> tuple[object, ...]:
    concealed = Counter(reading.face(i) for i in reading.concealed)
    win = None if reading.win is None else reading.face(reading.win)
    melds = Counter((m.kind, m.faces, tuple(sorted(m.rotated)), m.origin) for m in reading.melds)
    return concealed, win, melds


def differing_turns(pixels: NDArray[np.uint8], read: Callable[[NDArray[np.uint8]], Reading]) -> list[int]:
    """Those of ``TURNS`` at which one photo, ``(H, W, 3)`` uint8 RGB, gives another hand than straight."""
    straight = read(pixels)
    return [degrees for degrees in TURNS if not same_hand(straight, read(turn(pixels, degrees)))]


def turned_rates(differing: Collection[Sequence[int]]) -> tuple[Rate, Rate]:
    """The share of photos with one hand in all turns, and of turned photos with the straight one's hand.

    ``differing`` holds each photo's `differing_turns`.
    """
    all_sides = Rate(sum(not turns for turns in differing), len(differing))
    turns = len(TURNS) * len(differing)
    return all_sides, Rate(turns - sum(map(len, differing)), turns)


def taken_again(pixels: NDArray[np.uint8], name: str, version: int) -> NDArray[np.uint8]:
    """A version of a photo, ``(H, W, 3)`` uint8 RGB; version 0 is the photo itself.

    The changes depend only on ``name`` and ``version``.
    """
    if not version:
        return pixels
    rng = np.random.default_rng([version, sum(name.encode())])
    height, width = pixels.shape[:2]
    scale, degrees = rng.uniform(*_SIZES), rng.uniform(-_DEGREES, _DEGREES)
    left, right, top, bottom = rng.uniform(-_MAX_SHIFT, _MAX_SHIFT, 4)
    x = left * width, width - right * width
    y = top * height, height - bottom * height
    middle, size = (sum(x) / 2, sum(y) / 2), (int((x[1] - x[0]) * scale), int((y[1] - y[0]) * scale))
    matrix = cv2.getRotationMatrix2D(middle, degrees, scale)
    matrix[:, 2] += np.array(size) / 2 - middle
    moved = cv2.warpAffine(pixels, matrix, size, flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE)
    lit = (255 * (moved / 255.0) ** rng.uniform(*_GAMMA)).astype(np.uint8)
    quality = [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(*_QUALITY))]
    _, jpeg = cv2.imencode(".jpg", lit[..., ::-1], quality)
    decoded = np.asarray(cv2.imdecode(jpeg, cv2.IMREAD_COLOR), np.uint8)
    return np.ascontiguousarray(decoded[..., ::-1])
