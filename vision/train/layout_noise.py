"""What a recogniser finds of tiles in view, with the faults that real ones have: geometry, no pixels."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from yakulens.vision.detections import Detections
from yakulens.vision.geometry.quads import areas
from yakulens.vision.labels import INDEX
from yakulens.vision.synth.camera import Camera
from yakulens.vision.synth.scene import Arrangement
from yakulens.vision.synth.viewpoint import THICKNESS, fronts
from yakulens.vision.train.layout_faults import MADE_UP, Faults, Said, Says
from yakulens.vision.train.layout_strays import Found, printed, strays

_PARTS: Final = 0.4
"""Share of tiles found twice of which the second find is a part of the tile alone."""
_DOUBTED: Final = 0.8
"""Share of partly covered tiles whose face is doubted for that."""
_SHEETS: Final = 0.1
"""Share of photos with a sheet on which tiles are printed."""


def in_view(scene: Arrangement, camera: Camera) -> NDArray[np.intp]:
    """The placements whose face a camera sees: in the picture, from before, under or behind no other tile."""
    tiles = scene.placements
    if not tiles:
        return np.zeros(0, np.intp)
    x, y, angle, level, stands = np.array([(p.x, p.y, p.angle, p.level, p.stands) for p in tiles], float).T
    corners = camera.project(fronts(scene))
    height, width = camera.size
    centre = corners.mean(axis=1)
    # A finder takes a tile that is cut by the photo's edge by a little.
    slack = 0.15 * np.ptp(corners, axis=1)
    seen = ((corners >= -slack[:, None]) & (corners <= [width, height] + slack[:, None])).all(axis=(1, 2))
    seen &= (centre >= 0).all(axis=1) & (centre <= [width, height]).all(axis=1)
    sight = camera.centre - np.column_stack([x, y, np.full(len(x), THICKNESS)])
    sight /= np.linalg.norm(sight, axis=1, keepdims=True)
    faces_us = np.where(
        stands > 0,
        sight[:, 0] * np.sin(np.radians(angle)) - sight[:, 1] * np.cos(np.radians(angle)),
        sight[:, 2],
    )
    seen &= faces_us > 0.2
    return np.flatnonzero(seen & ~_hidden(scene, (x, y, level, stands), sight))


def _hidden(
    scene: Arrangement, lies: tuple[NDArray[np.float64], ...], sight: NDArray[np.float64]
) -> NDArray[np.bool_]:
    """Which tiles lie under another, or behind what stands or lies higher."""
    x, y, level, stands = lies
    top = np.where(stands > 0, scene.aspect, THICKNESS * (level + 1))
    high = np.flatnonzero((level > 0) | (stands > 0))
    if not len(high):
        return np.zeros(len(x), bool)
    flat = np.maximum(np.linalg.norm(sight[:, :2], axis=1), 1e-6)
    slope = sight[:, 2] / flat
    toward = sight[:, :2] / flat[:, None]
    dx, dy = x[high][None] - x[:, None], y[high][None] - y[:, None]
    along = dx * toward[:, :1] + dy * toward[:, 1:]
    beside = np.abs(dx * toward[:, 1:] - dy * toward[:, :1])
    over = top[high][None] - np.where(stands > 0, scene.aspect / 2, top)[:, None]
    under = (np.hypot(dx, dy) < 0.5) & (level[:, None] < level[high][None])
    reach = over / np.maximum(slope, 0.05)[:, None]
    behind = (over > 0.2) & (along > 0.3) & (along < reach + 0.2) & (beside < 0.6)
    return np.asarray((under | behind).any(axis=1))


def found(
    rng: np.random.Generator,
    scene: Arrangement,
    camera: Camera,
    has: Faults,
    meant: NDArray[np.bool_],
    reader: Says = MADE_UP,
) -> tuple[Detections, NDArray[np.intp]]:
    """What a recogniser with faults finds.

    Args:
        rng: random generator.
        scene: what lies there.
        camera: where it is seen from.
        has: the faults.
        meant: ``(placements + 1,)``, which are of the hand that is meant.
        reader: what says something of each tile.

    Returns:
        The detections, and ``(N,)``: for each the placement that it shows, -1 where it shows none or is the
        weaker of two of one tile.
    """
    kept = _kept(rng, scene, in_view(scene, camera), has, meant, reader)
    truth = np.array([INDEX[scene.placements[k].face] for k in kept], np.intp)
    quads = camera.project(fronts(scene, kept.tolist())) if len(kept) else np.zeros((0, 4, 2))
    widths = np.sqrt(np.maximum(np.abs(areas(quads)), 1.0) / scene.aspect)
    again = np.flatnonzero(rng.random(len(kept)) < has.doubled)
    order = np.concatenate([np.arange(len(kept)), again])
    shift = np.zeros((len(order), 1, 2))
    shift[len(kept) :] = rng.normal(0, 0.08, (len(again), 1, 2))
    out = quads[order] + (shift + rng.normal(0, has.corner, (len(order), 4, 2))) * widths[order, None, None]
    faces, ups, sure = reader.said(rng, truth[order], has)
    sure[len(kept) :] = np.minimum(sure[len(kept) :], sure[again]) * rng.uniform(0.4, 0.99, len(again))
    hidden = np.flatnonzero(rng.random(len(kept)) < has.covered)
    out[hidden] = _parts_of(rng, out[hidden], 0.5, 1.0)
    faces[hidden], ups[hidden], sure[hidden] = _half_read(
        rng, (faces[hidden], ups[hidden], sure[hidden]), reader
    )
    parts = len(kept) + np.flatnonzero(rng.random(len(again)) < _PARTS)
    out[parts] = _parts_of(rng, out[parts], 0.35, 0.75)
    faces[parts], ups[parts], _ = reader.taken_for_tiles(rng, len(parts))
    shown = np.concatenate([kept, np.full(len(again), -1, np.intp)])
    wide = float(np.median(widths)) if len(widths) else 40.0
    stray = strays(rng, scene, camera, has.strays, wide, reader)
    if rng.random() < _SHEETS:
        sheet = printed(rng, scene, camera, has, reader)
        stray = tuple(np.concatenate(pair) for pair in zip(stray, sheet, strict=True))
    return _mixed(rng, (out, sure, faces, ups), shown, stray, camera.size)


def _kept(
    rng: np.random.Generator,
    scene: Arrangement,
    seen: NDArray[np.intp],
    has: Faults,
    meant: NDArray[np.bool_],
    reader: Says,
) -> NDArray[np.intp]:
    """The placements that are found."""
    shows = np.array([INDEX[scene.placements[k].face] for k in seen], np.intp)
    kept = rng.random(len(seen)) >= has.missed * reader.missed[shows]
    own = np.flatnonzero(meant[seen])
    if has.gone and len(own):
        kept[rng.choice(own, min(has.gone, len(own)), replace=False)] = False
    return seen[kept]


def _parts_of(
    rng: np.random.Generator, quads: NDArray[np.float64], least: float, most: float
) -> NDArray[np.float64]:
    """What is left of each tile, at ``least`` to ``most`` of its length, where it is cut along one side."""
    out = quads.copy()
    for k in range(len(quads)):
        cut, turn = float(rng.uniform(least, most)), int(rng.integers(4))
        a, b, c, d = (quads[k][(turn + n) % 4] for n in range(4))
        part = np.stack([a, b, b + cut * (c - b), a + cut * (d - a)])
        out[k] = np.roll(part, turn, axis=0)
    return out


def _half_read(rng: np.random.Generator, said: Said, reader: Says) -> Said:
    """What is said of tiles of which only a part is seen: between what they show and what is no tile."""
    faces, ups, sure = said
    count = len(sure)
    other_faces, other_ups, _ = reader.taken_for_tiles(rng, count)
    lost = rng.uniform(0.0, 0.7, (count, 1)) * (rng.random((count, 1)) < _DOUBTED)
    mixed = (1 - lost) * faces + lost * other_faces, (1 - lost) * ups + lost * other_ups
    return *mixed, sure * rng.uniform(0.55, 1.0, count)


def _mixed(
    rng: np.random.Generator,
    tiles: Found,
    shown: NDArray[np.intp],
    stray: Found,
    size: tuple[int, int],
) -> tuple[Detections, NDArray[np.intp]]:
    """Tiles and strays in any order, their corners beginning anywhere."""
    quads, sure, faces, ups = (np.concatenate(pair) for pair in zip(tiles, stray, strict=True))
    who = np.concatenate([shown, np.full(len(stray[0]), -1, np.intp)])
    order = rng.permutation(len(who))
    start = (rng.integers(4, size=len(who))[:, None] + np.arange(4)) % 4
    quads, ups = quads[order], ups[order]
    detections = Detections(
        quads=np.take_along_axis(quads, start[..., None], axis=1).astype(np.float32),
        objectness=sure[order].astype(np.float32),
        faces=faces[order].astype(np.float32),
        top_edge_probs=np.take_along_axis(ups, start, axis=1).astype(np.float32),
        size=size,
    )
    return detections, who[order]
