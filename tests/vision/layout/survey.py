"""How often the layout stage reads arranged scenes right, by kind of scene.

``python -m tests.vision.layout.survey 2000`` prints the table for exact detections, seen from the owner's
seat; ``--side 180`` for a camera across the table, ``--noise usual`` for imperfect detections.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from dataclasses import dataclass, field

import numpy as np

from tests.vision.layout.compare import differences, owners
from vision import layout
from vision.synth.arrange import SCENES, arrange
from vision.synth.ideal import PERFECT, USUAL, find, view

NOISES = {"none": PERFECT, "usual": USUAL}


@dataclass
class Tally:
    """One kind's result."""

    right: int = 0
    total: int = 0
    ms: list[float] = field(default_factory=list)
    tiles: list[int] = field(default_factory=list)
    wrong: Counter[str] = field(default_factory=Counter)
    seeds: list[int] = field(default_factory=list)


def run(kind: str, seed: int, side: float | None, noise: str) -> tuple[list[str], float, int]:
    """One scene: what was read wrong, the layout's milliseconds, the number of tiles found."""
    rng = np.random.default_rng([seed, sorted(SCENES).index(kind)])
    scene = arrange(rng, kind)
    turn = side if side is not None else float(rng.choice([0, 0, 0, 90, 180, 270, 30, 330]))
    detections, found = find(rng, scene, view(rng, scene, side=turn), NOISES[noise])
    start = time.thread_time()
    reading = layout.read(detections)
    ms = (time.thread_time() - start) * 1000
    return differences(reading, owners(reading, detections, found), scene), ms, len(detections)


def survey(count: int, side: float | None, noise: str, only: str | None, first: int) -> dict[str, Tally]:
    """``count`` scenes spread evenly over the kinds."""
    kinds = [k for k in SCENES if only is None or only in k]
    tallies = {kind: Tally() for kind in kinds}
    for n in range(count):
        kind = kinds[n % len(kinds)]
        seed = first + n // len(kinds)
        wrong, ms, tiles = run(kind, seed, side, noise)
        tally = tallies[kind]
        tally.total += 1
        tally.right += not wrong
        tally.ms.append(ms)
        tally.tiles.append(tiles)
        tally.wrong.update(wrong)
        if wrong:
            tally.seeds.append(seed)
    return tallies


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("count", type=int, nargs="?", default=2000)
    parser.add_argument("--side", type=float, help="degrees about the table; without it from all sides")
    parser.add_argument("--noise", choices=sorted(NOISES), default="none")
    parser.add_argument("--only", help="kinds whose name holds this")
    parser.add_argument("--first", type=int, default=0, help="first seed")
    args = parser.parse_args()
    tallies = survey(args.count, args.side, args.noise, args.only, args.first)
    print(f"{'kind':22}{'right':>12}{'%':>8}{'tiles':>7}{'ms':>7}  wrong (seeds)")  # noqa: T201 - a report
    for kind, t in tallies.items():
        wrong = " ".join(f"{k}:{v}" for k, v in t.wrong.most_common())
        seeds = f"({', '.join(map(str, t.seeds[:8]))})" if t.seeds else ""
        share = 100 * t.right / max(t.total, 1)
        print(  # noqa: T201
            f"{kind:22}{t.right:6}/{t.total:<5}{share:8.1f}{np.mean(t.tiles):7.0f}{np.median(t.ms):7.1f}"
            f"  {wrong} {seeds}"
        )
    right, total = sum(t.right for t in tallies.values()), sum(t.total for t in tallies.values())
    ms = [v for t in tallies.values() for v in t.ms]
    print(f"{'all':22}{right:6}/{total:<5}{100 * right / total:8.2f}{'':7}{np.median(ms):7.1f}")  # noqa: T201


if __name__ == "__main__":
    main()
