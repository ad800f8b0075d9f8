"""Who can be liable for a yakuman: its sets, and who fed them (EMA 3.3.7)."""

from typing import Final

from yakulens.scorer.hand import Hand, Liable
from yakulens.scorer.meld import Meld
from yakulens.scorer.message import Message
from yakulens.scorer.payments import liability_for
from yakulens.scorer.rules.ruleset import RuleSet
from yakulens.scorer.tile import KIND, parse
from yakulens.scorer.vocabulary import SEATS, From, Seat

LIABLE_SETS: Final = {
    "daisangen": frozenset(KIND[tile] for tile in parse("567z")),
    "daisuushii": frozenset(KIND[tile] for tile in parse("1234z")),
}
"""Kinds whose triplets and quads make a yakuman with liability (EMA 3.3.7)."""
_TOLD_BY_ORDER: Final = 2
"""Number of feeding players for which the order of the sets tells who fed the last one."""


def feeder_disagrees(hand: Hand, winner: Seat, liable: Liable, rules: RuleSet) -> tuple[Message, ...]:
    """The message about a liable player who fed none of the sets that make the yakuman (EMA 3.3.7).

    There is one only if all sets of the yakuman are visible and every called one tells whom it was claimed
    from; otherwise the feeder is unknown.
    """
    if not liability_for(liable.yaku, rules):
        return ()
    if not LIABLE_SETS.get(liable.yaku, frozenset()) <= {meld.first for meld in hand.melds}:
        return ()
    feeders = feeders_of(liable.yaku, hand, winner, rules)
    if not feeders or None in feeders or liable.seat in feeders:
        return ()
    fed, cite = tuple(seat for seat in SEATS if seat in feeders), rules.cite_of("liability")
    problem = Message.of("liable_did_not_feed", liable=liable.seat, yaku=liable.yaku, feeder=fed, cite=cite)
    return (problem.at("liable"),)


def called_for(yaku: str, hand: Hand) -> tuple[Meld, ...]:
    """The called melds that can make somebody liable for a yaku: its triplets and quads, or claimed quads.

    For suukantsu and rinshan the quad itself must be fed, not a triplet that it was added to.
    """
    if yaku in LIABLE_SETS:
        return tuple(meld for meld in hand.melds if meld.is_open and meld.first in LIABLE_SETS[yaku])
    return tuple(meld for meld in hand.melds if meld.kind == "open_kan")


def is_fed(yaku: str, hand: Hand, rules: RuleSet) -> bool:
    """Whether some set of a yakuman was called, and all of its sets are visible.

    The rule set says whether a closed quad is visible.
    """
    in_view = {meld.first for meld in hand.melds if meld.is_open or rules.liability_closed_quad}
    return bool(called_for(yaku, hand)) and LIABLE_SETS.get(yaku, frozenset()) <= in_view


def told_by_calls(yaku: str, hand: Hand, winner: Seat, rules: RuleSet) -> Liable | Message | None:
    """Who fed the last set of a yakuman, if the calls themselves tell it (EMA 3.3.7).

    They do if one player fed every set. If two did, the order of the sets decides, provided that it is the
    order of their calls; nobody is liable if the last one is a closed quad. A player must state it if three
    fed the sets, if the feeder of the last set is unknown, or if an unknown order matters.

    Returns:
        The liable player; a message if the sets were fed, but nobody fed the last one or its feeder is
        unknown; None if not all of them are visible, so that nobody is liable.
    """
    if not is_fed(yaku, hand, rules):
        return None
    feeders, sets = feeders_of(yaku, hand, winner, rules), _sets_of(yaku, hand)
    if hand.calls_in_order and sets[-1] not in called_for(yaku, hand):
        return Message.of("liable_last_not_fed", yaku=yaku)
    fed, *other_feeders = {
        _feeder(winner, meld.claimed_from, rules) if meld in called_for(yaku, hand) else None
        for meld in (sets[-1:] if hand.calls_in_order else sets)
    }
    if fed is None or other_feeders or None in feeders or len(feeders) > _TOLD_BY_ORDER:
        return Message.of("liable_unsaid", yaku=yaku)
    return Liable(fed, yaku)


