"""Simulated false detections: things, sides of tiles, tiles printed on a sheet."""

from __future__ import annotations

from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from yakulens.vision.labels import LABELS
from yakulens.vision.synth.camera import Camera
from yakulens.vision.synth.choice import one_of
from yakulens.vision.synth.scene import Arrangement
from yakulens.vision.synth.viewpoint import THICKNESS
from yakulens.vision.train.layout_faults import Faults, Recogniser

DetectionArrays: TypeAlias = "tuple[NDArray[np.float64], ...]"
"""Of N detections: quads ``(N, 4, 2)`` pixels, objectness ``(N,)``, label probabilities ``(N, 39)``, top edge
probabilities ``(N, 4)``."""

_OUT_OF_SIGHT: Final = 40.0
"""Placements farther away than this, in tile widths, are those that were moved out of sight."""
_SIDES: Final = 0.35
"""Share of strays that are the side of a tile."""
_OF_HAND: Final = 0.6
"""Share of these that are the side of a tile of the scored hand."""
_WINNING_WEIGHT: Final = 6
"""The winning tile, which may stand, is chosen this many times as often as another tile of the hand."""
_LONG_SIDE: Final = 0.3
"""Share of these that are the upper or the lower side."""
_OCCUPIED: Final = 0.45
"""Squared distance, in tile widths, within which another tile would cover such a side."""


def stray_detections(
    rng: np.random.Generator,
    scene: Arrangement,
    camera: Camera,
    count: int,
    width: float,
    recogniser: Recogniser,
) -> DetectionArrays:
    """``count`` false detections on things, at sides of tiles, or anywhere; ``width`` is a tile's, pixels."""
    half = np.array([[-0.5, -0.67], [0.5, -0.67], [0.5, 0.67], [-0.5, 0.67]]) * width
    scale = np.exp(rng.normal(0, 0.3, (count, 1, 2)))
    turn = np.where(
        rng.random(count) < 0.5, rng.integers(4, size=count) * np.pi / 2, rng.uniform(0, 6.3, count)
    )
    turn += rng.normal(0, 0.1, count)
    rotation = np.stack([np.cos(turn), np.sin(turn), -np.sin(turn), np.cos(turn)], axis=1).reshape(-1, 2, 2)
    middle = np.array([_stray_centre(rng, scene, camera) for _ in range(count)]).reshape(-1, 1, 2)
    quads = (half * scale) @ rotation + middle
    for k in np.flatnonzero(rng.random(count) < _SIDES):
        quads[k] = _side_of_tile(rng, scene, camera, quads[k])
    quads += rng.normal(0, 0.06, (count, 4, 2)) * width
    faces, tops, objectness = recogniser.read_strays(rng, count)
    return quads, objectness, faces, tops


def printed_detections(
    rng: np.random.Generator, scene: Arrangement, camera: Camera, faults: Faults, recogniser: Recogniser
) -> DetectionArrays:
    """Detections of tiles printed on a sheet: rows of small tiles, whose faces are read well."""
    in_sight = [(p.x, p.y) for p in scene.placements if abs(p.y) < _OUT_OF_SIGHT]
    x, y = np.array(in_sight or [(0.0, 0.0)]).T
    scale, gap = float(rng.uniform(0.3, 0.8)), float(rng.uniform(1.0, 1.25))
    below_or_above = y.min() - float(rng.uniform(2.2, 7.0)), y.max() + float(rng.uniform(2.2, 7.0))
    corner = np.array([float(rng.uniform(x.min() - 4, x.max())), below_or_above[int(rng.random() < 0.25)]])
    turn = np.radians(float(rng.choice([0, 0, 0, 90, 180])) + float(rng.normal(0, 10)))
    axes = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    outline = np.array([[-0.5, 0.67], [0.5, 0.67], [0.5, -0.67], [-0.5, -0.67]])
    tiles = [
        outline + np.array([k * gap, -line * float(rng.uniform(1.5, 2.5))])
        for line in range(int(rng.integers(1, 4)))
        for k in range(int(rng.integers(3, 15)))
    ]
    flat = np.array(tiles).reshape(-1, 2) * scale @ axes + corner
    quads = camera.project(np.column_stack([flat, np.zeros(len(flat))])).reshape(-1, 4, 2)
    height, width = camera.size
    quads = quads[((quads >= 0) & (quads <= [width, height])).all(axis=(1, 2))]
    labels = rng.integers(len(LABELS) - 2, size=len(quads)).astype(np.intp)
    faces, tops, objectness = recogniser.read_tiles(rng, labels, faults)
    return quads, objectness * rng.uniform(0.4, 1.0, len(quads)), faces, tops


def _side_of_tile(
    rng: np.random.Generator, scene: Arrangement, camera: Camera, default: NDArray[np.float64]
) -> NDArray[np.float64]:
    """The quad of the side of a tile that stands or is seen aslant; ``default`` where none is in view.

    The side is as long as a tile, so it looks like one more tile where a row ends or has a gap.
    """
    hand = [*scene.concealed, *([] if scene.win is None else [scene.win] * _WINNING_WEIGHT)]
    candidates = hand if hand and rng.random() < _OF_HAND else list(range(len(scene.placements)))
    if not candidates:
        return default
    tile = scene.placements[one_of(rng, candidates)]
    depth, long = float(rng.uniform(0.35, 1.0)), scene.aspect / 2
    side = float(rng.choice([-1.0, 1.0]))
    near, far = side * 0.5, side * (0.5 + depth)
    local = np.array([[near, long], [far, long], [far, -long], [near, -long]])
    if rng.random() < _LONG_SIDE:
        near, far = side * long, side * (long + depth)
        local = np.array([[-0.5, far], [0.5, far], [0.5, near], [-0.5, near]])
    turn = np.radians(tile.angle)
    c, s = np.cos(turn), np.sin(turn)
    if side < 0:
        local = local[::-1]
    corners = local @ np.array([[c, s], [-s, c]]) + [tile.x, tile.y]
    middle = corners.mean(axis=0)
    if any((p.x - middle[0]) ** 2 + (p.y - middle[1]) ** 2 < _OCCUPIED for p in scene.placements):
        return default
    quad = camera.project(np.column_stack([corners, np.full(4, THICKNESS)]))
    height, width = camera.size
    inside = (quad >= 0).all() and (quad <= [width, height]).all()
    return np.asarray(quad if inside else default)


def _stray_centre(rng: np.random.Generator, scene: Arrangement, camera: Camera) -> NDArray[np.float64]:
    """Where a stray lies, pixels ``(2,)``: on a thing, near a tile, or anywhere in the picture."""
    limits = camera.size[::-1]
    draw = float(rng.random())
    if draw < 0.4 and scene.things:
        thing = one_of(rng, scene.things)
        along = float(rng.uniform(-4, 4))
        turn = np.radians(thing.angle)
        point = np.array([thing.x + along * np.cos(turn), thing.y + along * np.sin(turn), 0.0])
    elif draw < 0.75 and scene.placements:
        tile = one_of(rng, scene.placements)
        off = rng.normal(0, 0.7, 2)
        point = np.array([tile.x + off[0], tile.y + off[1], 0.3])
    else:
        return np.asarray(rng.uniform(0, 1, 2) * limits)
    centre = camera.project(point)
    in_picture = ((centre >= 0) & (centre <= limits)).all()
    return centre if in_picture else np.asarray(rng.uniform(0, 1, 2) * limits)
