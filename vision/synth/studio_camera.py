"""The geometry of a photo-like picture: its tiles, its camera as Blender describes one, its truth."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from yakulens.vision.synth.camera import look_at
from yakulens.vision.synth.colours import Paint
from yakulens.vision.synth.light import Light, overhead
from yakulens.vision.synth.render import render
from yakulens.vision.synth.tiles3d import Solid, TileShape, front_corners, placed

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from yakulens.vision.synth.camera import Camera
    from yakulens.vision.synth.picture_truth import PictureTruth
    from yakulens.vision.synth.scene import Arrangement
    from yakulens.vision.synth.studio import Phone, TileSet

SENSOR: Final = 36.0
"""Width of Blender's sensor in millimetres; focal lengths are measured against it."""


@dataclass(frozen=True, slots=True)
class Lens:
    """A camera as Blender describes it.

    Attributes:
        rotation: ``(3, 3)`` float64, camera to world; the camera looks along its own -z, y is up.
        centre: ``(3,)`` float64, world units.
        focal: focal length in millimetres for a sensor ``SENSOR`` wide, fitted to the picture's width.
        shift: how far the picture is moved, in picture widths, to the right and up.
    """

    rotation: NDArray[np.float64]
    centre: NDArray[np.float64]
    focal: float
    shift: tuple[float, float]


def lens_of(camera: Camera) -> Lens:
    """The same camera in Blender's terms (square pixels, no skew).

    The projection is K (R | -R c): the third row of its left part is the line of sight, the principal point
    and the focal length follow by taking the sight's part out of the other two rows.

    >>> camera = look_at(np.zeros(3), azimuth=0, elevation=90, roll=0, distance=10, scale=40, size=(240, 320))
    >>> lens = lens_of(camera)
    >>> round(lens.focal, 3), float(lens.centre[2])
    (45.0, 10.0)
    """
    left = camera.matrix[:, :3]
    sight = left[2]
    u, v = float(left[0] @ sight), float(left[1] @ sight)
    right, down = left[0] - u * sight, left[1] - v * sight
    focal = float(np.linalg.norm(right))
    height, width = camera.size
    rotation = np.column_stack([right / focal, -down / focal, -sight])
    shift = ((width / 2 - u) / width, (v - height / 2) / width)
    return Lens(rotation, camera.centre, focal / width * SENSOR, shift)


def tile_shape(arrangement: Arrangement, tiles: TileSet) -> TileShape:
    """The measures of this set's tiles on this table.

    >>> from yakulens.vision.synth.scene import Arrangement
    >>> white = (255, 255, 255)
    >>> from yakulens.vision.synth.studio import TileSet
    >>> tile_shape(Arrangement(()), TileSet(Paint(white, white, white))).length
    1.35
    """
    return TileShape(arrangement.aspect, tiles.thickness, tiles.split, tiles.rounding)


def solids_of(arrangement: Arrangement, shape: TileShape) -> list[Solid]:
    """The tiles in the world, in the order of the placements.

    >>> from yakulens.vision.synth.scene import Arrangement, Placement
    >>> [solid.label for solid in solids_of(Arrangement((Placement("3m", 0.0, 0.0),)), TileShape())]
    ['3m']
    """
    return [placed(p, shape) for p in arrangement.placements]


def frame(arrangement: Arrangement, shape: TileShape, phone: Phone) -> Camera:
    """The phone held so that the hand and the dora indicators fill their share of the picture.

    Args:
        arrangement: what lies on the table.
        shape: the tiles' measures.
        phone: where it is held, and how much of the picture the hand may take.

    >>> from yakulens.vision.synth.samples import SAMPLES
    >>> from yakulens.vision.synth.scene import Arrangement, Placement
    >>> tile = Arrangement((Placement("3m", 0.0, 0.0),))
    >>> frame(tile, TileShape(), SAMPLES[0].studio.phone).size == SAMPLES[0].studio.phone.size
    True
    """
    own = [*arrangement.concealed, *(i for m in arrangement.melds for i in m.ids), *arrangement.indicators]
    if arrangement.win is not None:
        own.append(arrangement.win)
    solids = solids_of(arrangement, shape)
    points = np.concatenate([front_corners(shape, solids[i]) for i in own or range(len(solids))])
    middle = (points.min(0) + points.max(0)) / 2
    extent = float(np.ptp(points[:, :2], axis=0).max())
    height, width = phone.size

    def camera(scale: float) -> Camera:
        return look_at(
            middle,
            azimuth=phone.azimuth,
            elevation=phone.elevation,
            roll=phone.roll,
            distance=max(extent * phone.distance, 7.0),
            scale=scale,
            size=phone.size,
            offset=(phone.offset[0] * width, phone.offset[1] * height),
        )

    # Image points move from the target's in proportion to the scale: solve for the tightest side.
    home = np.array([width * (0.5 + phone.offset[0]), height * (0.5 + phone.offset[1])])
    spread = camera(1.0).project(points) - home
    room = np.where(spread > 0, np.array([width, height]) - home, home)
    scale = phone.fill * float((room / np.maximum(np.abs(spread), 1e-6)).min())
    return camera(scale)


def truth_of(arrangement: Arrangement, shape: TileShape, camera: Camera) -> PictureTruth:
    """Where each front lies in the picture and how much of it is seen, in the order of the placements.

    Args:
        arrangement: what lies on the table.
        shape: the tiles' measures.
        camera: where it is seen from.

    >>> from yakulens.vision.synth.scene import Arrangement, Placement
    >>> tile = Arrangement((Placement("3m", 0.0, 0.0),))
    >>> above = look_at(np.zeros(3), azimuth=0, elevation=90, roll=0, distance=10, scale=40, size=(240, 320))
    >>> truth = truth_of(tile, TileShape(), above)
    >>> truth.labels, float(truth.visible[0]) > 0.95
    (('3m',), True)
    """
    blank = np.full((4, 3, 3), 255, np.uint8)
    solids = solids_of(arrangement, shape)
    white = (255, 255, 255)
    _, truth = render(
        camera,
        solids,
        {s.texture: blank for s in solids},
        shape,
        Paint(white, white, white),
        Light(overhead(0.0, 90.0), 1.0, 0.0, 0.0),
        np.zeros((8, 8, 3), np.uint8),
        span=10.0,
        rng=np.random.default_rng(0),
    )
    return truth
