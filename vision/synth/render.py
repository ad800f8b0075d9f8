"""The quick renderer: solids, a camera and a table become pixels, with the exact truth of every tile.

Painter's algorithm over convex pieces: far tiles first, each as the hull of its two layers, its visible sides,
its front, and the face warped on. A map of front numbers tells afterwards how much of each front can be seen.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.synth.tiles3d import Paint, Solid, TileShape, front_corners, outline

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from vision.synth.camera import Camera
    from vision.synth.faces import Ink

_SHIFT = 4
_NEAR = 0.3
"""A tile with a corner nearer to the lens than this, in tile widths, is left out."""


@dataclass(frozen=True, slots=True)
class Truth:
    """What a rendered picture shows, as parallel arrays over its N tiles.

    Attributes:
        quads: ``(N, 4, 2)`` float32 pixels: top left, top right, bottom right, bottom left of the front.
        labels: N labels.
        visible: ``(N,)`` float32, share of the front that is in the frame and not covered.
        facing: ``(N,)`` float32, cosine between the front's normal and the line of sight.
        keys: ``(N,)`` int, placement that the tile came from, or -1.
    """

    quads: NDArray[np.float32]
    labels: tuple[str, ...]
    visible: NDArray[np.float32]
    facing: NDArray[np.float32]
    keys: NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Light:
    """Where the light comes from and how hard it is.

    Attributes:
        direction: ``(3,)`` unit vector from the table towards the light.
        ambient: share of light without direction, 0..1.
        shadow: darkness of cast shadows, 0..1.
        softness: blur of the shadows in tile widths.
    """

    direction: NDArray[np.float64]
    ambient: float
    shadow: float
    softness: float


def compose_face(
    face: NDArray[np.uint8], front: Ink, rng: np.random.Generator, *, wear: float, engraving: float, bold: int
) -> NDArray[np.uint8]:
    """Lay a transparent face on a tile's front: thicken or thin the strokes, wear the paint, shade the engraving.

    Args:
        face: ``(h, w, 4)`` uint8 RGBA.
        front: the tile's own colour, RGB.
        rng: source of chance for the wear.
        wear: 0 fresh .. 1 half gone.
        engraving: strength of the light and dark rims, 0 = printed flat.
        bold: strokes thickened (> 0) or thinned (< 0) by this many pixels.

    Returns:
        ``(h, w, 3)`` uint8 RGB.
    """
    ink, alpha = face[..., :3], face[..., 3]
    if bold:
        kernel = np.ones((2, 2), np.uint8) if abs(bold) == 1 else np.ones((3, 3), np.uint8)
        if bold > 0:
            alpha = cv2.dilate(alpha, kernel)
            ink = cv2.erode(cv2.dilate(ink, kernel), kernel)
            known = cv2.dilate(face[..., :3], kernel, iterations=2)
            ink = np.where(face[..., 3:] > 0, ink, known)
        else:
            alpha = cv2.erode(alpha, kernel)
    a = alpha.astype(np.float32) / 255
    if wear > 0:
        h, w = a.shape
        patches = cv2.resize(rng.uniform(0, 1, (7, 5)).astype(np.float32), (w, h), interpolation=cv2.INTER_CUBIC)
        a = a * np.clip(1 - wear * patches, 0, 1)
    out = np.asarray(front, np.float32) * (1 - a[..., None]) + ink.astype(np.float32) * a[..., None]
    if engraving > 0:
        rim = np.roll(a, (1, 1), (0, 1)) - np.roll(a, (-1, -1), (0, 1))
        out += rim[..., None] * engraving
    return np.clip(out, 0, 255).astype(np.uint8)


def _shade(colour: Ink, factor: float) -> tuple[int, int, int]:
    r, g, b = (int(min(255, c * factor)) for c in colour)
    return r, g, b


def _poly(image: NDArray[np.uint8], points: NDArray[np.float64], colour: tuple[int, int, int]) -> None:
    cv2.fillConvexPoly(
        image, np.round(points * (1 << _SHIFT)).astype(np.int32), colour, cv2.LINE_AA, _SHIFT
    )


def _hull(points: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(cv2.convexHull(points.astype(np.float32))[:, 0], np.float64)


class _Pyramid:
    """A face at halving sizes, so that a small tile does not alias; made when first asked for."""

    def __init__(self, image: NDArray[np.uint8], mask: NDArray[np.uint8]) -> None:
        self._levels = [np.dstack([image, mask])]

    def level(self, length: float) -> NDArray[np.uint8]:
        """The smallest picture that still has ``length`` rows."""
        k = 0
        while self._levels[0].shape[0] / 2 ** (k + 1) >= length * 1.1 and k < 4:  # noqa: PLR2004
            k += 1
            if k == len(self._levels):
                last = self._levels[-1]
                half = (max(2, last.shape[1] // 2), max(2, last.shape[0] // 2))
                self._levels.append(cv2.resize(last, half, interpolation=cv2.INTER_AREA))
        return self._levels[k]


def _front_mask(shape: tuple[int, int], radius: float) -> NDArray[np.uint8]:
    """A rounded rectangle's coverage, ``shape`` = (h, w), ``radius`` in widths."""
    h, w = shape
    mask = np.zeros((h, w), np.uint8)
    r = max(1, int(radius * w))
    inset = max(1, int(0.02 * w))
    cv2.rectangle(mask, (inset + r, inset), (w - 1 - inset - r, h - 1 - inset), 255, -1)
    cv2.rectangle(mask, (inset, inset + r), (w - 1 - inset, h - 1 - inset - r), 255, -1)
    for x in (inset + r, w - 1 - inset - r):
        for y in (inset + r, h - 1 - inset - r):
            cv2.circle(mask, (x, y), r, 255, -1, cv2.LINE_AA)
    return np.asarray(cv2.GaussianBlur(mask, (0, 0), 1.0), np.uint8)


