"""Invariants of every score."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.oracle.hands import Won, chance, random_win
from yakulens.scorer import BUILT_IN, Hand, Meld, Situation, load_rules, score
from yakulens.scorer.judge.check import problems
from yakulens.scorer.tile import KINDS
from yakulens.scorer.vocabulary import SEATS

FOUR_PLAYERS = [name for name in BUILT_IN if load_rules(name).players == 4]
seeds = st.integers(0, 2**32 - 1)
any_rules = st.sampled_from(FOUR_PLAYERS)
steady = settings(deadline=None, max_examples=120)


def won_by(seed: int, name: str) -> Won:
    rules = load_rules(name)
    won = random_win(chance(seed), rules)
    if rules.kan_dora and rules.ura_dora:
        return won
    shown = won.situation.dora_indicators[:1]
    return replace(won, situation=replace(won.situation, dora_indicators=shown, ura_indicators=()))


@steady
@given(seed=seeds, name=any_rules)
def test_a_random_win_has_no_problem_and_is_complete(seed: int, name: str) -> None:
    won = won_by(seed, name)
    assert problems(won.hand, won.situation, load_rules(name)) == ()
    assert score(won.hand, won.situation, load_rules(name)).outcome in {"win", "no_yaku"}


@steady
@given(seed=seeds, name=any_rules, honba=st.integers(0, 9), sticks=st.integers(0, 4), place=st.integers(0, 2))
def test_payments_sum_to_the_sticks_taken(seed: int, name: str, honba: int, sticks: int, place: int) -> None:
    won = won_by(seed, name)
    others = [seat for seat in SEATS if seat != won.situation.seat]
    discarder = others[place] if won.situation.by == "ron" else None
    situation = replace(won.situation, honba=honba, deposits=sticks, discarder=discarder)
    result = score(won.hand, situation, load_rules(name))
    assert sum(result.payments.values()) == (1_000 * sticks if result.outcome == "win" else 0)


@steady
@given(seed=seeds, name=any_rules, kind=st.integers(0, 33))
def test_no_dora_ever_lowers_a_score(seed: int, name: str, kind: int) -> None:
    won = won_by(seed, name)
    rules = load_rules(name)
    more = replace(won.situation, dora_indicators=(KINDS[kind],), ura_indicators=())
    bare = replace(more, dora_indicators=())
    if not problems(won.hand, more, rules):
        assert score(won.hand, more, rules).value >= score(won.hand, bare, rules).value


@steady
@given(seed=seeds, name=any_rules, order=st.permutations("mps"))
def test_permuting_suits_changes_nothing_but_all_green(seed: int, name: str, order: list[str]) -> None:
    won = won_by(seed, name)
    rules = load_rules(name)
    swap = str.maketrans("mps", "".join(order))
    hand = Hand(
        tuple(tile.translate(swap) for tile in won.hand.concealed),
        won.hand.win.translate(swap),
        tuple(
            replace(meld, tiles=tuple(tile.translate(swap) for tile in meld.tiles)) for meld in won.hand.melds
        ),
    )
    situation = replace(
        won.situation,
        dora_indicators=tuple(tile.translate(swap) for tile in won.situation.dora_indicators),
        ura_indicators=tuple(tile.translate(swap) for tile in won.situation.ura_indicators),
    )
    before, after = score(won.hand, won.situation, rules), score(hand, situation, rules)
    if "ryuuiisou" not in {row.id for row in (*before.yaku, *after.yaku)}:
        assert (before.value, before.han, before.fu) == (after.value, after.han, after.fu)
        assert [row.id for row in before.yaku] == [row.id for row in after.yaku]


@steady
@given(seed=seeds, name=any_rules)
def test_the_reading_chosen_is_the_dearest(seed: int, name: str) -> None:
    won = won_by(seed, name)
    result = score(won.hand, won.situation, load_rules(name))
    assert all(other.value <= result.value for other in result.other_readings)


@steady
@given(seed=seeds, name=any_rules)
def test_rows_add_up_to_the_figures(seed: int, name: str) -> None:
    won = won_by(seed, name)
    result = score(won.hand, won.situation, load_rules(name))
    if result.outcome == "win" and not result.yakuman:
        assert sum(row.han for row in (*result.yaku, *result.dora)) == result.han
        total = sum(row.fu for row in result.fu_rows)
        assert result.fu == (25 if total == 25 else -(-total // 10) * 10)
        sets = [tile for block in (result.reading.sets if result.reading else ()) for tile in block]
        pair = [result.reading.pair] * 2 if result.reading and result.reading.pair else []
        plain = sorted(tile.replace("0", "5") for tile in (*sets, *pair))
        assert plain == sorted(tile.replace("0", "5") for tile in won.hand.tiles)


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_tile_not_kept_apart_never_pays_more(name: str) -> None:
    rules = load_rules(name)
    random = chance(7)
    for _ in range(40):
        won = won_by(random.randrange(2**32), name if rules.players == 4 else "ema-2025")
        situation = replace(won.situation, by="tsumo", chankan=False, ura_indicators=(), dora_indicators=())
        apart = score(won.hand, situation, rules)
        mixed = score(won.hand, replace(situation, win_apart=False), rules)
        assert mixed.outcome == apart.outcome
        assert mixed.value <= apart.value


def test_a_called_meld_keeps_its_tiles() -> None:
    hand = Hand.of("345678m44p67s", "5s", [Meld.of("chi", "340p", "left")])
    reading = score(hand, Situation("ron"), load_rules("tenhou")).reading
    assert reading is not None
    assert reading.sets[-1] == ("3p", "4p", "0p")
