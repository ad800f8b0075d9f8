"""The desk's component: the photo, the hand, the dock and the tile keyboard, in the page itself.

Python gives it what it shows (``app.dock.view``) and hears what was tapped (``app.dock.events``); which tile
is open, how the photo is zoomed and other things that only concern the eye it keeps for itself. Its scripts
and its style are files (``app.web.kept_files``): what a tap sends is data alone.
"""

from collections.abc import Callable
from functools import cache
from typing import Any, Final

import streamlit as st
from streamlit.runtime import get_instance

from yakulens.app.contract import Json
from yakulens.app.photos import ShownPhoto
from yakulens.app.web import kept_files

_TAPS: Final = "taps"


@cache
def _component() -> Callable[..., Any]:
    component: Callable[..., Any] = st.components.v2.component(
        "yakulens_desk", js=kept_files.entrance(), isolate_styles=False
    )
    return component


def show(data: Json, hear: Callable[[object], None], key: str = "desk") -> None:
    """Draw a desk.

    Args:
        data: what it shows.
        hear: called with each message that it sends.
        key: its own name on the page.
    """

    def on_change() -> None:
        hear(st.session_state[key].get(_TAPS))

    _component()(key=key, data=data, on_taps_change=on_change)


def photo_json(photo: ShownPhoto | None) -> Json | None:
    """A photo as a desk shows it: where the browser fetches it while this page shows it, and its size."""
    if photo is None:
        return None
    url = get_instance().media_file_mgr.add(photo.jpeg, "image/jpeg", "yakulens-photo")
    return {"url": url, "width": photo.width, "height": photo.height}