def _lay_ground(camera: Camera, ground: NDArray[np.uint8], span: float) -> NDArray[np.uint8]:
    """The table top as the camera sees it; ``span`` = world units that the picture of it covers."""
    h, w = ground.shape[:2]
    to_world = np.array([[span / w, 0, -span / 2], [0, -span / h, span / 2], [0, 0, 1.0]])
    plane = camera.matrix[:, [0, 1, 3]] @ to_world
    return np.asarray(
        cv2.warpPerspective(
            ground, plane, camera.size[::-1], flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT
        ),
        np.uint8,
    )


def _cast_shadows(
    image: NDArray[np.uint8], camera: Camera, solids: Sequence[Solid], shape: TileShape, light: Light, scale: float
) -> NDArray[np.uint8]:
    rim = outline(shape)[::2]
    low = np.column_stack([rim, np.zeros(len(rim))])
    high = np.column_stack([rim, np.full(len(rim), shape.thickness)])
    body = np.concatenate([low, high])
    slope = light.direction[:2] / max(light.direction[2], 0.25)
    mask = np.zeros(camera.size, np.uint8)
    for solid in solids:
        world = body @ solid.rotation.T + solid.position
        ground = np.column_stack([world[:, :2] - slope * world[:, 2:], np.zeros(len(world))])
        hull = _hull(camera.project(np.concatenate([ground])))
        cv2.fillConvexPoly(mask, np.round(hull).astype(np.int32), int(255 * light.shadow))
    sigma = max(0.6, light.softness * scale)
    small = cv2.resize(mask, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    small = cv2.GaussianBlur(small, (0, 0), sigma / 2)
    mask = 255 - cv2.resize(small, mask.shape[::-1])
    return np.asarray(cv2.multiply(image, cv2.merge([mask] * 3), scale=1 / 255), np.uint8)


def render(  # noqa: PLR0913, PLR0914 - one picture's ingredients
    camera: Camera,
    solids: Sequence[Solid],
    textures: Mapping[int, NDArray[np.uint8]],
    shape: TileShape,
    paint: Paint,
    light: Light,
    ground: NDArray[np.uint8],
    *,
    span: float,
    glare: float = 0.0,
    rng: np.random.Generator,
) -> tuple[NDArray[np.uint8], Truth]:
    """Draw a scene.

    Args:
        camera: where it is seen from and the picture's size.
        solids: the tiles, in any order.
        textures: opaque faces ``(h, w, 3)`` uint8 RGB by the number that the solids name.
        shape: the tiles' measures.
        paint: the tiles' colours.
        light: the lamp.
        ground: ``(h, w, 3)`` uint8 RGB, the table top (clutter included).
        span: how many tile widths ``ground`` covers.
        glare: strength of lamps mirrored on the fronts, 0..1.
        rng: source of chance for small differences between tiles.

    Returns:
        ``(H, W, 3)`` uint8 RGB and the truth, a row for each solid in the order given.
    """
    rim = outline(shape)
    stations = np.array([0.0, shape.split * shape.thickness, shape.thickness])
    centres = np.array([s.position + s.rotation[:, 2] * shape.thickness / 2 for s in solids]).reshape(-1, 3)
    distance = np.linalg.norm(centres - camera.centre, axis=1)
    order = np.argsort(-distance, kind="stable")
    scale = float(np.abs(np.diff(camera.project(np.array([[0.0, 0, 0], [1.0, 0, 0]])), axis=0)).max()) if len(solids) else 20.0
    image = _lay_ground(camera, ground, span)
    image = _cast_shadows(image, camera, solids, shape, light, scale)
    number = np.zeros(camera.size, np.uint16)
    pyramids: dict[int, _Pyramid] = {}
    quads = np.zeros((len(solids), 4, 2), np.float32)
    areas = np.zeros(len(solids), np.float64)
    facing = np.zeros(len(solids), np.float32)
    h, w = camera.size
    for i in order:
        solid = solids[i]
        corners = front_corners(shape, solid)
        depth = (corners - camera.centre) @ _forward(camera)
        quad = camera.project(corners)
        quads[i] = quad
        normal = solid.rotation[:, 2]
        sight = camera.centre - corners.mean(0)
        facing[i] = float(normal @ sight / np.linalg.norm(sight))
        if depth.min() < _NEAR or not np.isfinite(quad).all():
            continue
        low, high = quad.min(0), quad.max(0)
        if high[0] < -60 or high[1] < -60 or low[0] > w + 60 or low[1] > h + 60:  # noqa: PLR2004 - far outside
            continue
        ring = [
            camera.project(np.column_stack([rim, np.full(len(rim), z)]) @ solid.rotation.T + solid.position)
            for z in stations
        ]
        under, over = (paint.side, paint.back) if solid.face_down else (paint.back, paint.side)
        if solid.face_down:
            # Layers change places: the coloured back is on top.
            z = stations[2] - stations[1]
            ring[1] = camera.project(
                np.column_stack([rim, np.full(len(rim), z)]) @ solid.rotation.T + solid.position
            )
        tone = 1 + rng.normal(0, 0.015)
        _poly(image, _hull(np.concatenate([ring[0], ring[1]])), _shade(under, 0.62 * tone))
        _poly(image, _hull(np.concatenate([ring[1], ring[2]])), _shade(over, 0.72 * tone))
        _sides(image, solid, shape, camera, light, ring, (under, over), tone)
        if facing[i] <= 0:
            hull = _hull(np.concatenate([ring[0], ring[2]]))
            cv2.fillConvexPoly(number, np.round(hull).astype(np.int32), 0)
            continue
        brightness = tone * (light.ambient + (1 - light.ambient) * max(0.0, float(normal @ light.direction)))
        whole = _hull(np.concatenate([ring[0], ring[2]]))
        cv2.fillConvexPoly(number, np.round(whole).astype(np.int32), 0)
        front = ring[2]
        if solid.face_down:
            _poly(image, front, _shade(paint.back, min(1.0, brightness * 1.02)))
        else:
            _poly(image, front, _shade(paint.front, brightness * 1.03))
        _warp(image, quad, textures, solid.texture, pyramids, shape.radius, brightness)
        cv2.fillConvexPoly(number, np.round(quad).astype(np.int32), int(i) + 1)
        areas[i] = abs(cv2.contourArea(quad.astype(np.float32)))
    if glare > 0:
        image = _glare(image, number, glare, scale, rng)
    counts = np.bincount(number.ravel(), minlength=len(solids) + 1)[1:]
    visible = np.where(areas > 1, counts / np.maximum(areas, 1), 0.0).clip(0, 1).astype(np.float32)
    return image, Truth(
        quads, tuple(s.label for s in solids), visible, facing, np.array([s.key for s in solids], np.int64)
    )


def _forward(camera: Camera) -> NDArray[np.float64]:
    """Unit vector along the line of sight (the projection's third row)."""
    axis = camera.matrix[2, :3]
    return np.asarray(axis / np.linalg.norm(axis), np.float64)


def _sides(  # noqa: PLR0913, PLR0917
    image: NDArray[np.uint8],
    solid: Solid,
    shape: TileShape,
    camera: Camera,
    light: Light,
    ring: list[NDArray[np.float64]],
    colours: tuple[Ink, Ink],
    tone: float,
) -> None:
    """The flat parts of the visible sides, each with its own light."""
    per = len(ring[0]) // 4
    middle = solid.position + solid.rotation[:, 2] * shape.thickness / 2
    # Corner arcs of `outline` come as lower right, upper right, upper left, lower left.
    for k, (nx, ny, reach) in enumerate(
        ((1, 0, 0.5), (0, 1, shape.length / 2), (-1, 0, 0.5), (0, -1, shape.length / 2))
    ):
        normal = solid.rotation @ np.array([nx, ny, 0.0])
        if normal @ (camera.centre - middle - normal * reach) <= 0:
            continue
        a, b = (k * per + per - 1), ((k + 1) * per) % (4 * per)
        factor = tone * (light.ambient + (1 - light.ambient) * max(0.0, float(normal @ light.direction)))
        for j in (0, 1):
            piece = np.array([ring[j][a], ring[j][b], ring[j + 1][b], ring[j + 1][a]])
            _poly(image, piece, _shade(colours[j], factor))


def _warp(  # noqa: PLR0913, PLR0917
    image: NDArray[np.uint8],
    quad: NDArray[np.float64],
    textures: Mapping[int, NDArray[np.uint8]],
    index: int,
    pyramids: dict[int, _Pyramid],
    radius: float,
    brightness: float,
) -> None:
    """Lay texture ``index`` onto ``quad`` of the picture, in place."""
    if index not in pyramids:
        texture = textures[index]
        pyramids[index] = _Pyramid(texture, _front_mask((texture.shape[0], texture.shape[1]), radius))
    length = max(np.linalg.norm(quad[3] - quad[0]), np.linalg.norm(quad[1] - quad[0]) * 1.33)
    picture = pyramids[index].level(float(length))
    h, w = image.shape[:2]
    x0, y0 = np.maximum(np.floor(quad.min(0)).astype(int) - 1, 0)
    x1, y1 = np.minimum(np.ceil(quad.max(0)).astype(int) + 2, (w, h))
    if x1 <= x0 or y1 <= y0:
        return
    th, tw = picture.shape[:2]
    source = np.array([(0, 0), (tw, 0), (tw, th), (0, th)], np.float32) - 0.5
    target = (quad - (x0, y0) - 0.5).astype(np.float32)
    matrix = cv2.getPerspectiveTransform(source, target)
    patch = cv2.warpPerspective(picture, matrix, (int(x1 - x0), int(y1 - y0)), flags=cv2.INTER_LINEAR)
    alpha = patch[..., 3:].astype(np.float32) / 255
    region = image[y0:y1, x0:x1]
    mixed = region * (1 - alpha) + np.minimum(patch[..., :3] * (brightness * 1.03), 255) * alpha
    region[:] = mixed.astype(np.uint8)


def _glare(
    image: NDArray[np.uint8], number: NDArray[np.uint16], strength: float, scale: float, rng: np.random.Generator
) -> NDArray[np.uint8]:
    """Lamps mirrored on the fronts alone."""
    h, w = number.shape
    mask = np.zeros((h // 2, w // 2), np.uint8)
    for _ in range(int(rng.integers(1, 4))):
        axes = (int(scale * rng.uniform(0.3, 2.5)) + 1, int(scale * rng.uniform(0.15, 0.9)) + 1)
        at = (int(rng.uniform(0, w / 2)), int(rng.uniform(0, h / 2)))
        cv2.ellipse(mask, at, axes, rng.uniform(0, 180), 0, 360, 255, -1)
    mask = cv2.GaussianBlur(mask, (0, 0), max(1.0, scale * rng.uniform(0.05, 0.3)))
    light = cv2.resize(mask, (w, h)).astype(np.float32) * (strength / 255) * (number > 0)
    out = image + (255 - image.astype(np.float32)) * light[..., None]
    return np.clip(out, 0, 255).astype(np.uint8)


def overhead(angle: float, height: float) -> NDArray[np.float64]:
    """Unit vector towards a lamp at compass ``angle`` and ``height``, both in degrees."""
    a, e = math.radians(angle), math.radians(height)
    return np.array([math.cos(e) * math.sin(a), math.cos(e) * math.cos(a), math.sin(e)])
