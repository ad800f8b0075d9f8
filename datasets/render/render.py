"""The fast renderer: solids, a camera and a table become pixels, with the exact truth of every tile.

It uses the painter's algorithm: far tiles first, each painted as the hull of its two layers, its sides, its
front and its face. A map of front numbers then gives the visible share of each front.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from yakulens.datasets.render.camera import Camera
from yakulens.datasets.render.colours import Paint, Pixels, Rgb, convex_hull, fill_polygon, rgb
from yakulens.datasets.render.light import Light, cast_shadows, mirror_lamps
from yakulens.datasets.render.tiles3d import Solid, TileShape, front_corners, outline

_NEAR = 0.3
"""Tiles with a corner nearer to the lens than this, in tile widths, are left out."""
_OUTSIDE = 60
"""Tiles whose front lies more than this many pixels outside the frame are left out."""


@dataclass(frozen=True, slots=True)
class PictureTruth:
    """What a rendered picture shows, as parallel arrays over its N tiles.

    Attributes:
        quads: ``(N, 4, 2)`` float32 pixels: top left, top right, bottom right, bottom left of the front.
        labels: N labels.
        visible: ``(N,)`` float32 share of the front in the frame and uncovered.
        facing: ``(N,)`` float32 cosine between the front's normal and the line of sight.
    """

    quads: NDArray[np.float32]
    labels: tuple[str, ...]
    visible: NDArray[np.float32]
    facing: NDArray[np.float32]


def findable_tiles(truth: PictureTruth, min_visible: float = 0.5) -> Sequence[int]:
    """Indices of the tiles that a finder must find: large enough, not too oblique, visible.

    ``min_visible`` is the minimum share of the front in the frame and uncovered, 0..1.

    >>> square = np.array([[0, 0], [20, 0], [20, 20], [0, 20]], np.float32)
    >>> quads = np.stack([square, square, square / 10])
    >>> visible, facing = np.array([1.0, 0.3, 1.0], np.float32), np.ones(3, np.float32)
    >>> findable_tiles(PictureTruth(quads, ("1m", "2m", "3m"), visible, facing))
    [0]
    """
    areas = np.array([cv2.contourArea(q) for q in truth.quads]) if len(truth.quads) else np.zeros(0)
    findable = (truth.visible >= min_visible) & (truth.facing > 0.14) & (areas > 36)
    return [int(i) for i in np.flatnonzero(findable)]


def render(
    camera: Camera,
    solids: Sequence[Solid],
    textures: Mapping[int, Pixels],
    shape: TileShape,
    paint: Paint,
    light: Light,
    ground: Pixels,
    *,
    span: float,
    glare: float = 0.0,
    rng: np.random.Generator,
) -> tuple[Pixels, PictureTruth]:
    """Draw a scene.

    Args:
        camera: viewpoint and size of the picture.
        solids: the tiles, in any order.
        textures: faces ``(h, w, 3)`` uint8 RGB, or ``(h, w, 4)`` RGBA for transparent bodies, by the texture
            number of the solids.
        shape: the tiles' dimensions.
        paint: the tiles' colours.
        light: the lamp.
        ground: ``(h, w, 3)`` uint8 RGB, the table top with clutter.
        span: how many tile widths ``ground`` covers.
        glare: strength of lamps mirrored on the fronts, 0..1.
        rng: random generator for small differences between tiles.

    Returns:
        ``(H, W, 3)`` uint8 RGB and the truth, one row per solid in input order.
    """
    scale = tile_width(camera)
    image = cast_shadows(_lay_ground(camera, ground, span), camera, solids, shape, light, scale)
    painter = _Painter(camera, textures, shape, paint, light, image)
    quads, facing, drawn = _fronts(camera, solids, shape)
    for i in drawn:
        painter.draw(i, solids[i], quads[i], float(facing[i]), 1 + rng.normal(0, 0.015))
    if glare > 0:
        image = mirror_lamps(image, painter.number, glare, scale, rng)
    counts = np.bincount(painter.number.ravel(), minlength=len(solids) + 1)[1:]
    areas = np.array([abs(cv2.contourArea(q.astype(np.float32))) for q in quads]).reshape(-1)
    visible = np.where(areas > 1, counts / np.maximum(areas, 1), 0.0).clip(0, 1)
    corners, seen, turned = (each.astype(np.float32) for each in (quads, visible, facing))
    return image, PictureTruth(corners, tuple(s.label for s in solids), seen, turned)


def tile_width(camera: Camera) -> float:
    """Width of a tile in the middle of the table, in pixels."""
    return float(np.ptp(camera.project(np.array([[0.0, 0, 0], [1.0, 0, 0]])), axis=0).max())


def longest_front(camera: Camera, shape: TileShape, solids: Sequence[Solid]) -> float:
    """Pixels that the largest tile's front takes along or down the picture; 0 without tiles."""
    fronts = (camera.project(front_corners(shape, solid)) for solid in solids)
    return max((float(np.ptp(front, axis=0).max()) for front in fronts), default=0.0)


