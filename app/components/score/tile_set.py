"""Which learnt tile set the photo of the hand looks like, or was read with: asked, and taken back."""

import streamlit as st

from yakulens.app import state, which_set
from yakulens.app.components import words
from yakulens.app.components.tool import tool, tools
from yakulens.app.photos import ShownPhoto


def ask() -> None:
    """Ask whether the photo shows the learnt set that it looks like."""
    name = which_set.proposed()
    if name is None:
        return
    with st.container(key="panel-which-set"):
        st.html(f"<b>{words.say('sets.looks_like', name=name)}</b>{words.note('sets.looks_like_note')}")
        with tools("which-set"):
            tool("sets.looks_like_yes", "which-set-yes", "", which_set.accept, name, strong=True)
            tool("sets.looks_like_no", "which-set-no", "", which_set.decline, name)


def read_with() -> None:
    """Say with which learnt set the photo was read, and let that be taken back."""
    memory = state.memory()
    photo = memory.photo
    if photo is None or not (photo.tile_set or _is_read_without(photo)):
        return
    with st.container(key="panel-which-set"):
        key = "sets.read_with" if photo.tile_set else "sets.read_without"
        st.html(words.note(key, name=photo.tile_set or memory.tile_set))
        if memory.tile_set and photo.tile_set in {"", memory.tile_set}:
            tool("sets.take_back", "which-set-back", "", which_set.take_back)


def _is_read_without(photo: ShownPhoto) -> bool:
    """Whether the photo looks like the set that is used now and was read without it all the same."""
    memory = state.memory()
    return bool(photo.looks_like) and photo.looks_like == memory.tile_set and memory.job is None
