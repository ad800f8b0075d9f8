"""Types of argparse options that take a number within bounds."""

from __future__ import annotations

import math
import re
from argparse import ArgumentTypeError
from collections.abc import Callable
from typing import Final

_DIGITS: Final = re.compile("-?[0-9]{1,18}")
"""More digits than any bound has, and fewer than Python refuses to read."""


def whole(low: int) -> Callable[[str], int]:
    """Whole numbers from `low` on, written with the digits 0 to 9.

    >>> whole(1)("12")
    12
    >>> whole(1)("0")
    Traceback (most recent call last):
    argparse.ArgumentTypeError: 0 is no whole number from 1 on
    """

    def read(text: str) -> int:
        number = int(text) if _DIGITS.fullmatch(text) else None
        if number is None or number < low:
            message = f"{text} is no whole number from {low} on"
            raise ArgumentTypeError(message)
        return number

    return read


def between(low: float, high: float) -> Callable[[str], float]:
    """Finite numbers from `low` to `high`, both included; `high` may be infinite.

    >>> between(0, 1)("0.25")
    0.25
    >>> between(0, 1)("2")
    Traceback (most recent call last):
    argparse.ArgumentTypeError: 2 is no number from 0 to 1
    """
    bounds = f"from {low:g} to {high:g}" if math.isfinite(high) else f"from {low:g} on"

    def read(text: str) -> float:
        try:
            number = float(text)
        except ValueError:
            number = math.nan
        if not (math.isfinite(number) and low <= number <= high):
            message = f"{text} is no number {bounds}"
            raise ArgumentTypeError(message)
        return number

    return read
