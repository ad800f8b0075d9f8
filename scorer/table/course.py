"""The course of a game: whether it ends with a hand, goes on for a round, or may be ended by the dealer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from scorer.message import Message
from scorer.payments import DEALER
from scorer.transfers import Note
from scorer.vocabulary import SEATS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scorer.rules.ruleset import RuleSet
    from scorer.table.hand_end import HandEnd
    from scorer.vocabulary import Seat

_ORDINARY_ROUNDS: Final = 2
"""East and South; where a rule set plays more, those are the extension."""


def _ordinary(end: HandEnd, rules: RuleSet) -> int:
    """How many rounds the game has before any extension."""
    return min(1 if end.east_only else _ORDINARY_ROUNDS, len(rules.rounds))


def game_ends(end: HandEnd, scores: Mapping[Seat, int], rules: RuleSet, *, repeats: bool) -> bool:
    """Whether the game is over after this hand.

    Args:
        end: the hand; where its round or its number is not known, only a score below zero can end the game.
        scores: the points of each seat after it; empty where they are not known.
        rules: the rule set.
        repeats: whether the dealer deals again.

    >>> from scorer.rules.load import load_rules
    >>> from scorer.table.hand_end import HandEnd
    >>> last = HandEnd("exhaustive_draw", tenpai=("south",), round="south", number=4)
    >>> game_ends(last, {}, load_rules("ema-2025"), repeats=False)
    True
    """
    below = rules.negative_score == "game_ends" and any(points < 0 for points in scores.values())
    course = _course(end, scores, rules, repeats=repeats)
    return below or (course is not None and course.message.code in {"note_game_over", "note_extension_over"})


def course_notes(
    end: HandEnd, scores: Mapping[Seat, int], rules: RuleSet, *, repeats: bool
) -> tuple[Note, ...]:
    """What the hand means for the course of the game, as notes; the arguments are those of `game_ends`.

    >>> from scorer.rules.load import load_rules
    >>> from scorer.table.hand_end import HandEnd
    >>> last = HandEnd("exhaustive_draw", tenpai=("south",), round="south", number=4)
    >>> [note.message.text for note in course_notes(last, {}, load_rules("ema-2025"), repeats=False)]
    ['the last hand is played: the game ends']
    """
    notes = []
    if below := tuple(seat for seat, points in scores.items() if points < 0):
        ends = rules.negative_score == "game_ends"
        message = Message.of("note_below_zero_ends" if ends else "note_below_zero", seats=below)
        notes.append(Note(message, rules.cite_of("negative_score")))
    course = _course(end, scores, rules, repeats=repeats)
    return (*notes, course) if course else tuple(notes)


def _course(end: HandEnd, scores: Mapping[Seat, int], rules: RuleSet, *, repeats: bool) -> Note | None:
    """Why the game ends, goes on or may be ended; None before its last hand, and where that is not known."""
    if end.round is None or end.number is None or end.event == "chombo":
        return None
    rounds = SEATS.index(end.round) + 1
    last = _ordinary(end, rules)
    if rounds > last:
        return _in_extension(end, scores, rules, repeats=repeats)
    if rounds < last or end.number < rules.players:
        return None
    if repeats:
        return _may_stop(end, scores, rules)
    return _extended(end, scores, rules) or Note(Message("note_game_over"), rules.cite_of("rounds"))


def _may_stop(end: HandEnd, scores: Mapping[Seat, int], rules: RuleSet) -> Note | None:
    """The note that the dealer, who deals again after the last hand and leads, may end the game (WDMC 3.7.2).

    There is none after an abortive draw, after which the hand is only dealt again, nor where the game has a
    goal that the dealer has not reached.
    """
    if not rules.dealer_may_stop or not scores or end.event == "abortive_draw":
        return None
    least = rules.return_points if rules.extension == "to_goal" else scores[DEALER]
    if scores[DEALER] < least or scores[DEALER] <= max(scores[seat] for seat in scores if seat != DEALER):
        return None
    return Note(Message.of("note_may_stop", seat=DEALER), rules.cite_of("dealer_may_stop"))


def _extended(end: HandEnd, scores: Mapping[Seat, int], rules: RuleSet) -> Note | None:
    """The round that follows the last one, where the rules play on."""
    following = SEATS[_ordinary(end, rules)]
    cite = rules.cite_of("extension")
    if rules.extension == "to_other_win" and end.event == "exhaustive_draw":
        return Note(Message.of("note_extension_draw", seat=following), cite)
    goal = rules.return_points
    if rules.extension == "to_goal" and scores and max(scores.values()) < goal:
        return Note(Message.of("note_extension", points=goal, seat=following), cite)
    return None


def _in_extension(end: HandEnd, scores: Mapping[Seat, int], rules: RuleSet, *, repeats: bool) -> Note | None:
    """Why the game ends in the round beyond the last one with this hand; None where it goes on."""
    cite, over = rules.cite_of("extension"), Note(Message("note_game_over"), rules.cite_of("rounds"))
    if rules.extension == "to_other_win":
        return over if any(win.seat != DEALER for win in end.wins) else None
    goal = rules.return_points
    reached = tuple(seat for seat, points in scores.items() if points >= goal)
    if rules.extension == "to_goal" and reached:
        return Note(Message.of("note_extension_over", seats=reached, points=goal), cite)
    # A game of the east round alone is shorter by a round, and so is its extension.
    shorter = _ORDINARY_ROUNDS - _ordinary(end, rules)
    final_hand = end.round == rules.rounds[-1 - shorter] and end.number == rules.players
    return over if final_hand and not repeats else None
