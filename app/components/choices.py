"""A row of choices as buttons: one tap each, the impossible ones disabled with their reason."""

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
    off: Collection[str] = (),
) -> None:
    """Draw one row.

    Args:
        key: unique on the page.
        options: value and words of each choice.
        chosen: the values that hold now.
        on_choose: called with the tapped value.
        banned: impossible values with the reason.
        off: values that cannot be chosen now, as what was chosen shows by itself: they keep their place.
    """
    reasons = banned or {}
    with st.container(key=f"choice-{key}", horizontal=True):
        for value, said in options:
            shut = value in reasons or value in off
            button(
                literal(said), f"{key}-{value}", "", on_choose, value, strong=value in chosen, disabled=shut
            )
    told = dict.fromkeys(
        phrases.say(state.language(), reasons[value]) for value, _ in options if value in reasons
    )
    if told:
        st.html(words.aside(" · ".join(told)))
