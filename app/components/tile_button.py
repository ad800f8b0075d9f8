"""A tile as a button: its picture to the eye, its words to a screen reader."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import streamlit as st

from app import state, tiles
from app.guard import guard

if TYPE_CHECKING:
    from collections.abc import Callable


def show(
    key: str,
    face: str,
    on_tap: Callable[[], None],
    *,
    marks: str = "",
    words: str | None = None,
) -> None:
    """Draw one tile.

    Args:
        key: unique on the page.
        face: what it shows.
        on_tap: called when tapped.
        marks: words that the stylesheet knows, each between dashes: ``-rot-``, ``-chosen-``.
        words: for screen readers, instead of the face's name.
    """
    st.button(
        words or tiles.name(state.language(), face),
        key=f"tile-{key}{marks}-is-{face}",
        on_click=guard(on_tap),
    )


def picker(key: str, on_pick: Callable[[str], None], *, special: bool = False) -> None:
    """All faces, a suit to a row, the red fives in the last; ``special`` offers back and other too."""
    rows = [[f"{n}{suit}" for n in range(1, 10)] for suit in "mps"]
    rows.append([f"{n}z" for n in range(1, 8)])
    rows.append(["0m", "0p", "0s", *(["back", "other"] if special else [])])
    for number, faces in enumerate(rows):
        with st.container(key=f"picker-{key}-{number}", horizontal=True):
            for face in faces:
                show(f"pick-{key}", face, partial(on_pick, face))
