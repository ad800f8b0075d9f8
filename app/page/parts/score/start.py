"""The way in: a photo first, then a sample, or a hand typed or tapped."""

from functools import partial
from pathlib import Path
from typing import Final

import streamlit as st

from yakulens.app.exports import qr
from yakulens.app.page import hand as on_desk
from yakulens.app.page import state
from yakulens.app.page.parts import device, drawn, intake
from yakulens.app.page.parts.buttons import button, label_above, tool
from yakulens.app.server import addresses, network
from yakulens.app.words import rule_phrases
from yakulens.app.words.markup import literal
from yakulens.vision.desk import Desk

_DATASETS: Final = Path(__file__).resolve().parents[4] / "datasets"
SHOWN: Final = tuple(
    _DATASETS / name for name in ("photos/triplets.jpg", "samples/open.jpg", "samples/closed-quad.jpg")
)
"""The samples on the start page: a real photo, called sets, a quad with face-down tiles."""


def show() -> None:
    """Draw the ways to begin a hand."""
    memory = state.memory()
    if memory.hand is not None:
        tool("start.resume", "resume", "arrow_back", state.set_view, at_start=False)
    field = f"upload-{memory.round}"
    with st.container(key="hero"):
        device.camera(field, partial(intake.take_filmed, memory))
        uploaded = intake.uploader(state.say("start.upload"), field, hides_label=True)
        drawn.words("", "start.upload_help")
    intake.take(memory, uploaded)
    intake.trouble(memory)
    _samples()
    if not memory.session.has_rules:
        _rules()
    with st.container(key="links"):
        with st.expander(state.say("start.type"), icon=":material/keyboard:"):
            tool("start.tap", "tap", "touch_app", on_desk.begin, Desk())
            example, note = state.say("start.type_placeholder"), state.say("start.type_note")
            intake.typing(memory, f"typing-{memory.round}", on_desk.begin, example, note)
        if network.is_here(_url()):
            with st.expander(state.say("start.phone"), icon=":material/smartphone:"):
                _phone()


def _rules() -> None:
    """Ask once for the visitor's rules: one line for each set, those usual for the language first."""
    label_above(state.say("start.rules_ask"))
    first = rule_phrases.first(state.language())
    with st.container(key="rules-first", horizontal=True):
        _offer(first)
    with st.expander(state.say("start.rules_all")):
        drawn.words("", "start.rules_note")
        with st.container(key="rules-all"):
            _offer(rule_phrases.in_order(state.language())[len(first) :])


def _offer(names: list[str]) -> None:
    language = state.language()
    for name in names:
        title, gist = rule_phrases.short(language, name), rule_phrases.gist(language, name)
        label = f"**{literal(title)}** {literal(gist)}"
        button(label, f"play-by-{name}", "", on_desk.play_by, name, wide=True)


def _url() -> str:
    """The page's address in the visitor's browser; this machine's if the browser sends none."""
    return st.context.url or "http://localhost"


def _phone() -> None:
    """How a phone on the same network opens this page."""
    url = addresses.served_url()
    if url is None:
        st.markdown(state.say("start.phone_local"))
        return
    drawn.code(qr.data_uri(url), url, state.say("start.phone_here", url=url))


def _samples() -> None:
    paths = [path for path in SHOWN if path.is_file()]
    if not paths:
        return
    label_above(state.say("start.samples"))
    with st.container(key="samples", horizontal=True):
        for number, path in enumerate(paths, 1):
            with st.container(key=f"sample-box-{number}", width=168):
                name = state.say(f"start.sample_{path.stem.replace('-', '_')}")
                st.image(str(path), width="stretch", alt=name)
                if st.button(name, key=f"sample-{number}", width="stretch"):
                    intake.read(state.memory(), path.read_bytes(), path.name)
