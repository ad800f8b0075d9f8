"""How a photo is to be turned so that its table stands straight: rows level, what is near at the bottom.

People hold a phone upright, and most of what the networks have seen was taken so. A photo that reached us
turned on its side is read better after it has been turned back.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from yakulens.vision.geometry.quads import areas, short_sides
from yakulens.vision.geometry.scale import growth
from yakulens.vision.geometry.transform import transform_points
from yakulens.vision.picture.pyramid import Pyramid

_FEWEST: Final = 5
"""Fewer tiles than these are no evidence of how a photo lies."""
_CLEAR: Final = 6.0
"""Standard deviations by which tiles must grow towards one side for that surely to be the near one."""
_BETTER: Final = 0.6
"""By how much better sizes must fit a turn than they fit the least one, where 1 is the difference of a
quarter; faces may fit it worse by half as much."""
_QUARTER: Final = 90.0
STRAIGHT: Final = 16.0
"""Degrees off the upright up to which hardly anything is gained by turning a photo (models/EXPERIMENTS.md,
32)."""
SEARCHED: Final = 28.0
"""Degrees up to which a photo is not turned where its small tiles have been searched closely already: that
would be done again."""
_EXACT: Final = 3.0
"""Degrees from quarter turns up to which a turn is taken for one: no pixel has to be made up then."""
_AROUND: Final = 6.0
"""How far around the tiles the photo is shown, in tile widths: others may lie there that were missed."""


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """A part of a photo, turned.

    Attributes:
        matrix: ``(2, 3)`` float64, from photo pixels to pixels of the view.
        size: ``(height, width)`` of the view.
    """

    matrix: NDArray[np.float64]
    size: tuple[int, int]

    @property
    def quarters(self) -> int:
        """How many quarter turns counter-clockwise bring the photo nearest to the view, 0 to 3.

        >>> View(cv2.getRotationMatrix2D((10, 10), 90, 1.0), (20, 20)).quarters
        1
        """
        turn = math.degrees(math.atan2(self.matrix[0, 1], self.matrix[0, 0]))
        return round(turn / _QUARTER) % 4

    def show(self, pixels: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """The view's pixels; where there is no photo, its median colour.

        >>> half = View(np.array([[1.0, 0, 0], [0, 1, 0]]), (60, 40))
        >>> half.show(np.zeros((60, 80, 3), np.uint8)).shape
        (60, 40, 3)
        """
        fill = tuple(float(c) for c in np.median(pixels[::16, ::16].reshape(-1, 3), axis=0))
        out = cv2.warpAffine(pixels, self.matrix, self.size[::-1], flags=cv2.INTER_LINEAR, borderValue=fill)
        return np.asarray(out, np.uint8)

    def of(self, photo: Pyramid) -> Pyramid:
        """The view of a photo; where the photo's whole pixels were not needed so far they are not now.

        >>> photo = Pyramid(np.zeros((40, 30, 3), np.uint8), whole=lambda: np.zeros((80, 60, 3), np.uint8))
        >>> turned = View(cv2.getRotationMatrix2D((40, 40), 90, 1.0), (60, 80)).of(photo)
        >>> turned.size, turned.level(2)[0].shape, turned.pixels.shape
        ((60, 80), (30, 40, 3), (60, 80, 3))
        """
        if not photo.halved:
            return Pyramid(self.show(photo.pixels))
        matrix = self.matrix.copy()
        # The middle of a half's pixel lies half a pixel beyond that of the first of its two.
        matrix[:, 2] = (matrix[:, 2] + (matrix[:, :2].sum(axis=1) - 1) / 2) / 2
        half = View(matrix, (self.size[0] // 2, self.size[1] // 2))
        return Pyramid(half.show(photo.level(2)[0]), whole=lambda: self.show(photo.pixels), size=self.size)

    def in_view(self, quads: NDArray[np.float32]) -> NDArray[np.float32]:
        """``(N, 4, 2)`` quads of the photo in pixels of the view.

        >>> moved = View(np.array([[1.0, 0, -100], [0, 1, -50]]), (300, 400))
        >>> moved.in_view(np.array([[[100, 50], [130, 50], [130, 90], [100, 90]]], np.float32))[0, 0].tolist()
        [0.0, 0.0]
        """
        return transform_points(quads, self.matrix).astype(np.float32)

    def on_photo(self, quads: NDArray[np.float32]) -> NDArray[np.float32]:
        """``(N, 4, 2)`` quads of the view in photo pixels.

        >>> moved = View(np.array([[1.0, 0, -100], [0, 1, -50]]), (300, 400))
        >>> moved.on_photo(np.array([[[0, 0], [30, 0], [30, 40], [0, 40]]], np.float32))[0, 0].tolist()
        [100.0, 50.0]
        """
        return transform_points(quads, cv2.invertAffineTransform(self.matrix)).astype(np.float32)


def straightened(
    quads: NDArray[np.float32],
    top_edge_probs: NDArray[np.float32],
    weights: NDArray[np.float32],
    size: tuple[int, int],
    straight: float = STRAIGHT,
) -> View | None:
    """The part of a photo where tiles lie, turned straight; None where it is straight enough as it is.

    Args:
        quads: ``(N, 4, 2)`` of the tiles detected, photo pixels.
        top_edge_probs: ``(N, 4)`` probabilities that edge k to k + 1 is the top of the face.
        weights: ``(N,)`` how sure each of them is a tile, 0..1.
        size: ``(height, width)`` of the photo.
        straight: up to so many degrees off it is straight enough.

    >>> tile = np.array([[0, 0], [30, 0], [30, 40], [0, 40]], np.float32)
    >>> row = np.stack([tile + np.array([200 + 31 * k, 300], np.float32) for k in range(8)])
    >>> top_edge_probs = np.array([[1, 0, 0, 0]] * 8, np.float32)
    >>> straightened(row, top_edge_probs, np.ones(8, np.float32), (600, 800)) is None
    True
    >>> slanting = transform_points(row, cv2.getRotationMatrix2D((400, 300), 30, 1.0))
    >>> view = straightened(slanting, top_edge_probs, np.ones(8, np.float32), (600, 800))
    >>> round(math.degrees(math.atan2(view.matrix[1, 0], view.matrix[0, 0])))
    30
    """
    turn = leaning(quads, top_edge_probs, weights)
    if abs(turn) <= straight:
        return None
    if abs(turn - _QUARTER * round(turn / _QUARTER)) <= _EXACT:
        turn = _QUARTER * round(turn / _QUARTER)
    height, width = size
    matrix = cv2.getRotationMatrix2D((width / 2, height / 2), turn, 1.0)
    frame = transform_points(np.array([(0, 0), (width, 0), (width, height), (0, height)]), matrix)
    there = transform_points(quads.reshape(-1, 2), matrix)
    margin = _AROUND * float(np.median(short_sides(quads)))
    low = np.floor(np.maximum(there.min(axis=0) - margin, frame.min(axis=0)))
    high = np.ceil(np.minimum(there.max(axis=0) + margin, frame.max(axis=0)))
    matrix[:, 2] -= low
    across, down = (int(side) for side in high - low)
    return View(np.asarray(matrix, np.float64), (down, across))


def leaning(
    quads: NDArray[np.float32], top_edge_probs: NDArray[np.float32], weights: NDArray[np.float32]
) -> float:
    """The angle by which to turn a photo, in degrees, counter-clockwise as seen.

    The sides of the tiles give it up to quarter turns. Of these the smallest is taken, unless another brings
    the larger tiles to the bottom, and the faces do not speak against it: where a hand is photographed from
    another seat than its owner's, they lie on their side or upside down.

    Args:
        quads: ``(N, 4, 2)`` of the tiles detected, pixels.
        top_edge_probs: ``(N, 4)`` probabilities that edge k to k + 1 is the top of the face.
        weights: ``(N,)`` how sure each of them is a tile, 0..1.

    >>> tile = np.array([[0, 0], [30, 0], [30, 40], [0, 40]], np.float32)
    >>> row = np.stack([tile + np.array([200 + 31 * k, 300], np.float32) for k in range(8)])
    >>> turn = np.radians(20)
    >>> turned = row @ np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    >>> round(leaning(turned, np.array([[1, 0, 0, 0]] * 8, np.float32), np.ones(8, np.float32)), 1)
    20.0
    """
    if len(quads) < _FEWEST:
        return 0.0
    edges = np.roll(quads, -1, axis=1) - quads
    way = np.arctan2(edges[..., 1], edges[..., 0]).astype(np.float64)
    share = np.abs(areas(quads)) * weights.astype(np.float64)
    share /= share.sum()
    rows = float(np.degrees(np.angle((share[:, None] * np.exp(4j * way)).sum()))) / 4
    grown, doubt = growth(quads, weights)
    known = min(float(np.linalg.norm(grown)) / (_CLEAR * doubt), 1.0)
    farther = -known * grown / max(float(np.linalg.norm(grown)), 1e-9)
    turns = rows + _QUARTER * np.arange(-2, 3)
    turns = turns[np.abs(turns) <= 2 * _QUARTER + 0.5]
    # Turned counter-clockwise by t, what points along (sin t, -cos t) points upwards (y is down).
    upwards = np.column_stack([np.sin(np.radians(turns)), -np.cos(np.radians(turns))])
    by_size, by_faces = upwards @ farther, upwards @ _tops(quads, top_edge_probs, share)
    least = int(np.abs(turns).argmin())
    best = int((by_size + by_faces).argmax())
    surely = by_size[best] - by_size[least] > _BETTER
    agreed = by_faces[best] - by_faces[least] > -_BETTER / 2
    return float(turns[best if surely and agreed else least])


def _tops(
    quads: NDArray[np.float32], top_edge_probs: NDArray[np.float32], share: NDArray[np.float64]
) -> NDArray[np.float64]:
    """``(2,)`` where the faces' tops point on the photo, on average; as long as they agree."""
    outwards = (quads + np.roll(quads, -1, axis=1)) / 2 - quads.mean(axis=1, keepdims=True)
    outwards /= np.maximum(np.linalg.norm(outwards, axis=2, keepdims=True), 1e-6)
    tops = (top_edge_probs[..., None] * outwards).sum(axis=1)
    return np.asarray((share[:, None] * tops).sum(axis=0), np.float64)
