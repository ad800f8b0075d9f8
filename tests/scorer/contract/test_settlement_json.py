"""A finished hand as JSON: the three ways to give a win, contradictions, and whatever else JSON can hold."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from yakulens.scorer.contract.hand_json import score_json
from yakulens.scorer.contract.settlement_json import REASONS, settle_json
from yakulens.scorer.rules.offered import BUILT_IN

SEATS = ("east", "south", "west", "north")
PINFU = {"concealed": "234567m234p67s88s", "win": "5s"}
DRAGONS = {
    "concealed": "234m5s",
    "win": "5s",
    "melds": [{"kind": "pon", "tiles": dragon * 3 + "z", "from": "across"} for dragon in "567"],
}


def codes(hand: object) -> list[str]:
    answer = settle_json(hand)
    assert answer["outcome"] == "invalid"
    assert set(answer["net"].values()) == {0}
    assert (answer["rows"], answer["winners"], answer["penalties"]) == ([], [], {})
    assert all(problem["message"] for problem in answer["problems"])
    return [problem["code"] for problem in answer["problems"]]


def ron(**win: object) -> dict[str, Any]:
    return {"event": "ron", "discarder": "east", "wins": [{"seat": "south", **win}]}


def test_a_full_hand_is_scored_at_the_table() -> None:
    answer = settle_json(ron(hand=PINFU) | {"honba": 1, "riichi": ["south"], "id": 7})
    assert answer["problems"] == []
    assert answer["net"]["east"] == -3900 - 300  # riichi, pinfu, tanyao
    assert answer["id"] == 7


@pytest.mark.parametrize(
    ("event", "yaku"),
    [
        ("ron", "menzen_tsumo"),
        ("ron", "rinshan"),
        ("ron", "haitei"),
        ("tsumo", "chankan"),
        ("tsumo", "houtei"),
    ],
)
def test_a_stated_yaku_of_the_other_kind_of_win_is_refused(event: str, yaku: str) -> None:
    end = ron(han=2, fu=40, yaku=[yaku])
    if event == "tsumo":
        end = {"event": "tsumo", "wins": end["wins"]}
    assert codes(end) == ["won_otherwise"]
    other = ron(han=2, fu=40, yaku=[yaku])
    if event == "ron":
        other = {"event": "tsumo", "wins": other["wins"]}
    assert settle_json(other)["problems"] == []


def test_a_full_hand_that_tells_its_riichi() -> None:
    double = settle_json(ron(hand={**PINFU, "riichi": "double"}) | {"riichi": ["south"]})
    assert double["net"]["south"] == 8000


def test_a_yakuman_of_the_first_turn_that_is_told_by_name_is_paid_to_whoever_can_have_it() -> None:
    answer = settle_json({"event": "tsumo", "wins": [{"seat": "east", "yakuman": 1, "yaku": ["tenhou"]}]})
    assert answer["net"]["east"] == 48_000


def test_with_five_counters_out_no_win_that_is_told_by_han_has_one_where_the_book_asks_for_two() -> None:
    assert codes(ron(han=1, fu=30) | {"rules": "rcr", "honba": 5}) == ["two_han_needed"]


def test_a_full_hand_of_a_silent_player_is_scored_without_riichi() -> None:
    assert settle_json(ron(hand=PINFU))["net"]["south"] == 2000


def test_a_full_hand_takes_round_rules_and_house_rules_of_the_table() -> None:
    hand = {
        "concealed": "234m234p11s22z",
        "win": "2z",
        "melds": [{"kind": "chi", "tiles": "678s", "from": "left"}],
    }
    east_round = settle_json(ron(hand=hand))
    south_round = settle_json(ron(hand=hand) | {"round": "south"})
    assert (east_round["net"]["south"], south_round["net"]["south"]) == (1000, 2000)
    four_han = {"concealed": "234567m234p67s88s", "win": "5s", "dora_indicators": "5m"}
    kiriage = settle_json(ron(hand=four_han) | {"riichi": ["south"]})
    plain = settle_json(
        ron(hand=four_han) | {"riichi": ["south"], "rule_overrides": {"kiriage_mangan": False}}
    )
    assert (kiriage["net"]["south"], plain["net"]["south"]) == (8000, 7700)


def test_a_yakuman_hand_with_liability_by_the_win_or_by_the_hand() -> None:
    liable = {"seat": "north", "yaku": "daisangen"}
    for win in ({"hand": DRAGONS, "liable": liable}, {"hand": {**DRAGONS, "liable": liable}}):
        answer = settle_json(ron(**win))
        assert answer["net"] == {"east": -16000, "south": 32000, "west": 0, "north": -16000}
        assert "daisangen" in answer["rows"][0]["text"]


def test_a_hand_whose_last_set_nobody_fed_makes_nobody_liable() -> None:
    melds = [{"kind": "pon", "tiles": dragon * 3 + "z", "from": "left"} for dragon in "56"]
    self_made = {"concealed": "234m5s777z", "win": "5s", "melds": melds}
    for hand in (self_made, {**PINFU, "riichi": "none"}):
        win = {"hand": {**hand, "liable": {"seat": "west", "yaku": "daisangen"}}}
        answer = settle_json(ron(**win))
        assert (answer["problems"], answer["net"]["west"]) == ([], 0)
        assert any("West is not liable" in note["text"] for note in answer["notes"])


def test_paarenchan_by_a_full_hand() -> None:
    win = {"seat": "east", "hand": PINFU}
    answer = settle_json({"rules": "wdmc-2019", "event": "tsumo", "honba": 8, "wins": [win]})
    assert (answer["net"]["east"], answer["honba_next"], answer["dealer_next"]) == (50400, 0, "south")


def test_settling_one_win_agrees_with_the_score_of_its_hand() -> None:
    for rules in ("ema-2025", "wrc-2015", "wdmc-2019", "tenhou"):
        for by, discarder in (("tsumo", None), ("ron", "west"), ("ron", "north")):
            hand = {**DRAGONS, "rules": rules, "by": by, "honba": 2, "deposits": 3, "discarder": discarder}
            hand["liable"] = {"seat": "north", "yaku": "daisangen"}
            scored = score_json(hand)
            win = {"seat": "south", "hand": {**DRAGONS, "liable": hand["liable"]}}
            table = {
                "rules": rules,
                "event": by,
                "honba": 2,
                "deposits": 3,
                "discarder": discarder,
                "wins": [win],
            }
            assert settle_json(table)["net"] == scored["payments"]


@pytest.mark.parametrize(
    ("win", "code"),
    [
        ({}, "wrong_win"),
        ({"han": 0}, "wrong_win"),
        ({"han": 3, "fu": 30, "yakuman": 1}, "wrong_win"),
        ({"han": 3}, "wrong_fu"),
        ({"han": 3, "fu": 0}, "wrong_fu"),
        ({"han": 3, "fu": 20}, "wrong_fu"),  # by ron a hand has 25 or 30 at least
        ({"han": 3, "fu": 33}, "wrong_fu"),
        ({"han": 3, "fu": True}, "wrong_number"),
        ({"han": 1, "fu": 25}, "wrong_fu"),
        ({"han": "3", "fu": 30}, "wrong_number"),
        ({"han": -1, "fu": 30}, "wrong_number"),
        ({"han": 1e3, "fu": 30}, "wrong_number"),
        ({"yakuman": 99}, "wrong_number"),
        ({"yakuman": True}, "wrong_number"),
        ({"yakuman": 1, "yaku": ["pinfu"]}, "no_yakuman"),
        ({"yakuman": 1, "yaku": ["suurenkou"]}, "no_yakuman"),
        ({"yakuman": 1, "yaku": ["tenhou"]}, "no_tenhou"),
        ({"han": 13, "yaku": ["tenhou"]}, "no_tenhou"),
        ({"hand": {**PINFU, "melds": []}, "yaku": ["tenhou"]}, "no_tenhou"),
        ({"yakuman": 1, "yaku": ["flush"]}, "wrong_value"),
        ({"yakuman": 1, "yaku": "daisangen"}, "wrong_type"),
        ({"yakuman": 1, "liable": {"seat": "south", "yaku": "daisangen"}}, "liable_is_winner"),
        ({"yakuman": 1, "liable": {"seat": "up", "yaku": "daisangen"}}, "wrong_value"),
        ({"yakuman": 1, "liable": {"seat": "west", "yaku": "dragons"}}, "wrong_value"),
        ({"yakuman": 1, "liable": "west"}, "wrong_type"),
        ({"yakuman": 1, "liable": {"seat": "west", "yaku": "daisangen", "why": 1}}, "unknown_key"),
        (
            {"yakuman": 1, "yaku": ["suuankou"], "liable": {"seat": "west", "yaku": "daisangen"}},
            "liable_not_won",
        ),
        ({"han": 5, "liable": {"seat": "west", "yaku": "daisangen"}}, "liable_without_yakuman"),
        ({"han": 5, "value": 8000}, "unknown_key"),
        ({"han": 5, "yaku": ["daisangen"]}, "yakuman_by_han"),
        ({"hand": "234m"}, "wrong_type"),
        ({"hand": {"concealed": "123m", "win": "1z"}}, "wrong_tile_count"),
        ({"hand": {"concealed": "234m234p1155s99s5z", "win": "5z"}}, "not_complete"),
        ({"hand": {**PINFU, "by": "tsumo"}}, "hand_contradicts"),
        ({"hand": {**PINFU, "seat": "west"}}, "hand_contradicts"),
        ({"hand": {**PINFU, "rules": "tenhou"}}, "hand_contradicts"),
        ({"hand": {**PINFU, "rule_overrides": {"kiriage_mangan": False}}}, "hand_contradicts"),
        ({"hand": {**PINFU, "discarder": "north"}}, "hand_contradicts"),
        ({"hand": {**PINFU, "riichi": "riichi"}}, "hand_contradicts"),
        ({"hand": {**DRAGONS, "liable": {"seat": "south", "yaku": "daisangen"}}}, "liable_is_winner"),
        (
            {
                "hand": {**DRAGONS, "liable": {"seat": "west", "yaku": "daisangen"}},
                "liable": {"seat": "north", "yaku": "daisangen"},
            },
            "hand_contradicts",
        ),
    ],
)
def test_a_win_that_cannot_be(win: dict[str, Any], code: str) -> None:
    assert code in codes(ron(**win))


@pytest.mark.parametrize(
    ("rules", "han", "value"), [("ema-2025", 5, 8000), ("tenhou", 13, 32_000), ("wdmc-2019", 8, 16_000)]
)
def test_the_minipoints_of_a_limit_may_be_said_to_be_none(rules: str, han: int, value: int) -> None:
    answer = settle_json({"rules": rules, **ron(han=han, fu=0)})  # EMA 4.1: irrelevant from five han on
    assert (answer["problems"], answer["net"]["south"]) == ([], value)


@pytest.mark.parametrize(
    ("seat", "claimed", "code"), [("south", "tenhou", "no_tenhou"), ("east", "chiihou", "no_chiihou")]
)
def test_a_first_hand_of_a_seat_that_cannot_have_it_is_not_scored_as_the_other(
    seat: str, claimed: str, code: str
) -> None:
    hand = {"concealed": "345678m44p67s234p", "win": "5s", "first_turn": True}
    for worth in ({"yakuman": 1}, {"hand": hand}, {"han": 13}):
        answer = settle_json({"event": "tsumo", "wins": [{"seat": seat, "yaku": [claimed], **worth}]})
        assert [each["code"] for each in answer["problems"]] == [code]


def test_a_stick_that_the_hand_denies() -> None:
    assert "hand_contradicts" in codes(ron(hand={**PINFU, "riichi": "none"}) | {"riichi": ["south"]})


def test_a_house_rule_of_the_hand_that_the_table_does_not_have_is_named() -> None:
    hand = {**PINFU, "rule_overrides": {"kiriage_mangan": False, "counter_value": 200}}
    problems = settle_json(ron(hand=hand) | {"rule_overrides": {"counter_value": 200}})["problems"]
    assert [each["message"] for each in problems] == [
        "wins[0].hand.rule_overrides.kiriage_mangan: false, but the table says nothing"
    ]


def test_a_win_by_figures_tells_why_it_counts_as_a_limit() -> None:
    answer = settle_json(ron(han=4, fu=30))
    assert [(note["text"], note["cite"]) for note in answer["notes"]] == [
        ("4 han 30 fu are rounded up to mangan", "EMA 2025 4.1.2")
    ]


def test_a_hand_without_yaku_does_not_win() -> None:
    hand = {
        "concealed": "234m456p11s99s",
        "win": "1s",
        "melds": [{"kind": "chi", "tiles": "789s", "from": "left"}],
    }
    answer = settle_json(ron(hand=hand))
    assert "no_yaku" in codes(ron(hand=hand))
    assert "wins[0].hand" in answer["problems"][0]["message"]


def test_two_winners_cannot_win_on_different_tiles() -> None:
    other = {"concealed": "234567m234p66s88s", "win": "8s"}
    wins = [{"seat": "south", "hand": PINFU}, {"seat": "west", "hand": other}]
    assert "winning_tiles_differ" in codes({"event": "ron", "discarder": "east", "wins": wins})


def test_the_winning_tile_is_compared_as_a_tile_however_it_is_written() -> None:
    first = {"concealed": "345678m44p67s234p", "win": "8s"}
    second = {"concealed": "345678m22p67s567p", "win": ["8s"]}
    wins = [{"seat": "south", "hand": first}, {"seat": "west", "hand": second}]
    answer = settle_json({"event": "ron", "discarder": "east", "wins": wins})
    assert answer["net"] == {"east": -4000, "south": 2000, "west": 2000, "north": 0}
    wins[1]["hand"] = {**second, "win": ["5s"]}
    assert codes({"event": "ron", "discarder": "east", "wins": wins}) == ["winning_tiles_differ"]


@pytest.mark.parametrize(
    ("first", "second", "code"),
    [
        ({"dora_indicators": "1z"}, {"dora_indicators": "4m"}, "hands_contradict"),
        ({"ura_indicators": "1z"}, {"ura_indicators": "4m"}, "hands_contradict"),
        ({}, {"ura_indicators": "2p2p"}, "five_of_a_tile"),
        ({"round": "east"}, {"round": "south"}, "hands_contradict"),
        ({"last_tile": True}, {"last_tile": False, "chankan": True}, "hands_contradict"),
        ({"concealed": "333m678m44p67s234p"}, {"concealed": "333m678m22p67s567p"}, "five_of_a_tile"),
    ],
)
def test_hands_won_on_one_discard_agree_on_the_table(
    first: dict[str, Any], second: dict[str, Any], code: str
) -> None:
    hands = (
        {"concealed": "345678m44p67s234p", "win": "8s"} | first,
        {"concealed": "345678m22p67s567p", "win": "8s"} | second,
    )
    wins = [{"seat": seat, "hand": hand} for seat, hand in zip(("south", "west"), hands, strict=True)]
    assert codes({"event": "ron", "discarder": "east", "wins": wins}) == [code]


@pytest.mark.parametrize(
    ("said", "east", "south"),
    [
        ({}, 1500, 1000),
        ({"last_tile": True}, 2900, 2000),
        ({"chankan": True}, 2900, 2000),
        ({"dora_indicators": "1p"}, 12_000, 1000),
        ({"dora_indicators": "1p", "ura_indicators": "7s"}, 12_000, 1000),
    ],
)
def test_what_one_winner_says_of_the_discard_and_the_table_holds_for_all(
    said: dict[str, Any], east: int, south: int
) -> None:
    first = {"concealed": "34567m567s44p789p", "win": "8m", "dora_indicators": []}
    second = {"concealed": "34567m678s22p123p", "win": "8m", "last_tile": None}
    for hands in ((first | said, second), (first, second | said)):
        wins = [{"seat": seat, "hand": hand} for seat, hand in zip(("south", "east"), hands, strict=True)]
        answer = settle_json({"event": "ron", "discarder": "west", "wins": wins})
        assert (answer["problems"], answer["net"]["east"], answer["net"]["south"]) == ([], east, south)


def test_a_wrong_fact_of_one_winner_is_told_once_and_where_it_stands() -> None:
    hands = ({"concealed": "34567m567s44p789p", "win": "8m"}, {"concealed": "34567m678s22p123p", "win": "8m"})
    wins = [{"seat": seat, "hand": hand} for seat, hand in zip(("south", "east"), hands, strict=True)]
    wins[1]["hand"] |= {"last_tile": "yes"}  # type: ignore[operator]
    (problem,) = settle_json({"event": "ron", "discarder": "west", "wins": wins})["problems"]
    assert problem["message"].startswith("wins[1].hand.last_tile: ")


def test_the_norths_that_two_winners_set_aside_are_four_together() -> None:
    hands = ({"concealed": "111m123789p99s23s"}, {"concealed": "999m456678p44s23s"})
    for norths, told in ((2, []), (3, ["five_of_a_tile"])):
        wins = [
            {"seat": seat, "hand": hand | {"win": "1s", "riichi": "riichi", "north_dora": norths}}
            for seat, hand in zip(("south", "west"), hands, strict=True)
        ]
        end = {"rules": "tenhou-3p", "event": "ron", "discarder": "east", "riichi": ["south", "west"]}
        assert [each["code"] for each in settle_json(end | {"wins": wins})["problems"]] == told


@pytest.mark.parametrize(
    ("first", "second", "told"),
    [
        ("55m345p678p234p34s", "55m234p678s678p34s", ["red_five_missing"]),
        ("50m345p678p234p34s", "50m234p678s678p34s", ["too_many_red_fives"]),
        ("55m345p678p234p34s", "50m234p678s678p34s", []),
        (
            "345m678m22p345s34s",
            "234m678p88m345s34s",
            [],
        ),  # the one discard is the third plain 5s, not the fourth
    ],
)
def test_wdmc_1_3_1_all_hands_together_hold_the_fives_of_one_set(
    first: str, second: str, told: list[str]
) -> None:
    hands = ({"concealed": first, "win": "5s"}, {"concealed": second, "win": "5s"})
    wins = [{"seat": seat, "hand": hand} for seat, hand in zip(("south", "west"), hands, strict=True)]
    for rules, expected in (("wdmc-2019", told), ("ema-2025", [])):
        answer = settle_json({"rules": rules, "event": "ron", "discarder": "east", "wins": wins})
        assert [each["code"] for each in answer["problems"]] == expected


def test_ema_3_3_7_by_house_rule_a_fed_replacement_tile_is_paid_alone_by_figures_too() -> None:
    house = {"liability": ["daisangen", "daisuushii", "rinshan"]}
    win = {"seat": "south", "han": 1, "fu": 30, "liable": {"seat": "north", "yaku": "rinshan"}}
    table = {"event": "tsumo", "honba": 1, "wins": [win]}
    assert settle_json({**table, "rule_overrides": house})["net"] == {
        "east": 0,
        "south": 1400,
        "west": 0,
        "north": -1400,
    }
    plain = settle_json(table)
    assert plain["net"]["north"] == -400
    assert [note["text"] for note in plain["notes"]] == [
        "North is not liable for the win of South: EMA 2025 has no liability for rinshan"
    ]


def test_a_hand_that_names_no_indicators_contradicts_none() -> None:
    first = {"concealed": "345678m44p67s234p", "win": "8s", "dora_indicators": "1z"}
    second = {"concealed": "345678m22p67s567p", "win": "8s", "dora_indicators": []}
    wins = [{"seat": "south", "hand": first}, {"seat": "west", "hand": second}]
    assert settle_json({"event": "ron", "discarder": "east", "wins": wins})["problems"] == []


def test_counters_of_a_hand_are_those_of_the_table() -> None:
    assert codes(ron(hand={**PINFU, "honba": 5}) | {"honba": 2}) == ["hand_contradicts"]


def test_counters_that_do_not_divide_are_paid_as_the_score_says() -> None:
    house = {"counter_value": 500}
    hand = {**PINFU, "rule_overrides": house, "by": "tsumo", "honba": 2}
    table = {
        "rule_overrides": house,
        "event": "tsumo",
        "honba": 2,
        "wins": [{"seat": "south", "hand": PINFU}],
    }
    assert settle_json(table)["net"] == score_json(hand)["payments"]


def test_a_house_rule_without_the_yakuman_makes_nobody_liable() -> None:
    win = {"seat": "south", "yakuman": 1, "liable": {"seat": "west", "yaku": "daisangen"}}
    house = {"yaku": {"daisangen": False}}
    table = {"rules": "mahjong-soul", "event": "tsumo", "wins": [win], "rule_overrides": house}
    assert settle_json(table)["net"]["west"] == -8000


@pytest.mark.parametrize(
    ("hand", "code"),
    [
        (None, "not_an_object"),
        ([], "not_an_object"),
        ("ron", "not_an_object"),
        (12, "not_an_object"),
        ({}, "missing_key"),
        ({"event": "win"}, "wrong_value"),
        ({"event": ["ron"]}, "wrong_value"),
        ({"event": "ron", "wins": None}, "no_winner"),
        ({"event": "ron", "wins": {}}, "wrong_type"),
        ({"event": "ron", "wins": [3]}, "wrong_type"),
        ({"event": "ron", "wins": [{"han": 5}]}, "missing_key"),
        ({"event": "ron", "wins": [{"seat": "south", "han": 5}]}, "no_discarder"),
        (
            {"event": "ron", "discarder": "south", "wins": [{"seat": "south", "han": 5}]},
            "discarder_is_winner",
        ),
        (
            {"event": "tsumo", "discarder": "west", "wins": [{"seat": "south", "han": 5}]},
            "discarder_by_tsumo",
        ),
        (
            {"event": "tsumo", "wins": [{"seat": "south", "han": 5}, {"seat": "west", "han": 5}]},
            "several_self_draws",
        ),
        (
            {"event": "ron", "discarder": "west", "wins": [{"seat": "south", "han": 5}] * 2},
            "seat_twice",
        ),
        ({"event": "exhaustive_draw", "wins": [{"seat": "south", "han": 5}]}, "unexpected_wins"),
        ({"event": "exhaustive_draw", "rules": "wrc-2015", "offender": "south"}, "unexpected_offender"),
        ({"event": "exhaustive_draw", "riichi": ["south", "south"]}, "seat_twice"),
        (
            {"event": "exhaustive_draw", "riichi": ["south"], "offender": "south"},
            "offender_is_riichi_noten",
        ),
        ({"event": "exhaustive_draw", "tenpai": ["south"], "dead_hands": ["south"]}, "dead_hand_is_tenpai"),
        ({"event": "tsumo", "wins": [{"seat": "south", "han": 5}], "dead_hands": "south"}, "dead_hand_wins"),
        ({"event": "exhaustive_draw", "tenpai": "east"}, "wrong_type"),
        ({"event": "exhaustive_draw", "tenpai": ["up"]}, "wrong_value"),
        ({"event": "exhaustive_draw", "honba": -1}, "wrong_number"),
        ({"event": "exhaustive_draw", "honba": True}, "wrong_number"),
        ({"event": "exhaustive_draw", "deposits": 1.5}, "wrong_number"),
        ({"event": "exhaustive_draw", "deposits": 10**60}, "wrong_number"),
        ({"event": "exhaustive_draw", "dealer": "south"}, "dealer_not_east"),
        ({"event": "exhaustive_draw", "dealer": 5}, "wrong_value"),
        ({"event": "exhaustive_draw", "tournament": "yes"}, "wrong_type"),
        ({"event": "exhaustive_draw", "rules": "nowhere"}, "unknown_rules"),
        ({"event": "exhaustive_draw", "rules": 5}, "wrong_type"),
        ({"event": "exhaustive_draw", "rule_overrides": []}, "wrong_type"),
        ({"event": "exhaustive_draw", "rule_overrides": {"kiriage": True}}, "unknown_rules"),
        ({"event": "exhaustive_draw", "scores": []}, "wrong_type"),
        ({"event": "exhaustive_draw", "scores": {"east": 30000}}, "wrong_scores"),
        ({"event": "exhaustive_draw", "scores": {"up": 30000}}, "wrong_value"),
        ({"event": "exhaustive_draw", "scores": {"east": None}}, "wrong_number"),
        ({"event": "exhaustive_draw", "tenpia": []}, "unknown_key"),
        (
            {"event": "tsumo", "nagashi": ["west"], "wins": [{"seat": "south", "han": 5}]},
            "unexpected_nagashi",
        ),
        ({"event": "abortive_draw", "rules": "rcr", "reason": "earthquake"}, "wrong_value"),
        ({"event": "abortive_draw", "rules": "rcr", "reason": 9}, "wrong_type"),
        ({"event": "chombo"}, "no_offender"),
        ({"event": "chombo", "offender": "north", "rules": "tenhou-3p"}, "seat_not_at_table"),
        (
            {
                "event": "tsumo",
                "rules": "tenhou-3p",
                "wins": [{"seat": "south", "yakuman": 1, "liable": {"seat": "north", "yaku": "daisangen"}}],
            },
            "seat_not_at_table",
        ),
    ],
)
def test_a_hand_that_cannot_be(hand: object, code: str) -> None:
    assert code in codes(hand)


def test_a_dealer_named_east_or_not_at_all_is_the_same() -> None:
    draw = {"event": "exhaustive_draw", "tenpai": ["west"], "reason": None, "offender": None}
    assert settle_json(draw | {"dealer": "east"}) == settle_json(draw) == settle_json(draw | {"dealer": None})


def test_a_refused_hand_leaves_the_table_as_it_was() -> None:
    answer = settle_json({"event": "ron", "honba": 3, "deposits": 2, "riichi": ["west"], "id": "x"})
    assert (answer["honba_next"], answer["deposits_left"], answer["dealer_next"]) == (3, 2, "east")
    assert answer["id"] == "x"


def test_a_users_own_rule_set(tmp_path: Path) -> None:
    own = tmp_path / "club.toml"
    own.write_text(
        'name = "club"\ntitle = "Club"\ncite = "Club"\nextends = "ema-2025"\ncounter_value = 1500\n'
    )
    answer = settle_json(
        {"rules": str(own), "event": "tsumo", "honba": 1, "wins": [{"seat": "east", "han": 5}]}
    )
    assert answer["net"]["east"] == 13500


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
        lambda inner: (
            st.lists(inner) | st.dictionaries(st.text() | st.sampled_from(["event", "wins"]), inner)
        ),
        max_leaves=8,
    )
)
def test_no_json_value_raises(value: object) -> None:
    answer = settle_json(value)
    json.dumps(answer)
    assert answer["problems"]


SEAT = st.sampled_from(SEATS)
JUNK = st.none() | st.booleans() | st.integers(-3, 10) | st.text(max_size=3) | st.lists(SEAT, max_size=2)
WIN = st.fixed_dictionaries(
    {"seat": SEAT | JUNK},
    optional={
        "han": st.integers(1, 14) | JUNK,
        "fu": st.sampled_from([20, 25, 30, 40, 70, 110]) | JUNK,
        "yakuman": st.integers(0, 3) | JUNK,
        "yaku": st.lists(st.sampled_from(["daisangen", "tsuuiisou", "paarenchan", "pinfu"]), max_size=2)
        | JUNK,
        "liable": st.fixed_dictionaries({"seat": SEAT, "yaku": st.sampled_from(["daisangen", "suukantsu"])})
        | JUNK,
        "hand": st.sampled_from([PINFU, DRAGONS]) | JUNK,
    },
)
HAND = st.fixed_dictionaries(
    {
        "event": st.sampled_from(["ron", "tsumo", "exhaustive_draw", "abortive_draw", "chombo"]) | JUNK,
        "rules": st.sampled_from(BUILT_IN),
    },
    optional={
        "dealer": st.just("east") | JUNK,
        "honba": st.integers(0, 10) | JUNK,
        "deposits": st.integers(0, 10) | JUNK,
        "riichi": st.lists(SEAT, max_size=4) | JUNK,
        "discarder": SEAT | JUNK,
        "wins": st.lists(WIN | JUNK, max_size=3) | JUNK,
        "tenpai": st.lists(SEAT, max_size=4, unique=True) | JUNK,
        "nagashi": st.lists(SEAT, max_size=4, unique=True) | JUNK,
        "offender": SEAT | JUNK,
        "reason": st.sampled_from(sorted(REASONS)) | JUNK,
        "tournament": st.booleans() | JUNK,
        "scores": st.dictionaries(SEAT, st.integers(-9, 99).map(lambda points: points * 1000), max_size=4)
        | JUNK,
    },
)


def sound(rules: str, event: str) -> st.SearchStrategy[dict[str, Any]]:
    """Hands that can be: whatever is drawn may be settled."""
    seats = st.sampled_from(SEATS[:3] if rules.endswith("3p") else SEATS)
    value = st.fixed_dictionaries({"han": st.integers(1, 13), "fu": st.sampled_from([30, 40, 70])}) | (
        st.fixed_dictionaries(
            {"yakuman": st.integers(1, 2)},
            optional={"liable": st.just({"seat": "west", "yaku": "daisangen"})},
        )
    )
    some = st.lists(seats, unique=True, max_size=3)
    wins = st.lists(st.tuples(seats, value), min_size=1, max_size=3, unique_by=lambda each: each[0])
    hand: dict[str, st.SearchStrategy[Any]] = {
        "rules": st.just(rules),
        "event": st.just(event),
        "honba": st.integers(0, 12),
        "deposits": st.integers(0, 5),
        "riichi": some,
        "tournament": st.booleans(),
    }
    if event in {"ron", "tsumo"}:
        size = 1 if event == "tsumo" else 3
        hand["wins"] = wins.map(lambda pairs: [{"seat": seat, **worth} for seat, worth in pairs[:size]])
    if event == "ron":
        hand["discarder"] = seats
    if event == "exhaustive_draw":
        hand |= {"tenpai": some, "nagashi": some}
    if event == "chombo":
        hand["offender"] = seats
    return st.fixed_dictionaries(hand)


@settings(max_examples=300)
@given(
    st.tuples(
        st.sampled_from(BUILT_IN),
        st.sampled_from(["ron", "tsumo", "exhaustive_draw", "abortive_draw", "chombo"]),
    ).flatmap(lambda both: sound(*both))
    | HAND
)
def test_points_neither_appear_nor_vanish(hand: dict[str, Any]) -> None:
    answer = settle_json(hand)
    json.dumps(answer)
    deposits = hand.get("deposits")
    before = deposits if type(deposits) is int else 0
    assert sum(answer["net"].values()) + 1000 * (answer["deposits_left"] - before) == 0
    if answer["problems"]:
        assert set(answer["net"].values()) == {0}
    for seat, points in answer["net"].items():
        gained = sum(row["points"] for row in answer["rows"] if row["to"] == seat)
        assert points == gained - sum(row["points"] for row in answer["rows"] if row["from"] == seat)
    assert answer["dealer_next"] in {"east", "south"}
    assert all(row["cite"] and row["points"] > 0 for row in answer["rows"])


@pytest.mark.parametrize(("yaku", "given"), [(["daisangen", "tsuuiisou"], 3), (["daisangen"], 2)])
def test_a_number_of_yakuman_that_its_yaku_are_not_worth(yaku: list[str], given: int) -> None:
    assert codes(ron(yakuman=given, yaku=yaku)) == ["yakuman_count"]


def test_a_limit_by_han_needs_no_minipoints_and_takes_those_that_are_told() -> None:
    for fu in (None, 30, 110):
        answer = settle_json(ron(han=5, fu=fu, yaku=["honitsu", "riichi"]))
        assert (answer["problems"], answer["net"]["south"]) == ([], 8000)


def test_ema_7_4_the_hands_after_the_time_signal_are_counted_down_to_the_end_of_the_game() -> None:
    first = settle_json(ron(han=5) | {"hands_left": 1})
    last = settle_json(ron(han=5) | {"hands_left": first["hands_left"]})
    assert (first["hands_left"], first["game_ends"]) == (0, False)
    assert (last["hands_left"], last["game_ends"]) == (0, True)
    assert last["notes"][-1]["text"] == "the last hand after the time signal is played: the game ends"
    assert "hands_left" not in settle_json(ron(han=5))
