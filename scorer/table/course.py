"""The course of a game: whether it ends with a hand, continues for a round, or the dealer may end it."""

from collections.abc import Iterable, Mapping
from typing import Final

from yakulens.scorer.payments import DEALER
from yakulens.scorer.rules.ruleset import RuleSet
from yakulens.scorer.table.hand_end import HandEnd, first_seat, is_a_hand
from yakulens.scorer.table.win import is_abortive
from yakulens.scorer.transfers import Note
from yakulens.scorer.vocabulary import SEATS, Seat

_ORDINARY: Final = 2
"""East and South; further rounds of a rule set are the extension."""
_GAME_OVER: Final = frozenset({"note_game_over", "note_extension_over", "note_dealer_stops"})
ENDS: Final = _GAME_OVER | {"note_below_zero_ends", "note_time_over"}
"""The notes that end the game."""


def ends_game(notes: Iterable[Note]) -> bool:
    """Whether one of the notes ends the game."""
    return any(note.message.code in ENDS for note in notes)


def ordinary_rounds(end: HandEnd, rules: RuleSet) -> int:
    """Number of rounds before any extension."""
    return min(1 if end.east_only else _ORDINARY, len(rules.rounds))


def course_notes(
    end: HandEnd, scores: Mapping[Seat, int], rules: RuleSet, *, repeats: bool
) -> tuple[Note, ...]:
    """What the hand means for the course of the game; a note of `ENDS` ends the game.

    The scores are those after the hand, if known; `repeats` says whether the dealer deals again. If round or
    number of the hand are unknown, only a score below zero and the time signal (EMA 7.4, WRC 8.2) can end the
    game.

    >>> last = HandEnd("exhaustive_draw", tenpai=("south",), round="south", number=4)
    >>> [note.message.code for note in course_notes(last, {}, load_rules("ema-2025"), repeats=False)]
    ['note_game_over']
    """
    notes = []
    if below := tuple(seat for seat, points in scores.items() if points < 0):
        code = "note_below_zero_ends" if rules.negative_score == "game_ends" else "note_below_zero"
        notes.append(Note.of(code, rules, "negative_score", seats=below))
    course = _course(end, scores, rules, repeats=repeats)
    is_over = course is not None and course.message.code in _GAME_OVER
    if not is_over and end.hands_left == 0 and is_a_hand(end, rules):
        course = Note.of("note_time_over", rules, "hands_after_signal")
    if course and ends_game(notes) and not ends_game([course]):
        course = None  # a game that is over neither goes on nor may be ended
    return (*notes, course) if course else tuple(notes)


def _course(end: HandEnd, scores: Mapping[Seat, int], rules: RuleSet, *, repeats: bool) -> Note | None:
    """Why the game ends, continues or may be ended; None before its last hand, or if that is unknown."""
    if end.round is None or end.number is None or end.event == "chombo":
        return None
    rounds = SEATS.index(end.round) + 1
    last = ordinary_rounds(end, rules)
    if rounds > last:
        return _in_extension(end, scores, rules, repeats=repeats)
    if rounds < last or end.number < rules.players:
        return None
    if repeats:
        return _may_stop(end, scores, rules)
    return _extended(end, scores, rules) or Note.of("note_game_over", rules, "rounds")


def _may_stop(end: HandEnd, scores: Mapping[Seat, int], rules: RuleSet) -> Note | None:
    """The note that the dealer, who deals again and leads, ends the game or may end it (WDMC 3.7.2).

    There is none after an abortive draw, which only deals the hand again, nor before the dealer has reached
    the game's goal, if it has one.
    """
    if not rules.dealer_may_stop or not scores or is_abortive(end, rules):
        return None
    goal = rules.goal if rules.extension == "to_goal" else scores[DEALER]
    if scores[DEALER] < goal or any(_is_before_dealer(seat, end, scores, rules) for seat in scores):
        return None
    if rules.dealer_stops_unasked:
        return Note.of("note_dealer_stops", rules, "dealer_stops_unasked", seat=DEALER)
    return Note.of("note_may_stop", rules, "dealer_may_stop", seat=DEALER)


def _is_before_dealer(seat: Seat, end: HandEnd, scores: Mapping[Seat, int], rules: RuleSet) -> bool:
    """Whether the dealer does not lead this seat; seat order decides equal scores."""
    if seat == DEALER or scores[seat] != scores[DEALER]:
        return scores[seat] > scores[DEALER]
    number = end.number or 1
    return rules.ties == "shared" or first_seat(seat, number, rules) < first_seat(DEALER, number, rules)


def _extended(end: HandEnd, scores: Mapping[Seat, int], rules: RuleSet) -> Note | None:
    """The note about the round that follows the last one, if the rules play on."""
    if rules.extension == "to_other_win" and end.event == "exhaustive_draw":
        return Note.of("note_extension_draw", rules, "extension", round=_next_round(end))
    return _short_of_goal(end, scores, rules) if rules.extension == "to_goal" else None


def _short_of_goal(end: HandEnd, scores: Mapping[Seat, int], rules: RuleSet) -> Note | None:
    """The note that another round follows because nobody has the goal; None if unknown or if somebody has."""
    if not scores or max(scores.values()) >= rules.goal:
        return None
    return Note.of("note_extension", rules, "goal", points=rules.goal, round=_next_round(end))


def _next_round(end: HandEnd) -> Seat:
    return SEATS[SEATS.index(end.round or DEALER) + 1]


def _in_extension(end: HandEnd, scores: Mapping[Seat, int], rules: RuleSet, *, repeats: bool) -> Note | None:
    """Why the game ends or continues with this hand of the extension; None within a round, or if unknown.

    With `to_goal` the goal ends a round at once. An optional round, as in RCR, is played to its end; the goal
    decides whether another one follows. If the dealer's repeat comes before the end, another player's goal
    ends nothing while the dealer deals again. A dealer who leads with the goal may stop, or stops.
    """
    over = Note.of("note_game_over", rules, "rounds")
    if rules.extension == "to_other_win":
        return over if any(win.seat != DEALER for win in end.wins) else None
    reached = tuple(seat for seat, points in scores.items() if points >= rules.goal)
    if rules.extension == "to_goal" and repeats and rules.repeat_before_goal:
        return _may_stop(end, scores, rules)
    reached_goal = Note.of("note_extension_over", rules, "goal", seats=reached, points=rules.goal)
    if rules.extension == "to_goal" and reached:
        return reached_goal
    # A game of only the east round is shorter by a round, and so is its extension.
    shorter = _ORDINARY - ordinary_rounds(end, rules)
    if repeats or end.number != rules.players:
        return None
    if end.round == rules.rounds[-1 - shorter]:
        return over
    return reached_goal if reached else _short_of_goal(end, scores, rules)
