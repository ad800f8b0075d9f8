"""Measure the viewfinder: films that it should wait through, and films that it should end by itself.

``python -m tests.benchmarks.aiming 30 --first 1`` renders scenes with a won hand, and films each from a hand
that trembles a little. Films to wait through have one fault from their first frame to their last (`FAULTS`);
the others have none. The table says how many stood, after how many frames, and in which seconds on this
machine; every film that did not do what it should is named.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from yakulens.app.cli.synth import ARTWORK
from yakulens.datasets.render.arrange import arrange
from yakulens.datasets.render.designs import art_design, load_face
from yakulens.datasets.render.photograph import photograph
from yakulens.datasets.render.viewpoint import hand_tiles
from yakulens.models.evaluate.altered import KINDS
from yakulens.vision.coroutines import run
from yakulens.vision.desk import HAND_SIZE
from yakulens.vision.labels import OTHER
from yakulens.vision.photo_search import PhotoSearch
from yakulens.vision.picture.photo import Photo, load
from yakulens.vision.recognise import PhotoEngines, Recogniser
from yakulens.vision.together.aiming import Viewfinder, aim
from yakulens.vision.together.frame_quality import LEAST_SIDE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from yakulens.datasets.render.scene import Arrangement

    Pixels = NDArray[np.uint8]

SCENES: Final = ("win gap", "win turned", "groups", "melds right", "melds below", "melds corner")
FAULTS: Final = (
    *("glare", "defocus", "motion", "dark"),  # how `evaluate --altered` spoils a photo
    *("far", "covered", "panning", "cut off", "one too few", "no tiles"),
)
FRAMES: Final = 8
"""Frames of a film: some four seconds on a server, and ten on a phone."""
SIDE: Final = 1280
_TREMBLE: Final = 0.05
_PAN: Final = 0.7
"""How far a frame is from the one before, in tile widths, if the hand holds still, and if it pans."""


@dataclass(frozen=True, slots=True)
class Film:
    """A film: its fault (empty for none), its picture, the tiles of the hand on it, and how far it moves."""

    fault: str
    picture: Pixels
    side: float
    step: float

    def frames(self, rng: np.random.Generator) -> Iterator[Pixels]:
        """Its frames, each with a sensor's noise and as a camera's JPEG."""
        height, width = self.picture.shape[:2]
        at = np.zeros(2)
        direction = rng.normal(size=2)
        direction *= self.side * self.step / np.linalg.norm(direction)
        for number in range(FRAMES):
            at = direction * (-1) ** (number // 3) + (
                at if self.step > _TREMBLE else rng.normal(size=2) * 0.3
            )
            moved = cv2.warpAffine(
                self.picture,
                np.array([[1, 0, at[0]], [0, 1, at[1]]], np.float32),
                (width, height),
                borderMode=cv2.BORDER_REPLICATE,
            )
            noisy = np.clip(moved + rng.normal(0, 2.0, moved.shape), 0, 255).astype(np.uint8)
            coded = cv2.imencode(".jpg", noisy[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, 85])[1]
            yield load(coded.tobytes(), "frame.jpg").pixels


@dataclass(frozen=True, slots=True)
class Watched:
    """How a film went: after how many frames and seconds the hand stood (None: never), and why it waited."""

    frames: int | None
    seconds: float
    reasons: tuple[str, ...]


def film_of(seed: int, fault: str) -> Film:
    """The film of a scene by its seed, with a fault or, for an empty name, without one."""
    rng = np.random.default_rng([5301, seed])
    arrangement = arrange(rng, SCENES[seed % len(SCENES)])
    while not _has_won(arrangement):  # some show a hand whose winning tile lies elsewhere
        arrangement = arrange(rng, SCENES[seed % len(SCENES)])
    design = art_design(ARTWORK, rng, load_face(ARTWORK / f"{OTHER}.png"))
    shot = photograph(
        arrangement, design, rng, size=(SIDE * 3 // 4, SIDE), azimuth=0.0, elevation=60.0, softness=0.0
    )
    quads = shot.truth.quads[hand_tiles(shot.arrangement)].astype(np.float32)
    side = float(np.median(np.linalg.norm(quads[:, 1] - quads[:, 0], axis=1)))
    if fault in {"covered", "one too few"}:  # of a closed quad, a hidden tile is known all the same
        quads = shot.truth.quads[list(shot.arrangement.concealed)].astype(np.float32)
    picture = _spoilt(shot.image, quads, fault, rng)
    return Film(fault, picture, side, _PAN if fault == "panning" else _TREMBLE)


def _has_won(arrangement: Arrangement) -> bool:
    """Whether all fourteen tiles lie there, a quad counted as a set."""
    return (
        len(arrangement.concealed) + (arrangement.win is not None) + 3 * len(arrangement.melds) == HAND_SIZE
    )


def _spoilt(image: Pixels, quads: NDArray[np.float32], fault: str, rng: np.random.Generator) -> Pixels:
    if fault == "covered":  # a finger hides a whole tile, not a part as one of `KINDS` does
        return _without(image, quads[rng.integers(len(quads))], colour=(214, 160, 130))
    if fault in KINDS:
        alter, (_, strong) = KINDS[fault]
        return alter(image, quads, strong)
    if fault == "far":  # three quarters of the least size
        side = float(np.median(np.linalg.norm(quads[:, 1] - quads[:, 0], axis=1)))
        return KINDS["small"][0](image, quads, 0.75 * LEAST_SIDE * SIDE / side)
    if fault == "cut off":  # one and a half of the outermost tiles
        xs = np.sort(quads.mean(axis=1)[:, 0])
        return np.ascontiguousarray(image[:, round(float(xs[1])) :])
    if fault == "one too few":
        return _without(image, quads[rng.integers(len(quads))])
    return _without(image, *quads) if fault == "no tiles" else image


def _without(
    image: Pixels, *quads: NDArray[np.float32], colour: tuple[int, int, int] | None = None
) -> Pixels:
    """The picture with tiles, and what lies about them, painted over in a colour, or as the table."""
    out, ground = image.copy(), np.array(colour or np.median(image.reshape(-1, 3), axis=0))
    for quad in quads:
        middle = quad.mean(axis=0)
        cv2.fillConvexPoly(out, np.rint(middle + 1.12 * (quad - middle)).astype(np.int32), ground.tolist())
    return out


def watched(film: Film, recogniser: Recogniser, rng: np.random.Generator) -> Watched:
    """Show a film to the viewfinder until the hand stands."""
    finder, photos = Viewfinder(), dict[int, Photo]()
    reasons: list[str] = []
    begun = time.perf_counter()
    for number, pixels in enumerate(film.frames(rng)):
        photos[number] = load(pixels, f"{number}.jpg")
        engines = {at: PhotoEngines(recogniser, photo.pyramid) for at, photo in photos.items()}
        search = PhotoSearch(recogniser.search, engines[number], photos[number].size)
        finder, aimed = run(aim(finder, number, search, engines.__getitem__))
        photos = {at: photo for at, photo in photos.items() if at in finder.kept}
        reasons.append(aimed.reason)
        if aimed.stands:
            return Watched(number + 1, time.perf_counter() - begun, tuple(reasons))
    return Watched(None, time.perf_counter() - begun, tuple(reasons))


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description="Films that the viewfinder waits through, or ends.")
    parser.add_argument("count", type=int, help="films of each of the two sorts")
    parser.add_argument("--first", type=int, default=1, help="the first scene's seed")
    args = parser.parse_args()
    recogniser = Recogniser.load()
    counts: Counter[str] = Counter()
    frames, seconds = [], []
    for seed in range(args.first, args.first + args.count):
        for fault in (FAULTS[seed % len(FAULTS)], ""):
            done = watched(film_of(seed, fault), recogniser, np.random.default_rng(seed))
            stood = done.frames is not None
            counts[f"{'waits' if fault else 'fires'}: films"] += 1
            counts[f"{'waits' if fault else 'fires'}: stood"] += stood
            if not fault and done.frames is not None:
                frames.append(done.frames)
                seconds.append(done.seconds)
            if stood == bool(fault):
                kind = SCENES[seed % len(SCENES)]
                print(seed, kind, fault or "no fault", *done.reasons, sep="\t", flush=True)  # noqa: T201
    for name, count in sorted(counts.items()):
        print(f"{name:20} {count}")  # noqa: T201
    if frames:
        print(f"median to stand: {np.median(frames):.0f} frames, {np.median(seconds):.2f} s")  # noqa: T201


if __name__ == "__main__":
    main()
