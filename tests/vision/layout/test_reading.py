"""From detections and a network's opinion to the reading: what is told and what is asked."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.benchmarks.layout.compare import differences, owners
from tests.vision.ideal import USUAL, find, kind_number
from tests.vision.layout.oracle import Doubt, Oracle, truth
from yakulens.datasets.render.arrange import SCENES, arrange
from yakulens.datasets.render.viewpoint import seat, view
from yakulens.models.train.layout_truth import truth_of
from yakulens.vision.detections import Detections
from yakulens.vision.example import detected
from yakulens.vision.labels import INDEX
from yakulens.vision.layout.read import layout_by
from yakulens.vision.layout.report.reading import shows_none
from yakulens.vision.reading import Reading

HELD = "2m 3m 4m 6p 7p 8p 4s 5s 5s 5s"
DOUBT = Doubt(5.0, 1.0, 0.0)
KINDS = [kind for kind in SCENES if not kind.startswith(("bare", "exhaustive", "strewn"))]


def reading_of(laid: str, held: int, won: int | None, *calls: tuple[int, ...]) -> Reading:
    row = detected(laid)
    oracle = Oracle(row, truth(len(row), tuple(range(held)), won, calls))
    return layout_by(oracle.opinion, row).reading


def codes(reading: Reading) -> list[str]:
    return [issue.code for issue in reading.issues]


def test_a_hand_with_its_call_and_winner() -> None:
    reading = reading_of(f"{HELD} _ 3s _ 7z (7z) 7z", 10, 10, (11, 12, 13))
    assert [reading.face(t) for t in reading.concealed] == HELD.split()
    assert reading.win is not None
    assert reading.face(reading.win) == "3s"
    assert [(m.kind, m.origin, m.rotated) for m in reading.melds] == [("pon", "across", (1,))]
    assert not reading.issues
    assert reading.hands[0].side == "self"


@pytest.mark.parametrize(("odds", "kind", "rotated"), [(9.0, "added_kan", (1, 2)), (-9.0, "pon", (1,))])
def test_of_a_tile_across_a_called_set_is_asked_whether_it_lies_on_another(
    odds: float, kind: str, rotated: tuple[int, ...]
) -> None:
    row = detected(f"{HELD} _ 3s _ 7z (7z) 7z")
    oracle = Oracle(row, truth(len(row), tuple(range(10)), 10, ((11, 12, 13),)))
    asked: list[NDArray[np.float32]] = []

    def level(quads: NDArray[np.float32]) -> NDArray[np.float32]:
        asked.append(quads)
        return np.full(len(quads), odds, np.float32)

    (meld,) = layout_by(oracle.opinion, row, level=level).reading.melds
    assert (meld.kind, meld.rotated) == (kind, rotated)
    np.testing.assert_array_equal(asked[0], row.quads[[12]])


def test_no_detections_are_an_issue() -> None:
    none = Detections.empty((600, 800))
    assert codes(layout_by(Oracle(none, truth(0)).opinion, none).reading) == ["no_tiles"]


def test_tiles_of_which_none_is_of_a_hand_are_an_issue() -> None:
    reading = reading_of("1m 5p 9s", 0, None)
    assert (reading.hands, len(reading.tiles)) == ((), 3)
    assert [(issue.code, issue.ids) for issue in reading.issues] == [("tile_count", (0, 1, 2))]


def test_beside_the_hand_those_are_told_that_finder_and_reader_take_for_tiles() -> None:
    row = detected(f"{HELD} 3s 1z 1z 1z _ _ _ 9m _ _ _ 8p")
    hand = tuple(range(14))
    opinion = Oracle(row, truth(16, hand, None)).opinion
    reading = layout_by(opinion, row[np.arange(15)], row).reading
    assert [reading.face(t) for t in reading.others] == ["9m"], "of what is none of the hand"


def test_fourteen_in_a_row_ask_which_one_won() -> None:
    reading = reading_of(f"{HELD} 3s 1z 1z 1z", 14, None)
    assert codes(reading) == ["winning_tile"]
    assert len(reading.issues[0].choices) == 14


def test_a_flower_in_the_row_is_told_as_one_and_does_not_count() -> None:
    row = detected(f"{HELD} other other _ 3s _ 7z (7z) 7z")
    oracle = Oracle(row, truth(len(row), tuple(range(12)), 12, ((13, 14, 15),)))
    laid = layout_by(oracle.opinion, row)
    assert [laid.reading.face(t) for t in laid.reading.concealed] == [*HELD.split(), "other", "other"]
    assert laid.whole
    assert not laid.reading.issues


def test_a_missed_tile_is_asked_about() -> None:
    reading = reading_of("2m 3m 4m 6p 7p 8p 5s 5s 5s _ 3s _ 7z (7z) 7z", 9, 9, (10, 11, 12))
    assert codes(reading)[0] == "tile_count"


def test_room_within_a_row_of_thirteen_is_asked_about() -> None:
    reading = reading_of("1m 1m 2m 3m 4m 6p _ 8p 4s 5s 5s 5s 7z 7z", 13, None)
    assert codes(reading) == ["tile_count"]
    assert [reading.face(t) for t in reading.issues[0].ids] == ["6p", "8p"]


def test_a_called_set_of_which_one_tile_was_missed_is_asked_about() -> None:
    reading = reading_of(f"{HELD} _ 3s _ (7z) _ 7z", 10, 10, (11, 12))
    assert [(m.kind, len(m.ids)) for m in reading.melds] == [("pon", 2)]
    assert "tile_count" in codes(reading)


def test_a_doubtful_face_is_asked_about_with_its_other() -> None:
    row = detected(f"{HELD} _ 3s _ 7z (7z) 7z")
    faces = row.faces.copy()
    faces[3] = 1e-4
    faces[3, [INDEX["6p"], INDEX["1s"]]] = 0.52, 0.47
    row = replace(row, faces=(faces / faces.sum(axis=1, keepdims=True)).astype(np.float32))
    told = truth(len(row), tuple(range(10)), 10, ((11, 12, 13),))
    reading = layout_by(Oracle(row, told).opinion, row).reading
    assert reading.face(reading.concealed[3]) == "6p"  # the hand is complete with it
    assert reading.tiles[reading.concealed[3]].score > 0.9
    alone = truth(len(row), tuple(range(9)), None)
    assert "doubtful_face" in codes(layout_by(Oracle(row, alone).opinion, row).reading)


def test_four_called_sets_with_the_last_tile_not_in_view_are_a_hand() -> None:
    laid = "(1m) 1m 1m _ (2p) 3p 4p _ 7z (7z) 7z _ 9s 9s (9s)"
    sets = (0, 1, 2), (3, 4, 5), (6, 7, 8), (9, 10, 11)
    reading = reading_of(laid, 0, None, *sets)
    assert len(reading.melds) == 4
    assert "tile_count" in codes(reading)


@pytest.mark.parametrize("kind", KINDS)
def test_arranged_scenes_are_read_right_where_the_network_is(kind: str) -> None:
    for seed in (81001, 81002):
        rng = np.random.default_rng([seed, kind_number(kind)])
        scene = arrange(rng, kind)
        side = seat(rng, scene)
        noise = replace(USUAL, missed=0.0, double=0.0, stray=0.0, corner=0.01)
        row, found = find(rng, scene, view(rng, scene, side=side), noise)
        reading = layout_by(Oracle(row, truth_of(scene, side)[found], seed, DOUBT).opinion, row).reading
        wrong = differences(reading, owners(reading, row, found), scene)
        assert not wrong or reading.issues or wrong == ["indicators"], (kind, seed, wrong)
        assert {"win", "concealed"}.isdisjoint(wrong), (kind, seed)


def test_a_few_doubtful_detections_are_no_tiles() -> None:
    seen = detected("1m 5p 9s")
    assert shows_none(replace(seen, objectness=np.full(3, 0.7, np.float32)))
    assert not shows_none(seen)


def test_a_whole_hand_of_doubtful_tiles_is_a_hand() -> None:
    seen = detected("1m 2m 3m 4m 5m 6m 7m 8m 9m 2p 3p 5s 5s _ 4p")
    assert not shows_none(replace(seen, objectness=np.full(14, 0.6, np.float32)))
