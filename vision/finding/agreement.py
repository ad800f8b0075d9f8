"""What several looks at the same place agree on.

A tile that a finder misses at one size it may find at another, and what it takes for a tile by chance it
mostly takes for one only once. So each find is worth the mean of what all looks say of its place.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from vision.finding.decode import Rectangles, probabilistic_iou

if TYPE_CHECKING:
    from collections.abc import Sequence

_ALIKE: Final = 0.6
"""Probabilistic IoU from which two looks' finds are of the same tile."""


def agreed(looks: Sequence[Rectangles]) -> Rectangles:
    """The finds of all looks, best first, duplicates still in; scores are means over the looks.

    A look that has nothing like a find counts as zero for it.
    """
    found = Rectangles.joined(looks)
    if not len(found):
        return found
    alike = probabilistic_iou(found.boxes) >= _ALIKE
    score = np.zeros(len(found))
    start = 0
    for look in looks:
        own = alike[:, start : start + len(look)]
        score += np.where(own, look.scores, 0.0).max(axis=1, initial=0.0)
        start += len(look)
    means = (score / len(looks)).astype(np.float32)
    return Rectangles(found.boxes, means).take(np.argsort(-means, kind="stable"))
