"""Buttons for what can be done: a picture and a word, or the one thing that a part is for."""

from collections.abc import Callable
from typing import Any

import streamlit as st

from yakulens.app import state
from yakulens.app.guard import guard


def button(  # noqa: PLR0913 - a button has so many sides
    label: str,
    key: str,
    icon: str,
    act: Callable[..., None],
    *args: Any,  # noqa: ANN401 - whatever act takes
    disabled: bool = False,
    strong: bool = False,
    wide: bool = False,
    **kwargs: Any,  # noqa: ANN401
) -> None:
    """Show a button.

    Args:
        label: what it says, as Markdown.
        key: its own name on the page.
        icon: a Material Symbols name; empty for none.
        act: called when it is tapped.
        args: handed to it.
        disabled: nothing can be done just now.
        strong: whether it is the likely one.
        wide: whether it is as broad as what it stands in.
        kwargs: handed to ``act``.
    """
    st.button(
        label,
        key=key,
        type="primary" if strong else "secondary",
        icon=f":material/{icon}:" if icon else None,
        width="stretch" if wide else "content",
        disabled=disabled,
        on_click=guard(act),
        args=args,
        kwargs=kwargs,
    )


def tool(words: str, key: str, icon: str, act: Callable[..., None], *args: Any, **kwargs: Any) -> None:  # noqa: ANN401
    """Show a button that says a word of ``app/i18n``, named by its key; all else is as of ``button``."""
    button(state.say(words), key, icon, act, *args, **kwargs)
