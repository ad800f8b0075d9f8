"""The quick renderer: solids, a camera and a table become pixels, with the exact truth of every tile.

Painter's algorithm over convex pieces: far tiles first, each as the hull of its two layers, its visible
sides, its front, and the face warped on. A map of front numbers tells afterwards how much of each front can
be seen.
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
_OUTSIDE = 60
"""A tile whose front lies this many pixels out of the frame casts nothing into it."""


@dataclass(frozen=True, slots=True)
class Truth:
    """What a rendered picture shows, as parallel arrays over its N tiles.

    Attributes:
        quads: ``(N, 4, 2)`` float32 pixels: top left, top right, bottom right, bottom left of the front.
        labels: N labels.
        visible: ``(N,)`` float32, share of the front that is in the frame and not covered.
        facing: ``(N,)`` float32, cosine between the front's normal and the line of sight.
    """

    quads: NDArray[np.float32]
    labels: tuple[str, ...]
    visible: NDArray[np.float32]
    facing: NDArray[np.float32]


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
    face: NDArray[np.uint8],
    front: Ink,
    rng: np.random.Generator,
    *,
    wear: float,
    fade: float,
    engraving: float,
    bold: int,
) -> NDArray[np.uint8]:
    """Lay a transparent face on a tile's front: change the strokes, wear the paint, shade the engraving.

    Args:
        face: ``(h, w, 4)`` uint8 RGBA.
        front: the tile's own colour, RGB.
        rng: source of chance for the wear.
        wear: 0 fresh .. 1 half gone, in patches.
        fade: 0 full ink .. 1 none, all over.
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
    a = alpha.astype(np.float32) * ((1 - fade) / 255)
    if wear > 0:
        h, w = a.shape
        patches = cv2.resize(
            rng.uniform(0, 1, (7, 5)).astype(np.float32), (w, h), interpolation=cv2.INTER_CUBIC
        )
        a = a * np.clip(1 - wear * patches, 0, 1)
    out = np.asarray(front, np.float32) * (1 - a[..., None]) + ink.astype(np.float32) * a[..., None]
    if engraving > 0:
        rim = np.roll(a, (1, 1), (0, 1)) - np.roll(a, (-1, -1), (0, 1))
        out += rim[..., None] * engraving
    return np.asarray(np.clip(out, 0, 255), np.uint8)


def _shade(colour: Ink, factor: float) -> tuple[int, int, int]:
    r, g, b = (int(min(255, c * factor)) for c in colour)
    return r, g, b


def _poly(image: NDArray[np.uint8], points: NDArray[np.float64], colour: tuple[int, int, int]) -> None:
    cv2.fillConvexPoly(image, np.round(points * (1 << _SHIFT)).astype(np.int32), colour, cv2.LINE_AA, _SHIFT)


