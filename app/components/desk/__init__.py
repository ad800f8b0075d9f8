"""The desk's component: the photo, the hand, the dock and the tile keyboard, in the page itself.

Python gives it what it shows (``app.dock.view``) and hears what was tapped (``app.dock.events``); which tile
is open, how the photo is zoomed and other things that only concern the eye it keeps for itself.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import streamlit as st
from streamlit.runtime import get_instance

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.contract import Json
    from app.recognition import ShownPhoto

HERE: Final = Path(__file__).resolve().parent
MODULES: Final = (
    "dom",
    "geometry",
    "names",
    "outbox",
    "cut",
    "photo",
    "hand",
    "sheet",
    "keys",
    "share",
    "dock",
    "main",
)
"""The script's modules, each after those that it imports from."""

_IMPORT: Final = re.compile(r"^import [^;]*;\n", re.MULTILINE)
_EXPORT: Final = re.compile(r"^export (?!default )", re.MULTILINE)
_TAPS: Final = "taps"


@cache
def script() -> str:
    """The modules as one: Streamlit takes a script as one text, in which no import would resolve."""
    parts = [(HERE / "js" / f"{name}.js").read_text(encoding="utf-8") for name in MODULES]
    return "\n".join(_EXPORT.sub("", _IMPORT.sub("", part)) for part in parts)


@cache
def style() -> str:
    """The stylesheet; colours and tile pictures are the page's."""
    return (HERE / "desk.css").read_text(encoding="utf-8")


@cache
def _component() -> Callable[..., Any]:
    found: Callable[..., Any] = st.components.v2.component(
        "yakulens_desk", css=style(), js=script(), isolate_styles=False
    )
    return found


def show(data: Json, hear: Callable[[object], None], key: str = "desk") -> None:
    """Draw a desk.

    Args:
        data: what it shows.
        hear: called with each message that it sends.
        key: its own name on the page.
    """

    def heard() -> None:
        hear(st.session_state[key].get(_TAPS))

    _component()(key=key, data=data, on_taps_change=heard)


def shown(photo: ShownPhoto) -> Json:
    """A photo as a desk shows it: where the browser fetches it while this page shows it, and its size."""
    url = get_instance().media_file_mgr.add(photo.jpeg, "image/jpeg", "yakulens-photo")
    return {"url": url, "width": photo.width, "height": photo.height}
