"""EMA 2025: what follows a win at the table, by section."""

from typing import Any

import pytest

from yakulens.scorer.contract.settlement_json import settle_json

YAKUMAN = {
    "seat": "south",
    "yakuman": 1,
    "yaku": ["daisangen"],
    "liable": {"seat": "west", "yaku": "daisangen"},
}


def settled(**hand: object) -> dict[str, Any]:
    answer = settle_json({"rules": "ema-2025", **hand})
    assert answer["problems"] == []
    return answer


def net(**hand: object) -> list[int]:
    return list(settled(**hand)["net"].values())


def test_3_3_1_several_players_win_on_one_discard() -> None:
    wins = [{"seat": seat, "han": 5} for seat in ("east", "south", "west")]
    answer = settled(event="ron", discarder="north", wins=wins)
    assert answer["winners"] == ["east", "south", "west"]
    assert answer["net"] == {"east": 12000, "south": 8000, "west": 8000, "north": -28000}


def test_3_3_7_self_draw_the_liable_player_pays_the_whole_yakuman() -> None:
    assert net(event="tsumo", wins=[YAKUMAN]) == [0, 32000, -32000, 0]


def test_3_3_7_self_draw_the_liable_player_pays_every_counter_too() -> None:
    assert net(event="tsumo", honba=2, wins=[YAKUMAN]) == [0, 32600, -32600, 0]


def test_3_3_7_dealer_self_draw() -> None:
    win = {**YAKUMAN, "seat": "east"}
    assert net(event="tsumo", wins=[win]) == [48000, 0, -48000, 0]


def test_3_3_7_discard_is_shared_equally() -> None:
    assert net(event="ron", discarder="north", wins=[YAKUMAN]) == [0, 32000, -16000, -16000]


def test_3_3_7_only_the_discarder_pays_the_counters() -> None:
    assert net(event="ron", discarder="north", honba=3, wins=[YAKUMAN]) == [0, 32900, -16000, -16900]


def test_3_3_7_the_liable_player_discards_and_pays_all() -> None:
    assert net(event="ron", discarder="west", honba=1, wins=[YAKUMAN]) == [0, 32300, -32300, 0]


def test_3_3_7_liability_of_one_of_two_winners() -> None:
    wins = [YAKUMAN, {"seat": "east", "han": 1, "fu": 30}]
    answer = settled(event="ron", discarder="north", honba=1, wins=wins)
    assert answer["net"] == {"east": 1800, "south": 32300, "west": -16000, "north": -18100}


def test_3_3_7_the_liable_player_may_win_as_well() -> None:
    wins = [YAKUMAN, {"seat": "west", "han": 5}]
    assert net(event="ron", discarder="north", wins=wins) == [0, 32000, 8000 - 16000, -16000 - 8000]


def test_3_3_7_big_four_winds() -> None:
    win = {"seat": "south", "yakuman": 1, "liable": {"seat": "east", "yaku": "daisuushii"}}
    assert net(event="tsumo", wins=[win]) == [-32000, 32000, 0, 0]


def test_3_3_7_other_yakuman_know_no_liability() -> None:
    win = {"seat": "south", "yakuman": 1, "liable": {"seat": "west", "yaku": "suukantsu"}}
    answer = settled(event="tsumo", wins=[win])
    assert answer["net"] == {"east": -16000, "south": 32000, "west": -8000, "north": -8000}
    assert any(note["cite"] == "EMA 2025 3.3.7" for note in answer["notes"])


def test_3_3_10_the_winner_gets_the_own_bet_back_and_takes_the_others() -> None:
    answer = settled(
        event="ron",
        discarder="west",
        deposits=2,
        riichi=["south", "north"],
        wins=[{"seat": "south", "han": 5}],
    )
    assert answer["net"] == {"east": 0, "south": 8000 + 1000 + 2000, "west": -8000, "north": -1000}
    assert answer["deposits_left"] == 0


def test_3_3_10_several_winners_get_their_own_bets_the_first_after_the_discarder_the_rest() -> None:
    answer = settled(
        event="ron",
        discarder="south",
        deposits=1,
        riichi=["south", "west", "east"],
        wins=[{"seat": "east", "han": 5}, {"seat": "north", "han": 5}],
    )
    # After South: West, North, East. North is first: West's and South's bets and the old stick.
    assert answer["net"] == {"east": 12000, "south": -21000, "west": -1000, "north": 11000}
    assert answer["deposits_left"] == 0
    assert answer["winners"] == ["north", "east"]


def test_3_3_10_bets_remain_after_an_exhaustive_draw() -> None:
    answer = settled(event="exhaustive_draw", deposits=1, riichi=["south"], tenpai=["south"])
    assert answer["deposits_left"] == 2
    assert answer["net"]["south"] == 3000 - 1000


