"""What one key of a rule set may hold: the kinds of values, each with its words for a message."""

import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final


def _with_tuples(value: object) -> object:
    return tuple(map(_with_tuples, value)) if isinstance(value, list) else value


@dataclass(frozen=True, slots=True)
class Switch:
    """What one key of a rule set may hold.

    Attributes:
        allowed: the allowed values, in words.
        fits: whether a TOML value is allowed.
        frozen: converts such a value to the form in a rule set.

    >>> one_of(3, 4).allowed, one_of(3, 4).read(4)
    ('3, 4', 4)
    """

    allowed: str
    fits: Callable[[object], bool]
    frozen: Callable[[Any], object] = _with_tuples

    def read(self, value: object) -> object:
        """The value in the form of a rule set.

        Raises:
            ValueError: it is not allowed.
        """
        if not self.fits(value):
            raise ValueError
        return self.frozen(value)


def number(low: int, high: int, *, step: int = 1) -> Switch:
    """A whole number within bounds, perhaps only every so many."""
    words = f"a whole number {low} to {high}" + (f", by {step}" if step > 1 else "")
    # True and 4.0 equal integers, but are not allowed.
    return Switch(words, lambda value: type(value) is int and low <= value <= high and value % step == 0)


def one_of(*words: str | int) -> Switch:
    """One of these words or numbers."""
    allowed = ", ".join(map(str, words))
    return Switch(allowed, lambda value: type(value) in {str, int} and value in words)


def list_of(words: str, inner: Switch, low: int = 0, high: float = math.inf) -> Switch:
    """A list of so many values, each as `inner` allows; ``words`` describe the list."""

    def fits(value: object) -> bool:
        return isinstance(value, list) and low <= len(value) <= high and all(map(inner.fits, value))

    return Switch(words, fits)


def some_of(*words: str, low: int = 0) -> Switch:
    """A list of some of these words."""
    return list_of(f"a list out of {', '.join(words)}", one_of(*words), low)


def numbers(length: int | None, low: int, high: int) -> Switch:
    """A list of whole numbers within bounds, of a given length or of any."""
    words = f"a list of {length or 'some'} whole numbers {low} to {high}"
    return list_of(words, number(low, high), length or 0, length or math.inf)


def lists(inner: Switch) -> Switch:
    """A list of lists."""
    return list_of(f"a list, each of it {inner.allowed}", inner)


def texts(form: re.Pattern[str], example: str) -> Switch:
    """A list of texts of a form; ``example`` is one."""
    text = Switch(example, lambda value: isinstance(value, str) and form.fullmatch(value) is not None)
    return list_of(f"a list of texts such as '{example}'", text)


YES_NO: Final = Switch("true, false", lambda value: isinstance(value, bool))
