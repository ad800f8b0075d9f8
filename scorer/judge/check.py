"""Named problems of a hand in its situation: what cannot be is told as a message; nothing is raised."""

from __future__ import annotations

import functools
import itertools
from collections import Counter
from typing import TYPE_CHECKING, Final

from scorer.counts import DIGIT, KIND_BITS, KIND_MASK, count, number_of
from scorer.judge.circumstances import Circumstances, circumstances_of
from scorer.message import Message
from scorer.payments import liability_for
from scorer.tile import KIND, RED_FIVES, Tile, compact, parse, plain
from scorer.vocabulary import SEATS, From, Seat

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator, Sequence

    from scorer.hand import Hand, Liable, Situation
    from scorer.meld import Meld
    from scorer.rules.ruleset import RuleSet

_HAND_SIZE: Final = 13
_MOST_INDICATORS: Final = 5
_COPIES: Final = 4
_SETS: Final = 4
_NORTH: Final = 1 << DIGIT * KIND["4z"]
_HIGHEST: Final = 1 << DIGIT - 1
_HIGHEST_OF_EACH: Final = sum(_HIGHEST << DIGIT * kind for kind in range(34))
LIABLE_SETS: Final = {
    "daisangen": frozenset(KIND[tile] for tile in parse("567z")),
    "daisuushii": frozenset(KIND[tile] for tile in parse("1234z")),
}
"""The kinds of which triplets and quads make a yakuman that somebody may be liable for (EMA 3.3.7)."""


def problems(hand: Hand, situation: Situation, rules: RuleSet) -> tuple[Message, ...]:
    """Everything that is wrong with a hand in its situation; empty if it can be scored.

    >>> from scorer.rules.load import load_rules
    >>> from scorer.hand import Hand, Situation
    >>> hand = Hand.of("123456789m1122p", "2p")
    >>> [each.code for each in problems(hand, Situation("ron", ippatsu=True), load_rules("ema-2025"))]
    ['ippatsu_without_riichi']
    """
    return check(hand, situation, rules, circumstances_of(hand, situation, rules))


def check(hand: Hand, situation: Situation, rules: RuleSet, given: Circumstances) -> tuple[Message, ...]:
    """As `problems`, where the circumstances have been worked out already."""
    found = given.problems
    melds = hand.melds
    if melds:
        without_chi = "" if rules.chi else rules.cite
        for at, meld in enumerate(melds):
            if wrong := _meld_problems(meld.kind, meld.tiles, meld.claimed_from, without_chi):
                found += tuple(each.at(f"melds[{at}]") for each in wrong)
    if len(hand.concealed) != _HAND_SIZE - 3 * len(melds) or len(melds) > _SETS:
        found += _wrong_count(hand)
    found += _tiles(hand, situation, rules)
    if situation.round not in rules.rounds:
        found += (round_not_played(situation.round, rules),)
    if situation.discarder or situation.liable or rules.players < len(SEATS):
        found += tuple(_seats(situation, rules))
    if situation.liable and not found:  # with its melds as they should be
        found += feeder_disagrees(hand, situation.seat, situation.liable, rules)
    return found


def _tiles(hand: Hand, situation: Situation, rules: RuleSet) -> tuple[Message, ...]:
    """What is wrong with the tiles of the hand and those shown beside it."""
    found: tuple[Message, ...] = ()
    dora, ura = situation.dora_indicators, situation.ura_indicators
    shown = hand.sums.every + _indicator_counts(dora)
    if ura or situation.north_dora or len(dora) > 1:
        shown += _indicator_counts(ura) + _NORTH * situation.north_dora
        found += _beside_the_hand(situation, rules)
    if (shown & KIND_MASK) + _beyond_the_set(rules) & _HIGHEST_OF_EACH:
        found += _five_of_a_tile(hand, situation)
        found += red_five_missing((*hand.tiles, *_indicators(situation)), rules)
    if rules.removed_tiles and shown & _removed(rules):
        found += _not_in_set(hand, situation, rules)
    if shown > KIND_MASK and shown >> KIND_BITS not in _allowed_reds(rules):
        found += too_many_red_fives((*hand.tiles, *_indicators(situation)), rules)
    if situation.chankan and number_of(hand.sums.every, KIND[hand.win]) > 1:
        found += (Message.of("robbed_tile_held", tile=hand.win),)
    return found


