"""Detections simulated from an arranged scene and a camera, with the faults of recognisers; no pixels.

False detections come from things, from sides of tiles, and from tiles printed on a sheet.
"""

from __future__ import annotations

from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from yakulens.datasets.render.camera import Camera
from yakulens.datasets.render.choice import one_of
from yakulens.datasets.render.scene import Arrangement
from yakulens.datasets.render.viewpoint import THICKNESS, fronts, poses
from yakulens.models.train.layout_faults import SYNTHETIC, Faults, Predictions, SyntheticRecogniser
from yakulens.vision.detections import Detections
from yakulens.vision.geometry.quads import areas
from yakulens.vision.labels import INDEX, LABELS

DetectionArrays: TypeAlias = "tuple[NDArray[np.float64], ...]"
"""Of N detections: quads ``(N, 4, 2)`` pixels and the arrays of `Predictions`."""

_OUT_OF_SIGHT: Final = 40.0
"""Placements farther away than this, in tile widths, were moved out of sight."""
_SIDES: Final = 0.35
"""Share of strays that are the side of a tile."""
_OF_HAND: Final = 0.6
"""Share of these sides that belong to the scored hand."""
_WINNING_WEIGHT: Final = 6
"""The winning tile, which may stand, is chosen this many times as often as another tile of the hand."""
_LONG_SIDE: Final = 0.3
"""Share of these sides that are the upper or the lower one."""
_OCCUPIED: Final = 0.45
"""Squared distance, in tile widths, within which another tile would cover such a side."""
_PARTIAL_DUPLICATES: Final = 0.4
"""Share of duplicate detections that cover only a part of their tile."""
_COVERED_UNSURE: Final = 0.8
"""Share of partly covered tiles whose face is therefore read with less confidence."""
_SHEETS: Final = 0.1
"""Share of photos with a sheet on which tiles are printed."""


def stray_detections(
    rng: np.random.Generator,
    scene: Arrangement,
    camera: Camera,
    count: int,
    width: float,
    recogniser: SyntheticRecogniser,
) -> DetectionArrays:
    """``count`` false detections on things, at sides of tiles or anywhere; ``width`` of a tile in pixels."""
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
    return quads, *recogniser.read_strays(rng, count)


def printed_detections(
    rng: np.random.Generator,
    scene: Arrangement,
    camera: Camera,
    faults: Faults,
    recogniser: SyntheticRecogniser,
) -> DetectionArrays:
    """Detections of tiles printed on a sheet: rows of small tiles with clear faces."""
    in_sight = [(p.x, p.y) for p in scene.placements if abs(p.y) < _OUT_OF_SIGHT]
    x, y = np.array(in_sight or [(0.0, 0.0)]).T
    scale, gap = rng.uniform(0.3, 0.8), rng.uniform(1.0, 1.25)
    below_or_above = y.min() - rng.uniform(2.2, 7.0), y.max() + rng.uniform(2.2, 7.0)
    corner = np.array([rng.uniform(x.min() - 4, x.max()), below_or_above[int(rng.random() < 0.25)]])
    turn = np.radians(float(rng.choice([0, 0, 0, 90, 180])) + rng.normal(0, 10))
    axes = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    outline = np.array([[-0.5, 0.67], [0.5, 0.67], [0.5, -0.67], [-0.5, -0.67]])
    tiles = [
        outline + np.array([k * gap, -line * rng.uniform(1.5, 2.5)])
        for line in range(int(rng.integers(1, 4)))
        for k in range(int(rng.integers(3, 15)))
    ]
    flat = np.array(tiles).reshape(-1, 2) * scale @ axes + corner
    quads = camera.project(np.column_stack([flat, np.zeros(len(flat))])).reshape(-1, 4, 2)
    height, width = camera.size
    quads = quads[((quads >= 0) & (quads <= [width, height])).all(axis=(1, 2))]
    labels = rng.integers(len(LABELS) - 2, size=len(quads)).astype(np.intp)
    faces, tops, objectness = recogniser.read_tiles(rng, labels, faults)
    return quads, faces, tops, objectness * rng.uniform(0.4, 1.0, len(quads))


