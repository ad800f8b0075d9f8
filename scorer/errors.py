"""The errors that the library raises, all `YakulensError`s, and how any text fits into their line."""

import re
from collections.abc import Iterable
from difflib import get_close_matches
from typing import Final

_CONTROL: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]")
"""Characters that end a line, move a terminal's cursor, colour text or reverse it."""
_BETWEEN: Final = re.compile(r"[\s_-]+")
_BRIEF: Final = 40
_LEAST_TYPED: Final = 2
_ALIKE: Final = 0.7
"""How alike names must be, as difflib's ratio: a third of the signs may differ."""


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


def nearest(name: str, known: Iterable[str]) -> str | None:
    """The known name that a misspelt one is nearest to; None if none is near, or the name is very long.

    Capitals, blanks, hyphens and underscores make no difference. Where nothing is spelt alike, the first name
    that begins so is near.

    >>> nearest("EMA 2025", ["wrc-2025", "ema-2025"]), nearest("daisangn", ["daisangen", "pinfu"])
    ('ema-2025', 'daisangen')
    >>> nearest("wrc", ["ema-2025", "wrc-2025"]), nearest("chess", ["ema-2025", "wrc-2025"])
    ('wrc-2025', None)
    """
    plain = {_plain(each): each for each in reversed([*known])}
    typed = _plain(name)
    if not _LEAST_TYPED <= len(typed) <= _BRIEF:
        return None
    alike = get_close_matches(typed, plain, n=1, cutoff=_ALIKE)
    begun = [each for each in reversed(plain) if each.startswith(typed)]
    return next((plain[each] for each in (*alike, *begun)), None)


def _plain(name: str) -> str:
    return _BETWEEN.sub("", name.casefold())


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
