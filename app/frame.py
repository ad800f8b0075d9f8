"""What every page shares: the name, the language, and a net that turns a failure into one plain sentence."""

from __future__ import annotations

import html
import logging
from typing import TYPE_CHECKING

import streamlit as st

from app import i18n, state

if TYPE_CHECKING:
    from collections.abc import Callable

_LOG = logging.getLogger(__name__)


def brand() -> None:
    """The name and what it does."""
    st.html(
        f'<div class="yl-brand"><b>{html.escape(state.say("app.name"))}</b>'
        f"<span>{html.escape(state.say('app.tagline'))}</span></div>"
    )


def language_choice() -> None:
    """The languages, one tap each."""
    with st.container(key="languages", horizontal=True, horizontal_alignment="right"):
        for code, name in i18n.LANGUAGES.items():
            if code != state.language():
                st.button(name, key=f"language-{code}", type="tertiary", on_click=_speak, args=(code,))


def _speak(code: str) -> None:
    state.memory().language = code
    st.query_params["lang"] = code


def guarded(page: Callable[[], None]) -> None:
    """Draw a page; a failure is logged and told in one sentence, and the hand is kept."""
    try:
        page()
    except Exception as error:  # noqa: BLE001 - the last net: no visitor sees a traceback
        _LOG.exception("the page failed")
        st.error(state.say("app.broken", what=f"{type(error).__name__}: {error}"), icon=":material/error:")
