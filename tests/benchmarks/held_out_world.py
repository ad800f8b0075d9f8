"""Measure how many tiles are found and named right in scenes that training never draws; totals only.

Faces are cut out of photos of sets that no training picture shows (`faces/camerash`, `faces/kumokumo`).
Nobody looks at the scenes of the seed range, because a scene that was looked at is no longer a blind test.
Half of the arranged hands have Whites instead of one of their faces. `--low` takes all pictures from 14 to 42
degrees above the table. Tiles of at least 12 pixels are counted apart too: on smaller ones a face cannot be
seen by a person either.

    python -m tests.benchmarks.held_out_world FACES... --first 500000 --count 300 [--low] [--model NAME]
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from yakulens.datasets.render.designs import TileDesigns
from yakulens.datasets.render.render import findable_tiles
from yakulens.datasets.render.training_picture import TrainingPicture, random_picture
from yakulens.datasets.truth import LabelledFace, load_truths
from yakulens.vision.geometry.quads import areas, edge_lengths
from yakulens.vision.labels import BACK, LABELS
from yakulens.vision.picture.photo import Photo, load
from yakulens.vision.picture.pyramid import Pyramid
from yakulens.vision.progressive import read_photo
from yakulens.vision.reading import ReadTile
from yakulens.vision.recognise import Recogniser

_SIZE: Final = (960, 1280)
_SCALE: Final = (22.0, 120.0)
_IN_VIEW: Final = 0.75
"""Visible share from which a tile must be found."""
_AT_ALL: Final = 0.15
"""Visible share from which a find of a tile is no false positive."""
_MATCHED: Final = 0.5
"""Maximum distance between the centres of a find and its tile, in the tile's short sides."""
_LEGIBLE: Final = 12.0
"""The height in pixels, foreshortened, from which a tile's face is legible."""
_WHITE: Final = "5z"


def held_out(folders: list[Path]) -> TileDesigns:
    """The tile sets of some folders of cut-out faces, one set per folder."""
    sets = []
    for folder in folders:
        faces: dict[str, list[NDArray[np.uint8]]] = {}
        for truth in load_truths(folder):
            if isinstance(truth, LabelledFace):
                faces.setdefault(truth.name, []).append(load(folder / truth.file).pixels)
        sets.append(faces)
    nothing = np.zeros((1, len(LABELS), 160, 120, 4), np.uint8)
    return TileDesigns(nothing, tuple(sets), share_photographed=1.0)


def counted(picture: TrainingPicture, told: Sequence[ReadTile]) -> Counter[str]:
    """Count the tiles of a picture that the reading found and named right, and its false positives."""
    truth = picture.truth
    quads = np.array([tile.quad for tile in told], np.float32).reshape(-1, 4, 2)
    edges = edge_lengths(truth.quads)
    sides, heights = edges.min(axis=1), areas(truth.quads) / edges.max(axis=1)
    apart = np.linalg.norm(truth.quads.mean(axis=1)[:, None] - quads.mean(axis=1)[None], axis=2)
    near = apart < _MATCHED * np.maximum(sides, 1.0)[:, None]
    count: Counter[str] = Counter(scenes=1)
    for i in findable_tiles(truth, _IN_VIEW):
        inside = (truth.quads[i] >= 0).all() and (truth.quads[i] < np.array(_SIZE[::-1])).all()
        if not inside or truth.labels[i] == BACK:
            continue
        here = np.flatnonzero(near[i])
        nearest = here[apart[i, here].argmin()] if len(here) else None
        named = nearest is not None and told[nearest].face == truth.labels[i]
        kinds = {"tile": True, "white": truth.labels[i] == _WHITE, "legible tile": heights[i] >= _LEGIBLE}
        for kind in (kind for kind, is_so in kinds.items() if is_so):
            count[f"{kind}s"] += 1
            count[f"{kind}s found"] += nearest is not None
            count[f"{kind}s named right"] += named
    # The truth lacks rears of standing tiles, which are found as face-down tiles.
    printed = np.array([tile.face != BACK for tile in told], bool)
    count["found where no tile is"] += int((printed & ~near[truth.visible >= _AT_ALL].any(axis=0)).sum())
    return count


def main() -> None:
    """Render, read and print the totals."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("faces", type=Path, nargs="+", help="folders of cut-out faces")
    parser.add_argument("--first", type=int, required=True, help="seed of the first scene")
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--low", action="store_true", help="all pictures from low above the table")
    parser.add_argument("--model", help="name or card")
    args = parser.parse_args()
    designs, recogniser, total = held_out(args.faces), Recogniser.load(args.model), Counter[str]()
    for seed in range(args.first, args.first + args.count):
        picture = random_picture(
            designs,
            np.random.default_rng(seed),
            _SIZE,
            _SCALE,
            odd=0.0,
            low=float(args.low),
            kind="arranged",
        )
        reading = read_photo(Photo(Pyramid(picture.image), str(seed), ""), recogniser).reading
        total += counted(picture, reading.tiles)
    print(json.dumps({"model": recogniser.name, **total}, indent=1))  # noqa: T201


if __name__ == "__main__":
    main()