def _fronts(
    camera: Camera, solids: Sequence[Solid], shape: TileShape
) -> tuple[NDArray[np.float64], NDArray[np.float64], list[int]]:
    """The fronts on the picture, how much each faces the lens, and the drawn ones, farthest first."""
    corners = np.array([front_corners(shape, s) for s in solids]).reshape(-1, 4, 3)
    quads = camera.project(corners)
    normals = np.array([s.rotation[:, 2] for s in solids]).reshape(-1, 3)
    sight = camera.centre - corners.mean(1)
    distance = np.linalg.norm(sight - normals * shape.thickness / 2, axis=1)
    facing = (normals * sight).sum(1) / np.maximum(np.linalg.norm(sight, axis=1), 1e-9)
    # The projection's third row points along the line of sight.
    axis = camera.matrix[2, :3]
    depth = (corners - camera.centre) @ (axis / np.linalg.norm(axis))
    limits = np.array(camera.size[::-1])
    near = (quads.max(1) > -_OUTSIDE).all(1) & (quads.min(1) < limits + _OUTSIDE).all(1)
    drawn = near & (depth.min(1, initial=np.inf) > _NEAR)
    return quads, facing, [int(i) for i in np.argsort(-distance, kind="stable") if drawn[i]]


def _lay_ground(camera: Camera, ground: Pixels, span: float) -> Pixels:
    """The table top as the camera sees it; its picture covers ``span`` world units."""
    h, w = ground.shape[:2]
    to_world = np.array([[span / w, 0, -span / 2], [0, -span / h, span / 2], [0, 0, 1.0]])
    plane = camera.matrix[:, [0, 1, 3]] @ to_world
    return np.asarray(
        cv2.warpPerspective(
            ground, plane, camera.size[::-1], flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT
        ),
        np.uint8,
    )


