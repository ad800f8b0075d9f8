"""The ruling card on the page: made on demand, shown, and saved as one picture."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

import streamlit as st

from app import ruling_card, state
from app.components import device, words
from app.guard import guard
from app.ruling_card import drawing
from app.ruling_card.fonts import letters

if TYPE_CHECKING:
    from app.scoring import Scored


def show(hand: Scored) -> None:
    """Draw the part; the picture once it was asked for."""
    words.heading("card.title")
    st.html(words.note("card.note"))
    held = state.memory()
    if held.card is None:
        st.button(
            state.say("card.make"),
            key="make-card",
            icon=":material/gavel:",
            type="primary",
            on_click=guard(_make),
        )
        return
    with st.spinner(state.say("card.making")):
        picture = _picture(hand, held.card)
    if not letters().has(state.say("card.title")):
        st.html(words.note("card.no_font"))
    st.image(picture, caption=state.say("card.alt"), width="stretch")
    name = f"yakulens-ruling-{held.card[:10]}.png"
    device.share(name, picture, "image/png", state.say("card.title"))
    st.download_button(
        state.say("card.save"),
        picture,
        file_name=name,
        mime="image/png",
        icon=":material/download:",
        on_click="ignore",
        key="save-card",
    )
    st.html(words.note("card.share"))


def _make() -> None:
    state.look(card=datetime.now().astimezone().strftime("%Y-%m-%d %H:%M"))


def _picture(hand: Scored, made: str) -> bytes:
    held = state.memory()
    drawn = letters()
    language = state.language() if drawn.has(state.say("card.title")) else "en"
    names = {seat: name for seat, name in words.names().items() if drawn.has(name)}
    photo = None if held.photo is None else (held.photo.jpeg, held.photo.sha256)
    card = ruling_card.compose(language, hand, names=names, photo=photo, made=made)
    return drawing.draw(card, drawn)
