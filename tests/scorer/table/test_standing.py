"""The end of a game: leftover sticks, ties, uma, oka, penalties, by rule source and section."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from yakulens.scorer.contract.final_json import final_json
from yakulens.scorer.rules.load import load_rules
from yakulens.scorer.rules.offered import BUILT_IN

PLAYERS = ("Ann", "Bo", "Cy", "Di")


def standing(rules: str, points: list[int], **game: object) -> dict[str, list[int]]:
    """Rank, points, uma and final of each player."""
    answer = final_json({"rules": rules, "scores": dict(zip(PLAYERS, points, strict=False)), **game})
    assert answer["problems"] == []
    return {
        each["player"]: [each["rank"], each["points"], each["uma"], each["final"]]
        for each in answer["standing"]
    }


def test_ema_3_7_minus_30000_plus_uma_best_first() -> None:
    places = standing("ema-2025", [20000, 45000, 25000, 30000])
    assert list(places) == ["Bo", "Di", "Cy", "Ann"]
    assert places["Bo"] == [1, 45000, 15000, 30000]
    assert places["Di"] == [2, 30000, 5000, 5000]
    assert places["Cy"] == [3, 25000, -5000, -10000]
    assert places["Ann"] == [4, 20000, -15000, -25000]


def test_ema_3_7_1_example_1_two_players_tie_for_first() -> None:
    places = standing("ema-2025", [40000, 40000, 25000, 15000])
    assert places["Ann"] == [1, 40000, 10000, 20000]
    assert places["Bo"] == [1, 40000, 10000, 20000]
    assert [places["Cy"][0], places["Di"][0]] == [3, 4]


def test_ema_3_7_1_example_2_three_players_tie_for_second() -> None:
    places = standing("ema-2025", [60000, 20000, 20000, 20000])
    assert [places[player][2] for player in PLAYERS] == [15000, -5000, -5000, -5000]
    assert [places[player][0] for player in PLAYERS] == [1, 2, 2, 2]


def test_ema_3_7_1_everybody_ties() -> None:
    assert {tuple(place) for place in standing("ema-2025", [30000] * 4).values()} == {(1, 30000, 0, 0)}


def test_ema_3_7_the_winner_collects_leftover_bets() -> None:
    answer = final_json(
        {"scores": dict(zip(PLAYERS, [40000, 30000, 29000, 19000], strict=True)), "deposits": 2}
    )
    assert answer["standing"][0]["points"] == 42000
    assert answer["standing"][0]["final"] == 27000
    assert answer["deposits_left"] == 0
    assert answer["rows"][0]["cite"] == "EMA 2025 3.7"


@pytest.mark.parametrize(
    ("points", "deposits", "each"),
    [([39500, 39500, 20000, 20000], 1, 40000), ([38000, 38000, 38000, 5000], 1, 38333)],
)
def test_ema_3_7_tied_winners_split_the_bets_decimals_down(
    points: list[int], deposits: int, each: int
) -> None:
    places = standing("ema-2025", points, deposits=deposits)
    assert places["Ann"][1] == places["Bo"][1] == each
    assert places["Di"][1] == points[3]


def test_ema_3_4_6_a_penalty_after_uma_changes_no_rank() -> None:
    game = {
        "scores": dict(zip(PLAYERS, [40000, 35000, 25000, 20000], strict=True)),
        "penalties": {"Ann": -20000},
    }
    first = final_json(game)["standing"][0]
    assert first == {
        "player": "Ann",
        "rank": 1,
        "points": 40000,
        "uma": 15000,
        "penalty": -20000,
        "final": 5000,
    }


def test_wrc_5_9_nobody_collects_leftover_bets() -> None:
    game = {
        "rules": "wrc-2015",
        "scores": dict(zip(PLAYERS, [40000, 30000, 29000, 18000], strict=True)),
        "deposits": 3,
    }
    answer = final_json(game)
    assert answer["standing"][0]["points"] == 40000
    assert answer["deposits_left"] == 3
    assert any(note["cite"] == "WRC 2015 5.9" for note in answer["notes"])


def test_wrc_5_9_2_two_players_tied_at_the_first_position() -> None:
    places = standing("wrc-2015", [35000, 35000, 30000, 20000])
    assert [places[player][2] for player in PLAYERS] == [10000, 10000, -5000, -15000]


def test_wrc_4_1_a_negative_score() -> None:
    assert standing("wrc-2015", [70000, 40000, 15000, -5000])["Di"] == [4, -5000, -15000, -50000]


@pytest.mark.parametrize(("points", "final"), [(24000, -6000), (51300, 21300)])
def test_wdmc_4_3_4_final_score_is_the_difference(points: int, final: int) -> None:
    rest = 120000 - points - 60000
    assert standing("wdmc-2019", [points, rest, 30000, 30000])["Ann"] == [
        *([1] if final > 0 else [4]),
        points,
        0,
        final,
    ]


def test_wdmc_5_three_players() -> None:
    assert [place[3] for place in standing("wdmc-2019-3p", [40000, 30000, 20000]).values()] == [
        10000,
        0,
        -10000,
    ]


def test_rcr_003_uma() -> None:
    assert [place[2] for place in standing("rcr", [40000, 25000, 20000, 15000]).values()] == [
        9000,
        3000,
        -3000,
        -9000,
    ]


def test_tenhou_oka_and_ties_by_seat_order() -> None:
    answer = final_json(
        {"rules": "tenhou", "scores": dict(zip(PLAYERS, [20000, 35000, 35000, 10000], strict=True))}
    )
    assert [(each["player"], each["rank"], each["oka"]) for each in answer["standing"]] == [
        ("Bo", 1, 15000),
        ("Cy", 2, -5000),
        ("Ann", 3, -5000),
        ("Di", 4, -5000),
    ]
    assert answer["standing"][0]["final"] == 35000 - 30000 + 20000 + 20000
    assert sum(each["final"] for each in answer["standing"]) == 0


@pytest.mark.parametrize(
    ("rules", "points", "recorded"),
    [
        ("tenhou", [20300, 34400, 19200, 26100], [-20, 45, -31, 6]),
        ("tenhou", [20700, 13600, 33600, 32100], [-19, -36, 43, 12]),
        ("tenhou-3p", [40000, -6300, 71300], [0, -66, 66]),
    ],
)
def test_tenhou_ends_as_its_records_do(rules: str, points: list[int], recorded: list[int]) -> None:
    # Tenhou rounds each place to a thousand and gives the first what is left.
    places = standing(rules, points)
    for player, thousands in zip(PLAYERS, recorded, strict=False):
        assert abs(places[player][3] - thousands * 1000) < 1000


def test_tenhou_the_first_takes_leftover_sticks() -> None:
    answer = final_json(
        {
            "rules": "tenhou",
            "scores": dict(zip(PLAYERS, [30000, 30000, 20000, 19000], strict=True)),
            "deposits": 1,
        }
    )
    assert [each["points"] for each in answer["standing"]] == [31000, 30000, 20000, 19000]


def test_m_league_tied_first_share_uma_and_oka() -> None:
    places = standing("m-league", [35000, 35000, 20000, 10000])
    assert places["Ann"] == places["Bo"] == [1, 35000, 20000, 35000 - 25000 + 20000 + 5000]


@pytest.mark.parametrize(
    ("points", "uma"),
    [
        ([60000, 25000, 20000, 15000], [12000, -1000, -3000, -8000]),
        ([40000, 35000, 25000, 20000], [8000, 4000, -4000, -8000]),
        ([40000, 35000, 30000, 15000], [8000, 3000, 1000, -12000]),
        ([30000, 30000, 30000, 30000], [0, 0, 0, 0]),
    ],
)
def test_jpml_uma_by_the_number_of_players_not_below_30000(points: list[int], uma: list[int]) -> None:
    assert [place[2] for place in standing("jpml-a", points).values()] == uma


def test_a_share_that_does_not_divide_loses_no_point() -> None:
    game = {"scores": dict(zip(PLAYERS, [35000, 35000, 35000, 15000], strict=True))}
    answer = final_json(game | {"rule_overrides": {"uma": [20000, 10000, -10000, -20000]}})
    assert [each["uma"] for each in answer["standing"]] == [6667, 6667, 6666, -20000]


def test_scores_that_do_not_add_up_are_settled_and_told() -> None:
    answer = final_json({"scores": dict(zip(PLAYERS, [40000, 30000, 30000, 21000], strict=True))})
    assert len(answer["standing"]) == 4
    assert [problem["code"] for problem in answer["problems"]] == ["wrong_total"]


@pytest.mark.parametrize(
    ("game", "code"),
    [
        (None, "not_an_object"),
        ([1], "not_an_object"),
        ({}, "missing_key"),
        ({"scores": [40000]}, "wrong_type"),
        ({"scores": {"Ann": 40000}}, "wrong_scores"),
        ({"scores": {"Ann": "40000", "Bo": 3, "Cy": 3, "Di": 3}}, "wrong_number"),
        ({"scores": dict.fromkeys(PLAYERS, 30000), "deposits": -1}, "wrong_number"),
        ({"scores": dict.fromkeys(PLAYERS, 30000), "penalties": []}, "wrong_type"),
        ({"scores": dict.fromkeys(PLAYERS, 30000), "penalties": {"Ed": -1}}, "no_such_player"),
        ({"scores": dict.fromkeys(PLAYERS, 30000), "penalties": {"Bo": 20000}}, "wrong_number"),
        ({"scores": dict.fromkeys(PLAYERS, 30000), "rules": "chess"}, "unknown_rules"),
        ({"scores": dict.fromkeys(PLAYERS, 30000), "score": {}}, "unknown_key"),
    ],
)
def test_a_game_that_cannot_be(game: object, code: str) -> None:
    answer = final_json(game)
    assert answer["outcome"] == "invalid"
    assert answer["standing"] == []
    assert code in {problem["code"] for problem in answer["problems"]}


def test_the_id_comes_back() -> None:
    assert final_json({"id": [1], "scores": dict.fromkeys(PLAYERS, 30000)})["id"] == [1]
    assert final_json({"id": 2})["id"] == 2


GAME = st.sampled_from(BUILT_IN).flatmap(
    lambda rules: st.fixed_dictionaries(
        {
            "rules": st.just(rules),
            "scores": st.lists(
                st.integers(-200, 800).map(lambda hundreds: hundreds * 100),
                min_size=load_rules(rules).players,
                max_size=load_rules(rules).players,
            ).map(lambda points: dict(zip(PLAYERS, points, strict=False))),
            "deposits": st.integers(0, 4),
        }
    )
)


@given(GAME)
def test_uma_and_oka_give_what_they_take(game: dict[str, Any]) -> None:
    answer = final_json(game)
    rules = load_rules(game["rules"])
    places = answer["standing"]
    assert sum(each["uma"] + each.get("oka", 0) for each in places) == sum(rules.uma) == 0
    assert [each["points"] for each in places] == sorted((each["points"] for each in places), reverse=True)
    gained = sum(each["points"] for each in places) - sum(game["scores"].values())
    left = game["deposits"] - answer["deposits_left"]
    assert 0 <= 1000 * left - gained < len(places)


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
        lambda inner: (
            st.lists(inner) | st.dictionaries(st.sampled_from(["scores", "rules", "penalties", "x"]), inner)
        ),
        max_leaves=8,
    )
)
def test_no_json_value_raises(value: object) -> None:
    assert json.dumps(final_json(value))


REPLACED = dict(zip(PLAYERS, [45000, 35000, 25000, 15000], strict=True))


def test_ema_7_3_replaced_before_the_game_the_substitute_takes_a_place_from_the_others() -> None:
    answer = final_json({"scores": REPLACED, "substitutes": {"Ann": "before"}})
    assert [(each["player"], each["rank"], each["uma"], each["final"]) for each in answer["standing"]] == [
        ("Ann", 1, -15000, -30000),
        ("Bo", 2, 5000, 10000),
        ("Cy", 3, -5000, -10000),
        ("Di", 4, -15000, -30000),
    ]
    assert answer["notes"][0] == {
        "text": "Ann was substituted: -15,000 points and -15,000 uma, whatever the result",
        "cite": "EMA 2025 7.3",
        "note": "and the last place's uma",
    }


def test_ema_7_3_replaced_during_the_game_the_player_is_last_whatever_was_played() -> None:
    answer = final_json({"scores": REPLACED, "substitutes": {"Ann": "during"}})
    assert [(each["player"], each["rank"], each["uma"], each["final"]) for each in answer["standing"]] == [
        ("Bo", 1, 15000, 20000),
        ("Cy", 2, 5000, 0),
        ("Di", 3, -5000, -20000),
        ("Ann", 4, -15000, -30000),
    ]


def test_wrc_7_2_whoever_misses_the_game_gets_30_points_off_and_the_substitute_is_scored() -> None:
    answer = final_json({"rules": "wrc-2015", "scores": REPLACED, "substitutes": {"Ann": "before"}})
    assert [(each["player"], each["uma"], each["final"]) for each in answer["standing"]] == [
        ("Ann", 0, -30000),
        ("Bo", 5000, 10000),
        ("Cy", -5000, -10000),
        ("Di", -15000, -30000),
    ]
    missed = [row for row in answer["rows"] if row["text"] == "Ann missed the game"]
    assert [(row["points"], row["cite"]) for row in missed] == [(30000, "WRC 2015 7.2")]
    assert "place 1 with 45,000 points" in answer["notes"][0]["text"]


def test_ema_7_3_what_is_not_taken_beside_a_substitute_is_told() -> None:
    late = {"Ann": [{"reason": "late", "points": -10_000}, {"reason": "missed"}]}
    answer = final_json({"scores": REPLACED, "substitutes": {"Ann": "before"}, "penalties": late})
    assert [(note["text"], note["cite"]) for note in answer["notes"]][1:] == [
        (
            "Ann: late by up to ten minutes, for each minute: nothing more is taken from a replaced player",
            "EMA 2025 7.3",
        )
    ]


def test_rcr_says_nothing_of_substitutes() -> None:
    scores = dict(zip(PLAYERS, [40000, 30000, 20000, 10000], strict=True))
    answer = final_json({"rules": "rcr", "scores": scores, "substitutes": {"Bo": "before"}})
    assert [each["code"] for each in answer["problems"]] == ["no_substitutes"]
    assert "RCR Post Game" in answer["problems"][0]["message"]


def test_a_penalty_of_no_points_is_no_row() -> None:
    answer = final_json({"scores": REPLACED, "penalties": {"Bo": {"points": 0, "reason": "warned"}}})
    assert not [row for row in answer["rows"] if row["from"] == "Bo"]
    assert answer["problems"] == []
