"""Chooses the score from which a finder's detections count, by how well they match labelled boxes."""

import math
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from yakulens.datasets.truth import LabelledBoxes
from yakulens.models.evaluate.matching import match_boxes
from yakulens.vision.finding.decode import corners
from yakulens.vision.finding.detector import Detector
from yakulens.vision.finding.merging import merge_windows
from yakulens.vision.finding.windows import first_windows
from yakulens.vision.model_card import FinderSettings
from yakulens.vision.picture.photo import Photo

SCORES: Final = tuple(round(0.05 * number, 2) for number in range(1, 17))
"""The scores that are tried: 0.05 to 0.8."""


_SURE: Final = 0.85
"""What a detection beyond doubt scores."""


class Threshold(NamedTuple):
    """What a finder finds where only detections of a least score count.

    Attributes:
        score: the least score.
        found: boxes with a detection.
        boxes: all boxes.
        extra: detections without a box, on photos on which every tile is boxed.
    """

    score: float
    found: int
    boxes: int
    extra: int

    @property
    def f1(self) -> float:
        """The harmonic mean of recall and precision.

        >>> Threshold(0.3, 8, 10, 0).f1
        0.8888888888888888
        """
        total = self.boxes + self.found + self.extra
        return 2 * self.found / total if total else 0.0


class ScoredReading(NamedTuple):
    """A photo's detections: the scores of those in a box, those of the others, and the number of boxes."""

    matched: NDArray[np.float32]
    others: NDArray[np.float32]
    boxes: int


def scored(detector: Detector, photo: Photo, truth: LabelledBoxes) -> ScoredReading:
    """A photo's detections by a finder, beside its boxes."""
    rectangles = merge_windows(
        [detector.detect(photo.pyramid, window) for window in first_windows(photo.size, detector.settings)],
        detector.settings,
    )
    in_box = match_boxes(corners(rectangles.boxes), truth.corners())
    is_matched = np.array([number in in_box for number in range(len(rectangles))], bool)
    others = rectangles.scores[~is_matched] if truth.complete else np.zeros(0, np.float32)
    return ScoredReading(rectangles.scores[is_matched], others, len(truth.boxes))


def thresholds(photos: Iterable[ScoredReading], scores: Sequence[float] = SCORES) -> list[Threshold]:
    """What is found at each of some least scores.

    >>> one = ScoredReading(np.array([0.9, 0.2], np.float32), np.array([0.1], np.float32), 3)
    >>> [(each.score, each.found, each.extra) for each in thresholds([one], [0.05, 0.5])]
    [(0.05, 2, 1), (0.5, 1, 0)]
    """
    all_photos = list(photos)
    return [
        Threshold(
            score,
            sum(int((photo.matched >= score).sum()) for photo in all_photos),
            sum(photo.boxes for photo in all_photos),
            sum(int((photo.others >= score).sum()) for photo in all_photos),
        )
        for score in scores
    ]


def best(tried: Sequence[Threshold]) -> Threshold:
    """The threshold with the best balance of recall and precision; of equals that nearest to the usual."""
    usual = FinderSettings("").min_score
    return max(tried, key=lambda each: (round(each.f1, 6), -abs(each.score - usual)))


def power_for(photos: Iterable[ScoredReading], threshold: float) -> float:
    """The power to which a network's scores are raised so that half of what it finds rightly is beyond doubt.

    What weighs detections against each other expects a sure one to score 0.85 or more. Of a network that does
    so anyway the power is 1.

    >>> one = ScoredReading(np.array([0.24, 0.2], np.float32), np.zeros(0, np.float32), 2)
    >>> power_for([one], 0.1), power_for([one._replace(matched=np.array([0.9], np.float32))], 0.1)
    (0.1073, 1.0)
    """
    matched = np.concatenate([photo.matched for photo in photos])
    median = float(np.median(matched[matched >= threshold]))
    return 1.0 if median >= _SURE else round(math.log(_SURE) / math.log(median), 4)
