"""Photo-like training scenes: ``python -m yakulens.vision.synth.blender_scenes OUT --count 100``.

Each scene is a picture ``NNNNN.jpg`` and beside it ``NNNNN.npz`` with its `PictureTruth`, a row a tile:
``quads`` (N, 4, 2) float32 pixels, ``labels`` (N,) int64 into ``vision.labels.LABELS``, ``visible`` and
``facing`` (N,) float32. A scene is made from its number and the seed alone, so a run can be broken off and
taken up again.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from yakulens.vision.labels import INDEX
from yakulens.vision.synth.arrange import SCENES
from yakulens.vision.synth.blender import photograph
from yakulens.vision.synth.blender_things import BlenderMissingError
from yakulens.vision.synth.colours import random_paint
from yakulens.vision.synth.designs import draw_design
from yakulens.vision.synth.fonts import find_fonts
from yakulens.vision.synth.studio import Effort, Lamp, Phone, Studio, TableTop, TileSet

if TYPE_CHECKING:
    from yakulens.vision.synth.colours import Rgb
    from yakulens.vision.synth.photograph import Shot
    from yakulens.vision.synth.studio import TableCover

_CLOTHS: Final[tuple[Rgb, ...]] = (
    (26, 104, 66), (16, 72, 46), (34, 62, 116), (110, 30, 38), (44, 46, 52), (90, 60, 110), (150, 130, 100),
    (200, 196, 186), (30, 110, 112),
)  # fmt: skip
_WOODS: Final[tuple[Rgb, ...]] = (
    (158, 108, 66), (196, 158, 112), (104, 66, 42), (220, 200, 170), (60, 42, 34), (170, 165, 158),
)  # fmt: skip
_LIGHTS: Final[tuple[Rgb, ...]] = (
    (255, 214, 165),
    (255, 190, 120),
    (214, 232, 255),
    (246, 250, 255),
    (255, 238, 214),
)


def random_studio(rng: np.random.Generator, size: tuple[int, int]) -> Studio:
    """A tile set, table, light and phone as they come; ``size`` is ``(height, width)`` in pixels."""
    tiles = TileSet(
        random_paint(rng),
        thickness=rng.uniform(0.6, 0.9),
        split=rng.uniform(0.25, 0.55),
        rounding=rng.uniform(0.04, 0.1),
        gloss=rng.uniform(0.2, 0.8),
        engraving=rng.uniform(0.0, 0.02),
        wear=rng.uniform(0, 0.4) if rng.random() < 0.3 else 0.0,
    )
    covers: tuple[TableCover, ...] = ("cloth", "wood", "mat")
    cover = covers[int(rng.integers(len(covers)))]
    wood = _WOODS[int(rng.integers(len(_WOODS)))]
    table = TableTop(
        cover,
        wood if cover == "wood" else _CLOTHS[int(rng.integers(len(_CLOTHS)))],
        _WOODS[int(rng.integers(len(_WOODS)))],
        int(rng.integers(0, 5)),
    )
    lamp = Lamp(
        rng.uniform(0, 360),
        rng.uniform(30, 80),
        rng.uniform(3, 18),
        _LIGHTS[int(rng.integers(len(_LIGHTS)))],
        _LIGHTS[int(rng.integers(len(_LIGHTS)))],
        rng.uniform(0.35, 0.8),
        rng.normal(0, 0.35),
    )
    phone = Phone(
        azimuth=rng.normal(0, 20) if rng.random() < 0.6 else rng.uniform(0, 360),
        elevation=rng.uniform(28, 85),
        roll=rng.normal(0, 4),
        distance=rng.uniform(0.9, 2.2),
        fill=rng.uniform(0.7, 1.05),
        offset=(rng.normal(0, 0.05), rng.normal(0, 0.05)),
        aperture=abs(rng.normal(0, 0.08)),
        size=size,
    )
    return Studio(tiles, table, lamp, phone, int(rng.integers(2**31)))


def scene(seed: int, number: int, size: tuple[int, int], effort: Effort) -> Shot:
    """One scene of a random kind in a design of its own."""
    rng = np.random.default_rng((seed, number))
    kind = sorted(SCENES)[int(rng.integers(len(SCENES)))]
    arrangement = SCENES[kind](rng)
    characters, pictures = find_fonts((Path("/usr/share/fonts"),))
    return photograph(arrangement, draw_design(rng, characters, pictures), random_studio(rng, size), effort)


def main() -> int:
    """Draw the scenes that are not there yet."""
    parser = argparse.ArgumentParser(
        prog="python -m yakulens.vision.synth.blender_scenes", description=__doc__
    )
    parser.add_argument("out", type=Path, help="folder for the pictures and their truth")
    parser.add_argument("--count", type=int, default=100, help="how many scenes (100)")
    parser.add_argument("--seed", type=int, default=0, help="of the whole series (0)")
    parser.add_argument("--size", type=int, nargs=2, default=(600, 800), help="height and width in pixels")
    parser.add_argument("--rays", type=int, default=6, help="rays a pixel, denoised afterwards (6)")
    parser.add_argument("--threads", type=int, default=2, help="processor threads (2)")
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    for number in range(args.count):
        file = args.out / f"{number:05}.npz"
        if file.exists():
            continue
        try:
            shot = scene(args.seed, number, tuple(args.size), Effort(args.rays, args.threads))
        except BlenderMissingError as error:
            sys.stderr.write(f"{error}\n")
            return 2
        picture = cv2.cvtColor(shot.image, cv2.COLOR_RGB2BGR)
        cv2.imwrite(str(file.with_suffix(".jpg")), picture, [cv2.IMWRITE_JPEG_QUALITY, 92])
        truth = shot.truth
        labels = np.array([INDEX[label] for label in truth.labels], np.int64)
        np.savez(file, quads=truth.quads, labels=labels, visible=truth.visible, facing=truth.facing)
    return 0


if __name__ == "__main__":
    sys.exit(main())
