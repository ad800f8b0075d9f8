"""Buttons: for an action, in a row of actions, and to save a file."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

import streamlit as st

from yakulens.app import state
from yakulens.app.guard import guard_tap


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
    """Show a button that calls ``act`` with ``args`` and ``kwargs``.

    Its ``label`` is Markdown, ``icon`` the name of a Material Symbol, if any; the ``strong`` one of several
    is the likely one, and a ``wide`` one as wide as its container.
    """
    st.button(
        label,
        key=key,
        type="primary" if strong else "secondary",
        icon=f":material/{icon}:" if icon else None,
        width="stretch" if wide else "content",
        disabled=disabled,
        on_click=guard_tap(act),
        args=args,
        kwargs=kwargs,
    )


def tool(words: str, key: str, icon: str, act: Callable[..., None], *args: Any, **kwargs: Any) -> None:  # noqa: ANN401
    """Show a button that says a word of ``app/i18n``, named by its key; all else is as of ``button``."""
    button(state.say(words), key, icon, act, *args, **kwargs)


def in_turn(*acts: Callable[[], object]) -> None:
    """Do one thing after the other, as what a button calls."""
    for act in acts:
        act()


def tools(name: str) -> AbstractContextManager[object]:
    """A row of such buttons, to be entered; ``name`` is its own on the page."""
    return st.container(key=f"choice-do-{name}", horizontal=True)


def save(  # noqa: PLR0913 - a button has so many sides
    words: str,
    data: str | Callable[[], bytes],
    name: str,
    mime: str,
    key: str | None = None,
    *,
    disabled: bool = False,
) -> None:
    """Show a button that saves a file, called ``yakulens-`` and its ``name``.

    Its ``data`` are the file, or what makes it when the button is tapped; ``words`` is the key of what it
    says.
    """
    st.download_button(
        state.say(words),
        data,
        file_name=f"yakulens-{name}",
        mime=mime,
        key=key,
        on_click="ignore",
        width="stretch",
        disabled=disabled,
    )
