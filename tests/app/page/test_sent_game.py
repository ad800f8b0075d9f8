"""A game from a device without a server: the table takes it from its link, and says what is none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.app.page import told
from yakulens.app import game as games
from yakulens.app.game import Penalised
from yakulens.app.game.penalties import penalise
from yakulens.app.game.wire import to_link
from yakulens.app.store.shared import games as kept_games
from yakulens.app.words.i18n import text

if TYPE_CHECKING:
    from streamlit.testing.v1 import AppTest

WIN = {"event": "ron", "discarder": "west", "wins": [{"seat": "south", "han": 3, "fu": 40}]}


def opened(page: AppTest, link: str) -> AppTest:
    page.query_params["game"] = link
    return page.switch_page("page/views/table.py").run()


def test_the_table_goes_on_with_the_game_of_a_link_as_it_stands(page: AppTest) -> None:
    game = games.add(games.begin("ema-2025", ("Ann", "Bo", "Cy", "Di")), WIN)
    game = penalise(games.reseat(game, (1, 0, 2, 3)), Penalised(2, -1000))
    opened(page, to_link(game))
    assert not page.exception
    assert "35,200" in told.words(page)
    (kept,) = kept_games().all()
    assert kept.game == game


def test_a_link_without_a_game_is_said_and_begins_none(page: AppTest) -> None:
    opened(page, "garbage")
    assert not page.exception
    assert text("en", "table.no_game") in [each.value for each in page.error]
    assert not list(kept_games().all())
