"""A round timer for everybody at the table: the time that is left, and what the signal means for the game."""

import time
from dataclasses import replace
from typing import Final

import streamlit as st

from yakulens.app import game, state
from yakulens.app.components import choices, device, words
from yakulens.app.components.tool import tool
from yakulens.app.contract import Json
from yakulens.app.game.place import Place
from yakulens.app.game.seated import Seated

MINUTES: Final = (45, 60, 75, 90, 105)
"""How long the rounds of tournaments are."""
MORE: Final = 5
_MINUTE: Final = 60


def left(table: Seated) -> int | None:
    """How many hands follow the one that is played now, after the time signal; None before it.

    None too of a hand that is said to have been over by then.
    """
    return game.hands_left(table.game, table.played, time.time(), over=_was_over(table))


def known(table: Seated) -> Json:
    """What the clock says of the hand that is played now, as ``settle`` takes it."""
    found = left(table)
    return {} if found is None else {"hands_left": found}


def face(table: Seated) -> None:
    """Draw the time that is left, where a clock runs."""
    if table.game.until is not None:
        device.clock(table.game.until, time.time())


def show(table: Seated) -> None:
    """Say after the signal how many hands are left, and let it be said that the signal met the next one."""
    after = game.hands_left(table.game, table.played, time.time())
    if after is None:
        return
    asked = game.meets_signal(table.game, table.played, time.time())
    over = asked and _was_over(table)
    after += over
    keys = {0: "clock.last", 1: "clock.one"}
    st.html(words.wanted(state.say(keys.get(after, "clock.many"), n=after)))
    held, place = state.memory(), Place.of(table)
    if asked and held.mending is None and not state.is_finished(table) and held.ending.at(place).is_of(place):
        said = [("over", state.say("clock.was_over"))]
        choices.row("signal", said, ["over"] if over else [], lambda _: _say_over(table, over=not over))


def _was_over(table: Seated) -> bool:
    """Whether the hand that is entered now is said to have been over before the signal."""
    ending = state.memory().ending
    return ending.before_signal and ending.is_of(Place.of(table))


def _say_over(table: Seated, *, over: bool) -> None:
    ending = state.memory().ending.at(Place.of(table))
    state.set_ending(replace(ending, before_signal=over))


def offer(table: Seated) -> None:
    """Offer to set the clock, to give more time, or to leave it."""
    with st.expander(state.say("clock.title"), icon=":material/timer:"):
        st.html(words.note("clock.note"))
        if table.game.until is None:
            said = [(str(each), state.say("clock.minutes", n=each)) for each in MINUTES]
            choices.row("clock", said, [], lambda minutes: _set(table, time.time() + int(minutes) * _MINUTE))
            return
        until = table.game.until
        with st.container(key="choice-do-clock", horizontal=True):
            tool("clock.more", "clock-more", "more_time", _set, table, until + MORE * _MINUTE)
            tool("clock.end", "clock-end", "timer_off", _set, table, None)


def _set(table: Seated, until: float | None) -> None:
    changed = replace(table.game, until=None if until is None else int(until))
    state.save_game(table, changed)
