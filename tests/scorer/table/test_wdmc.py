"""WDMC 2019, four and three players: what follows a win at the table, by section."""

from typing import Any

import pytest

from yakulens.scorer.contract.settlement_json import settle_json


def settled(rules: str = "wdmc-2019", **hand: object) -> dict[str, Any]:
    answer = settle_json({"rules": rules, **hand})
    assert answer["problems"] == []
    return answer


def test_3_5_1_riichi_needs_1000_points() -> None:
    scores = {"east": 900, "south": 39100, "west": 40000, "north": 40000}
    answer = settle_json(
        {"rules": "wdmc-2019", "event": "exhaustive_draw", "riichi": ["east"], "scores": scores}
    )
    assert [each["code"] for each in answer["problems"]] == ["riichi_without_points"]
    assert "WDMC 2019 3.5.1" in answer["problems"][0]["message"]


def test_3_5_3_0_all_sticks_to_the_single_winner() -> None:
    answer = settled(
        event="ron",
        discarder="west",
        deposits=2,
        riichi=["south", "east"],
        wins=[{"seat": "south", "han": 5}],
    )
    assert answer["net"] == {"east": -1000, "south": 8000 + 3000, "west": -8000, "north": 0}
    assert answer["deposits_left"] == 0


def test_3_5_3_1_double_ron_losers_sticks_to_the_nearest_own_sticks_back() -> None:
    wins = [{"seat": "north", "han": 5}, {"seat": "south", "han": 5}]
    answer = settled(
        event="ron", discarder="east", deposits=1, riichi=["east", "west", "north", "south"], wins=wins
    )
    assert answer["net"] == {"east": -17000, "south": 8000 + 3000, "west": -1000, "north": 8000}


def test_3_5_3_1_double_ron_with_the_dealer_continues_the_bonus_hand() -> None:
    wins = [{"seat": "east", "han": 5}, {"seat": "south", "han": 5}]
    answer = settled(event="ron", discarder="west", honba=1, wins=wins)
    assert (answer["honba_next"], answer["dealer_next"]) == (2, "east")


def test_3_5_3_2_triple_ron_everybody_is_paid() -> None:
    wins = [{"seat": seat, "han": 5} for seat in ("south", "west", "north")]
    answer = settled(event="ron", discarder="east", riichi=["east", "north"], wins=wins)
    assert answer["winners"] == ["south", "west", "north"]
    assert answer["net"] == {"east": -25000, "south": 9000, "west": 8000, "north": 8000}


@pytest.mark.parametrize(
    ("winners", "discarder", "section"),
    [
        (["south"], "west", "3.5.3.0"),
        (["south", "north"], "west", "3.5.3.1"),
        (["east", "south", "north"], "west", "3.5.3.2"),
        (["south"], None, "3.5.4"),
    ],
)
def test_3_5_3_and_3_5_4_riichi_sticks_are_cited_as_the_hand_was_won(
    winners: list[str], discarder: str | None, section: str
) -> None:
    event = {"event": "ron", "discarder": discarder} if discarder else {"event": "tsumo"}
    wins = [{"seat": seat, "han": 5} for seat in winners]
    answer = settled(**event, deposits=1, riichi=["south", "west"], wins=wins)
    cites = [row["cite"] for row in answer["rows"] if row["from"] == "table"]
    assert cites == [f"WDMC 2019 {section}"] * 3


@pytest.mark.parametrize(
    ("tenpai", "expected"),
    [
        ([], [0, 0, 0, 0]),
        (["west"], [-1000, -1000, 3000, -1000]),
        (["west", "north"], [-1500, -1500, 1500, 1500]),
        (["south", "west", "north"], [-3000, 1000, 1000, 1000]),
        (["east", "south", "west", "north"], [0, 0, 0, 0]),
    ],
)
def test_3_6_tenpai_payments(tenpai: list[str], expected: list[int]) -> None:
    assert list(settled(event="exhaustive_draw", tenpai=tenpai)["net"].values()) == expected


def test_3_6_riichi_sticks_go_into_the_pot() -> None:
    assert (
        settled(event="exhaustive_draw", deposits=1, riichi=["west"], tenpai=["west"])["deposits_left"] == 2
    )


def test_3_7_1_a_bonus_stick_after_any_drawn_hand() -> None:
    kept = settled(event="exhaustive_draw", honba=1, tenpai=["east"])
    passed = settled(event="exhaustive_draw", honba=1, tenpai=["west"])
    assert (kept["honba_next"], kept["dealer_next"]) == (2, "east")
    assert (passed["honba_next"], passed["dealer_next"]) == (2, "south")


def test_3_7_1_another_winner_resets_the_tally() -> None:
    answer = settled(event="tsumo", honba=5, wins=[{"seat": "west", "han": 5}])
    assert (answer["honba_next"], answer["dealer_next"]) == (0, "south")


def test_3_7_2_every_winner_of_a_double_ron_gets_300_for_each_bonus_stick() -> None:
    wins = [{"seat": "west", "han": 5}, {"seat": "south", "han": 5}]
    answer = settled(event="ron", discarder="east", honba=2, wins=wins)
    assert answer["net"] == {"east": -17200, "south": 8600, "west": 8600, "north": 0}


