"""Measure what comes of a hand that lost a tile: whether the reading asks, and whether it says where.

``python -m tests.benchmarks.layout.lost 120 --first 7000`` arranges scenes, drops one tile of each hand's row
from what an imperfect recogniser finds (its first, one between, its last), and counts the answers. For
``stray``, the one between is dropped and another thing is taken for a tile beyond the row's end.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from tests.benchmarks.layout.shown import Shot, shot
from tests.benchmarks.layout.survey import DRAWS
from tests.vision.ideal import USUAL
from tests.vision.layout.bundled import read
from yakulens.datasets.render.arrange import SCENES
from yakulens.vision.detections import Detections
from yakulens.vision.layout.report.lost import WHERE
from yakulens.vision.reading import Reading

_LEAST = 4


def dropped(shown: Shot, number: int) -> Iterator[tuple[str, int]]:
    """Which detections to drop: where in the row, and its index; none for short rows."""
    row = [*shown.scene.concealed]
    seen = sorted((row.index(owner), k) for k, owner in enumerate(shown.found.tolist()) if owner in row)
    order = [k for _, k in seen]
    if len({place for place, _ in seen}) == len(order) >= _LEAST:  # none found twice
        between = int(np.random.default_rng(number).integers(1, len(order) - 1))
        yield from (("first", order[0]), ("between", order[between]), ("last", order[-1]))


def with_stray(detections: Detections, row: tuple[int, int], number: int) -> Detections:
    """The detections and one more, 1.5 to 4 tile widths beyond the last of a row, with some face."""
    rng = np.random.default_rng([number, 1])
    first, last = (detections.quads[k].mean(axis=0) for k in row)
    step = (last - first) / np.linalg.norm(last - first)
    side = np.linalg.norm(detections.quads[row[1]][1] - detections.quads[row[1]][0])
    stray = detections[[row[1]]]
    faces = np.roll(stray.faces, int(rng.integers(1, 27)), axis=1)
    quads = stray.quads + np.float32(rng.uniform(1.5, 4.0) * side) * step.astype(np.float32)
    return Detections.merge(detections, replace(stray, quads=quads, faces=faces))


def answer(reading: Reading) -> str:
    """What the reading asks; the usual question which tile won does not count."""
    asked = [issue for issue in reading.issues if issue.code != "winning_tile"]
    counts = [issue for issue in asked if issue.code == "tile_count"]
    if any(issue.case in WHERE for issue in counts):
        return "asked where"
    return "asked how many" if counts else "asked something" if asked else "silent"


def main() -> None:
    """Print the counts."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("count", type=int, nargs="?", default=120, help="scenes, spread over the kinds")
    parser.add_argument("--first", type=int, default=0, help="first seed")
    args = parser.parse_args()
    kinds = [kind for kind in SCENES if kind not in DRAWS]
    counts: Counter[tuple[str, str]] = Counter()
    for number in range(args.count):
        shown = shot(kinds[number % len(kinds)], args.first + number // len(kinds), USUAL)
        lost = dict(dropped(shown, number))
        for place, gone in lost.items():
            kept = [k for k in range(len(shown.detections)) if k != gone]
            counts[place, answer(read(shown.detections[kept], None))] += 1
        if lost:
            kept = [k for k in range(len(shown.detections) + 1) if k != lost["between"]]
            seen = with_stray(shown.detections, (lost["first"], lost["last"]), number)[kept]
            counts["stray", answer(read(seen, None))] += 1
    for place in ("first", "between", "last", "stray"):
        told = ", ".join(f"{what} {n}" for (where, what), n in sorted(counts.items()) if where == place)
        print(f"{place:<8} {told}")  # noqa: T201 - a report


if __name__ == "__main__":
    main()
