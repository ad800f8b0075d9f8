"""The way into a game: a new one, one that others began, or an earlier one."""

import logging
from functools import partial
from itertools import islice
from typing import Final

import streamlit as st

from yakulens.app import Json, game
from yakulens.app.game import Game
from yakulens.app.page import hand, playing, state
from yakulens.app.page.parts import drawn, words
from yakulens.app.page.parts.buttons import in_turn, tool, tools
from yakulens.app.page.parts.table import brought, figures, guests
from yakulens.app.page.without_reruns import without_reruns
from yakulens.app.server import visitor
from yakulens.app.store import shared
from yakulens.app.store.games import KeptGame
from yakulens.app.store.shared import games
from yakulens.app.store.trouble import MISSHAPEN
from yakulens.app.table.pieces import label, note
from yakulens.app.words import i18n, phrases, rule_phrases
from yakulens.scorer.rules.load import is_offered, load_rules
from yakulens.scorer.vocabulary import SEATS

SHOWN_GAMES: Final = 8
_LOG: Final = logging.getLogger(__name__)


def show() -> None:
    """Draw every way: a new game on a desk's left, the existing ones beside it."""
    left, right = st.columns([1, 1], gap="large")
    with left:
        _begin()
    with right:
        guests.join()
        _earlier()
        brought.offer()


def _begin() -> None:
    words.heading("table.new")
    rule_sets = rule_phrases.in_order(state.language())
    rules = st.selectbox(
        state.say("situation.rules"),
        rule_sets,
        index=rule_sets.index(hand.session().situation.rules),
        format_func=partial(rule_phrases.title, state.language()),
        key=f"table-rules-{state.language()}",
    )
    kept = shared.recall().get("names")
    names = [str(name) for name in kept] if isinstance(kept, list) else []
    with st.form("names", border=False):
        count = load_rules(rules).players
        with st.container(key="places", horizontal=True):
            players = tuple(
                st.text_input(
                    state.say("table.player", wind=words.wind(seat)),
                    value=names[at] if at < len(names) else "",
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
            _start(rules, players, east_only=bool(length))


def _start(rules: str, players: tuple[str, ...], *, east_only: bool) -> None:
    try:
        new_game = game.begin(rules, players, east_only=east_only)
    except ValueError:
        st.error(state.say("table.names_needed", n=len(players)))
        return
    with without_reruns():
        playing.select_game(games().begin(new_game))
        memory = state.memory()
        memory.session = memory.session.having_chosen(rules)
        state.remember(names=list(players), rules=rules, red_rules=memory.session.red_rules)
    st.rerun()


def _earlier() -> None:
    damaged: list[int] = []
    kept_games = list(islice(games().all(lambda number, _: damaged.append(number)), SHOWN_GAMES))
    if not kept_games and not damaged:
        return
    words.heading("table.earlier")
    for kept in kept_games:
        try:
            summary, go = _summary(kept)
        except (*MISSHAPEN, ArithmeticError):
            _LOG.exception("a game is damaged")
            damaged.append(kept.number)
        else:
            _game(kept.number, summary, go, own=kept.owner == visitor.current().owner)
    for number in damaged:
        # A damaged game affects only itself: others are shown, and it can be deleted.
        _game(number, [note(state.say("table.damaged"))], "", own=True)
    figures.offer()


def _summary(kept: KeptGame) -> tuple[list[Json], str]:
    """A game in two lines, and the key of the button to it.

    If its rules are no longer offered, the lines say what is missing to resume it, and the key is empty.
    """
    players, started = kept.game.players, visitor.local_time(kept.started)
    if not is_offered(kept.game.rules):
        gone = state.say("table.rules_gone", rules=kept.game.rules)
        return [label(" · ".join(players)), note(started), note(gone)], ""
    played, stand = game.replay(kept.game)
    scores = [
        f"{i18n.isolated(name)} {phrases.total(score)}"
        for name, score in zip(players, stand.scores, strict=True)
    ]
    over = game.is_over(played)
    where = _result(kept.game) if over else words.turn(stand)
    about = f"{where} · {words.title(kept.game.rules)} · {started}"
    return [label(" · ".join(scores)), note(about)], "history.open" if over else "table.resume"


def _result(over: Game) -> str:
    """That a game is over, and who won it."""
    first = [row for row in game.standing(over)["standing"] if row["rank"] == 1]
    winners = i18n.listed(state.language(), (row["player"] for row in first))
    return f"{state.say('table.over')} · {state.say('table.place', n=1)} {winners}"


def _game(number: int, summary: list[Json], go: str, *, own: bool) -> None:
    """Draw a game with its taps: to open it, by the key ``go`` if possible, and to delete one's own."""
    with st.container(key=f"panel-game-{number}"):
        drawn.parts(summary, f"game-{number}")
        with tools(f"game-{number}"):
            if state.memory().game_to_delete == number:
                drawn.asks(state.say("table.delete_sure"), f"sure-{number}")
                leave = partial(state.set_view, game_to_delete=None)
                delete = partial(games().delete, number)
                tool("table.delete", f"delete-sure-{number}", "delete_forever", in_turn, delete, leave)
                tool("table.delete_not", f"delete-not-{number}", "", leave)
                return
            if go:
                tool(go, f"resume-{number}", "", playing.select_game, number)
            if own:
                tool("table.delete", f"delete-{number}", "delete", state.set_view, game_to_delete=number)
