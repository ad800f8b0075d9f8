"""The errors that the library raises, all `YakulensError`s, and how any text fits into their line."""

import re
import unicodedata
from typing import Final

_CONTROL: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]")
"""Characters that end a line, move a terminal's cursor, colour text or reverse it."""
_BRIEF: Final = 40
_INVISIBLE_KINDS: Final = frozenset({"Cc", "Cf", "Cs", "Cn", "Co", "Zl", "Zp"})
_FILLERS: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0") | frozenset(
    map(chr, range(0xFE00, 0xFE10))
)
_BLANKS: Final = " \u3000"
"""The blank, and that of Japanese and Chinese."""
_WITHIN_EMOJI: Final = "\u200d\ufe0e\ufe0f"


def harmless(text: str) -> str:
    r"""The text in one line for a terminal, control characters as escape codes.

    >>> harmless("Ann\x1b[2J")
    'Ann\\x1b[2J'
    """
    return _CONTROL.sub(lambda found: found.group().encode("unicode_escape").decode(), text)


def visible(text: str) -> str:
    r"""A name with its invisible characters shown, as their numbers.

    Marks that turn the direction of the text, letters without width, fillers and odd blanks make one name
    look like another. Joiners and variants within emoji stay.

    >>> visible("Ann\u202e"), visible("An\u200bn"), visible("安 娜")
    ('Ann⟨U+202E⟩', 'An⟨U+200B⟩n', '安 娜')
    >>> emoji = "\U0001f468\u200d\U0001f52c\ufe0f"
    >>> visible(emoji) == emoji
    True
    """
    return "".join(
        f"⟨U+{ord(char):04X}⟩" if _is_invisible(char, text[at - 1 : at]) else char
        for at, char in enumerate(text)
    )


def _is_invisible(char: str, before: str) -> bool:
    """Whether nothing is to be seen of a character that comes after ``before``."""
    if char in _WITHIN_EMOJI and before and unicodedata.category(before) in {"So", "Sk"}:
        return False
    kind = unicodedata.category(char)
    return kind in _INVISIBLE_KINDS or char in _FILLERS or (kind == "Zs" and char not in _BLANKS)


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
