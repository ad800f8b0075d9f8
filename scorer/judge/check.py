"""Named problems of a hand in its situation: whatever is impossible gives a message; nothing is raised."""

import functools
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from yakulens.scorer.counts import DIGIT, count, number_of
from yakulens.scorer.hand import Hand, Situation
from yakulens.scorer.judge.circumstances import Circumstances, circumstances_of
from yakulens.scorer.judge.liability import feeder_disagrees
from yakulens.scorer.meld import ORIGINS, Meld, can_be, size_of
from yakulens.scorer.message import Message
from yakulens.scorer.remembered import Remembered
from yakulens.scorer.rules.ruleset import RuleSet
from yakulens.scorer.tile import COPIES, KIND, RED_FIVES, Tile, compact, parse, plain
from yakulens.scorer.vocabulary import SEATS, MeldKind, Seat

HAND_SIZE: Final = 13
"""Concealed tiles of a hand without melds and without the winning tile."""
MOST_INDICATORS: Final = 5
_SETS: Final = 4
_NORTH: Final = 1 << DIGIT * KIND["4z"]
_HIGHEST: Final = 1 << DIGIT - 1
HIGHEST_OF_EACH: Final = sum(_HIGHEST << DIGIT * place for place in range(34 + len(RED_FIVES)))
"""The highest bit of each number in the counts (`scorer.counts`), which `beyond_the_set` sets."""


_counts_of: Final = Remembered[tuple[Tile, ...], int](count)


def problems(hand: Hand, situation: Situation, rules: RuleSet) -> tuple[Message, ...]:
    """Everything that is wrong with a hand in its situation; empty if it can be scored.

    >>> hand = Hand.of("123456789m1122p", "2p")
    >>> [each.code for each in problems(hand, Situation("ron", ippatsu=True), load_rules("ema-2025"))]
    ['ippatsu_without_riichi']
    """
    return check(hand, situation, rules, circumstances_of(hand, situation, rules))


def check(hand: Hand, situation: Situation, rules: RuleSet, context: Circumstances) -> tuple[Message, ...]:
    """Everything that is wrong with a hand, given its circumstances."""
    problems = context.problems
    melds = hand.melds
    if melds and not (hand.sums.sound and rules.chi):
        for at, meld in enumerate(melds):
            problems += tuple(each.at(f"melds[{at}]") for each in meld_problems(meld, rules))
    if len(hand.concealed) != HAND_SIZE - 3 * len(melds):  # also with more than four melds
        too_many = Message.of("too_many_melds", melds=len(melds)).at("melds")
        problems += (too_many if len(melds) > _SETS else wrong_tile_count(len(hand.concealed), len(melds)),)
    dora, ura = situation.dora_indicators, situation.ura_indicators
    norths = situation.north_dora
    visible = hand.sums.all_counts + _counts_of[dora]
    if ura or norths:
        visible += _counts_of[ura] + _NORTH * norths
    if norths or len(dora) > 1 or (ura and len(ura) != len(dora)):
        problems += _beside_the_hand(situation, rules)
    if visible + beyond_the_set(rules) & HIGHEST_OF_EACH:
        problems += wrong_tiles((*hand.tiles, *dora, *ura, *("4z",) * norths), rules)
    if situation.chankan or situation.ippatsu or situation.bonus_hand:
        problems += _robbed_tile(hand, situation) + _ippatsu_on_last_tile(situation, rules)
        problems += _bonus_hand(situation, rules)
    if (
        situation.discarder
        or situation.liable
        or situation.round not in rules.rounds
        or rules.players < len(SEATS)
    ):
        problems += tuple(_seats(situation, rules))
        if situation.liable and not problems:  # only with valid melds
            problems += feeder_disagrees(hand, situation.seat, situation.liable, rules)
    return problems


def situation_problems(situation: Situation, rules: RuleSet, context: Circumstances) -> tuple[Message, ...]:
    """What is wrong with a situation apart from the tiles: contradictions, indicators, seats, round."""
    late = (*_bonus_hand(situation, rules), *_ippatsu_on_last_tile(situation, rules))
    return (*context.problems, *late, *_beside_the_hand(situation, rules), *_seats(situation, rules))


