"""Which taught tile set a visitor's photos are read with: chosen, or proposed when a photo resembles it.

The choice belongs to the browser and is restored at its next visit.
"""

import streamlit as st

from yakulens.app.page import photo_readings, state
from yakulens.app.page.parts import drawn
from yakulens.app.page.parts.buttons import tool, tools
from yakulens.app.readers import recognition
from yakulens.app.readers.jobs import CrowdedError
from yakulens.app.store import sets


def ask() -> None:
    """Ask whether the photo of the hand shows the taught set that it resembles.

    Nothing is asked if the photo was read with a set, or the visitor has declined that set.
    """
    memory = state.memory()
    if memory.photo is None or memory.tile_set is not None or memory.photo.tile_set:
        return
    name = memory.photo.looks_like
    if name not in sets.names() or name in memory.not_shown:
        return
    with st.container(key="panel-which-set"):
        drawn.question("question.code.tile_set", "sets.looks_like_note", name=name)
        with tools("which-set"):
            tool("sets.looks_like_yes", "which-set-yes", "", _use_and_read_anew, name, strong=True)
            tool("sets.looks_like_no", "which-set-no", "", propose, name, again=False)


def read_with() -> None:
    """Show which taught set the photo was read with, and offer to take that back."""
    memory = state.memory()
    photo = memory.photo
    if photo is None:
        return
    # The photo may resemble the current set and still have been read without it.
    without = bool(photo.looks_like) and photo.looks_like == memory.tile_set and memory.job is None
    if not (photo.tile_set or without):
        return
    with st.container(key="panel-which-set"):
        key = "sets.read_with" if photo.tile_set else "sets.read_without"
        drawn.words("", key, name=photo.tile_set or memory.tile_set)
        if memory.tile_set and photo.tile_set in {"", memory.tile_set}:
            tool("sets.take_back", "which-set-back", "", _use_and_read_anew, None)


def use(name: str | None) -> None:
    """Read photos with this taught set from now on; None means without one."""
    state.memory().tile_set = name
    propose(name, again=True)


def propose(name: str | None, *, again: bool) -> None:
    """Propose a declined set again, or never again: the visitor says photos do not show it."""
    memory = state.memory()
    others = tuple(each for each in memory.not_shown if each != name)
    memory.not_shown = others if again or name is None else (*others, name)
    state.remember(tile_set=memory.tile_set, not_shown=list(memory.not_shown))


def _use_and_read_anew(name: str | None) -> None:
    """Read photos with a set, or none, from now on, and reread the photo of the hand on the desk.

    A hand from the history has no full-size photo, so nothing is reread.
    """
    use(name)
    memory = state.memory()
    photo = memory.photo
    if photo is None or photo.data is None:
        return
    try:
        job = recognition.start_reading(photo.data, photo.name, name, memory.not_shown, photo.more)
    except CrowdedError:
        state.warn("problem.crowded")
    else:
        photo_readings.read_anew(job)
