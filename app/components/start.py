"""The way in: a photo first, then the camera, a sample, or a hand typed or tapped."""

from __future__ import annotations

import html
from pathlib import Path
from typing import TYPE_CHECKING, Final

import streamlit as st

from app import i18n, network, recognition, state
from app.desk import Desk, typed
from app.desk.reading import from_reading, without_flowers
from app.recognition import UnreadableError

if TYPE_CHECKING:
    from streamlit.runtime.uploaded_file_manager import UploadedFile

SAMPLES: Final = Path(__file__).resolve().parents[2] / "datasets" / "samples"
KINDS: Final = ("jpg", "jpeg", "png", "webp", "heic", "heif", "avif", "tif", "tiff", "bmp", "gif", "mpo")
PICTURES: Final = (".jpg", ".jpeg", ".png", ".webp")
MOST_SAMPLES: Final = 12


def show() -> None:
    """Draw the ways to begin a hand."""
    held = state.memory()
    if held.session is not None:
        st.button(
            state.say("start.resume"), key="resume", icon=":material/arrow_back:", on_click=state.resume
        )
    uploaded = st.file_uploader(
        state.say("start.upload"),
        type=list(KINDS),
        key=f"upload-{held.round}",
        help=state.say("start.upload_help"),
    )
    _take(uploaded)
    if held.trouble is not None:
        key, what = held.trouble
        what = state.say(what) if i18n.knows(state.language(), what) else what
        st.error(state.say(key, what=what, part=what), icon=":material/error:")
    with st.expander(state.say("start.camera"), icon=":material/photo_camera:"):
        _camera()
    with st.expander(state.say("start.type"), icon=":material/keyboard:"):
        _typing()
    if network.is_here(_url()):
        with st.expander(state.say("start.phone"), icon=":material/smartphone:"):
            _phone()
    _samples()


def _url() -> str:
    """Where the visitor's browser found the page; this machine where it does not say."""
    return st.context.url or "http://localhost"


def _camera() -> None:
    """The camera in the page, or in plain words why the browser keeps it."""
    if not network.camera_allowed(_url()):
        st.html(f'<div class="yl-note">{html.escape(state.say("start.camera_http"))}</div>')
        return
    held = state.memory()
    if st.toggle(state.say("start.camera_on"), key=f"camera-on-{held.round}"):
        _take(
            st.camera_input(
                state.say("start.camera"),
                key=f"camera-{held.round}",
                label_visibility="collapsed",
                resolution="1080p",
            )
        )


def _phone() -> None:
    """How a phone on the same network opens this page."""
    address, port = str(st.get_option("server.address")), int(st.get_option("server.port"))
    url = network.phone_url(address, port, secure=bool(st.get_option("server.sslCertFile")))
    if url is not None:
        st.markdown(state.say("start.phone_here", url=url))
        return
    st.markdown(state.say("start.phone_local"))
    st.code("yakulens app --address 0.0.0.0", language=None)
    st.markdown(state.say("start.phone_then"))


def _take(file: UploadedFile | None) -> None:
    """Read a photo that has just arrived."""
    if file is not None and file.file_id != state.memory().upload:
        state.memory().upload = file.file_id
        _read(file.getvalue(), file.name)


def _read(data: bytes, name: str) -> None:
    with st.spinner(state.say("start.reading"), show_time=True):
        try:
            reading, shown = recognition.read(data, name)
        except UnreadableError as error:
            state.memory().trouble = (error.key, error.what)
        else:
            state.begin(without_flowers(from_reading(reading)), shown)
    st.rerun()


def samples() -> list[Path]:
    """The bundled sample photos; none where there are none."""
    if not SAMPLES.is_dir():
        return []
    return sorted(path for path in SAMPLES.iterdir() if path.suffix.lower() in PICTURES)[:MOST_SAMPLES]


def _samples() -> None:
    found = samples()
    if not found:
        return
    st.html(f'<div class="yl-label">{html.escape(state.say("start.samples"))}</div>')
    with st.container(key="samples", horizontal=True):
        for number, path in enumerate(found, 1):
            with st.container(key=f"sample-box-{number}", width=112):
                st.image(str(path), width="stretch")
                if st.button(state.say("start.sample", n=number), key=f"sample-{number}", width="stretch"):
                    _read(path.read_bytes(), path.name)


def _typing() -> None:
    held = state.memory()
    with st.form(f"typing-{held.round}", border=False):
        text = st.text_input(state.say("start.type_label"), placeholder=state.say("start.type_placeholder"))
        st.caption(state.say("start.type_note"))
        if st.form_submit_button(state.say("start.type_go"), type="primary"):
            try:
                state.begin(typed.hand(text))
            except typed.TypedHandError as error:
                held.trouble = (error.key, error.part)
            st.rerun()
    st.button(state.say("start.tap"), key="tap", icon=":material/touch_app:", on_click=_tap)


def _tap() -> None:
    state.begin(Desk())
    state.look(adding="concealed")
