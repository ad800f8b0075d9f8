"""What a hand may draw and discard: advances, what is left of them, and the order of the discards."""

from __future__ import annotations

from yakulens.scorer.efficiency.discards import Advance, tile_efficiency
from yakulens.scorer.meld import Meld
from yakulens.scorer.rules.load import load_rules
from yakulens.scorer.tile import parse

EMA = load_rules("ema-2025")


def test_thirteen_tiles_have_advances_and_no_discards() -> None:
    found = tile_efficiency(parse("12446p112556s16z"), (), EMA)
    assert [(each.tile, each.left) for each in found.advances] == [
        (tile, 3) for tile in ("1p", "2p", "6p", "2s", "6s", "1z", "6z")
    ]
    assert (found.waits, found.discards) == ((), ())


def test_discards_are_ordered_by_distance_then_by_tiles_left() -> None:
    found = tile_efficiency(parse("34m67p34699s11z25s5z"), (), EMA).discards
    order = [(each.shanten, -each.left) for each in found]
    assert order == sorted(order)
    assert len({each.shanten for each in found}) > 1


def test_what_is_seen_is_not_left_and_a_tile_of_which_none_is_left_is_no_advance() -> None:
    tiles = parse("123m456p67899s11z")
    unseen, seen = (tile_efficiency(tiles, (), EMA, parse(seen)) for seen in ("", "9s1z1z"))
    assert unseen.advances == (Advance("9s", 2), Advance("1z", 2))
    assert seen.advances == (Advance("9s", 1),)
    assert seen.waits == ("9s", "1z")
    assert seen.distances == unseen.distances


def test_melds_and_the_discard_itself_are_not_left() -> None:
    melds = (Meld.of("chi", "345p"), Meld.of("pon", "111p"))
    found = {each.tile: each for each in tile_efficiency(parse("12334445p"), melds, EMA).discards}
    assert "1p" not in {each.tile for each in found["1p"].advances}
    assert all(advance.left <= 4 for each in found.values() for advance in each.advances)


def test_a_red_five_is_a_discard_of_its_own_and_no_tile_of_its_own_to_draw() -> None:
    found = tile_efficiency(parse("05m123m456p789s99s2z"), (), load_rules("tenhou"))
    assert {"0m", "5m"} <= {each.tile for each in found.discards}
    assert all(advance.tile != "0m" for each in found.discards for advance in each.advances)


def test_barred_tiles_are_not_offered() -> None:
    melds = (Meld.of("chi", "345p", "left"),)
    found = tile_efficiency(parse("3667p123s99m11z"), melds, EMA, barred=("3p", "6p"))
    assert {each.tile for each in found.discards} == {"7p", "1s", "2s", "3s", "9m", "1z"}


def test_every_discard_of_a_complete_hand_leaves_it_tenpai() -> None:
    found = tile_efficiency(parse("123m456p789s11222z"), (), EMA)
    assert found.distances.least == -1
    assert {each.shanten for each in found.discards} == {0}
