"""What a photo-like picture is made of, without the program that makes it: tile set, table, light, phone.

Everything here is plain numbers, so that the truth of a picture (where each front lies, how much of it is
seen) does not depend on Blender; `vision.synth.blender` only draws what is settled here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

import numpy as np

from vision.synth.camera import look_at
from vision.synth.colours import Paint
from vision.synth.light import Light, overhead
from vision.synth.render import render
from vision.synth.tiles3d import Solid, TileShape, front_corners, placed

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.synth.camera import Camera
    from vision.synth.colours import Rgb
    from vision.synth.picture_truth import PictureTruth
    from vision.synth.scene import Arrangement

TableCover = Literal["cloth", "wood", "mat"]
SENSOR: Final = 36.0
"""Width of Blender's sensor in millimetres; focal lengths are measured against it."""


@dataclass(frozen=True, slots=True)
class TileSet:
    """How the tiles are made.

    Attributes:
        paint: colours of front, body and back.
        thickness: tile widths.
        split: share of the thickness, from the back, that has the back's colour.
        rounding: radius of the edges, tile widths.
        gloss: 0 matt .. 1 polished.
        engraving: depth of the strokes, tile widths.
        wear: 0 fresh .. 1 half of the paint gone.
    """

    paint: Paint
    thickness: float = 0.75
    split: float = 0.35
    rounding: float = 0.07
    gloss: float = 0.5
    engraving: float = 0.01
    wear: float = 0.0


@dataclass(frozen=True, slots=True)
class TableTop:
    """What the tiles lie on.

    Attributes:
        cover: of cloth, bare wood, or a mat that lies on a wooden desk.
        colour: of the cover, RGB.
        desk: of the wood about it, RGB.
        clutter: how many sticks, dice and cups lie about.
    """

    cover: TableCover
    colour: Rgb
    desk: Rgb = (120, 84, 54)
    clutter: int = 2


@dataclass(frozen=True, slots=True)
class Lamp:
    """The light.

    Attributes:
        angle: compass direction in degrees as seen from the hand, 0 = away from its owner.
        height: degrees above the table.
        size: side of the lamp in tile widths; large is soft.
        colour: RGB of its light.
        sky: RGB of the light from everywhere.
        share: of the light that comes from the lamp, 0..1.
        exposure: stops brighter or darker than usual.
    """

    angle: float = 30.0
    height: float = 60.0
    size: float = 8.0
    colour: Rgb = (255, 238, 214)
    sky: Rgb = (226, 236, 255)
    share: float = 0.6
    exposure: float = 0.0


@dataclass(frozen=True, slots=True)
class Phone:
    """Where the phone is held and what it takes.

    Attributes:
        azimuth: degrees about the table: 0 from the owner's seat, 90 from the right, 180 from across.
        elevation: degrees above the table.
        roll: degrees of tilt.
        distance: from the hand, as a multiple of the hand's extent; small is strong perspective.
        fill: share of the picture that the hand may take.
        offset: where the hand's middle falls, as shares of the picture's width and height off its middle.
        aperture: radius of the lens in tile widths; 0 is sharp everywhere.
        size: ``(height, width)`` in pixels.
    """

    azimuth: float = 0.0
    elevation: float = 55.0
    roll: float = 0.0
    distance: float = 1.5
    fill: float = 0.86
    offset: tuple[float, float] = (0.0, 0.0)
    aperture: float = 0.05
    size: tuple[int, int] = (1200, 1600)


@dataclass(frozen=True, slots=True)
class Studio:
    """All that makes a picture of an arrangement but the faces; ``seed`` settles what is left open."""

    tiles: TileSet
    table: TableTop
    lamp: Lamp
    phone: Phone
    seed: int


@dataclass(frozen=True, slots=True)
class Effort:
    """What a picture may cost: rays a pixel (denoised afterwards) and processor threads."""

    rays: int = 8
    threads: int = 2


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

    >>> from vision.synth.scene import Arrangement
    >>> white = (255, 255, 255)
    >>> tile_shape(Arrangement(()), TileSet(Paint(white, white, white))).length
    1.35
    """
    return TileShape(arrangement.aspect, tiles.thickness, tiles.split, tiles.rounding)


def solids_of(arrangement: Arrangement, shape: TileShape) -> list[Solid]:
    """The tiles in the world, in the order of the placements.

    >>> from vision.synth.scene import Arrangement, Placement
    >>> [solid.label for solid in solids_of(Arrangement((Placement("3m", 0.0, 0.0),)), TileShape())]
    ['3m']
    """
    return [placed(p, shape) for p in arrangement.placements]


def frame(arrangement: Arrangement, shape: TileShape, phone: Phone) -> Camera:
    """The phone held so that the hand and the dora indicators fill their share of the picture."""
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
    """Where each front lies in the picture and how much of it is seen, in the order of the placements."""
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
