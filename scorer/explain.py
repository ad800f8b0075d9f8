"""A score: its figures, and the explanation of each line, computed on demand."""

import functools
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from yakulens.scorer.blocks import WAIT_AT, WAITS, Block
from yakulens.scorer.chips import ChipRow, chip_transfers, chips_of_hand
from yakulens.scorer.counts import KIND_MASK, red_fives
from yakulens.scorer.decompose import Parts, blocks_of_sets, read_whole
from yakulens.scorer.dora import RULE_OF, dora_of_hand
from yakulens.scorer.evaluate import WHOLE, HandValue, Judged, evaluator
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
from yakulens.scorer.remembered import Lazily, Remembered
from yakulens.scorer.rules.ruleset import RuleSet
from yakulens.scorer.rules.shown import cited
from yakulens.scorer.tile import KIND, KINDS, RED_FIVES, Tile
from yakulens.scorer.transfers import DISCARDER, Note, Transfer, net_of
from yakulens.scorer.verdict import Miss, YakuRow, misses
from yakulens.scorer.vocabulary import SEATS, By, Limit, Outcome, Seat, Wait

_NO_SETS: Final = ("pair", "orphans")
_NO_WAIT: Final = Message("missing_two_sided_wait")


@dataclass(frozen=True, slots=True)
class DoraRow:
    """The dora of one sort (dora, ura, red_five or north), one han each, with their section."""

    id: str
    han: int
    cite: str


