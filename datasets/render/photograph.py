"""Renders a photo of an arrangement, with labels like those of real photos."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from yakulens.datasets.render.bodies import Body, random_body
from yakulens.datasets.render.camera import Camera, develop, look_at
from yakulens.datasets.render.colours import ClutterCanvas, Paint, Pixels, random_paint
from yakulens.datasets.render.light import random_light
from yakulens.datasets.render.render import PictureTruth, findable_tiles, longest_front, render
from yakulens.datasets.render.scene import Arrangement, TableObject
from yakulens.datasets.render.table import clutter, ground
from yakulens.datasets.render.table_things import lay_thing
from yakulens.datasets.render.textures import SceneTextures, drawn_textures
from yakulens.datasets.render.tiles3d import TileShape, front_corners, placed
from yakulens.datasets.render.viewpoint import hand_tiles
from yakulens.vision.labels import BACK, plain

_TOP: Final = 900
"""Side of the table's picture in pixels."""
_SHARP: Final = 1800
"""The same with things on it, whose print must be sharp."""
_STACKED: Final = 75.0
_STEEPER: Final = 6.0
_UNCOVERED: Final = 0.6
"""If a smaller share of a tile of the hand is visible, the camera moves to a steeper angle."""
_DISTINCT: Final = 60
"""Minimum difference, 0..255, between the colours of back and front."""

AZIMUTHS: Mapping[str, float] = {"owner": 0.0, "right": 90.0, "across": 180.0, "left": 270.0}
"""Position of the camera, degrees around the table, as seen by the hand's owner."""


@dataclass(frozen=True, slots=True)
class Shot:
    """A rendered photo, ``(H, W, 3)`` uint8 RGB, and the truth of its tiles in the arrangement's order."""

    image: Pixels
    truth: PictureTruth
    arrangement: Arrangement

    def read(self) -> dict[str, Any]:
        """The value ``read`` of a labelled photo: concealed faces from left to right, winning tile, melds."""
        scene = self.arrangement
        row = sorted(scene.concealed, key=lambda i: (-round(scene.placements[i].y), scene.placements[i].x))
        return {
            "concealed": [scene.placements[i].face for i in row],
            "win": None if scene.win is None else scene.placements[scene.win].face,
            "melds": [
                {
                    "kind": m.kind,
                    # A face-down tile cannot be recognised as red.
                    "tiles": [plain(f) if k in m.backs else f for k, f in enumerate(m.faces)],
                    "rotated": list(m.rotated),
                    "backs": list(m.backs),
                    "from": m.origin,
                }
                for m in scene.melds
            ],
        }

    def boxes(self) -> list[list[Any]]:
        """A labelled photo's boxes ``[x1, y1, x2, y2, label]`` of every visible face (no backs)."""
        out = []
        for i in findable_tiles(self.truth):
            if self.truth.labels[i] != BACK:
                low, high = self.truth.quads[i].min(0), self.truth.quads[i].max(0)
                out.append([*(round(float(v), 1) for v in (*low, *high)), self.truth.labels[i]])
        return out


