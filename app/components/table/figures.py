"""Statistics over the games that are kept: places, wins, deal-ins and yaku of each player."""

import html
import logging
from collections.abc import Iterator
from itertools import islice
from typing import Final

import streamlit as st

from yakulens.app import scoring, state
from yakulens.app.components import words
from yakulens.app.components.tool import tool
from yakulens.app.game import Game
from yakulens.app.game.statistics import Figures, kinds, statistics
from yakulens.app.store.shared import games
from yakulens.app.store.trouble import MISSHAPEN

MOST_GAMES: Final = 200
"""So many of the latest games are counted."""
_MOST_YAKU: Final = 4
_LOG: Final = logging.getLogger(__name__)


def offer() -> None:
    """Offer them; worked out when they were asked for."""
    if not state.memory().shows_statistics:
        tool("figures.title", "figures", "bar_chart", state.set_view, shows_statistics=True)
        return
    words.heading("figures.title")
    found = kinds(_whole())
    for kind, played in found.items():
        if len(found) > 1:
            length = state.say("table.east_only" if kind.east_only else "table.full")
            st.html(words.small(f"{state.say('figures.players', n=kind.players)} · {length}"))
        _table(played)
    st.html(words.note("figures.note"))
    tool("figures.hide", "figures-hide", "visibility_off", state.set_view, shows_statistics=False)


def _table(played: list[Game]) -> None:
    """The figures over games of one kind."""
    columns = [state.say(f"figures.{key}") for key in ("place", "won", "dealt_in", "riichi")]
    rows = [_row(name, each) for name, each in statistics(played).items()]
    st.html(words.table(rows, columns=("", *columns)))


def _whole() -> Iterator[Game]:
    """The latest games that can be replayed; a damaged one is left out."""
    for kept in islice(games().all(lambda _: None), MOST_GAMES):
        if not scoring.is_offered(kept.game.rules):
            continue
        try:
            statistics([kept.game])
        except (*MISSHAPEN, ArithmeticError):
            _LOG.exception("a game is damaged")
        else:
            yield kept.game


def _many(what: str, n: int) -> str:
    """So many games or hands, as HTML."""
    return words.say(f"figures.{what}_one" if n == 1 else f"figures.{what}", n=n)


def _row(name: str, each: Figures) -> str:
    place = words.MINUS if each.place is None else f"{each.place:.2f}"
    shares = "".join(
        f'<td class="num">{each.share(of):.0%}</td>' for of in (each.won, each.dealt_in, each.riichi)
    )
    yaku = " · ".join(f"{words.yaku_name(key)} {n}" for key, n in each.yaku.most_common(_MOST_YAKU))
    about = words.say("language.comma").join([_many("games", len(each.places)), _many("hands", each.hands)])
    gloss = f'<span class="gloss">{about}{" · " if yaku else ""}{yaku}</span>'
    return f'<tr><td><b>{html.escape(name)}</b>{gloss}</td><td class="num"><b>{place}</b></td>{shares}</tr>'
