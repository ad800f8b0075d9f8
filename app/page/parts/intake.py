"""How a hand comes in, from a photo or typed, and the message about what is wrong with either."""

from collections.abc import Callable
from typing import Final, Literal

import streamlit as st
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.scriptrunner import get_script_run_ctx
from streamlit.runtime.uploaded_file_manager import UploadedFile

from yakulens.app.page import state
from yakulens.app.page.inputs import PhotoInput
from yakulens.app.page.parts import device
from yakulens.app.page.parts.buttons import tool
from yakulens.app.page.parts.score import tile_set as used_set
from yakulens.app.page.without_reruns import without_reruns
from yakulens.app.readers import recognition
from yakulens.app.readers.jobs import CrowdedError, PhotoJob, PhotoStatus
from yakulens.app.readers.photos import ShownPhoto
from yakulens.app.readers.viewfinder import Take, takes
from yakulens.app.server import visitor
from yakulens.app.words import i18n
from yakulens.app.words.markup import literal
from yakulens.scorer.notation import NotationError
from yakulens.scorer.tile import TileError
from yakulens.vision.desk import Desk, typed
from yakulens.vision.desk.from_reading import from_reading, without_flowers
from yakulens.vision.picture.formats import ACCEPT

AT_ONCE_S: Final = 0.3
"""Seconds that the page waits for the last reading of a new photo before it draws the photo.

Most photos are read within this time, so the page is drawn only once.
"""

POLL_S: Final = 0.4
"""Seconds between two checks of how far the reading of the page's photo has come."""

MAX_POLL_S: Final = 4.0
"""Most seconds between two checks, for a page whose photo waits behind many others."""

_OF_SET: Final = ("problem.other_reader", "sets.problem_file")
"""The sentences that blame the chosen tile set."""

FILMED: Final = "camera.jpg"
"""The name of a photo that the viewfinder took."""
Begin = Callable[[Desk, ShownPhoto | None], None]
"""Called with a hand that came in and the photo it was read from, or None for a typed hand."""


def uploader(label: str, key: str, *, hides_label: bool = False) -> UploadedFile | None:
    """Draw a field for a photo; its ``key`` is unique on the page. It takes any file: the content decides."""
    visibility: Literal["collapsed", "visible"] = "collapsed" if hides_label else "visible"
    uploaded = st.file_uploader(label, key=key, label_visibility=visibility)
    device.chooser(key, ACCEPT)
    return uploaded


def take(waiting: PhotoInput, file: UploadedFile | None) -> None:
    """Start to read a newly uploaded photo; without one, prepare the reader."""
    recognition.reader().prepare()
    if file is not None and file.file_id != waiting.upload:
        waiting.upload = file.file_id
        read(waiting, taken_out(file), file.name)


def taken_out(file: UploadedFile) -> bytes:
    """The bytes of a file, which Streamlit then forgets; it otherwise keeps it until the page is closed."""
    data = file.getvalue()
    page = get_script_run_ctx()
    if page is not None and isinstance(page.uploaded_file_mgr, MemoryUploadedFileManager):
        page.uploaded_file_mgr.remove_file(page.session_id, file.file_id)
    return data


def read(waiting: PhotoInput, data: bytes, name: str) -> None:
    """Start to read a photo's bytes, and redraw the page."""
    with without_reruns():
        start(waiting, data, name)
    st.rerun()


def start(waiting: PhotoInput, data: bytes, name: str, more: tuple[bytes, ...] = ()) -> None:
    """Start to read a photo's bytes, with ``more`` looks at the same hand."""
    leave(waiting)
    waiting.trouble = None
    try:
        memory = state.memory()
        waiting.job = recognition.start_reading(data, name, memory.tile_set, memory.not_shown, more)
        waiting.job.wait(AT_ONCE_S)
    except CrowdedError:
        waiting.refuse("problem.crowded")


def filmed(film: str) -> Take | None:
    """The photo that the viewfinder took in this film, with its frames; the page says so if there is none."""
    took = takes().take(visitor.current().browser, film)
    if took is None:
        state.warn("finder.gone")
    return took


def take_filmed(waiting: PhotoInput, film: str) -> None:
    """Start to read the photo of a film."""
    took = filmed(film)
    if took is not None:
        start(waiting, took.photo, FILMED, took.frames)


def leave(waiting: PhotoInput) -> None:
    """Stop reading the photo."""
    if waiting.job is not None:
        waiting.job.cancel()
        waiting.job = None


def under_way(waiting: PhotoInput, begin: Begin) -> bool:
    """Draw the photo that is being read and its progress; return False if there is none."""
    if waiting.job is None:
        return False
    if waiting.job.is_done:
        with without_reruns():
            status, waiting.job = waiting.job.status, None
            if status.reading is not None:
                begin(without_flowers(from_reading(status.reading)), status.photo)
            elif status.trouble is not None:
                waiting.refuse(*status.trouble)
        st.rerun()
    status, before = waiting.job.status, recognition.photo_queue().before(waiting.job)
    with st.container(key="looking"):
        if status.photo is not None:
            st.image(status.photo.jpeg, width="stretch", alt=status.photo.name)
        progress = state.say("looking.waiting", n=before) if before else state.say(f"looking.{status.stage}")
        st.markdown(f"**{progress}**")
        tool("looking.cancel", "looking-cancel", "close", leave, waiting)
    watch(waiting.job, status, before)
    return True


def watch(job: PhotoJob, drawn: PhotoStatus | None, before: int) -> None:
    """Redraw the page as soon as the status of a photo that is being read changes.

    The page shows the status ``drawn``, with ``before`` photos queued before this one. A page behind many
    photos checks less often: constant redraws of many pages would leave no time to read.
    """

    @st.fragment(run_every=min(POLL_S * (1 + before), MAX_POLL_S))
    def ask() -> None:
        if job.status is not drawn or recognition.photo_queue().before(job) != before:
            st.rerun()

    ask()


def typing(waiting: PhotoInput, key: str, begin: Begin, example: str, note: str = "") -> None:
    """Draw the form for a typed hand; ``key`` is unique on the page.

    ``example`` is the placeholder, and ``note`` explains how to type a hand: a form with a note is the main
    one of its page.
    """
    with st.form(key, border=False):
        text = st.text_input(state.say("start.type_label"), placeholder=example)
        trouble(waiting, of_text=True)
        if note:
            st.caption(note)
        if st.form_submit_button(state.say("start.type_go"), type="primary" if note else "secondary"):
            try:
                with without_reruns():
                    begin(typed.hand(text), None)
            except (TileError, NotationError) as error:
                waiting.trouble = no_hand(error)
            st.rerun()


def no_hand(error: TileError | NotationError) -> tuple[str, str]:
    """The catalogue's key of the sentence about a text that is no hand, and the faulty part of the text."""
    if isinstance(error, NotationError):
        return f"typed.{error.fault}", error.part
    return "typed.no_tile", str(dict(error.message.values)["text"])


def trouble(waiting: PhotoInput, *, of_text: bool = False) -> None:
    """Show what was wrong with the last photo, or only what was wrong with a typed text."""
    key, detail = waiting.trouble or ("", "")
    if not key or key.startswith("typed.") != of_text:
        return
    detail = state.say(detail) if i18n.knows(state.language(), detail) else detail
    st.error(literal(state.say(key, what=detail, part=detail)), icon=":material/error:")
    if key in _OF_SET:
        tool("sets.leave", "any-set", "", _read_any_set, waiting)


def _read_any_set(waiting: PhotoInput) -> None:
    used_set.use(None)
    waiting.trouble = None