@dataclass(frozen=True, slots=True)
class ReadingRow:
    """A reading of a hand, and what the hand would be worth by it.

    Attributes:
        pair: the tile of the pair; for thirteen orphans the tile held twice; None for seven pairs.
        sets: the tiles of each set, melds last; for seven pairs the pairs; empty for thirteen orphans.
        wait: how the hand waited for the winning tile; `unknown` if it cannot be known.
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


@dataclass(frozen=True)
class Score:
    """What a hand is worth. The figures are ready; the explanation is computed on demand.

    Attributes:
        outcome: win, no_yaku, not_complete or invalid.
        problems: why it is not a win; empty for a win.
        hand: the scored hand. If the winning tile was not kept apart, its `win` is the tile chosen as such.
        situation: how it was won.
        rules: the rule set used.
        judged: the chosen reading; None if the hand is invalid or not complete.
        others: the readings not chosen.

    >>> win = Situation("ron", riichi="riichi", dora_indicators=("7p",), discarder="west", deposits=1)
    >>> found = score(Hand.of("111222333m78p55s", "6p"), win, load_rules("ema-2025"))
    >>> found.outcome, found.han, found.fu, found.yakuman, found.limit, found.base, found.value
    ('win', 4, 50, 0, 'mangan', 2000, 8000)
    >>> found.worth.text, [(note.message.text, note.cite) for note in found.notes]
    ('mangan, 4 han', [('4 han 50 fu reach mangan', 'EMA 2025 4.1.2')])
    >>> [(row.id, row.han, row.cite) for row in found.yaku]
    [('riichi', 1, 'EMA 2025 4.2.1'), ('sanankou', 2, 'EMA 2025 4.2.2')]
    >>> found.dora
    (DoraRow(id='dora', han=1, cite='EMA 2025 2.7'),)
    >>> [(row.id, row.fu) for row in found.fu_rows][1:3]
    [('closed_ron', 10), ('triplet_closed', 4)]
    >>> found.reading.pair, found.reading.sets[-1], found.reading.wait
    ('5s', ('6p', '7p', '8p'), 'ryanmen')
    >>> [(each.han, each.fu, each.yaku) for each in found.other_readings]
    [(4, 30, ('riichi', 'pinfu', 'iipeikou'))]
    >>> [(each.payer, each.points, each.cite) for each in found.transfers]
    [('west', 8000, 'EMA 2025 4.1.2'), ('table', 1000, 'EMA 2025 4.1')]
    >>> found.payments
    {'east': 0, 'south': 9000, 'west': -8000, 'north': 0}
    >>> [miss.id for miss in found.why_not], found.why_not[-1].because
    (['sanrenkou', 'ura'], 'the hand is in riichi, and no ura indicator is given')
    """

    outcome: Outcome
    problems: tuple[Message, ...]
    hand: Hand
    situation: Situation
    rules: RuleSet
    judged: Judged | None = None
    others: tuple[Judged, ...] = ()

    @property
    def _winning(self) -> Judged | None:
        """The chosen reading, if it wins."""
        return self.judged if self.outcome == "win" else None

    @property
    def han(self) -> int | None:
        """Han of yaku and dora; None for a yakuman or without a win."""
        return self._winning.worth.han if self._winning and not self.yakuman else None

    @property
    def fu(self) -> int | None:
        """Minipoints, rounded; None for a yakuman or without a win."""
        return self._winning.worth.fu if self._winning and not self.yakuman else None

    @property
    def yakuman(self) -> int:
        """Multiples of a yakuman; 0 for an ordinary hand."""
        return self.judged.worth.yakuman if self.judged else 0

    @property
    def limit(self) -> Limit | None:
        """The limit that the hand reaches, if any."""
        return self.judged.worth.limit if self.judged else None

    @property
    def base(self) -> int:
        """The base value in points, after limits; 0 without a win."""
        return self.judged.worth.base if self.judged else 0

    @property
    def value(self) -> int:
        """What all opponents pay together in points, without counters and sticks; 0 without a win."""
        base, situation = self.judged.worth.base if self.judged else 0, self.situation
        return value_of(base, situation.seat, situation.by, self.rules) if base else 0

    @property
    def yaku(self) -> tuple[YakuRow, ...]:
        """The yaku, in the order of the catalogue (`scorer.yaku.CATALOGUE`)."""
        return self.judged.verdict.awards if self.judged else ()

    @Lazily
    def dora(self) -> tuple[DoraRow, ...]:
        """The dora by sort; none if they do not count, as for a yakuman."""
        verdict = self.judged.verdict if self.judged else None
        if verdict is None or not verdict.awards or verdict.yakuman or verdict.alone:
            return ()
        return tuple(
            DoraRow(sort, han, self.rules.cite_of(RULE_OF[sort], "han")) for sort, han in self._dora_by_sort
        )

    @Lazily
    def _dora_by_sort(self) -> list[tuple[str, int]]:
        """The sorts of dora of the hand, counted or not, with their han."""
        numbers = dora_of_hand(self.hand.sums.all_counts, self.situation, self.rules)
        return [(sort, han) for sort, han in zip(RULE_OF, numbers, strict=True) if han]

    @Lazily
    def fu_rows(self) -> tuple[FuRow, ...]:
        """The minipoints line by line, before rounding up; none for a yakuman or without yaku."""
        if self.judged is None or not self.base or self.yakuman:
            return ()
        if self.judged.facts & Fact.SEVEN_PAIRS:
            fu, cite = self.rules.fu["seven_pairs"], self.rules.cite_of("fu.seven_pairs")
            return (FuRow("seven_pairs", fu, (), cite),)
        blocks = [block for part in self._chosen_blocks for block in part]
        return evaluator(self.rules).fu_table.rows(self.judged.fu_key, blocks)

    @Lazily
    def _chosen_blocks(self) -> Parts:
        """The blocks of the chosen reading, which must exist."""
        return self._read(self.judged) if self.judged else ()

    def _blocks(self, judged: Judged) -> Parts:
        """The blocks of a reading."""
        return self._chosen_blocks if judged is self.judged else self._read(judged)

    def _read(self, judged: Judged) -> Parts:
        sums, by, rules = self.hand.sums, self.situation.by, self.rules
        if judged.number == WHOLE:
            return (read_whole(sums.counts, sums.win),)
        # by the lowest of all tiles, the tile taken for the winning one stands apart
        win_apart = self.situation.win_apart or by == "ron" or rules.win_not_apart != "no_wait"
        return blocks_of_sets(sums, judged.number, ron=by == "ron", win_apart=win_apart)

    @Lazily
    def reading(self) -> ReadingRow | None:
        """How the hand was read; None if it is not complete."""
        return self._row(self.judged) if self.judged else None

    @Lazily
    def other_readings(self) -> tuple[ReadingRow, ...]:
        """The readings not chosen, most valuable first."""
        return tuple(map(self._row, sorted(self.others, key=paid_most, reverse=True)))

    def _row(self, judged: Judged) -> ReadingRow:
        """A reading with its tiles; a red five is in the first set of its kind."""
        hand, worth = self.hand, judged.worth
        parts = self._blocks(judged)[:-1] if hand.melds else self._blocks(judged)
        blocks = [block for part in parts for block in part]
        pairs = [block for block in blocks if block.form == "pair"]
        shown = pairs if len(pairs) > 1 else [each for each in blocks if each.form not in _NO_SETS]
        if hand.sums.counts > KIND_MASK:  # there are red fives
            reds = Counter(tile for tile in (*hand.concealed, hand.win) if tile in RED_FIVES)
            sets = [_take(block, reds) for block in shown]
        else:
            sets = [_PLAIN_TILES[block] for block in shown]
        sets += [meld.tiles for meld in hand.melds]
        pair = None if len(pairs) > 1 else KINDS[(pairs or blocks)[0].kind]
        wait = WAITS[judged.features >> WAIT_AT & 7]
        value = value_of(worth.base, self.situation.seat, self.situation.by, self.rules)
        yaku = judged.verdict.ids
        return ReadingRow(pair, tuple(sets), wait, worth.han, worth.fu, worth.yakuman, value, yaku)

    @property
    def payments(self) -> dict[str, int]:
        """What each seat gains or loses in points, with counters, sticks and liability; empty without a win.

        If the discarder is unknown, `discarder` stands for that seat.
        """
        if self._winning is None:
            return {}
        situation = self.situation
        if situation.liable or self._by_calls is not None:
            return self.paid_by(self.transfers)
        paid = situation.by, situation.seat, situation.discarder, situation.honba, situation.deposits
        return _paid(self._winning.worth.base, *paid, self.rules).copy()

    def paid_by(self, transfers: tuple[Transfer, ...]) -> dict[str, int]:
        """What each seat gains or loses, given this score's ``transfers``."""
        if not transfers:
            return {}
        unknown = self.situation.by == "ron" and self.situation.discarder is None
        seats = (self.situation.seat,) if unknown else SEATS[: self.rules.players]
        return net_of(transfers, seats)

    @Lazily
    def transfers(self) -> tuple[Transfer, ...]:
        """Every payment with its section: value, counters, a liable player's part, sticks."""
        judged, situation = self._winning, self.situation
        if judged is None:
            return ()
        paid = situation.by, situation.discarder, situation.honba, situation.deposits
        if (self.liable or self.not_liable) and (win := self._win()):
            return _transfers(win, *paid, self.rules)
        yaku = judged.verdict.ids if judged.worth.yakuman else ()
        return _usual_transfers(judged.worth, yaku, situation.seat, *paid, self.rules)

    @property
    def chips(self) -> tuple[ChipRow, ...]:
        """The chips of the win, line by line; empty in a rule set without chips."""
        return chips_of_hand(self.hand, self.situation, self.yakuman, self.rules) if self._winning else ()

    @property
    def chip_transfers(self) -> tuple[Transfer, ...]:
        """The payments of chips to the winner; their numbers are chips, not points."""
        win, situation = self._win(), self.situation
        if win is None:
            return ()
        discarder = None if situation.by == "tsumo" else situation.discarder or DISCARDER
        feeder = liable_in_force(win, self.rules)
        return chip_transfers(self.chips, situation.seat, discarder, feeder, self.rules)

    def _win(self) -> Win | None:
        worth = self.worth
        if self._winning is None or worth is None:
            return None
        return Win(self.situation.seat, self.base, worth, self.liable, self.not_liable)

    @Lazily
    def worth(self) -> Message | None:
        """What the hand is worth, as a sentence; None if it is not complete."""
        if self.judged is None:
            return None
        return _in_words(self.judged.worth, self.judged.verdict.ids)

    @Lazily
    def notes(self) -> tuple[Note, ...]:
        """What decided the value besides yaku: limits, several yakuman as one, liability by calls."""
        if self._winning is None:
            return ()
        judged, liable, rules = self._winning, self._by_calls, self.rules
        notes: list[Note] = []
        if not judged.worth.yakuman:
            notes += limit_notes(judged.worth.han, judged.worth.fu, judged.worth.limit, rules)
        elif len(judged.verdict.awards) > 1 and not rules.several_yakuman:
            notes.append(Note.of("note_one_yakuman", rules, "several_yakuman"))
        if isinstance(liable, Liable):
            has_one_feeder = len(feeders_of(liable.yaku, self.hand, self.situation.seat, rules)) == 1
            code = "note_liable_by_calls" if has_one_feeder else "note_liable_by_order"
            notes.append(Note.of(code, rules, "liability", seat=liable.seat, yaku=liable.yaku))
        return tuple(notes)

    @Lazily
    def liable(self) -> Liable | None:
        """Who fed a yakuman, as stated or else by the calls; None if nobody did."""
        if self._winning is None or self.situation.liable:
            return self.situation.liable
        by_calls = self._by_calls
        return by_calls if isinstance(by_calls, Liable) else None

    @Lazily
    def not_liable(self) -> Message | None:
        """Why nobody is liable for the yakuman with a stated feeder; None if somebody is.

        The sets of the yakuman must be visible. If the rule set allows it, a closed quad may be among them,
        but the last set must have been called from the player who fed it (EMA 3.3.7).
        """
        if self.judged is None or self.situation.liable is None:
            return None
        fed, rules = self.situation.liable.yaku, self.rules
        if not rules.liability:
            return Message.of("no_liability", rules=rules.cite)
        if not liability_for(fed, rules):
            return Message.of("no_liability_for", rules=rules.cite, yaku=fed)
        if fed not in self.judged.verdict.ids:
            return Message.of("liable_yaku_not_had", yaku=fed)
        if not is_fed(fed, self.hand, rules):
            return Message.of("liable_set_not_called", yaku=fed)
        return None

    @Lazily
    def why_not(self) -> tuple[Miss, ...]:
        """Near misses of the hand (yaku, dora or liability), each with the reason."""
        if self.judged is None:
            return ()
        judged = self.judged
        reasons = [self._with_wait(miss) for miss in misses(judged.facts, judged.verdict, self.rules)]
        reasons += (
            self._dora_left_out() if judged.worth.yakuman or judged.verdict.alone else self._dora_misses()
        )
        reason = self.not_liable if self.situation.liable else self._by_calls
        if isinstance(reason, Message):
            reasons.append(Miss("liability", (reason,), self.rules.cite_of("liability")))
        return tuple(reasons)

    def _with_wait(self, miss: Miss) -> Miss:
        """The miss, with the true reason if no wait counts: the drawn tile was not kept apart (WRC 5.6)."""
        rules, situation = self.rules, self.situation
        if situation.win_apart or situation.by == "ron" or rules.win_not_apart != "no_wait":
            return miss
        instead = Message.of("wait_not_seen", cite=rules.cite_of("win_not_apart"))
        return replace(miss, reasons=tuple(instead if each == _NO_WAIT else each for each in miss.reasons))

    def _dora_left_out(self) -> Iterator[Miss]:
        """Dora that do not count because of a yakuman or a yaku that combines with nothing."""
        yaku = self.yaku[0].id
        code, alone = ("dora_beside_yakuman", {}) if self.yakuman else ("dora_beside_alone", {"yaku": yaku})
        for sort, han in self._dora_by_sort:
            reason = Message.of(code, han=han, **alone)
            yield Miss(sort, (reason,), self.rules.cite_of(f"yaku.{yaku}"))

    def _dora_misses(self) -> Iterator[Miss]:
        """Dora that do not count, and indicators that seem to be missing."""
        hand, situation, rules = self.hand, self.situation, self.rules
        if any(red_fives(hand.sums.all_counts)) and not any(rules.red_fives):
            message = Message.of("red_five_is_plain", rules=rules.cite)
            yield Miss("red_five", (message,), rules.cite_of("red_fives"))
        indicators = len(situation.dora_indicators)
        quads = sum(meld.is_quad for meld in hand.melds) if rules.kan_dora else 0
        if rules.dora and indicators < quads + 1:
            several = Message.of("indicators_unsaid", count=indicators, least=quads + 1)
            reason = several if quads else Message("indicator_unsaid")
            yield Miss("dora", (reason,), rules.cite_of("kan_dora" if quads else "dora"))
        cite = rules.cite_of("ura_dora")
        if situation.ura_indicators and not rules.ura_dora:
            yield Miss("ura", (Message.of("no_ura_dora", rules=rules.cite),), cite)
        elif situation.ura_indicators and situation.riichi == "none":
            yield Miss("ura", (Message("ura_without_riichi"),), cite)
        elif rules.ura_dora and situation.riichi != "none" and not situation.ura_indicators:
            yield Miss("ura", (Message("ura_unsaid"),), cite)

    @Lazily
    def _by_calls(self) -> Liable | Message | None:
        """Who is liable by the calls if nobody is named, or a message about what must be stated.

        It must be stated if two yaku make two players liable, or if one of two depends on an unknown order of
        the calls.
        """
        hand, situation, rules = self.hand, self.situation, self.rules
        if self.judged is None or situation.liable or not rules.liability or not hand.melds:
            return None
        awarded = set(self.judged.verdict.ids)
        if awarded.isdisjoint(rules.liability):
            return None
        verdicts = [
            verdict
            for yaku in rules.liability
            if yaku in awarded and liability_for(yaku, rules)
            if (verdict := told_by_calls(yaku, hand, situation.seat, rules))
        ]
        seats = {each.seat for each in verdicts if isinstance(each, Liable)}
        question = next((each for each in verdicts if isinstance(each, Message)), None)
        liable = next((each for each in verdicts if isinstance(each, Liable)), None)
        if liable and len(seats) > 1:
            return Message.of("liable_unsaid", yaku=liable.yaku)
        if not hand.calls_in_order:
            return question or liable
        return liable or question


