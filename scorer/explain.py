"""The explanation of a score, line by line. Each part is worked out only when somebody asks for it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from yakulens.scorer.chips import ChipRow, chip_transfers, chips_of_hand
from yakulens.scorer.counts import red_fives
from yakulens.scorer.decompose import WAIT_AT, WAITS, Block
from yakulens.scorer.dora import RULE_OF, dora_of_hand
from yakulens.scorer.evaluate import Judged, evaluator
from yakulens.scorer.facts import Fact
from yakulens.scorer.fu import FuRow
from yakulens.scorer.hand import Hand, Liable, Situation
from yakulens.scorer.judge.liability import feeders_of, is_fed, told_by_calls
from yakulens.scorer.message import Message
from yakulens.scorer.payments import (
    Win,
    deposits_transfer,
    liability_for,
    liable_in_force,
    ron_transfers,
    tsumo_transfers,
    worth_of,
    worth_of_yakuman,
)
from yakulens.scorer.points import limit_notes, value_of
from yakulens.scorer.rules.ruleset import RuleSet
from yakulens.scorer.tile import KIND, KINDS, RED_FIVES, Tile
from yakulens.scorer.transfers import DISCARDER, Note, Transfer
from yakulens.scorer.verdict import Miss, misses
from yakulens.scorer.vocabulary import Wait


@dataclass(frozen=True, slots=True)
class YakuRow:
    """A yaku of the hand, what it is worth in han or multiples of a yakuman, and the section that says so."""

    id: str
    han: int
    yakuman: int
    cite: str


@dataclass(frozen=True, slots=True)
class DoraRow:
    """The dora of one sort (dora, ura, red_five or north), one han each, and the section that has them."""

    id: str
    han: int
    cite: str


@dataclass(frozen=True, slots=True)
class ReadingRow:
    """How a hand was read, and what it would be worth if read in this way.

    Attributes:
        pair: the tile of the pair; for thirteen orphans the tile that is held twice; None for seven pairs.
        sets: the tiles of each set, melds last; for seven pairs the pairs; empty for thirteen orphans.
        wait: how the hand waited for the winning tile; `unknown` where nobody can say.
        han: han of yaku and dora.
        fu: minipoints, rounded.
        yakuman: multiples of a yakuman.
        value: what all opponents would pay together, in points.
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
    """The yaku of a reading, in the order of the catalogue (`scorer.yaku.CATALOGUE`).

    >>> from yakulens.scorer import Hand, Situation, load_rules, score
    >>> won = score(Hand.of("111222333m78p55s", "6p"), Situation("ron"), load_rules("ema-2025"))
    >>> yaku_rows(won.judged, won.rules)
    (YakuRow(id='sanankou', han=2, yakuman=0, cite='EMA 2025 4.2.2'),)
    """
    return tuple(
        YakuRow(award.id, award.han, award.yakuman, rules.cite_of(f"yaku.{award.id}"))
        for award in judged.worth.verdict.awards
    )


def dora_rows(judged: Judged, hand: Hand, situation: Situation, rules: RuleSet) -> tuple[DoraRow, ...]:
    """The dora of a reading, sort by sort; none where they do not count, as for a yakuman.

    >>> from yakulens.scorer import Hand, Situation, load_rules, score
    >>> situation = Situation("ron", dora_indicators=("7p",))
    >>> won = score(Hand.of("111222333m78p55s", "6p"), situation, load_rules("ema-2025"))
    >>> dora_rows(won.judged, won.hand, situation, won.rules)
    (DoraRow(id='dora', han=1, cite='EMA 2025 2.7'),)
    """
    if not judged.worth.verdict.awards or judged.worth.yakuman or judged.worth.verdict.alone:
        return ()
    numbers = dora_of_hand(hand.sums.every, situation, rules)
    return tuple(
        DoraRow(sort, han, rules.cite_of(rule))
        for (sort, rule), han in zip(RULE_OF.items(), numbers, strict=True)
        if han
    )


def fu_rows(judged: Judged, rules: RuleSet) -> tuple[FuRow, ...]:
    """The minipoints of a reading, line by line; none for a yakuman and where the hand has no yaku.

    >>> from yakulens.scorer import Hand, Situation, load_rules, score
    >>> won = score(Hand.of("111222333m78p55s", "6p"), Situation("ron"), load_rules("ema-2025"))
    >>> [(row.id, row.fu) for row in fu_rows(won.judged, won.rules)][:3]
    [('base', 20), ('closed_ron', 10), ('triplet_closed', 4)]
    """
    if not judged.worth.base or judged.worth.yakuman:
        return ()
    if judged.worth.facts & Fact.SEVEN_PAIRS:
        return (FuRow("seven_pairs", rules.fu["seven_pairs"], (), rules.cite_of("fu.seven_pairs")),)
    return evaluator(rules).fu_table.rows(judged.fu_key, [block for part in judged.blocks for block in part])


