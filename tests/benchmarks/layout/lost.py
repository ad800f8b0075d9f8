"""Measure what comes of a hand that lost a tile: whether the reading asks, and whether it says where.

``python -m tests.benchmarks.layout.lost 120 --first 7000`` arranges scenes, drops one tile of each hand's row
from what an imperfect recogniser finds (its first, one between, its last), and counts the answers.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator

import numpy as np

from tests.benchmarks.layout.shown import Shot, shot
from tests.benchmarks.layout.survey import DRAWS
from tests.vision.ideal import USUAL
from tests.vision.layout.bundled import read
from yakulens.datasets.render.arrange import SCENES
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
        for place, lost in dropped(shown, number):
            kept = [k for k in range(len(shown.detections)) if k != lost]
            counts[place, answer(read(shown.detections[kept], None))] += 1
    for place in ("first", "between", "last"):
        told = ", ".join(f"{what} {n}" for (where, what), n in sorted(counts.items()) if where == place)
        print(f"{place:<8} {told}")  # noqa: T201 - a report


if __name__ == "__main__":
    main()
