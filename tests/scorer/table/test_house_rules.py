"""House rules that players asked for and no book has, each by what it pays."""

from __future__ import annotations

from typing import Any

import pytest

from yakulens.scorer import BUILT_IN, load_rules
from yakulens.scorer.contract.settlement_json import settle_json
from yakulens.scorer.rules.compare import show
from yakulens.scorer.rules.ruleset import ABSENT, HOUSE_RULES

Json = dict[str, Any]


@pytest.mark.parametrize("name", BUILT_IN)
def test_no_book_has_a_house_rule(name: str) -> None:
    rules = load_rules(name)
    assert {key: getattr(rules, key) for key in HOUSE_RULES} == dict.fromkeys(HOUSE_RULES, ABSENT)
    assert show(rules.north_share) == "absent"


def settled(event: str, wins: list[Json], overrides: Json, **rest: Any) -> Json:  # noqa: ANN401 - any key
    rules = rest.pop("rules", "tenhou-3p")
    answer = settle_json({"rules": rules, "rule_overrides": overrides, "event": event, "wins": wins, **rest})
    assert answer["problems"] == []
    assert sum(answer["net"].values()) + 1000 * (answer["deposits_left"] - rest.get("deposits", 0)) == 0
    return answer


@pytest.mark.parametrize(
    ("share", "seat", "net"),
    [
        (ABSENT, "south", {"east": -4000, "south": 6000, "west": -2000}),
        (
            "split",
            "south",
            {"east": -5000, "south": 8000, "west": -3000},
        ),  # 北家折半: all that four would pay
        ("halved", "south", {"east": -4500, "south": 7000, "west": -2500}),
        ("split", "east", {"east": 12_000, "south": -6000, "west": -6000}),
        ("halved", "east", {"east": 10_000, "south": -5000, "west": -5000}),
    ],
)
def test_what_north_would_pay_for_a_self_drawn_win_of_three(share: str, seat: str, net: Json) -> None:
    answer = settled("tsumo", [{"seat": seat, "han": 5}], {"north_share": share})
    assert answer["net"] == net
    house = [row["cite"] for row in answer["rows"] if "part of North" in row["text"]]
    assert house == ([] if share == ABSENT else ["house rule", "house rule"])


def test_north_s_part_is_rounded_up_with_the_rest_of_the_payment() -> None:
    answer = settled("tsumo", [{"seat": "south", "han": 1, "fu": 30}], {"north_share": "split"}, honba=1)
    assert answer["net"] == {
        "east": -800,
        "south": 1400,
        "west": -600,
    }  # 500 + 150 and 300 + 150, and 100 each


def test_who_is_liable_pays_north_s_part_too() -> None:
    win = {"seat": "south", "yakuman": 1, "liable": {"seat": "west", "yaku": "daisangen"}}
    assert settled("tsumo", [win], {"north_share": "split"})["net"]["west"] == -32_000


def test_north_s_part_is_nothing_where_north_sits_and_by_ron() -> None:
    four = settled("tsumo", [{"seat": "south", "han": 5}], {"north_share": "split"}, rules="tenhou")
    assert four["net"] == {"east": -4000, "south": 8000, "west": -2000, "north": -2000}
    ron = settled("ron", [{"seat": "south", "han": 5}], {"north_share": "split"}, discarder="east")
    assert ron["net"]["south"] == 8000


TWO = [{"seat": "south", "han": 1, "fu": 30}, {"seat": "north", "han": 1, "fu": 30}]


@pytest.mark.parametrize(
    ("shared", "deposits", "south", "north"),
    [
        (ABSENT, 1, 1000 + 1000 + 1000, 1000),  # own stick back, the others to the nearest
        ("without_own", 1, 1000 + 1000, 1000 + 1000),  # east's and the earlier one: one each
        ("without_own", 0, 1000 + 500, 1000 + 500),
        ("every_stick", 1, 1000 - 1000 + 1500, 1000 + 1500),
        ("every_stick", 0, 1000 - 1000 + 1000, 1000 + 1000),
    ],
)
def test_riichi_sticks_are_shared_by_several_winners(
    shared: str, deposits: int, south: int, north: int
) -> None:
    """Pantheon #353: 'Only lost riichi bets are split' and 'All riichi bets are split'."""
    answer = settled(
        "ron",
        TWO,
        {"sticks_shared": shared},
        rules="ema-2025",
        discarder="east",
        riichi=["south", "east"],
        deposits=deposits,
    )
    assert (answer["net"]["south"], answer["net"]["north"], answer["deposits_left"]) == (south, north, 0)


def test_what_cannot_be_split_in_hundreds_goes_to_the_nearest_winner() -> None:
    wins = [*TWO, {"seat": "west", "han": 1, "fu": 30}]
    house = {"sticks_shared": "every_stick"}
    net = settled("ron", wins, house, rules="ema-2025", discarder="east", deposits=1)["net"]
    assert (net["south"], net["west"], net["north"]) == (1400, 1300, 1300)


def test_a_single_winner_takes_every_stick_as_ever_and_none_are_shared_if_none_lie_there() -> None:
    house = {"sticks_shared": "every_stick"}
    alone = settled("ron", TWO[:1], house, rules="ema-2025", discarder="east", deposits=2)
    assert alone["net"]["south"] == 3000
    bare = settled("ron", TWO, house, rules="ema-2025", discarder="east")
    assert not [row for row in bare["rows"] if row["from"] == "table"]


@pytest.mark.parametrize(("han", "value"), [(13, 32_000), (25, 32_000), (26, 64_000), (39, 96_000)])
def test_a_counted_yakuman_counts_once_for_each_13_han(han: int, value: int) -> None:
    """PyPI mahjong #3: '26+ han as double yakuman, 39+ han as triple yakuman, etc.'."""
    wins = [{"seat": "south", "han": han}]
    house = {"double_counted_yakuman": "each_13_han"}
    answer = settled("ron", wins, house, rules="tenhou", discarder="west")
    assert answer["net"]["south"] == value
    assert settled("ron", wins, {}, rules="tenhou", discarder="west")["net"]["south"] == 32_000
    times = [note["text"] for note in answer["notes"] if "times over" in note["text"]]
    assert times == ([f"{han} han are a counted yakuman {han // 13} times over"] if han >= 26 else [])
