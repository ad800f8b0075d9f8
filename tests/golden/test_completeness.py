"""The golden hands leave no yaku of the five rule books out."""

from __future__ import annotations

import pytest

from tests.golden.cases import load_cases
from yakulens.scorer import load_rules

BOOKS = ("ema-2025", "wrc-2015", "wdmc-2019", "wdmc-2019-3p", "rcr")
PAID_AT_A_DRAW = {"nagashi_mangan"}
"""Yaku that no winning hand has."""


def _named(rules: str, *keys: str) -> set[str]:
    cases = [case for case in load_cases() if case.rules == rules]
    return {
        word.partition(":")[0] for case in cases for key in keys for word in case.expect.get(key, "").split()
    }


@pytest.mark.parametrize("rules", BOOKS)
def test_every_yaku_is_given_once(rules: str) -> None:
    assert set(load_rules(rules).yaku) - PAID_AT_A_DRAW - _named(rules, "yaku", "has") == set()


@pytest.mark.parametrize("rules", BOOKS)
def test_every_yaku_is_missed_once(rules: str) -> None:
    assert set(load_rules(rules).yaku) - PAID_AT_A_DRAW - _named(rules, "lacks", "why_not") == set()
