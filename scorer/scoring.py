"""Score a won hand: compare all readings, choose the most valuable one, explain each line on demand."""

import functools
from collections import Counter
from dataclasses import replace
from typing import Final

from yakulens.scorer.dora import dora_of_hand
from yakulens.scorer.evaluate import Judged, evaluator
from yakulens.scorer.explain import Score, paid_most
from yakulens.scorer.hand import Hand, Situation
from yakulens.scorer.judge.check import check
from yakulens.scorer.judge.circumstances import circumstances_of
from yakulens.scorer.message import Message
from yakulens.scorer.rules.ruleset import RuleSet
from yakulens.scorer.rules.shown import cited
from yakulens.scorer.tile import KIND

REMEMBERED: Final = 1 << 15
"""Scores that are kept for whoever asks again, such as a page that is drawn anew: some 30 MB at most."""


def score(hand: Hand, situation: Situation, rules: RuleSet) -> Score:
    """Score a hand: check it, compare all its readings, and choose the most valuable one.

    The last scores are remembered. `score_once` gives the same without a memory, for hands that never come
    again.

    Returns:
        The score. An impossible hand has the outcome `invalid` and its problems; nothing is raised.

    >>> hand = Hand.of("345678m44p67s", "5s", [Meld.of("chi", "234p", "left")])
    >>> result = score(hand, Situation("ron"), load_rules("ema-2025"))
    >>> result.outcome, result.han, result.fu, result.value
    ('win', 1, 30, 1000)
    >>> result.payments
    {'south': 1000, 'discarder': -1000}
    """
    return _remembered(hand, situation, rules)


def score_once(hand: Hand, situation: Situation, rules: RuleSet) -> Score:
    """Score a hand as `score` does, without remembering it."""
    circumstances = circumstances_of(hand, situation, rules)
    if wrong := check(hand, situation, rules, circumstances):
        return Score("invalid", wrong, hand, situation, rules)
    win_apart = situation.win_apart or situation.by == "ron" or rules.win_not_apart == "no_penalty"
    if not win_apart and rules.win_not_apart == "lowest_tile":
        return _by_the_lowest_tile(hand, situation, rules)
    sums = hand.sums
    dora, ura, reds, norths = dora_of_hand(sums.all_counts, situation, rules)
    readings = evaluator(rules).readings(sums, circumstances, dora + ura + reds + norths, win_apart=win_apart)
    if not readings:
        return Score("not_complete", (_not_complete(hand),), hand, situation, rules)
    best = readings[0]
    others: tuple[Judged, ...] = ()
    if len(readings) > 1:
        best = max(readings, key=paid_most)
        others = tuple(each for each in readings if each is not best)
    if not best.worth.base:
        return Score("no_yaku", (_no_yaku(situation, rules),), hand, situation, rules, best, others)
    return Score("win", (), hand, situation, rules, best, others)


_remembered: Final = functools.lru_cache(maxsize=REMEMBERED)(score_once)


def _by_the_lowest_tile(hand: Hand, situation: Situation, rules: RuleSet) -> Score:
    """The lowest score over all tiles that may be the drawn one."""
    assumed = replace(situation, win_apart=True)
    tiles = (hand.win, *hand.concealed)
    # the first of each kind, with the given tile before all others: it stays if another makes no difference
    places = {KIND[tile]: at for at, tile in reversed(tuple(enumerate(tiles)))}
    scores = (
        score_once(
            Hand(tiles[:at] + tiles[at + 1 :], tiles[at], hand.melds, hand.calls_in_order), assumed, rules
        )
        for at in sorted(places.values())
    )
    lowest = min(scores, key=lambda result: paid_most(result.judged) if result.judged else ())
    return replace(lowest, situation=situation)


def _no_yaku(situation: Situation, rules: RuleSet) -> Message:
    """The sentence for a complete hand that may not win."""
    has_many_counters = rules.han_needed(situation.honba) > 1
    return Message.of("no_yaku", why=two_han_needed(rules) if has_many_counters else Message("without_yaku"))


def two_han_needed(rules: RuleSet) -> Message:
    """The sentence about counters with which one han of yaku is not enough (RCR)."""
    key = "two_han_from_counters"
    return Message.of("two_han_needed", least=rules.two_han_from_counters, cite=cited(rules, key))


def _not_complete(hand: Hand) -> Message:
    """The sentence for a hand that is not complete."""
    numbers = Counter(KIND[tile] for tile in hand.tiles).values()
    pairs = not hand.melds and set(numbers) == {2, 4}
    return Message.of("not_complete", why=Message("pairs_repeated" if pairs else "no_form"))
