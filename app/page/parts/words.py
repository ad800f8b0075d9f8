"""Pieces of HTML and text that several parts of the page share."""

import html
from collections.abc import Mapping
from typing import Any

import streamlit as st

from yakulens.app import Json
from yakulens.app.game import TableState
from yakulens.app.hand.place import Place
from yakulens.app.page import state
from yakulens.app.words import phrases, rule_phrases, seating


def say(key: str, **values: object) -> str:
    """One sentence in the visitor's language, as HTML."""
    return html.escape(state.say(key, **values))


def heading(key: str, **values: object) -> None:
    """A part's heading."""
    st.html(f'<h3 class="yl-h">{say(key, **values)}</h3>')


def wind(seat: str) -> str:
    """A seat's wind: its character, and its name where the language has another."""
    return seating.wind_shown(state.language(), seat)


def worth(score: Json) -> str:
    """Han, fu and limit of a score in words; for a hand without a score, why."""
    return phrases.worth(state.language(), score)


def turn(stand: TableState | Place) -> str:
    """Which hand of a game it is: East 1."""
    return seating.turn(state.language(), stand.round, stand.dealer)


def title(rules: str) -> str:
    """A rule set's full name."""
    return rule_phrases.title(state.language(), rules)


def problems(answer: Mapping[str, Any], names: seating.Names = seating.NOBODY) -> list[str]:
    """What is wrong with an input, one sentence each, from any answer of the contract; names are by wind."""
    return phrases.problems(state.language(), answer, names)
