"""The page that scores one hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from app import frame, state
from app.components import consent, photo
from app.components.score import hand, questions, result, situation, start
from app.components.table import ending
from app.components.tool import tool
from app.history import record

if TYPE_CHECKING:
    from app.memory import Shown
    from app.scoring import Scored


def page() -> None:
    """Draw the page: the way in, or the hand with its score."""
    held = state.memory()
    if held.session is None or held.starting:
        frame.heading()
        start.show()
        return
    held.drawn = state.shown()
    frame.heading(_new)
    left, right = st.columns([1, 1], gap="large")
    with left:
        _hand()
    with right:
        _won()


# Two parts that are drawn apart: a tap in one of them draws that one alone, in a third of the time. Whatever
# concerns both has the whole page drawn.


@st.fragment
def _hand() -> None:
    """The photo, the questions and the hand."""
    frame.guarded(_draw_hand)


@st.fragment
def _won() -> None:
    """How the hand was won, and its score."""
    frame.guarded(_draw_won)


def _draw_hand() -> None:
    held = state.memory()
    drawn, now = held.drawn, state.shown()
    if drawn != now and (drawn.session is not now.session or _is_about_indicators(drawn)):
        st.rerun()
    desk, how = state.desk(), state.situation()
    photo.show(desk)
    questions.show(desk, how)
    hand.show(desk, how)
    held.drawn = now


def _is_about_indicators(drawn: Shown) -> bool:
    """Whether a panel is open among the indicators, which lie in the other part."""
    desk = state.desk()
    return drawn.adding in {"indicators", "ura"} or drawn.selected in {*desk.indicators, *desk.ura}


def _draw_won() -> None:
    held = state.memory()
    if held.drawn != state.shown():
        st.rerun()
    situation.show(state.possible())
    won = state.scored()
    situation.beside(won)
    result.show(won)
    _bring(won)
    if held.photo is not None:
        consent.ask()
    if won.lacking == "result.say_by":
        situation.ask()
    else:
        result.bar(won)
    # Last, so that nobody waits for the disk to see a score.
    record.record(won)


def _bring(won: Scored) -> None:
    """At a running game, the way of a won hand to the table."""
    if state.table_of_hand() is None or won.score is None or won.score["outcome"] != "win":
        return
    words, icon = state.say("table.bring"), ":material/groups:"
    if st.button(words, key="bring", icon=icon, type="primary", width="stretch"):
        ending.bring(won)
        st.switch_page("views/table.py")


def _new() -> None:
    tool("start.new", "new", "add_a_photo", state.start_over)


frame.guarded(page)
