"""A reader's features of tiles of known sets, as adaptation to another set needs them.

``python -m yakulens.models.train.known CARD PHOTOS ART OUT`` writes the file that a reader's card names as
``known``: features of tiles on training photos (``boxes/train``) and on rendered pictures of drawn sets
(``art`` and our own), at most ``--most`` of each set and face. Adaptation replays them and learns from them
how much tiles with one face vary.
"""

import argparse
import hashlib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from yakulens.datasets.render.arrange_plan import Plan
from yakulens.datasets.render.designs import art_design, load_face
from yakulens.datasets.render.photograph import photograph
from yakulens.datasets.render.render import findable_tiles
from yakulens.datasets.truth import LabelledBoxes, load_truths
from yakulens.models.teach.examples import boxed_tiles
from yakulens.models.train.weights import weights_of
from yakulens.vision.labels import INDEX, LABELS, OTHER
from yakulens.vision.model_card import read_card
from yakulens.vision.naming.reader import Reader
from yakulens.vision.picture.photo import load
from yakulens.vision.picture.pyramid import Pyramid
from yakulens.vision.recognise import Recogniser

_OWN: Final = Path(__file__).resolve().parents[2] / "datasets" / "tiles" / "png"
_LOOSE: Final = "diagonal"
"""Part of the file names of photos whose boxes hold more than the tile."""
Tile = tuple[str, int, "NDArray[np.float32]"]
"""Tile set, label index, features ``(K,)``."""


def photographed(folder: Path, recogniser: Recogniser, most: int) -> Iterator[Tile]:
    """At most ``most`` tiles of each set and face on training photos."""
    counts: dict[tuple[str, int], int] = {}
    truths = [t for t in load_truths(folder) if isinstance(t, LabelledBoxes) and _LOOSE not in t.file]
    np.random.default_rng(0).shuffle(truths)  # type: ignore[arg-type] # a list of anything
    for truth in truths:
        wanted = [b for b in truth.boxes if counts.get((truth.tile_set, INDEX[b.name]), 0) < most]
        if len(wanted) < len(truth.boxes) / 3:
            continue
        labels = replace(truth, boxes=tuple(wanted))
        tiles = boxed_tiles(load(folder / truth.file), labels, recogniser)
        features, _ = recogniser.reader.features(tiles.photo, _alternately_turned(tiles.quads))
        for face, objectness, row in zip(tiles.faces.tolist(), tiles.found, features, strict=True):
            key = truth.tile_set, face
            if objectness and counts.get(key, 0) < most:
                counts[key] = counts.get(key, 0) + 1
                yield truth.tile_set, face, row


def rendered(name: str, folder: Path, reader: Reader, most: int) -> Iterator[Tile]:
    """The tiles of ``most`` rendered pictures of one drawn set, with all faces laid out in rows."""
    rng = np.random.default_rng(int.from_bytes(name.encode()[-4:]))
    design = art_design(folder, rng, load_face(_OWN / f"{OTHER}.png"))
    for _ in range(most):
        plan = Plan()
        for position, face in enumerate(rng.permutation(LABELS)):
            row, column = divmod(position, 8)
            plan.concealed.append(plan.put(str(face), 1.1 * column, -1.6 * row, rng.normal(0, 2)))
        shot = photograph(plan.scene(), design, rng)
        visible = list(findable_tiles(shot.truth))
        features, _ = reader.features(Pyramid(shot.image), _alternately_turned(shot.truth.quads[visible]))
        for position, row in zip(visible, features, strict=True):
            yield name, INDEX[shot.truth.labels[position]], row


def _alternately_turned(quads: NDArray[np.float32]) -> NDArray[np.float32]:
    """The quads, with every second one turned upside down."""
    return np.stack([np.roll(quad, 2 * (at % 2), axis=0) for at, quad in enumerate(quads)])


def main() -> None:
    """Write the file and print the lines that the reader's card needs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("card", type=Path, help="the model's")
    parser.add_argument("photos", type=Path, help="boxed photos")
    parser.add_argument("art", type=Path, help="folders of pictures")
    parser.add_argument("out", type=Path, help="the file to write (.npz)")
    parser.add_argument("--most", type=int, default=5, help="tiles of each set and face")
    args = parser.parse_args()
    recogniser = Recogniser(read_card(args.card))
    reader = recogniser.reader
    tiles = list(photographed(args.photos, recogniser, args.most))
    for folder in (_OWN, *sorted(path for path in args.art.iterdir() if path.is_dir())):
        name = "own" if folder == _OWN else folder.name
        tiles += rendered(name, folder, reader, args.most)
    layer = weights_of(recogniser.card.folder / recogniser.card.reader.file)
    sets = sorted({name for name, _, _ in tiles})
    groups = [sets.index(name) * len(LABELS) + face for name, face, _ in tiles]
    np.savez_compressed(
        args.out,
        features=np.stack([row for _, _, row in tiles]).astype(np.float16),
        faces=np.array([face for _, face, _ in tiles], np.uint8),
        groups=np.array(groups, np.uint16),
        weights=layer["faces.weight"],
        bias=layer["faces.bias"],
    )
    print(f"{len(tiles)} tiles of {', '.join(sets)}")
    print(f'known = "{args.out.name}"\nknown_sha256 = "{hashlib.sha256(args.out.read_bytes()).hexdigest()}"')


if __name__ == "__main__":
    main()
