"""A score: its figures, and the explanation of each line, computed on demand."""

from dataclasses import dataclass
from typing import Final

from yakulens.scorer.chips import ChipRow, chip_transfers, chips_of_hand
from yakulens.scorer.decompose import Parts
from yakulens.scorer.dora import RULE_OF, dora_of_hand
from yakulens.scorer.evaluate import Judged, evaluator
from yakulens.scorer.facts import Fact
from yakulens.scorer.fu import FuRow
from yakulens.scorer.hand import Hand, Liable, Situation
from yakulens.scorer.judge.liability import feeders_of, liable_by_calls, not_liable
from yakulens.scorer.message import Message
from yakulens.scorer.near_misses import Miss, dora_left_out, dora_misses, misses, with_wait
from yakulens.scorer.payments import (
    Win,
    liable_in_force,
)
from yakulens.scorer.points import limit_notes, value_of
from yakulens.scorer.reading_rows import ReadingRow, parts_of, reading_row
from yakulens.scorer.remembered import Lazily
from yakulens.scorer.rules.ruleset import RuleSet
from yakulens.scorer.transfers import DISCARDER, Note, Transfer, net_of
from yakulens.scorer.verdict import YakuRow
from yakulens.scorer.vocabulary import SEATS, Limit, Outcome
from yakulens.scorer.win_payments import in_words, net_paid, usual_transfers, win_transfers

_NO_SETS: Final = ("pair", "orphans")
_NO_WAIT: Final = Message("missing_two_sided_wait")


@dataclass(frozen=True, slots=True)
class DoraRow:
    """The dora of one sort (dora, ura, red_five or north), one han each, with their section."""

    id: str
    han: int
    cite: str


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
        return self._parts(self.judged) if self.judged else ()

    def _row(self, judged: Judged) -> ReadingRow:
        parts = self._chosen_blocks if judged is self.judged else self._parts(judged)
        return reading_row(self.hand, self.situation, self.rules, judged, parts)

    def _parts(self, judged: Judged) -> Parts:
        return parts_of(self.hand, self.situation, self.rules, judged)

    @Lazily
    def reading(self) -> ReadingRow | None:
        """How the hand was read; None if it is not complete."""
        return self._row(self.judged) if self.judged else None

    @Lazily
    def other_readings(self) -> tuple[ReadingRow, ...]:
        """The readings not chosen, most valuable first."""
        return tuple(map(self._row, sorted(self.others, key=paid_most, reverse=True)))

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
        return net_paid(self._winning.worth.base, *paid, self.rules).copy()

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
            return win_transfers(win, *paid, self.rules)
        yaku = judged.verdict.ids if judged.worth.yakuman else ()
        return usual_transfers(judged.worth, yaku, situation.seat, *paid, self.rules)

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
        return in_words(self.judged.worth, self.judged.verdict.ids)

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
        """Why nobody is liable for the yakuman with a stated feeder; None if somebody is."""
        if self.judged is None or self.situation.liable is None:
            return None
        return not_liable(self.situation.liable.yaku, self.judged.verdict.ids, self.hand, self.rules)

    @Lazily
    def why_not(self) -> tuple[Miss, ...]:
        """Near misses of the hand (yaku, dora or liability), each with the reason."""
        if self.judged is None:
            return ()
        judged, situation, rules = self.judged, self.situation, self.rules
        verdict = judged.verdict
        reasons = [with_wait(miss, situation, rules) for miss in misses(judged.facts, verdict, rules)]
        reasons += (
            dora_left_out(verdict, self._dora_by_sort, rules)
            if verdict.yakuman or verdict.alone
            else dora_misses(self.hand, situation, rules)
        )
        reason = self.not_liable if situation.liable else self._by_calls
        if isinstance(reason, Message):
            reasons.append(Miss("liability", (reason,), rules.cite_of("liability")))
        return tuple(reasons)

    @Lazily
    def _by_calls(self) -> Liable | Message | None:
        """Who is liable by the calls if nobody is named, or a message about what must be stated."""
        if self.judged is None or self.situation.liable:
            return None
        return liable_by_calls(self.judged.verdict.ids, self.hand, self.situation.seat, self.rules)


def paid_most(judged: Judged) -> tuple[object, ...]:
    """The sort key of readings: base value, then yakuman, then han, then minipoints."""
    return judged.worth
