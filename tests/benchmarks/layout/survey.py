"""How often the layout stage reads arranged scenes right, by kind of scene and by what lies there.

``python -m tests.benchmarks.layout.survey 2000`` prints the tables for exact detections from all sides;
``--side 180`` for a camera across the table, ``--noise usual`` for imperfect detections, and
``--pixels DIR --fonts /usr/share/fonts`` for photos rendered into DIR and found by the model. What was found
stays there: a run can be stopped and continued, ``--part 1/2`` and ``--part 2/2`` share it between two
processes, and a changed layout is judged without rendering again.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from tests.benchmarks.layout.compare import differences
from tests.benchmarks.layout.pixels import Gallery
from tests.benchmarks.layout.shown import shot, timed
from tests.vision.ideal import PERFECT, USUAL
from tests.vision.layout.bundled import read
from yakulens.vision.stages import EVERY_STAGE, STAGE_NAMES
from yakulens.vision.synth.arrange import SCENES

if TYPE_CHECKING:
    from yakulens.vision.synth.scene import Arrangement

NOISES = {"none": PERFECT, "usual": USUAL}
DRAWS = frozenset({"exhaustive draw"})
"""Scenes of which no single hand is meant: ``tests.benchmarks.layout.draws`` measures them."""
BESIDES = frozenset({"concealed", "indicators"})
"""What the contract's word structure (melds and winning tile) leaves out."""


@dataclass(frozen=True, slots=True)
class Result:
    """One scene read: what was wrong, the layout's milliseconds, tiles found, traits of the scene."""

    kind: str
    seed: int
    wrong: tuple[str, ...]
    ms: float
    tiles: int
    traits: tuple[str, ...]
    asked: bool


@dataclass
class Tally:
    """The results of one kind or trait."""

    right: int = 0
    structure: int = 0
    total: int = 0
    silent: int = 0
    ms: list[float] = field(default_factory=list)
    tiles: list[int] = field(default_factory=list)
    wrong: list[tuple[int, tuple[str, ...]]] = field(default_factory=list)

    def add(self, result: Result) -> None:
        """Count a result."""
        self.total += 1
        self.right += not result.wrong
        self.structure += BESIDES.issuperset(result.wrong)
        self.silent += bool(result.wrong) and not result.asked
        self.ms.append(result.ms)
        self.tiles.append(result.tiles)
        if result.wrong:
            self.wrong.append((result.seed, result.wrong))


def run(kind: str, seed: int, side: float | None, noise: str, gallery: Gallery | None = None) -> Result:
    """One scene, from its photo where there is a gallery, else from what an ideal recogniser finds."""
    shown = gallery.show(kind, seed, side) if gallery else shot(kind, seed, NOISES[noise], side)
    reading, ms = timed(shown, read)
    wrong = differences(reading, shown.owners(reading), shown.scene) if reading.tiles else ["tiles"]
    marks = tuple(traits(shown.scene, shown.side))
    return Result(kind, seed, tuple(wrong), ms, len(reading.tiles), marks, bool(reading.issues))


def traits(scene: Arrangement, side: float) -> list[str]:
    """What a scene has that may make it hard, in words that sort by group."""
    found = [f"meld: {m.kind} from {m.origin}" if m.origin else f"meld: {m.kind}" for m in scene.melds]
    quads = sum(len(m.faces) > 3 for m in scene.melds)
    found.append(f"quads: {quads}")
    found.append(f"camera: {_seat(side)}")
    found.append(f"winner: {_winner(scene)}")
    around = len(scene.others) + len(scene.indicators)
    found.append("around: nothing" if not around else "around: a few" if around < 25 else "around: a table")
    return sorted(set(found))


def _seat(side: float) -> str:
    return {0: "owner", 90: "right", 180: "across", 270: "left"}.get(round(side) % 360, "aslant")


