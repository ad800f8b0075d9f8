"""The errors that the library raises, all `YakulensError`s, and how any text fits into their line."""

import re
import unicodedata
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
