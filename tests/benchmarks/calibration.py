"""Measure how far the probabilities of faces can be believed, by what spoilt the photo.

``python -m tests.benchmarks.calibration ../shared/photos/boxes/val`` reads every boxed photo and its altered
copies (`models.evaluate.altered`; kinds that move tiles are left out), and compares each tile that is found
with its box. Of a copy with a lamp or a finger only the tiles count whose pixels changed. ``above`` is how
much more probable than right the likeliest faces are on average. ``off`` is the expected calibration error:
tiles sorted by that probability are split into bins of equal number, and the distance between the mean
probability and the share that is right is averaged.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from yakulens.datasets.truth import LabelledBoxes, load_truths
from yakulens.models.evaluate.altered import Copy, copies
from yakulens.models.evaluate.matching import match_boxes
from yakulens.vision.labels import LABELS
from yakulens.vision.naming.rectify import crops
from yakulens.vision.picture.photo import load
from yakulens.vision.picture.pyramid import Pyramid
from yakulens.vision.reading import REVIEW_BELOW
from yakulens.vision.recognise import Recogniser

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

CLEAR: Final = Copy("clear", "", lambda pixels, _: pixels)
MOVING: Final = frozenset({"tilt", "small", "again"})
LOCAL: Final = frozenset({"glare", "covered"})
_CHANGED: Final = 12.0
"""Mean difference of a crop from which its tile counts as spoilt, levels of 255."""
_BINS: Final = 15
_SURE: Final = 0.99


class Named(NamedTuple):
    """N tiles, named: the likeliest faces, their probabilities, and the labelled ones, each ``(N,)``."""

    faces: NDArray[np.str_]
    probs: NDArray[np.float64]
    truths: NDArray[np.str_]


def named(truth: LabelledBoxes, folder: Path, recogniser: Recogniser) -> Iterator[tuple[str, Named]]:
    """The boxed tiles that are found on one photo and on each copy, by kind and degree."""
    photo = load(folder / truth.file)
    clear = recogniser.survey(photo).detections.quads
    clear = clear[list(match_boxes(clear, truth.corners()))]
    for copy in (CLEAR, *(copy for copy in copies() if copy.kind not in MOVING)):
        shown = replace(photo, pyramid=Pyramid(copy.make(photo.pixels, clear)))
        tiles = recogniser.survey(shown).detections
        matched = match_boxes(tiles.quads, truth.corners())
        tiles = tiles[list(matched)]
        counts = np.ones(len(tiles), bool)
        if copy.kind in LOCAL:
            before, after = (crops(one.pyramid, tiles.quads).astype(np.float32) for one in (photo, shown))
            counts = np.abs(after - before).mean(axis=(1, 2, 3)) > _CHANGED
        truths = np.array([truth.boxes[box].name for box in matched.values()], str)
        faces = np.array(LABELS)[tiles.faces.argmax(axis=1)]
        probs = tiles.faces.max(axis=1, initial=0.0).astype(np.float64)
        yield f"{copy.kind} {copy.degree}".strip(), Named(faces[counts], probs[counts], truths[counts])


def off(probs: NDArray[np.float64], right: NDArray[np.bool_], bins: int = _BINS) -> float:
    """The expected calibration error.

    >>> off(np.array([0.5, 0.5, 1.0, 1.0]), np.array([True, False, True, False]), 2)
    0.25
    """
    parts = [part for part in np.array_split(np.argsort(probs, kind="stable"), bins) if len(part)]
    gaps = [abs(probs[part].mean() - right[part].mean()) * len(part) for part in parts]
    return float(sum(gaps) / max(1, len(probs)))


def line(name: str, tiles: Named) -> str:
    """What is known of the tiles of one kind."""
    right, mean = tiles.faces == tiles.truths, tiles.probs.mean()
    told = ", ".join(
        f"from {least} {taken.sum():>6}, wrong {(taken & ~right).sum():>3}"
        for least in (REVIEW_BELOW, _SURE)
        for taken in [tiles.probs >= least]
    )
    share = f"{len(right):>6} tiles, right {right.mean():5.3f}, above {mean - right.mean():+.3f}"
    return f"{name:<14} {share}, off {off(tiles.probs, right):.3f}; {told}"


def main() -> None:
    """Print a line for each kind and degree."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("folder", type=Path, help="photos with labels.jsonl")
    parser.add_argument("--every", type=int, default=1, help="take only every so many photos")
    parser.add_argument("--model", help="name or card of the model (default: the bundled one)")
    args = parser.parse_args()
    recogniser = Recogniser.load(args.model)
    boxed = [truth for truth in load_truths(args.folder) if isinstance(truth, LabelledBoxes)]
    kept: dict[str, list[Named]] = {}
    for truth in boxed[:: args.every]:
        for kind, tiles in named(truth, args.folder, recogniser):
            kept.setdefault(kind, []).append(tiles)
    together = {kind: _together(parts) for kind, parts in kept.items()}
    lines = [line(kind, tiles) for kind, tiles in together.items()]
    sys.stdout.write("\n".join([*lines, line("all", _together(list(together.values())))]) + "\n")


def _together(parts: list[Named]) -> Named:
    faces, probs, truths = (np.concatenate(arrays) for arrays in zip(*parts, strict=True))
    return Named(faces, probs, truths)


if __name__ == "__main__":
    main()