def _winner(scene: Arrangement) -> str:
    """How the winning tile lies to the concealed row, by its placement."""
    if scene.win is None or not scene.concealed:
        return "not apart"
    tile = scene.placements[scene.win]
    row = [scene.placements[i] for i in scene.concealed]
    turned = "turned " if abs(np.sin(np.radians(tile.angle - row[-1].angle))) > 0.7 else ""
    beside = tile.x > max(p.x for p in row) + 0.5
    return turned + ("right" if beside else "above")


def survey(  # noqa: PLR0913 - the options of the command
    count: int,
    side: float | None,
    noise: str,
    only: str | None,
    first: int,
    *,
    gallery: Gallery | None = None,
    part: tuple[int, int] = (1, 1),
) -> list[Result]:
    """``count`` scenes spread evenly over the kinds; of ``part`` (k, n) every n-th, from the k-th on."""
    kinds = [k for k in SCENES if k not in DRAWS and (only is None or only in k)]
    shared = range(part[0] - 1, count, part[1])
    return [run(kinds[n % len(kinds)], first + n // len(kinds), side, noise, gallery) for n in shared]


def by_kind(results: list[Result]) -> dict[str, Tally]:
    """The results of each kind."""
    tallies: dict[str, Tally] = defaultdict(Tally)
    for result in results:
        tallies[result.kind].add(result)
    return tallies


def by_trait(results: list[Result]) -> dict[str, Tally]:
    """The results of each trait, sorted."""
    tallies: dict[str, Tally] = defaultdict(Tally)
    for result in results:
        for trait in result.traits:
            tallies[trait].add(result)
    return dict(sorted(tallies.items()))


def table(tallies: dict[str, Tally]) -> str:
    """A table in Markdown."""
    lines = [
        "| kind | structure | | all right | | tiles | ms | wrong (seeds) |",
        "|---|--:|--:|--:|--:|--:|--:|---|",
    ]
    for kind, t in tallies.items():
        words = sorted({word for _, wrong in t.wrong for word in wrong})
        counts = " ".join(f"{w} {sum(w in wrong for _, wrong in t.wrong)}" for w in words)
        seeds = f" ({', '.join(str(seed) for seed, _ in t.wrong[:6])})" if t.wrong else ""
        lines.append(
            f"| {kind} | {t.structure}/{t.total} | {100 * t.structure / t.total:.1f} % "
            f"| {t.right}/{t.total} | {100 * t.right / t.total:.1f} % "
            f"| {np.mean(t.tiles):.0f} | {np.median(t.ms):.0f} | {counts}{seeds} |"
        )
    return "\n".join(lines)


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("count", type=int, nargs="?", default=2000)
    parser.add_argument("--side", type=float, help="degrees about the table; without it from all sides")
    parser.add_argument("--noise", choices=sorted(NOISES), default="none")
    parser.add_argument("--only", help="kinds whose name holds this")
    parser.add_argument("--first", type=int, default=0, help="first seed")
    parser.add_argument("--pixels", metavar="DIR", help="read photos rendered into this folder")
    parser.add_argument(
        "--fonts", metavar="DIR", action="append", default=[], help="designs drawn from these"
    )
    parser.add_argument("--model", help="name or card of the model (default: the bundled one)")
    parser.add_argument(
        "--without",
        metavar="STAGE",
        action="append",
        default=[],
        choices=STAGE_NAMES,
        help="with --pixels: leave out a stage of the reading (vision/stages.py)",
    )
    parser.add_argument("--part", default="1/1", help="2/3: the second of three runs that share the work")
    args = parser.parse_args()
    stages = EVERY_STAGE
    for stage in args.without:
        stages = stages.without(stage)
    gallery = Gallery(Path(args.pixels), args.fonts, args.model, stages) if args.pixels else None
    k, n = (int(number) for number in args.part.split("/"))
    results = survey(args.count, args.side, args.noise, args.only, args.first, gallery=gallery, part=(k, n))
    whole = Tally()
    for result in results:
        whole.add(result)
    for tallies in (by_kind(results), by_trait(results), {"all": whole}):
        print(table(tallies), end="\n\n")  # noqa: T201 - a report
    print(f"wrong without any question: {whole.silent} of {whole.total}")  # noqa: T201


if __name__ == "__main__":
    main()
