"""Escapes typed text for places that take Markdown."""

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


def literal(text: str) -> str:
    r"""The text as Markdown that shows it as typed.

    >>> print(literal("*Ann* ![a](b)"))
    \*Ann\* \!\[a\]\(b\)
    >>> literal("www.a.b :wave:") == "www\u2060.a.b :\u2060wave:\u2060"
    True
    """
    marked = _WORDS.sub(rf"\g<0>{_JOINER}", _MARKS.sub(r"\\\g<0>", text))
    return _LINE.sub(_JOINER, marked)
