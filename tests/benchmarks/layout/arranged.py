"""Measure what a layout reads right in arranged scenes with noise."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from tests.benchmarks.layout.compare import differences
from tests.benchmarks.layout.shown import Shot, Way, shot, timed
from tests.benchmarks.layout.survey import BESIDES, DRAWS
from tests.vision.ideal import Noise
from yakulens.datasets.render.arrange import SCENES
from yakulens.vision.labels import OTHER

_NOISE = 7  # separates the noise's random numbers from the scene's


def drawn_noise(rng: np.random.Generator) -> Noise:
    """Random noise of a recogniser on real photos: from nearly perfect to one tile in sixteen missed."""
    return Noise(
        corner=float(rng.uniform(0.02, 0.09)),
        missed=float(rng.uniform(0.0, 0.06)),
        double=float(rng.uniform(0.0, 0.03)),
        stray=float(rng.uniform(0.0, 3.0)),
        mistaken=float(rng.uniform(0.002, 0.03)),
        doubtful=float(rng.uniform(0.02, 0.15)),
        turned=float(rng.uniform(0.01, 0.05)),
    )


def shots(count: int, first: int, only: str = "", *, draws: bool = False) -> Iterator[Shot]:
    """``count`` scenes with noise, spread evenly over the kinds with one hand, or draws."""
    kinds = [k for k in SCENES if k not in DRAWS and not k.startswith("bare") and only in k]
    kinds = [*DRAWS] if draws else kinds
    for n in range(count):
        seed = first + n // len(kinds)
        yield shot(kinds[n % len(kinds)], seed, drawn_noise(np.random.default_rng([seed, _NOISE])))


@dataclass(frozen=True, slots=True)
class Judged:
    """The verdict on one scene.

    Attributes:
        wrong: what is misread, among the tiles that were found.
        missed: number of the hand's tiles that were not found.
        asked: number of questions of the reading.
        ms: processor time, milliseconds.
    """

    wrong: tuple[str, ...]
    missed: int
    asked: int
    ms: float

    @property
    def silent(self) -> bool:
        """Whether it is wrong or lacks a tile, without a question about it."""
        return bool(self.wrong or self.missed) and not self.asked


def judged(shot: Shot, way: Way) -> Judged:
    """Read a scene in one way, and compare it with what was found."""
    reading, ms = timed(shot, way)
    seen = set(shot.found.tolist())
    scene = shot.scene
    visible = replace(
        scene,
        concealed=tuple(k for k in scene.concealed if k in seen and scene.placements[k].face != OTHER),
        win=scene.win if scene.win in seen else None,
    )
    wrong = ["tiles"]
    if reading.tiles:
        owner = shot.owners(reading)
        # It does not matter whether a tile that riichi does not use is reported with the hand.
        held = tuple(t for t in reading.concealed if owner[t] < 0 or scene.placements[owner[t]].face != OTHER)
        wrong = differences(replace(reading, concealed=held), owner, visible)
    return Judged(tuple(wrong), len(shot.missed), len(reading.issues), ms)


def totals(results: list[Judged]) -> str:
    """The figures in one line."""
    ms = sorted(one.ms for one in results)
    n = len(results)
    right = sum(not one.wrong for one in results)
    structure = sum(BESIDES.issuperset(one.wrong) for one in results)
    words = Counter(word for one in results for word in one.wrong)
    silent = [one for one in results if one.silent]
    return (
        f"right {right}/{n} = {100 * right / n:.1f} %, "
        f"melds and winner {structure} = {100 * structure / n:.1f} %, "
        f"silent {sum(bool(one.wrong) for one in silent)} wrong and "
        f"{sum(not one.wrong for one in silent)} with a tile missed, "
        f"questions {sum(one.asked for one in results) / n:.2f}, "
        f"ms {ms[n // 2]:.0f} median {ms[int(0.95 * n)]:.0f} at 95 % {ms[-1]:.0f} most; "
        f"{dict(words.most_common())}"
    )
