"""The page of tile sets: choose, share, rename, remove, and teach them from photos of ordered tiles."""

import streamlit as st

from yakulens.app.page import frame
from yakulens.app.page.parts import drawn, words
from yakulens.app.page.parts.sets import kept, teaching, training
from yakulens.app.server import addresses


def page() -> None:
    """Draw the page."""
    frame.heading()
    left, right = st.columns([1, 1], gap="large")
    with left:
        words.heading("sets.title")
        drawn.words("", "sets.about")
        kept.show()
        if addresses.is_local():  # a training is the machine owner's: nobody else sees or ends it
            training.show()
    with right:
        words.heading("sets.teach")
        teaching.show()


frame.guarded(page)
