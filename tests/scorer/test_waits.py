"""Waits: tenpai and noten, furiten, the fifth copy, and the closed quads allowed after riichi, by section."""

import itertools
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from yakulens.scorer.contract.waits_json import waits_json
from yakulens.scorer.counts import any_above_four, count, number_of
from yakulens.scorer.decompose import is_complete
from yakulens.scorer.meld import Meld
from yakulens.scorer.rules.load import load_rules
from yakulens.scorer.tile import KINDS, compact, parse
from yakulens.scorer.vocabulary import MeldKind
from yakulens.scorer.waits import furiten_tiles, quad_after_riichi, swap_called, waiting_tiles

EMA = load_rules("ema-2025")
THIRTEEN = {"concealed": "234567m234p6788s"}


def waits(concealed: str, *melds: Meld, rules: str = "ema-2025") -> str:
    return " ".join(waiting_tiles(parse(concealed), melds, load_rules(rules)))


@pytest.mark.parametrize(
    ("concealed", "expected"),
    [
        ("123m456p789s1112z", "2z"),  # pair wait
        ("123m456p789s1122z", "1z 2z"),  # triplet wait
        ("123m456p23s11122z", "1s 4s"),  # two-sided
        ("123m456p12s11122z", "3s"),  # edge
        ("123m456p24s11122z", "3s"),  # closed
        ("2345678m111p222s", "2m 5m 8m"),
        ("1112345678999m", "1m 2m 3m 4m 5m 6m 7m 8m 9m"),  # nine gates
        ("19m19p19s1234567z", "1m 9m 1p 9p 1s 9s 1z 2z 3z 4z 5z 6z 7z"),  # thirteen orphans
        ("19m19p19s1234566z", "7z"),
        ("1122m3344p5566s7z", "7z"),  # seven pairs
        ("1111m3344p5566s7z", ""),  # not four of a tile as two pairs
        ("123m456p789s147z5s", ""),
    ],
)
def test_3_3_8_waiting_tiles(concealed: str, expected: str) -> None:
    assert waits(concealed) == expected


def test_3_3_8_no_wait_on_the_fifth_copy() -> None:
    assert waits("1111m123p456p789s") == ""
    assert waits("123m456p789s5p", Meld.of("closed_kan", "5555z")) == "5p"
    assert waits("123m456p789s5z", Meld.of("pon", "555z")) == ""
    assert waits("1112m", *(Meld.of("chi", "123s", "left"),) * 3) == "2m 3m"
    assert waits("234m1z", Meld.of("closed_kan", "1111p"), *(Meld.of("chi", "789s"),) * 2) == "1z"


def test_wrc_2_2_it_does_not_matter_whether_the_tiles_can_still_come() -> None:
    answer = waits_json(
        {"rules": "wrc-2015", "concealed": "123m456p78s11122z", "discards": "66s9s", "round": "south"}
    )
    assert answer["tenpai"] is True
    four = waits_json({"concealed": "123m456p79s11122z", "dora_indicators": "88s", "discards": "88s"})
    assert (four["outcome"], four["waits"][0]["tile"], four["waits"][0]["left"]) == ("tenpai", "8s", 0)


def test_a_complete_hand_has_14_tiles() -> None:
    assert is_complete(count(parse("123m456p789s11z")), 1)
    assert not is_complete(count(parse("123m456p789s11z")), 0)


def test_the_fifth_copy_is_no_red_five_where_the_set_has_none() -> None:
    rules = load_rules("ema-2025", {"wait_on_fifth_copy": True})
    assert "5p" in waiting_tiles(parse("34555567p123m11z"), (), rules)


def test_a_rule_set_may_allow_the_fifth_copy() -> None:
    loose = load_rules("ema-2025", {"wait_on_fifth_copy": True})
    assert waiting_tiles(parse("1111m123p456p789s"), (), loose) == ("1m",)