def paid_most(judged: Judged) -> tuple[object, ...]:
    """The sort key of readings: base value, then yakuman, then han, then minipoints."""
    return judged.worth


def _transfers(  # noqa: PLR0913, PLR0917 - all that payments depend on
    win: Win, by: By, discarder: Seat | None, honba: int, deposits: int, rules: RuleSet
) -> tuple[Transfer, ...]:
    """The payments for a win, with the sticks on the table."""
    if by == "tsumo":
        transfers = tsumo_transfers(win, honba, rules)
    else:
        transfers = ron_transfers(win, discarder, honba, rules)
    sticks = deposits_transfer(win.seat, deposits, rules, by)
    return (*transfers, sticks) if sticks.points else transfers


@functools.lru_cache(maxsize=1 << 14)
def _usual_transfers(  # noqa: PLR0913, PLR0917 - all that payments without liability depend on
    worth: HandValue,
    yaku: tuple[str, ...],
    seat: Seat,
    by: By,
    discarder: Seat | None,
    honba: int,
    deposits: int,
    rules: RuleSet,
) -> tuple[Transfer, ...]:
    """The payments for a win for which nobody is liable, with the yaku of a yakuman: few of them differ."""
    return _transfers(Win(seat, worth.base, _in_words(worth, yaku)), by, discarder, honba, deposits, rules)


