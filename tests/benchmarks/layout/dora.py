"""Measure what comes of the indicators on rendered photos: told, asked about, or missed.

``python -m tests.benchmarks.layout.dora 5 --first 190000 --pixels DIR --fonts /usr/share/fonts`` renders
scenes with a dead wall into DIR, or takes those that are there, and reads them. An indicator that is half
hidden does not count. Those that stand upside down before the owner of the hand are counted apart. The last
lines count tiles that are told or asked about and are none.
"""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path

import numpy as np

from tests.benchmarks.layout.pixels import Gallery
from tests.vision.ideal import kind_number
from yakulens.datasets.render.arrange import arrange

KINDS = ("dead wall", "dead wall, discards", "dead wall, ura", "whole table")
_HALF = 0.5
_TURNED = 135
"""Degrees from which a tile stands upside down before the owner."""


def outcomes(kind: str, seed: int, gallery: Gallery) -> Counter[str]:
    """What came of each indicator of one scene, and of tiles that are none."""
    shown = gallery.show(kind, seed)
    reading = gallery.way(kind, seed)(shown.detections, shown.unfiltered)
    owners = shown.owners(reading)
    told = {owners[tile] for tile in reading.indicators}
    asked = {owners[t] for issue in reading.issues if issue.code == "dora_indicator" for t in issue.ids}
    counts: Counter[str] = Counter()
    for one in shown.scene.indicators:
        if shown.visible[one] >= _HALF:
            read = "read, not told" if one in owners else "not read"
            away = abs((shown.scene.placements[one].angle + 180) % 360 - 180) > _TURNED
            came = "told" if one in told else "asked about" if one in asked else read
            counts[f"{came}{', upside down' if away else ''}"] += 1
    counts["told, but none"] += len(told - {*shown.scene.indicators})
    counts["asked about, but none"] += len(asked - {*shown.scene.indicators})
    return counts


def main() -> None:
    """Print the counts."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("count", type=int, nargs="?", default=3, help="scenes of each kind")
    parser.add_argument("--first", type=int, default=0, help="first seed")
    parser.add_argument("--pixels", metavar="DIR", required=True, help="where the photos are kept")
    parser.add_argument(
        "--fonts", metavar="DIR", action="append", default=[], help="designs drawn from these"
    )
    parser.add_argument("--model", help="name or card of the model (default: the bundled one)")
    args = parser.parse_args()
    gallery = Gallery(Path(args.pixels), args.fonts, args.model)
    total: Counter[str] = Counter()
    for kind in KINDS:
        for seed in range(args.first, args.first + args.count):
            if arrange(np.random.default_rng([seed, kind_number(kind)]), kind).indicators:
                total += outcomes(kind, seed, gallery)
    print("\n".join(f"{what:<27} {n}" for what, n in total.items()))  # noqa: T201 - a report


if __name__ == "__main__":
    main()
