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


def seated(wind_: str, sitting: Mapping[str, str]) -> str:
    """A seat as a choice: its wind, with the name of the player who sits there."""
    player = sitting.get(wind_)
    return f"{phrases.character(state.language(), wind_)} {player}" if player else wind(wind_)


def worth(score: Json) -> str:
    """Han, fu and limit of a score in words; for a hand without a score, why."""
    return phrases.worth(state.language(), score)


def change(value: int) -> str:
    """A change of a player's score in words: +8,000 points."""
    return state.say("table.in_points", points=phrases.signed(value))


def turn(stand: TableState | Place) -> str:
    """Which hand of a game it is: East 1."""
    return phrases.turn(state.language(), stand.round, stand.dealer)


def points(value: int) -> str:
    """A change of points as HTML, with its sign and colour."""
    css = "gain" if value > 0 else "loss" if value < 0 else ""
    label = html.escape(change(value), quote=True)
    return f'<span class="{css}" role="img" aria-label="{label}">{phrases.signed(value)}</span>'


def chips(number: int) -> str:
    """Chips won or lost in words, with a true minus sign, and 0."""
    return state.say("table.chips_won", chips=phrases.signed(number))


def card(body: str, css: str = "") -> str:
    """A card around HTML; ``css`` adds a class."""
    return f'<div class="yl-card{css}">{body}</div>'


def headline(body: str, *, wins: bool = True) -> str:
    """The line of a card that says what a hand is worth, or that it does not win."""
    return f'<div class="yl-worth{"" if wins else " yl-fails"}">{body}</div>'


def seats(cells: Sequence[str], attributes: str = "", columns: int = 0) -> str:
    """The players side by side, each a cell of HTML, in at least ``columns`` columns."""
    style = f"--seats:{max(columns, len(cells))}"
    return f'<div class="yl-pay" style="{style}"{attributes}>{"".join(cells)}</div>'


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


def row(name: str, number: str, section: str, css: str = "") -> str:
    """A table row as HTML: its name (HTML), its number and its section."""
    return (
        f'<tr class="{css}"><td>{name}</td><td class="num">{html.escape(number)}</td>'
        f'<td class="cite">{cite(section)}</td></tr>'
    )


def settlement_rows(settlement: Json, names: Mapping[str, str]) -> list[str]:
    """Each payment and note of a hand or a game as a row, with the players' names where known."""
    return [
        row(html.escape(sentence) + gloss(remark), amount, section)
        for sentence, amount, section, remark in phrases.settled(state.language(), settlement, dict(names))
    ]


def gloss(text: str) -> str:
    """A text in small letters under what stands before it in a cell, as HTML; empty for no text."""
    return f'<span class="gloss">{html.escape(text)}</span>' if text else ""


def cite(section: str) -> str:
    """A section as a citation in HTML."""
    return html.escape(rule_phrases.cite(state.language(), section))


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


def prompt(text: str) -> str:
    """A text that asks for what is still missing, as HTML."""
    return f'<div class="yl-note yl-ask">{html.escape(text)}</div>'


def aside(text: str) -> str:
    """A remark close under its subject, as HTML."""
    return f'<div class="yl-why">{html.escape(text)}</div>'
