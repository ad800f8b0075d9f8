"""Measure how often the layout reads arranged scenes right, by kind of scene.

``python -m tests.benchmarks.layout.survey 2000`` prints the table for exact detections from all sides,
``--noise usual`` for imperfect ones, and ``--pixels DIR --fonts /usr/share/fonts`` for photos rendered into
DIR and read by the model. Its finds are cached there: a run can be stopped and resumed, and a changed layout
is judged without rendering again.
"""

from __future__ import annotations

import argparse
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from tests.benchmarks.layout.compare import differences
from tests.benchmarks.layout.pixels import Gallery
from tests.benchmarks.layout.shown import shot, timed
from tests.vision.ideal import PERFECT, USUAL
from tests.vision.layout.bundled import read
from yakulens.datasets.render.arrange import SCENES

NOISES = {"none": PERFECT, "usual": USUAL}
DRAWS = frozenset({"exhaustive draw"})
"""Kinds of scenes without a single meant hand; ``tests.benchmarks.layout.draws`` measures them."""
BESIDES = frozenset({"concealed", "indicators"})
"""Parts that the contract's "structure" (melds and winning tile) leaves out."""


@dataclass(frozen=True, slots=True)
class Result:
    """The verdict on one scene: what was wrong, the layout's milliseconds, tiles found, any question."""

    kind: str
    seed: int
    wrong: tuple[str, ...]
    ms: float
    tiles: int
    asked: bool


def run(kind: str, seed: int, noise: str = "none", gallery: Gallery | None = None) -> Result:
    """Read one scene, from its photo if there is a gallery, else from an ideal recogniser's detections."""
    shown = gallery.show(kind, seed) if gallery else shot(kind, seed, NOISES[noise])
    reading, ms = timed(shown, gallery.way(kind, seed) if gallery else read)
    wrong = differences(reading, shown.owners(reading), shown.scene) if reading.tiles else ["tiles"]
    return Result(kind, seed, tuple(wrong), ms, len(reading.tiles), bool(reading.issues))


def survey(
    count: int, first: int, noise: str = "none", only: str = "", gallery: Gallery | None = None
) -> list[Result]:
    """``count`` scenes spread evenly over the kinds."""
    kinds = [kind for kind in SCENES if kind not in DRAWS and only in kind]
    return [run(kinds[n % len(kinds)], first + n // len(kinds), noise, gallery) for n in range(count)]


def table(results: list[Result]) -> str:
    """A Markdown table: a row per kind, and one for all."""
    lines = [
        "| kind | structure | | all right | | tiles | ms | wrong (seeds) |",
        "|---|--:|--:|--:|--:|--:|--:|---|",
    ]
    for kind in (*dict.fromkeys(result.kind for result in results), "all"):
        those = [result for result in results if kind in (result.kind, "all")]
        structure = sum(BESIDES.issuperset(result.wrong) for result in those)
        failed = [result for result in those if result.wrong]
        words = Counter(word for result in failed for word in result.wrong)
        counts = " ".join(f"{word} {times}" for word, times in sorted(words.items()))
        seeds = f" ({', '.join(str(result.seed) for result in failed[:6])})" if failed else ""
        total, right = len(those), len(those) - len(failed)
        lines.append(
            f"| {kind} | {structure}/{total} | {100 * structure / total:.1f} % "
            f"| {right}/{total} | {100 * right / total:.1f} % "
            f"| {np.mean([result.tiles for result in those]):.0f} "
            f"| {np.median([result.ms for result in those]):.0f} | {counts}{seeds} |"
        )
    return "\n".join(lines)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("count", type=int, nargs="?", default=2000)
    parser.add_argument("--noise", choices=sorted(NOISES), default="none")
    parser.add_argument("--only", default="", help="kinds whose name holds this")
    parser.add_argument("--first", type=int, default=0, help="first seed")
    parser.add_argument("--pixels", metavar="DIR", help="read photos rendered into this folder")
    parser.add_argument(
        "--fonts", metavar="DIR", action="append", default=[], help="designs drawn from these"
    )
    parser.add_argument("--model", help="name or card of the model (default: the bundled one)")
    args = parser.parse_args()
    gallery = Gallery(Path(args.pixels), args.fonts, args.model) if args.pixels else None
    results = survey(args.count, args.first, args.noise, args.only, gallery)
    silent = sum(bool(result.wrong) and not result.asked for result in results)
    print(f"{table(results)}\n\nwrong without any question: {silent} of {len(results)}")  # noqa: T201 - a report


if __name__ == "__main__":
    main()
