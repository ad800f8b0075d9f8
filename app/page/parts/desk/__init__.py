"""The desk's component: the photo, the hand, the dock and the tile keyboard, in the page itself.

Python gives it the data to show (``app.hand.view``) and receives taps (``app.hand.events``). Visual state,
such as the open tile and the zoom, stays in the component. Its scripts and style are files
(``app.server.kept_files``), so a tap transfers only data.
"""

import logging
from collections.abc import Callable
from functools import cache
from typing import Any, Final

import streamlit as st
from streamlit.runtime import get_instance

from yakulens.app import Json
from yakulens.app.hand import events
from yakulens.app.hand.from_json import FormError
from yakulens.app.page import state
from yakulens.app.page.guard import guard
from yakulens.app.readers.photos import ShownPhoto
from yakulens.app.server import kept_files

OUTBOX: Final = "desk"
"""The name of the outbox for taps on the score page's hand, in its desk and in what is drawn of its score."""
_LOG: Final = logging.getLogger(__name__)


@cache
def _component() -> Callable[..., Any]:
    return st.components.v2.component(
        "yakulens_desk", js=kept_files.entrance(kept_files.DESK), isolate_styles=False
    )


def show(data: Json, hear: Callable[[object], None], key: str = "desk") -> None:
    """Draw a desk under a unique key; ``hear`` is called with each message that it sends."""
    _component()(key=key, data=data, on_taps_change=lambda: hear(st.session_state[key].get("taps")))


def offer(
    data: Json,
    acknowledged: events.Acknowledged,
    carry_out: Callable[[events.Event], object],
    key: str = OUTBOX,
) -> None:
    """Draw a desk and carry out what is tapped on it, each tap once."""
    numbered = data | {"heard": acknowledged.heard, "outbox": key}
    show(numbered, hearing(acknowledged, carry_out), key)


def hearing(
    acknowledged: events.Acknowledged, carry_out: Callable[[events.Event], object]
) -> Callable[[object], None]:
    """A function that carries out the taps of a message, each tap once.

    A message with anything but taps is refused with one sentence.
    """

    def hear(message: object) -> None:
        if message is None:
            return
        try:
            for event in events.new_events(message, acknowledged):
                carry_out(event)
        except FormError as error:
            _LOG.warning("a message of the desk was refused: %s", error)
            state.warn("app.refused", what=error)

    return guard(hear)


def photo_json(photo: ShownPhoto | None) -> Json | None:
    """A photo for a desk: its size, and the address that serves it while this page shows it."""
    if photo is None:
        return None
    url = get_instance().media_file_mgr.add(photo.jpeg, "image/jpeg", "yakulens-photo")
    return {"url": url, "width": photo.width, "height": photo.height}
