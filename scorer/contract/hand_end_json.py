"""From the contract's JSON of a finished hand to `HandEnd`, gathering every problem on the way."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, TypeVar

from scorer.hand import Problem
from scorer.rules.load import load_rules
from scorer.rules.ruleset import RulesError
from scorer.table.hand_end import DEALER, EVENTS, Event, HandEnd
from scorer.vocabulary import SEATS, Seat

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorer.rules.ruleset import RuleSet

_T = TypeVar("_T")
KEYS: Final = (
    "id",
    "rules",
    "rule_overrides",
    "round",
    "dealer",
    "honba",
    "deposits",
    "riichi",
    "event",
    "discarder",
    "wins",
    "tenpai",
    "nagashi",
    "offender",
    "reason",
    "tournament",
    "scores",
)
"""What a finished hand may say."""
DEFAULT_RULES: Final = "ema-2025"
MOST: Final = 1000
"""More counters or sticks than any table has seen."""
MOST_POINTS: Final = 10_000_000
_SHOWN: Final = 40
_HUGE: Final = 10**_SHOWN
REASONS: Final = {
    "four_winds": (("wind",), ("suufon",), ("suufuu",), ("kaze",)),
    "fifth_quad": (("fif", "qka"), ("five", "qka"), ("5", "qka")),
    "four_quads": (("four", "qka"), ("4", "qka"), ("suukaikan",), ("suukan",)),
    "nine_terminals": (("nine",), ("9",), ("kyuushu",), ("kyushu",)),
    "four_riichi": (("four", "riichi"), ("4", "riichi"), ("suucha",), ("reach",)),
    "three_rons": (("three", "ron"), ("3", "ron"), ("triple", "ron"), ("sancha",)),
    "same_terminal": (("same", "terminal"), ("three", "terminal")),
}
"""The reasons of an abortive draw, each with the parts of the names that people and records give it."""
_QUADS: Final = ("quad", "kong", "kan")


@dataclass(slots=True)
class Reader:
    """Reads single values of a JSON object; what is wrong is noted in `problems`."""

    problems: list[Problem] = field(default_factory=list)

    def wrong(self, code: str, message: str) -> None:
        """Note a problem."""
        self.problems.append(Problem(code, message))

    def whole(self, value: object, where: str, low: int, high: int) -> int | None:
        """A whole number between two others, or None."""
        if isinstance(value, int) and not isinstance(value, bool) and low <= value <= high:
            return value
        self.wrong("wrong_number", f"{where}: a whole number {low} to {high} is needed, not {shown(value)}")
        return None

    def word(self, value: object, where: str, words: Sequence[_T]) -> _T | None:
        """One of some words, or None."""
        for word in words:
            if isinstance(value, str) and value == word:
                return word
        allowed = ", ".join(str(word) for word in words)
        self.wrong("wrong_value", f"{where}: choose {allowed}; not {shown(value)}")
        return None

    def seat(self, value: object, where: str) -> Seat | None:
        """A seat, or None."""
        return self.word(value, where, SEATS)

    def optional_seat(self, value: object, where: str) -> Seat | None:
        """A seat where one is named."""
        return None if value is None else self.seat(value, where)

    def seats(self, value: object, where: str) -> tuple[Seat, ...]:
        """A list of seats; nothing is an empty one."""
        if value is None:
            return ()
        if not isinstance(value, list):
            self.wrong("wrong_type", f"{where}: a list of seats is needed, not {shown(value)}")
            return ()
        read = (self.seat(each, where) for each in value)
        return tuple(seat for seat in read if seat is not None)

    def yes_no(self, value: object, where: str) -> bool:
        """True or false; nothing is false."""
        if isinstance(value, bool) or value is None:
            return bool(value)
        self.wrong("wrong_type", f"{where}: true or false is needed, not {shown(value)}")
        return False

    def known(self, keys: Any, allowed: Sequence[str], where: str) -> None:  # noqa: ANN401 - keys of any JSON object
        """Note the keys that nobody would read."""
        for key in keys:
            if key not in allowed:
                self.wrong("unknown_key", f"{where}unknown key '{key}'; known are {', '.join(allowed)}")


def read_end(value: dict[str, Any], reader: Reader) -> HandEnd:
    """The finished hand without its wins; an unreadable part is a problem and left out."""
    reader.known(value, KEYS, "")
    event: Event = reader.word(value.get("event"), "event", EVENTS) or "chombo"
    dealer = value.get("dealer")
    if dealer not in (None, DEALER) and reader.seat(dealer, "dealer"):
        text = f"dealer: seats are the winds of this hand, so its dealer is {DEALER}, not {dealer}"
        reader.wrong("dealer_not_east", text)
    return HandEnd(
        event=event,
        honba=_count(value, "honba", reader),
        deposits=_count(value, "deposits", reader),
        riichi=reader.seats(value.get("riichi"), "riichi"),
        discarder=reader.optional_seat(value.get("discarder"), "discarder"),
        tenpai=reader.seats(value.get("tenpai"), "tenpai"),
        nagashi=reader.seats(value.get("nagashi"), "nagashi"),
        offender=reader.optional_seat(value.get("offender"), "offender"),
        reason=_reason(value.get("reason"), event, reader),
        tournament=reader.yes_no(value.get("tournament"), "tournament"),
        scores=_scores(value.get("scores"), reader),
    )


def rules_of(value: dict[str, Any]) -> RuleSet:
    """The rule set that a JSON object names, with its house rules.

    Raises:
        RulesError: there is no such rule set, or a house rule is unknown.
    """
    name, overrides = value.get("rules"), value.get("rule_overrides")
    if name is not None and not isinstance(name, str):
        message = f"rules: a name or the path of a .toml file is needed, not {shown(name)}"
        raise RulesError(message)
    if overrides is not None and not isinstance(overrides, dict):
        message = f"rule_overrides: an object is needed, not {shown(overrides)}"
        raise RulesError(message)
    return load_rules(DEFAULT_RULES if name is None else name, overrides)


def shown(value: object) -> str:
    """A JSON value in an error message: short, whatever it is.

    >>> shown({"a": 1}), shown(None), shown("up")
    ('an object', 'nothing', "'up'")
    """
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, list):
        return "a list"
    if value is None:
        return "nothing"
    if isinstance(value, int) and abs(value) >= _HUGE:
        return "a huge number"
    text = str(value).lower() if isinstance(value, bool) else repr(value)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}..."


def _count(value: dict[str, Any], key: str, reader: Reader) -> int:
    given = value.get(key)
    if given is None:
        return 0
    return reader.whole(given, key, 0, MOST) or 0


def reason_of(name: str) -> str | None:
    """The reason of an abortive draw by any of the names it goes by.

    >>> reason_of("kyuushu kyuuhai"), reason_of("Four kans"), reason_of("5th kan"), reason_of("rain")
    ('nine_terminals', 'four_quads', 'fifth_quad', None)
    """
    plain = name.lower()
    if plain in REASONS:
        return plain
    for quad in _QUADS:
        plain = plain.replace(quad, f"{quad} qka")
    for reason, names in REASONS.items():
        if any(all(part in plain for part in parts) for parts in names):
            return reason
    return None


def _reason(value: object, event: Event, reader: Reader) -> str | None:
    if value is None or event != "abortive_draw":
        return None
    reason = reason_of(value) if isinstance(value, str) else None
    if reason is None:
        reader.wrong("wrong_value", f"reason: choose {', '.join(REASONS)}; not {shown(value)}")
    return reason


def _scores(value: object, reader: Reader) -> dict[Seat, int]:
    if value is None:
        return {}
    if not isinstance(value, dict):
        reader.wrong("wrong_type", f"scores: an object of seats and points is needed, not {shown(value)}")
        return {}
    scores: dict[Seat, int] = {}
    for key, points in value.items():
        seat = reader.seat(key, "scores")
        number = reader.whole(points, f"scores: {key}", -MOST_POINTS, MOST_POINTS)
        if seat is not None and number is not None:
            scores[seat] = number
    return scores
