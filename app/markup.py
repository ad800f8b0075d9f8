"""Escapes typed text for places that take Markdown, and for terminals."""

import re
from typing import Final

_JOINER: Final = "\N{WORD JOINER}"
"""An invisible character without width."""
_MARKS: Final = re.compile(r"[\\`*_{}\[\]()#+!|~<>$&]")
_WORDS: Final = re.compile(r"[:@]|www(?=\.)", re.IGNORECASE)
"""What begins a link, an emoji or an icon. Streamlit looks for these after it has parsed Markdown, so a
backslash does not escape them."""
_LINE: Final = re.compile(r"^(?=\s|-|\d+[.)])", re.MULTILINE)
"""Where a line begins like a list or code."""
_CONTROL: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]|\r|\n|\t")
"""Characters that move a terminal's cursor, colour text or reverse it."""


def literal(text: str) -> str:
    r"""The text as Markdown that shows it as typed.

    >>> print(literal("*Ann* ![a](b)"))
    \*Ann\* \!\[a\]\(b\)
    >>> literal("www.a.b :wave:") == "www\u2060.a.b :\u2060wave:\u2060"
    True
    """
    marked = _WORDS.sub(rf"\g<0>{_JOINER}", _MARKS.sub(r"\\\g<0>", text))
    return _LINE.sub(_JOINER, marked)


def harmless(text: str) -> str:
    r"""The text in one line for a terminal, control characters as escape codes.

    >>> harmless("Ann\x1b[2J")
    'Ann\\x1b[2J'
    """
    return _CONTROL.sub(lambda found: found.group().encode("unicode_escape").decode(), text)
