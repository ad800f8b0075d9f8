"""A photo at half, quarter, eighth ... of its size, made when first asked for.

Whole halves are averaged several times faster than any other ratio, and finder and reader share them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

_ENLARGED: Final = 1.5
"""By how much the half of a large photo may be enlarged before the whole is decoded: that takes longer than
reading a hand, and tiles are then shown no coarser than on a photo of ordinary size."""

_WORTH_THE_WHOLE: Final = 0.5
"""Share of many parts that must ask for the whole photo before it is decoded: one small tile among large ones
is not worth it."""


class Pyramid:
    """A photo and its halves."""

    def __init__(
        self,
        pixels: NDArray[np.uint8],
        *,
        whole: Callable[[], NDArray[np.uint8]] | None = None,
        size: tuple[int, int] | None = None,
        inks: Pyramid | None = None,
    ) -> None:
        """Take a photo whole, or at half its size: of a large one mostly nothing more is needed.

        Args:
            pixels: ``(H, W, 3)`` uint8, the photo; with ``whole``, ``(H / 2, W / 2, 3)``, its half.
            whole: gives the photo's own pixels; called once, and only if they are asked for.
            size: ``(H, W)`` of the whole, where its half leaves an odd row or column out.
            inks: the photo as faces are read from it; None for as it is.
        """
        self._whole = whole
        self._levels: list[NDArray[np.uint8] | None] = [None, pixels] if whole else [pixels]
        times = 2 if whole else 1
        self.size: tuple[int, int] = size or (times * pixels.shape[0], times * pixels.shape[1])
        """``(height, width)`` of the photo."""
        self._inks = inks

    @property
    def pixels(self) -> NDArray[np.uint8]:
        """The photo itself.

        >>> Pyramid(np.zeros((600, 800, 3), np.uint8)).pixels.shape
        (600, 800, 3)
        """
        return self.at(0)

    @property
    def halved(self) -> bool:
        """Whether the photo was taken at half its size: its own pixels come when they are asked for."""
        return self._whole is not None

    @property
    def inks(self) -> Pyramid:
        """The photo as faces are read from it: itself, or the same without colours (``in_greys``)."""
        return self._inks or self

    def level(self, shrink: float) -> tuple[NDArray[np.uint8], int]:
        """The smallest level that is at most ``shrink`` times smaller than the photo.

        Of a photo that was taken at half its size the half is given for up to 1.5 times less than that.

        Returns:
            Its ``(h, w, 3)`` uint8 pixels, and how many photo pixels one of them is: a power of two.

        >>> photo = Pyramid(np.zeros((600, 800, 3), np.uint8))
        >>> pixels, factor = photo.level(5.0)
        >>> pixels.shape, factor
        ((150, 200, 3), 4)
        """
        depth = 1 if self.halved and shrink * _ENLARGED >= 2 else 0  # noqa: PLR2004 - the half
        while 2 ** (depth + 1) <= shrink and min(self.size) >> depth > 1:
            depth += 1
        return self.at(depth), 2**depth

    def worthwhile(self, shrinks: NDArray[np.float64]) -> NDArray[np.float64]:
        """How many times smaller than the photo each of N parts is to be cut, ``(N,)``, for ``cut``.

        A photo that was decoded at half its size is decoded whole only where many parts need its full size;
        where few do, they are cut out of the half and enlarged.

        Args:
            shrinks: ``(N,)`` how many times smaller the parts would best be.

        >>> half = np.zeros((300, 400, 3), np.uint8)
        >>> photo = Pyramid(half, whole=lambda: np.zeros((600, 800, 3), np.uint8))
        >>> photo.worthwhile(np.array([1.0, 2.0, 3.0])).round(2).tolist()
        [1.33, 2.0, 3.0]
        >>> photo.worthwhile(np.array([1.0, 1.2, 3.0])).tolist()
        [1.0, 1.2, 3.0]
        """
        least = 2 / _ENLARGED
        few = self.halved and (shrinks < least).sum() < _WORTH_THE_WHOLE * len(shrinks)
        return np.maximum(shrinks, least) if few else shrinks

    def cut(
        self, shrink: float, cutting: Callable[[NDArray[np.uint8], int], NDArray[np.uint8]]
    ) -> NDArray[np.uint8]:
        """A part of the photo.

        Args:
            shrink: as for ``level``.
            cutting: what ``level`` gives, to ``(h, w, 3)`` uint8 pixels of the part.

        >>> photo = Pyramid(np.zeros((600, 800, 3), np.uint8)).shown(np.invert)
        >>> part = photo.cut(2.0, lambda pixels, factor: pixels[: 100 // factor, : 60 // factor])
        >>> part.shape, int(part[0, 0, 0])
        ((50, 30, 3), 255)
        """
        return cutting(*self.level(shrink))

    def shown(
        self, how: Callable[[NDArray[np.uint8]], NDArray[np.uint8]], *, pixelwise: bool = True
    ) -> Pyramid:
        """The photo shown otherwise, each of its levels and parts when it is asked for.

        Args:
            how: from ``(h, w, 3)`` uint8 pixels to as many others.
            pixelwise: whether each pixel depends on itself alone: then of a part nothing else is made.

        >>> Pyramid(np.zeros((2, 2, 3), np.uint8)).shown(np.invert).pixels[0, 0].tolist()
        [255, 255, 255]
        """
        return _Shown(self, how, pixelwise=pixelwise)

    def in_greys(self) -> Pyramid:
        """The photo with faces to be read by their lightness alone.

        >>> red = Pyramid(np.full((2, 2, 3), (200, 0, 0), np.uint8)).in_greys()
        >>> red.pixels[0, 0].tolist(), red.inks.pixels[0, 0].tolist()
        ([200, 0, 0], [60, 60, 60])
        """
        return _Shown(self, lambda pixels: pixels, self.shown(without_colours))

    def at(self, depth: int) -> NDArray[np.uint8]:
        """The pixels of a level: 0 is the photo itself, 1 its half and so on.

        >>> Pyramid(np.zeros((600, 800, 3), np.uint8)).at(2).shape
        (150, 200, 3)
        """
        known = self._levels[depth] if depth < len(self._levels) else None
        if known is not None:
            return known
        made = self._made(depth)
        self._levels += [None] * (depth + 1 - len(self._levels))
        self._levels[depth] = made
        return made

    def _made(self, depth: int) -> NDArray[np.uint8]:
        return self._whole() if self._whole and not depth else _half(self.at(depth - 1))


class _Shown(Pyramid):
    """A photo shown otherwise: of each of its levels what the photo itself has there."""

    def __init__(
        self,
        photo: Pyramid,
        how: Callable[[NDArray[np.uint8]], NDArray[np.uint8]],
        inks: Pyramid | None = None,
        *,
        pixelwise: bool = True,
    ) -> None:
        self._photo, self._how, self._inks, self.size = photo, how, inks, photo.size
        self._levels, self._pixelwise = [], pixelwise

    @property
    def halved(self) -> bool:
        return self._photo.halved

    def cut(
        self, shrink: float, cutting: Callable[[NDArray[np.uint8], int], NDArray[np.uint8]]
    ) -> NDArray[np.uint8]:
        if self._pixelwise:
            return self._how(self._photo.cut(shrink, cutting))
        return super().cut(shrink, cutting)

    def _made(self, depth: int) -> NDArray[np.uint8]:
        return self._how(self._photo.at(depth))


def without_colours(pixels: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """``(H, W, 3)`` uint8: a picture's lightness in all three channels, of ``(H, W, 3)`` uint8 RGB.

    >>> without_colours(np.full((1, 1, 3), (200, 0, 0), np.uint8))[0, 0].tolist()
    [60, 60, 60]
    """
    grey = cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY)
    return np.asarray(cv2.cvtColor(grey, cv2.COLOR_GRAY2RGB), np.uint8)


def _half(pixels: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Each 2 x 2 pixels averaged; an odd last row or column is left out."""
    height, width = pixels.shape[0] // 2, pixels.shape[1] // 2
    even = pixels[: height * 2, : width * 2]
    return np.asarray(cv2.resize(even, (width, height), interpolation=cv2.INTER_AREA), np.uint8)
