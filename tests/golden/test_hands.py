"""Every golden hand, through the JSON door of the scorer."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.golden.cases import Case, differences, load_cases
from yakulens.scorer.contract.hand_json import score_json

CASES = load_cases()


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_hand(case: Case) -> None:
    assert differences(case, score_json(case.given)) == []


def test_no_hand_is_named_twice() -> None:
    assert [name for name, times in Counter(case.id for case in CASES).items() if times > 1] == []


@pytest.mark.parametrize(
    "case", [c for c in CASES if c.expect.get("outcome") == "invalid"], ids=lambda case: case.id
)
def test_an_invalid_hand_names_its_problems_and_scores_nothing(case: Case) -> None:
    score = score_json(case.given)
    assert score["problems"]
    assert all(problem["code"] and problem["message"] for problem in score["problems"])
    assert not score["yaku"]
    assert not any((score["payments"] or {}).values())
