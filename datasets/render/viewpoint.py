"""Viewpoints of a phone above an arrangement: geometry without pixels."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from yakulens.datasets.render.camera import Camera, look_at
from yakulens.datasets.render.scene import Arrangement, Placement

THICKNESS: Final = 0.75
_HALF: Final = np.array([[-0.5, 0.5], [0.5, 0.5], [0.5, -0.5], [-0.5, -0.5]])
"""The corners of a tile of width and length 1, relative to its middle."""


def hand_tiles(scene: Arrangement) -> list[int]:
    """Indices of the placements that belong to the hand.

    >>> tiles = (Placement("back", 0, 3), Placement("1m", 0, 0), Placement("2m", 1, 0))
    >>> hand_tiles(Arrangement(tiles, concealed=(1,), win=2, others=(0,)))
    [1, 2]
    """
    win = [] if scene.win is None else [scene.win]
    return [*scene.concealed, *win, *(t for m in scene.melds for t in m.ids)]


def seat(rng: np.random.Generator, scene: Arrangement) -> float:
    """The side that a scene is photographed from, degrees as in `view`: mostly the owner's seat.

    The owner photographs a whole table: from elsewhere it would be unclear whose hand is meant.
    """
    return float(rng.choice([0, 0, 30, 330] if scene.wide else [0, 0, 0, 90, 180, 270, 30, 330]))


def view(
    rng: np.random.Generator, scene: Arrangement, *, side: float = 0.0, steepness: float | None = None
) -> Camera:
    """A phone above the scene such that the hand fills most of the picture and none of its tiles is hidden.

    Args:
        rng: random generator.
        scene: what to photograph.
        side: degrees around the table: 0 from the owner's seat, 90 from the right, 180 from across.
        steepness: degrees above the table, 90 is straight down. None draws one from 30 to 88, or to 75 if a
            tile lies on another, which is invisible from straight above. If that tile would hide a third one,
            the phone is held more steeply.
    """
    hand = hand_tiles(scene)
    max_steepness = 62 if scene.wide else 75 if any(scene.placements[k].level for k in hand) else 88
    steep = rng.uniform(30, max_steepness) if steepness is None else steepness
    size = (960, 1280) if rng.random() < (0.5 if scene.wide else 0.8) else (1280, 960)
    turn, roll = side + rng.normal(0, 5), rng.normal(0, 3)
    offset, relative_distance = rng.normal(0, 0.3, 2), rng.uniform(1.6, 3.0)
    fill = rng.uniform(0.8, 0.96)
    in_frame = range(len(scene.placements)) if scene.wide else hand
    corners = fronts(scene, in_frame).reshape(-1, 3)
    target = (corners.max(axis=0) + corners.min(axis=0)) / 2
    reach = float(np.linalg.norm(corners - target, axis=1).max())
    while True:
        camera = look_at(
            target + np.array([*offset, 0.0]),
            azimuth=turn,
            elevation=steep,
            roll=roll,
            distance=relative_distance * reach + 8.0,
            scale=1.0,
            size=size,
        )
        camera = _framed(camera, corners, fill)
        if steep > 80 or not _hides(scene, hand, camera):
            return camera
        steep += 5.0


def poses(tiles: Sequence[Placement]) -> NDArray[np.float64]:
    """``(5, N)`` x, y and angle of each tile, its level, and whether it stands (1) or lies (0)."""
    return np.array([(p.x, p.y, p.angle, p.level, p.stands) for p in tiles], float).reshape(-1, 5).T


def fronts(scene: Arrangement, chosen: Iterable[int] | None = None) -> NDArray[np.float64]:
    """Corners of the visible sides of placements, ``(N, 4, 3)`` world units, clockwise from the top left.

    They are those of all placements, or of the chosen ones.

    >>> fronts(Arrangement((Placement("1m", 0, 0), Placement("2m", 1, 0))))[1, 0].tolist()
    [0.5, 0.675, 0.75]
    """
    tiles = scene.placements if chosen is None else [scene.placements[k] for k in chosen]
    x, y, angle, level, stands = poses(tiles)
    c, s = np.cos(np.radians(angle))[:, None], np.sin(np.radians(angle))[:, None]
    wide, long = _HALF[:, 0], _HALF[:, 1] * scene.aspect
    # A standing tile's face points to -y of its own frame, like that of a lying tile raised by its far edge.
    lying = np.where(stands, 0.0, 1.0)[:, None] * long
    height = np.where(stands[:, None] > 0, long + scene.aspect / 2, THICKNESS * (level + 1)[:, None])
    return np.stack([x[:, None] + wide * c - lying * s, y[:, None] + wide * s + lying * c, height], axis=2)


def _framed(camera: Camera, points: NDArray[np.float64], fill: float) -> Camera:
    """The camera, zoomed and shifted so that the points fill the share ``fill`` of the picture."""
    projected = camera.project(points)
    low, high = projected.min(axis=0), projected.max(axis=0)
    height, width = camera.size
    zoom = fill * float((np.array([width, height]) / np.maximum(high - low, 1e-6)).min())
    return camera.zoomed(zoom, np.array([width, height]) / 2 - zoom * (low + high) / 2)


def _hides(scene: Arrangement, hand: list[int], camera: Camera) -> bool:
    """Whether a tile of the hand that lies on another hides the middle of a third one."""
    for index in hand:
        if not scene.placements[index].level:
            continue
        top = fronts(scene, (index,))[0]
        body = camera.project(np.concatenate([top, top - [0, 0, THICKNESS]]))
        outline = cv2.convexHull(body.astype(np.float32))
        for other in hand:
            x, y = (float(v) for v in camera.project(fronts(scene, (other,))[0]).mean(axis=0))
            if other != index and cv2.pointPolygonTest(outline, (x, y), measureDist=False) > 0:
                return True
    return False
