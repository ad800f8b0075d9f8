"""Compare a reading with the arrangement that it shows."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from yakulens.datasets.render.scene import Arrangement
from yakulens.vision.detections import Detections
from yakulens.vision.reading import Reading, ReadMeld


def owners(reading: Reading, detections: Detections, found: NDArray[np.int64]) -> list[int]:
    """The placement that each tile of the reading shows (-1: a false positive)."""
    centres = detections.quads.mean(axis=1)
    middles = np.array([t.quad for t in reading.tiles]).mean(axis=1)
    return [int(found[np.linalg.norm(centres - m, axis=1).argmin()]) for m in middles]


def differences(reading: Reading, owner: list[int], scene: Arrangement) -> list[str]:
    """One word for each difference between reading and scene; empty if the reading is right."""
    wrong = []
    if sorted(owner[i] for i in reading.concealed) != sorted(scene.concealed):
        wrong.append("concealed")
    if (None if reading.win is None else owner[reading.win]) != scene.win:
        wrong.append("win")
    wrong += _melds(reading, owner, scene)
    if {owner[i] for i in reading.indicators} != _shown(scene, owner):
        wrong.append("indicators")
    return wrong


def _shown(scene: Arrangement, owner: list[int]) -> set[int]:
    """The visible indicators; none if nothing else of the dead wall is visible."""
    wall = [k for k in owner if k >= 0 and scene.placements[k].face == "back" and scene.placements[k].level]
    beside = [k for k in wall if any(abs(k - i) == 1 for i in scene.indicators)]
    if not beside:
        return set()
    over = [i for i in scene.indicators if scene.placements[i].level]
    under = [i for i in scene.indicators if not scene.placements[i].level]
    # Indicators identify tiles turned over from below them, unless the photo cuts the indicators off.
    pairs = [(o, u) for o, u in zip(over, under, strict=False) if u in owner]
    known = all(o in owner for o, _ in pairs)
    return {i for i in (*over, *(u for _, u in pairs if known)) if i in owner}


def _melds(reading: Reading, owner: list[int], scene: Arrangement) -> list[str]:
    # A meld's undetected tile may be known from the others, as one hidden under another is.
    seen = set(owner)

    def described(meld: ReadMeld, ids: list[int]) -> tuple[object, ...]:
        return (meld.kind, ids, meld.rotated, meld.backs, meld.origin)

    got = sorted((described(m, [owner[i] for i in m.ids]) for m in reading.melds), key=repr)
    want = sorted((described(m, [i for i in m.ids if i in seen]) for m in scene.melds), key=repr)
    if got == want:
        return []
    if [sorted(m[1]) for m in got] != [sorted(m[1]) for m in want]:  # type: ignore[call-overload]
        return ["melds"]
    return [
        name
        for k, name in enumerate(("kind", "order", "rotated", "backs", "from"))
        if [m[k] for m in got] != [m[k] for m in want]
    ]
