"""Random training pictures: rows, hands, trays, heaps and tables in random light from random viewpoints."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from yakulens.datasets.render.arms import reach_in
from yakulens.datasets.render.arrange import SCENES, arrange
from yakulens.datasets.render.arrange_plan import ASPECT
from yakulens.datasets.render.bodies import Material, random_body
from yakulens.datasets.render.camera import Camera, develop, look_at
from yakulens.datasets.render.choice import by_share, one_of
from yakulens.datasets.render.colours import Pixels, random_paint
from yakulens.datasets.render.designs import TileDesigns
from yakulens.datasets.render.groups import (
    WHITE,
    SceneBuilder,
    add_distractors,
    lay_hand,
    lay_heap,
    lay_row,
    lay_tray,
    without_overlaps,
)
from yakulens.datasets.render.light import random_light
from yakulens.datasets.render.render import PictureTruth, longest_front, render, tile_width
from yakulens.datasets.render.table import clutter, ground
from yakulens.datasets.render.table_things import lay_things
from yakulens.datasets.render.textures import choose_textures
from yakulens.datasets.render.tiles3d import TileShape
from yakulens.vision.labels import BACK, OTHER

_GROUND: Final = 640
"""Side of the table's picture in pixels."""
_HARD: Final = 0.6
"""Share of arranged hands with called sets, of which finders miss more tiles."""
_CALLED: Final = (
    *(kind for kind in SCENES if "meld" in kind or "quad" in kind or "table" in kind),
    *("added quad on top",) * 2,
)
ODD: Final = 0.5
"""Share of pictures with a set of unusual material or inks."""
_MATERIALS: Final[Mapping[Material, float]] = {
    "dark": 0.36, "jade": 0.18, "wood": 0.1, "clear": 0.08, "tinted": 0.08, "inks": 0.2
}  # fmt: skip
_WHITES: Final = 0.5
"""Share of arranged hands with one face replaced by the White."""
_LOW: Final = 0.5
"""Share of pictures of lying tiles taken from low above the table."""
_THINGS: Final = 0.45
"""Share of pictures with point sticks, sheets, displays, keyboards, phones, cards or the table's rail."""
_ARM: Final = 0.07
"""Share of pictures with a person's hand."""
_SHARPEST: Final = 1400
"""Maximum side of the table's picture in pixels with things on it."""
KINDS: Final[Mapping[str, float]] = {
    "lying_row": 0.11, "standing_row": 0.13, "hand": 0.08,
    "tray": 0.04, "heap": 0.1, "rows": 0.04, "arranged": 0.5,
}  # fmt: skip
"""Kinds of pictures and their shares."""


@dataclass(frozen=True, slots=True)
class TrainingPicture:
    """A rendered training picture, ``(H, W, 3)`` uint8 RGB, and the place of each tile.

    ``upright_known`` is False if the textures are real crops with unknown tops.
    """

    image: Pixels
    truth: PictureTruth
    upright_known: bool


def random_picture(
    designs: TileDesigns,
    rng: np.random.Generator,
    size: tuple[int, int] = (480, 640),
    scale: tuple[float, float] = (10.0, 95.0),
    softness: float = 1.0,
    odd: float = ODD,
    low: float = _LOW,
    kind: str | None = None,
) -> TrainingPicture:
    """One random training picture; the same state of ``rng`` gives the same picture.

    Args:
        designs: tile designs to choose from.
        rng: random generator.
        size: ``(height, width)`` in pixels.
        scale: minimum and maximum width of a tile in pixels.
        softness: of the blur, 0 = sharp.
        odd: share of pictures with tiles of unusual material or inks, 0..1.
        low: share of pictures of lying tiles taken from 14 to 42 degrees above the table, 0..1.
        kind: how the tiles lie, one of `KINDS`; None draws it.
    """
    kind = kind or by_share(rng, KINDS)
    unusual = rng.random() < odd
    body = random_body(rng, by_share(rng, _MATERIALS)) if unusual else None
    shape = _shape(rng, kind, unusual=unusual)
    paint = random_paint(rng) if body is None else body.paint
    faces = choose_textures(designs, rng, paint, body)
    builder = SceneBuilder(rng, shape, faces.variants)
    elevation = _lay_group(builder, kind, low)
    group_size = len(builder.solids)
    if kind not in {"tray", "arranged"} and rng.random() < 0.6:
        add_distractors(builder, max(float(s.position[1]) for s in builder.solids))
    if kind != "arranged":  # arranged tiles may be stacked
        builder.solids = without_overlaps(builder.solids)
    group_size = min(group_size, len(builder.solids))
    # All four players photograph arranged hands, so half of the pictures are from the side.
    from_any_side = 0.7 if kind == "arranged" else 0.3
    camera = _camera(builder, group_size, elevation, from_any_side, size, scale, rng)
    span = rng.uniform(25, 60)
    table_top = _table_top(designs, rng, span, tile_width(camera))
    light = random_light(rng, (25, 88), (0.45, 0.85), (0.1, 0.65), (0.02, 0.3))
    glare = rng.uniform(0.15, 0.8) if rng.random() < 0.25 else 0.0
    textures = faces.make({t.texture for t in builder.solids}, longest_front(camera, shape, builder.solids))
    image, truth = render(
        camera, builder.solids, textures, shape, paint, light, table_top, span=span, glare=glare, rng=rng
    )
    if rng.random() < _ARM:
        image, truth = reach_in(image, truth, rng, tile_width(camera))
    return TrainingPicture(develop(image, rng, softness=softness), truth, faces.upright_known)


