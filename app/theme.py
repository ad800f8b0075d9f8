"""What of the page's look depends on the language; the rest stands in ``page.css``."""

from functools import cache
from typing import Final

import streamlit as st

from yakulens.app import state
from yakulens.app.i18n import text

_WORDS = {
    '[data-testid="stFileUploaderDropzone"] button p': "start.choose",
    '[data-testid="stFileUploaderDropzoneInstructions"] span': "start.kinds",
    '[data-testid="stCameraInputButton"] p': "start.take",
}
"""Where Streamlit says something of its own, in English alone, and what is said there instead."""

_LOST: Final = (
    '.stApp:is([data-test-connection-state="PINGING_SERVER"],[data-test-connection-state^="DISCONNECTED"])'
)
"""The page that no longer reaches its server."""


@cache
def _own_words(language: str) -> str:
    said = "".join(
        f"{place}{{font-size:0!important}}"
        f'{place}::after{{content:"{text(language, key)}";font-size:var(--yl-type-text)}}'
        for place, key in _WORDS.items()
    )
    button = next(iter(_WORDS))
    drop = text(language, "start.drop")
    said += f'@media (pointer:fine){{.st-key-hero {button}::after{{content:"{drop}"}}}}'
    lost = text(language, "app.lost")
    said += f'{_LOST}::after{{content:"{lost}"}}'
    held = text(language, "app.chosen")
    # Of what a tap does nothing holds before it.
    choice = '[class*="st-key-choice-"]:not([class*="st-key-choice-do-"])'
    said += f'{choice} button[kind="primary"]::after{{content:"✓" / "{held}"}}'
    return f'<style>{said}[data-testid="InputInstructions"]{{display:none}}</style>'


def dress() -> None:
    """Say Streamlit's own words in the visitor's language; must run on every rerun."""
    st.html(_own_words(state.language()))
