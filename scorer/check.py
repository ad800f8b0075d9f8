"""Named problems of a hand in its situation: what cannot be is said in a sentence; nothing is raised."""

from __future__ import annotations

import functools
import itertools
from collections import Counter
from typing import TYPE_CHECKING, Final

from scorer.circumstances import Circumstances, circumstances_of
from scorer.counts import DIGIT, KIND_BITS, KIND_MASK, count, number_of
from scorer.hand import Hand, Problem, Situation
from scorer.tile import KIND, KINDS, RED_FIVES, Tile, compact, parse
from scorer.vocabulary import SEATS, YAKU_IDS

if TYPE_CHECKING:
    from collections.abc import Container, Iterator

    from scorer.meld import Meld
    from scorer.rules.ruleset import RuleSet

# added to the counts, these lift the highest bit of every kind of which there are five or more
_TO_FIVE: Final = sum(27 << DIGIT * kind for kind in range(34))
_FIVE: Final = sum(32 << DIGIT * kind for kind in range(34))
_HAND_SIZE: Final = 13
_MOST_INDICATORS: Final = 5
_COPIES: Final = 4
_SETS: Final = 4
_NORTH: Final = 1 << DIGIT * KIND["4z"]


def problems(hand: Hand, situation: Situation, rules: RuleSet) -> tuple[Problem, ...]:
    """Everything that is wrong with a hand in its situation; empty if it can be scored.

    >>> from scorer.rules.load import load_rules
    >>> hand = Hand.of("123456789m1122p", "2p")
    >>> [each.code for each in problems(hand, Situation("ron", ippatsu=True), load_rules("ema-2025"))]
    ['ippatsu_without_riichi']
    """
    return check(hand, situation, rules, circumstances_of(hand, situation, rules))


def check(hand: Hand, situation: Situation, rules: RuleSet, given: Circumstances) -> tuple[Problem, ...]:
    """As `problems`, where the circumstances have been worked out already."""
    found = given.problems
    melds = hand.melds
    if melds:
        without_chi = "" if rules.chi else rules.name
        for meld in melds:
            found += _meld_problems(meld.kind, meld.tiles, meld.claimed_from, without_chi)
    if len(hand.concealed) != _HAND_SIZE - 3 * len(melds) or len(melds) > _SETS:
        found += _wrong_count(hand)
    dora, ura = situation.dora_indicators, situation.ura_indicators
    shown = hand.sums.every + _indicator_counts(dora)
    if ura or situation.north_dora or len(dora) > 1:
        shown += _indicator_counts(ura) + _NORTH * situation.north_dora
        found += _beside_the_hand(situation, rules)
    if (shown & KIND_MASK) + _TO_FIVE & _FIVE:
        found += _five_of_a_tile(hand, situation)
    if rules.removed_tiles and shown & _removed(rules):
        found += _not_in_set(hand, situation, rules)
    if shown > KIND_MASK and shown >> KIND_BITS not in _allowed_reds(rules):
        found += _red_fives(hand, situation, rules)
    if situation.chankan and number_of(hand.sums.every, KIND[hand.win]) > 1:
        text = f"chankan on {hand.win}: the other three lie in the robbed quad, so the hand cannot hold one"
        found += (Problem("robbed_tile_held", text),)
    if situation.discarder or situation.liable or rules.players < len(SEATS):
        found += tuple(_seats(situation, rules))
    return found


def meld_problems(meld: Meld, rules: RuleSet) -> tuple[Problem, ...]:
    """What is wrong with a meld by itself."""
    return _meld_problems(meld.kind, meld.tiles, meld.claimed_from, "" if rules.chi else rules.name)


@functools.lru_cache(maxsize=1 << 16)
def _indicator_counts(tiles: tuple[Tile, ...]) -> int:
    return count(tiles)


@functools.lru_cache(maxsize=1 << 16)
def _meld_problems(
    kind: str, tiles: tuple[Tile, ...], claimed_from: str | None, without_chi: str
) -> tuple[Problem, ...]:
    return tuple(
        Problem(code, f"{kind} {compact(tiles)}: {text}")
        for code, text in _wrong_with_meld(kind, tiles, claimed_from, without_chi)
    )


def _wrong_with_meld(
    kind: str, tiles: tuple[Tile, ...], claimed_from: str | None, without_chi: str
) -> Iterator[tuple[str, str]]:
    kinds = sorted(KIND[tile] for tile in tiles)
    size = 3 if kind in {"chi", "pon"} else 4
    if len(kinds) != size:
        yield "wrong_meld_size", f"{len(kinds)} tiles where {size} belong"
    elif kind == "chi":
        first = kinds[0]
        in_a_row = kinds == [first, first + 1, first + 2]
        if not in_a_row or first // 9 != kinds[2] // 9 or first >= KIND["1z"]:
            yield "not_a_sequence", "not three tiles of one suit in a row"
    elif len(set(kinds)) > 1:
        yield "not_the_same_tile", "not all the same tile"
    if kind == "chi" and without_chi:
        yield "chi_not_in_rules", f"{without_chi} has no chi"
    if kind == "chi" and claimed_from not in {None, "left"}:
        yield (
            "chi_not_from_left",
            f"claimed from {claimed_from}, but a sequence is claimed from the left only",
        )
    if kind == "closed_kan" and claimed_from is not None:
        yield "closed_quad_claimed", f"claimed from {claimed_from}, but a closed quad is nobody's discard"


