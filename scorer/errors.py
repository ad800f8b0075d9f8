"""The errors that a caller of the library meets; every one is a `YakulensError`."""

from __future__ import annotations


class YakulensError(ValueError):
    """Something that was asked of Yakulens cannot be done; the text is one line that says why."""


class InputError(YakulensError):
    """Bad input: one line that says what is wrong, where, and what to do."""
