"""From han and minipoints to points, and who pays them."""

from __future__ import annotations

import pytest

from yakulens.scorer import load_rules
from yakulens.scorer.points import base_points, round_up, shares, value_of

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
