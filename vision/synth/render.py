"""The quick renderer: solids, a camera and a table become pixels, with the exact truth of every tile.

Painter's algorithm: far tiles first, each painted by convex pieces (`vision.synth.painter`). A map of front
numbers tells afterwards how much of each front can be seen.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from yakulens.vision.synth.camera import Camera
from yakulens.vision.synth.colours import Paint, Pixels
from yakulens.vision.synth.light import Light, cast_shadows, mirror_lamps
from yakulens.vision.synth.painter import Painter
from yakulens.vision.synth.tiles3d import Solid, TileShape, front_corners

_NEAR = 0.3
"""A tile with a corner nearer to the lens than this, in tile widths, is left out."""
_OUTSIDE = 60
"""A tile whose front lies this many pixels out of the frame casts nothing into it."""


@dataclass(frozen=True, slots=True)
class PictureTruth:
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


def findable_tiles(truth: PictureTruth, min_visible: float = 0.5) -> Sequence[int]:
    """Indices of the tiles that a finder must find: large enough, not too oblique, in view and uncovered.

    ``min_visible`` is the least share of the front that is in the frame and uncovered, 0..1.

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
        camera: where it is seen from and the picture's size.
        solids: the tiles, in any order.
        textures: faces ``(h, w, 3)`` uint8 RGB, or ``(h, w, 4)`` RGBA where the body is seen through, by the
            number that the solids name.
        shape: the tiles' measures.
        paint: the tiles' colours.
        light: the lamp.
        ground: ``(h, w, 3)`` uint8 RGB, the table top (clutter included).
        span: how many tile widths ``ground`` covers.
        glare: strength of lamps mirrored on the fronts, 0..1.
        rng: random generator for small differences between tiles.

    Returns:
        ``(H, W, 3)`` uint8 RGB and the truth, a row for each solid in the order given.
    """
    scale = tile_width(camera)
    image = cast_shadows(_lay_ground(camera, ground, span), camera, solids, shape, light, scale)
    painter = Painter(camera, textures, shape, paint, light, image)
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
    """Pixels that a tile's width takes in the middle of the table."""
    return float(np.ptp(camera.project(np.array([[0.0, 0, 0], [1.0, 0, 0]])), axis=0).max())


def longest_front(camera: Camera, shape: TileShape, solids: Sequence[Solid]) -> float:
    """Pixels along or down the picture that the front of the largest tile takes; 0 where there is none."""
    fronts = (camera.project(front_corners(shape, solid)) for solid in solids)
    return max((float(np.ptp(front, axis=0).max()) for front in fronts), default=0.0)


def _fronts(
    camera: Camera, solids: Sequence[Solid], shape: TileShape
) -> tuple[NDArray[np.float64], NDArray[np.float64], list[int]]:
    """The fronts on the picture, how far each is turned to the lens, and which are drawn, farthest first."""
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
