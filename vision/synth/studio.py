"""What a photo-like picture is made of, without the program that makes it: tile set, table, light, phone.

Everything here is plain numbers, so that the truth of a picture (where each front lies, how much of it is
seen) does not depend on Blender: `vision.synth.studio_camera` tells it, and `vision.synth.blender` only draws
what is settled here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from yakulens.vision.synth.colours import Paint, Rgb

TableCover = Literal["cloth", "wood", "mat"]


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
