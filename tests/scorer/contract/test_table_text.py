"""Settlements, standings and waits as a person reads them."""

from __future__ import annotations

from typing import Any

import pytest

from yakulens.scorer.contract.discards_json import discards_json
from yakulens.scorer.contract.final_json import final_json
from yakulens.scorer.contract.need_json import need_json
from yakulens.scorer.contract.settlement_json import settle_json
from yakulens.scorer.contract.text import (
    discard_lines,
    need_lines,
    settlement_lines,
    standing_lines,
    waiting_lines,
)
from yakulens.scorer.contract.waits_json import waits_json

RON: dict[str, Any] = {
    "event": "ron",
    "discarder": "east",
    "honba": 1,
    "riichi": ["west"],
    "wins": [{"seat": "south", "han": 2, "fu": 30}],
}
SCORES = {"Ann": 40000, "Bo": 30000, "Cy": 30000, "Di": 20000}
LAST_HAND = {"event": "exhaustive_draw", "round": "south", "hand_number": 4}


def test_a_penalty_without_a_section_is_told_without_one() -> None:
    told = final_json({"scores": SCORES, "penalties": {"Bo": {"points": -500, "reason": "referee"}}})
    lines = standing_lines(told)
    assert "(Bo: at the referee's discretion, -500)" in lines
    assert not any(", )" in line or ": )" in line for line in lines)


def test_where_a_text_is_silent_or_leaves_a_rule_open_the_settlement_says_so() -> None:
    drawn = {"event": "exhaustive_draw", "tenpai": ["east"]}
    nagashi = settlement_lines(settle_json(drawn | {"rules": "wdmc-2019", "nagashi": ["south"]}))
    why = "nagashi mangan takes the place of the noten penalty"
    assert f"({why}: WDMC 2019 4.1.6.2 (no word on the noten penalty))" in nagashi
    noten = settlement_lines(settle_json(drawn | {"rules": "rcr"}))
    assert noten[0] == "South, noten, pays East, tenpai    1,000  RCR Noten Penalty (optional)"


def test_where_a_text_is_silent_the_standing_says_so() -> None:
    told = final_json({"rules": "wdmc-2019", "scores": SCORES | {"Ann": 39000}, "deposits": 1})
    lines = standing_lines(told)
    share = "(Bo, Cy share their places and the worth of these places: WDMC 2019 4.3.4 (the text is silent))"
    assert share in lines
    assert [note["note"] for note in told["notes"]] == ["the text is silent"] * 2


def test_a_settlement_tells_each_payment_with_its_section_then_each_seat_and_what_is_next() -> None:
    scores = dict.fromkeys(("east", "south", "west", "north"), 30000)
    assert settlement_lines(settle_json(RON | {"scores": scores})) == [
        "West lays a riichi stick                         1,000  EMA 2025 4.2.1",
        "East discarded and pays South for 2 han 30 fu    2,000  EMA 2025 4.1.2",
        "East pays South for the counters: 1                300  EMA 2025 3.4.4",
        "South takes the riichi stick of West             1,000  EMA 2025 4.1",
        "",
        "east     -2,300  now   27,700",
        "south    +3,300  now   33,300",
        "west     -1,000  now   29,000",
        "north        +0  now   30,000",
        "next: south deals, 0 counters, 0 riichi sticks on the table",
    ]


def test_a_seat_whose_points_nobody_gave_has_its_change_alone() -> None:
    lines = settlement_lines(settle_json(RON | {"offender": "north"}))
    assert "south    +3,300" in lines
    assert "(a win is declared at the same time: the chombo of North is void: EMA 2025 3.4.6)" in lines


@pytest.mark.parametrize(
    ("hand", "last"),
    [
        (LAST_HAND, "north        +0"),
        (LAST_HAND | {"deposits": 1}, "1 riichi stick on the table"),
        (
            LAST_HAND | {"hand_number": 2, "hands_left": 2},
            "next: south deals, 1 counter, 0 riichi sticks on the table, 1 hand after it",
        ),
    ],
)
def test_nothing_is_said_of_a_next_hand_once_the_game_is_over(hand: dict[str, Any], last: str) -> None:
    assert settlement_lines(settle_json(hand))[-1] == last


def test_ema_3_4_6_the_chombo_of_a_tournament_is_told_beside_the_change_of_the_hand() -> None:
    lines = settlement_lines(settle_json({"event": "chombo", "offender": "west", "tournament": True}))
    assert "west loses 20,000 after the game" in lines


