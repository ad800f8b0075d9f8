"""Contradictions in a finished hand that was not read from JSON."""

import pytest

from scorer.payments import Win
from scorer.rules.load import load_rules
from scorer.table.hand_end import HandEnd
from scorer.table.settlement import settle

EMA = load_rules("ema-2025")


@pytest.mark.parametrize(
    "end", [HandEnd("exhaustive_draw", honba=-1), HandEnd("exhaustive_draw", deposits=-2)]
)
def test_less_than_nothing_on_the_table(end: HandEnd) -> None:
    settlement = settle(end, EMA)
    assert [problem.code for problem in settlement.problems] == ["negative_number"]
    assert settlement.deposits_left == end.deposits


def test_every_contradiction_is_told_at_once() -> None:
    end = HandEnd("ron", riichi=("west", "west"), discarder="south", wins=(Win("south", 2000),))
    assert {problem.code for problem in settle(end, EMA).problems} == {"seat_twice", "discarder_is_winner"}
