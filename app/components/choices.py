"""A row of choices as buttons; those that cannot be chosen are disabled, with their reason."""

import html
from collections.abc import Callable, Collection, Mapping, Sequence

import streamlit as st

from yakulens.app import phrases, state
from yakulens.app.components import words
from yakulens.app.components.tool import button
from yakulens.app.markup import literal
from yakulens.scorer.message import Message


def label(text: str) -> None:
    """A small heading above a row."""
    st.html(f'<div class="yl-label">{html.escape(text)}</div>')


def row(  # noqa: PLR0913 - a row has so many sides
    key: str,
    options: Sequence[tuple[str, str]],
    chosen: Sequence[str],
    on_choose: Callable[[str], None],
    banned: Mapping[str, Message] | None = None,
    *,
    title: str = "",
    off: Collection[str] = (),
) -> None:
    """Draw one row, under a small heading where it has a ``title``.

    Its ``options`` are the value and the label of each choice; ``on_choose`` is called with the tapped value.
    Values that are ``banned``, each with its reason, or ``off``, without one, keep their place but cannot be
    chosen.
    """
    if title:
        label(title)
    reasons = banned or {}
    with st.container(key=f"choice-{key}", horizontal=True):
        for value, text in options:
            disabled = value in reasons or value in off
            strong = value in chosen
            button(literal(text), f"{key}-{value}", "", on_choose, value, strong=strong, disabled=disabled)
    sentences = dict.fromkeys(
        phrases.say(state.language(), reasons[value]) for value, _ in options if value in reasons
    )
    if sentences:
        st.html(words.aside(" · ".join(sentences)))
