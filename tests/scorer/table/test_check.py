"""Contradictions in a finished hand that was not read from JSON."""

import pytest

from yakulens.scorer.payments import Win
from yakulens.scorer.rules.load import load_rules
from yakulens.scorer.table.hand_end import HandEnd
from yakulens.scorer.table.settlement import settle

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


def test_nobody_wins_a_drawn_hand() -> None:
    end = HandEnd("exhaustive_draw", wins=(Win("south", 2000),))
    assert [problem.text for problem in settle(end, EMA).problems] == [
        "wins: a hand with a win is a ron or a tsumo, not exhaustive draw"
    ]


def test_3_4_6_nobody_wins_with_a_chombo_in_the_same_hand() -> None:
    end = HandEnd("tsumo", wins=(Win("south", 2000),), offenders=("west", "south"))
    assert [problem.code for problem in settle(end, EMA).problems] == ["offender_is_winner"]
