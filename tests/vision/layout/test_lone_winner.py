"""A winning tile that lies by itself, far from the hand, is found; in doubt it is asked about."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vision import layout
from vision.example import detected

if TYPE_CHECKING:
    from vision.reading import Reading

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
    assert asked(reading) == [("13", "14", "none")]


def test_a_tile_that_completes_nothing_did_not_win() -> None:
    assert won(layout.read(detected(HAND + FAR + "1z"))) is None


def test_a_hand_that_waits_for_many_kinds_is_asked() -> None:
    waits_for_three = "2m 3m 4m 5m 6m 4p 5p 6p 7s 8s 9s 2z 2z"
    reading = layout.read(detected(waits_for_three + FAR + "1m"))
    assert won(reading) == "1m"
    assert asked(reading) == [("13", "none")]


def test_discards_thrown_together_say_nothing() -> None:
    assert won(layout.read(detected(HAND + FAR + FAR.join(("6s", "1z", "9m", "4z"))))) is None
