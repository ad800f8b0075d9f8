"""What the scorer says in words it also says as data."""

from __future__ import annotations

import json

import pytest

from yakulens.scorer import Hand, Meld, Situation, load_rules, score
from yakulens.scorer.contract.settlement_json import settle_json
from yakulens.scorer.message import Message
from yakulens.scorer.yaku import BY_ID

EMA = load_rules("ema-2025")


def test_each_reason_of_a_missed_yaku_is_told_as_data() -> None:
    hand = Hand.of("234m567p45s11z", "6s", [Meld.of("chi", "345s", "left")])
    missed = {miss.id: miss for miss in score(hand, Situation("ron", "west"), EMA).why_not}
    codes = [told.code for told in missed["pinfu"].reasons]
    assert codes[0] == "missing_closed"
    assert all(len(miss.reasons) == miss.because.count("; ") + 1 for miss in missed.values())


def test_a_yaku_that_the_rules_do_not_have_names_the_rules() -> None:
    hand = Hand.of("222333444m567p8s", "8s")
    missed = {miss.id: miss for miss in score(hand, Situation("ron", riichi="riichi"), EMA).why_not}
    assert [told.to_json() for told in missed["sanrenkou"].reasons] == [
        {"code": "not_in_rules", "values": {"rules": "EMA 2025"}}
    ]


def test_the_other_readings_name_their_yaku() -> None:
    found = score(Hand.of("22334455667p8s8s", "7p"), Situation("tsumo"), EMA)
    assert found.outcome == "win"
    assert found.other_readings
    assert all(set(other.yaku) <= set(BY_ID) for other in found.other_readings)
    assert any("chiitoitsu" in other.yaku for other in found.other_readings)


def settled(**end: object) -> dict[str, list[dict[str, object]]]:
    answer = settle_json({"rules": "ema-2025", **end})
    assert not answer["problems"]
    told: dict[str, list[dict[str, object]]] = answer["messages"]
    assert len(told["rows"]) == len(answer["rows"])
    assert len(told["notes"]) == len(answer["notes"])
    return told


def test_payments_are_told_with_their_worth() -> None:
    told = settled(
        event="ron", discarder="west", honba=2, deposits=1, wins=[{"seat": "south", "han": 3, "fu": 40}]
    )
    assert told["rows"] == [
        {
            "code": "row_ron",
            "values": {
                "payer": "west",
                "payee": "south",
                "worth": {"code": "worth_fu", "values": {"han": 3, "fu": 40}},
            },
        },
        {"code": "row_counters", "values": {"payer": "west", "payee": "south", "honba": 2}},
        {"code": "row_takes_deposits", "values": {"payer": "table", "payee": "south", "deposits": 1}},
    ]


@pytest.mark.parametrize(
    ("end", "code"),
    [
        ({"event": "exhaustive_draw"}, "note_nobody_tenpai"),
        ({"event": "exhaustive_draw", "riichi": ["south"]}, "note_riichi_noten"),
        ({"event": "chombo", "offender": "south", "tournament": True}, "note_penalty"),
        ({"event": "chombo", "offender": "south"}, "note_dealt_again"),
        ({"event": "abortive_draw", "rules": "tenhou", "reason": "four_winds"}, "note_abortive"),
    ],
)
def test_what_decided_a_hand_is_told(end: dict[str, object], code: str) -> None:
    assert code in [note["code"] for note in settled(**end)["notes"]]


def test_a_liability_that_the_hand_refutes_says_why_as_data() -> None:
    hand = {"concealed": "11m23p555666777z", "win": "1p"}
    told = settled(
        event="ron",
        discarder="west",
        wins=[{"seat": "south", "hand": hand, "liable": {"seat": "north", "yaku": "daisangen"}}],
    )
    assert {
        "code": "note_not_liable",
        "values": {
            "seat": "north",
            "winner": "south",
            "why": {"code": "liable_set_not_called", "values": {"yaku": "daisangen"}},
        },
    } in told["notes"]


def test_a_message_with_several_values_comes_back_from_json() -> None:
    shared = Message.of("note_shared_place", players=("Ann", "Bo"))
    refuted = Message.of("wrong_win", given=(Message("nothing_given"), "han"))
    for message in (shared, refuted):
        assert Message.from_json(json.loads(json.dumps(message.to_json()))) == message


@pytest.mark.parametrize(
    ("code", "values", "says"),
    [
        ("indicators_unsaid", {"count": 1, "least": 2}, "1 dora indicator is given;"),
        ("indicators_unsaid", {"count": 2, "least": 3}, "2 dora indicators are given;"),
        ("wrong_tile_count", {"count": 1, "size": 10, "melds": 1}, "1 tile instead of 10 beside 1 meld"),
        ("ura_indicators_do_not_match", {"count": 2, "dora": 1}, "2 ura indicators under 1 dora indicator:"),
    ],
)
def test_a_number_takes_its_noun_with_it(code: str, values: dict[str, int], says: str) -> None:
    assert Message.of(code, **values).text.startswith(says)
