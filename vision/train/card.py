"""Changing single values of a model's card and leaving the rest as its author wrote it."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import tomlkit

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from tomlkit.items import Table


def with_values(text: str, section: str, values: Mapping[str, str | float]) -> str:
    """A card's text with some keys of one section set.

    Args:
        text: TOML. Its comments, its order and its other values stay as they are.
        section: such as ``reader``; where the card lacks it, it is added at the end.
        values: what to set, by key. A key that the section lacks is added to it.

    Raises:
        tomlkit.exceptions.ParseError: ``text`` is no TOML.

    >>> card = '[reader] # of the faces' + chr(10) + 'sha256 = "old" # of the file' + chr(10)
    >>> print(with_values(card, "reader", {"sha256": "new", "up_temperature": 0.9}), end="")
    [reader] # of the faces
    sha256 = "new" # of the file
    up_temperature = 0.9
    """
    document = tomlkit.parse(text)
    if section not in document:
        document[section] = tomlkit.table()
    table = cast("Table", document[section])
    # Comments that end the section's text stand above the next section and belong to that: keep them last.
    body, following = table.value.body, []
    while body and body[-1][0] is None:
        following.append(body.pop())
    table.update(values)
    body.extend(reversed(following))
    return tomlkit.dumps(document)


def set_in_card(card: Path, section: str, values: Mapping[str, str | float]) -> None:
    """Set keys of one section in a card's file, as `with_values` does in its text."""
    card.write_text(with_values(card.read_text(encoding="utf-8"), section, values), encoding="utf-8")
