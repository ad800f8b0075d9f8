"""Score a won hand: every reading compared, the dearest chosen, each line explained when asked for."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from scorer import explain
from scorer.dora import dora_of_hand
from scorer.evaluate import Judged, evaluator
from scorer.hand import Hand, Situation
from scorer.judge.check import check
from scorer.judge.circumstances import circumstances_of
from scorer.points import value_of
from scorer.tile import KIND
from scorer.transfers import net_of
from scorer.vocabulary import SEATS

if TYPE_CHECKING:
    from scorer.explain import DoraRow, ReadingRow, YakuRow
    from scorer.fu import FuRow
    from scorer.message import Message
    from scorer.rules.ruleset import RuleSet
    from scorer.transfers import Note, Transfer
    from scorer.vocabulary import Limit, Outcome
    from scorer.yaku import Miss


@dataclass(frozen=True, slots=True)
class Score:
    """What a hand is worth. The figures stand ready; the explanation is worked out when asked for.

    Attributes:
        outcome: win, no_yaku, not_complete or invalid.
        problems: why it is not a win.
        hand: what was scored; where the winning tile was not kept apart, with the tile that is taken for it.
        situation: how it was won.
        rules: by which rule set.
        judged: the reading chosen, None where the hand is not complete.
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
    def han(self) -> int | None:
        """Han of yaku and dora; None for a yakuman and where there is no win."""
        return (
            self.judged.worth.han
            if self.judged and self.outcome == "win" and not self.judged.worth.yakuman
            else None
        )

    @property
    def fu(self) -> int | None:
        """Minipoints, rounded; None for a yakuman and where there is no win."""
        return (
            self.judged.worth.fu
            if self.judged and self.outcome == "win" and not self.judged.worth.yakuman
            else None
        )

    @property
    def yakuman(self) -> int:
        """Multiples of a yakuman."""
        return self.judged.worth.yakuman if self.judged else 0

    @property
    def limit(self) -> Limit | None:
        """The limit that the hand reaches."""
        return self.judged.worth.limit if self.judged else None

    @property
    def base(self) -> int:
        """The base value."""
        return self.judged.worth.base if self.judged else 0

    @property
    def value(self) -> int:
        """What all opponents pay together, without counters and sticks."""
        return value_of(self.base, self.situation.seat, self.situation.by, self.rules) if self.base else 0

    @property
    def yaku(self) -> tuple[YakuRow, ...]:
        """The yaku, in the order of the catalogue."""
        return explain.yaku_rows(self.judged, self.rules) if self.judged else ()

    @property
    def dora(self) -> tuple[DoraRow, ...]:
        """The dora, sort by sort; none where they do not count: for a yakuman or a yaku alone."""
        return explain.dora_rows(self.judged, self.hand, self.situation, self.rules) if self.judged else ()

    @property
    def fu_rows(self) -> tuple[FuRow, ...]:
        """The minipoints line by line; none for a yakuman."""
        return explain.fu_rows(self.judged, self.rules) if self.judged else ()

    @property
    def reading(self) -> ReadingRow | None:
        """How the hand was read; None where it is not complete."""
        return (
            explain.reading_row(self.judged, self.hand, self.situation, self.rules) if self.judged else None
        )

    @property
    def other_readings(self) -> tuple[ReadingRow, ...]:
        """The readings not chosen, the dearest first."""
        rest = sorted(self.rest, key=_worth, reverse=True)
        return tuple(explain.reading_row(each, self.hand, self.situation, self.rules) for each in rest)

    @property
    def payments(self) -> dict[str, int]:
        """The change of each seat, with counters, sticks and liability; empty where there is no win."""
        if self.judged is None or self.outcome != "win":
            return {}
        unknown = self.situation.by == "ron" and self.situation.discarder is None
        seats = (self.situation.seat,) if unknown else SEATS[: self.rules.players]
        return net_of(self.transfers, seats)

    @property
    def transfers(self) -> tuple[Transfer, ...]:
        """Every payment with its section: value, counters, a liable player's part, sticks."""
        if self.judged is None or self.outcome != "win":
            return ()
        return explain.transfers(self.judged, self.hand, self.situation, self.rules)

    @property
    def notes(self) -> tuple[Note, ...]:
        """What decided the value without being a yaku: limits, rounding up, several yakuman paid as one."""
        won = self.judged if self.outcome == "win" else None
        return explain.notes(won, self.rules) if won else ()

    @property
    def not_liable(self) -> Message | None:
        """Why nobody answers for the yakuman that somebody is said to have fed; None where somebody does."""
        if self.judged is None or self.situation.liable is None:
            return None
        return explain.not_liable(self.judged, self.hand, self.situation, self.rules)

    @property
    def worth(self) -> Message | None:
        """What the hand is worth, as a sentence; None where it is not complete."""
        return explain.worth(self.judged) if self.judged else None

    @property
    def why_not(self) -> tuple[Miss, ...]:
        """Each yaku that the hand came near to and does not have, with the reason."""
        return explain.why_not(self.judged, self.hand, self.situation, self.rules) if self.judged else ()


def score(hand: Hand, situation: Situation, rules: RuleSet) -> Score:
    """Score a hand.

    >>> from scorer import Meld, load_rules
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
    """The dearer reading is greater: by payment, then a true yakuman, then han, then minipoints."""
    return judged.worth[:4]


def _by_the_lowest_tile(hand: Hand, situation: Situation, rules: RuleSet) -> Score:
    """The lowest score over all tiles that may have been the one drawn."""
    apart = replace(situation, win_apart=True)
    drawn = (hand.win, *hand.concealed)
    # of each kind the first, the tile given before all others: it stays where another makes no difference
    places = {KIND[tile]: at for at, tile in reversed(tuple(enumerate(drawn)))}
    scores = (
        score(Hand(drawn[:at] + drawn[at + 1 :], drawn[at], hand.melds), apart, rules)
        for at in sorted(places.values())
    )
    lowest = min(scores, key=_cost)
    return replace(lowest, situation=situation)


def _cost(found: Score) -> tuple[object, ...]:
    return _worth(found.judged) if found.judged else ()
