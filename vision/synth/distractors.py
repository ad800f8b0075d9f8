"""What lies behind the tiles that a photo is taken of: walls, discards, loose tiles, other players' racks."""

from __future__ import annotations

from yakulens.vision.labels import BACK
from yakulens.vision.synth.arrange_plan import along
from yakulens.vision.synth.choice import one_of
from yakulens.vision.synth.scene_builder import SceneBuilder


def add_distractors(builder: SceneBuilder, around: float) -> None:
    """Lay up to three groups beyond the y ``around``: walls, discards, loose tiles, other players' racks."""
    rng = builder.rng
    kinds = (_wall, _discards, _loose, _rack)
    for _ in range(int(rng.integers(0, 4))):
        at = rng.uniform(-12, 12), around + rng.uniform(2.0, 14.0)
        one_of(rng, kinds)(builder, at, float(rng.choice([0, 0, 90, 270]) + rng.normal(0, 8)))


def _wall(builder: SceneBuilder, at: tuple[float, float], angle: float) -> None:
    """A wall, one or two tiles high."""
    for k in range(int(builder.rng.integers(3, 18))):
        for z in (0.0, builder.shape.thickness)[: int(builder.rng.integers(1, 3))]:
            builder.lay(*along(at, angle, k), angle, z=z, label=BACK if builder.rng.random() < 0.96 else None)


def _discards(builder: SceneBuilder, at: tuple[float, float], angle: float) -> None:
    """Up to three rows of six discards."""
    for r in range(int(builder.rng.integers(1, 4))):
        for k in range(6):
            builder.lay(
                *along(at, angle, k * 1.02, -r * (builder.shape.length + 0.03)),
                angle + builder.rng.normal(0, 2),
            )


def _loose(builder: SceneBuilder, at: tuple[float, float], _angle: float) -> None:
    """Tiles strewn about a point."""
    for _ in range(int(builder.rng.integers(3, 14))):
        x, y = at[0] + builder.rng.normal(0, 2.6), at[1] + builder.rng.normal(0, 2.2)
        builder.lay(x, y, builder.rng.uniform(0, 360), back=0.3)


def _rack(builder: SceneBuilder, at: tuple[float, float], angle: float) -> None:
    """Another player's standing tiles."""
    for k in range(int(builder.rng.integers(3, 14))):
        builder.stand(*along(at, angle, k), angle + 180, 0.0)
