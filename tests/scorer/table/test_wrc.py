"""WRC 2015: what follows a win at the table, by section."""

from typing import Any

import pytest

from yakulens.scorer.contract.settlement_json import settle_json


def settled(**hand: object) -> dict[str, Any]:
    answer = settle_json({"rules": "wrc-2015", **hand})
    assert answer["problems"] == []
    return answer


def test_5_4_1_the_player_closer_to_the_discarder_takes_precedence() -> None:
    wins = [{"seat": "east", "han": 5}, {"seat": "west", "han": 1, "fu": 30}]
    answer = settled(event="ron", discarder="south", honba=1, deposits=1, riichi=["east"], wins=wins)
    assert answer["winners"] == ["west"]
    assert answer["net"] == {"east": -1000, "south": -1300, "west": 1300 + 2000, "north": 0}
    assert any("East" in note["text"] for note in answer["notes"])


def test_5_7_6_each_hand_has_only_one_winner_of_three() -> None:
    wins = [{"seat": seat, "han": 5} for seat in ("east", "south", "west")]
    answer = settled(event="ron", discarder="north", wins=wins)
    assert answer["winners"] == ["east"]
    assert answer["net"] == {"east": 12000, "south": 0, "west": 0, "north": -12000}


@pytest.mark.parametrize(
    ("tenpai", "expected"),
    [
        (["south", "west", "north"], [-3000, 1000, 1000, 1000]),
        (["south", "west"], [-1500, 1500, 1500, -1500]),
        (["south"], [-1000, 3000, -1000, -1000]),
        ([], [0, 0, 0, 0]),
        (["east", "south", "west", "north"], [0, 0, 0, 0]),
    ],
)
def test_5_7_2_noten_table(tenpai: list[str], expected: list[int]) -> None:
    assert list(settled(event="exhaustive_draw", tenpai=tenpai)["net"].values()) == expected


def test_5_7_2_a_continuance_counter_after_a_draw() -> None:
    assert settled(event="exhaustive_draw", honba=4)["honba_next"] == 5


def test_5_7_3_no_abortive_draws() -> None:
    answer = settle_json({"rules": "wrc-2015", "event": "abortive_draw", "reason": "four_winds"})
    assert answer["problems"][0]["code"] == "no_abortive_draws"
    assert "WRC 2015 5.7.3" in answer["problems"][0]["message"]


def test_5_7_4_bets_stay_on_the_table_after_a_draw() -> None:
    answer = settled(event="exhaustive_draw", deposits=1, riichi=["west", "east"], tenpai=["west", "east"])
    assert answer["deposits_left"] == 3


def test_5_7_7_counters_100_each_by_self_draw_300_by_discard() -> None:
    win = [{"seat": "south", "han": 5}]
    assert settled(event="tsumo", honba=1, wins=win)["net"]["south"] == 8300
    assert settled(event="ron", discarder="west", honba=1, wins=win)["net"]["west"] == -8300


@pytest.mark.parametrize(("tenpai", "dealer"), [(["east"], "east"), (["south"], "south")])
def test_5_7_8_east_stays_when_tenpai(tenpai: list[str], dealer: str) -> None:
    assert settled(event="exhaustive_draw", tenpai=tenpai)["dealer_next"] == dealer


def test_6_2_self_draw_the_liable_player_pays_all_with_all_counters() -> None:
    win = {
        "seat": "west",
        "yakuman": 1,
        "yaku": ["daisuushii"],
        "liable": {"seat": "north", "yaku": "daisuushii"},
    }
    answer = settled(event="tsumo", honba=3, wins=[win])
    assert answer["net"] == {"east": 0, "south": 0, "west": 32900, "north": -32900}


def test_6_2_discard_half_each_counters_from_the_discarder() -> None:
    win = {
        "seat": "east",
        "yakuman": 1,
        "yaku": ["daisangen"],
        "liable": {"seat": "north", "yaku": "daisangen"},
    }
    answer = settled(event="ron", discarder="south", honba=2, wins=[win])
    assert answer["net"] == {"east": 48600, "south": -24600, "west": 0, "north": -24000}


def test_6_2_still_liable_when_the_hand_is_another_yakuman_too() -> None:
    win = {
        "seat": "south",
        "yakuman": 2,
        "yaku": ["daisangen", "tsuuiisou"],
        "liable": {"seat": "north", "yaku": "daisangen"},
    }
    answer = settled(event="tsumo", wins=[win])
    assert answer["net"] == {"east": 0, "south": 32000, "west": 0, "north": -32000}


def test_6_2_no_liability_for_four_kongs() -> None:
    win = {
        "seat": "south",
        "yakuman": 1,
        "yaku": ["suukantsu"],
        "liable": {"seat": "north", "yaku": "suukantsu"},
    }
    assert settled(event="tsumo", wins=[win])["net"]["north"] == -8000


@pytest.mark.parametrize("tournament", [True, False])
def test_7_1_chonbo_is_20_points_of_the_overall_score_and_no_payment(*, tournament: bool) -> None:
    answer = settled(event="chombo", offender="east", honba=1, riichi=["south"], tournament=tournament)
    assert answer["penalties"] == {"east": -20000}
    assert set(answer["net"].values()) == {0}
    assert (answer["honba_next"], answer["dealer_next"], answer["deposits_left"]) == (1, "east", 0)
