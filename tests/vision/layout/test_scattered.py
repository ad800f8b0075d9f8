"""Tiles that lie about between the called sets of a hand that lacks just these."""

from __future__ import annotations

import pytest

from yakulens.vision import example, layout
from yakulens.vision.layout.hand.example import candidates_of
from yakulens.vision.layout.hand.scattered import with_scattered

CALLED = "(6z) 6z 6z _ 4m (4m) 4m _ (7s) 5s 6s"


def scattered(laid: str) -> tuple[int, ...]:
    candidates = candidates_of(laid)
    return with_scattered(candidates, candidates.hands[0]).scattered


def test_a_hand_that_waits_with_what_lies_about_it_has_that_and_it_is_asked() -> None:
    reading = layout.read(example.detected(f"5m _ _ _ _ 8s 8s _ _ {CALLED} _ _ _ _ 7m"))
    assert sorted(reading.face(tile) for tile in reading.concealed) == ["5m", "7m", "8s", "8s"]
    (asked,) = reading.issues
    assert asked.code == "maybe_not_in_hand"
    assert [reading.face(tile) for tile in asked.ids] == ["5m", "7m"]


@pytest.mark.parametrize(
    "laid",
    [
        f"5m _ _ _ _ 8s 8s _ _ {CALLED} _ _ _ _ 9p",  # it would wait for nothing
        f"5m _ _ _ _ 8s 8s _ _ {CALLED} _ _ _ _ 7m 9p",  # more than the hand lacks lies there
        f"5m _ _ _ _ 8s 8s _ _ {CALLED} _ _ _ _ _ _ 7m",  # too far off
        f"5m _ _ _ _ 8s 8s _ _ {CALLED} _ _ _ _ back",
    ],
)
def test_nothing_else_is_taken_for_its_tiles(laid: str) -> None:
    assert scattered(laid) == ()


def test_of_a_hand_of_a_right_size_nothing_lies_about() -> None:
    assert scattered(f"8s 8s 5m 7m _ _ {CALLED} _ _ _ _ 6m") == ()
