"""What is said beside the facts of the dock: the rules, counters, sticks and rare cases."""

from functools import partial

import streamlit as st

from yakulens.app import rule_phrases, scoring, state
from yakulens.app.components import choices, words
from yakulens.app.game import Stand
from yakulens.app.game.place import Place
from yakulens.app.game.seated import Seated
from yakulens.app.guard import guard
from yakulens.app.situation import Declared
from yakulens.scorer.contract.keys import MOST_COUNTERS
from yakulens.scorer.vocabulary import SEATS

MOST_NORTHS = 4


def beside(won: scoring.Scored) -> None:
    """Draw it; what a running game knows is told, not asked."""
    now, table = won.situation, state.table_of_hand()
    known = bool(state.names_by_wind())
    if known:
        st.html(words.aside(_of_then(now) if table is None else _here(table)))
    else:
        _rules(now)
    _more(now, scoring.players(now.rules), free=not known)


def _here(table: Seated) -> str:
    """What the running game says about the hand, in a line."""
    stand = table.stand
    return _told("table.here", stand, stand.honba, stand.deposits, table.game.rules)


def _of_then(now: Declared) -> str:
    """Of which hand of a game the hand is, from which that game has gone on."""
    place = state.memory().place
    return "" if place is None else _told("table.then", place, now.honba, now.deposits, now.rules)


def _told(key: str, at: Stand | Place, honba: int, deposits: int, rules: str) -> str:
    said = {"turn": words.turn(at), "rules": words.title(rules)}
    return state.say(key, honba=honba, deposits=deposits, **said)


def _rules(now: Declared) -> None:
    choices.label(state.say("situation.rules"))
    names, key = scoring.rule_sets(), f"rules-{state.language()}"
    st.selectbox(
        state.say("situation.rules"),
        names,
        index=names.index(now.rules) if now.rules in names else 0,
        # The titles are in the visitor's language; a box of another one has other choices.
        key=key,
        format_func=partial(rule_phrases.title, state.language()),
        label_visibility="collapsed",
        on_change=guard(lambda: state.play_by(st.session_state[key])),
    )


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
        state.choose(field, int(st.session_state[key] or 0))

    st.number_input(
        state.say(f"situation.{field}"), 0, most, value=value, step=1, key=key, on_change=guard(taken)
    )