def test_the_set_of_tiles_limits_the_wait() -> None:
    assert waits("19m19p19s1234567z", rules="tenhou-3p").startswith("1m 9m")
    assert waits("13m111p11222333s", rules="ema-2025") == "2m"
    assert waits("13m111p11222333s", rules="tenhou-3p") == ""


@pytest.mark.parametrize(
    ("concealed", "rules", "expected"),
    [
        ("34555p123m789m11z", "tenhou", "2p 0p 1z"),
        ("34055p123m789m11z", "tenhou", "2p 5p 1z"),
        ("34555p123m789m11z", "ema-2025", "2p 5p 1z"),
        ("34555p123m789m11z", "rcr", "2p 5p 1z"),  # a suit may hold no red five at all
    ],
)
def test_a_five_is_red_where_only_the_red_one_can_come(concealed: str, rules: str, expected: str) -> None:
    assert waits(concealed, rules=rules) == expected


def test_3_3_9_example_1_three_sided_wait_for_3_6_and_9_circles() -> None:
    hand = {"concealed": "123m45678p99s111z"}
    assert [each["tile"] for each in waits_json(hand)["waits"]] == ["3p", "6p", "9p"]
    for thrown in ("3p", "6p", "9p"):
        answer = waits_json(hand | {"discards": f"1s{thrown}"})
        assert (answer["furiten"], answer["furiten_tiles"]) == (True, [thrown])
    assert waits_json(hand | {"discards": "4p7p"})["furiten"] is False


def test_3_3_9_example_2_waiting_for_1_and_4_circles() -> None:
    hand = {"concealed": "123m789m23p11s111z"}
    assert [each["tile"] for each in waits_json(hand)["waits"]] == ["1p", "4p"]
    assert waits_json(hand | {"discards": "7p"})["furiten"] is False
    assert waits_json(hand | {"discards": "4p"})["furiten_tiles"] == ["4p"]


def test_3_3_9_example_3_waiting_for_4_and_7_circles_and_red_dragon() -> None:
    hand = {"concealed": "123m789s44456p77z"}
    found = [each["tile"] for each in waits_json(hand)["waits"]]
    assert found == ["4p", "7p", "7z"]
    for thrown in found:
        assert waits_json(hand | {"discards": thrown})["furiten"] is True


def test_3_3_9_a_red_five_is_a_five() -> None:
    assert furiten_tiles(("5s",), ("0s",), EMA) == ("5s",)


def test_3_3_9_even_without_a_yaku() -> None:
    hand = {
        "concealed": "234m456p11s99s",
        "melds": [{"kind": "chi", "tiles": "789s", "from": "left"}],
        "discards": "9s",
    }
    answer = waits_json(hand)
    assert [each["ron"]["outcome"] for each in answer["waits"]] == ["no_yaku", "no_yaku"]
    assert answer["furiten"] is True
    assert answer["cites"] == {"tenpai": "EMA 2025 3.3.8", "furiten": "EMA 2025 3.3.9"}


@pytest.mark.parametrize(
    ("rules", "cite"),
    [("ema-2025", "EMA 2025 3.3.9"), ("wrc-2015", "WRC 2015 5.7.5"), ("wdmc-2019", "WDMC 2019 3.9.1")],
)
def test_3_3_9_5_7_5_3_9_a_winning_tile_let_pass(rules: str, cite: str) -> None:
    answer = waits_json({"rules": rules, "concealed": "123m45678p99s111z", "passed": "5z3p"})
    assert (answer["furiten"], answer["furiten_tiles"], answer["waits"][0]["left"]) == (True, ["3p"], 3)
    assert answer["cites"]["furiten"] == cite


