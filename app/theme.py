"""The part of the page's look that depends on the language; the rest is in ``page.css``."""

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
"""By place where Streamlit has a text of its own, in English alone, the key of the text instead."""

_LOST: Final = (
    '.stApp:is([data-test-connection-state="PINGING_SERVER"],[data-test-connection-state^="DISCONNECTED"])'
)
"""The page that no longer reaches its server."""
_CHOICE: Final = '[class*="st-key-choice-"]:not([class*="st-key-choice-do-"])'
"""A choice that stays chosen; one whose tap does something at once never is."""


@cache
def _style(language: str) -> str:
    rules = [
        f"{place}{{font-size:0!important}}"
        f'{place}::after{{content:"{text(language, key)}";font-size:var(--yl-type-text)}}'
        for place, key in _WORDS.items()
    ]
    button = next(iter(_WORDS))
    drop, lost, chosen = (text(language, key) for key in ("start.drop", "app.lost", "app.chosen"))
    rules += [
        f'@media (pointer:fine){{.st-key-hero {button}::after{{content:"{drop}"}}}}',
        f'{_LOST}::after{{content:"{lost}"}}',
        f'{_CHOICE} button[kind="primary"]::after{{content:"✓" / "{chosen}"}}',
        '[data-testid="InputInstructions"]{display:none}',
    ]
    return f"<style>{''.join(rules)}</style>"


def dress() -> None:
    """Show Streamlit's own texts in the visitor's language; must run on every rerun."""
    st.html(_style(state.language()))
