"""The explanation of a score, worked out only when somebody asks for it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from scorer.counts import red_fives
from scorer.decompose import WAIT_AT, WAITS, Block
from scorer.dora import SORTS, dora_of_hand
from scorer.evaluate import desk
from scorer.facts import Fact
from scorer.fu import FuRow
from scorer.hand import Hand, Problem, Situation
from scorer.message import Told
from scorer.points import liability_for, value_of
from scorer.tile import KIND, KINDS, RED_FIVES, Tile
from scorer.yaku import Miss, misses

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scorer.evaluate import Judged
    from scorer.rules.ruleset import RuleSet
    from scorer.vocabulary import Wait

_LIABLE_SETS: Final = {"daisangen": frozenset(range(31, 34)), "daisuushii": frozenset(range(27, 31))}


@dataclass(frozen=True, slots=True)
class YakuRow:
    """A yaku of the hand, what it is worth, and the section that says so."""

    id: str
    han: int
    yakuman: int
    cite: str


@dataclass(frozen=True, slots=True)
class DoraRow:
    """The dora of one sort: dora, ura, red_five or north; each is a han."""

    id: str
    han: int


@dataclass(frozen=True, slots=True)
class ReadingRow:
    """How a hand was read, and what it is worth so.

    Attributes:
        pair: the tile of the pair; of thirteen orphans the one that stands twice; None for seven pairs.
        sets: the tiles of each set, called ones last; the pairs of seven pairs; none for thirteen orphans.
        wait: how the hand waited for the winning tile; `unknown` where nobody can say.
        han, fu, yakuman, value: what the hand would be worth read so.
        yaku: the identifiers of the yaku that it would have.
    """

    pair: Tile | None
    sets: tuple[tuple[Tile, ...], ...]
    wait: Wait
    han: int
    fu: int
    yakuman: int
    value: int
    yaku: tuple[str, ...] = ()


def yaku_rows(judged: Judged, rules: RuleSet) -> tuple[YakuRow, ...]:
    """The yaku of a reading, in the order of the catalogue."""
    return tuple(
        YakuRow(award.id, award.han, award.yakuman, rules.cite_of(f"yaku.{award.id}"))
        for award in judged.worth.verdict.awards
    )


def dora_rows(judged: Judged, hand: Hand, situation: Situation, rules: RuleSet) -> tuple[DoraRow, ...]:
    """The dora of a reading, where they count."""
    if not judged.worth.verdict.awards or judged.worth.yakuman or judged.worth.verdict.alone:
        return ()
    numbers = dora_of_hand(hand.sums.every, situation, rules)
    return tuple(DoraRow(sort, han) for sort, han in zip(SORTS, numbers, strict=True) if han)


def fu_rows(judged: Judged, rules: RuleSet) -> tuple[FuRow, ...]:
    """The minipoints of a reading, line by line; none where they do not count for anything."""
    if not judged.worth.base or judged.worth.yakuman:
        return ()
    if judged.worth.facts & Fact.SEVEN_PAIRS:
        return (FuRow("seven_pairs", rules.fu["seven_pairs"], (), rules.cite_of("fu.seven_pairs")),)
    return desk(rules).fu_table.rows(judged.fu_key, [block for part in judged.blocks for block in part])


def reading_row(judged: Judged, hand: Hand, situation: Situation, rules: RuleSet) -> ReadingRow:
    """A reading with its tiles; red fives stand in the first set that can hold them."""
    faces = Counter((*hand.concealed, hand.win))
    *parts, called = judged.blocks if hand.melds else (*judged.blocks, ())
    blocks = [block for part in parts for block in part]
    pairs = [block for block in blocks if block.form == "pair"]
    sets = [_take(block, faces) for block in blocks if block.form not in ("pair", "orphans")]
    sets += [meld.tiles for meld in hand.melds][: len(called)]
    pair = KINDS[pairs[0].kind] if len(pairs) == 1 else None
    if len(pairs) > 1:
        sets = [_take(block, faces) for block in pairs]
    elif not pairs:
        pair = KINDS[blocks[0].kind]
    return ReadingRow(
        pair,
        tuple(sets),
        WAITS[judged.features >> WAIT_AT & 7],
        judged.worth.han,
        judged.worth.fu,
        judged.worth.yakuman,
        value_of(judged.worth.base, situation.seat, situation.by, rules),
        tuple(award.id for award in judged.worth.verdict.awards),
    )


def liable_base(judged: Judged, hand: Hand, situation: Situation, rules: RuleSet) -> int:
    """The part of the base value that a liable player answers for; 0 where nobody is liable."""
    if situation.liable is None or _not_liable(judged, hand, situation, rules):
        return 0
    if rules.liability_covers == "hand":
        return judged.worth.base
    fed = next(award for award in judged.worth.verdict.awards if award.id == situation.liable.yaku)
    return judged.worth.base * fed.yakuman // max(judged.worth.yakuman, fed.yakuman)


def why_not(judged: Judged, hand: Hand, situation: Situation, rules: RuleSet) -> tuple[Miss, ...]:
    """Each yaku that a reading came near to and does not have; dora and liability that do not count."""
    found = list(misses(judged.worth.facts, judged.worth.verdict, rules))
    if not (judged.worth.yakuman or judged.worth.verdict.alone):
        found += _dora_misses(hand, situation, rules)
    if situation.liable and (reason := _not_liable(judged, hand, situation, rules)):
        text, told = reason
        found.append(Miss("liability", text, rules.cite_of("liability"), (told,)))
    return tuple(found)


def no_yaku(situation: Situation, rules: RuleSet) -> Problem:
    """The sentence for a complete hand that may not win."""
    least = rules.two_han_from_counters
    if least and situation.honba >= least:
        return Problem("no_yaku", f"from {least} counters on two han of yaku are needed, dora not counted")
    return Problem("no_yaku", "the hand is complete, but has no yaku: dora alone do not win")


def not_complete(hand: Hand) -> Problem:
    """The sentence for a hand that is not complete."""
    numbers = Counter(KIND[tile] for tile in hand.tiles).values()
    if not hand.melds and set(numbers) == {2, 4}:
        text = "not complete: seven pairs are seven different ones, four equal tiles are not two of them"
    else:
        text = "not complete: neither four sets and a pair, nor seven pairs, nor thirteen orphans"
    return Problem("not_complete", text)


def _take(block: Block, faces: Counter[Tile]) -> tuple[Tile, ...]:
    taken = []
    for kind in block.kinds:
        red = next((face for face in RED_FIVES if KIND[face] == kind and faces[face]), KINDS[kind])
        faces[red] -= 1
        taken.append(red)
    return tuple(taken)


def _dora_misses(hand: Hand, situation: Situation, rules: RuleSet) -> Iterator[Miss]:
    if any(red_fives(hand.sums.every)) and not any(rules.red_fives):
        yield Miss(
            "red_five",
            f"{rules.cite} plays without red fives: it counts as a plain five",
            rules.cite_of("red_fives"),
            (Told.of("red_five_is_plain", rules=rules.cite),),
        )
    cite = rules.cite_of("ura_dora")
    if situation.ura_indicators and not rules.ura_dora:
        told = Told.of("no_ura_dora", rules=rules.cite)
        yield Miss("ura", f"{rules.cite} does not have ura dora", cite, (told,))
    elif situation.ura_indicators and situation.riichi == "none":
        yield Miss("ura", "the winner did not declare riichi", cite, (Told("ura_without_riichi"),))


def _not_liable(judged: Judged, hand: Hand, situation: Situation, rules: RuleSet) -> tuple[str, Told] | None:
    """Why nobody answers for the yakuman that was fed, in words and as data; None if somebody does."""
    fed = situation.liable.yaku if situation.liable else ""
    if not rules.liability:
        return f"{rules.cite} knows no liability", Told.of("no_liability", rules=rules.cite)
    if not liability_for(fed, rules):
        told = Told.of("no_liability_for", rules=rules.cite, yaku=fed)
        return f"{rules.cite} knows no liability for {fed}", told
    if fed not in {award.id for award in judged.worth.verdict.awards}:
        return f"the hand does not have {fed}", Told.of("liable_yaku_not_had", yaku=fed)
    if fed == "suukantsu":
        return None
    visible = {meld.first for meld in hand.melds if meld.is_open or rules.liability_closed_quad}
    called = {meld.first for meld in hand.melds if meld.is_open}
    # A closed quad may be among the sets that lie in view, but the last one is fed to be called.
    if not _LIABLE_SETS[fed] <= visible or not _LIABLE_SETS[fed] & called:
        text = f"not every set of {fed} was called: nobody fed the last one"
        return text, Told.of("liable_set_not_called", yaku=fed)
    return None
