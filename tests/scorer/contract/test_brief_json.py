"""A brief Score says what the whole Score says, without the reasons."""

from __future__ import annotations

import pytest

from tests.golden.cases import Case, load_cases
from yakulens.scorer.contract.brief_json import BRIEF_KEYS, brief_to_json
from yakulens.scorer.contract.hand_json import score_json, scored

CASES = load_cases()


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_a_brief_score_agrees_with_the_whole_one(case: Case) -> None:
    given = case.given
    brief, whole = brief_to_json(scored(given), given.get("id")), score_json(given)
    assert tuple(brief) == BRIEF_KEYS
    assert brief == {**{key: whole[key] for key in BRIEF_KEYS}, "yaku": [row["id"] for row in whole["yaku"]]}


def test_payments_are_a_copy_of_what_is_remembered() -> None:
    given = {"concealed": "345678m44p67s234p", "win": "5s", "by": "tsumo"}
    brief_to_json(scored(given))["payments"].clear()
    assert sum(brief_to_json(scored(given))["payments"].values()) == 0
    assert brief_to_json(scored(given))["payments"]