def round_not_played(seat: Seat, rules: RuleSet) -> Message:
    """The message about a round that a rule set does not play."""
    cite = rules.cite_of("rounds")
    message = Message.of("round_not_played", rules=rules.cite, seat=seat, seats=rules.rounds, cite=cite)
    return message.at("round")


def _robbed_tile(hand: Hand, situation: Situation) -> tuple[Message, ...]:
    """What contradicts a robbed kan, which uses all four copies of its tile."""
    problems: tuple[Message, ...] = ()
    kind = KIND[hand.win]
    if not situation.chankan:
        return problems
    if number_of(hand.sums.all_counts, kind) > 1:
        problems += (Message.of("robbed_tile_held", tile=hand.win),)
    if any(KIND[tile] == kind for tile in (*situation.dora_indicators, *situation.ura_indicators)):
        problems += (Message.of("robbed_tile_shown", tile=hand.win),)
    return problems


def _bonus_hand(situation: Situation, rules: RuleSet) -> tuple[Message, ...]:
    """The message about a bonus hand whose number is not that of the counters (WDMC 3.7.2)."""
    number, honba = situation.bonus_hand, situation.honba
    if not number or not honba or number == honba or "paarenchan" not in rules.yaku:
        return ()
    cite = rules.cite_of("counter_value")
    return (Message.of("bonus_hand_differs", number=number, honba=honba, cite=cite).at("bonus_hand"),)


def _ippatsu_on_last_tile(situation: Situation, rules: RuleSet) -> tuple[Message, ...]:
    """The message about ippatsu on the last tile, if riichi must be declared too early for that.

    Within a turn of riichi, the others draw a tile each, then the player. If riichi needs more tiles in the
    wall than that, the last tile is only drawn after the chance of ippatsu has passed.
    """
    draws = rules.players - (situation.by == "ron")
    if not situation.ippatsu or not situation.last_tile or rules.riichi_min_wall <= draws:
        return ()
    cite = rules.cite_of("riichi_min_wall")
    return (Message.of("ippatsu_on_last_tile", least=rules.riichi_min_wall, cite=cite),)


def _beside_the_hand(situation: Situation, rules: RuleSet) -> tuple[Message, ...]:
    """What is wrong with indicators and norths set aside."""
    dora, ura = len(situation.dora_indicators), len(situation.ura_indicators)
    norths = situation.north_dora
    max_indicators = MOST_INDICATORS if rules.kan_dora else 1
    problems: tuple[Message, ...] = ()
    if dora > max_indicators:
        problems += (Message.of("too_many_indicators", count=dora, most=max_indicators),)
    if ura > max_indicators or (ura and ura != dora and situation.riichi != "none" and rules.ura_dora):
        problems += (Message.of("ura_indicators_do_not_match", count=ura, dora=dora),)
    if norths and not rules.north_dora:
        problems += (Message.of("north_dora_not_in_rules", count=norths, rules=rules.cite),)
    elif not 0 <= norths <= COPIES:
        problems += (Message.of("north_dora_number", count=norths),)
    return problems


def _seats(situation: Situation, rules: RuleSet) -> Iterator[Message]:
    liable = situation.liable
    feeder = liable.seat if liable else None
    roles = {"seat": situation.seat, "discarder": situation.discarder, "liable": feeder}
    for role, seat in roles.items():
        if seat is not None and seat not in SEATS[: rules.players]:
            yield seat_not_at_table(role, seat, rules)
    if situation.round not in rules.rounds:
        yield round_not_played(situation.round, rules)
    if situation.discarder == situation.seat:
        yield Message.of("discarder_is_winner", seat=situation.seat).at("discarder")
    if situation.discarder and situation.by == "tsumo":
        yield Message.of("discarder_by_tsumo", seat=situation.discarder).at("discarder")
    if liable and liable.seat == situation.seat:
        yield Message.of("liable_is_winner", seat=liable.seat).at("liable")


def seat_not_at_table(role: str, seat: Seat, rules: RuleSet) -> Message:
    """The message about an empty seat."""
    return Message.of("seat_not_at_table", seat=seat, players=rules.players).at(role)