def _wrong_count(hand: Hand) -> tuple[Problem, ...]:
    melds = len(hand.melds)
    if melds > _SETS:
        return (Problem("too_many_melds", f"{melds} melds: a hand has four sets at most"),)
    beside = f" beside {melds} meld{'s' if melds > 1 else ''}" if melds else ""
    text = (
        f"{len(hand.concealed)} concealed tiles{beside} where {_HAND_SIZE - 3 * melds} belong, "
        "the winning tile left out"
    )
    return (Problem("wrong_tile_count", text),)


def _five_of_a_tile(hand: Hand, situation: Situation) -> tuple[Problem, ...]:
    shown = (*hand.tiles, *situation.dora_indicators, *situation.ura_indicators)
    numbers = Counter(KINDS[KIND[tile]] for tile in shown)
    numbers["4z"] += situation.north_dora
    return tuple(
        Problem("five_of_a_tile", f"{number} of {tile}, indicators included: there are four of each tile")
        for tile, number in sorted(numbers.items())
        if number > _COPIES
    )


def _not_in_set(hand: Hand, situation: Situation, rules: RuleSet) -> tuple[Problem, ...]:
    norths = ("4z",) * bool(situation.north_dora)
    shown = (*hand.tiles, *situation.dora_indicators, *situation.ura_indicators, *norths)
    strange = sorted({tile for tile in shown if count((tile,)) & _removed(rules)})
    return (Problem("tile_not_in_set", f"{' '.join(strange)}: {rules.name} plays without"),)


def _red_fives(hand: Hand, situation: Situation, rules: RuleSet) -> tuple[Problem, ...]:
    shown = (*hand.tiles, *situation.dora_indicators, *situation.ura_indicators)
    return tuple(
        Problem("too_many_red_fives", f"{shown.count(red)} of {red}: the set of {rules.name} holds {most}")
        for red, most in zip(RED_FIVES, rules.red_fives, strict=True)
        if shown.count(red) > most
    )


def _beside_the_hand(situation: Situation, rules: RuleSet) -> tuple[Problem, ...]:
    """What is wrong with indicators and norths set aside."""
    dora, ura, norths = (
        len(situation.dora_indicators),
        len(situation.ura_indicators),
        situation.north_dora,
    )
    most = _MOST_INDICATORS if rules.kan_dora else 1
    found: tuple[Problem, ...] = ()
    if dora > most:
        text = f"{dora} dora indicators: {most} can be turned over at most"
        found += (Problem("too_many_indicators", text),)
    if ura > most or (ura and ura != dora and situation.riichi != "none" and rules.ura_dora):
        text = f"{ura} ura indicators under {dora} dora indicators: one lies under each"
        found += (Problem("ura_indicators_do_not_match", text),)
    if norths and not rules.north_dora:
        found += (
            Problem("north_dora_not_in_rules", f"{norths} norths set aside: {rules.name} sets none aside"),
        )
    elif not 0 <= norths <= _COPIES:
        found += (Problem("north_dora_number", f"{norths} norths set aside: there are four"),)
    return found


def _seats(situation: Situation, rules: RuleSet) -> Iterator[Problem]:
    at_table = SEATS[: rules.players]
    liable = situation.liable
    for role, seat in (
        ("seat", situation.seat),
        ("discarder", situation.discarder),
        ("liable", liable.seat if liable else None),
    ):
        if seat is not None and seat not in at_table:
            yield Problem("seat_not_at_table", f"{role} {seat}: {rules.name} is for {rules.players} players")
    if situation.discarder == situation.seat:
        yield Problem("discarder_is_winner", f"{situation.seat} cannot win on an own discard")
    if situation.discarder and situation.by == "tsumo":
        yield Problem(
            "discarder_by_tsumo", f"discarder {situation.discarder} in a win by tsumo: nobody discarded"
        )
    if liable and liable.seat == situation.seat:
        yield Problem("liable_is_winner", f"{liable.seat} cannot be liable for an own hand")
    if liable and liable.yaku not in YAKU_IDS:
        yield Problem("unknown_yaku", f"liable for '{liable.yaku}', which is no yaku")


@functools.lru_cache(maxsize=256)
def _allowed_reds(rules: RuleSet) -> Container[int]:
    """The counts of red fives that the set can hold, as the bits above the kinds.

    A set with red fives may be used under rules without: they count as plain fives.
    """
    if not any(rules.red_fives):
        return range(1 << 3 * DIGIT)
    return frozenset(
        man + (pin << DIGIT) + (sou << 2 * DIGIT)
        for man, pin, sou in itertools.product(*(range(most + 1) for most in rules.red_fives))
    )


@functools.lru_cache(maxsize=256)
def _removed(rules: RuleSet) -> int:
    """The counts' bits of the tiles that a rule set plays without."""
    return sum(63 << DIGIT * KIND[tile] for tile in parse(rules.removed_tiles))