def _side_of_tile(
    rng: np.random.Generator, scene: Arrangement, camera: Camera, default: NDArray[np.float64]
) -> NDArray[np.float64]:
    """The quad of a visible side of a tile that stands or is seen aslant; ``default`` if none is in view.

    The side is as long as a tile, so at the end or in a gap of a row it looks like another tile.
    """
    hand = [*scene.concealed, *([] if scene.win is None else [scene.win] * _WINNING_WEIGHT)]
    candidates = hand if hand and rng.random() < _OF_HAND else list(range(len(scene.placements)))
    tile = scene.placements[one_of(rng, candidates)]
    depth, long = rng.uniform(0.35, 1.0), scene.aspect / 2
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
    """The centre of a stray, pixels ``(2,)``: on a thing, near a tile, or anywhere in the picture."""
    limits = camera.size[::-1]
    draw = rng.random()
    if draw < 0.4 and scene.things:
        thing = one_of(rng, scene.things)
        along = rng.uniform(-4, 4)
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


def placements_in_view(scene: Arrangement, camera: Camera) -> NDArray[np.intp]:
    """Indices of placements whose face the camera sees: in the picture, from the front, not occluded."""
    x, y, angle, level, stands = poses(scene.placements)
    corners = camera.project(fronts(scene))
    height, width = camera.size
    centre = corners.mean(axis=1)
    # A finder also finds tiles that the photo's edge cuts a little.
    slack = 0.15 * np.ptp(corners, axis=1)
    visible = ((corners >= -slack[:, None]) & (corners <= [width, height] + slack[:, None])).all(axis=(1, 2))
    visible &= (centre >= 0).all(axis=1) & (centre <= [width, height]).all(axis=1)
    sight = camera.centre - np.column_stack([x, y, np.full(len(x), THICKNESS)])
    sight /= np.linalg.norm(sight, axis=1, keepdims=True)
    facing = np.where(
        stands > 0,
        sight[:, 0] * np.sin(np.radians(angle)) - sight[:, 1] * np.cos(np.radians(angle)),
        sight[:, 2],
    )
    visible &= facing > 0.2
    return np.flatnonzero(visible & ~_occluded(scene, (x, y, level, stands), sight))


def _occluded(
    scene: Arrangement, poses: tuple[NDArray[np.float64], ...], sight: NDArray[np.float64]
) -> NDArray[np.bool_]:
    """Mask ``(N,)`` of the tiles under another one, or behind one that stands or lies higher."""
    x, y, level, stands = poses
    top = np.where(stands > 0, scene.aspect, THICKNESS * (level + 1))
    high = np.flatnonzero((level > 0) | (stands > 0))
    horizontal = np.maximum(np.linalg.norm(sight[:, :2], axis=1), 1e-6)
    slope = sight[:, 2] / horizontal
    toward = sight[:, :2] / horizontal[:, None]
    dx, dy = x[high][None] - x[:, None], y[high][None] - y[:, None]
    along = dx * toward[:, :1] + dy * toward[:, 1:]
    beside = np.abs(dx * toward[:, 1:] - dy * toward[:, :1])
    over = top[high][None] - np.where(stands > 0, scene.aspect / 2, top)[:, None]
    under = (np.hypot(dx, dy) < 0.5) & (level[:, None] < level[high][None])
    reach = over / np.maximum(slope, 0.05)[:, None]
    behind = (over > 0.2) & (along > 0.3) & (along < reach + 0.2) & (beside < 0.6)
    return np.asarray((under | behind).any(axis=1))


