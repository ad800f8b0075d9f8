"""Parts of a game's table (`app.table`) that are tapped, as Streamlit's buttons; the others are drawn."""

from collections.abc import Callable, Sequence

import streamlit as st

from yakulens.app import Json
from yakulens.app.page.parts import drawn
from yakulens.app.page.parts.buttons import button, label_above
from yakulens.app.words.markup import literal

Hear = Callable[[Json], object]


def show(parts: Sequence[Json], key: str, hear: Hear) -> None:
    """Draw the parts under a unique key, from top to bottom; ``hear`` gets the tap of what is tapped."""
    for number, part in enumerate(parts):
        match part["part"]:
            case "choices":
                _row(part.get("title", ""), part["options"], f"choice-{_common(part['options'])}", hear)
            case "buttons":
                _row("", part["buttons"], f"choice-do-{key_of(part['buttons'][0]['tap'])}", hear)
            case "label":
                label_above(part["text"])
            case _:
                drawn.parts([part], f"{key}-{number}")


def key_of(tap: Json) -> str:
    """What a tap does, and about what, as a key: the same as in `app/web/table.js`.

    >>> key_of({"do": "han", "version": 3, "seat": "south", "number": 2})
    'han-south-2'
    """
    return "-".join(str(value) for name, value in tap.items() if name != "version")


def _common(options: Sequence[Json]) -> str:
    """A key of a row: what its first tap does, and what all of its taps are about."""
    first, *others = (option["tap"] for option in options)
    same = [
        str(first[name])
        for name in ("seat", "value")
        if name in first and all(each.get(name) == first[name] for each in others)
    ]
    return "-".join((first["do"], *same))


def _row(title: str, options: Sequence[Json], key: str, hear: Hear) -> None:
    """A row of buttons under its title; what holds is marked."""
    if title:
        label_above(title)
    with st.container(key=key, horizontal=True):
        for option in options:
            strong, off = bool(option.get("chosen") or option.get("strong")), bool(option.get("off"))
            tap = option["tap"]
            button(literal(option["label"]), key_of(tap), "", hear, tap, strong=strong, disabled=off)