def liable_by_calls(
    yaku_ids: tuple[str, ...], hand: Hand, winner: Seat, rules: RuleSet
) -> Liable | Message | None:
    """Who is liable for one of these yaku by the calls, or a message about what must be stated.

    It must be stated if two yaku make two players liable, or if one of two depends on an unknown order of
    the calls.
    """
    if not hand.melds or set(yaku_ids).isdisjoint(rules.liability):
        return None
    verdicts = [
        verdict
        for yaku in rules.liability
        if yaku in yaku_ids and liability_for(yaku, rules)
        if (verdict := told_by_calls(yaku, hand, winner, rules))
    ]
    seats = {each.seat for each in verdicts if isinstance(each, Liable)}
    question = next((each for each in verdicts if isinstance(each, Message)), None)
    liable = next((each for each in verdicts if isinstance(each, Liable)), None)
    if liable and len(seats) > 1:
        return Message.of("liable_unsaid", yaku=liable.yaku)
    if not hand.calls_in_order:
        return question or liable
    return liable or question


def not_liable(yaku: str, awarded: tuple[str, ...], hand: Hand, rules: RuleSet) -> Message | None:
    """Why nobody is liable for the yakuman with a stated feeder, given the yaku awarded; None if somebody is.

    The sets of the yakuman must be visible. If the rule set allows it, a closed quad may be among them,
    but the last set must have been called from the player who fed it (EMA 3.3.7).
    """
    if not rules.liability:
        return Message.of("no_liability", rules=rules.cite)
    if not liability_for(yaku, rules):
        return Message.of("no_liability_for", rules=rules.cite, yaku=yaku)
    if yaku not in awarded:
        return Message.of("liable_yaku_not_had", yaku=yaku)
    if not is_fed(yaku, hand, rules):
        return Message.of("liable_set_not_called", yaku=yaku)
    return None


def may_be_liable(yaku: str, hand: Hand, winner: Seat, rules: RuleSet) -> tuple[Seat | None, ...]:
    """Who may have fed the last set of a yakuman; a player must name one of them.

    The last of them is None if perhaps nobody is liable, because nobody fed one of the sets. If a called set
    does not tell whom it was claimed from, all other players may be liable.
    """
    if not is_fed(yaku, hand, rules):
        return ()
    feeders = feeders_of(yaku, hand, winner, rules)
    seats = tuple(
        seat for seat in SEATS[: rules.players] if seat != winner and (None in feeders or seat in feeders)
    )
    by_nobody = any(meld not in called_for(yaku, hand) for meld in _sets_of(yaku, hand))
    return (*seats, None) if by_nobody else seats


def feeders_of(yaku: str, hand: Hand, winner: Seat, rules: RuleSet) -> set[Seat | None]:
    """Who fed the called sets of a yaku, including None if one does not tell."""
    return {_feeder(winner, meld.claimed_from, rules) for meld in called_for(yaku, hand)}


def _sets_of(yaku: str, hand: Hand) -> tuple[Meld, ...]:
    """The melds of a yakuman, fed or not: its triplets and quads, or every quad."""
    needed = LIABLE_SETS.get(yaku)
    return tuple(meld for meld in hand.melds if (meld.first in needed if needed else meld.is_quad))


def _feeder(winner: Seat, origin: From | None, rules: RuleSet) -> Seat | None:
    """Who sits left of, across from or right of the winner; the next player sits on the right.

    None if that is not told, or impossible: with three players, "across" depends on the empty side.
    """
    if origin is None or (origin == "across" and rules.players < len(SEATS)):
        return None
    turns = {"right": 1, "across": 2, "left": -1}[origin]
    return SEATS[(SEATS.index(winner) + turns) % rules.players]
