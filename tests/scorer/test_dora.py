"""Which tile is dora."""

from __future__ import annotations

from dataclasses import replace

import pytest

from yakulens.scorer import Situation, load_rules
from yakulens.scorer.counts import count
from yakulens.scorer.dora import dora_kinds, dora_of_hand
from yakulens.scorer.tile import KIND


@pytest.mark.parametrize(
    ("indicator", "dora"),
    [
        ("6s", "7s"),
        ("9m", "1m"),
        ("0p", "6p"),
        ("1z", "2z"),
        ("4z", "1z"),
        ("5z", "6z"),
        ("6z", "7z"),
        ("7z", "5z"),
    ],
)
def test_ema_2_7_the_next_tile_is_dora(indicator: str, dora: str) -> None:
    assert dora_kinds(load_rules("ema-2025"))[indicator] == KIND[dora]


def test_after_1m_comes_the_next_tile_that_is_used() -> None:
    assert dora_kinds(load_rules("tenhou-3p"))["1m"] == KIND["9m"]
    assert dora_kinds(load_rules("wdmc-2019-3p"))["1m"] == KIND["2m"]


def test_a_tile_left_out_indicates_nothing() -> None:
    assert "1z" not in dora_kinds(load_rules("wdmc-2019-3p"))


def test_ema_3_3_10_ura_dora_count_after_riichi_alone() -> None:
    counts = count(("2z",) * 3)
    silent = Situation("ron", dora_indicators=("9m",), ura_indicators=("1z",))
    assert dora_of_hand(counts, silent, load_rules("ema-2025")) == (0, 0, 0, 0)
    riichi = replace(silent, riichi="riichi")
    assert dora_of_hand(counts, riichi, load_rules("ema-2025")) == (0, 3, 0, 0)
    assert dora_of_hand(counts, riichi, load_rules("jpml-a")) == (0, 0, 0, 0)
