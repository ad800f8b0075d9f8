"""What only the device can do: camera, share sheet, keeping the screen on, voice, focus."""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, Final

import streamlit as st

from yakulens.app import Json
from yakulens.app.page import state
from yakulens.app.page.guard import guard
from yakulens.app.server import kept_files
from yakulens.app.words import i18n

HERE: Final = Path(__file__).resolve().parent
_BUTTON: Final = '<button type="button" class="yl-device yl-device-share"><span></span></button>'
_LENS: Final = (
    '<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.6" aria-hidden="true">'
    '<path d="M3 8.5a1.5 1.5 0 0 1 1.5-1.5h2.6l1.4-2.2h7l1.4 2.2h2.6A1.5 1.5 0 0 1 21 8.5v9'
    'a1.5 1.5 0 0 1-1.5 1.5h-15A1.5 1.5 0 0 1 3 17.5z"/><circle cx="12" cy="13" r="3.6"/></svg>'
)
_CAMERA: Final = f'<button type="button" class="yl-device yl-device-camera">{_LENS}<span></span></button>'
_CLOCK: Final = '<div class="yl-clock" role="timer"></div>'
_NOTE: Final = '<div class="yl-note" role="status"></div>'
_SAID: Final = '<div class="yl-said" role="status"></div>'


@cache
def _component(kind: str, html: str, name: str = "") -> Callable[..., Any]:
    """A component by the name of its script; one script with several kinds of ``html`` needs another name."""
    script = (HERE / f"{kind}.js").read_text(encoding="utf-8")
    return st.components.v2.component(f"yakulens_{name or kind}", html=html, js=script, isolate_styles=False)


def camera(field: str, hear: Callable[[str], None] | None = None, *, by_desk: bool = False) -> None:
    """Draw the button that opens the viewfinder, or the phone's camera for the field with the key ``field``.

    ``hear`` is called with the name of the film whose photo was taken (`app.readers.viewfinder`); without it
    there is no viewfinder. ``by_desk``: a desk's tap opens it (`app/web/desk/main.js`), without a button.
    """
    language = state.language()
    data = {
        "field": field,
        "take": state.say("start.take_photo"),
        "choose": state.say("start.choose_photo"),
        "script": None if hear is None else f"./{kept_files.folder()}/{kept_files.CAMERA}",
        "set": state.memory().tile_set or "",
        "say": i18n.section(language, "finder."),
    }
    key, html = ("look-again", _NOTE) if by_desk else ("take-photo", f"{_CAMERA}{_NOTE}")

    def taken() -> None:
        film = st.session_state[key].get("taken")
        if hear is not None and film is not None:
            hear(str(film))

    _component("camera", html, key)(key=key, data=data, on_taken_change=guard(taken))


def chooser(field: str, accept: str) -> None:
    """Have the file field with the key ``field`` offer these kinds of files first; it refuses none."""
    key = f"chooser-{field.replace('__', '--')}"  # Streamlit allows a component's key no two underscores
    _component("chooser", "")(key=key, data={"field": field, "accept": accept})


def share(file: Json, title: str, *, key: str = "share-card", words: str = "card.share_go") -> None:
    """Draw the button that passes a file to the device's share sheet, or saves it without one.

    ``file`` holds name, kind and address (see ``app.page.parts.picture.file``); ``words`` is the key of the
    button's label on devices with a share sheet.
    """
    labels = {"share": state.say(words), "save": state.say("card.save"), "title": title}
    _component("share", _BUTTON)(key=key, data=file | labels)


def clock(until: int, now: float) -> None:
    """Draw a clock that counts down to ``until`` and then signals; both are seconds since 1970."""
    data = {"until": until, "now": now, "words": state.say("clock.left"), "up": state.say("clock.up")}
    _component("clock", _CLOCK)(key="clock", data=data)


def in_view(key: str, token: str) -> None:
    """Scroll the part of the page with this key into view, once for each value of ``token``."""
    _component("in_view", "")(key=f"in-view-{key}", data={"key": key, "token": token})


def awake() -> None:
    """Keep the screen on while the page shows this, and say so; silent where the browser refuses."""
    _component("awake", _NOTE)(key="awake", data={"awake": state.say("table.awake")})


def hears() -> None:
    """Watch whether the server still answers, and show the page's notice of a lost connection while not."""
    _component("hears", "")(key="hears")


def speaks(tag: str) -> None:
    """Tell the browser the page's language; it chooses the voice that reads aloud and the font by it."""
    _component("speaks", "")(key="speaks", data={"tag": tag})


def by_ear() -> None:
    """Name the rows of choices and the current page for screen readers, and keep the focus after a tap."""
    _component("by_ear", "")(key="by-ear")


def says(sentence: str, key: str) -> None:
    """Have a screen reader speak a sentence whenever it changes; ``key`` is unique on the page."""
    _component("says", _SAID)(key=f"says-{key}", data={"sentence": sentence})
