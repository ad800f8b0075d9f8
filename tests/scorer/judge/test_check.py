"""Named problems: what cannot be is said in a sentence, and nothing is raised."""

from __future__ import annotations

from typing import Any

import pytest

from yakulens.scorer import Hand, Liable, Meld, Situation, load_rules, score
from yakulens.scorer.judge.check import meld_problems, problems
from yakulens.scorer.meld import is_sound

CLOSED = Hand.of("345678m44p67s234s", "5s")
OPEN = Hand.of("345678m44p67s", "5s", [Meld.of("chi", "234p", "left")])
QUAD = Hand.of("345678m44p67s", "5s", [Meld.of("closed_kan", "1111z")])
EAST = ("1z",)


def codes(hand: Hand, rules: str = "tenhou", by: str = "ron", **situation: Any) -> list[str]:  # noqa: ANN401 - any field
    found = problems(hand, Situation(by, **situation), load_rules(rules))  # type: ignore[arg-type]
    assert all(problem.text for problem in found)
    assert (score(hand, Situation(by, **situation), load_rules(rules)).outcome == "invalid") == bool(found)  # type: ignore[arg-type]
    return [problem.code for problem in found]


def test_a_sound_hand_has_none() -> None:
    assert codes(CLOSED) == codes(OPEN) == codes(QUAD) == []


@pytest.mark.parametrize(
    ("hand", "situation", "code"),
    [
        (OPEN, {"riichi": "riichi"}, "riichi_open_hand"),
        (OPEN, {"riichi": "double"}, "riichi_open_hand"),
        (CLOSED, {"ippatsu": True}, "ippatsu_without_riichi"),
        (QUAD, {"by": "tsumo", "riichi": "riichi", "ippatsu": True, "rinshan": True}, "ippatsu_with_rinshan"),
        (QUAD, {"rinshan": True}, "rinshan_by_ron"),
        (CLOSED, {"by": "tsumo", "rinshan": True}, "rinshan_without_quad"),
        (CLOSED, {"by": "tsumo", "chankan": True}, "chankan_by_tsumo"),
        (CLOSED, {"chankan": True, "last_tile": True}, "chankan_on_last_tile"),
        (CLOSED, {"by": "tsumo", "first_turn": True, "last_tile": True}, "first_turn_on_last_tile"),
        (CLOSED, {"by": "tsumo", "first_turn": True, "riichi": "double"}, "first_turn_with_riichi"),
        (OPEN, {"by": "tsumo", "first_turn": True}, "first_turn_with_meld"),
        (QUAD, {"first_turn": True}, "first_turn_with_quad"),
        (CLOSED, {"first_turn": True, "seat": "east"}, "first_turn_dealer_ron"),
        (Hand.of("345678m44p67s555s", "5s"), {"chankan": True}, "robbed_tile_held"),
        (CLOSED, {"dora_indicators": EAST * 6}, "too_many_indicators"),
        (CLOSED, {"ura_indicators": EAST * 6}, "ura_indicators_do_not_match"),
        (CLOSED, {"riichi": "riichi", "ura_indicators": EAST}, "ura_indicators_do_not_match"),
        (CLOSED, {"dora_indicators": EAST * 3, "ura_indicators": EAST * 2}, "five_of_a_tile"),
        (Hand.of("11111m44p67s234s", "5s"), {}, "five_of_a_tile"),
        (Hand.of("3456780m44p67s23s", "1s"), {"dora_indicators": ("0m",)}, "too_many_red_fives"),
        (CLOSED, {"north_dora": 1}, "north_dora_not_in_rules"),
        (CLOSED, {"discarder": "south"}, "discarder_is_winner"),
        (CLOSED, {"by": "tsumo", "discarder": "west"}, "discarder_by_tsumo"),
        (CLOSED, {"liable": Liable("south", "daisangen")}, "liable_is_winner"),
        (Hand.of("345678m44p67s23s", "5s"), {}, "wrong_tile_count"),
        (Hand.of("345678m44p67s234s", "5s", OPEN.melds), {}, "wrong_tile_count"),
        (Hand.of("345678m44p67s", "5s", OPEN.melds * 2), {}, "wrong_tile_count"),
        (Hand.of("", "5s", [Meld.of("pon", f"{rank * 3}m") for rank in "12345"]), {}, "too_many_melds"),
    ],
)
def test_contradictions_have_a_code(hand: Hand, situation: dict[str, Any], code: str) -> None:
    assert code in codes(hand, **situation)


@pytest.mark.parametrize(
    ("meld", "code"),
    [
        (Meld.of("chi", "246p"), "not_a_sequence"),
        (Meld.of("chi", "89m1p"), "not_a_sequence"),
        (Meld.of("chi", "123z"), "not_a_sequence"),
        (Meld.of("chi", "222p"), "not_a_sequence"),
        (Meld.of("pon", "223p"), "not_the_same_tile"),
        (Meld.of("open_kan", "2223p"), "not_the_same_tile"),
        (Meld.of("open_kan", "222p"), "wrong_meld_size"),
        (Meld.of("pon", "2222p"), "wrong_meld_size"),
        (Meld.of("pon", ""), "wrong_meld_size"),
        (Meld.of("chi", "234p", "right"), "chi_not_from_left"),
        (Meld.of("closed_kan", "2222p", "left"), "closed_quad_claimed"),
    ],
)
def test_melds_that_are_none(meld: Meld, code: str) -> None:
    assert [problem.code for problem in meld_problems(meld, load_rules("tenhou"))] == [code]
    assert code in codes(Hand.of("345678m44p67s", "5s", [meld]))
    assert not is_sound(meld.kind, meld.tiles, meld.claimed_from)