def wrong_tiles(shown: Sequence[Tile], rules: RuleSet) -> tuple[Message, ...]:
    """What is wrong with all the tiles that one person sees, measured by the set that a rule set plays with.

    >>> from scorer.rules.load import load_rules
    >>> [each.code for each in wrong_tiles(parse("00p11111z"), load_rules("tenhou"))]
    ['five_of_a_tile', 'too_many_red_fives']
    """
    return (
        *five_of_a_tile(shown),
        *tile_not_in_set(shown, rules),
        *too_many_red_fives(shown, rules),
        *red_five_missing(shown, rules),
    )


def situation_problems(situation: Situation, rules: RuleSet, given: Circumstances) -> tuple[Message, ...]:
    """What is wrong with a situation, whatever the tiles: contradictions, indicators, seats, round."""
    found = given.problems + _beside_the_hand(situation, rules) + tuple(_seats(situation, rules))
    return found if situation.round in rules.rounds else (*found, round_not_played(situation.round, rules))


def red_five_missing(shown: Sequence[Tile], rules: RuleSet) -> tuple[Message, ...]:
    """The suits of which more plain fives are shown than the set has beside its red ones (WDMC 1.3.1).

    Args:
        shown: every tile that one person sees: hand, indicators, discards.
        rules: the rule set, for its red fives.

    >>> from scorer.rules.load import load_rules
    >>> [each.code for each in red_five_missing(parse("5555p"), load_rules("wdmc-2019"))]
    ['red_five_missing']
    >>> red_five_missing(parse("5055p"), load_rules("wdmc-2019"))
    ()
    """
    if not rules.red_fives_exact:
        return ()
    return tuple(
        Message.of(
            "red_five_missing",
            count=count_,
            tile=plain(red),
            rules=rules.cite,
            plain=_COPIES - reds,
            red=red,
            cite=rules.cite_of("red_fives"),
        )
        for red, reds in zip(RED_FIVES, rules.red_fives, strict=True)
        if (count_ := sum(tile == plain(red) for tile in shown)) > _COPIES - reds and count_ <= _COPIES
    )


def round_not_played(seat: Seat, rules: RuleSet) -> Message:
    """The sentence for a round that a rule set does not play."""
    cite = rules.cite_of("rounds")
    return Message.of("round_not_played", rules=rules.cite, seat=seat, seats=rules.rounds, cite=cite).at(
        "round"
    )


def meld_problems(meld: Meld, rules: RuleSet) -> tuple[Message, ...]:
    """What is wrong with a meld by itself."""
    return _meld_problems(meld.kind, meld.tiles, meld.claimed_from, "" if rules.chi else rules.cite)


@functools.lru_cache(maxsize=1 << 16)
def _indicator_counts(tiles: tuple[Tile, ...]) -> int:
    return count(tiles)


@functools.lru_cache(maxsize=1 << 16)
def _meld_problems(
    kind: str, tiles: tuple[Tile, ...], claimed_from: str | None, without_chi: str
) -> tuple[Message, ...]:
    sentence = functools.partial(Message.of, kind=kind, tiles=compact(tiles))
    return tuple(
        sentence(code, **dict(values))
        for code, *values in _wrong_with_meld(kind, tiles, claimed_from, without_chi)
    )


def _wrong_with_meld(
    kind: str, tiles: tuple[Tile, ...], claimed_from: str | None, without_chi: str
) -> Iterator[tuple[str, *tuple[tuple[str, str | int], ...]]]:
    """The code of each thing that is wrong with a meld, and the values that its sentence wants."""
    kinds = sorted(KIND[tile] for tile in tiles)
    size = 3 if kind in {"chi", "pon"} else 4
    if len(kinds) != size:
        yield "wrong_meld_size", ("count", len(kinds)), ("size", size)
    elif kind == "chi":
        first = kinds[0]
        in_a_row = kinds == [first, first + 1, first + 2]
        if not in_a_row or first // 9 != kinds[2] // 9 or first >= KIND["1z"]:
            yield ("not_a_sequence",)
    elif len(set(kinds)) > 1:
        yield ("not_the_same_tile",)
    if kind == "chi" and without_chi:
        yield "chi_not_in_rules", ("rules", without_chi)
    if kind == "chi" and claimed_from not in {None, "left"}:
        yield "chi_not_from_left", ("from", str(claimed_from))
    if kind == "closed_kan" and claimed_from is not None:
        yield "closed_quad_claimed", ("from", claimed_from)


