"""From han and minipoints to points, and who pays them."""

from __future__ import annotations

import pytest

from scorer import Liable, Situation, load_rules
from scorer.points import base_points, payments, round_up, shares, value_of

EMA, WRC, WDMC, WDMC3 = (load_rules(name) for name in ("ema-2025", "wrc-2015", "wdmc-2019", "wdmc-2019-3p"))
TENHOU, TENHOU3, SOUL = (load_rules(name) for name in ("tenhou", "tenhou-3p", "mahjong-soul"))


@pytest.mark.parametrize(
    ("han", "base", "limit"),
    [
        (5, 2_000, "mangan"),
        (6, 3_000, "haneman"),
        (7, 3_000, "haneman"),
        (8, 4_000, "baiman"),
        (10, 4_000, "baiman"),
        (11, 6_000, "sanbaiman"),
        (13, 6_000, "sanbaiman"),
        (40, 6_000, "sanbaiman"),
    ],
)
def test_limits_of_ema_4_1_2(han: int, base: int, limit: str) -> None:
    assert base_points(han, 30, 0, EMA) == (base, limit)


def test_counted_yakuman_by_rule_set() -> None:
    assert base_points(13, 30, 0, WDMC) == (8_000, "counted_yakuman")
    assert base_points(12, 30, 0, WDMC) == (6_000, "sanbaiman")
    assert base_points(13, 30, 0, WRC) == (6_000, "sanbaiman")


def test_kiriage_by_rule_set() -> None:
    assert [base_points(4, 30, 0, rules) for rules in (EMA, WRC)] == [(2_000, "mangan")] * 2
    assert base_points(3, 60, 0, EMA) == (2_000, "mangan")
    assert base_points(4, 30, 0, WDMC) == (1_920, None)
    assert base_points(4, 40, 0, WDMC) == (2_000, "mangan")
    assert base_points(4, 25, 0, EMA) == (1_600, None)


def test_yakuman_multiply() -> None:
    assert base_points(0, 0, 3, TENHOU) == (24_000, "yakuman")


def test_payments_are_rounded_up() -> None:
    assert [round_up(points) for points in (0, 1, 100, 101)] == [0, 100, 100, 200]


def test_shares_of_each_opponent() -> None:
    assert shares(320, "south", "tsumo", EMA) == {"east": 700, "west": 400, "north": 400}
    assert shares(320, "east", "tsumo", EMA) == {"south": 700, "west": 700, "north": 700}
    assert shares(320, "east", "ron", EMA) == {"discarder": 2_000}
    assert value_of(320, "south", "tsumo", EMA) == 1_500


def test_three_players_of_wdmc_5_4_know_no_dealer() -> None:
    for seat in ("east", "south"):
        assert value_of(320, seat, "ron", WDMC3) == 1_300
        assert set(shares(320, seat, "tsumo", WDMC3).values()) == {700}


def test_three_players_of_tenhou_lose_the_share_of_north() -> None:
    assert shares(2_000, "south", "tsumo", TENHOU3) == {"east": 4_000, "west": 2_000}


def test_counters_and_sticks() -> None:
    ron = Situation("ron", "south", discarder="east", honba=2, deposits=3)
    assert payments(2_000, ron, EMA) == {"east": -8_600, "south": 11_600, "west": 0, "north": 0}
    tsumo = Situation("tsumo", "east", honba=1, deposits=1)
    assert payments(2_000, tsumo, EMA) == {"east": 13_300, "south": -4_100, "west": -4_100, "north": -4_100}
    three = Situation("tsumo", "east", honba=1)
    assert payments(2_000, three, WDMC3) == {"east": 8_200, "south": -4_100, "west": -4_100}


def test_a_discard_by_nobody_known() -> None:
    assert payments(2_000, Situation("ron", "south", deposits=1), EMA) == {
        "south": 9_000,
        "discarder": -8_000,
    }


def test_liability_ema_3_3_7_by_self_draw_the_liable_player_alone_pays() -> None:
    situation = Situation("tsumo", "south", honba=2, liable=Liable("north", "daisangen"))
    assert payments(8_000, situation, EMA, 8_000) == {"east": 0, "south": 32_600, "west": 0, "north": -32_600}


def test_liability_ema_3_3_7_by_discard_they_share_and_the_discarder_pays_counters() -> None:
    situation = Situation("ron", "south", honba=1, discarder="west", liable=Liable("north", "daisangen"))
    assert payments(8_000, situation, EMA, 8_000) == {
        "east": 0,
        "south": 32_300,
        "west": -16_300,
        "north": -16_000,
    }


def test_liability_on_tenhou_the_liable_player_pays_counters() -> None:
    situation = Situation("ron", "south", honba=1, discarder="west", liable=Liable("north", "daisangen"))
    assert payments(8_000, situation, TENHOU, 8_000)["north"] == -16_300


def test_a_liable_discarder_pays_all() -> None:
    situation = Situation("ron", "east", honba=1, discarder="west", liable=Liable("west", "daisangen"))
    assert payments(8_000, situation, EMA, 8_000) == {"east": 48_300, "south": 0, "west": -48_300, "north": 0}


def test_liability_for_one_of_two_yakuman() -> None:
    ron = Situation("ron", "south", discarder="west", liable=Liable("north", "daisangen"))
    assert payments(16_000, ron, SOUL, 8_000) == {
        "east": 0,
        "south": 64_000,
        "west": -48_000,
        "north": -16_000,
    }
    tsumo = Situation("tsumo", "south", liable=Liable("north", "daisangen"))
    assert payments(16_000, tsumo, SOUL, 8_000) == {
        "east": -16_000,
        "south": 64_000,
        "west": -8_000,
        "north": -40_000,
    }


def test_liability_with_an_unknown_discarder() -> None:
    situation = Situation("ron", "south", liable=Liable("north", "daisangen"))
    assert payments(8_000, situation, EMA, 8_000) == {"south": 32_000, "discarder": -16_000, "north": -16_000}
