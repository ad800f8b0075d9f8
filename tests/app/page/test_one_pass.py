"""One run of a page computes each thing once: a hand's score, what is impossible, what a hand paid."""

from __future__ import annotations

import functools
import sys
from typing import TYPE_CHECKING, Any

import pytest

from yakulens.app.hand import situation
from yakulens.scorer import scoring
from yakulens.scorer.contract import settlement_json

if TYPE_CHECKING:
    from collections.abc import Callable

    from streamlit.testing.v1 import AppTest

    Desk = Any  # tests/app/conftest.py: DeskProbe, which cannot be imported

Calls = list[tuple[Any, ...]]


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[..., Any]], Calls]:
    """Note what a function is called with, under whatever name our modules have imported it."""

    def count(function: Callable[..., Any]) -> Calls:
        calls: Calls = []

        @functools.wraps(function)
        def counting(*given: Any, **named: Any) -> Any:  # noqa: ANN401 - whatever the function takes and gives
            calls.append(given)
            return function(*given, **named)

        ours = [
            each
            for name, each in sys.modules.items()
            if name.startswith(("yakulens.app.", "yakulens.scorer."))
        ]
        for module in ours:
            for name, value in list(vars(module).items()):
                if value is function:
                    monkeypatch.setattr(module, name, counting)
        return calls

    return count


def tap(page: AppTest, key: str) -> AppTest:
    next(b for b in page.button if b.key == key).click().run()
    assert not page.exception
    assert not page.error
    return page


def typed(page: AppTest, text: str) -> AppTest:
    page.text_input[0].set_value(text)
    return next(b for b in page.button if "Lay out" in b.label).click().run()


def test_a_tap_that_changes_the_situation_scores_and_judges_once(
    hand_page: AppTest, desk: Desk, counted: Callable[[Callable[..., Any]], Calls]
) -> None:
    desk.say(hand_page, by="tsumo", seat="east")
    scores, judged = counted(scoring.score), counted(situation.impossible)
    desk.say(hand_page, by="ron")
    assert (len(scores), len(judged)) == (1, 1)


def test_a_correction_scores_and_judges_once(
    hand_page: AppTest, desk: Desk, counted: Callable[[Callable[..., Any]], Calls]
) -> None:
    desk.say(hand_page, by="ron", seat="east")
    scores, judged = counted(scoring.score), counted(situation.impossible)
    desk.tap(hand_page, {"do": "face", "uid": 3, "face": "6p"})
    # The hand does not win any more: each tile that a discard would leave it waiting for is scored as well.
    assert [call for at, call in enumerate(scores) if call in scores[:at]] == []
    assert len(judged) == 1


def test_a_tap_that_changes_nothing_of_the_hand_works_nothing_out(
    hand_page: AppTest, desk: Desk, counted: Callable[[Callable[..., Any]], Calls]
) -> None:
    desk.say(hand_page, by="ron", seat="east")
    scores, judged = counted(scoring.score), counted(situation.impossible)
    desk.tap(hand_page, {"do": "face", "uid": 99, "face": "3m"})
    assert (len(scores), len(judged)) == (0, 0)


def test_the_page_of_disputes_scores_nothing_twice(
    hand_page: AppTest, desk: Desk, counted: Callable[[Callable[..., Any]], Calls]
) -> None:
    desk.tap(hand_page, {"do": "move", "uid": 14, "place": "indicators"})
    scores = counted(scoring.score)
    desk.say(hand_page, by="ron", seat="east")
    assert len(scores) == 1
    scores.clear()
    hand_page.switch_page("page/views/dispute.py").run()
    assert scores
    # The check of tenpai asks what each wait is worth by ron and tsumo: only these may be wins that another
    # part of the page shows as well.
    twice = [call for at, call in enumerate(scores) if call in scores[:at]]
    assert len(twice) <= 2 * len({call[0].win for call in scores})


def test_a_hand_taken_to_the_table_is_settled_once(
    page: AppTest, desk: Desk, counted: Callable[[Callable[..., Any]], Calls]
) -> None:
    page.switch_page("page/views/table.py").run()
    for seat, name in zip(("east", "south", "west", "north"), ("Ann", "Bo", "Cy", "Di"), strict=True):
        page.text_input(key=f"name-{seat}").set_value(name)
    next(b for b in page.button if b.label == "Begin").click().run()
    page.switch_page("page/views/score.py").run()
    typed(page, "234567m44p678s67p +8p")
    desk.say(page, by="tsumo", seat="east")
    scores, settled = counted(scoring.score), counted(settlement_json.settled)
    desk.tap(page, {"do": "go", "where": "table"})
    page.switch_page("page/views/table.py").run()
    tap(page, "enter")
    assert len(settled) == 1
    assert len(scores) == 1


def test_the_history_scores_nothing(
    hand_page: AppTest, desk: Desk, counted: Callable[[Callable[..., Any]], Calls]
) -> None:
    desk.say(hand_page, by="ron", seat="east")
    scores = counted(scoring.score)
    hand_page.switch_page("page/views/history.py").run()
    assert scores == []
