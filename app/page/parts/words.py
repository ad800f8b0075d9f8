"""Pieces of HTML and text that several parts of the page share."""

import html
from collections.abc import Mapping, Sequence
from typing import Any

import streamlit as st

from yakulens.app import Json
from yakulens.app.game import TableState
from yakulens.app.hand.place import Place
from yakulens.app.page import state
from yakulens.app.words import phrases, rule_phrases


def say(key: str, **values: object) -> str:
    """One sentence in the visitor's language, as HTML."""
    return html.escape(state.say(key, **values))


def heading(key: str, **values: object) -> None:
    """A part's heading."""
    st.html(f'<h3 class="yl-h">{say(key, **values)}</h3>')


def wind(seat: str) -> str:
    """A seat's wind: its character, and its name where the language has another."""
    return phrases.wind_shown(state.language(), seat)


def worth(score: Json) -> str:
    """Han, fu and limit of a score in words; for a hand without a score, why."""
    return phrases.worth(state.language(), score)


def turn(stand: TableState | Place) -> str:
    """Which hand of a game it is: East 1."""
    return phrases.turn(state.language(), stand.round, stand.dealer)


def table(rows: list[str], heading: str | None = None, columns: Sequence[str] = ()) -> str:
    """Rows of ``<tr>`` (HTML) as a table; empty without rows.

    ``heading`` is the key of the text above the table; ``columns`` are the columns' headings.
    """
    if not rows:
        return ""
    head = f'<div class="yl-head">{say(heading)}</div>' if heading else ""
    cells = "".join(f'<th class="num">{html.escape(name)}</th>' if name else "<th></th>" for name in columns)
    names = f"<tr>{cells}</tr>" if columns else ""
    return f'{head}<table class="yl-table">{names}{"".join(rows)}</table>'


def title(rules: str) -> str:
    """A rule set's full name."""
    return rule_phrases.title(state.language(), rules)


def problems(answer: Mapping[str, Any], names: phrases.Names = phrases.NOBODY) -> list[str]:
    """What is wrong with an input, one sentence each, from any answer of the contract; names are by wind."""
    return phrases.problems(state.language(), answer, names)


def note(key: str, **values: object) -> str:
    """A sentence of the catalogue in small letters, as HTML."""
    return small(state.say(key, **values))


def small(text: str) -> str:
    """A text in small letters, as HTML."""
    return f'<div class="yl-note">{html.escape(text)}</div>'
