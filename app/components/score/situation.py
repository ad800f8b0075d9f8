"""What is said beside the facts of the dock: the rules, counters, sticks and rare cases."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import streamlit as st

from app import rule_phrases, scoring, state
from app.components import choices, words
from app.guard import guard
from scorer.contract.keys import MOST_COUNTERS
from scorer.vocabulary import SEATS

if TYPE_CHECKING:
    from app.game.seated import Seated
    from app.scoring import Scored
    from app.situation import Declared

MOST_NORTHS = 4


def beside(won: Scored) -> None:
    """Draw it; what a running game knows is told, not asked."""
    now, table = won.situation, state.table_of_hand()
    if table is None:
        _rules(now)
    else:
        st.html(words.aside(_here(table)))
    _more(now, scoring.players(now.rules), free=table is None)


def _here(table: Seated) -> str:
    """What the running game says about the hand, in a line."""
    stand = table.stand
    turn = state.say("table.turn", wind=state.say(f"wind.{stand.round_wind()}"), n=stand.dealer + 1)
    rules = words.title(table.game.rules)
    return state.say("table.here", turn=turn, honba=stand.honba, deposits=stand.deposits, rules=rules)


def _rules(now: Declared) -> None:
    choices.label(state.say("situation.rules"))
    names = scoring.rule_sets()
    st.selectbox(
        state.say("situation.rules"),
        names,
        index=names.index(now.rules) if now.rules in names else 0,
        # The titles are in the visitor's language; a box of another one has other choices.
        key=f"rules-{state.language()}",
        format_func=partial(rule_phrases.title, state.language()),
        label_visibility="collapsed",
        on_change=guard(_ruled),
    )


def _ruled() -> None:
    rules = st.session_state[f"rules-{state.language()}"]
    state.choose(rules=rules)
    state.remember(rules=rules)


def _more(now: Declared, players: int, *, free: bool) -> None:
    """Counters, sticks and rare cases; those that a running game knows are not asked for."""
    norths, bonus = players < len(SEATS), free and now.seat == "east"
    if not (free or norths):
        return
    with st.expander(state.say("situation.more")):
        if free:
            _number("honba", now.honba, MOST_COUNTERS)
            _number("deposits", now.deposits, MOST_COUNTERS)
        if norths:
            _number("north_dora", now.north_dora, MOST_NORTHS)
        if bonus:
            _number("bonus_hand", now.bonus_hand, MOST_COUNTERS)


def _number(field: str, value: int, most: int) -> None:
    key = f"number-{field}"

    def taken() -> None:
        changes: dict[str, Any] = {field: int(st.session_state[key] or 0)}
        state.choose(**changes)

    st.number_input(
        state.say(f"situation.{field}"), 0, most, value=value, step=1, key=key, on_change=guard(taken)
    )
