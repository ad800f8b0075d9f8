"""The running game live: what one phone enters is on the others within a moment, without a tap."""

from typing import Final

import streamlit as st

from yakulens.app import reach
from yakulens.app.components.table import clock
from yakulens.app.game.place import Seated
from yakulens.app.store.shared import games
from yakulens.app.store.trouble import FAILURES

LOOK_S: Final = 1.0
"""Seconds between two looks of a page at the game, with which others may have gone on."""


def watch(table: Seated) -> None:
    """Draw the page anew as soon as the game has gone on elsewhere, or the time signal is given.

    Where nobody else can be at the table and no clock runs, there is nothing to look out for.
    """
    if reach.is_local() and table.game.until is None:
        return
    drawn = (table.version, clock.left(table))

    @st.fragment(run_every=LOOK_S)
    def look() -> None:
        try:
            version = games().version(table.number)
        except FAILURES:
            return  # whoever taps is told; a look by itself says nothing
        if (version, clock.left(table)) != drawn:
            st.rerun()

    look()
