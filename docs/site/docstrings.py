"""How docstrings become pages: an extension of griffe, which reads them.

Our docstrings hold their examples as plain lines from `>>>` on, with no heading above them. Markdown takes
such lines for quotations and what stands in brackets for links, so they are fenced as code here.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

import griffe

if TYPE_CHECKING:
    from griffe import GriffeLoader, Object

EXAMPLE: Final = re.compile(r"^( *)>>> .*(?:\n(?!\s*$).*)*", re.MULTILINE)
"""From the first prompt to the next empty line, as doctest has it."""


class Docstrings(griffe.Extension):
    """Fences the examples of every docstring, and leaves out what nobody calls."""

    def on_object(self, *, obj: Object, loader: GriffeLoader, **kwargs: Any) -> None:  # noqa: ANN401, ARG002
        """Do so for one module, class, function or attribute."""
        if obj.name == "__post_init__":
            obj.public = False
        if obj.docstring is not None:
            obj.docstring.value = fenced(obj.docstring.value)


def fenced(text: str) -> str:
    r"""The docstring with its examples between fences.

    >>> fenced("Adds.\n\n>>> add(1)\n[1]").splitlines()
    ['Adds.', '', '```pycon', '>>> add(1)', '[1]', '```']
    """
    return EXAMPLE.sub(lambda found: f"{found[1]}```pycon\n{found[0]}\n{found[1]}```", text)