@pytest.mark.parametrize(
    ("tenpai", "expected"),
    [
        ([], [0, 0, 0, 0]),
        (["east"], [3000, -1000, -1000, -1000]),
        (["south", "north"], [-1500, 1500, -1500, 1500]),
        (["east", "south", "west"], [1000, 1000, 1000, -3000]),
        (["east", "south", "west", "north"], [0, 0, 0, 0]),
    ],
)
def test_3_4_2_noten_penalty(tenpai: list[str], expected: list[int]) -> None:
    assert net(event="exhaustive_draw", tenpai=tenpai) == expected


def test_3_4_2_two_tenpai_receive_from_one_noten_player_each() -> None:
    rows = settled(event="exhaustive_draw", tenpai=["east", "west"])["rows"]
    assert [(row["from"], row["to"], row["points"]) for row in rows] == [
        ("south", "east", 1500),
        ("north", "west", 1500),
    ]
    assert {row["cite"] for row in rows} == {"EMA 2025 3.4.2"}


def test_3_4_2_two_counters_before_the_draw_are_three_after_it() -> None:
    answer = settled(event="exhaustive_draw", honba=2, tenpai=["south"])
    assert (answer["honba_next"], answer["dealer_next"]) == (3, "south")


def test_3_4_2_a_dead_hand_after_riichi_pays_the_noten_penalty_and_is_noted() -> None:
    answer = settled(event="exhaustive_draw", riichi=["north"], tenpai=["east"])
    assert answer["net"]["north"] == -2000
    assert any("North" in note["text"] and "chombo" in note["text"] for note in answer["notes"])


def test_3_4_3_the_discarder_pays_the_full_value_of_each_hand() -> None:
    wins = [{"seat": "south", "han": 2, "fu": 30}, {"seat": "north", "han": 3, "fu": 40}]
    assert net(event="ron", discarder="east", wins=wins) == [-7200, 2000, 0, 5200]


def test_3_4_3_self_draw_is_paid_by_all_and_the_dealer_pays_double() -> None:
    assert net(event="tsumo", wins=[{"seat": "west", "han": 1, "fu": 30}]) == [-500, -300, 1100, -300]


def test_3_4_3_the_dealer_receives_double() -> None:
    assert net(event="tsumo", wins=[{"seat": "east", "han": 2, "fu": 30}]) == [3000, -1000, -1000, -1000]


def test_3_4_4_self_draw_each_opponent_pays_100_for_each_counter() -> None:
    answer = settled(event="tsumo", honba=2, wins=[{"seat": "east", "han": 5}])
    assert answer["net"] == {"east": 12600, "south": -4200, "west": -4200, "north": -4200}
    assert [row["points"] for row in answer["rows"] if row["cite"] == "EMA 2025 3.4.4"] == [200, 200, 200]


def test_3_4_4_discarder_pays_300_for_each_counter_to_every_winner() -> None:
    wins = [{"seat": "south", "han": 5}, {"seat": "west", "han": 5}]
    assert net(event="ron", discarder="east", honba=2, wins=wins) == [-17200, 8600, 8600, 0]


@pytest.mark.parametrize(
    ("winners", "expected"),
    [(["east"], (3, "east")), (["south"], (0, "south")), (["south", "east"], (3, "east"))],
)
def test_3_4_5_counters_and_deal_after_a_win(winners: list[str], expected: tuple[int, str]) -> None:
    wins = [{"seat": seat, "han": 5} for seat in winners]
    answer = settled(event="ron", discarder="north", honba=2, wins=wins)
    assert (answer["honba_next"], answer["dealer_next"]) == expected


def test_3_4_5_a_tenpai_dealer_remains() -> None:
    answer = settled(event="exhaustive_draw", tenpai=["east", "north"])
    assert (answer["honba_next"], answer["dealer_next"]) == (1, "east")


def test_3_4_6_club_chombo_is_a_reverse_mangan() -> None:
    assert net(event="chombo", offender="south") == [4000, -8000, 2000, 2000]


def test_3_4_6_club_chombo_of_the_dealer() -> None:
    assert net(event="chombo", offender="east") == [-12000, 4000, 4000, 4000]


def test_3_4_6_bets_of_the_hand_return_no_counter_no_rotation() -> None:
    answer = settled(event="chombo", offender="west", honba=3, deposits=2, riichi=["west", "north"])
    assert answer["deposits_left"] == 2
    assert (answer["honba_next"], answer["dealer_next"]) == (3, "east")
    assert answer["net"] == {"east": 4000, "south": 2000, "west": -8000, "north": 2000}


def test_3_4_6_tournament_chombo_is_taken_after_the_game() -> None:
    answer = settled(event="chombo", offender="west", tournament=True, riichi=["north"])
    assert answer["penalties"] == {"west": -20000}
    assert set(answer["net"].values()) == {0}
    assert answer["deposits_left"] == 0