@pytest.mark.parametrize(
    ("rules", "told", "furiten"),
    [
        ("rcr", {"claimed": "3p"}, True),  # until the next draw, which a claim is not
        ("ema-2025", {"claimed": "3p"}, False),  # 3.3.9: until the next turn
        ("ema-2025", {"riichi": "riichi", "melds": [], "concealed": "345p45s1z12399m789s"}, True),
        ("ema-2025", {"melds": [], "concealed": "345p45s1z12399m789s"}, False),
    ],
)
def test_on_the_own_turn_a_tile_let_pass_bars_as_long_as_its_furiten_lasts(
    rules: str, told: dict[str, Any], *, furiten: bool
) -> None:
    hand = {"rules": rules, "concealed": "45s1z123m99m789s", "melds": ONE_SET, "passed": "6s"}
    answer = waits_json(hand | told)
    (found,) = (each["furiten"] for each in answer["by_discard"] if each["discard"] == "1z")
    assert found is furiten
    assert [note["text"] for note in answer["notes"] if "furiten" in note["text"]] != [] or not furiten


def test_wdmc_3_9_1_one_of_several_winning_tiles_discarded_bars_them_all() -> None:
    answer = waits_json({"rules": "wdmc-2019", "concealed": "123m45678p99s111z", "discards": "9p"})
    assert (answer["furiten"], answer["furiten_tiles"]) == (True, ["9p"])


def test_a_house_without_furiten() -> None:
    hand = {"concealed": "123m45678p99s111z", "discards": "6p", "rule_overrides": {"furiten": "none"}}
    assert waits_json(hand)["furiten"] is False


@pytest.mark.parametrize(
    ("concealed", "drawn", "quad", "allowed", "because"),
    [
        ("3333s456s789m44z1m", "6s", "3s", False, "matches no concealed triplet"),  # 6.7.1 example 1
        ("2223p456m789s111z", "2p", "2p", False, "change the wait from 1p 3p 4p"),  # 6.7.1 example 2
        ("6668999m345p111s", "6m", "6m", False, "with 7m"),  # 6.7.1 example 3
        ("6668999m345p111s", "9m", "9m", False, "with 7m"),
        ("6668999m345p111s", "1s", "1s", True, "7m 8m"),
        ("23m444555666p11z", "4p", "4p", False, "other than a triplet"),  # 6.7.1 example 4
        ("23m444555666p11z", "5p", "5p", False, "other than a triplet"),
        ("23m444555666p11z", "6p", "6p", False, "other than a triplet"),
        ("23m456p789s111z22z", "1z", "1z", True, "1m 4m"),
        ("23m456p789s111z22z", "1m", "1z", False, "matches no concealed triplet"),
        ("147m258p369s1112z", "1z", "1z", False, "not tenpai"),
    ],
)
def test_3_3_10_closed_quad_after_riichi(
    *, concealed: str, drawn: str, quad: str, allowed: bool, because: str
) -> None:
    verdict = quad_after_riichi(parse(concealed), (), drawn, quad, EMA)
    assert verdict.allowed is allowed
    assert because in verdict.because.text
    assert verdict.cite == "EMA 2025 3.3.10"


@pytest.mark.parametrize(
    ("rules", "table", "cite"),
    [
        ("ema-2025", {"drawn": "1s", "wall": 0}, "EMA 2025 3.4.1"),
        ("ema-2025", {"drawn": "1s", "wall": 1}, None),
        ("ema-2025", {"wall": 1}, "EMA 2025 3.4.1"),  # it would be the last tile
        ("wrc-2015", {"drawn": "1s", "wall": 0}, "WRC 2015 5.7.1"),
        ("ema-2025", {"drawn": "1s", "dora_indicators": "12345p"}, "EMA 2025 3.3.5"),
        ("ema-2025", {"drawn": "1s", "dora_indicators": "1234p"}, None),
        ("wrc-2015", {"drawn": "1s", "dora_indicators": "12345p"}, "WRC 2015 5.4.9"),
        ("wdmc-2019", {"drawn": "1s", "dora_indicators": "12345p"}, None),  # a fifth aborts the hand, 3.8
    ],
)
def test_no_quad_on_the_last_tile_and_no_fifth(
    rules: str, table: dict[str, object], cite: str | None
) -> None:
    answer = waits_json({"rules": rules, "concealed": "6668999m345p111s", "riichi": "riichi", **table})
    quad = answer["quads"][-1]
    assert (quad["tile"], quad["allowed"]) == ("1s", cite is None)
    assert cite in {None, quad["cite"]}


