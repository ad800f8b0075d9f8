"""Seats that change in the middle of a game: two players swap, and the earlier hands stay as they were."""

import streamlit as st

from yakulens.app import game, state
from yakulens.app.components import choices, words
from yakulens.app.game.place import Seated
from yakulens.scorer.vocabulary import SEATS


def offer(table: Seated) -> None:
    """Offer to swap two players: a tap on each."""
    with st.expander(state.say("seats.title"), icon=":material/swap_horiz:"):
        st.html(words.note("seats.note"))
        names = table.names()
        options = [(seat, words.seated(seat, names)) for seat in sorted(names, key=SEATS.index)]
        first = state.memory().swapped_seat
        choices.row("swap", options, [] if first is None else [first], lambda seat: _tap(table, seat))


def _tap(table: Seated, seat: str) -> None:
    first = state.memory().swapped_seat
    state.set_view(swapped_seat=None if first is not None else seat)
    if first is None or first == seat:
        return
    stand = table.stand
    sitting = list(stand.sitting())
    here, there = stand.place(first), stand.place(seat)
    sitting[here], sitting[there] = sitting[there], sitting[here]
    if state.save_game(table, game.reseat(table.game, tuple(sitting))):
        names = table.names()
        state.confirm("seats.swapped", one=names[first], other=names[seat])
