"""The distance from tenpai: by form, with four copies of each tile, and beside a brute force."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.scorer.efficiency.reference import deal, general_distance, packed
from yakulens.scorer.counts import DIGIT
from yakulens.scorer.decompose import completing, is_complete
from yakulens.scorer.efficiency.distance import Distances, advancing, counted, distances, limits_of, shanten
from yakulens.scorer.meld import Meld
from yakulens.scorer.rules.load import load_rules
from yakulens.scorer.tile import KINDS, parse

EMA = load_rules("ema-2025")
NO_MIDDLE = tuple(range(1, 8))
"""The kinds that sets for three players lack."""


def of(tiles: str, *melds: Meld, rules: str = "ema-2025") -> Distances:
    limits = limits_of(melds, load_rules(rules))
    return distances(counted(parse(tiles)), len(melds), limits)


@pytest.mark.parametrize(
    ("tiles", "general", "seven_pairs", "thirteen_orphans"),
    [
        ("123m456p789s11222z", -1, 4, 8),
        ("123m456p789s1112z", 0, 5, 8),
        ("1122m3344p5566s7z", 3, 0, 10),
        ("1122m3344p5566s77z", 3, -1, 10),
        ("19m19p19s1234567z", 8, 6, 0),
        ("19m19p19s12345677z", 7, 5, -1),
        ("147m258p369s1234z", 8, 6, 7),
        ("2222m3333p4444s5z", 2, 6, 12),
        ("1111222233334z", 3, 6, 8),
    ],
)
def test_each_form_has_its_own_distance(
    tiles: str, general: int, seven_pairs: int, thirteen_orphans: int
) -> None:
    assert of(tiles) == Distances(general, seven_pairs, thirteen_orphans)


def test_four_of_a_kind_are_one_pair_of_seven() -> None:
    assert of("1111m3344p5566s7z").seven_pairs == 2
    assert of("111m3344p5566s77z").seven_pairs == 1


def test_ema_3_3_8_a_hand_that_could_only_wait_on_its_fifth_copy_is_not_tenpai() -> None:
    assert of("1111m123p456p789s").general == 1
    assert of("123m456p789s5z", Meld.of("pon", "555z")).general == 1
    assert of("123m456p789s5p", Meld.of("closed_kan", "5555z")).general == 0
    assert of("1z", *(Meld.of("closed_kan", f"{n}{n}{n}{n}z") for n in "2345")).general == 0


def test_melds_leave_no_other_form() -> None:
    assert of("1122334455p", Meld.of("pon", "555z")) == Distances(0)


def test_three_players_lack_the_tiles_of_a_middle_wait() -> None:
    assert of("1111m111122233z", rules="ema-2025").general == 1
    assert of("1111m111122233z", rules="tenhou-3p").general == 2


@settings(max_examples=120, deadline=None)
@given(st.integers(0, 2**32 - 1), st.sampled_from(((), NO_MIDDLE)))
def test_no_other_distance_than_by_brute_force(seed: int, removed: tuple[int, ...]) -> None:
    held, limits, melds = deal(Random(seed), removed)  # noqa: S311 - no secret
    found = distances(packed(held), melds, packed(limits))
    assert found.general == general_distance(held, limits, 4 - melds)


@given(st.integers(0, 2**32 - 1))
def test_complete_hands_and_tenpai_are_those_of_the_waits(seed: int) -> None:
    held, _, _ = deal(Random(seed), melds=0)  # noqa: S311 - no secret
    counts, far = packed(held), shanten(packed(held))
    if sum(held) == 14:
        assert (far == -1) == is_complete(counts, 0)
    elif sum(held) == 13:
        assert (far == 0) == bool(completing(counts, 0))


@settings(max_examples=50, deadline=None)
@given(st.integers(0, 2**32 - 1))
def test_a_draw_changes_the_distance_by_one_at_most(seed: int) -> None:
    held, limits, melds = deal(Random(seed))  # noqa: S311 - no secret
    if sum(held) % 3 != 1:
        return
    counts, room = packed(held), packed(limits)
    before = shanten(counts, melds, room)
    drawn = [kind for kind in range(34) if held[kind] < limits[kind]]
    after = {kind: shanten(counts + (1 << DIGIT * kind), melds, room) for kind in drawn}
    assert set(after.values()) <= {before - 1, before}
    assert advancing(counts, melds, room) == tuple(kind for kind in drawn if after[kind] < before)


def test_a_tile_held_four_times_advances_nothing() -> None:
    melds = (Meld.of("pon", "555z"),)
    tiles = parse("1111m46p77s5z3p")
    found = {KINDS[kind] for kind in advancing(counted(tiles), 1, limits_of(melds, EMA))}
    assert not found & {"1m", "5z"}
    assert {"5p", "2p", "7s"} <= found