def test_3_3_10_the_waits_before_and_after_a_quad_are_told() -> None:
    changed = quad_after_riichi(parse("2223p456m789s111z"), (), "2p", "2p", EMA)
    assert (changed.waits, changed.after) == (("1p", "3p", "4p"), ("3p",))
    assert changed.because.code == "quad_changes_wait"
    kept = quad_after_riichi(parse("23m456p789s111z22z"), (), "1z", "1z", EMA)
    assert (kept.waits, kept.after) == (("1m", "4m"), ("1m", "4m"))
    assert kept.because.to_json() == {"code": "quad_allowed", "values": {"tiles": ["1m", "4m"]}}


def test_3_3_10_example_3_waits_for_7_and_8_characters() -> None:
    assert waits("6668999m345p111s") == "7m 8m"


def test_3_3_10_a_quad_may_not_end_the_wait() -> None:
    verdict = quad_after_riichi(parse("3334557p789s111z"), (), "3p", "3p", EMA)
    assert (verdict.allowed, verdict.waits, verdict.after) == (False, ("6p",), ())
    assert verdict.because.text == "it would end the wait on 6p"


def test_a_contradiction_of_ron_alone_leaves_the_self_draw() -> None:
    quad = {"kind": "closed_kan", "tiles": "9999m"}
    answer = waits_json({"concealed": "345m44p67s234p", "melds": [quad], "first_turn": True})
    assert [wait["ron"]["outcome"] for wait in answer["waits"]] == ["invalid", "invalid"]
    assert [wait["tsumo"]["outcome"] for wait in answer["waits"]] == ["win", "win"]


def test_quads_where_only_the_waits_count() -> None:
    loose = load_rules("ema-2025", {"quad_after_riichi": "same_waits"})
    assert quad_after_riichi(parse("23m444555666p11z"), (), "4p", "4p", loose).allowed is True


def test_the_quads_of_a_drawn_tile_as_json() -> None:
    answer = waits_json({"concealed": "6668999m345p111s", "riichi": "riichi", "drawn": "1s"})
    assert [(quad["tile"], quad["allowed"]) for quad in answer["quads"]] == [("1s", True)]
    assert waits_json({"concealed": "6668999m345p111s", "drawn": "2z"})["quads"] == []
    assert "quads" in waits_json({"concealed": "6668999m345p111s"})


def test_in_riichi_the_fourth_tile_of_every_triplet_is_judged() -> None:
    answer = waits_json({"concealed": "6668999m345p111s", "riichi": "riichi"})
    assert [(quad["tile"], quad["allowed"]) for quad in answer["quads"]] == [
        ("6m", False),
        ("9m", False),
        ("1s", True),
    ]


def test_each_wait_tells_what_it_would_score() -> None:
    answer = waits_json(
        {"concealed": "234567m234p67s88s", "riichi": "riichi", "id": "a", "dora_indicators": "1z"}
    )
    assert answer["id"] == "a"
    five, eight = answer["waits"]
    assert (five["tile"], five["left"], five["ron"]["value"], five["tsumo"]["value"]) == ("5s", 4, 3900, 5200)
    assert (eight["tile"], eight["left"], eight["ron"]["han"]) == ("8s", 2, 3)
    assert five["ron"]["yaku"] == ["riichi", "pinfu", "tanyao"]


