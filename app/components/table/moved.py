"""What was said of a hand before the game went on from it: carried to the next hand by name, or forgotten."""

import streamlit as st

from yakulens.app import phrases, state
from yakulens.app.components import device, words
from yakulens.app.components.tool import button, tool
from yakulens.app.game.ending import Ending
from yakulens.app.game.place import Place
from yakulens.app.game.seated import Seated
from yakulens.app.markup import literal


def show(ending: Ending, table: Seated) -> None:
    """Draw what was said of another hand than the one that is played now, and what may become of it."""
    now, was = Place.of(table), ending.place or Place.of(table)
    here, there = was.told_beside(now, state.language())
    device.in_view("panel-moved", f"{was} {now}")
    with st.container(key="panel-moved"):
        st.html(words.prompt(state.say("moved.draft", now=here, then=there)))
        st.html(words.small(_summary(ending, was)))
        if was.hand < len(table.played):
            place = Place.of(table.before(was.hand))
            entered = Ending.of_end(table.played[was.hand].end, place)
            st.html(words.note("moved.entered", what=_summary(entered, place)))
        carry = literal(state.say("moved.carry", now=here))
        button(carry, "carry-ending", "", state.set_ending, ending.carried(now), strong=True, wide=True)
        tool("moved.forget", "forget-ending", "delete", state.set_ending, Ending())


def _summary(ending: Ending, place: Place) -> str:
    """An end in a line, by name: Ron (discard) · Bo won · from Ann."""
    language, names = state.language(), place.names()

    def who(seats: list[str]) -> str:
        return phrases.listed(language, (phrases.seated(language, seat, names) for seat in seats))

    drawn = ending.event == "exhaustive_draw"
    parts = [] if ending.event is None else [state.say(f"table.{ending.event}")]
    parts += [
        state.say(key, who=who(seats))
        for key, seats in (
            ("fact.won", ending.winners),
            ("fact.from", [] if ending.discarder is None else [ending.discarder]),
            ("moved.riichi", ending.riichi),
            ("moved.tenpai", ending.tenpai if drawn else []),
            ("moved.dead_hands", ending.dead_hands if drawn else []),
            ("moved.offender", [] if ending.offender is None else [ending.offender]),
        )
        if seats
    ]
    return " · ".join(parts)
