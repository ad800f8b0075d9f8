"""Whether a photo gives the right hand when it is taken again too: right once may be right by chance.

A few photos of tables say little, and one shot of each says less: a person moves, and the light does. Each
photo is taken again here by moving, turning, resizing, lighting and compressing it a little otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from yakulens.vision.evaluate.compare import Outcome
from yakulens.vision.evaluate.rates import Rate
from yakulens.vision.reading import Reading

VERSIONS: Final = 9
"""How often each photo is read: as it is, then taken again."""
_MOVED: Final = 0.03
"""The greatest share of a side that is cut off, or repeated beyond the edge, where a photo is moved."""
_SIZES: Final = (0.8, 1.05)
_DEGREES: Final = 3.0
_GAMMA: Final = (0.75, 1.3)
"""Least and greatest exponent by which the light changes: of each channel, as a share of white."""
_QUALITY: Final = (60, 92)
"""Least and greatest quality, per cent, of the JPEG file that the photo becomes."""


@dataclass(frozen=True, slots=True)
class Retaken:
    """What came of one photo taken several times.

    Attributes:
        file: the photo.
        exact: versions read exactly.
        after_one: versions that are exact after one answer, or before any.
        silent: versions read otherwise without a question.
    """

    file: str
    exact: tuple[int, ...]
    after_one: tuple[int, ...]
    silent: tuple[int, ...]


def taken_again(pixels: NDArray[np.uint8], name: str, version: int) -> NDArray[np.uint8]:
    """A photo, ``(H, W, 3)`` uint8 RGB, as somebody takes it another time; version 0 is the photo itself.

    Each photo is moved otherwise, by its name; the same version of it is always the same.
    """
    if not version:
        return pixels
    rng = np.random.default_rng([version, sum(name.encode())])
    height, width = pixels.shape[:2]
    size, degrees = rng.uniform(*_SIZES), rng.uniform(-_DEGREES, _DEGREES)
    left, right, top, bottom = rng.uniform(-_MOVED, _MOVED, 4)
    x = left * width, width - right * width
    y = top * height, height - bottom * height
    middle, out = (sum(x) / 2, sum(y) / 2), (int((x[1] - x[0]) * size), int((y[1] - y[0]) * size))
    matrix = cv2.getRotationMatrix2D(middle, degrees, size)
    matrix[:, 2] += np.array(out) / 2 - middle
    moved = cv2.warpAffine(pixels, matrix, out, flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE)
    lit = (255 * (moved / 255.0) ** rng.uniform(*_GAMMA)).astype(np.uint8)
    quality = [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(*_QUALITY))]
    _, jpeg = cv2.imencode(".jpg", lit[..., ::-1], quality)
    again = np.asarray(cv2.imdecode(jpeg, cv2.IMREAD_COLOR), np.uint8)
    return np.ascontiguousarray(again[..., ::-1])


def read_again(
    file: str,
    pixels: NDArray[np.uint8],
    read: Callable[[NDArray[np.uint8]], Reading],
    compare: Callable[[Reading], Outcome],
) -> Retaken:
    """Read each version of one photo, ``(H, W, 3)`` uint8 RGB, and compare each reading with its label."""
    exact, after_one, silent = [], [], []
    for version in range(VERSIONS):
        reading = read(taken_again(pixels, file, version))
        outcome = compare(reading)
        exact += [version] * bool(outcome.exact)
        after_one += [version] * bool(outcome.exact or outcome.after_one)
        silent += [version] * (not outcome.exact and not reading.issues)
    return Retaken(file, tuple(exact), tuple(after_one), tuple(silent))


def rates(results: Sequence[Retaken]) -> tuple[Rate, Rate, Rate]:
    """The shares of all versions that are exact, exact after one answer at most, and wrong in silence.

    >>> [rate.hits for rate in rates([Retaken("a.jpg", (0, 2), (0, 1, 2), (3,))])]
    [2, 3, 1]
    """
    read = VERSIONS * len(results)
    exact, after_one, silent = (
        Rate(sum(len(getattr(result, which)) for result in results), read)
        for which in ("exact", "after_one", "silent")
    )
    return exact, after_one, silent