def test_3_3_8_own_turn_tenpai_after_some_discard() -> None:
    answer = waits_json({"concealed": "234567m234p6788s9p", "discards": "9p"})
    assert (answer["outcome"], answer["waits"]) == ("tenpai", [])
    assert {each["discard"]: each["waits"] for each in answer["by_discard"]} == {
        "8s": ["9p"],
        "9p": ["5s", "8s"],
    }
    assert {each["discard"]: each["furiten"] for each in answer["by_discard"]} == {"8s": True, "9p": False}
    noten = waits_json({"concealed": "147m258p369s12345z"})
    assert (noten["outcome"], noten["tenpai"], noten["by_discard"]) == ("noten", False, [])


def test_the_discard_itself_can_make_furiten() -> None:
    answer = waits_json({"concealed": "123m345678p99s111z"})
    by_discard = {each["discard"]: each["furiten"] for each in answer["by_discard"]}
    assert by_discard["3p"] is True


@pytest.mark.parametrize(
    ("hand", "code"),
    [
        (None, "not_an_object"),
        ({}, "missing_key"),
        ({"concealed": 5}, "wrong_type"),
        ({"concealed": "123x"}, "not_a_tile"),
        ({"concealed": ["1m", 2]}, "wrong_type"),
        ({"concealed": "123m"}, "wrong_tile_count"),
        ({"concealed": "123456789m123456p"}, "wrong_tile_count"),
        ({"concealed": "1m", "melds": [{"kind": "pon", "tiles": "222z"}] * 5}, "wrong_tile_count"),
        ({"concealed": "11111m23456789p"}, "five_of_a_tile"),
        ({"concealed": "123m456p789s1122z", "discards": "111z"}, "five_of_a_tile"),
        ({"concealed": "111m234p567p789s5z", "dora_indicators": "11m"}, "five_of_a_tile"),
        ({"concealed": "123m456p789s1122z", "drawn": "12z"}, "not_one_tile"),
        ({"concealed": "123m456p789s1122z", "drawn": 3}, "wrong_type"),
        ({"concealed": "123m456p789s11223z", "drawn": "1z"}, "wrong_tile_count"),
        ({"concealed": "123m456p789s1122z", "rules": "wdmc-2019-3p"}, "tile_not_in_set"),
        ({"concealed": "123m456p789s1122z", "rules": "go"}, "unknown_rules"),
        ({"concealed": "123m456p789s1122z", "seat": "up"}, "wrong_value"),
        ({"concealed": "123m456p789s1122z", "win": "1z"}, "unknown_key"),
        ({"concealed": "123m456p789s1z", "melds": {}}, "wrong_type"),
        ({"concealed": "123m456p789s1z", "melds": ["pon"]}, "wrong_type"),
        ({"concealed": "123m456p789s1z", "melds": [{"kind": "set", "tiles": "222z"}]}, "wrong_value"),
        ({"concealed": "123m456p789s1z", "melds": [{"kind": "pon"}]}, "missing_key"),
        ({"concealed": "123m456p789s1z", "melds": [{"kind": "pon", "tiles": "223z"}]}, "not_the_same_tile"),
        (
            {"concealed": "123m456p789s1z", "melds": [{"kind": "pon", "tiles": "222z", "from": "up"}]},
            "wrong_value",
        ),
    ],
)
def test_a_hand_that_cannot_wait(hand: object, code: str) -> None:
    answer = waits_json(hand)
    assert answer["outcome"] == "invalid"
    assert answer["waits"] == []
    assert code in {problem["code"] for problem in answer["problems"]}


def test_the_id_of_a_refused_hand_comes_back() -> None:
    assert waits_json({"id": 1})["id"] == 1
    assert waits_json({"id": 1, "rules": "go"})["id"] == 1


HANDS = st.lists(st.sampled_from(KINDS * 4), min_size=13, max_size=13).filter(
    lambda tiles: not any_above_four(count(tiles))
)