def detect(
    rng: np.random.Generator,
    scene: Arrangement,
    camera: Camera,
    faults: Faults,
    meant: NDArray[np.bool_],
    recogniser: SyntheticRecogniser = SYNTHETIC,
) -> tuple[Detections, NDArray[np.intp]]:
    """Simulate the detections of a recogniser with these faults.

    ``meant``, ``(placements + 1,)``, marks the placements of the scored hand.

    Returns:
        N detections, and ``(N,)`` the placement that each shows: -1 for a false detection and for the weaker
        of two duplicates.
    """
    visible = placements_in_view(scene, camera)
    labels = np.array([INDEX[scene.placements[k].face] for k in visible], np.intp)
    found = rng.random(len(visible)) >= faults.missed * recogniser.missed[labels]
    hand = np.flatnonzero(meant[visible])
    if faults.hand_missed and len(hand):
        found[rng.choice(hand, min(faults.hand_missed, len(hand)), replace=False)] = False
    detected, truth, n = visible[found], labels[found], int(found.sum())
    exact = camera.project(fronts(scene, detected.tolist()))
    widths = np.sqrt(np.maximum(np.abs(areas(exact)), 1.0) / scene.aspect)
    duplicated = np.flatnonzero(rng.random(n) < faults.doubled)
    # Rows from n on duplicate earlier ones.
    source = np.concatenate([np.arange(n), duplicated])
    shift = np.zeros((len(source), 1, 2))
    shift[n:] = rng.normal(0, 0.08, (len(duplicated), 1, 2))
    noise = shift + rng.normal(0, faults.corner_noise, (len(source), 4, 2))
    quads = exact[source] + noise * widths[source, None, None]
    faces, tops, objectness = recogniser.read_tiles(rng, truth[source], faults)
    weaker = np.minimum(objectness[n:], objectness[duplicated])
    objectness[n:] = weaker * rng.uniform(0.4, 0.99, len(duplicated))
    covered = np.flatnonzero(rng.random(n) < faults.covered)
    quads[covered] = _cropped(rng, quads[covered], 0.5, 1.0)
    faces[covered], tops[covered], objectness[covered] = _partly_read(
        rng, (faces[covered], tops[covered], objectness[covered]), recogniser
    )
    partial = n + np.flatnonzero(rng.random(len(duplicated)) < _PARTIAL_DUPLICATES)
    quads[partial] = _cropped(rng, quads[partial], 0.35, 0.75)
    faces[partial], tops[partial], _ = recogniser.read_strays(rng, len(partial))
    owners = np.concatenate([detected, np.full(len(duplicated), -1, np.intp)])
    tile_width = float(np.median(widths)) if n else 40.0
    strays = stray_detections(rng, scene, camera, faults.strays, tile_width, recogniser)
    if rng.random() < _SHEETS:
        sheet = printed_detections(rng, scene, camera, faults, recogniser)
        strays = tuple(np.concatenate(pair) for pair in zip(strays, sheet, strict=True))
    return _shuffled(rng, (quads, faces, tops, objectness), owners, strays, camera.size)


def _cropped(
    rng: np.random.Generator, quads: NDArray[np.float64], low: float, high: float
) -> NDArray[np.float64]:
    """Quads ``(N, 4, 2)``, each cut off at one side to a share of its length between ``low`` and ``high``."""
    out = quads.copy()
    for k in range(len(quads)):
        share, turn = rng.uniform(low, high), int(rng.integers(4))
        a, b, c, d = np.roll(quads[k], -turn, axis=0)
        out[k] = np.roll([a, b, b + share * (c - b), a + share * (d - a)], turn, axis=0)
    return out


def _partly_read(
    rng: np.random.Generator, predictions: Predictions, recogniser: SyntheticRecogniser
) -> Predictions:
    """Predictions for partly covered tiles: a mixture of those of the tile and of a stray."""
    faces, tops, objectness = predictions
    count = len(objectness)
    stray_faces, stray_tops, _ = recogniser.read_strays(rng, count)
    share = rng.uniform(0.0, 0.7, (count, 1)) * (rng.random((count, 1)) < _COVERED_UNSURE)
    mixed = (1 - share) * faces + share * stray_faces, (1 - share) * tops + share * stray_tops
    return *mixed, objectness * rng.uniform(0.55, 1.0, count)


def _shuffled(
    rng: np.random.Generator,
    tiles: DetectionArrays,
    owners: NDArray[np.intp],
    strays: DetectionArrays,
    size: tuple[int, int],
) -> tuple[Detections, NDArray[np.intp]]:
    """Shuffle tiles and strays, start each quad at a random corner, and return the owner of each."""
    quads, faces, tops, objectness = (np.concatenate(pair) for pair in zip(tiles, strays, strict=True))
    owners = np.concatenate([owners, np.full(len(strays[0]), -1, np.intp)])
    order = rng.permutation(len(owners))
    start = (rng.integers(4, size=len(owners))[:, None] + np.arange(4)) % 4
    quads, tops = quads[order], tops[order]
    detections = Detections(
        quads=np.take_along_axis(quads, start[..., None], axis=1).astype(np.float32),
        objectness=objectness[order].astype(np.float32),
        faces=faces[order].astype(np.float32),
        top_edge_probs=np.take_along_axis(tops, start, axis=1).astype(np.float32),
        size=size,
    )
    return detections, owners[order]
