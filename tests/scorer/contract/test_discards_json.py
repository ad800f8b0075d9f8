"""The contract's answer about a hand before it wins."""

from __future__ import annotations

from typing import Any

import pytest

from yakulens.scorer.contract.discards_json import discards_json
from yakulens.scorer.contract.text import discard_lines
from yakulens.scorer.contract.waits_json import waits_json


def best(**hand: Any) -> dict[str, Any]:  # noqa: ANN401 - keys of the contract
    answer = discards_json(hand)
    assert answer["problems"] == []
    found: dict[str, Any] = answer["discards"][0]
    return found


def test_an_answer_has_the_keys_of_the_contract() -> None:
    hand = {"id": 7, "concealed": "12446p112556s16z", "melds": [], "rules": "ema-2025", "seen": "11p"}
    answer = discards_json(hand)
    assert (answer["id"], answer["shanten"]) == (7, 3)
    assert answer["forms"] == {"general": 4, "seven_pairs": 3, "thirteen_orphans": 8}
    assert answer["advances"][0] == {"tile": "1p", "left": 1}
    assert (answer["discards"], answer["problems"]) == ([], [])
    assert "waits" not in answer


def test_melds_exclude_the_other_forms() -> None:
    melds = [{"kind": "pon", "tiles": "555z"}]
    answer = discards_json({"concealed": "123m456p78s11z", "melds": melds})
    assert answer["forms"] == {"general": 0, "seven_pairs": None, "thirteen_orphans": None}


def test_waits_stand_at_tenpai_only() -> None:
    answer = discards_json({"concealed": "123m456p678s1122z9p"})
    assert [("waits" in each, each["shanten"] == 0) for each in answer["discards"]] == [(True, True)] + [
        (False, False)
    ] * (len(answer["discards"]) - 1)


def test_points_are_those_of_the_rule_set() -> None:
    open_tanyao = {
        "concealed": "345678m44p67s1z",
        "melds": [{"kind": "chi", "tiles": "234p", "from": "left"}],
    }
    assert best(**open_tanyao)["waits"][0] == {"tile": "5s", "left": 4, "ron": 1000, "tsumo": [300, 500]}
    assert best(**open_tanyao, rules="rcr")["waits"][0] == {"tile": "5s", "left": 4, "ron": 0, "tsumo": []}


def test_a_dealer_is_paid_the_same_by_all() -> None:
    waits = best(concealed="345678m44p67s234p1z", seat="east")["waits"]
    assert [(each["ron"], each["tsumo"]) for each in waits] == [(2900, [1300]), (2900, [1300])]


def test_the_discard_itself_makes_furiten() -> None:
    for tile, furiten in (("5s", True), ("9s", False)):
        answer = discards_json({"concealed": f"234567m234p6788s{tile}"})
        assert [each["furiten"] for each in answer["discards"] if each["tile"] == tile] == [furiten]
    discarded = discards_json({"concealed": "234567m234p67889s", "discards": "8s"})["discards"]
    assert {each["tile"]: each["furiten"] for each in discarded if each["shanten"] == 0}["9s"] is True


@pytest.mark.parametrize("key", ["discards", "passed"])
def test_a_waiting_hand_is_furiten_as_waits_has_it(key: str) -> None:
    hand = {"concealed": "234567m234p6788s", key: "5s"}
    assert discards_json(hand)["furiten"] == waits_json(hand)["furiten"] is True


def test_tiles_seen_and_named_besides_count_once() -> None:
    hand = {"concealed": "234567m234p6788s", "dora_indicators": "5s", "discards": "5s", "seen": "55s"}
    assert [each["left"] for each in discards_json(hand)["waits"]] == [2, 2]
    assert [each["left"] for each in waits_json(hand)["waits"]] == [2, 2]
    assert [each["left"] for each in discards_json(hand | {"seen": "5s"})["advances"]] == [2, 2]


def test_swap_calling_bars_discards() -> None:
    melds = [{"kind": "chi", "tiles": "345p", "from": "left"}]
    hand = {"concealed": "3667p123s99m11z", "melds": melds, "claimed": "3p"}
    assert {each["tile"] for each in discards_json(hand)["discards"]} == {"7p", "1s", "2s", "3s", "9m", "1z"}


@pytest.mark.parametrize(
    ("hand", "code"),
    [
        ([], "not_an_object"),
        ({"concealed": "11m"}, "wrong_tile_count"),
        ({"concealed": "11111m234p67788s"}, "five_of_a_tile"),
        ({"concealed": "234567m234p6788s", "seen": "8888s"}, "five_of_a_tile"),
        ({"concealed": "234567m234p6788s", "win": "5s"}, "unknown_key"),
        ({"concealed": "234567m234p6788s", "rules": "ema"}, "unknown_rules"),
    ],
)
def test_bad_input_is_named(hand: object, code: str) -> None:
    answer = discards_json(hand)
    assert (answer["outcome"], answer["shanten"], answer["discards"]) == ("invalid", None, [])
    assert [each["code"] for each in answer["problems"]] == [code]


def test_the_answer_in_words() -> None:
    assert discard_lines(discards_json({"concealed": "234567m234p6788s", "discards": "5s"})) == [
        "tenpai (general 0, seven pairs 5, thirteen orphans 13)",
        "  waits for 5s: by discard 2,000, by self-draw 700/1,300, 3 unseen",
        "  waits for 8s: by discard 2,000, by self-draw 700/1,300, 2 unseen",
        "  furiten: no win by discard",
    ]
    assert not any(
        "furiten" in line for line in discard_lines(discards_json({"concealed": "234567m234p6788s"}))
    )
    assert discard_lines(discards_json({"concealed": "12446p112556s16z"}))[1] == (
        "  21 tiles advance it: 1p(3) 2p(3) 6p(3) 2s(3) 6s(3) 1z(3) 6z(3)"
    )
    complete = discard_lines(discards_json({"concealed": "345678m44p567s234p", "rules": "rcr"}))
    assert complete[0].startswith("complete (general -1")
