"""A finder's raw output becomes oriented rectangles; what has another form is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from yakulens.vision.finding.decode import (
    Rectangles,
    UnknownOutputError,
    corners,
    decode,
    export_form,
    probabilistic_iou,
    upright,
)
from yakulens.vision.geometry.overlap import intersection, non_maximum_suppression

if TYPE_CHECKING:
    from numpy.typing import NDArray

ONE_CLASS = {"task": "obb", "names": "{0: 'tile'}"}

sides = st.floats(4, 200)
box_rows = st.tuples(st.floats(0, 500), st.floats(0, 500), sides, sides, st.floats(-7, 7))


def boxes(*rows: tuple[float, ...]) -> NDArray[np.float32]:
    return np.array(rows, np.float32).reshape(-1, 5)


def raw(*rows: tuple[float, ...]) -> NDArray[np.float32]:
    """(1, 6, A) of rows cx, cy, w, h, score, angle."""
    return np.array(rows, np.float32).T[None]


def test_upright_boxes_are_rectangles_of_no_angle() -> None:
    """Raw and finished rows of plain boxes, of two classes of which the second is no tile."""
    raw_rows = np.array([[50, 60, 30, 40, 0.9, 0.1], [80, 60, 30, 40, 0.2, 0.9]], np.float32).T[None]
    ready = np.array([[[35, 40, 65, 80, 0.9, 0], [65, 40, 95, 80, 0.9, 1]]], np.float32)
    for form, output in (("upright raw", raw_rows), ("upright ready", ready)):
        assert len(decode(output, form, 0.5)) == 2  # type: ignore[arg-type]
        found = decode(output, form, 0.5, [True, False])  # type: ignore[arg-type]
        assert found.boxes.tolist() == [[50, 60, 30, 40, 0]]
        np.testing.assert_allclose(found.classes, [[0.9, 0]])


def test_the_form_is_told_by_metadata_and_shape() -> None:
    assert export_form(ONE_CLASS, [1, 6, "anchors"]) == "raw"
    assert export_form({"task": "obb", "names": str(dict.fromkeys(range(39), "x"))}, [1, 44, 8400]) == "raw"
    assert export_form(ONE_CLASS, [1, 300, 7]) == "ready"


@pytest.mark.parametrize(
    ("metadata", "shape", "what"),
    [
        ({"task": "segment", "names": "{0: 'tile'}"}, [1, 6, 100], "task 'obb' or 'detect'"),
        ({"task": "detect", "names": "{0: 'tile'}"}, [1, 300, 7], r"\(1, 5, A\) or \(1, N, 6\)"),
        ({}, [1, 6, 100], "task 'obb'"),
        ({"task": "obb"}, [1, 6, 100], "names"),
        ({"task": "obb", "names": "__import__('os')"}, [1, 6, 100], "names"),
        ({"task": "obb", "names": "{}"}, [1, 6, 100], "names"),
        (ONE_CLASS, [1, 5, 8400], r"\(1, 6, A\).*found \(1, 5, 8400\)"),
        (ONE_CLASS, [1, 300, 6], "found"),
        (ONE_CLASS, [6, 100], "found"),
    ],
)
def test_any_other_form_is_refused(metadata: dict[str, str], shape: list[int | str], what: str) -> None:
    with pytest.raises(UnknownOutputError, match=what):
        export_form(metadata, shape)


def test_raw_rows_are_kept_from_the_least_score_best_first() -> None:
    found = decode(raw((10, 20, 30, 40, 0.5, 0.1), (1, 2, 3, 4, 0.29, 0), (5, 6, 7, 8, 0.9, 0.2)), "raw", 0.3)
    assert found.scores.tolist() == pytest.approx([0.9, 0.5])
    np.testing.assert_allclose(found.boxes, [[5, 6, 7, 8, 0.2], [10, 20, 30, 40, 0.1]], rtol=1e-6)


def test_with_several_classes_the_best_one_is_the_score() -> None:
    output = np.array([[[10], [20], [30], [40], [0.2], [0.7], [0.1]]], np.float32)
    found = decode(output, "raw", 0.5)
    assert found.scores.tolist() == pytest.approx([0.7])
    assert found.boxes[0, 4] == pytest.approx(0.1)


def test_ready_rows_have_the_class_before_the_angle() -> None:
    found = decode(np.array([[[10, 20, 30, 40, 0.8, 3, 0.25]]], np.float32), "ready", 0.5)
    np.testing.assert_allclose(found.boxes, [[10, 20, 30, 40, 0.25]])


def test_rows_that_are_no_rectangle_are_dropped() -> None:
    nan = float("nan")
    broken = [
        (10, 20, nan, 40, 0.9, 0),
        (10, 20, 30, 0, 0.9, 0),
        (10, 20, 30, 40, 0.9, nan),
        (10, 20, 30, 40, nan, 0),
    ]
    assert len(decode(raw(*broken, (nan, 20, 30, 40, 0.9, 0)), "raw", 0.1)) == 0


def rectangles(boxes: np.ndarray, scores: np.ndarray) -> Rectangles:
    """Rectangles of one class."""
    return Rectangles(boxes, scores, scores[:, None])


def suppress(found: Rectangles, most_overlap: float) -> Rectangles:
    """The detections that suppression keeps, best first."""
    return found[non_maximum_suppression(probabilistic_iou(found.boxes) > most_overlap, found.scores)]


def test_nothing_found_is_no_error() -> None:
    found = decode(np.zeros((1, 6, 0), np.float32), "raw", 0.3)
    assert len(suppress(found, 0.5)) == 0
    assert corners(upright(found.boxes)).shape == (0, 4, 2)


def test_the_corners_run_clockwise_from_a_short_side() -> None:
    quad = corners(boxes((100, 50, 20, 40, 0.0)))[0]
    np.testing.assert_allclose(quad, [[90, 30], [110, 30], [110, 70], [90, 70]], atol=1e-4)


def test_the_angle_turns_clockwise_as_seen() -> None:
    quad = corners(boxes((0, 0, 20, 40, np.pi / 2)))[0]
    np.testing.assert_allclose(quad[0], [20, -10], atol=1e-4)  # its top left has turned to the top right


@given(box_rows)
def test_upright_keeps_the_rectangle_and_puts_the_long_side_first(row: tuple[float, ...]) -> None:
    before, after = boxes(row), upright(boxes(row))
    assert after[0, 3] >= after[0, 2]
    assert -np.pi / 2 - 1e-5 < after[0, 4] <= np.pi / 2 + 1e-5
    as_set = [sorted(map(tuple, np.round(corners(b)[0], 2).tolist())) for b in (before, after)]
    np.testing.assert_allclose(as_set[0], as_set[1], atol=0.05)


@given(st.lists(box_rows, min_size=1, max_size=6))
def test_overlap_is_symmetric_between_0_and_1_and_1_with_itself(rows: list[tuple[float, ...]]) -> None:
    overlap = probabilistic_iou(boxes(*rows))
    assert (overlap >= 0).all()
    assert (overlap <= 1).all()
    np.testing.assert_allclose(overlap, overlap.T, atol=1e-9)
    np.testing.assert_allclose(np.diag(overlap), 1, atol=1e-3)


tile_rows = st.tuples(
    st.floats(0, 60), st.floats(0, 60), st.floats(24, 36), st.floats(36, 48), st.floats(-2, 2)
)


def overlaps(one: tuple[float, ...], other: tuple[float, ...]) -> tuple[float, float]:
    """The exact intersection over union of two tiles, and the probabilistic one."""
    pair = boxes(one, other)
    common = intersection(*corners(pair))
    return common / (one[2] * one[3] + other[2] * other[3] - common), probabilistic_iou(pair)[0, 1]


@given(tile_rows, st.floats(-2, 2), st.floats(-2, 2), st.floats(-0.05, 0.05))
def test_tiles_that_cover_each_other_overlap(
    one: tuple[float, ...], right: float, down: float, turned: float
) -> None:
    exact, overlap = overlaps(one, (one[0] + right, one[1] + down, *one[2:4], one[4] + turned))
    assert exact > 0.7
    assert overlap > 0.5


@given(tile_rows, st.floats(0.96, 3), st.floats(0, 6.3))
def test_tiles_side_by_side_do_not_overlap(one: tuple[float, ...], apart: float, way: float) -> None:
    x, y, w, h, angle = one
    far = apart * float(np.hypot(w, h))
    exact, overlap = overlaps(one, (x + far * np.cos(way), y + far * np.sin(way), w, h, angle))
    assert exact < 0.1
    assert overlap < 0.5


def test_one_tile_found_twice_is_kept_once_and_the_better_detection_stays() -> None:
    found = rectangles(boxes((50, 50, 30, 40, 0), (52, 51, 30, 40, 0.1)), np.array([0.6, 0.9], np.float32))
    assert suppress(found, 0.5).scores.tolist() == pytest.approx([0.9])


def test_of_overlapping_detections_the_one_that_comes_first_by_another_order_stays() -> None:
    found = rectangles(
        boxes((50, 50, 30, 40, 0), (52, 50, 30, 40, 0), (200, 50, 30, 40, 0)),
        np.array([0.6, 0.9, 0.3], np.float32),
    )
    kept = found[non_maximum_suppression(probabilistic_iou(found.boxes) > 0.5, np.array([0.6, 0.5, 0.7]))]
    assert kept.scores.tolist() == pytest.approx([0.3, 0.6])


def test_the_same_tile_with_its_sides_swapped_is_still_one() -> None:
    found = rectangles(
        boxes((50, 50, 30, 40, 0), (50, 50, 40, 30, np.pi / 2)), np.array([0.6, 0.9], np.float32)
    )
    assert len(suppress(found, 0.5)) == 1


@pytest.mark.parametrize("turn", [0.0, 0.3, 1.2])
def test_neighbours_in_a_row_and_in_a_column_all_stay(turn: float) -> None:
    places = np.array([(30 * i, 40 * j) for i in range(5) for j in range(3)], float)
    rotation = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    placed = places @ rotation + 200
    rows = boxes(*((x, y, 30, 40, turn) for x, y in placed))
    assert len(suppress(rectangles(rows, np.linspace(0.4, 0.9, 15, dtype=np.float32)), 0.5)) == 15