def _shape(rng: np.random.Generator, kind: str, *, unusual: bool) -> TileShape:
    """Random dimensions of a set; unusual ones may be flat like travel tiles, or have round corners."""
    return TileShape(
        # Arranged hands leave room for tiles of these dimensions.
        length=ASPECT if kind == "arranged" else 1 / rng.uniform(0.69, 0.81),
        thickness=rng.uniform(0.35, 1.0) if unusual else rng.uniform(0.55, 0.95),
        split=rng.uniform(0.0, 0.6) if unusual else rng.uniform(0.2, 0.6),
        radius=rng.uniform(0.02, 0.2) if unusual else rng.uniform(0.03, 0.12),
    )


def _table_top(designs: TileDesigns, rng: np.random.Generator, span: float, scale: float) -> Pixels:
    """The table top, often with things on it, as sharp as the picture needs."""
    top_view = ground(_GROUND, _GROUND, rng)
    clutter(top_view, rng, _GROUND / span)
    if rng.random() >= _THINGS:
        return top_view
    side = int(np.clip(span * scale, _GROUND, _SHARPEST))
    larger = np.asarray(cv2.resize(top_view, (side, side), interpolation=cv2.INTER_LINEAR), np.uint8)
    lay_things(larger, rng, side / span, designs.drawn[int(rng.integers(len(designs.drawn)))])
    return larger


def _lay_group(builder: SceneBuilder, kind: str, low: float) -> tuple[float, float]:
    """Lay the main group and return the camera's minimum and maximum elevation, degrees."""
    rng = builder.rng
    if kind == "lying_row":
        lay_row(builder, int(rng.integers(1, 19)), (0.0, 0.0), upright=False)
    elif kind == "standing_row":
        lay_row(builder, int(rng.integers(3, 19)), (0.0, 0.0), upright=True)
        return 8.0, 62.0
    elif kind == "rows":
        for k in range(int(rng.integers(2, 5))):
            n, at = int(rng.integers(2, 13)), (rng.normal(0, 1.5), k * rng.uniform(1.45, 3.0))
            lay_row(builder, n, at, upright=False)
    else:
        {"hand": lay_hand, "tray": lay_tray, "heap": lay_heap, "arranged": _arranged}[kind](builder)
    return (14.0, 42.0) if rng.random() < low else (25.0, 90.0)


def _arranged(builder: SceneBuilder) -> None:
    """Lay a legal hand as players do, alone or among walls, discards and other hands."""
    rng = builder.rng
    kind = one_of(rng, _CALLED) if rng.random() < _HARD else None
    placements = arrange(rng, kind).placements
    # All tiles with one face become Whites, in rows and called sets: no other tile is missed as often.
    replaced = one_of(rng, placements).face if rng.random() < _WHITES else None
    for p in placements:
        face = WHITE if p.face == replaced and p.face not in (BACK, OTHER) else p.face
        label = face if face in builder.variants else None
        if p.stands:
            builder.stand(p.x, p.y, p.angle, 0.0, label=label)
        else:
            builder.lay(p.x, p.y, p.angle, z=p.level * builder.shape.thickness, label=label)


def _camera(
    builder: SceneBuilder,
    group_size: int,
    elevation: tuple[float, float],
    from_any_side: float,
    size: tuple[int, int],
    scales: tuple[float, float],
    rng: np.random.Generator,
) -> Camera:
    """A camera with the main group in view, from any side with probability ``from_any_side``."""
    points = np.array([s.position for s in builder.solids[:group_size]])
    middle = (points.min(0) + points.max(0)) / 2
    azimuth = rng.normal(0, 14)
    if rng.random() < from_any_side and elevation[0] > 10:
        azimuth = rng.uniform(0, 360)
    elif rng.random() < 0.14:
        azimuth = rng.uniform(-40, 40)
    el = rng.uniform(*elevation)
    roll = rng.normal(0, 4) if rng.random() < 0.75 else rng.uniform(-180, 180)
    extent = float(np.ptp(points[:, :2], axis=0).max()) + 1.6
    fit = min(size) * rng.uniform(0.7, 1.25) / extent
    scale = float(np.clip(fit, *scales)) if rng.random() < 0.6 else math.exp(rng.uniform(*np.log(scales)))
    distance = rng.uniform(9, 40) if rng.random() < 0.8 else rng.uniform(5, 12)
    distance = max(distance, extent * 0.75)
    shift = (rng.normal(0, 0.12) * size[1], rng.normal(0, 0.14) * size[0])
    return look_at(
        middle,
        azimuth=azimuth,
        elevation=el,
        roll=roll,
        distance=distance,
        scale=scale,
        size=size,
        offset=shift,
    )
