"""How well odd tile sets are read after a few examples of each face: the table, printed.

``python -m tests.vision.learning`` reads ``../shared/photos``: copies of ``boxes/val`` (inverted, hues
exchanged, mirrored), ten rendered sets of kinds that nothing was trained on, cut-out faces, the usual sets.
Examples are drawn by photo; what is measured are photos of which none was drawn; a figure is the mean of some
draws. Faces are read as doubtful tiles are: as they were found, and upside down.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from tests.vision.learning.designs import all_faces, artwork, dark_inks, laid_out, odd_sets
from tests.vision.odd_sets import KINDS
from vision.evaluate.truth import load_truths
from vision.labels import BACK, INDEX
from vision.learning.examples import LabelledTiles, labelled
from vision.learning.eye import Eye
from vision.learning.lesson import best_rendition, lesson_of, seen
from vision.naming.reader import softmax
from vision.naming.tile_set import Examples
from vision.picture.pyramid import Pyramid
from vision.picture.rendition import PLAIN
from vision.recognise import Recogniser

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray

    from vision.learning.engraving import Maps
    from vision.naming.tile_set import Engraving, Layer

PHOTOS: Final = Path(__file__).resolve().parents[4] / "shared" / "photos"
EXAMPLES: Final = (1, 2, 5)
SURE: Final = 0.9


class Case(NamedTuple):
    """A set to learn: its kind, its name, its photos."""

    kind: str
    name: str
    tiles: Sequence[LabelledTiles]


class Score(NamedTuple):
    """Shares of tiles read right, and read wrong for sure; seconds for fitting."""

    right: float
    wrong: float
    seconds: float


def cases(
    recogniser: Recogniser, photos: Path, part: str, wanted: Callable[[str], bool] = lambda _: True
) -> Iterator[Case]:
    """The sets of the table: the rendered ones first, which need no photos to be searched."""
    if part in {"rendered", "all"}:
        yield from rendered(photos, wanted)
    if part in {"photographed", "all"}:
        yield from photographed(recogniser, photos, wanted)


def photographed(
    recogniser: Recogniser, photos: Path, wanted: Callable[[str], bool] = lambda _: True
) -> Iterator[Case]:
    """The usual sets, their copies, and cut-out faces."""
    folder = photos / "boxes" / "val"
    copied = {name: [kind for kind in KINDS if wanted(f"{name} {kind}")] for name in _sets(folder)}
    for name, kinds in copied.items():
        if not kinds and not wanted(name):
            continue
        found = labelled(folder, recogniser, lambda truth, name=name: truth.tile_set == name)  # type: ignore[misc]
        tiles = [_only(part, part.read >= 0) for part in found if (part.read >= 0).any()]
        if wanted(name):
            yield Case("usual", name, tiles)
        for kind in kinds if name != "A9" else ():  # four photos, two of them blurred
            yield Case(kind, f"{name} {kind}", [_copy(part, kind) for part in tiles])
    for name in filter(wanted, ("camerash", "kumokumo")):
        yield Case("cut-out", name, labelled(photos / "faces" / name, recogniser))


def _sets(folder: Path) -> list[str]:
    return sorted({truth.tile_set for truth in load_truths(folder)})


def rendered(photos: Path, wanted: Callable[[str], bool] = lambda _: True) -> Iterator[Case]:
    """Ten rendered sets, each laid out on ten photos."""
    for number, odd in enumerate(odd_sets([artwork(), *dark_inks(photos / "art")])):
        if not wanted(odd.name):
            continue
        shots = [
            laid_out(all_faces(), odd, 100 * number + k, (720, 960) if k % 2 else (960, 1280))
            for k in range(10)
        ]
        tiles = []
        for k, shot in enumerate(shots):
            chosen = [i for i, label in enumerate(shot.truth.labels) if label != BACK]
            faces = np.array([INDEX[shot.truth.labels[i]] for i in chosen])
            quads = _rough(shot.truth.quads[chosen], k)
            sure = np.ones(len(faces), np.float32)
            tiles.append(LabelledTiles(str(k), Pyramid(shot.image), quads, faces, faces, sure, sure[:0]))
        yield Case("rendered", odd.name, tiles)


def _only(part: LabelledTiles, kept: NDArray[np.bool_]) -> LabelledTiles:
    return part._replace(**{what: getattr(part, what)[kept] for what in ("quads", "faces", "read", "found")})


def _copy(part: LabelledTiles, kind: str) -> LabelledTiles:
    quads = part.quads
    if kind == "mirrored":
        quads = quads[:, (1, 0, 3, 2)].copy()
        quads[..., 0] = part.photo.size[1] - quads[..., 0]
    return part._replace(photo=Pyramid(KINDS[kind](part.photo.pixels)), quads=quads)


def _rough(quads: NDArray[np.float32], seed: int) -> NDArray[np.float32]:
    """Corners as the finder gives them: off by a few parts in a hundred of a short side."""
    wide = np.linalg.norm(quads[:, 1] - quads[:, 0], axis=1)[:, None, None]
    noise = np.random.default_rng(seed).normal(0, 0.03, quads.shape)
    return (quads + noise * wide).astype(np.float32)


def drawn(examples: Examples, count: int, seed: int) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """``count`` examples of each face from photos in random order, and all tiles of the other photos."""
    rng = np.random.default_rng(seed)
    photos = rng.permutation(np.unique(examples.photos))
    taken: list[int] = []
    counts: dict[int, int] = {}
    used = []
    for photo in photos[: max(1, len(photos) * 2 // 3)]:
        for tile in rng.permutation(np.flatnonzero(examples.photos == photo)).tolist():
            face = int(examples.faces[tile])
            if counts.get(face, 0) < count:
                counts[face] = counts.get(face, 0) + 1
                taken.append(tile)
                used.append(photo)
    return np.array(taken, np.intp), np.flatnonzero(~np.isin(examples.photos, used))


def score(
    layer: Layer, engraving: Engraving | None, examples: Examples, maps: Maps, tiles: NDArray[np.intp]
) -> Score:
    """How a set is read: as doubtful tiles are, by the mean of what they say as found and upside down."""
    both = []
    for way in (0, 1):
        odds = layer(examples.features[tiles, way])
        if engraving is not None:
            odds = engraving(odds, maps.values[tiles, way, 0].astype(np.float32))
        both.append(softmax(odds, 1.0))
    faces = np.mean(both, axis=0)
    right = faces.argmax(axis=1) == examples.faces[tiles]
    return Score(float(right.mean()), float((~right & (faces.max(axis=1) >= SURE)).mean()), 0.0)


def as_it_is(tiles: Sequence[LabelledTiles], eye: Eye) -> Examples:
    """Features of tiles on the photos as they are, as found and upside down."""
    both = [
        np.stack(
            [
                eye.reader.inner(part.photo, np.roll(part.quads, turn, axis=1))[eye.features]
                for turn in (0, 2)
            ],
            axis=1,
        )
        for part in tiles
    ]
    numbers = np.repeat(np.arange(len(tiles)), [len(part.faces) for part in tiles])
    return Examples(np.concatenate(both), None, np.concatenate([part.faces for part in tiles]), numbers)


def measured(case: Case, eye: Eye, draws: int) -> dict[str, Score]:
    """The columns of one set."""
    # What is held back is of photos that teach nothing, also when the rendition is chosen.
    numbers = np.repeat(np.arange(len(case.tiles)), [len(part.faces) for part in case.tiles])
    every = np.arange(len(numbers))
    blank = np.zeros((len(numbers), 1, 1), np.float32)
    faces = np.concatenate([part.faces for part in case.tiles])
    some = drawn(Examples(blank, None, faces, numbers), 1, 0)[0]
    shows = [np.isin(np.flatnonzero(numbers == number), some) for number in range(len(case.tiles))]
    chosen = [_only(part, mask) for part, mask in zip(case.tiles, shows, strict=True)]
    rendition = best_rendition([part for part in chosen if len(part.faces)], eye)
    shown, maps = seen(case.tiles, eye, rendition)
    plain = shown if rendition == PLAIN else as_it_is(case.tiles, eye)
    out = {
        "network": score(eye.layer, None, plain, maps, every),
        "shown so": score(eye.layer, None, shown, maps, every),
    }
    for count in EXAMPLES:
        found: dict[str, list[Score]] = {}
        for seed in range(draws):
            taken, left = drawn(shown, count, seed)
            if not len(left):
                continue
            start = time.process_time()
            lesson = lesson_of(shown.take(taken), maps.take(taken), eye)
            seconds = time.process_time() - start
            after = score(lesson.layer, lesson.engraving, shown, maps, left)
            before = score(eye.layer, None, plain, maps, left)
            for what, one in (
                (f"layer {count}", score(lesson.layer, None, shown, maps, left)),
                (f"learnt {count}", after._replace(seconds=seconds)),
                (f"gain {count}", Score(after.right - before.right, after.wrong - before.wrong, 0.0)),
            ):
                found.setdefault(what, []).append(one)
        out |= {what: Score(*np.mean(several, axis=0).tolist()) for what, several in found.items()}
    return out


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--photos", type=Path, default=PHOTOS)
    parser.add_argument("--draws", type=int, default=5)
    parser.add_argument("--part", choices=["rendered", "photographed", "all"], default="all")
    parser.add_argument("--only", nargs="*", metavar="SET", help="sets with these names alone")
    args = parser.parse_args()
    recogniser = Recogniser.load()
    eye = Eye.of(recogniser.card)
    columns = ["network", "shown so", *(f"{what} {n}" for n in EXAMPLES for what in ("layer", "learnt"))]
    print("right, per cent (read wrong with 0.9 and more); examples of each face")  # noqa: T201
    print(f"{'set':26}", *(f"{column:>13}" for column in columns), "      gain at 1, 2, 5   s")  # noqa: T201
    kinds: dict[str, list[dict[str, Score]]] = {}
    for case in cases(recogniser, args.photos, args.part, lambda name: not args.only or name in args.only):
        found = measured(case, eye, args.draws)
        kinds.setdefault("usual" if case.kind == "usual" else "odd", []).append(found)
        kinds.setdefault(case.kind, []).append(found)
        _line(case.name, found, columns)
    for kind, several in kinds.items():
        mean = {
            key: Score(*np.mean([one[key] for one in several if key in one], axis=0).tolist())
            for key in dict.fromkeys(key for one in several for key in one)
        }
        _line(f"mean of {len(several)} {kind}", mean, columns)


def _line(name: str, found: dict[str, Score], columns: Sequence[str]) -> None:
    cells = [
        f"{100 * found[c].right:6.2f} ({100 * found[c].wrong:4.2f})" if c in found else " " * 13
        for c in columns
    ]
    gains = " ".join(
        f"{100 * found[f'gain {count}'].right:+6.2f}" for count in EXAMPLES if f"gain {count}" in found
    )
    seconds = max((one.seconds for one in found.values()), default=0.0)
    print(f"{name:26}", *cells, gains, f"{seconds:5.1f}", flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
