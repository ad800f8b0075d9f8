"""Outlines as whole pictures: SVG, and pixels."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from yakulens.app.artwork.shapes import HEIGHT, WIDTH, Shape

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

OVERSAMPLING: Final = 4


def svg(shapes: Sequence[Shape]) -> str:
    """A whole SVG document of 300 by 400 units."""
    body = "\n".join(shape.svg() for shape in shapes)
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}">\n{body}\n</svg>\n'


def png(shapes: Sequence[Shape]) -> NDArray[np.uint8]:
    """The picture as (400, 300, 4) uint8 BGRA, transparent where nothing is printed."""
    scale = OVERSAMPLING
    colour = np.zeros((HEIGHT * scale, WIDTH * scale, 3), np.float32)
    alpha = np.zeros((HEIGHT * scale, WIDTH * scale), np.float32)
    for shape in shapes:
        mask = np.zeros(alpha.shape, np.uint8)
        lines = [np.round(np.array(p) * scale).astype(np.int32) for p in shape.polygons()]
        cv2.fillPoly(mask, lines, 255)
        if shape.stroke:
            cv2.polylines(mask, lines, isClosed=True, color=255, thickness=round(shape.stroke * scale))
        inside = mask > 0
        colour[inside] = [int(shape.fill[i : i + 2], 16) for i in (5, 3, 1)]
        alpha[inside] = 1
    # Averaging colour weighted by alpha keeps the edges free of a dark seam.
    size = (WIDTH, HEIGHT)
    covered = cv2.resize(alpha, size, interpolation=cv2.INTER_AREA)
    ink = cv2.resize(colour * alpha[..., None], size, interpolation=cv2.INTER_AREA)
    plain = np.asarray(ink) / np.maximum(covered, 1e-6)[..., None]
    return np.dstack([np.round(plain), np.round(np.asarray(covered) * 255)]).astype(np.uint8)
