"""Another winner off the same discard: the next hand of the score page, from this photo or another."""

import streamlit as st

from yakulens.app import state
from yakulens.app.components import choices
from yakulens.app.components.tool import tool
from yakulens.vision.desk.from_reading import desk_of_side, other_sides


def offer() -> None:
    """Offer the other hands on the photo of the score page, and the way in for one from elsewhere."""
    choices.label(state.say("table.another"))
    with st.container(key="choice-do-another", horizontal=True):
        read = state.reading()
        for side in () if read is None else other_sides(read, state.desk()):
            tool(f"question.side.{side}", f"another-{side}", "flip_camera_android", _from_photo, side)
        tool("table.another_photo", "another-photo", "add_a_photo", _from_elsewhere)


def _from_photo(side: str) -> None:
    """Begin with another hand of the same photo: what was said of the first winner's does not hold for it."""
    read = state.reading()
    found = None if read is None else desk_of_side(read, side)
    if found is not None:
        state.begin(found, state.memory().photo)
        _ron()
        state.set_view(next_page="score")


def _from_elsewhere() -> None:
    state.start_over()
    state.set_view(next_page="score")


def _ron() -> None:
    """Who discarded, and that it was a ron, is the same for all winners."""
    discarder = state.memory().ending.discarder
    state.choose("by", "ron")
    if discarder is not None:
        state.choose("discarder", discarder)
