"""Training samples for the leveller: called tiles of rendered hands, and whether each lies on another."""

import math
from dataclasses import replace
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from yakulens.datasets.render.arrange_deal import deal
from yakulens.datasets.render.arrange_hand import lay, random_laying_style
from yakulens.datasets.render.arrange_surroundings import Around
from yakulens.datasets.render.choice import one_of
from yakulens.datasets.render.designs import TileDesigns
from yakulens.datasets.render.photograph import photograph
from yakulens.datasets.render.scene import Arrangement
from yakulens.models.train.finder_samples import rectangle
from yakulens.scorer.vocabulary import MeldKind
from yakulens.vision.finding.decode import corners
from yakulens.vision.naming.leveller import surroundings
from yakulens.vision.picture.pyramid import Pyramid

_KINDS: Final[tuple[MeldKind, ...]] = ("added_kan", "added_kan", "added_kan", "pon", "chi", "open_kan")
_AROUND: Final[tuple[tuple[Around, ...], ...]] = ((), (), (), ("wall",), ("dead_wall",), ("discards",))
_ON_TOP: Final = 0.75
"""Probability that an added tile lies on the called one rather than beside it."""
_LEAST: Final = 0.5
"""Minimum visible share of a tile."""
_ON_ITS_SIDE: Final = 0.25
"""Probability that a photo is turned by quarters that nothing else corrects."""
_UPRIGHT: Final = 0.04
"""Probability that a tile that is not called is shown too."""


class LevelSample(NamedTuple):
    """A crop around a tile.

    Attributes:
        crop: ``(72, 72, 3)`` uint8 RGB.
        stacked: whether the tile in its middle lies on another tile.
    """

    crop: NDArray[np.uint8]
    stacked: bool


def called_scene(rng: np.random.Generator) -> Arrangement:
    """A hand with called triplets and added quads; most added tiles lie on the called ones."""
    kinds = [one_of(rng, _KINDS) for _ in range(int(rng.integers(1, 5)))]
    style = replace(
        random_laying_style(rng),
        stacked_added=rng.random() < _ON_TOP,
        around=one_of(rng, _AROUND),
    )
    return lay(rng, deal(rng, kinds), style)


def rendered_levels(designs: TileDesigns, rng: np.random.Generator) -> list[LevelSample]:
    """Samples of the sideways tiles of one rendered hand, at times with another of its tiles."""
    scene = called_scene(rng)
    tall = int(rng.choice((480, 600, 720)))
    shot = photograph(
        scene,
        designs.drawn[int(rng.choice(len(designs.drawn), p=designs.weights))],
        rng,
        size=(tall, tall * 4 // 3),
        azimuth=rng.uniform(0, 360),
        elevation=rng.uniform(25, 80),
        softness=rng.uniform(0.5, 1.6),
    )
    photo = Pyramid(shot.image)
    covered = {(round(p.x, 2), round(p.y, 2)) for p in scene.placements if p.level}
    called = {m.ids[k] for m in scene.melds for k in m.rotated if k < len(m.ids)}
    if scene.win is not None:
        called.add(scene.win)
    out = []
    for i, placed in enumerate(scene.placements):
        hidden = not placed.level and (round(placed.x, 2), round(placed.y, 2)) in covered
        if hidden or shot.truth.visible[i] < _LEAST or (i not in called and rng.random() > _UPRIGHT):
            continue
        rect = rectangle(shot.truth.quads[i])
        wide = float(rect[3])
        rect[:2] += rng.normal(0, 0.05, 2) * wide
        rect[2:4] *= np.exp(rng.normal(0, 0.05, 2))
        rect[4] += rng.normal(0, math.radians(3))
        quarters = int(rng.integers(1, 4)) if rng.random() < _ON_ITS_SIDE else 0
        crop = np.rot90(surroundings(photo, corners(rect[None])[0]), quarters)
        out.append(LevelSample(crop[:, ::-1] if rng.random() < 0.5 else crop, placed.level > 0))
    return out


def rendered_until(designs: TileDesigns, least: int, rng: np.random.Generator) -> list[LevelSample]:
    """At least ``least`` samples, scene by scene."""
    pool: list[LevelSample] = []
    while len(pool) < least:
        pool += rendered_levels(designs, rng)
    return pool