def reading_row(judged: Judged, hand: Hand, situation: Situation, rules: RuleSet) -> ReadingRow:
    """A reading with its tiles. A red five is shown in the first set that holds its kind.

    >>> from yakulens.scorer import Hand, Situation, load_rules, score
    >>> won = score(Hand.of("340m456p22789s11z", "1z"), Situation("tsumo"), load_rules("tenhou"))
    >>> reading_row(won.judged, won.hand, won.situation, won.rules).sets
    (('3m', '4m', '0m'), ('4p', '5p', '6p'), ('7s', '8s', '9s'), ('1z', '1z', '1z'))
    """
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


def transfers(judged: Judged, hand: Hand, situation: Situation, rules: RuleSet) -> tuple[Transfer, ...]:
    """Who pays what to whom for a reading: its value, the counters, a liable player's part, the sticks.

    >>> from yakulens.scorer import Hand, Situation, load_rules, score
    >>> situation = Situation("tsumo", honba=1, deposits=1)
    >>> won = score(Hand.of("111222333m78p55s", "6p"), situation, load_rules("ema-2025"))
    >>> found = transfers(won.judged, won.hand, situation, won.rules)
    >>> [(each.payer, each.points) for each in found if each.payer in ("east", "table")]
    [('east', 2600), ('east', 100), ('table', 1000)]
    """
    win = _win(judged, hand, situation, rules)
    if situation.by == "tsumo":
        found = tsumo_transfers(win, situation.honba, rules)
    else:
        found = ron_transfers(win, situation.discarder, situation.honba, rules)
    sticks = deposits_transfer(situation.seat, situation.deposits, rules, situation.by)
    return (*found, sticks) if sticks.points else found


def chips(judged: Judged, hand: Hand, situation: Situation, rules: RuleSet) -> tuple[ChipRow, ...]:
    """What a reading is paid in chips, line by line; none in a rule set without chips.

    >>> from yakulens.scorer import Hand, Situation, load_rules, score
    >>> rules = load_rules("tenhou", {"chips.ippatsu": 1})
    >>> situation = Situation("ron", riichi="riichi", ippatsu=True)
    >>> won = score(Hand.of("111222333m78p55s", "6p"), situation, rules)
    >>> [(row.id, row.chips) for row in chips(won.judged, won.hand, situation, rules)]
    [('ippatsu', 1)]
    """
    return chips_of_hand(hand, situation, judged.worth.yakuman, rules)


def paid_chips(judged: Judged, hand: Hand, situation: Situation, rules: RuleSet) -> tuple[Transfer, ...]:
    """Who hands how many chips to the winner of a reading; the numbers of these payments are chips.

    >>> from yakulens.scorer import Hand, Situation, load_rules, score
    >>> rules = load_rules("tenhou", {"chips.ippatsu": 1})
    >>> situation = Situation("tsumo", riichi="riichi", ippatsu=True)
    >>> won = score(Hand.of("111222333m78p55s", "6p"), situation, rules)
    >>> [(each.payer, each.points) for each in paid_chips(won.judged, won.hand, situation, rules)]
    [('east', 1), ('west', 1), ('north', 1)]
    """
    rows = chips(judged, hand, situation, rules)
    by_tsumo = situation.by == "tsumo"
    feeder = liable_in_force(_win(judged, hand, situation, rules), rules)
    discarder = None if by_tsumo else situation.discarder or DISCARDER
    return chip_transfers(rows, situation.seat, discarder, feeder, rules)


def _win(judged: Judged, hand: Hand, situation: Situation, rules: RuleSet) -> Win:
    return Win(
        situation.seat,
        judged.worth.base,
        worth(judged),
        liable(judged, hand, situation, rules),
        not_liable(judged, hand, situation, rules) if situation.liable else None,
    )


def worth(judged: Judged) -> Message:
    """What a reading is worth, as a sentence.

    >>> from yakulens.scorer import Hand, Situation, load_rules, score
    >>> won = score(Hand.of("111222333m78p55s", "6p"), Situation("ron"), load_rules("ema-2025"))
    >>> worth(won.judged).text
    '2 han 50 fu'
    """
    found = judged.worth
    if found.yakuman:
        yaku = tuple(award.id for award in found.verdict.awards)
        return worth_of_yakuman(yaku, len(yaku), found.yakuman)
    return worth_of(found.han, found.fu, found.limit)