@pytest.mark.parametrize(
    ("rules", "told", "allowed", "because"),
    [
        ("ema-2025", {"wall": 1}, True, "may be declared"),  # 3.3.10: at least one tile remains
        ("ema-2025", {"wall": 0}, False, "riichi needs 1"),
        ("ema-2025", {"points": -500}, True, "may be declared"),  # 4.1.4
        ("wrc-2015", {"wall": 3}, False, "riichi needs 4"),  # 6.5.1
        ("ema-2025", {"wall": 9, "riichi": "riichi"}, False, "already declared"),
        ("m-league", {"wall": 1}, True, "may be declared"),  # without a draw of one's own left
        ("wdmc-2019", {"wall": 4, "points": 900}, False, "riichi needs 1,000"),  # 3.5.1
    ],
)
def test_riichi_needs_tiles_in_the_wall_and_points(
    rules: str, told: dict[str, Any], *, allowed: bool, because: str
) -> None:
    answer = waits_json({"rules": rules, **told} | THIRTEEN)
    assert answer["riichi_allowed"] is answer["riichi"]["allowed"] is allowed
    assert because in answer["riichi"]["because"]


@pytest.mark.parametrize(
    ("rules", "wall", "because"),
    [
        ("tenhou-3p", 3, "may be declared"),  # RiichiEnv PR #233
        ("tenhou-3p", 2, "riichi needs 3"),
        ("mahjong-soul-3p", 3, "may be declared"),
        ("wdmc-2019-3p", 3, "riichi needs 4"),  # 5.1: as in 3.5.1
        ("wdmc-2019-3p", 4, "may be declared"),
    ],
)
def test_riichi_among_three_needs_the_tiles_of_their_own_book(rules: str, wall: int, because: str) -> None:
    hand = {"rules": rules, "concealed": "123456p78s55599s", "wall": wall, "points": 20_000}
    assert because in waits_json(hand)["riichi"]["because"]


def test_riichi_is_not_for_an_open_hand_nor_for_one_that_is_noten() -> None:
    called = {
        "concealed": "123m456p1z",
        "melds": [{"kind": "pon", "tiles": "555z"}, {"kind": "pon", "tiles": "666z"}],
    }
    assert "open hand" in waits_json(called | {"wall": 20})["riichi"]["because"]
    assert waits_json({"concealed": "147m258p369s1234z", "wall": 20})["riichi"]["allowed"] is False
    assert "riichi" not in waits_json(THIRTEEN)


@given(HANDS)
def test_a_hand_waits_for_what_completes_it(tiles: list[str]) -> None:
    counts = count(tiles)
    found = set(waiting_tiles(tiles, (), EMA))
    for kind, tile in enumerate(KINDS):
        assert (tile in found) == (number_of(counts, kind) < 4 and is_complete(counts + count((tile,)), 0))


@given(st.permutations("mps"), st.sampled_from(["1112345678999", "2345678111222", "6668999345111"]))
def test_suits_are_equal(suits: list[str], ranks: str) -> None:
    concealed = f"{ranks[:7]}{suits[0]}{ranks[7:10]}{suits[1]}{ranks[10:]}{suits[2]}"
    names = dict(zip("mps", suits, strict=True))
    plain = f"{ranks[:7]}m{ranks[7:10]}p{ranks[10:]}s"
    expected = {f"{tile[0]}{names[tile[1]]}" for tile in waits(plain).split()}
    assert set(waits(concealed).split()) == expected


def brute_force(tiles: tuple[int, ...]) -> bool:
    """Four sets and a pair by trying every pair and every order of sets, one suit only."""
    for pair in {tile for tile in tiles if tiles.count(tile) >= 2}:
        rest = list(tiles)
        rest.remove(pair)
        rest.remove(pair)
        if any(_sets(list(rest), choice) for choice in itertools.product((True, False), repeat=4)):
            return True
    return len(set(tiles)) == 7 and all(tiles.count(tile) == 2 for tile in tiles)


def _sets(rest: list[int], triplets: tuple[bool, ...]) -> bool:
    for triplet in triplets:
        low = min(rest)
        for tile in (low,) * 3 if triplet else (low, low + 1, low + 2):
            if tile not in rest:
                return False
            rest.remove(tile)
    return not rest


