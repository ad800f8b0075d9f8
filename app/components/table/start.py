"""The way into a game: a new one, one that others began, or an earlier one."""

import html
import logging
from functools import partial
from itertools import islice
from typing import Final

import streamlit as st

from yakulens.app import game, rule_phrases, scoring, state, visitor
from yakulens.app.components import words
from yakulens.app.components.table import figures, guests
from yakulens.app.components.tool import tool
from yakulens.app.store import remembered
from yakulens.app.store.games import KeptGame
from yakulens.app.store.shared import games
from yakulens.app.store.trouble import MISSHAPEN
from yakulens.app.undisturbed import undisturbed
from yakulens.scorer.vocabulary import SEATS

SHOWN_GAMES: Final = 8
_LOG: Final = logging.getLogger(__name__)


def show() -> None:
    """Draw every way: a new game at the left of a desk, those that there are beside it."""
    left, right = st.columns([1, 1], gap="large")
    with left:
        _begin()
    with right:
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
    with st.form("names", border=False):
        count = scoring.players(chosen)
        with st.container(key="places", horizontal=True):
            players = tuple(
                st.text_input(
                    state.say("table.player", wind=words.wind(seat)),
                    value=known[at] if at < len(known) else "",
                    key=f"name-{seat}",
                    max_chars=24,
                ).strip()
                for at, seat in enumerate(SEATS[:count])
            )
        length = st.radio(
            state.say("table.length"),
            [False, True],
            format_func=lambda short: state.say("table.east_only" if short else "table.full"),
            horizontal=True,
            key=f"table-length-{state.language()}",
        )
        if st.form_submit_button(state.say("table.start"), type="primary", width="stretch"):
            _start(chosen, players, east_only=bool(length))


def _start(rules: str, players: tuple[str, ...], *, east_only: bool) -> None:
    try:
        begun = game.begin(rules, players, east_only=east_only)
    except ValueError:
        st.error(state.say("table.names_needed", n=len(players)))
        return
    with undisturbed():
        state.select_game(games().begin(begun))
        state.memory().rules_chosen = True
        state.remember(names=list(players), rules=rules)
    st.rerun()


def _earlier() -> None:
    spoilt: list[int] = []
    found = list(islice(games().all(spoilt.append), SHOWN_GAMES))
    if not found and not spoilt:
        return
    words.heading("table.earlier")
    for each in found:
        mine = each.owner == visitor.current().owner
        if not scoring.is_offered(each.game.rules):
            told = _told_without_rules(each)
            _game(each.number, told, whole=False, mine=mine)
            continue
        try:
            told = _told(each)
        except (*MISSHAPEN, ArithmeticError):
            _LOG.exception("a game is damaged")
            spoilt.append(each.number)
        else:
            _game(each.number, told, whole=True, mine=mine)
    for number in spoilt:
        # It costs itself only: the others are shown, and this one can be deleted.
        _game(number, words.note("table.damaged"), whole=False, mine=True)
    figures.offer()


def _told(each: KeptGame) -> str:
    """A game in two lines."""
    kept = each.game
    _, stand = game.replay(kept)
    scores = " · ".join(
        f"{name} {words.total(score)}" for name, score in zip(kept.players, stand.scores, strict=True)
    )
    about = f"{words.turn(stand)} · {words.title(kept.rules)} · {each.started[:16]}"
    return f"<b>{html.escape(scores)}</b>{words.small(about)}"


def _told_without_rules(each: KeptGame) -> str:
    """A game by rules that are offered no longer: who played, and what is missing to go on."""
    names = html.escape(" · ".join(each.game.players))
    about = words.small(html.escape(each.started[:16]))
    return f"<b>{names}</b>{about}{words.note('table.rules_gone', rules=each.game.rules)}"


def _game(number: int, told: str, *, whole: bool, mine: bool) -> None:
    """A game with its taps: gone on with where it is whole, deleted by whoever began it."""
    with st.container(key=f"panel-game-{number}"):
        st.html(told)
        with st.container(key=f"choice-do-game-{number}", horizontal=True):
            _game_tools(number, whole=whole, mine=mine)


def _game_tools(number: int, *, whole: bool, mine: bool) -> None:
    if state.memory().game_to_delete == number:
        st.html(words.wanted(state.say("table.delete_sure")))
        tool("table.delete", f"delete-sure-{number}", "delete_forever", _delete, number)
        tool("table.delete_not", f"delete-not-{number}", "", state.set_view, game_to_delete=None)
        return
    if whole:
        tool("table.resume", f"resume-{number}", "", state.select_game, number)
    if mine:
        tool("table.delete", f"delete-{number}", "delete", state.set_view, game_to_delete=number)


def _delete(number: int) -> None:
    games().delete(number)
    state.set_view(game_to_delete=None)