def _indicators(situation: Situation) -> tuple[Tile, ...]:
    return (*situation.dora_indicators, *situation.ura_indicators)


def _wrong_count(hand: Hand) -> tuple[Message, ...]:
    melds = len(hand.melds)
    if melds > _SETS:
        return (Message.of("too_many_melds", melds=melds).at("melds"),)
    return (wrong_tile_count(len(hand.concealed), melds),)


def wrong_tile_count(concealed: int, melds: int) -> Message:
    """The sentence for concealed tiles that are too few or too many beside so many melds."""
    size = _HAND_SIZE - 3 * melds
    return Message.of("wrong_tile_count", count=concealed, melds=melds, size=size).at("concealed")


def _five_of_a_tile(hand: Hand, situation: Situation) -> tuple[Message, ...]:
    return five_of_a_tile((*hand.tiles, *_indicators(situation), *("4z",) * situation.north_dora))


def five_of_a_tile(shown: Iterable[Tile]) -> tuple[Message, ...]:
    """The tiles of which more are shown than there are; a red five is a five.

    >>> [each.text for each in five_of_a_tile(parse("11111z"))]
    ['5 of 1z, indicators included: there are four of each tile']
    """
    numbers = Counter(map(plain, shown))
    return tuple(
        Message.of("five_of_a_tile", count=number, tile=tile)
        for tile, number in sorted(numbers.items())
        if number > _COPIES
    )


def _not_in_set(hand: Hand, situation: Situation, rules: RuleSet) -> tuple[Message, ...]:
    norths = ("4z",) * bool(situation.north_dora)
    return tile_not_in_set((*hand.tiles, *_indicators(situation), *norths), rules)


def tile_not_in_set(shown: Iterable[Tile], rules: RuleSet) -> tuple[Message, ...]:
    """The sentence for tiles that a rule set plays without; none where there are no such tiles.

    >>> from scorer.rules.load import load_rules
    >>> [each.text for each in tile_not_in_set(parse("123m"), load_rules("tenhou-3p"))]
    ['2m 3m: Tenhou plays without']
    """
    strange = tuple(sorted({tile for tile in shown if count((tile,)) & _removed(rules)}))
    return (Message.of("tile_not_in_set", tiles=strange, rules=rules.cite),) if strange else ()


def too_many_red_fives(shown: Sequence[Tile], rules: RuleSet) -> tuple[Message, ...]:
    """The red fives of which more are shown than the set holds; where it holds none they are plain fives.

    >>> from scorer.rules.load import load_rules
    >>> [each.text for each in too_many_red_fives(parse("00p"), load_rules("tenhou"))]
    ['2 of 0p: the set of Tenhou holds 1']
    """
    if not any(rules.red_fives):
        return ()
    return tuple(
        Message.of("too_many_red_fives", count=shown.count(red), red=red, rules=rules.cite, most=most)
        for red, most in zip(RED_FIVES, rules.red_fives, strict=True)
        if shown.count(red) > most
    )


def _beside_the_hand(situation: Situation, rules: RuleSet) -> tuple[Message, ...]:
    """What is wrong with indicators and norths set aside."""
    dora, ura, norths = (
        len(situation.dora_indicators),
        len(situation.ura_indicators),
        situation.north_dora,
    )
    most = _MOST_INDICATORS if rules.kan_dora else 1
    found: tuple[Message, ...] = ()
    if dora > most:
        found += (Message.of("too_many_indicators", count=dora, most=most),)
    if ura > most or (ura and ura != dora and situation.riichi != "none" and rules.ura_dora):
        found += (Message.of("ura_indicators_do_not_match", count=ura, dora=dora),)
    if norths and not rules.north_dora:
        found += (Message.of("north_dora_not_in_rules", count=norths, rules=rules.cite),)
    elif not 0 <= norths <= _COPIES:
        found += (Message.of("north_dora_number", count=norths),)
    return found


