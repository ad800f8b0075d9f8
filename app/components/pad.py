"""Tiles told one after another, such as a player's discards: shown as tiles, each a tap on a keyboard."""

from collections.abc import Callable, Iterable
from typing import Final

import streamlit as st

from yakulens.app import state, tiles
from yakulens.app.components import words
from yakulens.app.components.tool import button, tool
from yakulens.scorer.tile import KINDS, TileError, parse
from yakulens.vision.labels import RED_FIVES

ROWS: Final = tuple(KINDS[at : at + 9] for at in range(0, len(KINDS), 9))
"""The faces of the keyboard."""


def show(key: str, told: str, put: Callable[[str], None]) -> None:
    """Draw it.

    Args:
        key: unique on the page.
        told: the tiles that were told, in the usual notation.
        put: called with them in that notation after each tap.
    """
    faces = _faces(told)
    _shown(key, faces, "pad.none")
    with st.expander(state.say("pad.open"), key=f"{key}-open"):
        _keys(key, faces, ROWS, put)


def search(key: str, label: str, told: str, put: Callable[[str], None]) -> None:
    """Draw one that looks for tiles, red fives among them: folded whole, with what was told in it.

    Args:
        key: unique on the page.
        label: key of what it says while it is folded.
        told: the tiles that were told, in the usual notation.
        put: called with them in that notation after each tap.
    """
    faces = _faces(told)
    with st.expander(state.say(label), key=f"{key}-open", expanded=bool(faces)):
        _shown(key, faces, "pad.any")
        _keys(key, faces, (*ROWS, tuple(sorted(RED_FIVES))), put)


def _shown(key: str, faces: tuple[str, ...], none: str) -> None:
    shown = "".join(tiles.tag(state.language(), face) for face in faces)
    with st.container(key=f"{key}-shown"):
        st.html(f'<div class="yl-row yl-small">{shown}</div>' if faces else words.note(none))


def _keys(
    key: str, faces: tuple[str, ...], rows: Iterable[tuple[str, ...]], put: Callable[[str], None]
) -> None:
    for number, row in enumerate(rows):
        with st.container(key=f"pad-row-{key}-{number}", horizontal=True):
            for face in row:
                name = tiles.name(state.language(), face)
                button(name, f"pad-{key}-{face}", "", put, "".join((*faces, face)))
    tool("desk.back", f"{key}-back", "backspace", put, "".join(faces[:-1]), disabled=not faces)


def _faces(told: str) -> tuple[str, ...]:
    """What was told, tile by tile; nothing where it is no notation, as of long ago."""
    try:
        return tuple(parse("".join(told.replace(",", " ").split())))
    except TileError:
        return ()
