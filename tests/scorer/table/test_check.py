"""Contradictions in a finished hand that was not read from JSON."""

from dataclasses import replace

import pytest

from yakulens.scorer.payments import Win
from yakulens.scorer.rules.load import load_rules
from yakulens.scorer.table.hand_end import HandEnd
from yakulens.scorer.table.settlement import settle
from yakulens.scorer.vocabulary import SEATS, Event

EMA = load_rules("ema-2025")


@pytest.mark.parametrize(
    "end", [HandEnd("exhaustive_draw", honba=-1), HandEnd("exhaustive_draw", deposits=-2)]
)
def test_less_than_nothing_on_the_table(end: HandEnd) -> None:
    settlement = settle(end, EMA)
    assert [problem.code for problem in settlement.problems] == ["negative_number"]
    assert settlement.deposits_left == end.deposits


def test_points_that_were_not_dealt_out_name_the_key_for_other_starting_points() -> None:
    end = HandEnd("exhaustive_draw", scores=dict.fromkeys(SEATS, 30_000))
    rcr = load_rules("rcr")
    (told,) = (each.text for each in settle(end, rcr).problems)
    assert "(RCR Initial Points: casual play; a tournament has no starting points)" in told
    assert "start_points in rule_overrides" in told
    assert settle(end, load_rules("rcr", {"start_points": 30_000})).problems == ()


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


@pytest.mark.parametrize(
    ("end", "code"),
    [
        (HandEnd("exhaustive_draw", discarder="west"), "unexpected_discarder"),
        (HandEnd("chombo", offenders=("west",), discarder="west"), "unexpected_discarder"),
        (HandEnd("tsumo", wins=(Win("south", 2000),), tenpai=("west",)), "unexpected_tenpai"),
        (HandEnd("exhaustive_draw", waived=True), "waived_without_chombo"),
        (HandEnd("chombo", offenders=("west",), waived=True), "chombo_not_waivable"),
    ],
)
def test_what_has_no_place_in_how_the_hand_ended(end: HandEnd, code: str) -> None:
    assert [problem.code for problem in settle(end, EMA).problems] == [code]


def test_among_three_a_round_has_three_hands() -> None:
    fourth = HandEnd("exhaustive_draw", round="east", number=4)
    assert [each.text for each in settle(fourth, load_rules("tenhou-3p")).problems] == [
        "hand_number: 4 is not a whole number 1 to 3"
    ]
    assert settle(fourth, EMA).problems == ()


def test_ema_3_4_6_a_chombo_after_the_last_discard_leaves_a_dead_hand_which_is_noten() -> None:
    late = HandEnd("exhaustive_draw", offenders=("west",), tenpai=("east",))
    assert settle(late, EMA).problems == ()
    tenpai = replace(late, tenpai=("east", "west"))
    assert [each.code for each in settle(tenpai, EMA).problems] == ["offender_is_tenpai"]


@pytest.mark.parametrize(("event", "rules"), [("exhaustive_draw", "wrc-2015"), ("abortive_draw", "rcr")])
def test_elsewhere_a_chombo_ends_the_hand_as_a_chombo(event: Event, rules: str) -> None:
    late = HandEnd(event, offenders=("west",))
    assert [each.code for each in settle(late, load_rules(rules)).problems] == ["unexpected_offender"]
