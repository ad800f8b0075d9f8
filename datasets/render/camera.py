"""The phone that takes the picture: its position, its lens, and the effects of its sensor."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from yakulens.datasets.render.colours import Pixels


@dataclass(frozen=True, slots=True)
class Camera:
    """A pinhole camera.

    Attributes:
        matrix: ``(3, 4)`` float64 projection from world points (homogeneous) to pixels.
        centre: ``(3,)`` float64 position of the lens, world units.
        size: ``(height, width)`` of the picture in pixels.
    """

    matrix: NDArray[np.float64]
    centre: NDArray[np.float64]
    size: tuple[int, int]

    def project(self, points: NDArray[np.float64]) -> NDArray[np.float64]:
        """Project world points ``(..., 3)`` to pixels ``(..., 2)``. Points behind the lens land far away."""
        p = points @ self.matrix[:, :3].T + self.matrix[:, 3]
        return np.asarray(p[..., :2] / np.maximum(p[..., 2:], 1e-3))

    def zoomed(self, zoom: float, shift: NDArray[np.float64]) -> Camera:
        """The camera with its picture enlarged by ``zoom`` and then moved by ``shift``, ``(2,)`` pixels."""
        change = np.array([[zoom, 0, shift[0]], [0, zoom, shift[1]], [0, 0, 1]])
        return replace(self, matrix=change @ self.matrix)


def look_at(
    target: NDArray[np.float64],
    *,
    azimuth: float,
    elevation: float,
    roll: float,
    distance: float,
    scale: float,
    size: tuple[int, int],
    offset: tuple[float, float] = (0.0, 0.0),
) -> Camera:
    """A camera that looks at ``target``.

    Args:
        target: ``(3,)`` world point in the picture's middle.
        azimuth: degrees; 0 is the -y side (the hand's owner), 90 the +x side.
        elevation: degrees above the table; 90 looks straight down.
        roll: degrees of tilt around the line of sight.
        distance: from the target, world units; small values give strong perspective.
        scale: pixels per world unit at the target, across the line of sight.
        size: ``(height, width)`` in pixels.
        offset: place of the target relative to the middle, in pixels.

    >>> camera = look_at(np.zeros(3), azimuth=0, elevation=90, roll=0, distance=10, scale=40, size=(240, 320))
    >>> camera.project(np.array([[0.0, 0.0, 0.0], [1.0, 0.0, 0.0]])).round(6).tolist()
    [[160.0, 120.0], [200.0, 120.0]]
    """
    a, e, r = (math.radians(v) for v in (azimuth, elevation, roll))
    back = np.array([math.cos(e) * math.sin(a), -math.cos(e) * math.cos(a), math.sin(e)])
    centre = target + distance * back
    right = np.array([math.cos(a), math.sin(a), 0.0])
    down = -np.cross(back, right)
    right, down = (right * math.cos(r) + down * math.sin(r), down * math.cos(r) - right * math.sin(r))
    rotation = np.stack([right, down, -back])
    f = scale * distance
    k = np.array([[f, 0.0, size[1] / 2 + offset[0]], [0.0, f, size[0] / 2 + offset[1]], [0.0, 0.0, 1.0]])
    return Camera(k @ np.column_stack([rotation, -rotation @ centre]), centre, size)


def develop(image: Pixels, rng: np.random.Generator, *, softness: float = 1.0) -> Pixels:
    """Apply the phone's effects: colour cast, exposure, uneven light, glare, blur, noise, JPEG.

    The picture, ``(H, W, 3)`` uint8 RGB, keeps its size. ``softness`` scales the blur; 0 keeps it sharp.
    """
    h, w = image.shape[:2]
    cast = np.exp(rng.normal(0.0, 0.09, 3))
    gain = math.exp(rng.normal(0.08, 0.28))
    gamma = math.exp(rng.normal(0.0, 0.16))
    ramp = np.linspace(0.0, 1.0, 256)
    curve = np.clip(np.power(ramp, gamma)[None] * (gain * cast)[:, None], 0.0, 1.15)
    # Highlights roll off, as with a phone's tone curve, instead of clipping.
    curve = np.where(curve > 0.85, 0.85 + (1 - np.exp(-(curve - 0.85) * 5.5)) * 0.15, curve)
    table = (curve * 255).astype(np.uint8)
    out = cv2.merge([cv2.LUT(image[..., c], table[c]) for c in range(3)])
    if rng.random() < 0.75:
        light = _uneven(h, w, rng)
        out = cv2.multiply(out, cv2.merge([light] * 3), scale=1 / 255, dtype=cv2.CV_8U)
    if rng.random() < 0.12:
        grey = cv2.cvtColor(cv2.cvtColor(out, cv2.COLOR_RGB2GRAY), cv2.COLOR_GRAY2RGB)
        share = rng.uniform(0.2, 0.8)
        out = cv2.addWeighted(out, 1 - share, grey, share, 0)
    out = _blur(out, rng, softness)
    noise = abs(rng.normal(0.0, 5.0))
    if noise > 0.5:
        grain = np.empty((h, w, 3), np.int8)
        cv2.setRNGSeed(int(rng.integers(1 << 31)))  # OpenCV's separate generator is ten times faster
        cv2.randn(grain, (0, 0, 0), (noise, noise, noise))
        out = cv2.add(out, grain, dtype=cv2.CV_8U)
    if rng.random() < 0.3:
        soft = cv2.GaussianBlur(out, (0, 0), 1.2)
        out = cv2.addWeighted(out, 1.6, soft, -0.6, 0)
    if rng.random() < 0.7:
        quality = int(rng.integers(35, 96))
        _, data = cv2.imencode(".jpg", out, [cv2.IMWRITE_JPEG_QUALITY, quality])
        out = cv2.imdecode(data, cv2.IMREAD_COLOR)
    return np.ascontiguousarray(out, dtype=np.uint8)


def _uneven(h: int, w: int, rng: np.random.Generator) -> Pixels:
    """A map of light: a gradient, at times with a soft or hard shadow of a hand or phone."""
    field = np.full((24, 32), 255.0, np.float32)
    yy, xx = np.mgrid[0:1:24j, 0:1:32j].astype(np.float32)
    angle = rng.uniform(0, 2 * math.pi)
    slope = rng.uniform(0.0, 0.45)
    field *= 1 - slope * np.clip((xx - 0.5) * math.cos(angle) + (yy - 0.5) * math.sin(angle) + 0.5, 0, 1)
    light = cv2.resize(field, (w, h), interpolation=cv2.INTER_CUBIC)
    if rng.random() < 0.35:
        shade = np.full((h // 4, w // 4), 255, np.uint8)
        n = int(rng.integers(3, 8))
        centre = rng.uniform(0, 1, 2) * (w // 4, h // 4)
        spread = rng.uniform(0.15, 0.6) * w / 4
        points = centre + rng.normal(0, spread, (n, 2))
        hull = cv2.convexHull(points.astype(np.int32))
        cv2.fillConvexPoly(shade, hull, int(rng.integers(110, 220)))
        shade = cv2.GaussianBlur(shade, (0, 0), rng.uniform(0.8, 8))
        light = light * (cv2.resize(shade, (w, h)).astype(np.float32) / 255)
    return np.asarray(np.clip(light, 0, 255), np.uint8)


def _blur(image: Pixels, rng: np.random.Generator, softness: float) -> Pixels:
    sigma = abs(rng.normal(0.0, 0.9)) * softness
    if rng.random() < 0.15:
        length = int(1 + 7 * softness * rng.random())
        if length > 1:
            kernel = np.zeros((length, length), np.float32)
            a = rng.uniform(0, math.pi)
            c = (length - 1) / 2
            dx, dy = math.cos(a) * c, math.sin(a) * c
            cv2.line(kernel, (round(c - dx), round(c - dy)), (round(c + dx), round(c + dy)), 1.0)
            return np.asarray(cv2.filter2D(image, -1, kernel / kernel.sum()), np.uint8)
    if sigma > 0.3:
        return np.asarray(cv2.GaussianBlur(image, (0, 0), sigma), np.uint8)
    return image
