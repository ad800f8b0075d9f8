"""The all-last sheet against every payment that a hand can bring, and what stands on it."""

from __future__ import annotations

import functools
import itertools
import random
from typing import TYPE_CHECKING, Any

import pytest

from yakulens.scorer import BUILT_IN, load_rules
from yakulens.scorer.contract.final_json import final_json
from yakulens.scorer.contract.need_json import need_json
from yakulens.scorer.contract.settlement_json import settle_json
from yakulens.scorer.points import base_points
from yakulens.scorer.table.figures import least_han

if TYPE_CHECKING:
    from yakulens.scorer.vocabulary import HandState

Json = dict[str, Any]
STANDINGS, PARTS = 1000, 2
SEATS = ("east", "south", "west", "north")
FU = (20, 25, 30, 40, 50, 60, 70, 80, 90, 100, 110)


@functools.cache
def seats(rules: str) -> tuple[str, ...]:
    return SEATS[: load_rules(rules).players]


@functools.cache
def payments(rules: str, seat: str, payer: str | None) -> tuple[tuple[int, int, dict[str, int]], ...]:
    """Every win that there can be, without counters and sticks, the least first: han, fu, the changes.

    `settle` takes these, and printed cells of a scoring table that no hand has (WDMC 8.2).
    """
    by, printed = "ron" if payer else "tsumo", load_rules(rules).printed_worths
    worths: list[Json] = [
        {"han": han, "fu": fu}
        for han in range(1, 5)
        for fu in FU
        if f"{han} han {fu} fu by {by}" not in printed
    ]
    worths += [{"han": han} for han in range(5, 14)]
    worths += [{"yakuman": times} for times in range(1, 7 if load_rules(rules).several_yakuman else 2)]
    found = []
    for worth in worths:
        end: Json = {"rules": rules, "event": by, "discarder": payer}
        settled = settle_json(end | {"wins": [{"seat": seat, **worth}]})
        if not settled["problems"]:
            found.append((worth.get("han", 0), worth.get("fu", 0), settled["net"]))
    return tuple(sorted(found, key=lambda each: each[2][seat]))


