"""A keyboard of tiles to tap one after another: indicators of two claims, tiles to search hands by."""

from collections.abc import Callable, Iterable
from typing import Final

import streamlit as st

from yakulens.app.hand import shown
from yakulens.app.page import state
from yakulens.app.page.parts import drawn
from yakulens.app.page.parts.buttons import button, tool
from yakulens.app.words import tiles
from yakulens.scorer.tile import KINDS, TileError, parse
from yakulens.vision.labels import RED_FIVES

ROWS: Final = tuple(KINDS[at : at + 9] for at in range(0, len(KINDS), 9))
"""The faces of the keyboard."""


def show(key: str, notation: str, on_change: Callable[[str], None]) -> None:
    """Draw the tapped tiles and a folded keyboard.

    ``notation`` holds the tiles so far; each tap calls ``on_change`` with the notation of all of them.
    """
    faces = _faces(notation)
    _tapped(key, faces, "pad.none")
    with st.expander(state.say("pad.open"), key=f"{key}-open"):
        _keys(key, faces, ROWS, on_change)


def search(key: str, label: str, notation: str, on_change: Callable[[str], None]) -> None:
    """Draw tiles and keyboard, both folded, to search for hands; its keyboard has red fives as well.

    ``label`` is the key of the title.
    """
    faces = _faces(notation)
    with st.expander(state.say(label), key=f"{key}-open", expanded=bool(faces)):
        _tapped(key, faces, "pad.any")
        _keys(key, faces, (*ROWS, tuple(sorted(RED_FIVES))), on_change)


def _tapped(key: str, faces: tuple[str, ...], none: str) -> None:
    with st.container(key=f"{key}-shown"):
        if faces:
            small = shown.row_of_tiles(state.language(), faces)
            drawn.show({"part": "words", "small": small}, f"{key}-tapped")
        else:
            drawn.words("", none, key=f"{key}-tapped")


def _keys(
    key: str, faces: tuple[str, ...], rows: Iterable[tuple[str, ...]], on_change: Callable[[str], None]
) -> None:
    for number, row in enumerate(rows):
        with st.container(key=f"pad-row-{key}-{number}", horizontal=True):
            for face in row:
                name = tiles.name(state.language(), face)
                button(name, f"pad-{key}-{face}", "", on_change, "".join((*faces, face)))
    tool("desk.back", f"{key}-back", "backspace", on_change, "".join(faces[:-1]), disabled=not faces)


def _faces(notation: str) -> tuple[str, ...]:
    """The tiles one by one; none if the notation is invalid, as an earlier version may have stored it."""
    try:
        return tuple(parse("".join(notation.replace(",", " ").split())))
    except TileError:
        return ()
