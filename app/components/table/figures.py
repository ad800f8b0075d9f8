"""Statistics over the games that are kept: places, wins, deal-ins and yaku of each player."""

import html
import logging
from collections.abc import Iterator
from itertools import islice
from typing import Final

import streamlit as st

from yakulens.app import phrases, scoring, state
from yakulens.app.components import words
from yakulens.app.components.tool import tool
from yakulens.app.game import Game
from yakulens.app.game.statistics import Figures, kinds, statistics
from yakulens.app.store.shared import games
from yakulens.app.store.trouble import MISSHAPEN

MAX_GAMES: Final = 200
"""So many of the latest games are counted."""
_MAX_YAKU: Final = 4
_LOG: Final = logging.getLogger(__name__)


def offer() -> None:
    """Offer the statistics, or draw them once they were asked for."""
    if not state.memory().shows_statistics:
        tool("figures.title", "figures", "bar_chart", state.set_view, shows_statistics=True)
        return
    words.heading("figures.title")
    games_by_kind = kinds(_replayable())
    for kind, of_kind in games_by_kind.items():
        if len(games_by_kind) > 1:
            length = state.say("table.east_only" if kind.east_only else "table.full")
            st.html(words.small(f"{state.say('figures.players', n=kind.players)} · {length}"))
        columns = [state.say(f"figures.{key}") for key in ("place", "won", "dealt_in", "riichi")]
        rows = [_row(name, figures) for name, figures in statistics(of_kind).items()]
        st.html(words.table(rows, columns=("", *columns)))
    st.html(words.note("figures.note"))
    tool("figures.hide", "figures-hide", "visibility_off", state.set_view, shows_statistics=False)


def _replayable() -> Iterator[Game]:
    """The latest games that can be replayed; a damaged one is left out."""
    for kept in islice(games().all(lambda *_: None), MAX_GAMES):
        if not scoring.is_offered(kept.game.rules):
            continue
        try:
            statistics([kept.game])
        except (*MISSHAPEN, ArithmeticError):
            _LOG.exception("a game is damaged")
        else:
            yield kept.game


def _count(kind: str, n: int) -> str:
    """So many games or hands, as HTML."""
    return words.say(f"figures.{kind}_one" if n == 1 else f"figures.{kind}", n=n)


def _row(name: str, figures: Figures) -> str:
    place = phrases.MINUS if figures.place is None else f"{figures.place:.2f}"
    shares = "".join(
        f'<td class="num">{figures.share(count):.0%}</td>'
        for count in (figures.won, figures.dealt_in, figures.riichi)
    )
    yaku = " · ".join(f"{words.yaku_name(key)} {n}" for key, n in figures.yaku.most_common(_MAX_YAKU))
    counts = (_count("games", len(figures.places)), _count("hands", figures.hands))
    about = words.say("language.comma").join(counts)
    gloss = f'<span class="gloss">{about}{" · " if yaku else ""}{yaku}</span>'
    return f'<tr><td><b>{html.escape(name)}</b>{gloss}</td><td class="num"><b>{place}</b></td>{shares}</tr>'
