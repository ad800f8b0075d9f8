"""Numbers that options take: read within their bounds, refused in words."""

from __future__ import annotations

from argparse import ArgumentTypeError
from math import inf

import pytest

from yakulens.app.cli.frame import between, whole


@pytest.mark.parametrize("text", ["-1", "1.0", "two", "", "²", "1_0"])
def test_what_is_no_whole_number_from_0_on_is_refused(text: str) -> None:
    with pytest.raises(ArgumentTypeError, match="is not a whole number of at least 0"):
        whole(0)(text)


@pytest.mark.parametrize("text", ["9" * 19, "9" * 5000])
def test_a_whole_number_that_nothing_can_be_is_called_too_large(text: str) -> None:
    with pytest.raises(ArgumentTypeError, match=f"^{text} is too large a number$"):
        whole(0)(text)


@pytest.mark.parametrize("text", ["-0.1", "inf", "nan", "much"])
def test_what_is_no_number_within_the_bounds_is_refused(text: str) -> None:
    with pytest.raises(ArgumentTypeError, match="is not a number of at least 0"):
        between(0, inf)(text)


def test_both_bounds_are_included() -> None:
    assert [between(0, 1)(text) for text in ("0", "1", "0.5")] == [0.0, 1.0, 0.5]
    assert [whole(1)(text) for text in ("1", "12")] == [1, 12]