def _hull(points: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(cv2.convexHull(points.astype(np.float32))[:, 0], np.float64)


class _Pyramid:
    """A face at halving sizes, so that a small tile does not alias; made when first asked for."""

    def __init__(self, image: NDArray[np.uint8], mask: NDArray[np.uint8]) -> None:
        self._levels = [np.dstack([image, mask])]

    def level(self, length: float) -> NDArray[np.uint8]:
        """The smallest picture that still has ``length`` rows."""
        k = 0
        while self._levels[0].shape[0] / 2 ** (k + 1) >= length * 1.1 and k < 4:
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
    image: NDArray[np.uint8],
    camera: Camera,
    solids: Sequence[Solid],
    shape: TileShape,
    light: Light,
    scale: float,
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


class _Painter:
    """A picture being painted, tile after tile from far to near."""

    def __init__(
        self,
        camera: Camera,
        textures: Mapping[int, NDArray[np.uint8]],
        shape: TileShape,
        paint: Paint,
        light: Light,
        image: NDArray[np.uint8],
    ) -> None:
        self.camera, self.textures, self.shape, self.paint, self.light = camera, textures, shape, paint, light
        self.image = image
        self.number: NDArray[np.uint16] = np.zeros(camera.size, np.uint16)
        self._pyramids: dict[int, _Pyramid] = {}
        self._rim = outline(shape)

    def draw(self, index: int, solid: Solid, quad: NDArray[np.float64], facing: float, tone: float) -> None:
        """Paint one tile and leave ``index + 1`` where its front is seen.

        Args:
            index: the tile's number.
            solid: the tile.
            quad: ``(4, 2)`` its front's corners in pixels.
            facing: cosine between the front's normal and the line of sight.
            tone: brightness against its neighbours.
        """
        ring = self._rings(solid)
        layers = (self.paint.side, self.paint.back) if solid.face_down else (self.paint.back, self.paint.side)
        _poly(self.image, _hull(np.concatenate(ring[:2])), _shade(layers[0], 0.62 * tone))
        _poly(self.image, _hull(np.concatenate(ring[1:])), _shade(layers[1], 0.72 * tone))
        self._sides(solid, ring, layers, tone)
        whole = _hull(np.concatenate([ring[0], ring[2]]))
        cv2.fillConvexPoly(self.number, np.round(whole).astype(np.int32), 0)
        if facing <= 0:
            return
        brightness = tone * self._lit(solid.rotation[:, 2])
        ground = self.paint.back if solid.face_down else self.paint.front
        _poly(self.image, ring[2], _shade(ground, brightness * 1.03))
        self._face(quad, solid.texture, brightness)
        cv2.fillConvexPoly(self.number, np.round(quad).astype(np.int32), index + 1)

    def _lit(self, normal: NDArray[np.float64]) -> float:
        """How bright a surface with this normal is."""
        ambient = self.light.ambient
        return ambient + (1 - ambient) * max(0.0, float(normal @ self.light.direction))

    def _rings(self, solid: Solid) -> list[NDArray[np.float64]]:
        """The outline on the screen at the underside, where the colours meet, and at the front."""
        # Face-down the layers change places: the coloured back is on top.
        split = 1 - self.shape.split if solid.face_down else self.shape.split
        rim = self._rim
        return [
            self.camera.project(
                np.column_stack([rim, np.full(len(rim), part * self.shape.thickness)]) @ solid.rotation.T
                + solid.position
            )
            for part in (0.0, split, 1.0)
        ]

    def _sides(
        self, solid: Solid, ring: list[NDArray[np.float64]], layers: tuple[Ink, Ink], tone: float
    ) -> None:
        """The flat parts of the visible sides, each with its own light."""
        per = len(self._rim) // 4
        middle = solid.position + solid.rotation[:, 2] * self.shape.thickness / 2
        half = self.shape.length / 2
        # Corner arcs of `outline` come as lower right, upper right, upper left, lower left.
        for k, (nx, ny, reach) in enumerate(((1, 0, 0.5), (0, 1, half), (-1, 0, 0.5), (0, -1, half))):
            normal = solid.rotation @ np.array([nx, ny, 0.0])
            if normal @ (self.camera.centre - middle - normal * reach) <= 0:
                continue
            a, b = k * per + per - 1, ((k + 1) * per) % (4 * per)
            for j in (0, 1):
                piece = np.array([ring[j][a], ring[j][b], ring[j + 1][b], ring[j + 1][a]])
                _poly(self.image, piece, _shade(layers[j], tone * self._lit(normal)))

    def _face(self, quad: NDArray[np.float64], texture: int, brightness: float) -> None:
        """Lay a texture onto ``quad``."""
        if texture not in self._pyramids:
            picture = self.textures[texture]
            mask = _front_mask((picture.shape[0], picture.shape[1]), self.shape.radius)
            self._pyramids[texture] = _Pyramid(picture, mask)
        length = max(np.linalg.norm(quad[3] - quad[0]), np.linalg.norm(quad[1] - quad[0]) * 1.33)
        picture = self._pyramids[texture].level(float(length))
        h, w = self.image.shape[:2]
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
        region = self.image[y0:y1, x0:x1]
        mixed = region * (1 - alpha) + np.minimum(patch[..., :3] * (brightness * 1.03), 255) * alpha
        region[:] = mixed.astype(np.uint8)


def render(
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
    count = len(solids)
    scale = float(np.ptp(camera.project(np.array([[0.0, 0, 0], [1.0, 0, 0]])), axis=0).max())
    image = _lay_ground(camera, ground, span)
    image = _cast_shadows(image, camera, solids, shape, light, scale)
    painter = _Painter(camera, textures, shape, paint, light, image)
    corners = np.array([front_corners(shape, s) for s in solids]).reshape(-1, 4, 3)
    quads = camera.project(corners)
    normals = np.array([s.rotation[:, 2] for s in solids]).reshape(-1, 3)
    sight = camera.centre - corners.mean(1)
    distance = np.linalg.norm(sight - normals * shape.thickness / 2, axis=1)
    facing = (normals * sight).sum(1) / np.maximum(np.linalg.norm(sight, axis=1), 1e-9)
    depth = (corners - camera.centre) @ _forward(camera)
    limits = np.array(camera.size[::-1])
    near = (quads.max(1) > -_OUTSIDE).all(1) & (quads.min(1) < limits + _OUTSIDE).all(1)
    drawn = near & (depth.min(1, initial=np.inf) > _NEAR)
    for i in np.argsort(-distance, kind="stable"):
        if drawn[i]:
            painter.draw(int(i), solids[i], quads[i], float(facing[i]), 1 + rng.normal(0, 0.015))
    if glare > 0:
        image = _glare(image, painter.number, glare, scale, rng)
    counts = np.bincount(painter.number.ravel(), minlength=count + 1)[1:]
    areas = np.array([abs(cv2.contourArea(q.astype(np.float32))) for q in quads]).reshape(-1)
    visible = np.where(areas > 1, counts / np.maximum(areas, 1), 0.0).clip(0, 1)
    return image, Truth(
        quads.astype(np.float32),
        tuple(s.label for s in solids),
        visible.astype(np.float32),
        facing.astype(np.float32),
    )


def _forward(camera: Camera) -> NDArray[np.float64]:
    """Unit vector along the line of sight (the projection's third row)."""
    axis = camera.matrix[2, :3]
    return np.asarray(axis / np.linalg.norm(axis), np.float64)


def _glare(
    image: NDArray[np.uint8],
    number: NDArray[np.uint16],
    strength: float,
    scale: float,
    rng: np.random.Generator,
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
    return np.asarray(np.clip(out, 0, 255), np.uint8)


def overhead(angle: float, height: float) -> NDArray[np.float64]:
    """Unit vector towards a lamp at compass ``angle`` and ``height``, both in degrees."""
    a, e = math.radians(angle), math.radians(height)
    return np.array([math.cos(e) * math.sin(a), math.cos(e) * math.cos(a), math.sin(e)])
