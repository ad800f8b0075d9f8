"""Parts of a game's table (`app.table`) that are tapped, as Streamlit's buttons; the others are drawn."""

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import Any, Final

import streamlit as st

from yakulens.app import Json
from yakulens.app.page.guard import guard_tap
from yakulens.app.page.parts import drawn
from yakulens.app.page.parts.buttons import button, label_above
from yakulens.app.words.markup import literal

Hear = Callable[[Json], object]
_ICONS: Final = {
    "needs": ":material/flag:",
    "penalty": ":material/gavel:",
    "clock": ":material/timer:",
    "seats": ":material/swap_horiz:",
}
"""The symbols of what unfolds, by its key."""
_TAPS_ICONS: Final = {"undo": "undo", "mend": "edit", "remove": "delete"}
"""The symbols of buttons, by what their tap does."""
_TAPPED: Final = {"choices", "buttons", "number", "label", "fold"}
"""The parts that Streamlit draws; all others are only looked at."""


def show(parts: Sequence[Json], key: str, hear: Hear) -> None:
    """Draw the parts under a unique key, from top to bottom; ``hear`` gets the tap of what is tapped."""
    for number, (is_tapped, run) in enumerate(groupby(parts, lambda part: part["part"] in _TAPPED)):
        if not is_tapped:
            drawn.parts([*run], f"{key}-{number}")
            continue
        for part in run:
            _show(part, hear)


def _show(part: Json, hear: Hear) -> None:
    match part["part"]:
        case "choices":
            _row(part.get("title", ""), part["options"], f"choice-{_common(part['options'])}", hear)
        case "buttons":
            _row("", part["buttons"], f"choice-do-{key_of(part['buttons'][0]['tap'])}", hear)
        case "number":
            _number(part, hear)
        case "label":
            label_above(part["text"])
        case "fold":
            icon = _ICONS.get(part["key"])
            with st.expander(literal(part["title"]), icon=icon, expanded=bool(part.get("open"))):
                show(part["parts"], part["key"], hear)


def key_of(tap: Json) -> str:
    """What a tap does, and about what, as a key: the same as in `app/web/table.js`.

    >>> key_of({"do": "han", "version": 3, "seat": "south", "number": 2})
    'han-south-2'
    """
    return "-".join(str(value) for name, value in tap.items() if name != "version")


def _common(options: Sequence[Json]) -> str:
    """A key of a row: what its first tap does, and what all taps that do this are about."""
    first, *rest = (option["tap"] for option in options)
    others = [each for each in rest if each["do"] == first["do"]]
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
            icon = _TAPS_ICONS.get(tap["do"], "")
            button(literal(option["label"]), key_of(tap), icon, hear, tap, strong=strong, disabled=off)


def _number(part: Json, hear: Hear) -> None:
    """A field for a number within bounds: its value is heard when it changes."""
    key = f"number-{key_of(part['tap'])}-{part['least']}-{part['most']}"

    def changed() -> None:
        hear(part["tap"] | {"number": int(st.session_state[key])})

    bounds: dict[str, Any] = {"min_value": part["least"], "max_value": part["most"], "step": part["step"]}
    st.number_input(part["label"], value=part["value"], key=key, on_change=guard_tap(changed), **bounds)
