"""Score a won hand: all readings compared, the one worth most chosen, each line explained when asked for."""

from __future__ import annotations

from dataclasses import dataclass, replace

from yakulens.scorer import explain
from yakulens.scorer.chips import ChipRow
from yakulens.scorer.dora import dora_of_hand
from yakulens.scorer.evaluate import Judged, evaluator
from yakulens.scorer.explain import DoraRow, ReadingRow, YakuRow
from yakulens.scorer.fu import FuRow
from yakulens.scorer.hand import Hand, Liable, Situation
from yakulens.scorer.judge.check import check
from yakulens.scorer.judge.circumstances import circumstances_of
from yakulens.scorer.message import Message
from yakulens.scorer.points import value_of
from yakulens.scorer.rules.ruleset import RuleSet
from yakulens.scorer.tile import KIND
from yakulens.scorer.transfers import Note, Transfer, net_of
from yakulens.scorer.verdict import Miss
from yakulens.scorer.vocabulary import SEATS, Limit, Outcome


@dataclass(frozen=True, slots=True)
class Score:
    """What a hand is worth. The figures stand ready; the explanation is worked out when asked for.

    Attributes:
        outcome: win, no_yaku, not_complete or invalid.
        problems: why it is not a win; empty for a win.
        hand: what was scored. Where the winning tile was not kept apart, its `win` is the tile taken for it.
        situation: how it was won.
        rules: the rule set that it was scored by.
        judged: the reading chosen; None where the hand is invalid or not complete.
        rest: the readings not chosen.
    """

    outcome: Outcome
    problems: tuple[Message, ...]
    hand: Hand
    situation: Situation
    rules: RuleSet
    judged: Judged | None = None
    rest: tuple[Judged, ...] = ()

    @property
    def _won(self) -> Judged | None:
        """The reading chosen, where it wins."""
        return self.judged if self.outcome == "win" else None

    @property
    def han(self) -> int | None:
        """Han of yaku and dora; None for a yakuman and where there is no win.

        >>> from yakulens.scorer import load_rules
        >>> win = Situation("ron", riichi="riichi", dora_indicators=("7p",))
        >>> score(Hand.of("111222333m78p55s", "6p"), win, load_rules("ema-2025")).han
        4
        """
        return self._won.worth.han if self._won and not self.yakuman else None

    @property
    def fu(self) -> int | None:
        """Minipoints, rounded; None for a yakuman and where there is no win.

        >>> from yakulens.scorer import load_rules
        >>> win = Situation("ron", riichi="riichi", dora_indicators=("7p",))
        >>> score(Hand.of("111222333m78p55s", "6p"), win, load_rules("ema-2025")).fu
        50
        """
        return self._won.worth.fu if self._won and not self.yakuman else None

    @property
    def yakuman(self) -> int:
        """Multiples of a yakuman; 0 for an ordinary hand.

        >>> from yakulens.scorer import load_rules
        >>> score(Hand.of("19m19p19s1234567z", "1z"), Situation("ron"), load_rules("ema-2025")).yakuman
        1
        """
        return self.judged.worth.yakuman if self.judged else 0

    @property
    def limit(self) -> Limit | None:
        """The limit that the hand reaches; None where it reaches none.

        >>> from yakulens.scorer import load_rules
        >>> win = Situation("ron", riichi="riichi", dora_indicators=("7p",))
        >>> score(Hand.of("111222333m78p55s", "6p"), win, load_rules("ema-2025")).limit
        'mangan'
        """
        return self.judged.worth.limit if self.judged else None

    @property
    def base(self) -> int:
        """The base value in points, after limits; 0 where there is no win.

        >>> from yakulens.scorer import load_rules
        >>> win = Situation("ron", riichi="riichi", dora_indicators=("7p",))
        >>> score(Hand.of("111222333m78p55s", "6p"), win, load_rules("ema-2025")).base
        2000
        """
        return self.judged.worth.base if self.judged else 0

    @property
    def value(self) -> int:
        """What all opponents pay together, in points, without counters and sticks; 0 where there is no win.

        >>> from yakulens.scorer import load_rules
        >>> win = Situation("ron", riichi="riichi", dora_indicators=("7p",))
        >>> score(Hand.of("111222333m78p55s", "6p"), win, load_rules("ema-2025")).value
        8000
        """
        return value_of(self.base, self.situation.seat, self.situation.by, self.rules) if self.base else 0

    @property
    def yaku(self) -> tuple[YakuRow, ...]:
        """The yaku, in the order of the catalogue (`scorer.yaku.CATALOGUE`).

        >>> from yakulens.scorer import load_rules
        >>> win = Situation("ron", riichi="riichi", dora_indicators=("7p",))
        >>> found = score(Hand.of("111222333m78p55s", "6p"), win, load_rules("ema-2025"))
        >>> [(row.id, row.han, row.cite) for row in found.yaku]
        [('riichi', 1, 'EMA 2025 4.2.1'), ('sanankou', 2, 'EMA 2025 4.2.2')]
        """
        return explain.yaku_rows(self.judged, self.rules) if self.judged else ()

    @property
    def dora(self) -> tuple[DoraRow, ...]:
        """The dora, sort by sort; none where they do not count, as for a yakuman.

        >>> from yakulens.scorer import load_rules
        >>> win = Situation("ron", riichi="riichi", dora_indicators=("7p",))
        >>> score(Hand.of("111222333m78p55s", "6p"), win, load_rules("ema-2025")).dora
        (DoraRow(id='dora', han=1, cite='EMA 2025 2.7'),)
        """
        return explain.dora_rows(self.judged, self.hand, self.situation, self.rules) if self.judged else ()

    @property
    def fu_rows(self) -> tuple[FuRow, ...]:
        """The minipoints line by line, before they are rounded up; none for a yakuman.

        >>> from yakulens.scorer import load_rules
        >>> win = Situation("ron", riichi="riichi", dora_indicators=("7p",))
        >>> found = score(Hand.of("111222333m78p55s", "6p"), win, load_rules("ema-2025"))
        >>> [row.fu for row in found.fu_rows], found.fu_rows[-1].id
        ([20, 10, 4, 4, 8], 'triplet_orphan_closed')
        """
        return explain.fu_rows(self.judged, self.rules) if self.judged else ()

    @property
    def reading(self) -> ReadingRow | None:
        """How the hand was read; None where it is not complete.

        >>> from yakulens.scorer import load_rules
        >>> win = Situation("ron", riichi="riichi", dora_indicators=("7p",))
        >>> found = score(Hand.of("111222333m78p55s", "6p"), win, load_rules("ema-2025"))
        >>> found.reading.pair, found.reading.sets[-1], found.reading.wait
        ('5s', ('6p', '7p', '8p'), 'ryanmen')
        """
        return (
            explain.reading_row(self.judged, self.hand, self.situation, self.rules) if self.judged else None
        )

    @property
    def other_readings(self) -> tuple[ReadingRow, ...]:
        """The readings not chosen, the one worth most first.

        >>> from yakulens.scorer import load_rules
        >>> win = Situation("ron", riichi="riichi", dora_indicators=("7p",))
        >>> found = score(Hand.of("111222333m78p55s", "6p"), win, load_rules("ema-2025"))
        >>> [(each.han, each.fu, each.yaku) for each in found.other_readings]
        [(4, 30, ('riichi', 'pinfu', 'iipeikou'))]
        """
        rest = sorted(self.rest, key=_worth, reverse=True)
        return tuple(explain.reading_row(each, self.hand, self.situation, self.rules) for each in rest)

    @property
    def payments(self) -> dict[str, int]:
        """What each seat gains or loses in points, with counters, sticks and liability; empty without a win.

        Where nobody has said who discarded the winning tile, `discarder` stands for that seat.

        >>> from yakulens.scorer import load_rules
        >>> win = Situation("ron", riichi="riichi", dora_indicators=("7p",), discarder="west", deposits=1)
        >>> score(Hand.of("111222333m78p55s", "6p"), win, load_rules("ema-2025")).payments
        {'east': 0, 'south': 9000, 'west': -8000, 'north': 0}
        """
        return self.paid_by(self.transfers)

    def paid_by(self, transfers: tuple[Transfer, ...]) -> dict[str, int]:
        """What each seat gains or loses, for whoever has this score's ``transfers`` already.

        >>> from yakulens.scorer import load_rules
        >>> win = Situation("ron", riichi="riichi", discarder="west")
        >>> found = score(Hand.of("111222333m78p55s", "6p"), win, load_rules("ema-2025"))
        >>> found.paid_by(found.transfers) == found.payments
        True
        """
        if not transfers:
            return {}
        unknown = self.situation.by == "ron" and self.situation.discarder is None
        seats = (self.situation.seat,) if unknown else SEATS[: self.rules.players]
        return net_of(transfers, seats)

    @property
    def transfers(self) -> tuple[Transfer, ...]:
        """Every payment with its section: value, counters, a liable player's part, sticks.

        >>> from yakulens.scorer import load_rules
        >>> win = Situation("ron", riichi="riichi", dora_indicators=("7p",), discarder="west", deposits=1)
        >>> found = score(Hand.of("111222333m78p55s", "6p"), win, load_rules("ema-2025"))
        >>> [(each.payer, each.points, each.cite) for each in found.transfers]
        [('west', 8000, 'EMA 2025 4.1.2'), ('table', 1000, 'EMA 2025 4.1')]
        """
        return explain.transfers(self._won, self.hand, self.situation, self.rules) if self._won else ()

    @property
    def chips(self) -> tuple[ChipRow, ...]:
        """What the win is paid in chips, line by line; empty in a rule set without chips.

        >>> from yakulens.scorer import load_rules
        >>> win = Situation("ron", riichi="riichi", ippatsu=True, discarder="west")
        >>> club = load_rules("tenhou", {"chips.ippatsu": 2})
        >>> score(Hand.of("111222333m78p55s", "6p"), win, club).chips
        (ChipRow(id='ippatsu', chips=2, count=1, cite='house rule'),)
        """
        return explain.chips(self._won, self.hand, self.situation, self.rules) if self._won else ()

    @property
    def chip_transfers(self) -> tuple[Transfer, ...]:
        """Who hands how many chips to the winner; the numbers of these payments are chips, not points.

        >>> from yakulens.scorer import load_rules
        >>> win = Situation("ron", riichi="riichi", ippatsu=True, discarder="west")
        >>> found = score(Hand.of("111222333m78p55s", "6p"), win, load_rules("tenhou", {"chips.ippatsu": 2}))
        >>> found.paid_by(found.chip_transfers)
        {'east': 0, 'south': 2, 'west': -2, 'north': 0}
        """
        return explain.paid_chips(self._won, self.hand, self.situation, self.rules) if self._won else ()

    @property
    def notes(self) -> tuple[Note, ...]:
        """What decided the value without being a yaku: limits, rounding up, several yakuman paid as one.

        >>> from yakulens.scorer import load_rules
        >>> win = Situation("ron", riichi="riichi", dora_indicators=("7p",))
        >>> found = score(Hand.of("111222333m78p55s", "6p"), win, load_rules("ema-2025"))
        >>> [(note.message.text, note.cite) for note in found.notes]
        [('4 han 50 fu reach mangan', 'EMA 2025 4.1.2')]
        """
        return explain.notes(self._won, self.hand, self.situation, self.rules) if self._won else ()

    @property
    def liable(self) -> Liable | None:
        """Who is said to have fed a yakuman, or whoever fed it by the calls; None where nobody did.

        >>> from yakulens.scorer import Meld, load_rules
        >>> dragons = [Meld.of("pon", dragon * 3 + "z", "right") for dragon in "567"]
        >>> score(Hand.of("345m4p", "4p", dragons), Situation("tsumo"), load_rules("ema-2025")).liable
        Liable(seat='west', yaku='daisangen')
        """
        if self._won is None:
            return self.situation.liable
        return explain.liable(self._won, self.hand, self.situation, self.rules)

    @property
    def not_liable(self) -> Message | None:
        """Why nobody is liable for the yakuman that somebody is said to have fed; None where somebody is.

        >>> from yakulens.scorer import Liable, load_rules
        >>> win = Situation("ron", liable=Liable("north", "daisangen"))
        >>> score(Hand.of("111222333m78p55s", "6p"), win, load_rules("ema-2025")).not_liable.text
        'the hand does not have daisangen'
        """
        if self.judged is None or self.situation.liable is None:
            return None
        return explain.not_liable(self.judged, self.hand, self.situation, self.rules)

    @property
    def worth(self) -> Message | None:
        """What the hand is worth, as a sentence; None where it is not complete.

        >>> from yakulens.scorer import load_rules
        >>> win = Situation("ron", riichi="riichi", dora_indicators=("7p",))
        >>> score(Hand.of("111222333m78p55s", "6p"), win, load_rules("ema-2025")).worth.text
        'mangan, 4 han'
        """
        return explain.worth(self.judged) if self.judged else None

    @property
    def why_not(self) -> tuple[Miss, ...]:
        """What the hand came near to and does not have, yaku, dora or liability, each with the reason.

        >>> from yakulens.scorer import load_rules
        >>> win = Situation("ron", riichi="riichi", dora_indicators=("7p",))
        >>> found = score(Hand.of("111222333m78p55s", "6p"), win, load_rules("ema-2025"))
        >>> [miss.id for miss in found.why_not], found.why_not[-1].because
        (['sanrenkou', 'ura'], 'the hand is in riichi, and no ura indicator is given')
        """
        return explain.why_not(self.judged, self.hand, self.situation, self.rules) if self.judged else ()


