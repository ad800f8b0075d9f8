"""The errors that the library raises, all `YakulensError`s, and how any text fits into their line."""

import re
from typing import Final

_CONTROL: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]")
"""Characters that end a line, move a terminal's cursor, colour text or reverse it."""
_BRIEF: Final = 40


def harmless(text: str) -> str:
    r"""The text in one line for a terminal, control characters as escape codes.

    >>> harmless("Ann\x1b[2J")
    'Ann\\x1b[2J'
    """
    return _CONTROL.sub(lambda found: found.group().encode("unicode_escape").decode(), text)


def brief(text: str, most: int = _BRIEF) -> str:
    """A text as a sentence repeats it: of a long one the beginning.

    >>> brief("406m"), brief("1" * 50, 4)
    ('406m', '1111…')
    """
    return text if len(text) <= most else f"{text[:most]}…"


class YakulensError(ValueError):
    """Yakulens cannot do what was asked; the text is a one-line reason."""

    def __init__(self, *parts: object) -> None:
        r"""Build the line from its parts: usually a place and what is wrong there.

        Line ends become blanks, and control characters escape codes.

        >>> str(YakulensError("club\n\x1b.toml", "no such file"))
        'club \\x1b.toml: no such file'
        """
        super().__init__(harmless(" ".join(": ".join(map(str, parts)).split())))


class InputError(YakulensError):
    """Bad input; one line says what is wrong, where, and what to do."""
