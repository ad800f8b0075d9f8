"""The ruling card on the page: made on demand, shown, and saved as one picture."""

import streamlit as st

from yakulens.app import state
from yakulens.app.components import device, picture, words
from yakulens.app.components.tool import tool
from yakulens.app.ruling_card import RulingCard
from yakulens.app.scoring import Scored


def show(hand: Scored, ruled: RulingCard | None = None) -> None:
    """Draw the part; the picture once it was asked for.

    Args:
        hand: the hand that it is about.
        ruled: what the card shows where two claims about it were ruled on.
    """
    words.heading("card.title")
    st.html(words.note("card.note"))
    with st.spinner(state.say("card.making")):
        png = picture.of(hand, ruled)
    if png is None:
        tool("card.make", "make-card", "gavel", picture.ask, strong=True)
        return
    if not picture.speaks():
        st.html(words.note("card.no_font"))
    shows = state.say("card.alt")
    st.image(png, caption=shows, width="stretch", alt=f"{shows} · {picture.summary()}")
    file = picture.file(png)
    device.share(file, state.say("card.title"))
    st.html(words.note("card.share"))
