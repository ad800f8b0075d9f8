"""Seats that change in the middle of a game: two players swap, and the earlier hands stay as they were."""

import streamlit as st

from yakulens.app import game, state
from yakulens.app.components import choices, words
from yakulens.app.game.seated import Seated
from yakulens.scorer.vocabulary import SEATS


def offer(table: Seated) -> None:
    """Offer to swap two players: a tap on each."""
    with st.expander(state.say("seats.title"), icon=":material/swap_horiz:"):
        st.html(words.note("seats.note"))
        names = table.names()
        said = [(seat, words.seated(seat, names)) for seat in sorted(names, key=SEATS.index)]
        first = state.memory().swapped_seat
        choices.row("swap", said, [] if first is None else [first], lambda seat: _tapped(table, seat))


def _tapped(table: Seated, seat: str) -> None:
    first = state.memory().swapped_seat
    state.set_view(swapped_seat=None if first is not None else seat)
    if first is None or first == seat:
        return
    stand = table.stand
    sitting = list(stand.sitting())
    one, other = stand.place(first), stand.place(seat)
    sitting[one], sitting[other] = sitting[other], sitting[one]
    if state.save_game(table, game.reseat(table.game, tuple(sitting))):
        names = table.names()
        state.confirm("seats.swapped", one=names[first], other=names[seat])