@given(
    st.lists(st.sampled_from(list(range(9)) * 4), min_size=14, max_size=14).filter(
        lambda t: max(map(t.count, t)) < 5
    )
)
def test_one_suit_against_brute_force(ranks: list[int]) -> None:
    tiles = tuple(sorted(ranks))
    assert is_complete(count(KINDS[rank] for rank in tiles), 0) == brute_force(tiles)


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text() | st.just("123m456p789s1122z"),
        lambda inner: (
            st.lists(inner) | st.dictionaries(st.sampled_from(["concealed", "melds", "discards"]), inner)
        ),
        max_leaves=8,
    )
)
def test_no_json_value_raises(value: Any) -> None:  # noqa: ANN401 - any JSON value
    assert json.dumps(waits_json(value))


def test_compact_tiles_and_lists_are_the_same() -> None:
    tiles = list(parse("123m456p789s1122z"))
    assert waits_json({"concealed": tiles}) == waits_json({"concealed": compact(tiles)})


ONE_SET = [{"kind": "chi", "tiles": "345p", "from": "left"}]


@pytest.mark.parametrize(
    ("called", "claimed", "barred"),
    [
        (("chi", "345p"), "3p", ("3p", "6p")),
        (("chi", "345p"), "4p", ("4p",)),
        (("chi", "345p"), "5p", ("2p", "5p")),
        (("chi", "123m"), "3m", ("3m",)),  # there is no other side of 1 2 3, nor of 7 8 9
        (("chi", "789p"), "7p", ("7p",)),
        (("chi", "789m"), "9m", ("6m", "9m")),
        (("pon", "555p"), "0p", ("5p",)),
    ],
)
def test_ema_3_3_2_swap_calling(called: tuple[MeldKind, str], claimed: str, barred: tuple[str, ...]) -> None:
    assert swap_called(Meld.of(*called), claimed, EMA) == barred


@pytest.mark.parametrize(("rule", "barred"), [("allowed", ()), ("not_the_same", ("3p",))])
def test_a_house_may_allow_swap_calling(rule: str, barred: tuple[str, ...]) -> None:
    loose = load_rules("ema-2025", {"swap_calling": rule})
    assert swap_called(Meld.of("chi", "345p"), "3p", loose) == barred


def test_ema_3_3_2_after_a_call_neither_side_of_the_sequence_is_discarded() -> None:
    answer = waits_json({"concealed": "6p456m789s1122z", "melds": ONE_SET, "claimed": "3p"})
    assert (answer["outcome"], answer["by_discard"]) == ("noten", [])
    assert answer["notes"] == [
        {"text": "3p 6p cannot be discarded now: swap-calling", "cite": "EMA 2025 3.3.2"}
    ]


@pytest.mark.parametrize(
    ("concealed", "melds", "claimed", "code"),
    [
        ("6p456m789s1122z", ONE_SET, "9p", "claimed_not_in_meld"),
        ("6p456m789s1122z", [{"kind": "open_kan", "tiles": "9999p"}], "9p", "claimed_not_in_meld"),
        ("123m456p789s11222z", [], "2z", "claimed_not_in_meld"),
        ("456m789s1122z", ONE_SET, "3p", "claimed_without_turn"),
    ],
)
def test_a_tile_that_was_not_just_claimed(
    concealed: str, melds: list[dict[str, str]], claimed: str, code: str
) -> None:
    answer = waits_json({"concealed": concealed, "melds": melds, "claimed": claimed})
    assert [each["code"] for each in answer["problems"]] == [code]


def test_a_complete_hand_before_its_discard_may_have_no_other_wait() -> None:
    answer = waits_json({"concealed": "345678m44p67s234p5s"})
    assert (answer["complete"], answer["notes"][0]["text"]) == (
        True,
        "these tiles are a complete hand already",
    )