def photograph(
    arrangement: Arrangement,
    design: Pixels,
    rng: np.random.Generator,
    *,
    size: tuple[int, int] = (960, 1280),
    azimuth: float | None = None,
    elevation: float | None = None,
    softness: float = 0.8,
    body: Body | None = None,
    tiles: int | None = None,
) -> Shot:
    """Lay an arrangement on a random table and photograph it with the whole hand in the picture.

    Args:
        arrangement: what lies there.
        design: ``(39, h, w, 4)`` uint8 RGBA faces in the order of ``LABELS``.
        rng: random generator.
        size: ``(height, width)`` in pixels.
        azimuth: degrees around the table, see ``AZIMUTHS``; None stays near the owner's seat.
        elevation: degrees above the table; None draws one between 35 and 85, less for stacked tiles or a
            whole table, more if a tile of the hand is hidden.
        softness: of the blur, 0 = sharp.
        body: the tiles' colours and inks; None for those of the arrangement's material.
        tiles: seed of the tile set; photos with one seed show the same set, None draws a new set.
    """
    set_rng = rng if tiles is None else np.random.default_rng(tiles)
    shape, paint, faces = _tile_set(arrangement, design, set_rng, body)
    solids = [placed(p, shape) for p in arrangement.placements]
    hand = hand_tiles(arrangement)
    in_frame = range(len(solids)) if arrangement.wide or not hand else [*hand, *arrangement.indicators]
    points = np.concatenate([front_corners(shape, solids[i]) for i in in_frame])
    turn = rng.normal(0, 12) if azimuth is None else azimuth + rng.normal(0, 5)
    # From straight above, a stacked tile cannot be recognised.
    stacked = any(arrangement.placements[i].level for i in hand)
    steepest = 60.0 if arrangement.wide else _STACKED if stacked else 85.0
    tilt = rng.uniform(35, steepest) if elevation is None else elevation
    extent = float(np.ptp(points[:, :2], axis=0).max())
    distance = max(extent * rng.uniform(1.0, 1.8), 8.0)
    middle = (points.min(0) + points.max(0)) / 2
    aim = partial(look_at, middle, azimuth=turn, roll=rng.normal(0, 2.5), distance=distance, size=size)
    fill = rng.uniform(0.8, 0.95)
    span = max(extent * 2.5, 30.0)
    top = _table_top(arrangement.things, design, span, rng)
    light = random_light(rng, (35, 80), (0.5, 0.8), (0.2, 0.55), (0.04, 0.2))
    glare = rng.uniform(0.1, 0.4) if rng.random() < 0.3 else 0.0
    camera = _fill_camera(points, aim, tilt, fill)
    textures = faces.make({t.texture for t in solids}, longest_front(camera, shape, solids))
    while True:
        image, truth = render(
            camera, solids, textures, shape, paint, light, top, span=span, glare=glare, rng=rng
        )
        if elevation is not None or tilt >= steepest or truth.visible[hand].min(initial=1.0) >= _UNCOVERED:
            return Shot(develop(image, rng, softness=softness), truth, arrangement)
        tilt += _STEEPER  # one tile hides another
        camera = _fill_camera(points, aim, tilt, fill)


def _tile_set(
    arrangement: Arrangement, design: Pixels, rng: np.random.Generator, body: Body | None
) -> tuple[TileShape, Paint, SceneTextures]:
    """Dimensions, colours and faces of a random tile set."""
    shape = TileShape(
        length=arrangement.aspect,
        thickness=rng.uniform(0.6, 0.85),
        split=rng.uniform(0.25, 0.5),
        radius=rng.uniform(0.05, 0.1),
    )
    if body is None and arrangement.material is not None:
        body = random_body(rng, arrangement.material)
    paint = _distinct_paint(rng) if body is None else body.paint
    inked = design if body is None else body.inked(design)
    return shape, paint, drawn_textures(inked, rng, paint, most_faded=0.2)


def _fill_camera(points: NDArray[np.float64], aim: Callable[..., Camera], tilt: float, fill: float) -> Camera:
    """The camera with the points taking up the share ``fill`` of the picture's height or width."""
    camera = aim(elevation=tilt, scale=1.0)
    half = np.array(camera.size[::-1]) / 2
    spread = np.abs(camera.project(points) - half).max(0)
    return aim(elevation=tilt, scale=float((half / spread).min()) * fill)


def _table_top(
    things: tuple[TableObject, ...], design: Pixels, span: float, rng: np.random.Generator
) -> Pixels:
    """The table top ``span`` tile widths across; its picture is larger with things on it."""
    top = ground(_TOP, _TOP, rng)
    clutter(top, rng, _TOP / span, most=2)
    if not things:
        return top
    larger = np.asarray(cv2.resize(top, (_SHARP, _SHARP), interpolation=cv2.INTER_LINEAR), np.uint8)
    canvas = ClutterCanvas(larger, rng, _SHARP / span)
    for thing in things:
        at = (_SHARP / 2 + thing.x * canvas.size, _SHARP / 2 - thing.y * canvas.size)
        lay_thing(canvas, thing.kind, at, -thing.angle, design)
    return larger


def _distinct_paint(rng: np.random.Generator) -> Paint:
    """Random colours with a back that does not look like a blank White."""
    while True:
        paint = random_paint(rng)
        if np.abs(np.subtract(paint.front, paint.back)).max() > _DISTINCT:
            return paint