def standing(chance: random.Random) -> Json:
    """Points before the last hand, near to each other or far apart, some of them equal."""
    name = chance.choice(BUILT_IN)
    rules, at_table = load_rules(name), seats(name)
    far = chance.choice([1000, 4000, 12_000, 40_000])
    points = [rules.start_points + 100 * chance.randint(-far // 100, far // 100) for _ in at_table[1:]]
    if chance.random() < 0.2:
        points[1] = points[0]
    deposits = chance.choice([0, 0, 0, 1, 2, 3])
    points.append(rules.start_points * rules.players - 1000 * deposits - sum(points))
    chance.shuffle(points)
    scores = dict(zip(at_table, points, strict=True))
    bold = [seat for seat in at_table if scores[seat] >= 1000 and chance.random() < 0.15]
    number = chance.choice([rules.players, rules.players, chance.randint(1, rules.players)])
    known = {seat: chance.choice(["closed", "open", ""]) for seat in at_table if seat not in bold}
    return {
        "rules": name,
        "scores": scores,
        "honba": chance.choice([0, 0, 1, 2, 3, 5, 7]),
        "deposits": deposits,
        "riichi": bold,
        "closed": [seat for seat, state in known.items() if state == "closed"],
        "open": [seat for seat, state in known.items() if state == "open"],
        "round": "south",
        "hand_number": number,
    }


def after(table: Json, seat: str, payer: str | None, net: Json) -> dict[str, int]:
    """The points after a win: the payment of the hand, the counters and the sticks, each by its own rule."""
    rules = load_rules(table["rules"])
    scores = {each: points + net[each] for each, points in table["scores"].items()}
    for each in table["riichi"]:
        scores[each] -= 1000
    scores[seat] += 1000 * (table["deposits"] + len(table["riichi"]))
    payers = [payer] if payer else [each for each in scores if each != seat]
    for each in payers:
        scores[each] -= table["honba"] * rules.counter_value // len(payers)
    scores[seat] += table["honba"] * rules.counter_value // len(payers) * len(payers)
    return scores


def place(seat: str, scores: dict[str, int], table: Json) -> int:
    """The place by the points; where ties go by seat order, by who sat first when the game began."""
    shared = load_rules(table["rules"]).ties == "shared"
    turned = [(table["hand_number"] - 1 + at) % len(scores) for at in range(len(scores))]
    first = dict(zip(scores, turned, strict=True))
    mine = (-scores[seat], 0 if shared else first[seat])
    return 1 + sum((-scores[each], 0 if shared else first[each]) < mine for each in scores)


def least_of(table: Json, seat: str, payer: str | None) -> dict[int, int]:
    """The least han by minipoints that the hand of the seat can have, by what the table knows of it."""
    states: list[HandState] = ["riichi", "closed", "open"]
    state = next((each for each in states if seat in table[each]), None)
    by = "ron" if payer else "tsumo"
    return {fu: han for (way, fu), han in least_han(load_rules(table["rules"]), state).items() if way == by}


def brute(table: Json, seat: str, payer: str | None, goal: int) -> Json | None:
    """The least payment that is enough for the place, every one tried from the smallest on."""
    barred = 2 if 0 < load_rules(table["rules"]).two_han_from_counters <= table["honba"] else 1
    least = least_of(table, seat, payer)
    for han, fu, net in payments(table["rules"], seat, payer):
        if (fu and han < least.get(fu, han + 1)) or 0 < han < barred:
            continue
        scores = after(table, seat, payer, net)
        if place(seat, scores, table) <= goal:
            return {"value": net[seat], "points": scores[seat]}
    return None


def every_goal(table: Json, need: Json) -> dict[int, tuple[Json | None, ...]]:
    """What each better place takes, by self-draw and from each payer; the best place if they are alike."""
    payers = [None, *(each for each in table["scores"] if each != need["seat"])]
    ways: dict[int, tuple[Json | None, ...]] = {}
    for goal in range(1, need["place"]):
        way = tuple(brute(table, need["seat"], payer, goal) for payer in payers)
        if way not in ways.values():
            ways[goal] = way
    return ways


def fewest(table: Json, seat: str, payer: str | None, goal: int) -> dict[int, int]:
    """For each number of han the fewest minipoints that are enough."""
    found: dict[int, int] = {}
    least = least_of(table, seat, payer)
    for han, fu, net in payments(table["rules"], seat, payer):
        possible = fu and han >= least.get(fu, han + 1)
        if possible and place(seat, after(table, seat, payer, net), table) <= goal:
            found[han] = min(fu, found.get(han, fu))
    return found


@pytest.mark.parametrize(
    "seed", [0, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(1, PARTS))]
)
def test_the_sheet_agrees_with_brute_force_over_every_payment_on_1000_random_standings(seed: int) -> None:
    chance = random.Random(seed)  # noqa: S311 - test data
    compared = 0
    for _ in range(STANDINGS // PARTS):
        table = standing(chance)
        answer = need_json(table)
        assert answer["problems"] == [], table
        for need in answer["needs"]:
            seat = need["seat"]
            assert need["place"] == place(seat, table["scores"], table), table
            ways = {
                goal["place"]: tuple(
                    told and {key: told[key] for key in ("value", "points")}
                    for told in (goal["tsumo"], *goal["ron"].values())
                )
                for goal in need["goals"]
            }
            assert ways == every_goal(table, need), (table, seat)
            compared += sum(map(len, ways.values()))
    assert compared > 10_000 // PARTS


@pytest.mark.long
def test_the_forms_of_a_hand_that_are_enough_are_the_least_of_each_han() -> None:
    chance = random.Random(63)  # noqa: S311 - test data
    for _ in range(200):
        table = standing(chance) | {"honba": 1}
        for need in need_json(table)["needs"]:
            for goal in need["goals"]:
                for payer, told in ((None, goal["tsumo"]), *goal["ron"].items()):
                    wanted = fewest(table, need["seat"], payer, goal["place"])
                    got = {each["han"]: each["fu"] for each in told["worths"]} if told else {}
                    assert all(got[han] == wanted[han] for han in got), (table, need["seat"], payer)
                    # What is not named goes without saying: with the last number of han any minipoints do.
                    rules = load_rules(table["rules"])
                    below = {han for han, fu in wanted.items() if not base_points(han, fu, 0, rules)[1]}
                    if told and below > set(got):
                        last = max(got)
                        assert all(han > last for han in below if han not in got)
                        assert got[last] == fewest_there_are(table, need["seat"], payer)[last]


def fewest_there_are(table: Json, seat: str, payer: str | None) -> dict[int, int]:
    """For each number of han the fewest minipoints that a hand has."""
    found: dict[int, int] = {}
    least = least_of(table, seat, payer)
    for han, fu, _ in payments(table["rules"], seat, payer):
        if fu and han >= least.get(fu, han + 1):
            found[han] = min(fu, found.get(han, fu))
    return found


@pytest.mark.long
def test_what_a_draw_makes_of_a_place_agrees_with_every_draw_that_can_be() -> None:
    chance = random.Random(11)  # noqa: S311 - test data
    told_apart = 0
    for _ in range(150):
        table = standing(chance)
        at_table = seats(table["rules"])
        draws = []
        for many in range(len(at_table) + 1):
            for tenpai in itertools.combinations(at_table, many):
                if set(table["riichi"]) <= set(tenpai):
                    end = {**of_settle(table), "event": "exhaustive_draw", "tenpai": list(tenpai)}
                    settled = settle_json(end)
                    assert settled["problems"] == [], table
                    draws.append((tenpai, settled))
        for need in need_json(table)["needs"]:
            seat = need["seat"]
            states = [True] if seat in table["riichi"] else [True, False]
            assert [each["tenpai"] for each in need["drawn"]] == states
            for each in need["drawn"]:
                mine = [(who, found) for who, found in draws if (seat in who) is each["tenpai"]]
                places = {who: place(seat, found["scores"], table) for who, found in mine}
                assert each["places"] == sorted(set(places.values()))
                tied = load_rules(table["rules"]).ties == "shared"
                level = {tied and [*end["scores"].values()].count(end["scores"][seat]) > 1 for _, end in mine}
                assert each["shared"] is (level.pop() if len(level) == 1 else None)
                ends = {found["game_ends"] for _, found in mine}
                assert each["game_ends"] is (ends.pop() if len(ends) == 1 else None)
                if each["rival"]:
                    told_apart += 1
                    better, worse = each["places"]
                    assert all(
                        at == (worse if each["rival"] in who else better) for who, at in places.items()
                    )
    assert told_apart > 50


def test_ema_3_4_2_a_draw_can_cost_the_place_or_bring_one() -> None:
    scores = {"east": 41_000, "south": 39_000, "west": 22_000, "north": 18_000}
    answer = need_json({"scores": scores})
    south = of("south", answer)["drawn"]
    assert south == [
        {"tenpai": True, "places": [1, 2], "rival": "east", "shared": False, "game_ends": None},
        {"tenpai": False, "places": [2], "rival": None, "shared": False, "game_ends": None},
    ]
    east = of("east", answer)["drawn"]
    assert [each["game_ends"] for each in east] == [False, True]  # a dealer who is tenpai deals again


def test_the_win_that_is_named_brings_the_place_and_the_next_smaller_one_does_not() -> None:
    """Through the doors of `settle` and `final`, with counters, sticks and leftover sticks."""
    chance = random.Random(7)  # noqa: S311 - test data
    for _ in range(40):
        table = standing(chance) | {"rules": "ema-2025"}
        table["scores"] = dict(zip(SEATS, [*list(table["scores"].values())[:2], 30_000, 0], strict=True))
        table["scores"]["north"] = 120_000 - 1000 * table["deposits"] - sum(table["scores"].values())
        table |= {"riichi": [], "hand_number": 4}
        for need in need_json(table)["needs"]:
            for goal in need["goals"]:
                for payer, told in ((None, goal["tsumo"]), *goal["ron"].items()):
                    if told:
                        assert settled_place(table, need["seat"], payer, told) <= goal["place"]


def of_settle(table: Json) -> Json:
    """The keys of the table that `settle` takes."""
    return {key: value for key, value in table.items() if key not in {"closed", "open"}}


def settled_place(table: Json, seat: str, payer: str | None, told: Json) -> int:
    worth = {"yakuman": told["yakuman"]} if told["yakuman"] else {"han": told["han"], "fu": told["fu"]}
    end = {**of_settle(table), "event": "ron" if payer else "tsumo", "discarder": payer}
    settled = settle_json(end | {"wins": [{"seat": seat, **worth}]})
    assert settled["problems"] == []
    assert settled["scores"][seat] == told["points"]
    assert settled["game_ends"] == told["game_ends"]
    order = ("south", "west", "north", "east")  # in the fourth hand East sits where the game began with North
    scores = {each: settled["scores"][each] for each in order}
    final = final_json({"rules": table["rules"], "scores": scores, "deposits": settled["deposits_left"]})
    return next(each["rank"] for each in final["standing"] if each["player"] == seat)


LEVEL = {"east": 41_000, "south": 37_000, "west": 22_000, "north": 20_000}


def of(seat: str, answer: Json) -> Json:
    return next(need for need in answer["needs"] if need["seat"] == seat)


BEHIND = {"east": 41_100, "south": 37_000, "west": 21_900, "north": 20_000}


def ways_of(hand: Json | None) -> list[tuple[int, int]]:
    """Every han and minipoints that a sufficient hand is said to have."""
    return [(each["han"], each["fu"]) for each in (*hand["worths"], hand)] if hand else []


def test_ema_4_2_1_a_hand_in_riichi_is_not_offered_what_it_cannot_be() -> None:
    bold = {"riichi": ["south"]}
    goal = of("south", need_json({"scores": BEHIND} | bold))["goals"][0]
    assert ways_of(goal["tsumo"]) == [(2, 50), (3, 30), (4, 20), (2, 50)]
    near = {"east": 30_300, "south": 30_000, "west": 29_900, "north": 29_800}
    goal = of("south", need_json({"scores": near} | bold))["goals"][0]
    assert {*ways_of(goal["ron"]["east"])} == {(1, 40)}  # closed with 30 by discard is pinfu, and so 2 han
    assert {*ways_of(goal["tsumo"])} == {(2, 30)}


def test_what_is_known_of_another_hand_closed_or_open_is_heeded_too() -> None:
    near = {"east": 30_000, "south": 28_800, "west": 32_000, "north": 29_200}
    of_south = {"open": ["south"]}, {"closed": ["south"]}
    opened, closed = (of("south", need_json({"scores": near} | known))["goals"][0] for known in of_south)
    assert (2, 25) not in ways_of(opened["ron"]["west"])  # seven pairs are closed
    assert (2, 25) in ways_of(closed["ron"]["west"])


def test_a_hand_is_not_both_closed_and_open() -> None:
    for known in ({"closed": ["south"]}, {"riichi": ["south"]}):
        answer = need_json({"scores": LEVEL, "open": ["south"]} | known)
        assert [each["code"] for each in answer["problems"]] == ["closed_and_open"]
    nobody = {"east": 35_000, "south": 35_000, "west": 35_000}
    answer = need_json({"rules": "tenhou-3p", "scores": nobody, "closed": ["north"]})
    assert [each["code"] for each in answer["problems"]] == ["seat_not_at_table"]


def test_places_that_take_the_same_wins_are_one_goal() -> None:
    scores = {"east": 29_900, "south": 30_000, "west": 30_000, "north": 30_100}
    places = {
        each["seat"]: [goal["place"] for goal in each["goals"]]
        for each in need_json({"scores": scores})["needs"]
    }
    assert (places["east"], places["north"]) == ([1], [])


def test_ema_3_6_who_leads_needs_nothing() -> None:
    leader = of("east", need_json({"scores": LEVEL}))
    assert (leader["place"], leader["goals"]) == (1, [])


def test_ema_3_4_4_counters_and_sticks_lower_what_is_needed() -> None:
    bare, rich = (
        of("south", need_json({"scores": scores, "honba": honba, "deposits": deposits}))["goals"][0]
        for scores, honba, deposits in ((LEVEL, 0, 0), (LEVEL | {"west": 20_000}, 3, 2))
    )
    assert bare["tsumo"]["text"] == "2 han 40 fu"
    assert (rich["tsumo"]["value"], rich["ron"]["east"]["value"]) == (1100, 1000)


def test_ema_3_7_1_a_tie_shares_the_place_and_tenhou_goes_by_seat_order() -> None:
    scores = {"east": 31_000, "south": 29_000, "west": 30_000, "north": 30_000}
    goal = of("south", need_json({"scores": scores}))["goals"][0]
    assert (goal["ron"]["east"]["value"], goal["ron"]["east"]["shared"]) == (1000, True)
    assert (goal["ron"]["west"]["value"], goal["ron"]["west"]["shared"]) == (2000, True)
    tenhou = {"east": 27_000, "south": 25_000, "west": 24_000, "north": 24_000}
    south = of("south", need_json({"rules": "tenhou", "scores": tenhou}))["goals"][0]
    assert south["ron"]["east"]["points"] == 26_000  # level with the dealer, who came last to the table
    assert not south["ron"]["east"]["shared"]


def test_ema_4_1_2_nearly_a_mangan_is_among_the_hands_that_are_enough() -> None:
    scores = {"east": 41_000, "south": 37_000, "west": 22_000, "north": 19_000}
    west = of("west", need_json({"scores": scores, "honba": 1, "deposits": 1}))["goals"][1]
    assert west["ron"]["south"]["worths"] == [
        {"han": 2, "fu": 110, "limit": None},
        {"han": 3, "fu": 60, "limit": "mangan"},
        {"han": 4, "fu": 30, "limit": "mangan"},
    ]


def test_a_win_that_does_not_end_the_game_says_so() -> None:
    scores = {"east": 24_000, "south": 26_000, "west": 25_000, "north": 25_000}
    soul = of("west", need_json({"rules": "mahjong-soul", "scores": scores}))["goals"][0]
    assert not soul["tsumo"]["game_ends"]
    dealer = of("east", need_json({"scores": {each: points + 5000 for each, points in scores.items()}}))
    assert not dealer["goals"][0]["tsumo"]["game_ends"]


def test_wdmc_4_1_7_15_the_dealer_with_eight_counters_needs_any_win() -> None:
    scores = {"east": 0, "south": 60_000, "west": 30_000, "north": 30_000}
    east = of("east", need_json({"rules": "wdmc-2019", "scores": scores, "honba": 8}))
    assert east["goals"][0]["ron"]["south"]["text"] == "1 han 20 fu"


def test_rcr_with_five_counters_one_han_is_not_enough() -> None:
    scores = {"east": 25_000, "south": 24_900, "west": 25_000, "north": 25_100}
    south = of("south", need_json({"rules": "rcr", "scores": scores, "honba": 5}))
    assert south["goals"][0]["tsumo"]["han"] == 2


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({}, "missing_key"),
        ({"scores": LEVEL | {"west": 22_100}}, "wrong_total"),
        ({"scores": {"east": 30_000}}, "wrong_scores"),
        ({"scores": LEVEL, "dealer": "south"}, "dealer_not_east"),
        ({"scores": LEVEL, "rules": "club"}, "unknown_rules"),
        ({"scores": LEVEL, "round": "west"}, "round_not_played"),
        ({"scores": LEVEL, "wind": 1}, "unknown_key"),
        ({"scores": LEVEL, "riichi": ["east", "east"]}, "seat_twice"),
        ([], "not_an_object"),
    ],
)
def test_a_standing_that_cannot_be_is_refused(given: object, code: str) -> None:
    answer = need_json(given)
    assert answer["outcome"] == "invalid"
    assert answer["needs"] == []
    assert code in [problem["code"] for problem in answer["problems"]]
    assert len(answer["problems"]) == len(answer["messages"]["problems"])
