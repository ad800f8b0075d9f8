"""A set that lies apart with no tile turned is asked about, on whichever side of the row it lies."""

from __future__ import annotations

import pytest

from tests.vision.layout.bundled import read
from yakulens.vision.desk.edits import Answer
from yakulens.vision.desk.from_reading import from_reading
from yakulens.vision.example import detected
from yakulens.vision.reading import Issue, Reading

ROW = "1m 2m 3m 4m 5m 6m 7m 8m 9m 3s"
SETS = ("5z 5z 5z", "2p 3p 4p", "9s 9s 9s", "7p 8p 9p")
TRIPLET_ROW = "2p 2p 2p 4s 5s 6s 6s 7s 8s 4z 4z"
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


@pytest.mark.parametrize(
    ("row", "choice", "called"),
    [
        (f"2p 3p 4p _ {ROW} 3s", "left", ("chi", ("2p", "3p", "4p"), "left")),
        (f"5z 5z 5z _ {ROW} 3s", "across", ("pon", ("5z", "5z", "5z"), "across")),
        (f"3p 3p 3p 3p _ {TRIPLET_ROW}", "closed_kan", ("closed_kan", ("3p", "3p", "3p", "3p"), None)),
    ],
)
def test_the_answer_that_it_was_called_makes_the_set(
    row: str, choice: str, called: tuple[object, ...]
) -> None:
    desk = from_reading(seen(row))
    assert not desk.melds
    (question,) = [one for one in desk.questions if one.code in {"meld_origin", "meld_kind"}]
    assert not Answer(question, "not_a_meld").applied_to(desk).melds
    (meld,) = (answered := Answer(question, choice).applied_to(desk)).melds
    assert (meld.kind, tuple(answered.faces(meld.tiles)), meld.origin) == called


@pytest.mark.parametrize("hand", [f"{ROW} 3s", TRIPLET_ROW])
@pytest.mark.parametrize("apart", ["7z 7z 7z 7z", "9s 9s 9s 9s", "3p 3p 3p 3p"])
def test_four_equal_tiles_apart_are_asked_about_on_either_side(hand: str, apart: str) -> None:
    assert asked_or_called(seen(f"{hand} _ {apart}"))
    assert asked_or_called(seen(f"{apart} _ {hand}"))


def test_a_hand_in_groups_or_in_one_row_is_not_asked_about() -> None:
    for row in (
        "1m 2m 3m _ 4m 5m 6m _ 7m 8m 9m _ 3s 3s _ 5z 5z 5z",
        "1m 2m 3m 4m 5m 6m 7m 8m 9m 3s 3s 5z 5z 5z",
    ):
        assert not asked_or_called(seen(row))


def test_four_whites_apart_are_no_quad_with_two_backs_in_silence() -> None:
    (issue,) = [issue for issue in seen(f"5z 5z 5z 5z _ {ROW} _ 3s").issues if issue.code == "meld_kind"]
    assert issue.case == "back_or_white"
