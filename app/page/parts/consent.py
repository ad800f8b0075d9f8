"""The question whether photos may be kept. It is asked once; the answer can be changed later."""

import streamlit as st

from yakulens.app.page import record, state
from yakulens.app.page.parts import drawn
from yakulens.app.page.parts.buttons import in_turn, tool, tools
from yakulens.app.store.shared import history as kept_history


def ask() -> None:
    """Ask, unless the question was answered."""
    if record.keeps_photos() is not None:
        return
    with st.container(key="panel-consent"):
        drawn.question("history.ask", "history.ask_note")
        with tools("consent"):
            tool("history.ask_yes", "consent-yes", "photo_library", record.agree)
            tool("history.ask_no", "consent-no", "", kept_history().decline)


def change() -> None:
    """Show the answer and offer to change it; nothing before the question is answered."""
    agreed = record.keeps_photos()
    if agreed is None:
        return
    count, size = kept_history().photos()
    stop = (kept_history().decline, state.list_history)
    key = "history.kept_photos" if agreed else "history.no_photos"
    with st.container(key="panel-consent"):
        drawn.words("", key, n=f"{count:,}", mb=f"{size / 1e6:,.1f}")
        if not agreed:
            tool("history.ask_yes", "consent-yes", "", record.agree)
        elif count and state.memory().listing.to_delete != "photos":
            tool("history.stop", "consent-stop", "", state.list_history, to_delete="photos")
        elif count:
            drawn.words("", "history.stop_sure", n=f"{count:,}")
            with tools("consent"):
                tool("history.stop_yes", "consent-delete", "", in_turn, *stop, strong=True)
                tool("history.no", "consent-back", "", state.list_history)
        else:
            tool("history.stop", "consent-no", "", in_turn, *stop)
