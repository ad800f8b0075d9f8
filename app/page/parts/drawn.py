"""Parts of the pages that the browser draws from JSON (``app/web/drawn.js``), in the page itself."""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import streamlit as st

from yakulens.app import Json
from yakulens.app.game.seated import Seated
from yakulens.app.hand import events
from yakulens.app.page import state
from yakulens.app.page.parts import desk
from yakulens.app.server import kept_files
from yakulens.app.table.pieces import Speaker, note


@cache
def _component() -> Callable[..., Any]:
    script = kept_files.entrance(kept_files.DRAWN)
    return st.components.v2.component("yakulens_drawn", js=script, isolate_styles=False)


def _nothing(_: object) -> None:
    """What is only looked at sends nothing."""


def show(data: Json, key: str | None = None, hear: Callable[[object], None] = _nothing) -> None:
    """Draw a part under a unique key; ``hear`` is called with each message that it sends.

    Its JSON names the ``part``. Without a key it is known by its data: for words that do not change.
    """
    if key is None:
        _component()(data=data)
    else:
        _component()(key=key, data=data, on_taps_change=lambda: hear(st.session_state[key].get("taps")))


def offer(
    data: Json,
    key: str,
    carry_out: Callable[[events.Event], object],
    of: events.Acknowledged | None = None,
    outbox: str = desk.OUTBOX,
) -> None:
    """Draw a part of a hand, by default the score page's, and carry out what is tapped in it, each tap once.

    Its taps and those of the hand's desk are numbered together: ``of`` is the hand, ``outbox`` its desk's.
    """
    acknowledged = of or state.memory()
    numbered = data | {"heard": acknowledged.heard, "outbox": outbox}
    show(numbered, key, desk.hearing(acknowledged, carry_out))


def parts(made: Sequence[Json], key: str | None = None) -> None:
    """Draw parts of a table (`app.table`) that are only looked at; without a key known by their data."""
    show({"part": "table", "parts": list(made)}, key)


def asks(sentence: str, key: str) -> None:
    """Draw a sentence that asks for something."""
    parts([note(sentence, asks=True)], key)


def speaker(table: Seated) -> Speaker:
    """Who tells of a game's table in the visitor's language."""
    return Speaker(state.language(), table.version)


def words(title: str = "", *notes: str, key: str | None = None, live: bool = False, **values: object) -> None:
    """Draw a heading and notes; both are keys of sentences with these values.

    A screen reader speaks ``live`` words, which have a key, whenever they change.
    """
    told = [state.say(note, **values) for note in notes]
    heading = title and state.say(title, **values)
    show({"part": "words", "title": heading, "notes": told, "live": live}, key)


def question(asked: str, note: str, **values: object) -> None:
    """Draw a question in bold, and a note below it; both are keys of sentences with these values."""
    show({"part": "words", "asked": state.say(asked, **values), "notes": [state.say(note)]})


def code(picture: str, address: str, said: str, *, spelled: str = "") -> None:
    """Draw a code for another phone's camera: a picture's data URI, the address in it, and a sentence.

    Without a picture only ``spelled`` is drawn, which people type.
    """
    show({"part": "code", "picture": picture, "address": address, "note": said, "spelled": spelled})


def tiles(groups: Sequence[Json], key: str, *, small: bool = False) -> None:
    """Draw a whole hand of ``app.hand.shown``."""
    show({"part": "words", "hand": list(groups), "is_small": small}, key)
