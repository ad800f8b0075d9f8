"""Several looks agree on what most of them see; what one sees alone counts for little."""

from __future__ import annotations

import numpy as np

from vision.finding.agreement import agreed
from vision.finding.decode import Rectangles

HERE = (100.0, 100.0, 30.0, 40.0, 0.0)
THERE = (300.0, 100.0, 30.0, 40.0, 0.2)


def look(*finds: tuple[tuple[float, ...], float]) -> Rectangles:
    boxes = np.array([box for box, _ in finds], np.float32).reshape(-1, 5)
    return Rectangles(boxes, np.array([score for _, score in finds], np.float32))


def test_a_find_is_worth_the_mean_of_all_looks() -> None:
    near = (101.0, 99.0, 31.0, 39.0, 0.0)
    found = agreed([look((HERE, 0.9), (THERE, 0.8)), look((near, 0.5)), look()])
    assert found.scores.tolist() == sorted(found.scores.tolist(), reverse=True)
    by_place = {round(float(x)): float(s) for x, s in zip(found.boxes[:, 0], found.scores, strict=True)}
    np.testing.assert_allclose(by_place[100], (0.9 + 0.5) / 3, rtol=1e-6)
    np.testing.assert_allclose(by_place[101], (0.9 + 0.5) / 3, rtol=1e-6)
    np.testing.assert_allclose(by_place[300], 0.8 / 3, rtol=1e-6)


def test_of_one_look_the_likest_find_counts_once() -> None:
    found = agreed([look((HERE, 0.4)), look((HERE, 0.6), (HERE, 0.2))])
    np.testing.assert_allclose(found.scores, [0.5, 0.5, 0.5], rtol=1e-6)


def test_a_rectangle_that_lies_another_way_is_another_find() -> None:
    along, across = (100.0, 100.0, 25.0, 60.0, 0.0), (100.0, 100.0, 60.0, 25.0, 0.0)
    found = agreed([look((along, 0.8)), look((across, 0.8))])
    np.testing.assert_allclose(found.scores, [0.4, 0.4], rtol=1e-6)


def test_no_find_agrees_with_nothing() -> None:
    assert len(agreed([look(), look()])) == 0
