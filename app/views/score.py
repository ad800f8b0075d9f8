"""The page that scores one hand."""

from __future__ import annotations

import streamlit as st

from app import frame, state
from app.components import consent, hand, photo, questions, result, situation, start
from app.history import record


def page() -> None:
    """Draw the page: the way in, or the hand with its score."""
    held = state.memory()
    if held.session is None or held.starting:
        frame.heading()
        start.show()
        return
    frame.heading(_new)
    record.record()
    left, right = st.columns([1, 1], gap="large")
    with left:
        photo.show()
        questions.show()
        hand.show()
    with right:
        situation.show()
        result.show()
        if held.photo is not None:
            consent.ask()
    result.bar()


def _new() -> None:
    st.button(state.say("start.new"), key="new", icon=":material/add_a_photo:", on_click=state.start_over)


frame.guarded(page)
