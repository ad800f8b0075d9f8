"""Other people at the table: the code by which they join, and live updates of what they enter.

If only this machine can open the page, nobody can join and no code is shown.
"""

from typing import Final
from urllib.parse import urlencode

import streamlit as st

from yakulens.app.exports import qr
from yakulens.app.game.seated import Seated
from yakulens.app.page import playing, state
from yakulens.app.page.parts import drawn, words
from yakulens.app.page.parts.table import beside
from yakulens.app.page.without_reruns import without_reruns
from yakulens.app.server import addresses, visitor
from yakulens.app.store.shared import games, tries
from yakulens.app.store.trouble import FAILURES

CODE: Final = "join"
"""The address parameter that holds the code."""
LOOK_S: Final = 1.0
"""Seconds between two checks whether others have changed the game."""


def follow_address() -> None:
    """Join the game whose code the address holds."""
    code = None if addresses.is_local() else st.query_params.get(CODE)
    if code is not None:
        del st.query_params[CODE]
        _join(code)


def join() -> None:
    """Draw the field for a code."""
    if addresses.is_local():
        return
    words.heading("table.join")
    with st.form("join", border=False):
        code = st.text_input(state.say("table.code"), key="join-code", max_chars=12, placeholder="ABC D23")
        if st.form_submit_button(state.say("table.join_go")):
            _join(code)


def _join(code: str) -> None:
    who = visitor.current().browser, visitor.address()
    if not tries().begin(*who):
        st.error(state.say("table.join_wait"), icon=":material/error:")
        return
    with without_reruns():
        number = games().join(code)
        if number is not None:
            tries().was_right(*who)
            playing.select_game(number)
    if number is None:
        st.error(state.say("table.join_unknown"), icon=":material/error:")
        return
    st.rerun()


def invite(table: Seated) -> None:
    """Show how others join this game."""
    if addresses.is_local():
        return
    with st.expander(state.say("table.invite"), icon=":material/group_add:"):
        code = games().invite(table.number)
        if code is None:
            return
        url = addresses.url()
        joins = "" if url is None else f"{url}/table?{urlencode({CODE: code})}"
        drawn.code(
            qr.data_uri(joins) if joins else "",
            joins,
            state.say("table.invite_note"),
            spelled=f"{code[:3]} {code[3:]}",
        )


def watch(table: Seated) -> None:
    """Redraw the page as soon as somebody changes the game elsewhere, or the time signal is given.

    If nobody else can be at the table and no clock runs, there is nothing to watch.
    """
    if addresses.is_local() and table.game.until is None:
        return
    drawn = (table.version, beside.hands_left(table))

    @st.fragment(run_every=LOOK_S)
    def look() -> None:
        try:
            version = games().version(table.number)
        except FAILURES:
            return  # a tap reports this; a check stays silent
        if (version, beside.hands_left(table)) != drawn:
            st.rerun()

    look()
