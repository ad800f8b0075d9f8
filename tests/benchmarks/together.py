"""Measure what several photos of one hand gain over one.

``python -m tests.benchmarks.together 60 --first 1`` renders each scene from three cameras, and spoils most of
its photos in one way: glare, a finger, a low angle, blur, or too little light for a red five. The table says
how many scenes one photo reads exactly, how many all three together, and how many of those that the first
photo gets wrong or asks about become right without a question, each also by how the first photo is spoilt. A
further look costs a search of its photo, and the fusion anew: how long that takes is told in searches.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np

from yakulens.app.cli.synth import ARTWORK
from yakulens.datasets.render.arrange import arrange
from yakulens.datasets.render.designs import art_design, draw_design, load_face
from yakulens.datasets.render.face_canvas import find_fonts
from yakulens.datasets.render.photograph import Shot, photograph
from yakulens.datasets.render.viewpoint import hand_tiles
from yakulens.datasets.truth import LabelledHand, LabelledMeld
from yakulens.models.evaluate.altered import KINDS
from yakulens.models.evaluate.compare import compare_hand
from yakulens.vision.desk.questions import INDICATOR, WINNING_TILE
from yakulens.vision.labels import OTHER
from yakulens.vision.photo_search import SearchStep
from yakulens.vision.picture.photo import Photo, load
from yakulens.vision.reading import Reading
from yakulens.vision.recognise import Recogniser
from yakulens.vision.together.reading import last_look, together

SPOILT: Final = ("clear", "glare", "covered", "low", "defocus", "motion", "dark")
"""How a photo is spoilt; a low one is taken from 25 to 33 degrees above the table."""
SCENES: Final = (
    *("win gap", "win turned", "groups", "melds right", "melds below", "melds corner", "melds stacked"),
    *("four melds", "open quad", "added quad beside", "added quad on top", "closed quad", "discards"),
    *("dead wall", "melds at the rail", "table from the seat"),
)
CAMERAS: Final = 3
_LONG: Final = (960, 1280)


@dataclass(frozen=True, slots=True)
class Scene:
    """One scene: how its photos are spoilt, the photos, and the truth."""

    kind: str
    spoilt: tuple[str, ...]
    photos: tuple[Photo, ...]
    truth: LabelledHand


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a reading is right, and whether it asks anything but the winning tile and the dora."""

    exact: bool
    asks: bool

    @property
    def silent(self) -> bool:
        """Whether it is wrong and asks nothing."""
        return not (self.exact or self.asks)


def render_scene(seed: int, fonts: tuple[list[str], list[str]]) -> Scene:
    """A scene by its seed, from three cameras."""
    rng = np.random.default_rng([2026, seed])
    kind = SCENES[seed % len(SCENES)]
    arrangement = arrange(rng, kind)
    characters, pictures = fonts
    if characters and rng.random() > 1 / 8:
        design = draw_design(rng, characters, pictures)
    else:
        design = art_design(ARTWORK, rng, load_face(ARTWORK / f"{OTHER}.png"))
    tiles = int(rng.integers(1 << 30))
    spoilt, photos = [], []
    for camera in range(CAMERAS):
        how = SPOILT[int(rng.integers(len(SPOILT)))]
        low = float(rng.uniform(25, 33)) if how == "low" else None
        azimuth = float(rng.choice([-35, 0, 0, 35]))
        shot = photograph(arrangement, design, rng, size=_LONG, azimuth=azimuth, elevation=low, tiles=tiles)
        spoilt.append(how)
        photos.append(load(_spoil(shot, how, rng), f"{seed}-{camera}.jpg"))
    return Scene(kind, tuple(spoilt), tuple(photos), _truth(shot, str(seed)))


def _spoil(shot: Shot, how: str, rng: np.random.Generator) -> np.ndarray:
    if how not in KINDS:
        return shot.image
    alter, strengths = KINDS[how]
    strength = float(rng.uniform(*sorted(strengths)))
    quads = shot.truth.quads[hand_tiles(shot.arrangement)].astype(np.float32)
    return alter(shot.image, quads[rng.permutation(len(quads))], strength)


def _truth(shot: Shot, name: str) -> LabelledHand:
    read = shot.read()
    melds = tuple(LabelledMeld(m["kind"], tuple(m["tiles"]), tuple(m["rotated"])) for m in read["melds"])
    return LabelledHand(name, "", "", tuple(read["concealed"]), read["win"], melds)


def verdict(reading: Reading, truth: LabelledHand) -> Verdict:
    """Compare a reading with the truth."""
    asks = any(issue.code not in {WINNING_TILE, INDICATOR} for issue in reading.issues)
    return Verdict(bool(compare_hand(reading, truth).exact), asks)


def measure(
    scene: Scene, looks: list[SearchStep], recogniser: Recogniser
) -> tuple[Verdict, Verdict, Verdict]:
    """What the first photo gives, the first two together, and all three."""
    first = verdict(looks[0].layout.reading, scene.truth)
    fused = [
        verdict(together(scene.photos[:n], looks[:n], recogniser).reading, scene.truth) for n in (2, CAMERAS)
    ]
    return first, fused[0], fused[1]


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description="What several photos of one hand gain over one.")
    parser.add_argument("count", type=int, help="scenes")
    parser.add_argument("--first", type=int, default=1, help="the first scene's seed")
    parser.add_argument("--fonts", type=Path, action="append", default=[], help="folders of fonts")
    args = parser.parse_args()
    recogniser = Recogniser.load()
    fonts = find_fonts(args.fonts) if args.fonts else ([], [])
    counts: Counter[str] = Counter()
    costs = []
    for seed in range(args.first, args.first + args.count):
        scene = render_scene(seed, fonts)
        begun = time.process_time()
        looks = [last_look(photo, recogniser) for photo in scene.photos]
        searched = time.process_time()
        together(scene.photos, looks, recogniser)
        costs.append((time.process_time() - searched) / (searched - begun) * CAMERAS)
        first, two, three = measure(scene, looks, recogniser)
        if not (first.exact and three.exact):
            print(seed, scene.kind, *scene.spoilt, first, two, three, sep="\t", flush=True)  # noqa: T201
        hard = not first.exact or first.asks
        counts += Counter(
            scenes=1,
            one=first.exact,
            two=two.exact,
            three=three.exact,
            hard=hard,
            answered=hard and three.exact and not three.asks,
            silent_one=first.silent,
            silent_two=two.silent,
            silent_three=three.silent,
            asks_one=first.asks,
            asks_three=three.asks,
        )
        by_kind = {"scenes": True, "one": first.exact, "two": two.exact, "three": three.exact}
        by_kind |= {"hard": hard, "answered": hard and three.exact and not three.asks}
        counts += Counter({f"{scene.spoilt[0]}: {what}": is_so for what, is_so in by_kind.items()})
    for name, count in sorted(counts.items()):
        print(f"{name:20} {count}")  # noqa: T201
    print(f"three photos are fused in {np.median(costs):.2f} searches of a photo, at most {max(costs):.2f}")  # noqa: T201


if __name__ == "__main__":
    main()
