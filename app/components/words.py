"""Small pieces of HTML and text that several parts of the page share."""

from __future__ import annotations

import html
from typing import Any, Final

import streamlit as st

from app import i18n, state

MINUS: Final = "\N{MINUS SIGN}"
KANJI: Final = {"east": "東", "south": "南", "west": "西", "north": "北"}


def say(key: str, **values: object) -> str:
    """One sentence in the visitor's language, as HTML."""
    return html.escape(state.say(key, **values))


def heading(key: str) -> None:
    """A part's heading."""
    st.html(f'<h3 class="yl-h">{say(key)}</h3>')


def wind(seat: str) -> str:
    """A seat's wind: its character, and its name where the language is not Japanese."""
    if state.language() == "ja":
        return KANJI[seat]
    return f"{KANJI[seat]} {state.say(f'wind.{seat}')}"


def worth(score: dict[str, Any]) -> str:
    """Han, fu and limit of a score in words; for a hand without a score, why."""
    if score["outcome"] != "win":
        return state.say(f"result.{score['outcome']}")
    if score["yakuman"]:
        many = score["yakuman"] > 1
        return state.say("result.yakuman" if many else "result.yakuman_one", n=score["yakuman"])
    parts = [state.say("result.han", han=score["han"])]
    if score["fu"]:
        parts.append(state.say("result.fu", fu=score["fu"]))
    if score["limit"]:
        parts.append(state.say(f"limit.{score['limit']}"))
    return " · ".join(parts)


def points(value: int) -> str:
    """A change of points as HTML, with its sign and colour."""
    css = "gain" if value > 0 else "loss" if value < 0 else ""
    shown = f"{value:+,}".replace("-", MINUS) if value else "0"
    return f'<span class="{css}">{shown}</span>'


def table(rows: list[str], heading: str | None = None) -> str:
    """Rows of ``<tr>`` as a table under a small heading; nothing where there are none."""
    if not rows:
        return ""
    head = f'<div class="yl-head">{say(heading)}</div>' if heading else ""
    return f'{head}<table class="yl-table">{"".join(rows)}</table>'


def fu_name(name: str) -> str:
    """A fu line's name, as HTML."""
    key = f"fu.{name}"
    if i18n.knows(state.language(), key):
        return say(key)
    return html.escape(name.replace("_", " "))


def note(key: str, **values: object) -> str:
    """A sentence in small letters."""
    return f'<div class="yl-note">{say(key, **values)}</div>'
