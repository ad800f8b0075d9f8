"""The table of a photo-like scene: cloth with a wooden rim, bare wood or a mat on a desk, and clutter."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from yakulens.vision.synth.blender_shaders import cover_material, plain_material, wood_material
from yakulens.vision.synth.blender_things import Thing, cup, disc, pose, put, rounded_box
from yakulens.vision.synth.tiles3d import turn

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from yakulens.vision.synth.colours import Rgb
    from yakulens.vision.synth.studio import TableTop
    from yakulens.vision.synth.tiles3d import Solid

_ROOM: Final = {"stick": 2.9, "dice": 1.7, "cup": 3.4}
"""Clear distance from the middle of a thing to the middle of a tile, tile widths."""
_DOTS: Final[tuple[Rgb, ...]] = ((196, 28, 32), (24, 24, 28), (30, 60, 150))
_DIAGONAL: Final = ((-1, -1), (1, 1), (-1, 1), (1, -1))
_PIPS: Final[dict[int, tuple[tuple[int, int], ...]]] = {
    1: ((0, 0),),
    2: _DIAGONAL[:2],
    3: (*_DIAGONAL[:2], (0, 0)),
    4: _DIAGONAL,
    5: (*_DIAGONAL, (0, 0)),
    6: (*_DIAGONAL, (-1, 0), (1, 0)),
}


def put_table(table: TableTop, middle: NDArray[np.float64], rng: np.random.Generator) -> None:
    """A table about 40 tile widths square, the hand's owner at its near side; the floor lies below."""
    desk = wood_material("desk", table.desk, rng)
    centre = np.array([middle[0] + rng.uniform(-2, 2), middle[1] + 13.0, 0.0])
    if table.cover == "wood":
        _slab((60.0, 60.0, 2.0), centre, wood_material("top", table.colour, rng))
    elif table.cover == "mat":
        _slab((80.0, 70.0, 2.0), centre - [0, 0, 0.14], desk)
        _slab((36.0, 36.0, 0.14), centre, cover_material("mat", table.colour, rng, weave=0.3), 0.05)
        seam = plain_material("seam", _darker(table.colour), 0.8)
        _border(centre, (35.6, 0.18, 0.02), 17.6, -0.012, seam, 0.008)
    else:
        _slab((37.0, 37.0, 2.0), centre, cover_material("cloth", table.colour, rng, weave=1.0))
        _border(centre, (42.0, 2.5, 1.4), 19.75, -0.6, desk, 0.25)
    grey = int(rng.integers(90, 170))
    _slab((600.0, 600.0, 1.0), centre - [0, 0, 34.0], plain_material("floor", (grey, grey, grey), 0.7))


def put_clutter(count: int, solids: Sequence[Solid], rng: np.random.Generator) -> None:
    """Point sticks, dice and a cup where no tile lies."""
    spots = np.array([s.position[:2] for s in solids])
    taken: list[tuple[NDArray[np.float64], float]] = []
    for _ in range(count):
        kind = ("stick", "stick", "dice", "cup")[int(rng.integers(4))]
        for _ in range(60):
            at = rng.uniform(spots.min(0) - 3.0, spots.max(0) + 5.0)
            near = np.linalg.norm(spots - at, axis=1).min()
            if near > _ROOM[kind] and all(np.linalg.norm(at - a) > _ROOM[kind] + r for a, r in taken):
                taken.append((at, _ROOM[kind]))
                {"stick": _stick, "dice": _dice, "cup": _cup}[kind](np.array([*at, 0.0]), rng)
                break


def _stick(at: NDArray[np.float64], rng: np.random.Generator) -> None:
    """A point stick of 1,000 or 100 points."""
    spin = turn(float(rng.uniform(0, 180)))
    put(rounded_box("stick", (3.9, 0.34, 0.16), 0.05), _ivory(), pose(at, spin))
    colour = plain_material("dot", _DOTS[int(rng.integers(len(_DOTS)))], 0.4)
    put(disc(0.09, 0.01), colour, pose(at + np.array([0, 0, 0.157])))


def _dice(at: NDArray[np.float64], rng: np.random.Generator) -> None:
    """Two dice; the one is red, as is the custom."""
    for k in range(2):
        spin = turn(float(rng.uniform(0, 180)))
        where = at + np.array([0.9 * k, 0.25 * k, 0.0])
        put(rounded_box("die", (0.55, 0.55, 0.55), 0.09), _ivory(), pose(where, spin))
        pips = int(rng.integers(1, 7))
        colour = plain_material("pip", _DOTS[0 if pips == 1 else 1], 0.4)
        for x, y in _PIPS[pips]:
            spot = where + spin @ np.array([x * 0.14, y * 0.14, 0.547])
            put(disc(0.11 if pips == 1 else 0.055, 0.008), colour, pose(spot))


def _cup(at: NDArray[np.float64], rng: np.random.Generator) -> None:
    """A cup of tea."""
    r, g, b = (int(c) for c in rng.integers(60, 235, 3))
    put(cup(1.35, 1.2, 3.2), plain_material("cup", (r, g, b), 0.15), pose(at))
    put(disc(1.2, 0.02), plain_material("tea", (96, 58, 24), 0.05), pose(at + np.array([0, 0, 2.6])))


def _ivory() -> Thing:
    return plain_material("ivory", (240, 236, 224), 0.35)


def _darker(colour: Rgb) -> Rgb:
    r, g, b = (int(c * 0.55) for c in colour)
    return r, g, b


def _slab(
    size: tuple[float, float, float], top: NDArray[np.float64], material: Thing, rounding: float = 0.1
) -> None:
    """A slab whose upper side has its middle at ``top``."""
    put(rounded_box("slab", size, rounding), material, pose(top - np.array([0.0, 0.0, size[2]])))


def _border(
    centre: NDArray[np.float64],
    size: tuple[float, float, float],
    reach: float,
    low: float,
    material: Thing,
    rounding: float,
) -> None:
    """Four bars about the table, ``reach`` from its middle."""
    bar = rounded_box("bar", size, rounding)
    for k in range(4):
        spin = turn(90.0 * k)
        put(bar, material, pose(centre + spin @ np.array([0.0, reach, low]), spin))
