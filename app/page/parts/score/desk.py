"""The desk of the page that scores one hand: what its taps do, and what is drawn beside it."""

from functools import partial

import streamlit as st

from yakulens.app.game.place import Place, Seated
from yakulens.app.hand import scoring
from yakulens.app.hand.effects import DrawPicture, EnterWin
from yakulens.app.hand.events import Event
from yakulens.app.hand.situation import Declared
from yakulens.app.hand.view import waiting_view
from yakulens.app.page import hand, state
from yakulens.app.page.guard import guard
from yakulens.app.page.parts import desk as component
from yakulens.app.page.parts import picture, words
from yakulens.app.page.parts.buttons import row_label
from yakulens.app.page.parts.table import ending
from yakulens.app.words import rule_phrases


def show() -> None:
    """Draw the desk."""
    memory, session = state.memory(), hand.session()
    shown = session.view(state.language(), photo=component.photo_json(memory.photo))
    png = None if session.scored.score is None else picture.of(session.scored)
    file = None if png is None else picture.file(png)
    component.offer(shown | {"picture": file}, memory, _carry_out)


def wait(before: int) -> None:
    """Draw a photo that has no reading yet; ``before`` photos are queued before it."""
    memory = state.memory()
    status = None if memory.job is None else memory.job.status
    shown = waiting_view(state.language(), "opening" if status is None else status.stage, before)
    photo = None if status is None else component.photo_json(status.photo)
    component.offer(shown | {"photo": photo}, memory, _carry_out)


def _carry_out(event: Event) -> None:
    for effect in hand.hear(event):
        match effect:
            case EnterWin():
                ending.bring(hand.scored())
                state.set_view(next_page="table")
            case DrawPicture():
                picture.ask()


def beside(scored: scoring.Scored) -> None:
    """Draw what stands beside the dock's facts; facts of a running game are shown, not asked."""
    situation, table = scored.situation, hand.table_of_hand()
    if hand.names_by_wind():
        st.html(words.aside(_of_game(situation, table)))
    else:
        _rules(situation)


def _of_game(situation: Declared, table: Seated | None) -> str:
    """Which hand of a game this is, in one line: the current one or an earlier one."""
    place = hand.session().place if table is None else Place.of(table)
    if place is None:
        return ""
    return state.say(
        "table.then" if table is None else "table.here",
        turn=words.turn(place),
        rules=words.title(situation.rules),
        honba=situation.honba,
        deposits=situation.deposits,
    )


def _rules(situation: Declared) -> None:
    row_label(state.say("situation.rules"))
    names, key = rule_phrases.in_order(state.language()), f"rules-{state.language()}"
    st.selectbox(
        state.say("situation.rules"),
        names,
        index=names.index(situation.rules) if situation.rules in names else 0,
        # Titles are in the visitor's language, so each language has another select box.
        key=key,
        format_func=partial(rule_phrases.title, state.language()),
        label_visibility="collapsed",
        on_change=guard(lambda: hand.play_by(st.session_state[key])),
    )
