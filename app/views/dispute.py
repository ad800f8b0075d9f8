"""The page for when four people disagree: two rule sets, what if, tenpai, a card of the ruling."""

from __future__ import annotations

import streamlit as st

from app import frame, scoring, state
from app.components import compare, result, ruling, tenpai, words


def page() -> None:
    """Draw the page for the hand of the score page, and for any other hand that claims to be tenpai."""
    frame.heading()
    desk, now = state.desk(), state.situation()
    missing = scoring.lacking(desk, now)
    if state.memory().session is None or missing is not None:
        st.info(state.say("dispute.no_hand"), icon=":material/info:")
        if missing is not None and state.memory().session is not None:
            st.html(words.note(missing))
        tenpai.show()
        return
    st.html(result.laid_out(desk))
    left, right = st.columns([1, 1], gap="large")
    with left:
        compare.rules()
        compare.otherwise()
    with right:
        compare.what_if()
        tenpai.show()
        ruling.show()


frame.guarded(page)
