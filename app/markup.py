"""Nothing that a person typed is markup: text for places where Streamlit takes Markdown."""

from __future__ import annotations

import re
from typing import Final

_MARKS: Final = re.compile(r"[\\`*_{}\[\]()#+!|~<>$:]")


def literal(text: str) -> str:
    r"""The text as Markdown that shows it as it was typed.

    >>> print(literal("*Ann* ![a](//b)"))
    \*Ann\* \!\[a\]\(//b\)
    """
    return _MARKS.sub(r"\\\g<0>", text)
