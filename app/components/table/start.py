"""The way into a game: a new one, one that others began, or an earlier one."""

from __future__ import annotations

import html
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Final

import streamlit as st

from app import game, rule_phrases, scoring, state, visitor
from app.components import words
from app.components.table import guests
from app.components.tool import tool
from app.guard import guard
from app.store import remembered
from app.store.shared import games

if TYPE_CHECKING:
    from app.store.games import KeptGame

SHOWN_GAMES: Final = 8


def show() -> None:
    """Draw every way."""
    _begin()
    guests.join()
    _earlier()


def _begin() -> None:
    words.heading("table.new")
    kept = remembered.recall()
    names = list(scoring.rule_sets())
    chosen = st.selectbox(
        state.say("situation.rules"),
        names,
        index=names.index(state.situation().rules),
        format_func=partial(rule_phrases.title, state.language()),
        key=f"table-rules-{state.language()}",
    )
    known = kept.get("names")
    known = [str(name) for name in known] if isinstance(known, list) else []
    with st.form("names"):
        count = scoring.players(chosen)
        players = tuple(
            st.text_input(
                state.say("table.player", wind=words.wind(seat)),
                value=known[at] if at < len(known) else "",
                key=f"name-{seat}",
                max_chars=24,
            ).strip()
            for at, seat in enumerate(list(words.KANJI)[:count])
        )
        if st.form_submit_button(state.say("table.start"), type="primary"):
            _start(chosen, players)


def _start(rules: str, players: tuple[str, ...]) -> None:
    try:
        begun = game.begin(rules, players)
    except ValueError:
        st.error(state.say("table.names_needed", n=len(players)))
        return
    state.sit_down(games().begin(begun))
    state.remember(names=list(players), rules=rules)
    st.rerun()


def _earlier() -> None:
    found = list(islice(games().all(), SHOWN_GAMES))
    if not found:
        return
    words.heading("table.earlier")
    for each in found:
        number, kept = each.number, each.game
        _, stand = game.replay(kept)
        scores = " · ".join(
            f"{name} {words.total(score)}" for name, score in zip(kept.players, stand.scores, strict=True)
        )
        with st.container(key=f"panel-game-{number}"):
            about = f"{words.turn(stand)} · {words.title(kept.rules)} · {each.started[:16]}"
            st.html(f"<b>{html.escape(scores)}</b>{words.small(about)}")
            with st.container(key=f"choice-game-{number}", horizontal=True):
                _game_tools(each)


def _game_tools(kept: KeptGame) -> None:
    number = kept.number
    if state.memory().deleting == number:
        st.html(words.wanted(state.say("table.delete_sure")))
        tool("table.delete", f"delete-sure-{number}", "delete_forever", _delete, number)
        keep = {"deleting": None}
        st.button(
            state.say("table.delete_not"), key=f"delete-not-{number}", on_click=guard(state.look), kwargs=keep
        )
        return
    st.button(
        state.say("table.resume"), key=f"resume-{number}", on_click=guard(state.sit_down), args=(number,)
    )
    if kept.owner == visitor.current().owner:
        tool("table.delete", f"delete-{number}", "delete", state.look, deleting=number)


def _delete(number: int) -> None:
    games().delete(number)
    state.look(deleting=None)
