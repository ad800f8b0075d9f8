"""The desk of the page that scores one hand: what its taps do, and what is drawn beside it."""

from functools import partial

import streamlit as st

from yakulens.app.game.place import Place, Seated
from yakulens.app.hand import scoring
from yakulens.app.hand.events import Event, Go, Hold, Picture, Reply, Say, SayWhichHand, Stop, TakeHand
from yakulens.app.hand.questions import moved_on, other_hands
from yakulens.app.hand.situation import Declared
from yakulens.app.hand.view import view, waiting_view
from yakulens.app.page import state
from yakulens.app.page.guard import guard
from yakulens.app.page.parts import desk as component
from yakulens.app.page.parts import picture, words
from yakulens.app.page.parts.buttons import row_label
from yakulens.app.page.parts.score import result
from yakulens.app.page.parts.table import ending
from yakulens.app.words import rule_phrases
from yakulens.scorer.contract.keys import MOST_COUNTERS
from yakulens.scorer.rules.load import load_rules
from yakulens.scorer.vocabulary import SEATS
from yakulens.vision.desk.edits import LayOut
from yakulens.vision.desk.from_reading import desk_of_side

MOST_NORTHS = 4


def show() -> None:
    """Draw the desk."""
    memory = state.memory()
    if memory.session is None:
        return
    table, facts = state.table_of_hand(), result.facts(state.scored())
    place, moved_to = memory.place, state.table_moved_on()
    moved = None
    if place is not None and moved_to is not None:
        moved = moved_on(state.language(), place, Place.of(moved_to), state.situation())
    job = memory.job
    looking = "" if job is None or job.is_done else state.say(f"looking.{job.status.stage}")
    shown = view(
        facts,
        memory.session,
        photo=component.photo_json(memory.photo),
        turn="" if table is None else words.turn(table.stand),
        moved=moved,
        ruled=bool(facts.names) or memory.rules_chosen,
        sides=other_hands(state.reading(), state.desk()),
        looking=looking,
        held=memory.defers_reading,
    )
    png = None if facts.scored.score is None else picture.of(facts.scored)
    file = None if png is None else picture.file(png)
    component.offer(shown | {"picture": file}, memory, _carry_out)


def wait(before: int) -> None:
    """Draw a photo that has no reading yet; ``before`` photos are queued before it."""
    memory = state.memory()
    status = None if memory.job is None else memory.job.status
    shown = waiting_view(state.language(), "opening" if status is None else status.stage, before)
    photo = None if status is None else component.photo_json(status.photo)
    component.offer(shown | {"photo": photo}, memory, _carry_out)


def _carry_out(event: Event) -> None:  # noqa: C901 - a case for each tap
    match event:
        case Say("rules", value):
            state.play_by(value)
        case Say(field, value):
            state.choose(field, value)
        case TakeHand(side) | Reply(_, "whose_hand", str(side)):
            reading = state.reading()
            desk = None if reading is None else desk_of_side(reading, side)
            if desk is not None:
                state.edit(LayOut(desk))
        case Go("photo" | "again" as where):
            state.start_over(retakes=where == "again")
        case Go():
            ending.bring(state.scored())
            state.set_view(next_page="table")
        case SayWhichHand(when):
            state.carry_over() if when == "now" else state.leave_behind()
        case Picture():
            picture.ask()
        case Hold(on):
            state.memory().defers_reading = on
        case Stop():
            state.stop_reading()
        case _:
            edit = component.edit_of(state.memory().photo, state.desk(), event)
            if edit is not None:
                state.edit(edit)


def beside(scored: scoring.Scored) -> None:
    """Draw what stands beside the dock's facts; facts of a running game are shown, not asked."""
    situation, table = scored.situation, state.table_of_hand()
    at_table = bool(state.names_by_wind())
    if at_table:
        st.html(words.aside(_of_game(situation, table)))
    else:
        _rules(situation)
    _more(situation, at_table=at_table)


def _of_game(situation: Declared, table: Seated | None) -> str:
    """Which hand of a game this is, in one line: the current one or an earlier one."""
    place = state.memory().place if table is None else Place.of(table)
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
        on_change=guard(lambda: state.play_by(st.session_state[key])),
    )


def _more(situation: Declared, *, at_table: bool) -> None:
    """Draw counters, sticks and rare cases; those that a running game knows are not asked."""
    fields = {} if at_table else {"honba": MOST_COUNTERS, "deposits": MOST_COUNTERS}
    if load_rules(situation.rules).players < len(SEATS):
        fields["north_dora"] = MOST_NORTHS
    if not at_table and situation.seat == "east":
        fields["bonus_hand"] = MOST_COUNTERS
    if not fields:
        return
    with st.expander(state.say("situation.more")):
        for field, most in fields.items():
            _number(field, getattr(situation, field), most)


def _number(field: str, value: int, most: int) -> None:
    key = f"number-{field}"

    def choose() -> None:
        state.choose(field, int(st.session_state[key] or 0))

    st.number_input(
        state.say(f"situation.{field}"), 0, most, value=value, step=1, key=key, on_change=guard(choose)
    )