def test_3_4_6_a_win_at_the_same_time_voids_the_chombo() -> None:
    answer = settled(event="tsumo", offender="west", wins=[{"seat": "south", "han": 5}])
    assert answer["net"]["west"] == -2000
    assert answer["penalties"] == {}
    assert any("void" in note["text"] for note in answer["notes"])


def test_4_1_2_kiriage_mangan_at_the_table() -> None:
    assert net(event="ron", discarder="west", wins=[{"seat": "south", "han": 4, "fu": 30}]) == [
        0,
        8000,
        -8000,
        0,
    ]
    assert net(event="ron", discarder="west", wins=[{"seat": "east", "han": 3, "fu": 60}]) == [
        12000,
        0,
        -12000,
        0,
    ]


def test_4_1_4_a_negative_score_plays_on() -> None:
    scores = {"east": 1000, "south": 30000, "west": 49000, "north": 40000}
    answer = settled(event="tsumo", scores=scores, wins=[{"seat": "south", "han": 5}])
    assert answer["scores"]["east"] == -3000
    assert answer["game_ends"] is False
    assert any(note["cite"] == "EMA 2025 4.1.4" for note in answer["notes"])


def test_4_1_4_riichi_needs_no_points() -> None:
    scores = {"east": 30000, "south": -500, "west": 30000, "north": 60500}
    answer = settled(event="exhaustive_draw", scores=scores, riichi=["south"], tenpai=["south"])
    assert answer["scores"]["south"] == -500 - 1000 + 3000


def test_4_2_yakuman_are_not_cumulative() -> None:
    win = {"seat": "south", "yakuman": 2, "yaku": ["daisangen", "tsuuiisou"]}
    answer = settled(event="ron", discarder="west", wins=[win])
    assert answer["net"]["south"] == 32000
    assert "paid as one" in answer["rows"][0]["text"]


def test_4_2_there_is_no_nagashi_mangan() -> None:
    answer = settled(event="exhaustive_draw", nagashi=["south"], tenpai=["east"])
    assert answer["net"] == {"east": 3000, "south": -1000, "west": -1000, "north": -1000}
    assert any("nagashi" in note["text"] for note in answer["notes"])


def test_3_4_there_are_no_abortive_draws() -> None:
    answer = settle_json(
        {"rules": "ema-2025", "event": "abortive_draw", "reason": "nine_terminals", "riichi": ["west"]}
    )
    assert [each["code"] for each in answer["problems"]] == ["no_abortive_draws"]
    assert set(answer["net"].values()) == {0}


def test_every_payment_tells_from_to_points_and_section() -> None:
    answer = settled(event="ron", discarder="east", honba=1, deposits=1, riichi=["south"], wins=[YAKUMAN])
    for row in answer["rows"]:
        assert set(row) == {"text", "from", "to", "points", "cite"}
        assert row["cite"].startswith("EMA 2025 ")
        assert row["points"] > 0
    gained = sum(row["points"] for row in answer["rows"] if row["to"] == "south")
    paid = sum(row["points"] for row in answer["rows"] if row["from"] == "south")
    assert gained - paid == answer["net"]["south"]


def test_3_4_6_a_chombo_after_the_last_discard_is_a_dead_hand_and_costs_no_chombo() -> None:
    answer = settled(event="exhaustive_draw", offender="west", tenpai=["east"])
    assert answer["net"] == {"east": 3000, "south": -1000, "west": -1000, "north": -1000}
    assert [(note["text"], note["cite"]) for note in answer["notes"]] == [
        ("a chombo after the last discard is a dead hand: West is noten and pays no chombo", "EMA 2025 3.4.6")
    ]


def test_6_6_2_riichi_without_tenpai_is_told_as_a_chombo_by_its_section() -> None:
    answer = settled(event="exhaustive_draw", riichi=["west"], tenpai=[])
    assert answer["notes"][-1]["text"].endswith("a riichi without tenpai is a chombo")
    assert answer["notes"][-1]["cite"] == "EMA 2025 6.6.2"


def test_3_3_14_a_hand_declared_dead_after_a_valid_riichi_pays_as_noten() -> None:
    answer = settled(event="exhaustive_draw", riichi=["west"], tenpai=["east"], dead_hands=["west", "north"])
    assert answer["net"] == {"east": 3000, "south": -1000, "west": -2000, "north": -1000}
    assert [note["cite"] for note in answer["notes"]] == ["EMA 2025 3.3.14"]


def test_3_4_6_7_4_after_the_time_signal_a_chombo_is_one_of_the_hands_that_are_left() -> None:
    answer = settled(event="chombo", offender="west", tournament=True, hands_left=1)
    assert (answer["hands_left"], answer["game_ends"]) == (0, False)
    assert answer["notes"][-1]["text"] == (
        "after the time signal a chombo counts as one of the remaining hands: it is not dealt again"
    )