def test_wdmc_3_7_2_the_number_of_a_bonus_hand_is_that_of_the_counters() -> None:
    dealer = {"seat": "east", "bonus_hand": 9}
    assert codes(CLOSED, "wdmc-2019", **dealer, honba=3) == ["bonus_hand_differs"]
    assert codes(CLOSED, "wdmc-2019", **dealer, honba=9) == codes(CLOSED, "wdmc-2019", **dealer) == []
    assert codes(CLOSED, "ema-2025", **dealer, honba=3) == []  # without paarenchan it does not matter


def test_a_red_five_counts_in_triplets_and_sequences() -> None:
    for meld in (
        Meld.of("pon", "055p", "across"),
        Meld.of("chi", "406p", "left"),
        Meld.of("added_kan", "0555p", "left"),
    ):
        assert meld_problems(meld, load_rules("tenhou")) == ()
        assert is_sound(meld.kind, meld.tiles, meld.claimed_from)


def test_red_fives_under_rules_without_are_plain_fives() -> None:
    assert codes(Hand.of("340678m44p67s234s", "0s"), "ema-2025") == []
    assert codes(Hand.of("340678m44p67s234s", "0s", []), "tenhou") == []


def test_three_players() -> None:
    hand = Hand.of("111m345567p6678s", "6s")
    assert codes(hand, "tenhou-3p") == []
    assert codes(hand, "tenhou-3p", seat="north") == ["seat_not_at_table"]
    assert codes(hand, "tenhou-3p", discarder="north") == ["seat_not_at_table"]
    assert codes(CLOSED, "tenhou-3p") == ["tile_not_in_set"]
    assert codes(hand, "tenhou-3p", north_dora=5) == ["north_dora_number", "five_of_a_tile"]
    assert codes(hand, "tenhou-3p", north_dora=4) == []
    assert codes(hand, "tenhou-3p", north_dora=4, dora_indicators=("4z",)) == ["five_of_a_tile"]
    assert codes(hand, "wdmc-2019-3p", dora_indicators=("1z",)) == ["tile_not_in_set"]
    assert codes(hand, "wdmc-2019-3p", north_dora=1) == ["north_dora_not_in_rules", "tile_not_in_set"]
    chi = Hand.of("111m345p6678s", "6s", [Meld.of("chi", "567p", "left")])
    assert codes(chi, "tenhou-3p") == ["chi_not_in_rules"]


def test_one_indicator_where_quads_show_none() -> None:
    assert codes(CLOSED, "jpml-a", dora_indicators=("1z", "2z")) == ["too_many_indicators"]
    assert codes(CLOSED, "jpml-a", dora_indicators=("1z",), ura_indicators=("2z",)) == []
    assert codes(CLOSED, "ema-2025", dora_indicators=("1z",), ura_indicators=("2z",)) == []


def test_norths_in_the_hand_and_set_aside_are_four_together() -> None:
    hand = Hand.of("111m345567p66s44z", "4z")
    assert codes(hand, "tenhou-3p", north_dora=1) == []
    assert codes(hand, "tenhou-3p", north_dora=2) == ["five_of_a_tile"]


def test_a_north_set_aside_ends_the_first_turn_and_the_chance_of_ippatsu() -> None:
    hand = Hand.of("111m345567p66s22z", "2z")
    assert codes(hand, "tenhou-3p", north_dora=1, first_turn=True) == ["first_turn_with_north"]
    told = codes(hand, "tenhou-3p", north_dora=1, riichi="double", ippatsu=True)
    assert told == ["ippatsu_with_double_riichi_and_north"]
    assert codes(hand, "tenhou-3p", "tsumo", north_dora=1, first_turn=True) == []


def test_no_indicator_shows_a_tile_of_which_all_four_lie_in_the_robbed_kan() -> None:
    shown = {"chankan": True, "dora_indicators": ("5s",)}
    assert codes(CLOSED, **shown) == ["robbed_tile_shown"]
    riichi = {"riichi": "riichi", "dora_indicators": EAST, "ura_indicators": ("5s",)}
    assert codes(CLOSED, chankan=True, **riichi) == ["robbed_tile_shown"]


@pytest.mark.parametrize(
    ("rules", "by", "told"),
    [
        ("wrc-2015", "ron", ["ippatsu_on_last_tile"]),  # 6.5.1: four tiles, and three draws till a discard
        ("wrc-2015", "tsumo", []),  # the fourth of them is the player's own
        ("ema-2025", "ron", []),  # 3.3.10: one tile is enough
    ],
)
def test_ippatsu_comes_with_the_last_tile_where_riichi_may_be_so_late(
    rules: str, by: str, told: list[str]
) -> None:
    assert codes(CLOSED, rules, by, riichi="riichi", ippatsu=True, last_tile=True) == told