def notes(judged: Judged, hand: Hand, situation: Situation, rules: RuleSet) -> tuple[Note, ...]:
    """Why a reading counts as a limit, several yakuman as one, who is liable by the calls; else empty.

    >>> from yakulens.scorer import Hand, Situation, load_rules, score
    >>> situation = Situation("ron", riichi="riichi", dora_indicators=("7p",))
    >>> won = score(Hand.of("111222333m78p55s", "6p"), situation, load_rules("ema-2025"))
    >>> [note.message.text for note in notes(won.judged, won.hand, situation, won.rules)]
    ['4 han 50 fu reach mangan']
    """
    found, told = judged.worth, _by_calls(judged, hand, situation, rules)
    by_calls: tuple[Note, ...] = ()
    if isinstance(told, Liable):
        one = len(feeders_of(told.yaku, hand, situation.seat, rules)) == 1
        code = "note_liable_by_calls" if one else "note_liable_by_order"
        by_calls = (Note(Message.of(code, seat=told.seat, yaku=told.yaku), rules.cite_of("liability")),)
    if found.yakuman:
        several = len(found.verdict.awards) > 1 and not rules.several_yakuman
        paid = (Note(Message("note_one_yakuman"), rules.cite_of("several_yakuman")),) if several else ()
        return (*paid, *by_calls)
    return (*limit_notes(found.han, found.fu, found.limit, rules), *by_calls)


def why_not(judged: Judged, hand: Hand, situation: Situation, rules: RuleSet) -> tuple[Miss, ...]:
    """What a reading came near to and does not have: yaku, and dora and liability that do not count.

    >>> from yakulens.scorer import Hand, Meld, Situation, load_rules, score
    >>> hand, situation = Hand.of("456m789p11z23s", "4s", [Meld.of("chi", "123m")]), Situation("ron")
    >>> found = score(hand, situation, load_rules("ema-2025"))
    >>> [(miss.id, miss.because) for miss in why_not(found.judged, hand, situation, found.rules)][0]
    ('pinfu', 'the hand is open; the pair is a dragon, the seat wind or the round wind')
    """
    found = list(misses(judged.worth.facts, judged.worth.verdict, rules))
    if judged.worth.yakuman or judged.worth.verdict.alone:
        found += _dora_left_out(judged, hand, situation, rules)
    else:
        found += _dora_misses(hand, situation, rules)
    reason = (
        not_liable(judged, hand, situation, rules)
        if situation.liable
        else _by_calls(judged, hand, situation, rules)
    )
    if isinstance(reason, Message):
        found.append(Miss("liability", (reason,), rules.cite_of("liability")))
    return tuple(found)


def no_yaku(situation: Situation, rules: RuleSet) -> Message:
    """The sentence for a complete hand that may not win.

    >>> from yakulens.scorer import Situation, load_rules
    >>> no_yaku(Situation("ron"), load_rules("ema-2025")).text
    'the hand is complete, but has no yaku: dora alone do not win'
    """
    least = rules.two_han_from_counters
    if least and situation.honba >= least:
        return Message.of("no_yaku", why=Message.of("two_han_needed", least=least))
    return Message.of("no_yaku", why=Message("without_yaku"))


def not_complete(hand: Hand) -> Message:
    """The sentence for a hand that is not complete.

    >>> not_complete(Hand.of("1111m2233p4455s7z", "7z")).text
    'not complete: seven pairs are seven different ones, four equal tiles are not two of them'
    """
    numbers = Counter(KIND[tile] for tile in hand.tiles).values()
    pairs = not hand.melds and set(numbers) == {2, 4}
    return Message.of("not_complete", why=Message("pairs_repeated" if pairs else "no_form"))


def _take(block: Block, faces: Counter[Tile]) -> tuple[Tile, ...]:
    taken = []
    for kind in block.kinds:
        red = next((face for face in RED_FIVES if KIND[face] == kind and faces[face]), KINDS[kind])
        faces[red] -= 1
        taken.append(red)
    return tuple(taken)


def _dora_left_out(judged: Judged, hand: Hand, situation: Situation, rules: RuleSet) -> Iterator[Miss]:
    """The dora that a yakuman, or a yaku that stands alone, leaves uncounted."""
    verdict = judged.worth.verdict
    for sort, han in zip(RULE_OF, dora_of_hand(hand.sums.every, situation, rules), strict=True):
        if han:
            yaku = verdict.awards[0].id
            reason = (
                Message.of("dora_beside_yakuman", han=han)
                if judged.worth.yakuman
                else Message.of("dora_beside_alone", han=han, yaku=yaku)
            )
            yield Miss(sort, (reason,), rules.cite_of(f"yaku.{yaku}"))


