"""The contract's Hand in, its Score out."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from tests.scorer.contract.score_keys import SCORE_KEYS
from yakulens.scorer import Hand, Liable, Meld, Situation
from yakulens.scorer.contract.hand_json import Case, case_from_json, hand_to_json, score_json, unscored
from yakulens.scorer.message import Message

HAND: dict[str, Any] = {
    "concealed": "345678m44p67s",
    "win": "5s",
    "by": "ron",
    "melds": [{"kind": "chi", "tiles": "234p", "from": "left"}],
}


def codes(**changes: Any) -> list[str]:  # noqa: ANN401 - any JSON
    answer = score_json({**HAND, **changes})
    assert list(answer) == list(SCORE_KEYS)
    assert answer["outcome"] == "invalid" or not answer["problems"]
    return [problem["code"] for problem in answer["problems"]]


def test_the_whole_answer() -> None:
    answer = score_json(
        {**HAND, "id": {"any": 1}, "rules": "ema-2025", "discarder": "west", "dora_indicators": ["3p"]}
    )
    assert json.loads(json.dumps(answer)) == {
        "id": {"any": 1},
        "outcome": "win",
        "problems": [],
        "han": 4,
        "fu": 30,
        "yakuman": 0,
        "limit": "mangan",
        "yaku": [{"id": "tanyao", "han": 1, "yakuman": 0, "cite": "EMA 2025 4.2.1"}],
        "dora": [{"id": "dora", "han": 3, "cite": "EMA 2025 2.7"}],
        "fu_rows": [
            {"id": "base", "fu": 20, "tiles": [], "cite": "EMA 2025 4.1.1"},
            {"id": "open_pinfu", "fu": 2, "tiles": [], "cite": "EMA 2025 4.1.1"},
        ],
        "reading": {
            "pair": "4p",
            "sets": [["3m", "4m", "5m"], ["6m", "7m", "8m"], ["5s", "6s", "7s"], ["2p", "3p", "4p"]],
            "wait": "ryanmen",
        },
        "base": 2000,
        "value": 8000,
        "payments": {"east": 0, "south": 8000, "west": -8000, "north": 0},
        "liable": None,
        "why_not": [{"id": "pinfu", "because": "the hand is open", "cite": "EMA 2025 4.2.1"}],
        "rows": [
            {
                "text": "West discarded and pays South for mangan, 4 han",
                "from": "west",
                "to": "south",
                "points": 8000,
                "cite": "EMA 2025 4.1.2",
            }
        ],
        "notes": [{"text": "4 han 30 fu are rounded up to mangan", "cite": "EMA 2025 4.1.2"}],
        "messages": {
            "problems": [],
            "rows": [
                {
                    "code": "row_ron",
                    "values": {
                        "payer": "west",
                        "payee": "south",
                        "worth": {"code": "worth_limit", "values": {"limit": "mangan", "han": 4}},
                    },
                }
            ],
            "notes": [{"code": "note_kiriage", "values": {"han": 4, "fu": 30, "limit": "mangan"}}],
            "why_not": [[{"code": "missing_closed", "values": {}}]],
        },
    }


def test_rows_of_minipoints_name_their_tiles() -> None:
    answer = score_json({"concealed": "345678m44p6z67s66z", "win": "5s", "by": "tsumo"})
    rows = {row["id"]: row["tiles"] for row in answer["fu_rows"]}
    assert rows["triplet_orphan_closed"] == ["6z", "6z", "6z"]


def test_by_ron_without_a_discarder() -> None:
    assert score_json(HAND)["payments"] == {"south": 1000, "discarder": -1000}


def test_tiles_as_text_or_list() -> None:
    as_lists = {**HAND, "concealed": list("345678"), "win": ["5s"]}
    as_lists["concealed"] = ["345678m", "4p", "4p", "67s"]
    as_lists["melds"] = [
        {"kind": "chi", "tiles": ["2p", "3p", "4p"], "from": None, "rotated": [0], "backs": [], "ids": [1]}
    ]
    assert score_json(as_lists) == score_json(HAND)


def test_what_is_null_is_as_if_not_given() -> None:
    nulls = dict.fromkeys(
        (
            "seat",
            "round",
            "riichi",
            "ippatsu",
            "honba",
            "discarder",
            "liable",
            "dora_indicators",
            "win_apart",
            "calls_in_order",
            "rules",
            "rule_overrides",
        )
    )
    assert score_json({**HAND, **nulls}) == score_json(HAND)
    assert score_json({**HAND, "melds": None})["problems"][0]["code"] == "wrong_tile_count"


def test_overrides_and_other_rule_sets() -> None:
    hand = {"concealed": "345678m44p67s234s", "win": "5s", "by": "ron", "riichi": "riichi", "ippatsu": True}
    assert score_json({**hand, "rules": "ema-2025"})["limit"] == "mangan"
    assert (
        score_json({**hand, "rules": "ema-2025", "rule_overrides": {"kiriage_mangan": False}})["value"]
        == 7700
    )


def test_liability_is_paid() -> None:
    melds = [{"kind": "pon", "tiles": tiles, "from": "across"} for tiles in ("555z", "666z", "777z")]
    hand = {
        "concealed": "345m4p",
        "win": "4p",
        "by": "tsumo",
        "melds": melds,
        "liable": {"seat": "north", "yaku": "daisangen"},
    }
    assert score_json(hand)["payments"]["north"] == -32000


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"foo": 1}, "unknown_key"),
        ({"concealed": None}, "missing_key"),
        ({"win": None}, "missing_key"),
        ({"by": None}, "missing_key"),
        ({"by": "luck"}, "wrong_value"),
        ({"seat": 3}, "wrong_value"),
        ({"riichi": True}, "wrong_value"),
        ({"ippatsu": 1}, "wrong_type"),
        ({"honba": -1}, "wrong_number"),
        ({"honba": 1.0}, "wrong_number"),
        ({"honba": True}, "wrong_number"),
        ({"deposits": 10**30}, "wrong_number"),
        ({"concealed": 5}, "wrong_type"),
        ({"concealed": [5]}, "wrong_type"),
        ({"concealed": "345"}, "not_a_tile"),
        ({"win": "55s"}, "not_one_tile"),
        ({"win": ""}, "not_one_tile"),
        ({"melds": {}}, "wrong_type"),
        ({"melds": ["234p"]}, "wrong_type"),
        ({"melds": [{"tiles": "234p"}]}, "missing_key"),
        ({"melds": [{"kind": "chi"}]}, "missing_key"),
        ({"melds": [{"kind": "chi", "tiles": "234p", "from": "above"}]}, "wrong_value"),
        ({"melds": [{"kind": "chi", "tiles": "234p", "form": "left"}]}, "unknown_key"),
        ({"liable": "west"}, "wrong_type"),
        ({"liable": {"seat": "west"}}, "missing_key"),
        ({"liable": {"seat": "west", "yaku": "luck"}}, "wrong_value"),
        ({"liable": {"seat": "west", "yaku": "daisangen", "why": 1}}, "unknown_key"),
        ({"rules": 5}, "wrong_type"),
        ({"rules": "nowhere"}, "unknown_rules"),
        ({"rule_overrides": []}, "wrong_type"),
        ({"rule_overrides": {"foo": 1}}, "unknown_rules"),
        ({"riichi": "riichi"}, "riichi_open_hand"),
    ],
)
def test_what_is_wrong_is_told(changes: dict[str, Any], code: str) -> None:
    assert code in codes(**changes)


@pytest.mark.parametrize("value", [None, True, 3, 1.5, "hand", [], [HAND]])
def test_anything_but_an_object_is_no_hand(value: object) -> None:
    answer = score_json(value)
    assert (answer["outcome"], answer["problems"][0]["code"]) == ("invalid", "not_an_object")


def test_a_long_value_is_told_in_short() -> None:
    (problem,) = score_json({**HAND, "seat": "x" * 500})["problems"]
    assert len(problem["message"]) < 120


def test_two_wrongs_are_both_told() -> None:
    assert codes(seat="up", honba="two") == ["wrong_value", "wrong_number"]


def test_a_hand_written_as_json_is_read_back_as_it_was() -> None:
    closed, now = Hand.of("340678m44p67s234p", "5s"), Situation("tsumo")
    assert hand_to_json(closed) == {"concealed": list(closed.concealed), "win": "5s"}
    dragons = [Meld.of("pon", dragon * 3 + "z", "across") for dragon in "567"]
    fed = replace(now, seat="west", liable=Liable("north", "daisangen"), dora_indicators=("0p",), honba=2)
    for hand, situation in ((closed, now), (Hand.of("345m4p", "4p", dragons), fed)):
        read = case_from_json(json.loads(json.dumps(hand_to_json(hand, situation))))
        assert isinstance(read, Case)
        assert (read.hand, read.situation) == (hand, situation)


FED: dict[str, Any] = {
    "concealed": "345p4s",
    "win": "4s",
    "by": "tsumo",
    "melds": [
        {"kind": "pon", "tiles": "777z", "from": "left"},
        {"kind": "pon", "tiles": "666z", "from": "right"},
        {"kind": "pon", "tiles": "555z", "from": "right"},
    ],
}


def test_ema_3_3_7_who_is_liable_follows_from_the_order_of_the_melds_where_it_is_that_of_the_calls() -> None:
    assert score_json(FED)["liable"] == {"seat": "west", "yaku": "daisangen"}
    assert score_json(FED | {"calls_in_order": True}) == score_json(FED)
    seen = score_json(FED | {"calls_in_order": False})
    assert seen["liable"] is None
    assert any("say who is liable" in miss["because"] for miss in seen["why_not"])


def test_melds_copied_from_a_reading_stand_in_no_order_of_calls() -> None:
    read = [meld | {"rotated": [0], "backs": [], "ids": [1, 2, 3]} for meld in FED["melds"]]
    assert score_json(FED | {"melds": read})["liable"] is None
    assert score_json(FED | {"melds": read, "calls_in_order": True})["liable"] is not None


@pytest.mark.parametrize("melds", [[None], [{}], [3, {"ids": []}], "x", {"ids": 1}, [[]]])
def test_melds_that_are_none_are_a_problem_and_raise_nothing(melds: object) -> None:
    assert score_json(FED | {"melds": melds})["outcome"] == "invalid"


def test_the_order_of_the_calls_goes_through_json() -> None:
    case = case_from_json(FED | {"calls_in_order": False})
    assert isinstance(case, Case)
    told = hand_to_json(case.hand, case.situation)
    assert told["calls_in_order"] is False
    assert case_from_json(told) == case


@pytest.mark.parametrize(
    "changes",
    [
        {"concealed": "三四五六七八萬四四筒六七索"},
        {"concealed": ["🀉🀊🀋🀌🀍🀎", "🀜🀜", "6 7 s"]},
        {"win": "五索"},
        {"melds": [{"kind": "chi", "tiles": "二三四筒", "from": "left"}]},
    ],
)
def test_tiles_may_have_names_or_be_unicodes_signs(changes: dict[str, Any]) -> None:
    assert score_json({**HAND, **changes}) == score_json(HAND)


def test_what_no_notation_has_is_told_as_it_was_given() -> None:
    answer = score_json({**HAND, "concealed": "三四五犬"})
    assert answer["problems"][0]["code"] == "not_a_tile"
    assert "三四五犬" in answer["problems"][0]["message"]


def test_where_no_hand_can_be_read_the_score_has_its_problems_and_nothing_else() -> None:
    answer = unscored("a", "invalid", [Message("riichi_open_hand")])
    assert (answer["id"], answer["outcome"], answer["han"]) == ("a", "invalid", None)
    assert list(answer) == list(SCORE_KEYS)
