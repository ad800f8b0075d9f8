"""The all-last sheet: what each player needs in the current hand for a better place."""

import streamlit as st

from yakulens.app.game.seated import Seated
from yakulens.app.page import state
from yakulens.app.page.parts import drawn, words
from yakulens.app.page.parts.buttons import choices
from yakulens.app.page.parts.table import clock
from yakulens.app.table.sheets import Needs


def show(table: Seated) -> None:
    """Draw one player's needs at a time, open if a win can end the game."""
    memory = state.memory()
    found = Needs.of(table, clock.left(table), memory.ending.riichi, memory.needs_player)
    if found is None:
        return
    names = found.names
    with st.expander(state.say("need.title"), icon=":material/flag:", expanded=found.is_last):
        choices(
            "need",
            [(names[each["seat"]], words.seated(each["seat"], names)) for each in found.every],
            [names[found.chosen["seat"]]],
            lambda name: state.set_view(needs_player=name),
            title="need.who",
        )
        drawn.parts(found.parts(drawn.speaker(table)), "needs")
