"""Which detections are tiles."""

import numpy as np
import pytest

from yakulens.vision.finding.selection import select_tiles
from yakulens.vision.labels import LABELS


def detected(*answers: tuple[float, float]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Quads side by side with the finder's score and the likeliest label's probability."""
    square = np.array([[0, 0], [30, 0], [30, 40], [0, 40]], np.float32)
    quads = np.stack([square + np.float32(50 * i) for i in range(len(answers))])
    faces = np.zeros((len(answers), len(LABELS)), np.float32)
    for i, (_, sureness) in enumerate(answers):
        faces[i] = (1 - sureness) / (len(LABELS) - 1)
        faces[i, 3] = sureness
    return quads, np.array([score for score, _ in answers], np.float32), faces


def touching(n: int) -> np.ndarray:
    """Quads of ``n`` tiles in a row."""
    square = np.array([[0, 0], [30, 0], [30, 40], [0, 40]], np.float32)
    return np.stack([square + np.float32([31 * i, 0]) for i in range(n)])


@pytest.mark.parametrize(
    ("score", "sureness", "kept"),
    [(0.9, 0.99, [0, 1]), (0.35, 0.9, [0, 1]), (0.9, 0.2, [0, 1]), (0.4, 0.2, [0]), (0.35, 0.3, [0])],
)
def test_what_is_found_badly_or_read_flatly_is_no_tile(
    score: float, sureness: float, kept: list[int]
) -> None:
    assert select_tiles(*detected((0.9, 0.9), (score, sureness))).tolist() == kept


def test_a_detection_far_less_sure_than_the_others_must_be_read_well_and_as_no_back() -> None:
    good = [(0.9, 0.95)] * 4
    quads, scores, faces = detected(*good, (0.5, 0.95), (0.5, 0.8), (0.5, 0.99))
    faces[6] = 0
    faces[6, LABELS.index("back")] = 1
    assert select_tiles(quads, scores, faces).tolist() == [0, 1, 2, 3, 4]


def test_backs_found_as_well_as_the_other_tiles_stay() -> None:
    quads, scores, faces = detected((0.9, 0.95), (0.85, 0.95), (0.8, 0.95))
    faces[2] = 0
    faces[2, LABELS.index("back")] = 1
    assert select_tiles(quads, scores, faces).tolist() == [0, 1, 2]


@pytest.mark.parametrize(
    ("x", "larger", "sureness", "kept"),
    [(150, 1.0, 0.95, True), (150, 1.0, 0.8, False), (260, 1.0, 0.95, False), (150, 1.6, 0.95, False)],
)
def test_a_faint_detection_counts_where_it_continues_a_row_and_is_read_for_sure(
    x: float, larger: float, sureness: float, *, kept: bool
) -> None:
    quads, scores, faces = detected((0.9, 0.95), (0.9, 0.95), (0.9, 0.95), (0.25, sureness))
    quads[3] = (quads[3] - quads[3].mean(axis=0)) * larger + (x + 15, 120)
    assert (3 in select_tiles(quads, scores, faces, firm_score=0.4)) == kept
    assert {0, 1, 2} <= set(select_tiles(quads, scores, faces, firm_score=0.4).tolist())


def test_a_detection_beside_no_other_counts_if_it_is_as_large_as_they_are_and_read_without_doubt() -> None:
    for sureness, larger, kept in ((0.99, 1.0, True), (0.95, 1.0, False), (0.99, 1.5, False)):
        _, scores, faces = detected(*[(0.9, 0.95)] * 7, (0.25, sureness))
        quads = touching(8)
        quads[7] = (quads[7] - quads[7].mean(axis=0)) * larger + (120, 100)
        assert (7 in select_tiles(quads, scores, faces, firm_score=0.4)) == kept


def test_a_blank_detection_that_touches_others_need_not_be_found_well_or_read_for_sure() -> None:
    _, scores, faces = detected(*[(0.9, 0.95)] * 5, (0.5, 0.7))
    quads = touching(6)
    assert 5 not in select_tiles(quads, scores, faces)
    faces[5] = 0.1 / (len(LABELS) - 2)
    faces[5, [LABELS.index("5z"), LABELS.index("back")]] = 0.6, 0.3
    assert 5 in select_tiles(quads, scores, faces)
    apart = quads.copy()
    apart[5, :, 0] += 15
    assert 5 not in select_tiles(apart, scores, faces)


def test_two_tiles_that_were_also_taken_for_one_are_two() -> None:
    _, scores, faces = detected(*[(0.9, 0.95)] * 6, (0.95, 0.99))
    scores[4:6] = 0.6
    quads = touching(7)
    quads[6] = [quads[4][0], quads[5][1], quads[5][2], quads[4][3]]
    assert select_tiles(quads, scores, faces).tolist() == [0, 1, 2, 3, 4, 5]


def test_of_two_detections_of_one_tile_the_better_read_one_stays() -> None:
    quads, scores, faces = detected((0.9, 0.3), (0.6, 0.95))
    quads[1] = quads[0] + 3
    assert select_tiles(quads, scores, faces).tolist() == [1]