def _dora_misses(hand: Hand, situation: Situation, rules: RuleSet) -> Iterator[Miss]:
    """Dora that do not count, and indicators that seem to have been left out."""
    if any(red_fives(hand.sums.every)) and not any(rules.red_fives):
        yield Miss(
            "red_five", (Message.of("red_five_is_plain", rules=rules.cite),), rules.cite_of("red_fives")
        )
    given = len(situation.dora_indicators)
    quads = sum(meld.is_quad for meld in hand.melds) if rules.kan_dora else 0
    if rules.dora and given < quads + 1:
        several = Message.of("indicators_unsaid", count=given, least=quads + 1)
        reason = several if quads else Message("indicator_unsaid")
        yield Miss("dora", (reason,), rules.cite_of("kan_dora" if quads else "dora"))
    cite = rules.cite_of("ura_dora")
    if situation.ura_indicators and not rules.ura_dora:
        yield Miss("ura", (Message.of("no_ura_dora", rules=rules.cite),), cite)
    elif situation.ura_indicators and situation.riichi == "none":
        yield Miss("ura", (Message("ura_without_riichi"),), cite)
    elif rules.ura_dora and situation.riichi != "none" and not situation.ura_indicators:
        yield Miss("ura", (Message("ura_unsaid"),), cite)


def not_liable(judged: Judged, hand: Hand, situation: Situation, rules: RuleSet) -> Message | None:
    """Why nobody is liable for the yakuman that somebody is said to have fed; None where somebody is liable.

    The sets of the yakuman must lie in view. Where the rule set allows it, a closed quad may be among them,
    but the last set must have been called from the player who fed it (EMA 3.3.7).

    >>> from yakulens.scorer import Hand, Liable, Situation, load_rules, score
    >>> situation = Situation("ron", liable=Liable("north", "daisangen"))
    >>> won = score(Hand.of("555666777z23m44p", "1m"), situation, load_rules("ema-2025"))
    >>> not_liable(won.judged, won.hand, situation, won.rules).text
    'not every set of daisangen was called: nobody fed the last one'
    """
    fed = situation.liable.yaku if situation.liable else ""
    if not rules.liability:
        return Message.of("no_liability", rules=rules.cite)
    if not liability_for(fed, rules):
        return Message.of("no_liability_for", rules=rules.cite, yaku=fed)
    if fed not in {award.id for award in judged.worth.verdict.awards}:
        return Message.of("liable_yaku_not_had", yaku=fed)
    if not is_fed(fed, hand, rules):
        return Message.of("liable_set_not_called", yaku=fed)
    return None


def liable(judged: Judged, hand: Hand, situation: Situation, rules: RuleSet) -> Liable | None:
    """Who is said to have fed a yakuman, or else whoever fed it by the calls; None where nobody did.

    >>> from yakulens.scorer import Hand, Meld, Situation, load_rules, score
    >>> dragons = [Meld.of("pon", dragon * 3 + "z", "right") for dragon in "567"]
    >>> won = score(Hand.of("345m4p", "4p", dragons), Situation("tsumo"), load_rules("ema-2025"))
    >>> liable(won.judged, won.hand, won.situation, won.rules)
    Liable(seat='west', yaku='daisangen')
    """
    if situation.liable:
        return situation.liable
    told = _by_calls(judged, hand, situation, rules)
    return told if isinstance(told, Liable) else None


def _by_calls(judged: Judged, hand: Hand, situation: Situation, rules: RuleSet) -> Liable | Message | None:
    """Who is liable by the calls themselves where nobody is named, or what has to be said to know it.

    Where two yaku make two players liable, that is to be said too; and so it is where one of two depends on
    an order of the calls that is not known.
    """
    if situation.liable or not rules.liability or not hand.melds:
        return None
    awarded = {award.id for award in judged.worth.verdict.awards}
    told = [
        found
        for yaku in rules.liability
        if yaku in awarded and liability_for(yaku, rules)
        if (found := told_by_calls(yaku, hand, situation.seat, rules))
    ]
    seats = {each.seat for each in told if isinstance(each, Liable)}
    asked = next((each for each in told if isinstance(each, Message)), None)
    known = next((each for each in told if isinstance(each, Liable)), None)
    if known and len(seats) > 1:
        return Message.of("liable_unsaid", yaku=known.yaku)
    if not hand.calls_in_order:
        return asked or known
    return known or asked
