"""What is said beside the facts of the dock: the rules, counters, sticks and rare cases."""

from functools import partial

import streamlit as st

from yakulens.app import rule_phrases, scoring, state
from yakulens.app.components import choices, words
from yakulens.app.game.place import Place, Seated
from yakulens.app.guard import guard
from yakulens.app.situation import Declared
from yakulens.scorer.contract.keys import MOST_COUNTERS
from yakulens.scorer.rules.load import load_rules
from yakulens.scorer.vocabulary import SEATS

MOST_NORTHS = 4


def beside(scored: scoring.Scored) -> None:
    """Draw it; what a running game knows is shown, not asked."""
    situation, table = scored.situation, state.table_of_hand()
    at_table = bool(state.names_by_wind())
    if at_table:
        st.html(words.aside(_of_game(situation, table)))
    else:
        _rules(situation)
    _more(situation, at_table=at_table)


def _of_game(situation: Declared, table: Seated | None) -> str:
    """Which hand of a game this is, in a line: the one played now, or one before it."""
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
    choices.label(state.say("situation.rules"))
    names, key = scoring.rule_sets(), f"rules-{state.language()}"
    st.selectbox(
        state.say("situation.rules"),
        names,
        index=names.index(situation.rules) if situation.rules in names else 0,
        # The titles are in the visitor's language; a box of another one has other choices.
        key=key,
        format_func=partial(rule_phrases.title, state.language()),
        label_visibility="collapsed",
        on_change=guard(lambda: state.play_by(st.session_state[key])),
    )


def _more(situation: Declared, *, at_table: bool) -> None:
    """Counters, sticks and rare cases; those that a running game knows are not asked for."""
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
