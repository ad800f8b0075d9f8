"""Test-time augmentation: a window is shown to the finder in several forms, and the scores are averaged.

A tile that a finder misses at one size it may find at another, and a false positive at one size is mostly
none at the next. So each detection is worth the mean of the scores that all runs give to its place.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from vision.finding.decode import Rectangles, probabilistic_iou

if TYPE_CHECKING:
    from collections.abc import Sequence

_SAME_TILE: Final = 0.6
"""Probabilistic IoU from which the detections of two runs are of the same tile."""


@dataclass(frozen=True, slots=True)
class Augmentation:
    """How a window is shown to the finder.

    Attributes:
        enlarged: how many times larger than the window's own scale says.
        mirrored: whether left and right are exchanged.
    """

    enlarged: float = 1.0
    mirrored: bool = False


PLAIN: Final = (Augmentation(),)
"""Every window once, as it is."""
TEST_TIME: Final = (Augmentation(), Augmentation(1.25), Augmentation(1.5), Augmentation(mirrored=True))
"""Every window in four forms, between which the finder's random errors differ."""


def averaged(runs: Sequence[Rectangles]) -> Rectangles:
    """The detections of all runs on one window, each with its mean score, best first, duplicates still in.

    A run that has no detection at a place counts as zero there.

    >>> there = np.array([[50, 50, 30, 40, 0]], np.float32)
    >>> runs = [Rectangles(there, np.array([0.75], np.float32)), Rectangles.none()]
    >>> averaged(runs).scores.tolist()
    [0.375]
    """
    every = Rectangles.joined(runs)
    if not len(every):
        return every
    same = probabilistic_iou(every.boxes) >= _SAME_TILE
    total = np.zeros(len(every))
    start = 0
    for run in runs:
        own = same[:, start : start + len(run)]
        total += np.where(own, run.scores, 0.0).max(axis=1, initial=0.0)
        start += len(run)
    means = (total / len(runs)).astype(np.float32)
    return Rectangles(every.boxes, means).take(np.argsort(-means, kind="stable"))