def score(hand: Hand, situation: Situation, rules: RuleSet) -> Score:
    """Score a hand: check it, compare all its readings, and choose the one worth most.

    Args:
        hand: the tiles.
        situation: how the hand was won.
        rules: the rule set, from `load_rules`.

    Returns:
        The score. A hand that cannot be has the outcome `invalid` and its problems; nothing is raised.

    >>> from yakulens.scorer import Meld, load_rules
    >>> hand = Hand.of("345678m44p67s", "5s", [Meld.of("chi", "234p", "left")])
    >>> result = score(hand, Situation("ron"), load_rules("ema-2025"))
    >>> result.outcome, result.han, result.fu, result.value
    ('win', 1, 30, 1000)
    >>> result.payments
    {'south': 1000, 'discarder': -1000}
    """
    given = circumstances_of(hand, situation, rules)
    if wrong := check(hand, situation, rules, given):
        return Score("invalid", wrong, hand, situation, rules)
    apart = situation.win_apart or situation.by == "ron" or rules.win_not_apart == "no_penalty"
    if not apart and rules.win_not_apart == "lowest_tile":
        return _by_the_lowest_tile(hand, situation, rules)
    dora = sum(dora_of_hand(hand.sums.every, situation, rules))
    readings = evaluator(rules).readings(hand.sums, given, dora, apart=apart)
    if not readings:
        return Score("not_complete", (explain.not_complete(hand),), hand, situation, rules)
    best = readings[0]
    rest: tuple[Judged, ...] = ()
    if len(readings) > 1:
        best = max(readings, key=_worth)
        rest = tuple(each for each in readings if each is not best)
    if not best.worth.base:
        return Score("no_yaku", (explain.no_yaku(situation, rules),), hand, situation, rules, best, rest)
    return Score("win", (), hand, situation, rules, best, rest)


def _worth(judged: Judged) -> tuple[object, ...]:
    """What readings are compared by: base value, then yakuman, then han, then minipoints."""
    return judged.worth[:4]


def _by_the_lowest_tile(hand: Hand, situation: Situation, rules: RuleSet) -> Score:
    """The lowest score over all tiles that may have been the one drawn."""
    apart = replace(situation, win_apart=True)
    drawn = (hand.win, *hand.concealed)
    # of each kind the first, the tile given before all others: it stays where another makes no difference
    places = {KIND[tile]: at for at, tile in reversed(tuple(enumerate(drawn)))}
    scores = (
        score(Hand(drawn[:at] + drawn[at + 1 :], drawn[at], hand.melds, hand.calls_in_order), apart, rules)
        for at in sorted(places.values())
    )
    lowest = min(scores, key=_cost)
    return replace(lowest, situation=situation)


def _cost(found: Score) -> tuple[object, ...]:
    return _worth(found.judged) if found.judged else ()
