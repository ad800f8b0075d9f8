"""Tiles that cannot lie on one table, by the set that a rule set plays with."""

from __future__ import annotations

import pytest

from yakulens.scorer import load_rules
from yakulens.scorer.judge.check import wrong_tiles
from yakulens.scorer.tile import parse


@pytest.mark.parametrize(
    ("shown", "rules", "code"),
    [
        ("5555p", "wdmc-2019", ["red_five_missing"]),  # 1.3.1: one of each suit's fives is red
        ("5555p", "rcr", []),  # Initial Points: a suit may hold no red five
        ("5555p", "ema-2025", []),  # 1.3: no red fives
        ("55555p", "wdmc-2019", ["five_of_a_tile"]),
        ("00p", "wdmc-2019", ["too_many_red_fives"]),
        ("00p", "ema-2025", []),
        ("2m", "tenhou-3p", ["tile_not_in_set"]),
    ],
)
def test_the_set_decides_which_tiles_can_be_seen(shown: str, rules: str, code: list[str]) -> None:
    assert [each.code for each in wrong_tiles(parse(shown), load_rules(rules))] == code