@dataclass(eq=False)
class _Painter:
    """A picture being painted, tile after tile from far to near.

    Attributes:
        image: ``(H, W, 3)`` uint8 RGB, painted on.
        number: ``(H, W)`` uint16, 1 + the number of the tile whose front is visible there, else 0.
    """

    camera: Camera
    textures: Mapping[int, Pixels]
    shape: TileShape
    paint: Paint
    light: Light
    image: Pixels

    def __post_init__(self) -> None:
        self.number: NDArray[np.uint16] = np.zeros(self.camera.size, np.uint16)
        self._levels: dict[int, list[Pixels]] = {}
        self._rim = outline(self.shape)

    def draw(self, index: int, solid: Solid, quad: NDArray[np.float64], facing: float, tone: float) -> None:
        """Paint one tile and write ``index + 1`` where its front is visible.

        ``quad`` are the corners of its front, ``(4, 2)`` pixels; ``facing`` is the cosine between the front's
        normal and the line of sight, ``tone`` the tile's brightness relative to its neighbours.
        """
        ring, clear = self._rings(solid), self.paint.clear
        x0, y0, x1, y1 = _bounds(np.concatenate(ring), self.image)
        area = self.image[y0:y1, x0:x1]
        behind = area.copy() if clear else None
        layers = (self.paint.side, self.paint.back) if solid.face_down else (self.paint.back, self.paint.side)
        fill_polygon(self.image, convex_hull(np.concatenate(ring[:2])), _shade(layers[0], 0.62 * tone))
        fill_polygon(self.image, convex_hull(np.concatenate(ring[1:])), _shade(layers[1], 0.72 * tone))
        self._sides(solid, ring, layers, tone)
        whole = convex_hull(np.concatenate([ring[0], ring[2]]))
        cv2.fillConvexPoly(self.number, np.round(whole).astype(np.int32), 0)
        brightness = tone * self._lit(solid.rotation[:, 2])
        if facing > 0:
            ground = self.paint.back if solid.face_down else self.paint.front
            fill_polygon(self.image, ring[2], _shade(ground, brightness * 1.03))
        if behind is not None:
            area[:] = (area * (1 - clear) + behind * clear).astype(np.uint8)
        if facing > 0:
            self._face(quad, solid.texture, brightness)
            cv2.fillConvexPoly(self.number, np.round(quad).astype(np.int32), index + 1)

    def _lit(self, normal: NDArray[np.float64]) -> float:
        """The brightness of a surface with this normal."""
        ambient = self.light.ambient
        return ambient + (1 - ambient) * max(0.0, float(normal @ self.light.direction))

    def _rings(self, solid: Solid) -> list[NDArray[np.float64]]:
        """The outline on the screen at the underside, where the colours meet, and at the front."""
        # Face-down, the layers swap: the coloured back is on top.
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
        self, solid: Solid, ring: list[NDArray[np.float64]], layers: tuple[Rgb, Rgb], tone: float
    ) -> None:
        """Paint the flat parts of the visible sides, each with its own light."""
        per = len(self._rim) // 4
        middle = solid.position + solid.rotation[:, 2] * self.shape.thickness / 2
        half = self.shape.length / 2
        # The corner arcs of `outline` are in the order lower right, upper right, upper left, lower left.
        for k, (nx, ny, reach) in enumerate(((1, 0, 0.5), (0, 1, half), (-1, 0, 0.5), (0, -1, half))):
            normal = solid.rotation @ np.array([nx, ny, 0.0])
            if normal @ (self.camera.centre - middle - normal * reach) <= 0:
                continue
            a, b = k * per + per - 1, ((k + 1) * per) % (4 * per)
            for j in (0, 1):
                piece = np.array([ring[j][a], ring[j][b], ring[j + 1][b], ring[j + 1][a]])
                fill_polygon(self.image, piece, _shade(layers[j], tone * self._lit(normal)))

    def _face(self, quad: NDArray[np.float64], texture: int, brightness: float) -> None:
        """Paint a texture onto ``quad``."""
        length = max(np.linalg.norm(quad[3] - quad[0]), np.linalg.norm(quad[1] - quad[0]) * 1.33)
        picture = self._texture(texture, float(length))
        x0, y0, x1, y1 = _bounds(quad, self.image)
        if x1 <= x0 or y1 <= y0:
            return
        th, tw = picture.shape[:2]
        source = np.array([(0, 0), (tw, 0), (tw, th), (0, th)], np.float32) - 0.5
        target = (quad - (x0, y0) - 0.5).astype(np.float32)
        matrix = cv2.getPerspectiveTransform(source, target)
        patch = cv2.warpPerspective(picture, matrix, (x1 - x0, y1 - y0), flags=cv2.INTER_LINEAR)
        alpha = patch[..., 3:].astype(np.float32) / 255
        region = self.image[y0:y1, x0:x1]
        mixed = region * (1 - alpha) + np.minimum(patch[..., :3] * (brightness * 1.03), 255) * alpha
        region[:] = mixed.astype(np.uint8)

    def _texture(self, number: int, length: float) -> Pixels:
        """A front with its coverage, scaled near ``length`` rows, so that small tiles do not alias."""
        if number not in self._levels:
            self._levels[number] = [_front(self.textures[number], self.shape.radius)]
        levels, k = self._levels[number], 0
        while levels[0].shape[0] / 2 ** (k + 1) >= length * 1.1 and k < 4:
            k += 1
            if k == len(levels):
                half = (max(2, levels[-1].shape[1] // 2), max(2, levels[-1].shape[0] // 2))
                levels.append(cv2.resize(levels[-1], half, interpolation=cv2.INTER_AREA))
        return levels[k]


def _bounds(points: NDArray[np.float64], image: Pixels) -> tuple[int, int, int, int]:
    """Left, top, right and bottom of the part of a picture with these points and a margin of one pixel."""
    h, w = image.shape[:2]
    x0, y0 = np.clip(np.floor(points.min(0)).astype(int) - 1, 0, (w, h)).tolist()
    x1, y1 = np.clip(np.ceil(points.max(0)).astype(int) + 2, 0, (w, h)).tolist()
    return x0, y0, x1, y1


def _front(picture: Pixels, radius: float) -> Pixels:
    """A texture as RGBA, transparent outside the rounded rectangle; ``radius`` in widths."""
    h, w = picture.shape[:2]
    mask = np.zeros((h, w), np.uint8)
    r = max(1, int(radius * w))
    inset = max(1, int(0.02 * w))
    cv2.rectangle(mask, (inset + r, inset), (w - 1 - inset - r, h - 1 - inset), 255, -1)
    cv2.rectangle(mask, (inset, inset + r), (w - 1 - inset, h - 1 - inset - r), 255, -1)
    for x in (inset + r, w - 1 - inset - r):
        for y in (inset + r, h - 1 - inset - r):
            cv2.circle(mask, (x, y), r, 255, -1, cv2.LINE_AA)
    mask = cv2.GaussianBlur(mask, (0, 0), 1.0)
    if picture.shape[2] == 4:
        mask = cv2.multiply(mask, np.ascontiguousarray(picture[..., 3]), scale=1 / 255)
    return np.dstack([picture[..., :3], mask])


def _shade(colour: Rgb, factor: float) -> tuple[int, int, int]:
    """A colour ``factor`` times as bright."""
    return rgb(np.array(colour) * factor)
