"""Chips (shuugi): what one is paid another pays, and a rule set without them scores as if there were none."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.properties.test_one_win import table_json, wins
from yakulens.scorer.contract.final_json import final_json
from yakulens.scorer.contract.hand_json import score_json
from yakulens.scorer.contract.settlement_json import settle_json

Json = dict[str, Any]
IN_CHIPS = {"chips", "chip_payments", "chip_rows"}
FEW = st.integers(0, 10)
ANY_CHIPS = st.fixed_dictionaries(
    {
        "ippatsu": FEW,
        "ura": FEW,
        "red_five": FEW,
        "red_five_in": st.sampled_from(["any_hand", "closed_hand", "riichi"]),
        "yakuman_ron": FEW,
        "yakuman_tsumo": FEW,
        "worth": st.sampled_from([0, 500, 2000]),
    }
)


def with_chips(rules: Json, chips: Json) -> Json:
    return rules | {"rule_overrides": rules.get("rule_overrides", {}) | {"chips": chips}}


def without_chips(answer: Json) -> Json:
    """An answer without all that it says of chips."""
    messages = {key: told for key, told in answer["messages"].items() if key not in IN_CHIPS}
    return {key: told for key, told in answer.items() if key not in IN_CHIPS} | {"messages": messages}


@settings(deadline=None, max_examples=200)
@given(wins(), ANY_CHIPS)
def test_chips_sum_to_zero_and_a_score_and_a_settlement_agree_on_them(
    case: tuple[Json, Json], chips: Json
) -> None:
    hand, rules = case[0], with_chips(case[1], chips)
    scored, settled = score_json(hand | rules), settle_json(table_json(hand, rules))
    assert sum(scored.get("chip_payments", {}).values()) == 0
    assert sum(settled.get("chips", {}).values()) == 0
    if scored["outcome"] == "win" and "chips" in scored:
        assert settled["chips"] == (scored["chip_payments"] or dict.fromkeys(settled["net"], 0))
        assert [row["chips"] for row in settled["chip_rows"]] == [row["chips"] for row in scored["chip_rows"]]


@settings(deadline=None, max_examples=150)
@given(wins(), ANY_CHIPS)
def test_chips_change_nothing_else_of_a_score_or_a_settlement(case: tuple[Json, Json], chips: Json) -> None:
    hand, plain = case
    rules = with_chips(plain, chips)
    assert without_chips(score_json(hand | rules)) == score_json(hand | plain)
    assert without_chips(settle_json(table_json(hand, rules))) == settle_json(table_json(hand, plain))


@settings(deadline=None)
@given(ANY_CHIPS, st.lists(st.integers(-50, 50), min_size=3, max_size=3))
def test_chips_move_points_between_players_and_make_none(chips: Json, first: list[int]) -> None:
    scores = {"Ann": 40000, "Bo": 30000, "Cy": 20000, "Di": 10000}
    held = dict(zip(scores, [*first, -sum(first)], strict=True))
    game = {"rules": "tenhou", "rule_overrides": {"chips": chips | {"ippatsu": 1}}, "scores": scores}
    plain, paid = final_json(game), final_json(game | {"chips": held})
    assert [row["player"] for row in plain["standing"]] == [row["player"] for row in paid["standing"]]
    assert sum(row["final"] for row in plain["standing"]) == sum(row["final"] for row in paid["standing"])