def _in_words(worth: HandValue, yaku: tuple[str, ...]) -> Message:
    """What a hand with these yaku is worth, as a sentence."""
    if worth.yakuman:
        return worth_of_yakuman(yaku, len(yaku), worth.yakuman)
    return worth_of(worth.han, worth.fu, worth.limit)


@functools.lru_cache(maxsize=1 << 14)
def _paid(  # noqa: PLR0913, PLR0917 - all that payments without liability depend on
    base: int, by: By, seat: Seat, discarder: Seat | None, honba: int, deposits: int, rules: RuleSet
) -> dict[str, int]:
    """What each seat gains or loses by a win for which nobody is liable."""
    seats = (seat,) if by == "ron" and discarder is None else SEATS[: rules.players]
    return net_of(_transfers(Win(seat, base), by, discarder, honba, deposits, rules), seats)


def no_yaku(situation: Situation, rules: RuleSet) -> Message:
    """The sentence for a complete hand that may not win."""
    has_many_counters = rules.han_needed(situation.honba) > 1
    return Message.of("no_yaku", why=two_han_needed(rules) if has_many_counters else Message("without_yaku"))


def two_han_needed(rules: RuleSet) -> Message:
    """The sentence about counters with which one han of yaku is not enough (RCR)."""
    key = "two_han_from_counters"
    return Message.of("two_han_needed", least=rules.two_han_from_counters, cite=cited(rules, key))


def not_complete(hand: Hand) -> Message:
    """The sentence for a hand that is not complete."""
    numbers = Counter(KIND[tile] for tile in hand.tiles).values()
    pairs = not hand.melds and set(numbers) == {2, 4}
    return Message.of("not_complete", why=Message("pairs_repeated" if pairs else "no_form"))


def _take(block: Block, reds: Counter[Tile]) -> tuple[Tile, ...]:
    """The tiles of a block; a red five that is left is taken from `reds`."""
    tiles = []
    for kind in block.kinds:
        face = next((red for red in RED_FIVES if KIND[red] == kind and reds[red]), KINDS[kind])
        reds[face] -= 1
        tiles.append(face)
    return tuple(tiles)


_PLAIN_TILES: Final = Remembered[Block, tuple[Tile, ...]](
    lambda block: tuple(KINDS[kind] for kind in block.kinds)
)
