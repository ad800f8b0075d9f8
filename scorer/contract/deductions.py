"""The contract's JSON of penalties after a game: points, points with a reason, or several of these."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from yakulens.scorer.contract.form import FormField, Kind, integer, unknown_key
from yakulens.scorer.message import Message
from yakulens.scorer.rules.penalties import Penalty, find_penalty
from yakulens.scorer.rules.ruleset import RuleSet
from yakulens.scorer.table.standing import Deduction

REFEREE: Final = "referee"
"""The reason of a referee's penalty without an offence of the book."""
_KEYS: Final = ("points", "reason")
_EXPECTED: Final = Message("penalty_points_or_reason")


@dataclass(frozen=True, slots=True)
class StatedPenalty:
    """A penalty as entered: its points, and as reason an offence of the book or any text."""

    points: int | None
    reason: str = ""


def penalties(max_points: int) -> Kind[tuple[StatedPenalty, ...]]:
    """Negative points of at most `max_points`, an object with `points` and `reason`, or a list of these.

    >>> penalties(99_000).read([-1000, {"reason": "late", "points": -3000}], FormField("penalties.Bo", []))
    (StatedPenalty(points=-1000, reason=''), StatedPenalty(points=-3000, reason='late'))
    """
    bounds = integer(-max_points, 0)

    def read(value: object, at: FormField) -> tuple[StatedPenalty, ...] | None:
        if not isinstance(value, list | tuple):
            alone = _penalty(value, at, bounds)
            return None if alone is None else (alone,)
        items = [_penalty(each, at.inner(f"[{place}]"), bounds) for place, each in enumerate(value)]
        return None if None in items else tuple(each for each in items if each is not None)

    return Kind(_EXPECTED, read)


def _penalty(value: object, at: FormField, bounds: Kind[int]) -> StatedPenalty | None:
    if not isinstance(value, Mapping):
        points = _points(value, at, bounds)
        return None if points is None else StatedPenalty(points)
    for name in value:
        if name not in _KEYS:
            at.inner(f".{name}").wrong(unknown_key(str(name), _KEYS))
    stated_points, reason = value.get("points"), value.get("reason")
    if reason is not None and not isinstance(reason, str):
        at.inner(".reason").wrong_type(reason, _EXPECTED)
        return None
    if stated_points is None and reason:
        return StatedPenalty(None, reason)
    if stated_points is None:
        at.wrong_type(value, _EXPECTED)
        return None
    points = _points(stated_points, at.inner(".points"), bounds)
    return None if points is None else StatedPenalty(points, reason or "")


def _points(value: object, at: FormField, bounds: Kind[int]) -> int | None:
    if isinstance(value, int) and not isinstance(value, bool):
        return bounds.read(value, at)
    at.wrong_type(value, _EXPECTED)
    return None


def deduction(penalty: StatedPenalty, rules: RuleSet) -> Deduction | Message:
    """A penalty with its sentence and section from the rule set's book; a message if it is impossible."""
    book_penalty = find_penalty(penalty.reason, rules)
    if book_penalty is not None:
        return _of_the_book(book_penalty, penalty.points, rules)
    if penalty.points is None:
        return Message.of("penalty_without_points", words=penalty.reason)
    if not penalty.reason:
        is_chombo = rules.chombo_penalty and penalty.points % rules.chombo_penalty == 0
        return Deduction(penalty.points, cite=rules.cite_of("chombo_penalty") if is_chombo else "")
    told = Message.of("reason_told", words=penalty.reason)
    return Deduction(penalty.points, Message("penalty_referee") if penalty.reason == REFEREE else told)


def _of_the_book(penalty: Penalty, stated_points: int | None, rules: RuleSet) -> Deduction | Message:
    """The penalty of an offence in the book, with the given points or else those of the book."""
    max_points, cite = penalty.most_taken(rules), penalty.source.cite
    points = penalty.taken(rules) if stated_points is None else stated_points
    if max_points == 0 and points != 0:
        return Message.of("penalty_takes_none", what=penalty.offence, cost=penalty.cost(rules), cite=cite)
    if points is None:
        return Message.of("penalty_without_points", words=penalty.id)
    if max_points is not None and -points > max_points:
        return Message.of("penalty_beyond_book", what=penalty.offence, most=max_points, cite=cite)
    min_points = penalty.least_taken(rules)
    if 0 < -points < min_points:
        return Message.of("penalty_below_book", what=penalty.offence, least=min_points, cite=cite)
    if penalty.step and points % penalty.step:
        return Message.of("penalty_off_step", what=penalty.offence, step=penalty.step, cite=cite)
    return Deduction(points, penalty.offence, cite, penalty.source.remark, penalty.id)
