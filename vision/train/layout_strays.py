"""What a recogniser takes for tiles that is none: things, sides of tiles, tiles printed on a sheet."""

from __future__ import annotations

from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from yakulens.vision.labels import LABELS
from yakulens.vision.synth.camera import Camera
from yakulens.vision.synth.scene import Arrangement
from yakulens.vision.synth.viewpoint import THICKNESS
from yakulens.vision.train.layout_faults import Faults, Says

Found: TypeAlias = "tuple[NDArray[np.float64], ...]"
"""Of N detections: quads ``(N, 4, 2)`` pixels, objectness ``(N,)``, probabilities of labels ``(N, 39)`` and
of tops ``(N, 4)``."""

_IN_REACH: Final = 40.0
"""What is to be out of sight lies farther away than that, tile widths."""
_SIDES: Final = 0.35
"""Share of strays that are the side of a tile."""
_OF_HAND: Final = 0.6
"""So often such a side is of a tile of the hand that is meant."""
_LONE: Final = 6
"""It is so much rather of the tile that was won, which may stand, than of another one."""
_LONG_SIDE: Final = 0.3
"""So often it is the upper or lower side."""
_TAKEN: Final = 0.45
"""No tile lies where such a side is seen: the square of how near its middle may come, tile widths."""


def strays(
    rng: np.random.Generator,
    scene: Arrangement,
    camera: Camera,
    count: int,
    width: float,
    reader: Says,
) -> Found:
    """So many detections that are no tile: on things, at the sides of tiles, or anywhere.

    A tile is ``width`` pixels wide.
    """
    half = np.array([[-0.5, -0.67], [0.5, -0.67], [0.5, 0.67], [-0.5, 0.67]]) * width
    size = np.exp(rng.normal(0, 0.3, (count, 1, 2)))
    turn = np.where(
        rng.random(count) < 0.5, rng.integers(4, size=count) * np.pi / 2, rng.uniform(0, 6.3, count)
    )
    turn += rng.normal(0, 0.1, count)
    rotation = np.stack([np.cos(turn), np.sin(turn), -np.sin(turn), np.cos(turn)], axis=1).reshape(-1, 2, 2)
    middle = np.array([_stray_place(rng, scene, camera) for _ in range(count)]).reshape(-1, 1, 2)
    quads = (half * size) @ rotation + middle
    for k in np.flatnonzero(rng.random(count) < _SIDES):
        quads[k] = _side_of_tile(rng, scene, camera, quads[k])
    quads += rng.normal(0, 0.06, (count, 4, 2)) * width
    faces, ups, sure = reader.taken_for_tiles(rng, count)
    return quads, sure, faces, ups


def printed(rng: np.random.Generator, scene: Arrangement, camera: Camera, has: Faults, reader: Says) -> Found:
    """Tiles printed on a sheet, as `strays` gives what is no tile: rows of small ones that are read well."""
    x = np.array([p.x for p in scene.placements if abs(p.y) < _IN_REACH] or [0.0])
    y = np.array([p.y for p in scene.placements if abs(p.y) < _IN_REACH] or [0.0])
    wide, gap = float(rng.uniform(0.3, 0.8)), float(rng.uniform(1.0, 1.25))
    before = y.min() - float(rng.uniform(2.2, 7.0)), y.max() + float(rng.uniform(2.2, 7.0))
    corner = np.array([float(rng.uniform(x.min() - 4, x.max())), before[int(rng.random() < 0.25)]])
    turn = np.radians(float(rng.choice([0, 0, 0, 90, 180])) + float(rng.normal(0, 10)))
    axes = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    half = np.array([[-0.5, 0.67], [0.5, 0.67], [0.5, -0.67], [-0.5, -0.67]])
    spots = [
        half + np.array([k * gap, -line * float(rng.uniform(1.5, 2.5))])
        for line in range(int(rng.integers(1, 4)))
        for k in range(int(rng.integers(3, 15)))
    ]
    flat = np.array(spots).reshape(-1, 2) * wide @ axes + corner
    quads = camera.project(np.column_stack([flat, np.zeros(len(flat))])).reshape(-1, 4, 2)
    height, width = camera.size
    quads = quads[((quads >= 0) & (quads <= [width, height])).all(axis=(1, 2))]
    shows = rng.integers(len(LABELS) - 2, size=len(quads)).astype(np.intp)
    faces, ups, sure = reader.said(rng, shows, has)
    return quads, sure * rng.uniform(0.4, 1.0, len(quads)), faces, ups


def _side_of_tile(
    rng: np.random.Generator, scene: Arrangement, camera: Camera, instead: NDArray[np.float64]
) -> NDArray[np.float64]:
    """The side of a tile, which stands or is seen aslant, taken for a tile; ``instead`` where there is none.

    A row is as wide as its tiles, so such a side looks like one more of them where the row ends or has a gap.
    """
    own = [*scene.concealed, *([] if scene.win is None else [scene.win] * _LONE)]
    of = own if own and rng.random() < _OF_HAND else list(range(len(scene.placements)))
    if not of:
        return instead
    tile = scene.placements[of[int(rng.integers(len(of)))]]
    deep, long = float(rng.uniform(0.35, 1.0)), scene.aspect / 2
    side = float(rng.choice([-1.0, 1.0]))
    near, far = side * 0.5, side * (0.5 + deep)
    local = np.array([[near, long], [far, long], [far, -long], [near, -long]])
    if rng.random() < _LONG_SIDE:
        near, far = side * long, side * (long + deep)
        local = np.array([[-0.5, far], [0.5, far], [0.5, near], [-0.5, near]])
    turn = np.radians(tile.angle)
    c, s = np.cos(turn), np.sin(turn)
    if side < 0:
        local = local[::-1]
    spots = local @ np.array([[c, s], [-s, c]]) + [tile.x, tile.y]
    middle = spots.mean(axis=0)
    if any((p.x - middle[0]) ** 2 + (p.y - middle[1]) ** 2 < _TAKEN for p in scene.placements):
        return instead
    shown = camera.project(np.column_stack([spots, np.full(4, THICKNESS)]))
    height, width = camera.size
    inside = (shown >= 0).all() and (shown <= [width, height]).all()
    return np.asarray(shown if inside else instead)


def _stray_place(rng: np.random.Generator, scene: Arrangement, camera: Camera) -> NDArray[np.float64]:
    """Where a stray lies, pixels: on a thing, at a tile's side, between two tiles, or anywhere."""
    height, width = camera.size
    draw = float(rng.random())
    if draw < 0.4 and scene.things:
        thing = scene.things[int(rng.integers(len(scene.things)))]
        along = float(rng.uniform(-4, 4))
        turn = np.radians(thing.angle)
        spot = np.array([thing.x + along * np.cos(turn), thing.y + along * np.sin(turn), 0.0])
    elif draw < 0.75 and scene.placements:
        tile = scene.placements[int(rng.integers(len(scene.placements)))]
        off = rng.normal(0, 0.7, 2)
        spot = np.array([tile.x + off[0], tile.y + off[1], 0.3])
    else:
        return np.asarray(rng.uniform(0, 1, 2) * [width, height])
    at = camera.project(spot)
    if (at < 0).any() or (at > [width, height]).any():
        return np.asarray(rng.uniform(0, 1, 2) * [width, height])
    return at
