"""Tiles as solids: shape, pose and colours, and their outline in the world.

World units are tile widths: x to the right, y away from the viewer, z up from the table. In a tile's own
frame, its visible front (face, or back if face-down) lies at ``z = thickness``, centred, with the face's top
towards +y.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from yakulens.datasets.render.scene import Placement
from yakulens.vision.labels import INDEX

_CORNER_STEPS: Final = 4


@dataclass(frozen=True, slots=True)
class TileShape:
    """Dimensions shared by the tiles of one set, in tile widths.

    Attributes:
        length: along the face's vertical.
        thickness: from the table to the face of a lying tile.
        split: share of the thickness, from the back, with the back's colour.
        radius: of the face's rounded corners.
    """

    length: float = 1.35
    thickness: float = 0.75
    split: float = 0.35
    radius: float = 0.08


@dataclass(frozen=True, slots=True)
class Solid:
    """One tile in the world.

    Attributes:
        label: what its front shows.
        texture: index into the scene's textures.
        position: ``(3,)`` float64, centre of the solid's underside in its own frame, world units.
        rotation: ``(3, 3)`` float64, own frame to world.
        face_down: whether the front is the coloured back, so that the two layers swap.
    """

    label: str
    texture: int
    position: NDArray[np.float64]
    rotation: NDArray[np.float64]
    face_down: bool = False


def _turn(angle: float) -> NDArray[np.float64]:
    """Rotation around the vertical by ``angle`` degrees counter-clockwise, ``(3, 3)``."""
    c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    return np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])


def outline(shape: TileShape) -> NDArray[np.float64]:
    """The face's rounded outline in the tile's own x and y, ``(20, 2)``, counter-clockwise.

    >>> outline(TileShape(length=1.4)).max(axis=0).tolist()
    [0.5, 0.7]
    """
    w, h, r = 0.5, shape.length / 2, shape.radius
    points = []
    x, y = w - r, h - r
    for cx, cy, start in ((x, -y, -90), (x, y, 0), (-x, y, 90), (-x, -y, 180)):
        for k in range(_CORNER_STEPS + 1):
            a = math.radians(start + 90 * k / _CORNER_STEPS)
            points.append((cx + r * math.cos(a), cy + r * math.sin(a)))
    return np.array(points)


def front_corners(shape: TileShape, solid: Solid) -> NDArray[np.float64]:
    """World corners of the front, ``(4, 3)``: top left, top right, bottom right, bottom left of the face.

    >>> front_corners(TileShape(length=1.4, thickness=0.7), lying("1m", 0, 0.0, 0.0, 0.0))[0].tolist()
    [-0.5, 0.7, 0.7]
    """
    w, h, t = 0.5, shape.length / 2, shape.thickness
    own = np.array([(-w, h, t), (w, h, t), (w, -h, t), (-w, -h, t)])
    return own @ solid.rotation.T + solid.position


def lying(label: str, texture: int, x: float, y: float, angle: float, z: float = 0.0) -> Solid:
    """A tile lying flat at table point (x, y) with its underside at height ``z``.

    >>> lying("back", 0, 2.0, 1.0, 0.0).face_down
    True
    """
    return Solid(label, texture, np.array([x, y, z]), _turn(angle), face_down=label == "back")


def standing(
    label: str, texture: int, x: float, y: float, angle: float, shape: TileShape, lean: float = 0.0
) -> Solid:
    """A tile standing on its lower edge, its front towards the viewer, leaning back by ``lean`` degrees.

    ``x`` and ``y`` are the middle of its underside, ``angle`` its counter-clockwise turn in degrees.
    """
    raised = math.radians(90.0 - lean)
    c, s = math.cos(raised), math.sin(raised)
    rotation = _turn(angle) @ np.array([[1.0, 0.0, 0.0], [0.0, c, -s], [0.0, s, c]])
    # The lower edge of the underside must touch the table.
    low = rotation @ np.array([0.0, -shape.length / 2, 0.0])
    front = rotation @ np.array([0.0, -shape.length / 2, shape.thickness])
    position = np.array([x, y, -min(low[2], front[2])])
    return Solid(label, texture, position, rotation, face_down=label == "back")


def placed(placement: Placement, shape: TileShape) -> Solid:
    """A tile of an arrangement as a solid; its texture number is its label's index in ``LABELS``.

    >>> placed(Placement("3m", 1.0, 2.0, level=1), TileShape(thickness=0.75)).position.tolist()
    [1.0, 2.0, 0.75]
    """
    p, texture = placement, INDEX[placement.face]
    if p.stands:
        return standing(p.face, texture, p.x, p.y, p.angle, shape)
    return lying(p.face, texture, p.x, p.y, p.angle, p.level * shape.thickness)
