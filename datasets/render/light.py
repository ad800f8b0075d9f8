"""Light on a rendered picture: the lamp, the tiles' shadows, and lamps mirrored on their fronts."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from yakulens.datasets.render.camera import Camera
from yakulens.datasets.render.colours import Pixels, convex_hull
from yakulens.datasets.render.tiles3d import Solid, TileShape, outline


@dataclass(frozen=True, slots=True)
class Light:
    """Direction and hardness of the light.

    Attributes:
        direction: ``(3,)`` unit vector from the table towards the light.
        ambient: share of undirected light, 0..1.
        shadow: darkness of shadows, 0..1.
        softness: blur of shadows in tile widths.
    """

    direction: NDArray[np.float64]
    ambient: float
    shadow: float
    softness: float


def overhead(angle: float, height: float) -> NDArray[np.float64]:
    """Unit vector ``(3,)`` towards a lamp ``height`` degrees above the table.

    ``angle`` is a compass direction in degrees: 0 is away from the hand's owner (+y), 90 is right (+x).

    >>> overhead(90, 60).round(3).tolist()
    [0.5, 0.0, 0.866]
    """
    a, e = math.radians(angle), math.radians(height)
    return np.array([math.cos(e) * math.sin(a), math.cos(e) * math.cos(a), math.sin(e)])


_Bounds: TypeAlias = tuple[float, float]


def random_light(
    rng: np.random.Generator, height: _Bounds, ambient: _Bounds, shadow: _Bounds, softness: _Bounds
) -> Light:
    """A lamp somewhere around the table; its random values lie within the bounds."""
    lamp = overhead(rng.uniform(0, 360), rng.uniform(*height))
    return Light(lamp, rng.uniform(*ambient), rng.uniform(*shadow), rng.uniform(*softness))


def cast_shadows(
    image: Pixels, camera: Camera, solids: Sequence[Solid], shape: TileShape, light: Light, scale: float
) -> Pixels:
    """Darken the table, ``(H, W, 3)`` uint8 RGB without tiles, where tiles block the light.

    ``scale`` is the tile width in pixels.

    >>> from yakulens.datasets.render.camera import look_at
    >>> from yakulens.datasets.render.tiles3d import lying
    >>> above = look_at(np.zeros(3), azimuth=0, elevation=90, roll=0, distance=20, scale=40, size=(240, 320))
    >>> white = np.full((240, 320, 3), 255, np.uint8)
    >>> light, tile = Light(overhead(0, 45), 0.5, 0.5, 0.01), lying("1m", 0, 0.0, 0.0, 0.0)
    >>> shaded = cast_shadows(white, above, [tile], TileShape(), light, 40.0)
    >>> int(shaded[120, 160, 0]), int(shaded[10, 10, 0])
    (128, 255)
    """
    rim = outline(shape)[::2]
    low = np.column_stack([rim, np.zeros(len(rim))])
    high = np.column_stack([rim, np.full(len(rim), shape.thickness)])
    body = np.concatenate([low, high])
    slope = light.direction[:2] / max(light.direction[2], 0.25)
    mask = np.zeros(camera.size, np.uint8)
    for solid in solids:
        world = body @ solid.rotation.T + solid.position
        ground = np.column_stack([world[:, :2] - slope * world[:, 2:], np.zeros(len(world))])
        hull = convex_hull(camera.project(ground))
        cv2.fillConvexPoly(mask, np.round(hull).astype(np.int32), int(255 * light.shadow))
    sigma = max(0.6, light.softness * scale)
    small = cv2.resize(mask, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    small = cv2.GaussianBlur(small, (0, 0), sigma / 2)
    mask = 255 - cv2.resize(small, mask.shape[::-1])
    return np.asarray(cv2.multiply(image, cv2.merge([mask] * 3), scale=1 / 255), np.uint8)


def mirror_lamps(
    image: Pixels, number: NDArray[np.uint16], strength: float, scale: float, rng: np.random.Generator
) -> Pixels:
    """Mirror a few lamps on the tiles' fronts only; the picture is ``(H, W, 3)`` uint8 RGB.

    ``number``, ``(H, W)`` uint16, is above 0 where a front is visible. ``strength`` of the light is 0..1;
    ``scale`` is the tile width in pixels.

    >>> table = np.full((40, 40, 3), 90, np.uint8)
    >>> bare = np.zeros((40, 40), np.uint16)
    >>> mirror_lamps(table, bare, 0.5, 10.0, np.random.default_rng(0)).max()
    np.uint8(90)
    """
    h, w = number.shape
    mask = np.zeros((h // 2, w // 2), np.uint8)
    for _ in range(int(rng.integers(1, 4))):
        axes = (int(scale * rng.uniform(0.3, 2.5)) + 1, int(scale * rng.uniform(0.15, 0.9)) + 1)
        at = (int(rng.uniform(0, w / 2)), int(rng.uniform(0, h / 2)))
        cv2.ellipse(mask, at, axes, rng.uniform(0, 180), 0, 360, 255, -1)
    mask = cv2.GaussianBlur(mask, (0, 0), max(1.0, scale * rng.uniform(0.05, 0.3)))
    light = cv2.resize(mask, (w, h)).astype(np.float32) * (strength / 255) * (number > 0)
    out = image + (255 - image.astype(np.float32)) * light[..., None]
    return np.asarray(np.clip(out, 0, 255), np.uint8)
