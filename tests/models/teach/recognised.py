"""How often a photo's tiles look like a learnt set, rightly and wrongly.

``python -m tests.models.teach.recognised`` teaches eight rendered sets from two layout photos each, six of
them odd, and asks each of them by itself about three rendered hands of every set and about the real photos of
hands in ``../shared/photos/hands``, which show none of them.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from tests.models.teach.__main__ import PHOTOS
from tests.models.teach.cases import rough
from tests.models.teach.designs import all_faces, artwork, dark_inks, laid_out, odd_sets
from tests.models.teach.hands import hand
from yakulens.models.teach.feature_extractor import FeatureExtractor
from yakulens.models.teach.labelled_tiles import LabelledTiles
from yakulens.models.teach.prototype_head import fit_prototypes
from yakulens.models.teach.resemblance import looks_like
from yakulens.models.teach.shown import best_color_transform, extract_examples
from yakulens.vision.coroutines import run
from yakulens.vision.labels import BACK, INDEX
from yakulens.vision.naming.tile_set import TileSet
from yakulens.vision.picture import photo as photos
from yakulens.vision.picture.pyramid import Pyramid
from yakulens.vision.progressive import read_photo
from yakulens.vision.recognise import Recogniser

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from tests.models.teach.designs import OddSet
    from yakulens.models.teach.examples import PhotoTiles
    from yakulens.vision.picture.photo import Photo

ODD: Final = (0, 2, 3, 5, 6, 9)
HANDS: Final = 3


def layouts(tiles: OddSet, count: int = 2) -> list[PhotoTiles]:
    """The tiles of so many layout photos."""
    parts = []
    for number in range(count):
        shot = laid_out(all_faces(), tiles, 500 + number)
        chosen = [i for i, label in enumerate(shot.truth.labels) if label != BACK]
        faces = np.array([INDEX[shot.truth.labels[i]] for i in chosen])
        quads, sure = rough(shot.truth.quads[chosen], number), np.ones(len(faces), np.float32)
        parts.append(LabelledTiles(str(number), Pyramid(shot.image), quads, faces, faces, sure, sure[:0]))
    return parts


def taught(tiles: OddSet, extractor: FeatureExtractor) -> TileSet:
    """A set learnt from two layout photos, as far as it is needed to know it again."""
    parts = layouts(tiles)
    color_transform = run(best_color_transform(parts, extractor))
    examples, maps = run(extract_examples(parts, extractor, color_transform))
    return TileSet(
        tiles.name,
        extractor.sha256,
        extractor.layer,
        examples,
        fit_prototypes(maps, 1.0, 12.0),
        color_transform=color_transform,
    )


def shown(sets: Sequence[OddSet], real: Path) -> Iterator[tuple[str, Photo]]:
    """Photos, each with the set that it shows: rendered hands, then real ones."""
    for tiles in sets:
        for number in range(HANDS):
            yield tiles.name, _opened(hand(tiles, number).image)
    for line in (real / "hands.jsonl").read_text(encoding="utf-8").splitlines():
        yield "real", photos.load(real / json.loads(line)["file"])


def _opened(image: NDArray[np.uint8]) -> Photo:
    return photos.load(cv2.imencode(".jpg", image[..., ::-1])[1].tobytes(), "rendered")


def main() -> None:
    """Print, by set: asked on its own photos, on rendered ones of others, on real ones."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--photos", type=Path, default=PHOTOS)
    folder: Path = parser.parse_args().photos
    if not folder.is_dir():
        parser.error(f"{folder}: no such folder; name the photos with --photos")
    recogniser = Recogniser.load()
    extractor = FeatureExtractor.of(recogniser.card)
    bases = [artwork(), *dark_inks(folder / "art")]
    every = odd_sets(bases)
    usual = (
        replace(every[0], name=f"usual {k + 1}", body=None, number=90 + k, faces=bases[k % len(bases)])
        for k in range(2)
    )
    chosen = (*(every[number] for number in ODD), *usual)
    sets = [taught(tiles, extractor) for tiles in chosen]
    asked, of = Counter[tuple[str, str]](), Counter[tuple[str, str]]()
    for truth, photo in shown(chosen, folder / "hands"):
        reading = read_photo(photo, recogniser).reading
        for tile_set in sets:
            kind = {tile_set.name: "own", "real": "real"}.get(truth, "others")
            of[tile_set.name, kind] += 1
            asked[tile_set.name, kind] += looks_like(photo, reading, [tile_set], extractor) is not None
    for name in (*(tile_set.name for tile_set in sets), "all"):
        told = []
        for kind in ("own", "others", "real"):
            hits, total = (
                sum(n for (one, what), n in each.items() if what == kind and name in {one, "all"})
                for each in (asked, of)
            )
            told.append(f"{kind} {hits} of {total}")
        print(f"{name:24}", *told, sep="  ", flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
