"""Augmented runs: what most of them detect counts; what one detects alone counts for little."""

from __future__ import annotations

import numpy as np

from vision.finding.augmentation import averaged
from vision.finding.decode import Rectangles

HERE = (100.0, 100.0, 30.0, 40.0, 0.0)
THERE = (300.0, 100.0, 30.0, 40.0, 0.2)


def run(*detections: tuple[tuple[float, ...], float]) -> Rectangles:
    boxes = np.array([box for box, _ in detections], np.float32).reshape(-1, 5)
    return Rectangles(boxes, np.array([score for _, score in detections], np.float32))


def test_a_detection_scores_the_mean_of_all_runs() -> None:
    near = (101.0, 99.0, 31.0, 39.0, 0.0)
    merged = averaged([run((HERE, 0.9), (THERE, 0.8)), run((near, 0.5)), run()])
    assert merged.scores.tolist() == sorted(merged.scores.tolist(), reverse=True)
    by_place = {round(float(x)): float(s) for x, s in zip(merged.boxes[:, 0], merged.scores, strict=True)}
    np.testing.assert_allclose(by_place[100], (0.9 + 0.5) / 3, rtol=1e-6)
    np.testing.assert_allclose(by_place[101], (0.9 + 0.5) / 3, rtol=1e-6)
    np.testing.assert_allclose(by_place[300], 0.8 / 3, rtol=1e-6)


def test_of_one_run_the_likest_detection_counts_once() -> None:
    merged = averaged([run((HERE, 0.4)), run((HERE, 0.6), (HERE, 0.2))])
    np.testing.assert_allclose(merged.scores, [0.5, 0.5, 0.5], rtol=1e-6)


def test_a_rectangle_that_lies_another_way_is_another_detection() -> None:
    along, across = (100.0, 100.0, 25.0, 60.0, 0.0), (100.0, 100.0, 60.0, 25.0, 0.0)
    merged = averaged([run((along, 0.8)), run((across, 0.8))])
    np.testing.assert_allclose(merged.scores, [0.4, 0.4], rtol=1e-6)


def test_no_detection_is_averaged_to_none() -> None:
    assert len(averaged([run(), run()])) == 0
