"""Buttons: one action, a row of actions, a row of choices, and saving a file."""

import html
from collections.abc import Callable, Collection, Sequence
from contextlib import AbstractContextManager
from typing import Any

import streamlit as st

from yakulens.app.page import state
from yakulens.app.page.guard import guard_tap
from yakulens.app.page.parts import device
from yakulens.app.words.markup import literal


def button(  # noqa: PLR0913 - a button has many properties
    label: str,
    key: str,
    icon: str,
    act: Callable[..., object],
    *args: Any,  # noqa: ANN401 - whatever act takes
    disabled: bool = False,
    strong: bool = False,
    wide: bool = False,
    **kwargs: Any,  # noqa: ANN401
) -> None:
    """Show a button that calls ``act`` with ``args`` and ``kwargs``.

    ``label`` is Markdown; ``icon`` names a Material Symbol, or is empty. ``strong`` marks the likely choice
    of several; ``wide`` stretches the button across its container.
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


def tool(said: str, key: str, icon: str, act: Callable[..., object], *args: Any, **kwargs: Any) -> None:  # noqa: ANN401
    """Show a button whose label is the ``app/words`` text ``said``; the rest is as in ``button``."""
    button(state.say(said), key, icon, act, *args, **kwargs)


def closing(
    said: str,
    key: str,
    gloss: str,
    act: Callable[..., object],
    *args: Any,  # noqa: ANN401 - whatever act takes
    disabled: bool,
) -> None:
    """Show the button that ends a form, in sight however long the form is.

    ``said`` is the key of its label; ``gloss`` says below it what would change, or why it is disabled. A
    screen reader speaks it whenever it changes.
    """
    label = state.say(said) + (f" :small[{literal(gloss)}]" if gloss else "")
    button(label, key, "check", act, *args, strong=True, wide=True, disabled=disabled)
    device.says(gloss, key)


def in_turn(*acts: Callable[[], object]) -> None:
    """Call the functions one after the other: for a button whose tap has several steps."""
    for act in acts:
        act()


def tools(name: str) -> AbstractContextManager[object]:
    """A context manager for a row of buttons; ``name`` is unique on the page."""
    return st.container(key=f"choice-do-{name}", horizontal=True)


def save(  # noqa: PLR0913 - a button has many properties
    said: str,
    data: str | Callable[[], bytes],
    name: str,
    mime: str,
    key: str | None = None,
    *,
    disabled: bool = False,
) -> None:
    """Show a button that saves a file, called ``yakulens-`` and its ``name``.

    ``data`` is the file, or a function that makes it on a tap; ``said`` is the key of the label.
    """
    st.download_button(
        state.say(said),
        data,
        file_name=f"yakulens-{name}",
        mime=mime,
        key=key,
        on_click="ignore",
        width="stretch",
        disabled=disabled,
    )


def label_above(text: str) -> None:
    """A small heading above a row."""
    st.html(f'<div class="yl-label">{html.escape(text)}</div>')


def choices(  # noqa: PLR0913 - a row has many properties
    key: str,
    options: Sequence[tuple[str, str]],
    chosen: Collection[str] | None,
    on_choose: Callable[[str], None],
    *,
    title: str = "",
    off: Collection[str] = (),
) -> None:
    """Draw a row of choices; ``title`` is the catalogue key of the small heading above it.

    Each of the ``options`` is a value and its label. ``chosen`` holds the value or values chosen now. A tap
    calls ``on_choose`` with its value. Values in ``off`` keep their place but cannot be chosen.
    """
    if title:
        label_above(state.say(title))
    with st.container(key=f"choice-{key}", horizontal=True):
        for value, text in options:
            strong = value == chosen if isinstance(chosen, str) else value in (chosen or ())
            button(
                literal(text), f"{key}-{value}", "", on_choose, value, strong=strong, disabled=value in off
            )
