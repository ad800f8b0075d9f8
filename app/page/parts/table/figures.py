"""Statistics over the kept games, on request."""

import logging
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from itertools import islice
from typing import Final

from yakulens.app.game.statistics import GameFigures, figures_of
from yakulens.app.page import state
from yakulens.app.page.parts import drawn, words
from yakulens.app.page.parts.buttons import tool
from yakulens.app.store.games import KeptGame
from yakulens.app.store.shared import games
from yakulens.app.store.trouble import MISSHAPEN
from yakulens.app.table.figures import figures
from yakulens.scorer.rules.load import is_offered

MAX_GAMES: Final = 200
"""How many of the latest games are counted."""
_LOG: Final = logging.getLogger(__name__)


def offer() -> None:
    """Offer the statistics, or draw them once they were asked for."""
    if not state.memory().shows_statistics:
        tool("figures.title", "figures", "bar_chart", state.set_view, shows_statistics=True)
        return
    words.heading("figures.title")
    kept_games = list(islice(games().all(lambda *_: None), MAX_GAMES + 1))
    counted = list(_counted(kept_games[:MAX_GAMES]))
    parts = figures(state.language(), counted, all_of_them=len(kept_games) <= MAX_GAMES)
    drawn.parts(parts, "figures-drawn")
    tool("figures.hide", "figures-hide", "visibility_off", state.set_view, shows_statistics=False)


def _counted(kept_games: Iterable[KeptGame]) -> Iterator[GameFigures]:
    """The figures of each game, without damaged ones."""
    for kept in kept_games:
        if not is_offered(kept.game.rules):
            continue
        try:
            started = datetime.fromisoformat(kept.started).replace(tzinfo=UTC)
            yield figures_of(kept.game, started.timestamp())
        except (*MISSHAPEN, ArithmeticError):
            _LOG.exception("a game is damaged")
