"""What a page says: Streamlit's texts, and what the browser draws from JSON."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

    from streamlit.testing.v1 import AppTest

NO_WORDS: Final = {
    *("url", "do", "event", "key", "part", "lie", "kind", "origin", "side", "place", "picks"),
    *("opens", "language", "face", "lies", "mark", "sign", "outbox", "anchor", "field", "picture"),
    *("options", "events"),
}
"""Names of values in the JSON that are never read."""


def drawn(page: AppTest) -> dict[str, Any]:
    """Each part that the browser draws, by its key, or else by its kind."""
    return {part["key"] or part["part"]: part for part in _parts(page)}


def _parts(page: AppTest) -> list[dict[str, Any]]:
    return [json.loads(each.value) for each in page.json]


def said(told: object) -> Iterator[str]:
    """Every text in some JSON that a person reads or hears."""
    if isinstance(told, str):
        yield told
    elif isinstance(told, dict):
        codes = {"value"} if "options" in told else set()
        for name, value in told.items():
            if name not in NO_WORDS | codes:
                yield from said(value)
    elif isinstance(told, list | tuple):
        for each in told:
            yield from said(each)


def words(page: AppTest) -> str:
    """All that the page says, a text a line; Streamlit's own as HTML."""
    own = [*(each.proto.body for each in page.get("html")), *(each.value for each in page.markdown)]
    return "\n".join([*own, *(text for part in _parts(page) for text in said(part))])


def lines(table: dict[str, Any]) -> list[list[str]]:
    """A table's cells, row by row, each as its text."""
    return [[cell.get("text", "") for cell in row["cells"]] for row in table["rows"]]
