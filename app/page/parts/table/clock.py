"""The round timer of a table: the time left, and how many hands follow the time signal."""

import time
from dataclasses import replace
from typing import Final

import streamlit as st

from yakulens.app import game
from yakulens.app.game.seated import Seated
from yakulens.app.page import playing, state
from yakulens.app.page.parts import drawn
from yakulens.app.page.parts.buttons import choices, tool, tools

MINUTES: Final = (45, 60, 75, 90, 105)
"""Usual lengths of a tournament round."""
MORE_MINUTES: Final = 5
_MINUTE: Final = 60


def left(table: Seated) -> int | None:
    """How many hands follow the current one after the time signal; None before the signal.

    Also None if the players say that the current hand was over before it.
    """
    return game.hands_left(table.game, table.played, time.time(), over=_is_before_signal(table))


def show(table: Seated) -> None:
    """After the signal, show how many hands are left; a tap says that the hand was over before it."""
    hands_left = game.hands_left(table.game, table.played, time.time())
    if hands_left is None or playing.is_finished(table):
        return
    meets_signal = game.meets_signal(table.game, table.played, time.time())
    over = meets_signal and _is_before_signal(table)
    hands_left += over
    keys = {0: "clock.last", 1: "clock.one"}
    drawn.asks(state.say(keys.get(hands_left, "clock.many"), n=hands_left), "hands-left")
    memory, place = state.memory(), table.place
    can_say = memory.mending is None and memory.ending.at(place).is_of(place)
    if meets_signal and can_say:
        options = [("over", state.say("clock.was_over"))]
        choices(
            "signal",
            options,
            ["over"] if over else [],
            lambda _: playing.set_ending(replace(memory.ending.at(place), before_signal=not over)),
        )


def _is_before_signal(table: Seated) -> bool:
    """Whether somebody said that the current hand was over before the signal."""
    ending = state.memory().ending
    return ending.before_signal and ending.is_of(table.place)


def offer(table: Seated) -> None:
    """Offer to set the clock, to add time, or to stop it."""
    with st.expander(state.say("clock.title"), icon=":material/timer:"):
        drawn.words("", "clock.note")
        if table.game.until is None:
            options = [(str(each), state.say("clock.minutes", n=each)) for each in MINUTES]
            choices(
                "clock", options, [], lambda minutes: _set(table, int(time.time()) + int(minutes) * _MINUTE)
            )
            return
        until = table.game.until
        with tools("clock"):
            tool("clock.more", "clock-more", "more_time", _set, table, until + MORE_MINUTES * _MINUTE)
            tool("clock.end", "clock-end", "timer_off", _set, table, None)


def _set(table: Seated, until: int | None) -> None:
    playing.save_game(table, replace(table.game, until=until))
