"""The contract's JSON of penalties after a game: points, or points with a reason, or several of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from yakulens.scorer.contract.form import Kind, Spot, whole
from yakulens.scorer.message import Message
from yakulens.scorer.rules.penalties import Penalty, find_penalty
from yakulens.scorer.rules.ruleset import RuleSet
from yakulens.scorer.table.standing import Deduction

REFEREE: Final = "referee"
"""The reason of a penalty that a referee gave without naming an offence of the book."""
_KEYS: Final = ("points", "reason")
_EXPECTED: Final = Message("penalty_points_or_reason")


@dataclass(frozen=True, slots=True)
class Told:
    """One penalty as it is told: its points, and its reason, an offence of the book or any text."""

    points: int | None
    reason: str = ""


def penalties(most: int) -> Kind[tuple[Told, ...]]:
    """Points below zero, an object with `points` and `reason`, or a list of these.

    Args:
        most: the most points that one penalty may take.

    >>> penalties(99_000).read([-1000, {"reason": "late", "points": -3000}], Spot("penalties.Bo", []))
    (Told(points=-1000, reason=''), Told(points=-3000, reason='late'))
    """
    taken = whole(-most, 0)

    def read(value: object, at: Spot) -> tuple[Told, ...] | None:
        if not isinstance(value, list | tuple):
            alone = _one(value, at, taken)
            return None if alone is None else (alone,)
        found = [_one(each, at.inner(f"[{place}]"), taken) for place, each in enumerate(value)]
        return None if None in found else tuple(each for each in found if each is not None)

    return Kind(_EXPECTED, read)


def _one(value: object, at: Spot, taken: Kind[int]) -> Told | None:
    if not isinstance(value, Mapping):
        points = _points(value, at, taken)
        return None if points is None else Told(points)
    for name in value:
        if name not in _KEYS:
            at.inner(f".{name}").wrong(Message.of("unknown_key", allowed=_KEYS))
    given, reason = value.get("points"), value.get("reason")
    if reason is not None and not isinstance(reason, str):
        at.inner(".reason").wrong_type(reason, _EXPECTED)
        return None
    if given is None and reason:
        return Told(None, reason)
    if given is None:
        at.wrong_type(value, _EXPECTED)
        return None
    points = _points(given, at.inner(".points"), taken)
    return None if points is None else Told(points, reason or "")


def _points(value: object, at: Spot, taken: Kind[int]) -> int | None:
    if isinstance(value, int) and not isinstance(value, bool):
        return taken.read(value, at)
    at.wrong_type(value, _EXPECTED)
    return None


def deduction(told: Told, rules: RuleSet) -> Deduction | Message:
    """A penalty with its sentence and section by the rule set's book; a message where it cannot be taken.

    >>> found = deduction(Told(None, "win_invalid"), load_rules("ema-2025"))
    >>> found.points, found.cite
    (-20000, 'EMA 2025 6.8')
    >>> deduction(Told(-300_000, "late"), load_rules("ema-2025")).text
    'late by up to ten minutes, for each minute: 10,000 points are the most that it takes (EMA 2025 7.2)'
    """
    known = find_penalty(told.reason, rules)
    if known is not None:
        return _of_the_book(known, told.points, rules)
    if told.points is None:
        return Message.of("penalty_without_points", words=told.reason)
    if told.reason == REFEREE:
        return Deduction(told.points, Message("penalty_referee"), "")
    return Deduction(told.points, Message.of("reason_told", words=told.reason) if told.reason else None)


def _of_the_book(known: Penalty, given: int | None, rules: RuleSet) -> Deduction | Message:
    """The penalty of an offence that the book names, with the points given or else those of the book."""
    most, cite = known.most_taken(rules), known.source.cite
    points = known.taken(rules) if given is None else given
    if most == 0 and points != 0:
        return Message.of("penalty_takes_none", what=known.offence, cost=known.cost(rules), cite=cite)
    if points is None:
        return Message.of("penalty_without_points", words=known.id)
    if most is not None and -points > most:
        return Message.of("penalty_beyond_book", what=known.offence, most=most, cite=cite)
    least = known.least_taken(rules)
    if 0 < -points < least:
        return Message.of("penalty_below_book", what=known.offence, least=least, cite=cite)
    return Deduction(points, known.offence, cite, known.id)
