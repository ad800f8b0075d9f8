"""A winning tile that lies by itself, far from the hand, is found; in doubt it is asked about."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from yakulens.vision import layout
from yakulens.vision.example import detected
from yakulens.vision.labels import INDEX, LABELS

if TYPE_CHECKING:
    from yakulens.vision.reading import Reading

HAND = "1m 2m 3m 4p 5p 6p 7s 8s 9s 2z 2z 4s 5s"
FAR = 6 * " _" + " "


def asked(reading: Reading) -> list[tuple[str, ...]]:
    return [issue.choices for issue in reading.issues if issue.code == "winning_tile"]


def won(reading: Reading) -> str | None:
    return None if reading.win is None else reading.face(reading.win)


def test_of_two_tiles_that_lie_alone_the_one_that_completes_the_hand_won() -> None:
    reading = layout.read(detected(HAND + FAR + "6s" + FAR + "1z"))
    assert won(reading) == "6s"
    assert asked(reading) == []


def test_between_two_tiles_that_both_complete_the_hand_it_is_asked() -> None:
    reading = layout.read(detected(HAND + FAR + "6s" + FAR + "3s"))
    assert won(reading) == "6s"
    assert asked(reading) == [("13", "14", "out")]


def test_a_tile_near_by_that_completes_nothing_is_asked_about_beside_one_far_off_that_does() -> None:
    reading = layout.read(detected(HAND + " _ 1z" + FAR + "6s"))
    assert won(reading) == "6s"
    assert asked(reading) == [("14", "13", "out")]


def test_a_face_that_is_likely_but_not_sure_completes_the_hand_and_is_asked_about() -> None:
    tiles = detected(HAND + FAR + "6s")
    unsure = tiles.faces.copy()
    unsure[13] = 0.2 / (len(LABELS) - 1)
    unsure[13, INDEX["6s"]] = 0.8
    reading = layout.read(replace(tiles, faces=unsure))
    assert won(reading) == "6s"
    assert asked(reading) == [("13", "out")]


def test_a_winning_tile_that_completes_the_hand_stays() -> None:
    reading = layout.read(detected(HAND + " _ 3s" + FAR + "6s"))
    assert won(reading) == "3s"
    assert asked(reading) == []


def test_a_tile_that_completes_nothing_did_not_win() -> None:
    assert won(layout.read(detected(HAND + FAR + "1z"))) is None


def test_a_hand_that_waits_for_many_kinds_is_asked() -> None:
    waits_for_three = "2m 3m 4m 5m 6m 4p 5p 6p 7s 8s 9s 2z 2z"
    reading = layout.read(detected(waits_for_three + FAR + "1m"))
    assert won(reading) == "1m"
    assert asked(reading) == [("13", "out")]


def test_discards_thrown_together_say_nothing() -> None:
    assert won(layout.read(detected(HAND + FAR + FAR.join(("6s", "1z", "9m", "4z"))))) is None


@pytest.mark.parametrize(("away", "expected"), [(0.7, None), (2.0, "6s")])
def test_a_tile_with_another_within_a_width_of_it_does_not_lie_by_itself(
    away: float, expected: str | None
) -> None:
    tiles = detected(HAND + FAR + "6s 1z")
    quads = tiles.quads.copy()
    one, size = quads[13], np.ptp(quads[13], axis=0)
    quads[14] = one + size * (1.6, -1 - away)  # no row of two: diagonally above it
    quads[14, :, 0] -= size[0] * 1.6 * (away < 1)
    assert won(layout.read(replace(tiles, quads=quads))) == expected
