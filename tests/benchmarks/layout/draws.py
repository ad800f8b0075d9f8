"""Measure how well every open hand of an exhaustive draw is read: side, tiles, tenpai or not.

``python -m tests.benchmarks.layout.draws 200`` prints the table for exact detections. ``--pixels DIR --fonts
/usr/share/fonts`` prints it for photos rendered into DIR and read by the model; its finds are cached there.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np

from tests.benchmarks.layout.pixels import Gallery, Seen
from tests.benchmarks.layout.shown import Shot, Way, shot, timed
from tests.vision.ideal import PERFECT
from tests.vision.layout.bundled import read
from yakulens.datasets.render.scene import Arrangement
from yakulens.scorer.counts import any_above_four, count
from yakulens.scorer.decompose import completing
from yakulens.vision.labels import FACES, plain
from yakulens.vision.reading import SIDES, Reading

KIND: Final = "exhaustive draw"
PHOTO: Final = (1944, 2592)
"""Height and width of the rendered photos, pixels: a phone's, at half its resolution."""
WHOLE: Final = 13


@dataclass(frozen=True, slots=True)
class Draw:
    """The verdict on one scene.

    Attributes:
        seed: of the scene.
        hands: number of open hands.
        wrong: for each of them what was misread, in words; () if nothing was.
        extra: number of hands that were read where none lies.
        ms: the layout's milliseconds.
    """

    seed: int
    hands: int
    wrong: tuple[tuple[str, ...], ...]
    extra: int
    ms: float


def run(shown: Shot | Seen, seed: int, way: Way) -> Draw:
    """Read one scene in one way."""
    reading, ms = timed(shown, way)
    told = compared(reading, shown.owners(reading), shown.scene, shown.side)
    return Draw(seed, len(shown.scene.shown), *told, ms)


def compared(
    reading: Reading, owner: Sequence[int], scene: Arrangement, turn: float
) -> tuple[tuple[tuple[str, ...], ...], int]:
    """What is wrong with each open hand, and how many hands were read where none lies."""
    read = {hand.side: hand for hand in reading.hands}
    sides = [SIDES[round((hand.seat - turn) / 90.0) % 4] for hand in scene.shown]
    wrong = []
    for side, truth in zip(sides, scene.shown, strict=True):
        hand = read.get(side)
        if hand is None:
            wrong.append(("side",))
            continue
        words = []
        concealed = [*hand.concealed, *(() if hand.win is None else (hand.win,))]
        if sorted(owner[k] for k in concealed) != sorted(truth.concealed):
            words.append("concealed")
        got = sorted((m.kind, m.rotated, m.origin or "", tuple(owner[k] for k in m.ids)) for m in hand.melds)
        seen = set(owner)
        want = sorted(
            (m.kind, m.rotated, m.origin or "", tuple(k for k in m.ids if k in seen)) for m in truth.melds
        )
        if got != want:
            words.append("melds")
        faces = Counter(reading.face(k) for k in concealed)
        if faces != Counter(scene.placements[k].face for k in truth.concealed):
            words.append("faces")
        if tenpai(list(faces.elements()), len(hand.melds)) != tenpai(
            [scene.placements[k].face for k in truth.concealed], len(truth.melds)
        ):
            words.append("tenpai")
        wrong.append(tuple(words))
    return tuple(wrong), len(set(read) - set(sides))


def tenpai(concealed: Sequence[str], melds: int) -> bool:
    """Whether thirteen tiles wait for one."""
    if len(concealed) + 3 * melds != WHOLE or any(face not in FACES for face in concealed):
        return False
    counts = count([plain(face) for face in concealed])
    return not any_above_four(counts) and bool(completing(counts, melds))


def report(draws: Sequence[Draw]) -> str:
    """The Markdown table, and the wrong scenes."""
    every = [words for draw in draws for words in draw.wrong]
    rows = ["| open hands | right | |", "|---|--:|--:|"]
    for name, words in (
        ("side", {"side"}),
        ("concealed tiles", {"side", "concealed", "faces"}),
        ("melds", {"side", "melds"}),
        ("tenpai or not", {"side", "tenpai"}),
        ("all", {"side", "concealed", "faces", "melds", "tenpai"}),
    ):
        right = sum(words.isdisjoint(wrong) for wrong in every)
        rows.append(f"| {name} | {right}/{len(every)} | {100 * right / max(len(every), 1):.1f} % |")
    failed = [f"{d.seed}: {'; '.join(' '.join(w) or '-' for w in d.wrong)}" for d in draws if any(d.wrong)]
    extra = sum(draw.extra for draw in draws)
    where = [draw.seed for draw in draws if draw.extra]
    ms = sorted(draw.ms for draw in draws)
    return "\n".join(
        [
            *rows,
            "",
            f"hands read where none lies open: {extra} {where}",
            f"layout, ms: median {np.median(ms):.0f}, most {ms[-1]:.0f}",
            *failed,
        ]
    )


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("count", type=int, nargs="?", default=200)
    parser.add_argument("--first", type=int, default=0, help="first seed")
    parser.add_argument("--pixels", metavar="DIR", help="read photos rendered into this folder")
    parser.add_argument(
        "--fonts", metavar="DIR", action="append", default=[], help="designs drawn from these"
    )
    parser.add_argument("--model", help="name or card of the model (default: the bundled one)")
    args = parser.parse_args()
    gallery = Gallery(Path(args.pixels), args.fonts, args.model, size=PHOTO) if args.pixels else None
    seeds = range(args.first, args.first + args.count)
    shown = ((seed, gallery.show(KIND, seed) if gallery else shot(KIND, seed, PERFECT)) for seed in seeds)
    ways = (gallery.way(KIND, seed) if gallery else read for seed in seeds)
    print(report([run(one, seed, way) for (seed, one), way in zip(shown, ways, strict=True)]))  # noqa: T201 - a report


if __name__ == "__main__":
    main()