@pytest.mark.parametrize("reason", ["four_winds", "fifth_quad", "nine_terminals", None])
def test_3_8_a_null_hand_is_a_reset(reason: str | None) -> None:
    answer = settled(event="abortive_draw", reason=reason, honba=2, deposits=1)
    assert (answer["honba_next"], answer["dealer_next"], answer["deposits_left"]) == (2, "east", 1)
    assert set(answer["net"].values()) == {0}


def test_3_8_1_a_riichi_among_the_four_winds_lets_the_game_resume() -> None:
    hand = {"rules": "wdmc-2019", "event": "abortive_draw", "reason": "four_winds", "riichi": ["north"]}
    answer = settle_json(hand)
    assert [each["code"] for each in answer["problems"]] == ["four_winds_with_riichi"]


@pytest.mark.parametrize("reason", ["four_riichi", "three_rons", "four_quads"])
def test_3_8_nothing_else_makes_a_hand_null(reason: str) -> None:
    everybody = ["east", "south", "west", "north"]
    answer = settle_json(
        {"rules": "wdmc-2019", "event": "abortive_draw", "reason": reason, "riichi": everybody}
    )
    assert [each["code"] for each in answer["problems"]] == ["abortive_draw_not_allowed"]


@pytest.mark.parametrize("tournament", [True, False])
def test_3_10_chonbo(*, tournament: bool) -> None:
    other = settled(event="chombo", offender="north", tournament=tournament)
    dealer = settled(event="chombo", offender="east", tournament=tournament)
    assert other["net"] == {"east": 4000, "south": 2000, "west": 2000, "north": -8000}
    assert dealer["net"] == {"east": -12000, "south": 4000, "west": 4000, "north": 4000}
    assert other["penalties"] == {}


def test_4_1_6_2_nagashi_mangan_is_paid_like_a_self_draw() -> None:
    answer = settled(event="exhaustive_draw", nagashi=["south"], tenpai=["west"], honba=2)
    assert answer["net"] == {"east": -4000, "south": 8000, "west": -2000, "north": -2000}
    assert (answer["honba_next"], answer["dealer_next"], answer["winners"]) == (3, "south", [])


def test_4_1_6_2_nagashi_mangan_of_the_dealer() -> None:
    answer = settled(event="exhaustive_draw", nagashi=["east"], tenpai=["east"])
    assert answer["net"] == {"east": 12000, "south": -4000, "west": -4000, "north": -4000}
    assert answer["dealer_next"] == "east"


def test_4_1_6_2_two_players_each_loser_pays_both() -> None:
    with_dealer = settled(event="exhaustive_draw", nagashi=["east", "west"])
    without = settled(event="exhaustive_draw", nagashi=["south", "west"])
    assert with_dealer["net"] == {"east": 8000, "south": -6000, "west": 4000, "north": -6000}
    assert without["net"] == {"east": -4000, "south": 4000, "west": 4000, "north": -4000}


def test_4_1_6_2_three_players_the_one_loser_pays_all() -> None:
    with_dealer = settled(event="exhaustive_draw", nagashi=["east", "south", "west"])
    without = settled(event="exhaustive_draw", nagashi=["south", "west", "north"])
    assert with_dealer["net"] == {"east": 4000, "south": 2000, "west": 2000, "north": -8000}
    assert without["net"] == {"east": -6000, "south": 2000, "west": 2000, "north": 2000}


def test_4_1_6_2_everybody_nobody_pays() -> None:
    everybody = ["east", "south", "west", "north"]
    assert set(settled(event="exhaustive_draw", nagashi=everybody)["net"].values()) == {0}


def test_4_1_7_no_liability_in_the_text() -> None:
    win = {
        "seat": "south",
        "yakuman": 1,
        "yaku": ["daisangen"],
        "liable": {"seat": "west", "yaku": "daisangen"},
    }
    assert settled(event="tsumo", wins=[win])["net"] == {
        "east": -16000,
        "south": 32000,
        "west": -8000,
        "north": -8000,
    }


def test_4_1_7_15_paarenchan_resets_the_tally_and_rotates() -> None:
    win = {"seat": "east", "yakuman": 1, "yaku": ["paarenchan"]}
    answer = settled(event="ron", discarder="west", honba=8, wins=[win])
    assert answer["net"] == {"east": 48000 + 2400, "south": 0, "west": -50400, "north": 0}
    assert (answer["honba_next"], answer["dealer_next"]) == (0, "south")


def test_4_1_7_15_any_win_of_the_dealer_on_the_eighth_bonus_hand_is_paarenchan() -> None:
    answer = settled(event="tsumo", honba=8, wins=[{"seat": "east", "han": 1, "fu": 30}])
    assert answer["net"]["east"] == 48000 + 2400
    assert (answer["honba_next"], answer["dealer_next"]) == (0, "south")
    assert any("paarenchan" in note["text"] for note in answer["notes"])


