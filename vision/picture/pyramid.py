"""A photo at half, quarter, eighth ... of its size, made when first asked for.

Averaging to half is several times faster than any other ratio, and finder and reader share the levels.
"""

from collections.abc import Callable
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

_MAX_ENLARGEMENT: Final = 1.5
"""How much the half of a large photo may be enlarged before the whole is decoded. Decoding takes longer than
reading a hand, and enlarged tiles are no coarser than on a photo of ordinary size."""
_MIN_SHARE_FOR_WHOLE: Final = 0.5
"""Share of the parts that must need the whole photo before it is decoded: one small tile is not enough."""


class Pyramid:
    """A photo and its halves."""

    def __init__(
        self,
        pixels: NDArray[np.uint8],
        *,
        whole: Callable[[], NDArray[np.uint8]] | None = None,
        size: tuple[int, int] | None = None,
        finest: int = 0,
    ) -> None:
        """Take a photo whole or at half its size, which mostly suffices for a large one.

        A photo too large to be held is taken halved ``finest`` times, and nothing finer of it is ever seen.

        Args:
            pixels: ``(H, W, 3)`` uint8, the photo; with ``whole``, ``(H / 2, W / 2, 3)``, its half; with
                ``finest``, that level.
            whole: decodes the photo's own pixels; called at most once, when they are needed.
            size: ``(H, W)`` of the whole, if its half leaves an odd row or column out.
            finest: the level of ``pixels``.
        """
        self._whole = whole
        level = 1 if whole else finest
        self._levels: list[NDArray[np.uint8] | None] = [*[None] * level, pixels]
        self.finest = finest
        factor = 2**level
        self.size: tuple[int, int] = size or (factor * pixels.shape[0], factor * pixels.shape[1])
        """``(height, width)`` of the photo."""

    @property
    def pixels(self) -> NDArray[np.uint8]:
        """The photo itself; one that was halved to be held is enlarged."""
        return self.at(0)

    @property
    def is_halved(self) -> bool:
        """Whether the photo was taken at half its size and not yet decoded whole."""
        return self._whole is not None

    @property
    def inks(self) -> "Pyramid":
        """The photo from which faces are read: itself, or the same without colours (`show`)."""
        return self

    def level(self, shrink: float) -> tuple[NDArray[np.uint8], int]:
        """The smallest level that is at most ``shrink`` times smaller than the photo.

        If the photo was taken at half its size, the half also serves for shrinks up to 1.5 times smaller.

        Returns:
            Its ``(h, w, 3)`` uint8 pixels, and the photo pixels per pixel, a power of two.

        >>> photo = Pyramid(np.zeros((600, 800, 3), np.uint8))
        >>> pixels, factor = photo.level(5.0)
        >>> pixels.shape, factor
        ((150, 200, 3), 4)
        """
        is_half_enough = self.is_halved and shrink * _MAX_ENLARGEMENT >= 2  # noqa: PLR2004 - the half
        depth = 1 if is_half_enough else self.finest
        while 2 ** (depth + 1) <= shrink and min(self.size) >> depth > 1:
            depth += 1
        return self.at(depth), 2**depth

    def limit_shrinks(self, shrinks: NDArray[np.float64]) -> NDArray[np.float64]:
        """The factor by which ``cut`` should shrink each of N parts, ``(N,)``.

        A photo decoded at half its size is decoded whole only if many parts need its full size; otherwise
        parts are cut from the half and enlarged. ``shrinks`` are the ideal factors.

        >>> half = np.zeros((300, 400, 3), np.uint8)
        >>> photo = Pyramid(half, whole=lambda: np.zeros((600, 800, 3), np.uint8))
        >>> photo.limit_shrinks(np.array([1.0, 2.0, 3.0])).round(2).tolist()
        [1.33, 2.0, 3.0]
        >>> photo.limit_shrinks(np.array([1.0, 1.2, 3.0])).tolist()
        [1.0, 1.2, 3.0]
        """
        min_shrink = 2 / _MAX_ENLARGEMENT
        few = self.is_halved and (shrinks < min_shrink).sum() < _MIN_SHARE_FOR_WHOLE * len(shrinks)
        return np.maximum(shrinks, min_shrink) if few else shrinks

    def cut(
        self, shrink: float, cut_part: Callable[[NDArray[np.uint8], int], NDArray[np.uint8]]
    ) -> NDArray[np.uint8]:
        """A part of the photo, ``(h, w, 3)`` uint8, cut from what ``level`` returns.

        >>> photo = Pyramid(np.zeros((600, 800, 3), np.uint8))
        >>> photo.cut(2.0, lambda pixels, factor: pixels[: 100 // factor, : 60 // factor]).shape
        (50, 30, 3)
        """
        return cut_part(*self.level(shrink))

    def at(self, depth: int) -> NDArray[np.uint8]:
        """The pixels of a level: 0 is the photo itself, 1 its half and so on."""
        self._levels += [None] * (depth + 1 - len(self._levels))
        pixels = self._levels[depth]
        if pixels is None:
            pixels = self._levels[depth] = self._make(depth)
        return pixels

    def _make(self, depth: int) -> NDArray[np.uint8]:
        if depth < self.finest:
            return _enlarged(self.at(self.finest), (self.size[0] >> depth, self.size[1] >> depth))
        return self._whole() if self._whole and not depth else _half(self.at(depth - 1))


def _enlarged(pixels: NDArray[np.uint8], size: tuple[int, int]) -> NDArray[np.uint8]:
    return np.asarray(cv2.resize(pixels, size[::-1], interpolation=cv2.INTER_LINEAR), np.uint8)


def _half(pixels: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Average each 2 x 2 pixels; an odd last row or column is left out."""
    height, width = pixels.shape[0] // 2, pixels.shape[1] // 2
    even = pixels[: height * 2, : width * 2]
    return np.asarray(cv2.resize(even, (width, height), interpolation=cv2.INTER_AREA), np.uint8)
