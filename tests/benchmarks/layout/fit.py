"""Fit the decoder's priors to scenes: ``python -m tests.benchmarks.layout.fit --help``.

It moves each prior up and down while more hands come out right. Scenes are drawn as in training, from
separate seeds, and read as a real recogniser reads. No photo takes part.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Final

import numpy as np

from tests.benchmarks.layout.__main__ import network_of
from tests.benchmarks.layout.tables import judged, scene_of
from yakulens.models.train.layout_scenes import LayoutScene
from yakulens.models.train.layout_seen import SeenBank, SeenTiles
from yakulens.vision.layout.decode.frame import Tiles
from yakulens.vision.layout.decode.open_hands import likeliest_table
from yakulens.vision.layout.decode.opinion import Opinion
from yakulens.vision.layout.network import LayoutNetwork
from yakulens.vision.layout.on_table import Observed, observe, on_table
from yakulens.vision.layout.priors import DEFAULT_PRIORS, LayoutPriors
from yakulens.vision.layout.read import plane_mask
from yakulens.vision.layout.report.reading import laid_out

_STEPS: Final = (0.5, -0.5, 1.5, -1.5)
_FACTORS: Final = (1.4, 0.7)
_SCALED: Final = frozenset({"pair", "unread", "same_hand"})
_KEPT: Final = frozenset({"least", "rival", "meant", "review", "unsure", "surest", "sifted", "doubted"})
"""Priors that are not fitted: thresholds of questions, and those about sifted tiles, which scenes lack."""
_PARTLY: Final = 0.34
"""Score of a hand with one of its three parts wrong."""


@dataclass(frozen=True, slots=True, eq=False)
class Case:
    """A scene, with everything that does not depend on priors."""

    scene: LayoutScene
    seen: Observed
    opinion: Opinion
    tiles: Tiles


def cases(network: LayoutNetwork, first: int, hands: int, tables: int, bank: SeenBank | None) -> list[Case]:
    """Scenes of seeds from ``first`` on: single hands, then whole tables."""
    found = []
    for k in range(hands + tables):
        scene = scene_of(first + k, table=k >= hands, bank=bank)
        seen = observe(scene.detections)
        every = scene.detections[seen.source]
        opinion = network.opinion(every)
        tiles = on_table(seen, plane_mask(opinion, np.ones(len(seen), bool)))
        found.append(Case(scene, seen, opinion, tiles))
    return found


def score(known: list[Case], priors: LayoutPriors) -> float:
    """The share of hands that are right; a partly wrong hand counts partly."""
    total = 0.0
    for case in known:
        table = likeliest_table(case.tiles, case.opinion, priors)
        reading = laid_out(table, case.tiles, case.seen, priors).reading
        total += max(0.0, 1.0 - len(judged(case.scene, reading, 0.0).wrong) * (1 - _PARTLY))
    return total / len(known)


def moved(priors: LayoutPriors, room: str, name: str) -> list[LayoutPriors]:
    """The priors with one of them moved slightly in either direction."""
    holder = getattr(priors, room) if room else priors
    value = getattr(holder, name)
    values = [value * f for f in _FACTORS] if name in _SCALED else [value + step for step in _STEPS]
    changed = [replace(holder, **{name: round(one, 2)}) for one in values]
    return [replace(priors, **{room: one}) if room else one for one in changed]


def fitted(known: list[Case], priors: LayoutPriors, rounds: int) -> LayoutPriors:
    """The priors with which more hands are right; priors that change nothing stay."""
    names = [
        *(("counts", one.name) for one in fields(priors.counts)),
        *(("calls", one.name) for one in fields(priors.calls)),
        *(("", one.name) for one in fields(priors) if isinstance(getattr(priors, one.name), float)),
    ]
    best = score(known, priors)
    print(f"begins with {best:.4f} of {len(known)}", flush=True)  # noqa: T201 - a long command
    for _ in range(rounds):
        before = best
        for room, name in names:
            if name in _KEPT:
                continue
            for tried in moved(priors, room, name):
                if (right := score(known, tried)) > best + 1e-9:
                    best, priors = right, tried
                    value = getattr(getattr(tried, room) if room else tried, name)
                    print(f"{right:.4f} {room} {name} = {value}", flush=True)  # noqa: T201
        if best == before:
            break
    return priors


def main() -> None:
    """Fit, and print what has changed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--model", help="whose layout network (default: that of the model in use)")
    parser.add_argument("--seen", type=Path, help="what `yakulens train seen` kept")
    parser.add_argument("--first", type=int, default=400_000, help="first seed")
    parser.add_argument("--hands", type=int, default=160)
    parser.add_argument("--tables", type=int, default=90)
    parser.add_argument("--rounds", type=int, default=2)
    args = parser.parse_args()
    bank = SeenBank(SeenTiles.load(args.seen)) if args.seen else None
    network = network_of(args.model)
    known = cases(network, args.first, args.hands, args.tables, bank)
    print(fitted(known, DEFAULT_PRIORS, args.rounds))  # noqa: T201


if __name__ == "__main__":
    main()
