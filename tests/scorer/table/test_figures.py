"""Which han and minipoints a hand can have: against random hands, and as the books say of closed ones."""

from __future__ import annotations

import pytest

from tests.oracle.hands import chance, random_win
from yakulens.scorer import load_rules, score
from yakulens.scorer.table.figures import least_han
from yakulens.scorer.vocabulary import BYS, HandState

HANDS = 4000


@pytest.mark.parametrize("name", ["ema-2025", "wdmc-2019", "rcr", "tenhou"])
def test_no_hand_that_is_won_has_less_han_than_its_minipoints_need(name: str) -> None:
    random, rules, seen = chance(54), load_rules(name), set[HandState]()
    for _ in range(HANDS):
        won = random_win(random, rules)
        result = score(won.hand, won.situation, rules)
        if result.outcome != "win" or result.yakuman or result.han is None:
            continue
        state: HandState = "open" if won.hand.is_open else "closed"
        state = "riichi" if won.situation.riichi != "none" else state
        seen.add(state)
        for known in {None, state, "open" if won.hand.is_open else "closed"}:
            least = least_han(rules, known)[won.situation.by, result.fu or 0]
            assert sum(row.han for row in result.yaku) >= least, (won, known)
    assert seen == {"open", "closed", "riichi"}


@pytest.mark.parametrize(
    ("state", "by", "fu", "han"),
    [
        ("riichi", "tsumo", 20, 3),  # riichi and self-draw, and without further minipoints pinfu: EMA 4.2.1
        ("riichi", "tsumo", 25, 4),  # with seven pairs
        ("riichi", "tsumo", 30, 2),
        ("riichi", "ron", 25, 3),
        ("riichi", "ron", 30, 2),  # closed with 30 by discard: four runs, no valued pair, a two-sided wait
        ("riichi", "ron", 40, 1),
        ("closed", "tsumo", 20, 2),
        ("closed", "tsumo", 30, 1),
        ("closed", "ron", 30, 1),
        ("open", "tsumo", 30, 1),
        ("open", "tsumo", 20, None),  # the two of a self-draw make it 30
        ("open", "ron", 25, None),  # seven pairs are closed
        ("open", "ron", 30, 1),
        (None, "ron", 25, 2),
    ],
)
def test_what_is_known_of_a_hand_says_which_wins_it_can_be(
    state: HandState | None, by: str, fu: int, han: int | None
) -> None:
    assert least_han(load_rules("ema-2025"), state).get((by, fu)) == han


def test_closed_and_open_hands_together_are_all_hands() -> None:
    for name in ("ema-2025", "wdmc-2019", "rcr"):
        rules = load_rules(name)
        both = [least_han(rules, "closed"), least_han(rules, "open")]
        assert least_han(rules) == {
            key: min(each[key] for each in both if key in each) for key in {*both[0], *both[1]}
        }


def test_a_house_without_seven_pairs_knows_no_win_of_25_minipoints() -> None:
    house = load_rules("ema-2025", {"yaku": {"chiitoitsu": False}})
    for by in BYS:
        assert (by, 25) in least_han(load_rules("ema-2025"))
        assert (by, 25) not in least_han(house)
