"""A hand that comes in: read from a photo, or typed; what is wrong with either is said in one sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

import streamlit as st

from app import i18n, recognition, state
from app.desk import typed
from app.desk.reading import from_reading, without_flowers
from app.markup import literal
from app.recognition import UnreadableError

if TYPE_CHECKING:
    from streamlit.runtime.uploaded_file_manager import UploadedFile

    from app.desk import Desk
    from app.recognition import ShownPhoto

KINDS: Final = ("jpg", "jpeg", "png", "webp", "heic", "heif", "avif", "tif", "tiff", "bmp", "gif", "mpo")
"""Endings of the files that can be uploaded."""


class Waiting(Protocol):
    """What waits for a hand.

    Attributes:
        upload: which upload was read last; the uploader keeps its file over reruns.
        trouble: a sentence about the last photo or text: its key and value.
    """

    upload: str | None
    trouble: tuple[str, str] | None


class Begin(Protocol):
    """What begins with a hand that came in."""

    def __call__(self, desk: Desk, photo: ShownPhoto | None = None, /) -> None:
        """Begin with this hand, and the photo that it was read from."""


class Prompt(NamedTuple):
    """What the form for a typed hand says.

    Attributes:
        label: what it asks for.
        example: shown where nothing is typed yet.
        note: how a hand is typed; the main form says it, one beside others does not.
    """

    label: str
    example: str
    note: str = ""


def take(waiting: Waiting, file: UploadedFile | None, begin: Begin) -> None:
    """Read a photo that has just been uploaded."""
    if file is not None and file.file_id != waiting.upload:
        waiting.upload = file.file_id
        read(waiting, file.getvalue(), file.name, begin)


def read(waiting: Waiting, data: bytes, name: str, begin: Begin) -> None:
    """Read a photo's bytes, then draw the page anew."""
    with st.spinner(state.say("start.reading"), show_time=True):
        try:
            reading, shown = recognition.read(data, name, state.memory().tile_set)
        except UnreadableError as error:
            waiting.trouble = (error.key, error.what)
        else:
            begin(without_flowers(from_reading(reading)), shown)
    st.rerun()


def typing(waiting: Waiting, key: str, begin: Begin, prompt: Prompt) -> None:
    """Draw the form for a typed hand; ``key`` is its own name on the page."""
    with st.form(key, border=False):
        text = st.text_input(prompt.label, placeholder=prompt.example)
        if prompt.note:
            st.caption(prompt.note)
        go = state.say("start.type_go")
        if st.form_submit_button(go, type="primary" if prompt.note else "secondary"):
            try:
                begin(typed.hand(text))
            except typed.TypedHandError as error:
                waiting.trouble = (error.key, error.part)
            st.rerun()


def trouble(waiting: Waiting) -> None:
    """Say what was wrong with the last photo or text."""
    if waiting.trouble is None:
        return
    key, what = waiting.trouble
    what = state.say(what) if i18n.knows(state.language(), what) else what
    st.error(literal(state.say(key, what=what, part=what)), icon=":material/error:")
