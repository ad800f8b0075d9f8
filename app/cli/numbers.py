"""Types of argparse options that take a number within bounds."""

import math
import re
from argparse import ArgumentTypeError
from collections.abc import Callable
from typing import Final

_DIGITS: Final = re.compile("-?[0-9]{1,18}")
"""More digits than any bound has, and fewer than Python refuses to read."""


def whole(low: int) -> Callable[[str], int]:
    """Whole numbers from `low` on, written with the digits 0 to 9."""

    def read(text: str) -> int:
        number = int(text) if _DIGITS.fullmatch(text) else None
        if number is None or number < low:
            message = f"{text} is no whole number from {low} on"
            raise ArgumentTypeError(message)
        return number

    return read


def between(low: float, high: float) -> Callable[[str], float]:
    """Finite numbers from `low` to `high`, both included; `high` may be infinite."""
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