def meld_problems(meld: Meld, rules: RuleSet) -> tuple[Message, ...]:
    """What is wrong with a meld by itself."""
    return problems_of_meld(meld.kind, meld.tiles, meld.claimed_from, "" if rules.chi else rules.cite)


@functools.lru_cache(maxsize=1 << 16)
def problems_of_meld(
    kind: MeldKind, tiles: tuple[Tile, ...], claimed_from: str | None, without_chi: str
) -> tuple[Message, ...]:
    """What is wrong with a meld, given its parts, so that results can be cached.

    `without_chi` is the citation of a rule set without chi, and empty for one with chi.
    """
    wrong: list[tuple[str, dict[str, str | int]]] = []
    size = size_of(kind)
    if len(tiles) != size:
        wrong.append(("wrong_meld_size", {"count": len(tiles), "size": size}))
    elif not can_be(kind, tiles):
        wrong.append(("not_a_sequence" if kind == "chi" else "not_the_same_tile", {}))
    if kind == "chi" and without_chi:
        wrong.append(("chi_not_in_rules", {"rules": without_chi}))
    if kind == "chi" and claimed_from not in ORIGINS[kind]:
        wrong.append(("chi_not_from_left", {"from": str(claimed_from)}))
    if kind == "closed_kan" and claimed_from not in ORIGINS[kind]:
        wrong.append(("closed_quad_claimed", {"from": str(claimed_from)}))
    return tuple(Message.of(code, kind=kind, tiles=compact(tiles), **values) for code, values in wrong)


def wrong_tile_count(concealed: int, melds: int) -> Message:
    """The message about too few or too many concealed tiles for the number of melds."""
    size = HAND_SIZE - 3 * melds
    return Message.of("wrong_tile_count", count=concealed, melds=melds, size=size).at("concealed")


def wrong_tiles(tiles: Sequence[Tile], rules: RuleSet) -> tuple[Message, ...]:
    """What is wrong with all visible tiles, compared with the tile set of the rules.

    Faults are more copies of a tile than exist (a red five is a five), tiles that the set does not have, more
    red fives than it has (if it has none, they are plain fives), and more plain fives than it has besides its
    red ones (WDMC 1.3.1).
    """
    problems = [
        Message.of("five_of_a_tile", count=number, tile=tile)
        for tile, number in sorted(Counter(map(plain, tiles)).items())
        if number > COPIES
    ]
    removed = parse(rules.removed_tiles)
    if strange := tuple(sorted({tile for tile in tiles if plain(tile) in removed})):
        problems.append(Message.of("tile_not_in_set", tiles=strange, rules=rules.cite))
    reds = tuple(zip(RED_FIVES, rules.red_fives, strict=True))
    for red, copies in reds if any(rules.red_fives) else ():
        if (number := tiles.count(red)) > copies:
            values: dict[str, str | int] = {"count": number, "red": red, "rules": rules.cite, "most": copies}
            problems.append(Message.of("too_many_red_fives", **values))
    for red, copies in reds if rules.red_fives_exact else ():
        five, most = plain(red), COPIES - copies
        if most < (number := tiles.count(five)) <= COPIES:
            values = {"count": number, "tile": five, "rules": rules.cite, "plain": most, "red": red}
            problems.append(Message.of("red_five_missing", **values, cite=rules.cite_of("red_fives")))
    return tuple(problems)


@functools.lru_cache(maxsize=256)
def beyond_the_set(rules: RuleSet) -> int:
    """A number that, added to counts, sets the highest bit of each number above that of the tile set.

    There are four of each tile, and none of removed tiles. Fives, red ones included, set the bit if there are
    more than the set has plain ones. Red fives set it if there are more than the set has, unless it has none,
    because then they are plain ones.
    """
    copies = dict.fromkeys(range(34), COPIES)
    copies |= {KIND[red]: COPIES - number for red, number in zip(RED_FIVES, rules.red_fives, strict=True)}
    copies |= dict.fromkeys((KIND[tile] for tile in parse(rules.removed_tiles)), 0)
    if any(rules.red_fives):
        copies |= {34 + suit: number for suit, number in enumerate(rules.red_fives)}
    return sum(_HIGHEST - number - 1 << DIGIT * place for place, number in copies.items())
