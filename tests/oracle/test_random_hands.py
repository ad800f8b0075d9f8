"""Random winning hands beside PyPI `mahjong`; `python -m tests.oracle.compare` for many more."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.oracle.compare import differences, rule_sets
from tests.oracle.hands import chance, random_win
from tests.oracle.theirs import answer, ours, question
from yakulens.scorer import load_rules, score


@settings(deadline=None, max_examples=200)
@given(seed=st.integers(0, 2**32 - 1), place=st.integers(0, len(rule_sets()) - 1))
def test_a_random_hand_is_worth_the_same(seed: int, place: int) -> None:
    rules = rule_sets()[place]
    won = random_win(chance(seed), rules)
    mine = ours(score(won.hand, won.situation, rules))
    assert mine == answer(question(won.hand, won.situation, rules).ask(), rules)


def test_the_comparison_finds_a_difference_where_there_is_one() -> None:
    assert list(differences(60, seed=3)) == []
    strict, loose = load_rules("tenhou"), load_rules("tenhou", {"fu.base": 40})
    won = random_win(chance(1), strict)
    mine = ours(score(won.hand, won.situation, loose))
    assert mine != answer(question(won.hand, won.situation, strict).ask(), strict)
