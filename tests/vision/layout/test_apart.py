"""A set that lies apart with no tile turned is asked about, on whichever side of the row it lies."""

from __future__ import annotations

import pytest

from tests.vision.layout.bundled import read
from yakulens.vision.example import detected
from yakulens.vision.reading import Issue, Reading

ROW = "1m 2m 3m 4m 5m 6m 7m 8m 9m 3s"
SETS = ("5z 5z 5z", "2p 3p 4p", "9s 9s 9s", "7p 8p 9p")
GAPS = ("_", "_ _", "_ _ _")


def seen(row: str) -> Reading:
    return read(detected(row), None)


def asked_or_called(reading: Reading) -> bool:
    """Whether the set counts as called, or the reading asks."""
    about: list[Issue] = [issue for issue in reading.issues if issue.code in {"meld_origin", "meld_kind"}]
    return bool(reading.melds) or bool(about)


@pytest.mark.parametrize("apart", SETS)
@pytest.mark.parametrize("gap", GAPS)
def test_at_the_left_as_at_the_right(apart: str, gap: str) -> None:
    assert asked_or_called(seen(f"{ROW} _ 3s {gap} {apart}"))
    assert asked_or_called(seen(f"{apart} {gap} {ROW} _ 3s"))


@pytest.mark.parametrize("apart", SETS)
def test_beside_a_hand_whose_winning_tile_lies_among_the_others(apart: str) -> None:
    assert asked_or_called(seen(f"{ROW} 3s _ {apart}"))
    assert asked_or_called(seen(f"{apart} _ {ROW} 3s"))


def test_the_question_offers_what_can_have_been_called() -> None:
    (pon,) = [issue for issue in seen(f"5z 5z 5z _ _ {ROW} _ 3s").issues if issue.code == "meld_origin"]
    (chi,) = [issue for issue in seen(f"2p 3p 4p _ {ROW} 3s").issues if issue.code == "meld_origin"]
    assert pon.choices == ("not_a_meld", "left", "across", "right")
    assert chi.choices == ("not_a_meld", "left")


def test_a_hand_in_groups_or_in_one_row_is_not_asked_about() -> None:
    for row in (
        "1m 2m 3m _ 4m 5m 6m _ 7m 8m 9m _ 3s 3s _ 5z 5z 5z",
        "1m 2m 3m 4m 5m 6m 7m 8m 9m 3s 3s 5z 5z 5z",
    ):
        assert not asked_or_called(seen(row))


def test_four_whites_apart_are_no_quad_with_two_backs_in_silence() -> None:
    (issue,) = [issue for issue in seen(f"5z 5z 5z 5z _ {ROW} _ 3s").issues if issue.code == "meld_kind"]
    assert issue.case == "back_or_white"