def test_a_standing_tells_each_place_and_the_sections_of_its_steps() -> None:
    assert standing_lines(final_json({"scores": SCORES})) == [
        "1. Ann   40,000  uma +15,000  final  +25,000",
        "2. Bo    30,000  uma      +0  final       +0",
        "2. Cy    30,000  uma      +0  final       +0",
        "4. Di    20,000  uma -15,000  final  -25,000",
        "(Bo, Cy share their places and the worth of these places: EMA 2025 3.7.1)",
        "(EMA 2025 3.7.1)",
    ]


def test_a_standing_tells_oka_and_penalties_with_their_reasons() -> None:
    scores = {"Ann": 35000, "Bo": 35000, "Cy": 20000, "Di": 10000}
    penalties = {"Di": {"points": -1000, "reason": "sang"}, "Cy": -500}
    lines = standing_lines(final_json({"rules": "tenhou", "scores": scores, "penalties": penalties}))
    assert lines[2:5] == [
        "3. Cy    20,000  uma -10,000  oka  -5,000  penalty    -500  final  -20,500",
        "4. Di    10,000  uma -20,000  oka  -5,000  penalty  -1,000  final  -41,000",
        "(Di: sang, -1,000)",
    ]


def test_wrc_5_9_a_standing_tells_the_sticks_that_nobody_takes() -> None:
    game = {"rules": "wrc-2015", "scores": SCORES | {"Di": 17000}, "deposits": 3}
    assert standing_lines(final_json(game))[-1] == "3 riichi sticks left on the table"


def test_a_waiting_hand_tells_each_wait_with_its_worth_then_riichi_and_quads() -> None:
    hand = {"concealed": "6668999m345p111s", "riichi": "riichi", "drawn": "1s", "wall": 20}
    assert waiting_lines(waits_json(hand)) == [
        "tenpai (EMA 2025 3.3.8)",
        "  7m  by discard 1,600 (1 han 50 fu), by self-draw 2,700 (2 han 40 fu), 4 unseen",
        "  8m  by discard 8,000 (mangan), by self-draw 8,000 (mangan), 3 unseen",
        "  riichi is already declared (EMA 2025 4.2.1)",
        "  1s: a closed kan is allowed: the kan leaves the wait on 7m 8m as it is (EMA 2025 3.3.10)",
    ]


def test_a_waiting_hand_tells_why_it_cannot_win() -> None:
    called = [{"kind": "chi", "tiles": "789s", "from": "left"}]
    open_hand = {"concealed": "234m456p11s99s", "melds": called, "passed": "9s"}
    assert waiting_lines(waits_json(open_hand))[2:] == [
        "  9s  by discard no yaku, by self-draw no yaku, 0 unseen",
        "  furiten: 9s was discarded or let pass, so no win by discard (EMA 2025 3.3.9)",
        "  (furiten by 9s let pass lasts until the player draws or claims a tile: EMA 2025 3.3.9)",
    ]
    quad = {"kind": "closed_kan", "tiles": "9999m"}
    first_turn = {"concealed": "345m44p67s234p", "melds": [quad], "first_turn": True}
    assert waiting_lines(waits_json(first_turn))[1] == (
        "  5s  by discard nothing, by self-draw 2,000 (1 han 60 fu), 4 unseen"
    )


def test_an_own_turn_tells_each_discard_that_leaves_the_hand_tenpai() -> None:
    assert waiting_lines(waits_json({"concealed": "234567m234p6788s9p", "discards": "9p"})) == [
        "tenpai (EMA 2025 3.3.8)",
        "  discard 8s: waits for 9p, furiten",
        "  discard 9p: waits for 5s 8s",
    ]


def test_the_sheet_says_if_no_hand_is_enough_and_if_the_place_is_shared() -> None:
    scores = {"east": 300_000, "south": -200_000, "west": 10_000, "north": 10_000}
    lines = [line for need in need_json({"scores": scores})["needs"] for line in need_lines(need)]
    assert "    by self-draw    no hand is enough" in lines
    assert lines[0] == "east: 1st with 300,000, leads"


def test_a_hand_that_nothing_left_can_advance_is_told_its_distance_alone() -> None:
    melds = [{"kind": "pon", "tiles": tiles} for tiles in ("111m", "222p", "333s")]
    hand = {"concealed": "11z2z3z", "melds": melds, "seen": "11z222z333z"}
    assert discard_lines(discards_json(hand)) == ["1 from tenpai (general 1)"]
