"""The decompositions of a hand: all of them, and no others."""

from __future__ import annotations

from yakulens.scorer import Hand, Meld
from yakulens.scorer.blocks import Block, features_of
from yakulens.scorer.counts import count, number_of, red_fives
from yakulens.scorer.decompose import (
    blocks_of_sets,
    features_of_sets,
    features_of_whole,
    nine_gates,
    read_whole,
)


def ways(hand: Hand, *, ron: bool = False, apart: bool = True) -> list[list[Block]]:
    """The blocks of every reading; their features are those that the tables of the suits give."""
    found = []
    for number, features in enumerate(features_of_sets(hand.sums, ron=ron, win_apart=apart)):
        parts = blocks_of_sets(hand.sums, number, ron=ron, win_apart=apart)
        blocks = [block for part in parts for block in part]
        assert features == sum(features_of[block] for block in blocks)
        found.append(blocks)
    return found


def waits(hand: Hand, *, ron: bool = False) -> list[str]:
    return sorted(next(block.wait for block in way if block.wait) or "" for way in ways(hand, ron=ron))


def test_counts_know_kinds_and_colours() -> None:
    counts = count(("0m", "5m", "5m", "1z", "0s"))
    assert [number_of(counts, kind) for kind in (4, 22, 27, 33)] == [3, 1, 1, 0]
    assert red_fives(counts) == (1, 0, 1)


def test_three_equal_runs_are_three_equal_triplets_too() -> None:
    assert len(ways(Hand.of("111222333m45p99s", "6p"))) == 2


def test_each_block_that_the_winning_tile_may_have_finished_comes_once() -> None:
    assert waits(Hand.of("1234m567p567s111z", "1m")) == ["tanki"]
    assert waits(Hand.of("3334m567p567s111z", "5m")) == ["ryanmen"]
    assert waits(Hand.of("2344m567p567s11z", "1z")) == []
    assert waits(Hand.of("1233345m567p99s11z", "3m")) == []
    assert waits(Hand.of("11223345m567p99s", "3m")) == ["penchan", "ryanmen"]
    assert waits(Hand.of("4455566m567p567s", "5m")) == ["kanchan", "tanki"]


def test_waits_by_the_place_of_the_tile() -> None:
    assert waits(Hand.of("12m456p456s11122z", "3m")) == ["penchan"]
    assert waits(Hand.of("89m456p456s11122z", "7m")) == ["penchan"]
    assert waits(Hand.of("79m456p456s11122z", "8m")) == ["kanchan"]
    assert waits(Hand.of("78m456p456s11122z", "9m")) == ["ryanmen"]
    assert waits(Hand.of("23m456p456s11122z", "1m")) == ["ryanmen"]
    assert waits(Hand.of("456m456p456s1122z", "2z")) == ["shanpon"]
    assert waits(Hand.of("456m456p456s1112z", "2z")) == ["tanki"]


def test_a_triplet_finished_by_a_discard_is_open() -> None:
    (way,) = ways(Hand.of("456m456p456s1122z", "2z"), ron=True)
    assert [block.is_open for block in way if block.form == "triplet"] == [True]
    (way,) = ways(Hand.of("456m456p456s1122z", "2z"))
    assert [block.is_open for block in way if block.form == "triplet"] == [False]


def test_no_block_is_the_last_where_nobody_can_tell() -> None:
    (way,) = ways(Hand.of("456m456p456s1122z", "2z"), apart=False)
    assert not any(block.wait for block in way)


def test_melds_stay_as_they_were_called() -> None:
    melds = [Meld.of("pon", "222p"), Meld.of("closed_kan", "7777z"), Meld.of("chi", "123s")]
    (way,) = ways(Hand.of("45p99m", "3p", melds))
    assert way[-3:] == [Block("triplet", 10, is_open=True), Block("quad", 33), Block("run", 18, is_open=True)]


def test_a_hand_in_pieces_has_no_reading() -> None:
    assert ways(Hand.of("147m258p369s1234z", "5z")) == []
    assert ways(Hand.of("11m22p33s4455667z", "7z")) == []
    assert ways(Hand.of("11345m11345p11s1z", "1z")) == []


def test_honours_make_no_runs() -> None:
    assert ways(Hand.of("123m456p789s1123z", "1z")) == []


def test_seven_pairs_are_seven_different_ones() -> None:
    hand = Hand.of("1m1m3p3p5s0s1z2233z44z", "1z")
    pairs = read_whole(hand.sums.counts, "1z")
    assert [pair.kind for pair in pairs if pair.wait] == [27]
    assert [pair.kinds for pair in pairs][:2] == [(0, 0), (11, 11)]
    assert features_of_whole(hand.sums) == sum(features_of[pair] for pair in pairs)
    repeated = Hand.of("1111m22p33s44556z", "6z")
    assert (read_whole(repeated.sums.counts, "6z"), features_of_whole(repeated.sums)) == ((), 0)


def test_thirteen_orphans_by_their_wait() -> None:
    def wait(concealed: str, win: str) -> str | None:
        hand = Hand.of(concealed, win)
        (block,) = read_whole(hand.sums.counts, win)
        assert (features_of_whole(hand.sums), len(block.kinds)) == (features_of[block], 14)
        return block.wait

    assert wait("19m19p19s1234567z", "1z") == "thirteen"
    assert wait("19m19p19s1123456z", "7z") == "tanki"
    for win in ("6z", "2m"):
        assert read_whole(Hand.of("19m19p19s1123456z", win).sums.counts, win) == ()


def test_four_pairs_are_no_pair() -> None:
    melds = [Meld.of("pon", "777z"), Meld.of("pon", "666z")]
    assert ways(Hand.of("11m22p33s5z", "5z", melds)) == []


def test_nine_gates_and_the_tile_over() -> None:
    assert nine_gates(Hand.of("1112345678999p", "5p").sums.counts) == 13
    assert nine_gates(Hand.of("1112345678999p", "5s").sums.counts) is None
