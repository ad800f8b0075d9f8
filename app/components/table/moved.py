"""What was said of a hand from which the game has gone on: carried over by name, or forgotten."""

import streamlit as st

from yakulens.app import phrases, state
from yakulens.app.components import device, words
from yakulens.app.components.tool import button, tool
from yakulens.app.game.ending import Ending
from yakulens.app.game.place import Place
from yakulens.app.game.seated import Seated
from yakulens.app.markup import literal


def show(said: Ending, table: Seated) -> None:
    """Draw what was said of another hand than the one that is played now, and what may become of it.

    Args:
        said: that.
        table: the running game.
    """
    now, was = Place.of(table), said.place or Place.of(table)
    here, there = was.told_beside(now, state.language())
    device.in_view("panel-moved", f"{was} {now}")
    with st.container(key="panel-moved"):
        st.html(words.wanted(state.say("moved.draft", now=here, then=there)))
        st.html(words.small(_told(said, was)))
        if was.hand < len(table.played):
            found = table.played[was.hand]
            entered = Ending.of_end(found.end, Place.of(table.before(was.hand)))
            st.html(words.note("moved.entered", what=_told(entered, entered.place or was)))
        carry = literal(state.say("moved.carry", now=here))
        button(carry, "carry-ending", "", state.set_ending, said.carried(now), strong=True, wide=True)
        tool("moved.forget", "forget-ending", "delete", state.set_ending, Ending())


def _told(said: Ending, place: Place) -> str:
    """An end in a line, by name: Ron (discard) · Bo won · from Ann."""
    language, names = state.language(), place.names()

    def who(seats: list[str]) -> str:
        return phrases.listed(language, (phrases.seated(language, seat, names) for seat in seats))

    parts = [] if said.event is None else [state.say(f"table.{said.event}")]
    parts += [
        state.say(key, who=who(seats))
        for key, seats in (
            ("fact.won", said.winners),
            ("fact.from", [] if said.discarder is None else [said.discarder]),
            ("moved.riichi", said.riichi),
            ("moved.tenpai", said.tenpai if said.event == "exhaustive_draw" else []),
            ("moved.dead_hands", said.dead_hands if said.event == "exhaustive_draw" else []),
            ("moved.offender", [] if said.offender is None else [said.offender]),
        )
        if seats
    ]
    return " · ".join(parts)
