"""Numbers that an option takes, each within its bounds: for the `type` of an argparse option."""

from __future__ import annotations

import math
import re
from argparse import ArgumentTypeError
from collections.abc import Callable
from typing import Final

_DIGITS: Final = re.compile("-?[0-9]{1,18}")
"""More digits than any bound has, and fewer than Python refuses to read."""


def whole(least: int) -> Callable[[str], int]:
    """Whole numbers from `least` on, written with the digits 0 to 9.

    >>> whole(1)("12")
    12
    >>> whole(1)("0")
    Traceback (most recent call last):
    argparse.ArgumentTypeError: 0 is no whole number from 1 on
    """

    def read(text: str) -> int:
        number = int(text) if _DIGITS.fullmatch(text) else None
        if number is None or number < least:
            message = f"{text} is no whole number from {least} on"
            raise ArgumentTypeError(message)
        return number

    return read


def between(least: float, most: float) -> Callable[[str], float]:
    """Numbers from `least` to `most`, both included; `most` may be infinite, which the number may not.

    >>> between(0, 1)("0.25")
    0.25
    >>> between(0, 1)("2")
    Traceback (most recent call last):
    argparse.ArgumentTypeError: 2 is no number from 0 to 1
    """
    bounds = f"from {least:g} to {most:g}" if math.isfinite(most) else f"from {least:g} on"

    def read(text: str) -> float:
        try:
            number = float(text)
        except ValueError:
            number = math.nan
        if not (math.isfinite(number) and least <= number <= most):
            message = f"{text} is no number {bounds}"
            raise ArgumentTypeError(message)
        return number

    return read
