"""What a set of rules for three players takes over from one for four, key by key, and why."""

from __future__ import annotations

import tomllib
from importlib import resources

import pytest

from yakulens.scorer import load_rules
from yakulens.scorer.rules.ruleset import ALL_KEYS, TABLES

CANNOT_HAPPEN = {
    "three_rons": "only two can claim a discard among three",
    "four_winds_with_riichi": "four winds are no abortive draw among three",
}
"""What the number of players rules out, so that its value says nothing."""

SAME_FOR_ANY_NUMBER = """
    red_fives_exact dora kan_dora ura_dora open_tanyao double_riichi_adds_to_riichi rinshan_with_haitei
    tsuuiisou_seven_pairs ryuuiisou_needs_green_dragon chiihou_after_closed_quad paarenchan_from
    two_han_from_counters win_not_apart wait_on_fifth_copy furiten temporary_furiten kiriage_mangan
    counted_yakuman double_counted_yakuman several_yakuman counters_to sticks_shared sticks_to
    several_winners liability liability_closed_quad
    liability_covers liability_ron_counters paarenchan_ends_deal dealer_repeats draw_counter draw_sticks
    nagashi_noten nagashi_counters nagashi_several abortive_counter chombo chombo_tournament chombo_penalty
    chombo_sticks rounds extension repeat_before_goal dealer_may_stop dealer_stops_unasked swap_calling
    chombo_waivable late_chombo hands_after_signal chombo_after_signal substitute_points substitute_play
    riichi_min_points quad_after_riichi uma_floating ties leftover_sticks negative_score
"""
"""Nothing in these depends on how many sit, and no text on three players changes them."""

ON_TENHOU = f"{SAME_FOR_ANY_NUMBER} printed_worths nagashi_mangan"
"""RiichiEnv RULES.md: 'The same presets apply to both 4-player and 3-player (sanma) games.'"""

OF_WDMC = f"{SAME_FOR_ANY_NUMBER} red_fives north_dora goal start_points return_points oka"
"""WDMC 2019 5.1: three players 'work the same as 4 player with all the exceptions listed in this section'."""

HAND_TABLES = {
    "tenhou-3p": ("chips", "fu", "payment", "limits", "yaku"),
    "mahjong-soul-3p": ("chips", "fu", "payment", "limits", "yaku"),
    "wdmc-2019-3p": ("chips", "fu"),
}
"""Tables that hold for a hand of three players as of four.

Recorded wins among three at Tenhou are scored by them; no text read says otherwise of Mahjong Soul; and WDMC
2019 5.1 excepts the honours alone, which are out.
"""
PURPOSE = {
    "tenhou-3p": ON_TENHOU.split(),
    "mahjong-soul-3p": ON_TENHOU.split(),
    "wdmc-2019-3p": OF_WDMC.split(),
}
STATED_IN_TABLES = {
    "tenhou-3p": {"yaku.tenhou", "yaku.chiihou"},
    "mahjong-soul-3p": {"yaku.tenhou", "yaku.chiihou"},
    "wdmc-2019-3p": {
        f"fu.pair_{kind}" for kind in ("dragon", "seat_wind", "round_wind", "double_wind")
    },  # 5.2: there are no honours
}


def stated(name: str) -> set[str]:
    """The dotted keys that the set's own file states."""
    text = resources.files("yakulens.scorer.rules").joinpath("sets", f"{name}.toml").read_text("utf-8")
    return {
        f"{key}.{inner}" if key in TABLES else key
        for key, value in tomllib.loads(text).items()
        for inner in (value if key in TABLES else ("",))
    }


@pytest.mark.parametrize("name", PURPOSE)
def test_three_players_inherit_from_four_what_was_looked_at_and_nothing_else(name: str) -> None:
    tables = {f"{table}.{key}" for table in HAND_TABLES[name] for key in TABLES[table]}
    expected = {*CANNOT_HAPPEN, *PURPOSE[name], *(tables - STATED_IN_TABLES[name])}
    assert ALL_KEYS - stated(name) == expected


@pytest.mark.parametrize("name", PURPOSE)
def test_what_cannot_happen_among_three_is_claimed_by_no_value(name: str) -> None:
    rules = load_rules(name)
    assert rules.players == 3
    assert not {"four_winds", "three_rons", "four_riichi"} & {*rules.abortive_draws}


@pytest.mark.parametrize(
    ("name", "least", "source"),
    [
        ("tenhou-3p", 3, "Tenhou RiichiEnv PR #233"),
        ("mahjong-soul-3p", 3, "Mahjong Soul RiichiEnv PR #233"),
        ("wdmc-2019-3p", 4, "WDMC 2019 3.5.1"),  # 5.1: no exception is listed
    ],
)
def test_riichi_needs_as_many_tiles_in_the_wall_as_the_source_says(
    name: str, least: int, source: str
) -> None:
    rules = load_rules(name)
    assert (rules.riichi_min_wall, rules.cite_of("riichi_min_wall")) == (least, source)
