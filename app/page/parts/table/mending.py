"""Corrections: an earlier hand, or what was entered for a hand that is no longer current."""

import time
from collections.abc import Callable
from functools import partial

import streamlit as st

from yakulens.app import Json
from yakulens.app.game.ending import Ending
from yakulens.app.game.seated import Seated
from yakulens.app.game.session import Mending
from yakulens.app.hand.place import Place
from yakulens.app.page import playing, state
from yakulens.app.page.parts import device, drawn
from yakulens.app.page.parts.buttons import button, closing, tool
from yakulens.app.page.parts.table import ending
from yakulens.app.table.mending import about, change
from yakulens.app.table.pieces import heading, note
from yakulens.app.words import seating
from yakulens.app.words.markup import literal


def show(table: Seated, mending: Mending, score_page_hand: Callable[[Place], Json | None]) -> None:
    """Draw the form for the hand to correct, filled in as it was entered, and the resulting changes.

    ``score_page_hand`` gives the hand of the score page, if it can be used for that hand of the game.
    """
    before, speaker, lacks = table.before(mending.at), drawn.speaker(table), ""
    with st.container(key="mending"):
        drawn.parts([heading(about(speaker, table, mending))], "mending-drawn")
    device.in_view("mending", f"{mending.at} {mending.version} {mending.removing}")
    if not mending.removing:
        _, lacks = ending.show(before, score_page_hand(before.place))
    found = change(speaker, state.memory().playing, time.time(), lacks)
    if found.parts:
        drawn.parts(found.parts, "mend-changes")
    step = "remove" if mending.removing else "save"
    save = partial(_save, table, mending, found.gloss)
    closing(f"table.mend_{step}", f"mend-{step}", found.gloss, save, disabled=not found.is_ready)
    tool("table.mend_leave", "mend-leave", "undo", playing.act, "mend_leave")


def _save(table: Seated, mending: Mending, changes: str) -> None:
    """Save the correction, and say above the page which hand it was and how the scores changed."""
    if playing.act("mend_save"):
        key = "table.removed" if mending.removing else "table.mended"
        state.confirm(key, hand=drawn.speaker(table).hand(table.played[mending.at].before), changes=changes)


def show_moved(ending: Ending, table: Seated) -> None:
    """Draw what was entered for a hand that is no longer current, and what can be done with it."""
    now, was = table.place, ending.place or table.place
    here, there = was.told_beside(now, state.language())
    device.in_view("panel-moved", f"{was} {now}")
    with st.container(key="panel-moved"):
        said = [note(state.say("moved.draft", now=here, then=there), asks=True), note(_summary(ending, was))]
        if was.hand < len(table.played):
            place = table.before(was.hand).place
            entered = Ending.of_end(table.played[was.hand].end, place)
            said.append(note(state.say("moved.entered", what=_summary(entered, place))))
            drawn.parts(said, "moved-said")
            said_here = ending.carried(place)
            tool("moved.replace", "replace-entered", "edit", playing.replace_entered, was.hand, said_here)
        else:
            drawn.parts(said, "moved-said")
        carry = literal(state.say("moved.carry", now=here))
        button(carry, "carry-ending", "", playing.set_ending, ending.carried(now), strong=True, wide=True)
        tool("moved.forget", "forget-ending", "delete", playing.set_ending, Ending())


def _summary(ending: Ending, place: Place) -> str:
    """An end in one line, by name: Ron (discard) · Bo won · from Ann."""
    who = partial(seating.all_seated, state.language(), names=place.names())
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