@pytest.mark.parametrize(("seat", "honba"), [("east", 7), ("south", 8)])
def test_4_1_7_15_not_before_and_not_for_others(seat: str, honba: int) -> None:
    answer = settled(event="tsumo", honba=honba, wins=[{"seat": seat, "han": 5}])
    assert answer["honba_next"] == (8 if seat == "east" else 0)
    claimed = {"seat": seat, "yakuman": 1, "yaku": ["paarenchan"]}
    refused = settle_json({"rules": "wdmc-2019", "event": "tsumo", "honba": honba, "wins": [claimed]})
    assert [each["code"] for each in refused["problems"]] == ["no_paarenchan"]


def test_1_2_a_negative_score_ends_the_game() -> None:
    scores = {"east": 1000, "south": 29000, "west": 50000, "north": 40000}
    answer = settled(event="tsumo", scores=scores, wins=[{"seat": "west", "han": 5}])
    assert answer["game_ends"] is True
    assert answer["scores"] == {"east": -3000, "south": 27000, "west": 58000, "north": 38000}


def test_1_2_several_below_zero_and_exactly_zero() -> None:
    below = {"east": 3900, "south": 1900, "west": 70000, "north": 44200}
    answer = settled(event="tsumo", scores=below, wins=[{"seat": "west", "han": 5}])
    assert answer["game_ends"] is True
    assert any("East, South below zero" in note["text"] for note in answer["notes"])
    zero = {"east": 4000, "south": 2000, "west": 70000, "north": 44000}
    assert settled(event="tsumo", scores=zero, wins=[{"seat": "west", "han": 5}])["game_ends"] is False


def test_5_2_nobody_sits_north_among_three() -> None:
    answer = settle_json({"rules": "wdmc-2019-3p", "event": "exhaustive_draw", "tenpai": ["north"]})
    assert [each["code"] for each in answer["problems"]] == ["seat_not_at_table"]
    assert set(answer["net"]) == {"east", "south", "west"}


@pytest.mark.parametrize("seat", ["east", "south", "west"])
def test_5_4_self_draw_is_always_twice_the_base(seat: str) -> None:
    answer = settled("wdmc-2019-3p", event="tsumo", wins=[{"seat": seat, "han": 3, "fu": 30}])
    assert answer["net"].pop(seat) == 4000
    assert set(answer["net"].values()) == {-2000}


@pytest.mark.parametrize(("seat", "discarder"), [("east", "south"), ("west", "east")])
def test_5_4_ron_is_always_four_times_the_base(seat: str, discarder: str) -> None:
    answer = settled("wdmc-2019-3p", event="ron", discarder=discarder, wins=[{"seat": seat, "han": 5}])
    assert (answer["net"][seat], answer["net"][discarder]) == (8000, -8000)


def test_5_4_bonus_hands_add_200() -> None:
    win = [{"seat": "south", "han": 5}]
    ron = settled("wdmc-2019-3p", event="ron", discarder="east", honba=3, wins=win)
    tsumo = settled("wdmc-2019-3p", event="tsumo", honba=3, wins=win)
    assert ron["net"] == {"east": -8600, "south": 8600, "west": 0}
    assert tsumo["net"] == {"east": -4300, "south": 8600, "west": -4300}


@pytest.mark.parametrize(
    ("tenpai", "expected"),
    [
        (["south"], [-1000, 2000, -1000]),
        (["south", "west"], [-2000, 1000, 1000]),
        ([], [0, 0, 0]),
        (["east", "south", "west"], [0, 0, 0]),
    ],
)
def test_5_4_tenpai_payments_share_2000(tenpai: list[str], expected: list[int]) -> None:
    assert list(settled("wdmc-2019-3p", event="exhaustive_draw", tenpai=tenpai)["net"].values()) == expected


def test_5_3_three_equal_first_terminals_reset_the_hand() -> None:
    answer = settled("wdmc-2019-3p", event="abortive_draw", reason="same_terminal", honba=1)
    assert (answer["honba_next"], answer["dealer_next"]) == (1, "east")


def test_5_5_nagashi_is_a_yakuman() -> None:
    one = settled("wdmc-2019-3p", event="exhaustive_draw", nagashi=["west"])
    two = settled("wdmc-2019-3p", event="exhaustive_draw", nagashi=["west", "east"])
    assert one["net"] == {"east": -16000, "south": -16000, "west": 32000}
    assert two["net"] == {"east": 16000, "south": -32000, "west": 16000}


def test_3_10_chonbo_among_three() -> None:
    assert settled("wdmc-2019-3p", event="chombo", offender="west")["net"] == {
        "east": 4000,
        "south": 2000,
        "west": -6000,
    }


def test_3_10_the_others_may_waive_a_chonbo_and_the_hand_is_played_on() -> None:
    answer = settled(event="chombo", offender="west", waived=True, riichi=["north"], honba=1)
    assert (answer["rows"], answer["deposits_left"], answer["honba_next"]) == ([], 0, 1)
    assert [(note["text"], note["cite"]) for note in answer["notes"]] == [
        ("the others waive the chombo: the hand of West is dead, and the hand is played on", "WDMC 2019 3.10")
    ]
