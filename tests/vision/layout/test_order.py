"""A hand lies in order: so a tile that alone does not is rather another one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.vision.layout.cases import Laid, detections, row
from yakulens.vision import layout
from yakulens.vision.layout.report.order import in_order

if TYPE_CHECKING:
    from yakulens.vision.reading import Reading

SORTED = "1m 2m 3m 4p 5p 6p 7p 8p 9p 2s 2s 7s"


def read_with(last: Laid, others: str = SORTED) -> tuple[str, list[tuple[str, ...]]]:
    """What is taken for the last tile of a row, and the faces that are asked about."""
    reading: Reading = layout.read(detections([*row(others), last]))
    asked = [issue.choices for issue in reading.issues if issue.code == "doubtful_face"]
    return reading.face(reading.concealed[-1]), asked


@pytest.mark.parametrize("faces", ["2m 2m 3m 1s 1s 9p 9p 4z 4z 1z", "9s 8s 5m 3m 3p 2p", "1z 2p 3p 4p 7z 1s"])
def test_suits_lie_in_any_order_each_by_number_and_equal_honours_together(faces: str) -> None:
    assert in_order(faces.split())


@pytest.mark.parametrize("faces", ["1m 2m 3m 9s 4m", "1m 2m 3m 3s 2s", "1z 2z 1z 5m", "1m 3m 2m 4m"])
def test_what_is_torn_or_turned_round_is_not_in_order(faces: str) -> None:
    assert not in_order(faces.split())


def test_a_face_with_which_all_tiles_lie_in_order_is_preferred_to_a_much_surer_one_and_asked_about() -> None:
    assert read_with(Laid("9p", 12.0, sure=0.97, other="9s")) == ("9s", [("9s", "9p")])


def test_a_surer_face_stays_out_of_order() -> None:
    assert read_with(Laid("9p", 12.0, sure=0.9985, other="9s"))[0] == "9p"


def test_where_others_are_not_in_order_either_that_says_nothing() -> None:
    unsorted = "3m 9p 2m 4p 5p 1m 7p 8p 6p 2s 2s 7s"
    assert read_with(Laid("9p", 12.0, sure=0.97, other="9s"), unsorted)[0] == "9p"


def test_in_order_a_face_is_changed_though_the_hand_waits_for_nothing_with_it() -> None:
    apart = "1m 1m 4m 4p 5p 5p 7p 8p 9p 2s 4s 5s"
    assert read_with(Laid("9p", 12.0, sure=0.8, other="9s"), apart)[0] == "9s"