def _seats(situation: Situation, rules: RuleSet) -> Iterator[Message]:
    liable = situation.liable
    for role, seat in (
        ("seat", situation.seat),
        ("discarder", situation.discarder),
        ("liable", liable.seat if liable else None),
    ):
        if seat is not None and seat not in SEATS[: rules.players]:
            yield seat_not_at_table(role, seat, rules)
    if situation.discarder == situation.seat:
        yield Message.of("discarder_is_winner", seat=situation.seat).at("discarder")
    if situation.discarder and situation.by == "tsumo":
        yield Message.of("discarder_by_tsumo", seat=situation.discarder).at("discarder")
    if liable and liable.seat == situation.seat:
        yield Message.of("liable_is_winner", seat=liable.seat).at("liable")


def seat_not_at_table(role: str, seat: Seat, rules: RuleSet) -> Message:
    """The sentence for a seat that has nobody on it."""
    return Message.of("seat_not_at_table", seat=seat, players=rules.players).at(role)


def feeder_disagrees(hand: Hand, winner: Seat, liable: Liable, rules: RuleSet) -> tuple[Message, ...]:
    """The sentence for a liable player who fed none of the sets that make the yakuman (EMA 3.3.7).

    Only where all that the yakuman is made of lies in view, and every called set of it tells whom it was
    claimed from; otherwise nobody can say.
    """
    sets = called_for(liable.yaku, hand) if liability_for(liable.yaku, rules) else ()
    if not LIABLE_SETS.get(liable.yaku, frozenset()) <= {meld.first for meld in hand.melds}:
        return ()
    feeders = {_feeder(winner, meld.claimed_from, rules) for meld in sets}
    if not feeders or None in feeders or liable.seat in feeders:
        return ()
    fed, cite = tuple(seat for seat in SEATS if seat in feeders), rules.cite_of("liability")
    told = Message.of("liable_did_not_feed", liable=liable.seat, yaku=liable.yaku, feeder=fed, cite=cite)
    return (told.at("liable"),)


def called_for(yaku: str, hand: Hand) -> tuple[Meld, ...]:
    """The called melds that can make somebody liable for a yaku: its triplets and quads, or claimed quads.

    For suukantsu and rinshan it is the quad itself that is fed, not a triplet that one was added to.

    >>> from scorer import Hand, Meld
    >>> hand = Hand.of("22p78s", "9s", [Meld.of("pon", "555z", "left"), Meld.of("chi", "123m", "left")])
    >>> [meld.first for meld in called_for("daisangen", hand)]
    [31]
    """
    if yaku in LIABLE_SETS:
        return tuple(meld for meld in hand.melds if meld.is_open and meld.first in LIABLE_SETS[yaku])
    return tuple(meld for meld in hand.melds if meld.kind == "open_kan")


def _feeder(winner: Seat, origin: From | None, rules: RuleSet) -> Seat | None:
    """Who sits left of, across from or right of the winner; the next to play sits on the right.

    None where that is not told, or cannot be: of three players, who sits across depends on the empty side.
    """
    if origin is None or (origin == "across" and rules.players < len(SEATS)):
        return None
    turns = {"right": 1, "across": 2, "left": -1}[origin]
    return SEATS[(SEATS.index(winner) + turns) % rules.players]


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


@functools.lru_cache(maxsize=256)
def _beyond_the_set(rules: RuleSet) -> int:
    """Added to the counts, this lifts the highest bit of every kind of which more are shown than can be.

    There are four of each tile; of fives, red ones among them, more than are plain lift it.
    """
    most = dict.fromkeys(range(34), _COPIES)
    most |= {KIND[red]: _COPIES - number for red, number in zip(RED_FIVES, rules.red_fives, strict=True)}
    return sum(_HIGHEST - number - 1 << DIGIT * kind for kind, number in most.items())
