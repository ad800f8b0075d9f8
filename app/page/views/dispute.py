"""The page for disputes among the four players: two rule sets, what-if, tenpai, a ruling card."""

import streamlit as st

from yakulens.app.exports.card_fonts import written_in
from yakulens.app.exports.ruling_card import RulingCard
from yakulens.app.hand import shown
from yakulens.app.hand.scoring import Scored
from yakulens.app.page import frame, state
from yakulens.app.page import hand as on_desk
from yakulens.app.page.parts import device, drawn, picture
from yakulens.app.page.parts.buttons import tool
from yakulens.app.page.parts.dispute import claims, compare, penalties, tenpai


def page() -> None:
    """Draw the page for the hand of the score page, and for any other hand that claims to be tenpai."""
    frame.heading()
    begun, hand = state.memory().hand is not None, on_desk.scored()
    whole = begun and hand.lacking is None
    if not whole and not (begun and claims.begun()):
        st.info(state.say("dispute.no_hand"), icon=":material/info:")
        if begun:
            drawn.words("", hand.lacking or "")
        tenpai.show(hand.desk, hand.situation)
        penalties.show(hand.situation.rules)
        return
    drawn.tiles(shown.hand(state.language(), hand.desk), "hand")
    left, right = st.columns([1, 1], gap="large")
    with left:
        if whole:
            compare.rules(hand)
            compare.reasons(hand)
        else:
            drawn.words("", hand.lacking or "")
    with right:
        claims.show(hand)
        if whole:
            _ruling(*claims.ruled(hand))
            compare.what_if(hand)
        tenpai.show(hand.desk, hand.situation)
        penalties.show(hand.situation.rules)


def _ruling(hand: Scored, ruled: RulingCard | None) -> None:
    """Draw a picture, on request: the ruling card of a hand or of a ruling on two claims."""
    drawn.words("card.title", "card.note", key="card-title")
    with st.spinner(state.say("card.making")):
        png = picture.of(hand, ruled)
    if png is None:
        tool("card.make", "make-card", "gavel", picture.ask, strong=True)
        return
    if written_in(state.language()) != state.language():  # this machine lacks its letters
        drawn.words("", "card.no_font")
    shows = state.say("card.alt")
    st.image(png, caption=shows, width="stretch", alt=f"{shows} · {picture.summary()}")
    device.share(picture.file(png), state.say("card.title"))
    drawn.words("", "card.share")


frame.guarded(page)
