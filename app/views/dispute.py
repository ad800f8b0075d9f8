"""The page for when four people disagree: two rule sets, what if, tenpai, a card of the ruling."""

import streamlit as st

from yakulens.app import frame, state
from yakulens.app.components import laid, words
from yakulens.app.components.dispute import claims, compare, penalties, ruling, tenpai


def page() -> None:
    """Draw the page for the hand of the score page, and for any other hand that claims to be tenpai."""
    frame.heading()
    begun, hand = state.memory().session is not None, state.scored()
    whole = begun and hand.lacking is None
    if not whole and not (begun and claims.begun()):
        st.info(state.say("dispute.no_hand"), icon=":material/info:")
        if begun:
            st.html(words.note(hand.lacking or ""))
        tenpai.show(hand.desk, hand.situation)
        penalties.show(hand.situation.rules)
        return
    st.html(laid.hand(hand.desk))
    left, right = st.columns([1, 1], gap="large")
    with left:
        if whole:
            compare.rules(hand)
            compare.reasons(hand)
        else:
            st.html(words.note(hand.lacking or ""))
    with right:
        claims.show(hand)
        if whole:
            ruling.show(*claims.ruled(hand))
            compare.what_if(hand)
        tenpai.show(hand.desk, hand.situation)
        penalties.show(hand.situation.rules)


frame.guarded(page)
