"""A button with a picture and a word for what can be done with the hand."""

from collections.abc import Callable
from typing import Any

import streamlit as st

from yakulens.app import state
from yakulens.app.guard import guard


def tool(
    words: str,
    key: str,
    icon: str,
    act: Callable[..., None],
    *args: Any,  # noqa: ANN401 - whatever act takes
    disabled: bool = False,
    **kwargs: Any,  # noqa: ANN401
) -> None:
    """Show one.

    Args:
        words: key of its word in ``app/i18n``.
        key: its own name on the page.
        icon: a Material Symbols name.
        act: called when it is tapped.
        args: handed to it.
        disabled: nothing can be done just now.
        kwargs: handed to it.
    """
    st.button(
        state.say(words),
        key=key,
        icon=f":material/{icon}:",
        disabled=disabled,
        on_click=guard(act),
        args=args,
        kwargs=kwargs,
    )
