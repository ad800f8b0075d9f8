"""The fourth tile of a called triplet, found right beside it and hardly believed in.

Half hidden by what lies before it, it counts as no tile, and the quad is a triplet without it: the hand is
of a right size all the same, so that nothing else asks for one more. But a false find shows the face of the
set that it lies beside once in so many faces only.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

import numpy as np

from yakulens.vision.geometry.overlap import separations
from yakulens.vision.labels import LABELS, PLAIN, plain

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from yakulens.vision.detections import Detections
    from yakulens.vision.layout.rows.melds import MeldReading

BESIDE: Final = (0.9, 1.5)
"""From the nearest tile of its set it lies so far off, in short sides; nearer lie parts of that tile ..."""
APART: Final = 0.45
"""... and from any other tile that is known farther than this, which may hide it by half."""
BY_CHANCE: Final = math.log(len(PLAIN))
"""Log odds for it that lie in its face being that of the set."""


def fourth_tiles(
    known: Detections, source: Sequence[int], melds: Iterable[MeldReading], doubtful: Detections
) -> list[int]:
    """Which doubtful detections are the fourth tile of a triplet, at most one of each.

    Args:
        known: the detections that count as tiles.
        source: for each tile of the melds its index among these.
        melds: those of all hands that lie open.
        doubtful: all that was detected.

    >>> from yakulens.vision.example import detected
    >>> from yakulens.vision.layout.rows.melds import MeldReading
    >>> quad = detected("(7z) 7z 7z 7z")
    >>> pon = MeldReading("pon", (0, 1, 2), ("7z",) * 3, (0,), (), "left", -0.5)
    >>> fourth_tiles(quad.take(np.arange(3)), range(3), [pon], quad)
    [3]
    """
    shown = [plain(LABELS[k]) for k in doubtful.faces.argmax(axis=1)]
    there = doubtful.objectness.astype(np.float64) * doubtful.faces.max(axis=1, initial=0.0)
    likely = there / (1 - np.minimum(there, 0.999)) * math.exp(BY_CHANCE) > 1
    found: list[int] = []
    for meld in melds:
        if meld.kind != "pon":
            continue
        alike = np.flatnonzero(likely & np.array([face == meld.faces[0] for face in shown], bool))
        own = known.quads[[source[t] for t in meld.tiles]]
        beside = separations(doubtful.quads[alike], own).min(axis=1)
        apart = separations(doubtful.quads[alike], known.quads).min(axis=1)
        due = alike[(beside > BESIDE[0]) & (beside < BESIDE[1]) & (apart > APART)]
        if len(due):
            found.append(int(due[there[due].argmax()]))
    return found
