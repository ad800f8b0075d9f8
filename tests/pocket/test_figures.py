"""Statistics over the games that the browser keeps: counted on request, damaged games left out."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from tests.browser.finger import overflow
from tests.pocket.conftest import opened
from yakulens.app import game as games
from yakulens.app.game.session import GameSession
from yakulens.app.words import i18n

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

NAMES: Final = ("Ann", "Bo", "Cy", "Di")
DAY: Final = 24 * 60 * 60
LATEST: Final = 1_790_000_000
FIGURES: Final = '[data-fold="figures"]'
KEEP: Final = """async kept => {
    const { keepGame } = await import("./kept.js");
    for (const each of kept) await keepGame(each);
    await keepGame();
}"""

TOLD: Final = """tables => Object.fromEntries(tables.map(table => [
    table.previousElementSibling?.textContent ?? "",
    [...table.rows].map(row => [...row.cells].map(cell => (cell.querySelector("b") ?? cell).textContent)),
]))"""


def won(seat: str) -> games.Game:
    """A game in which one player has won off another's discard."""
    end = {"event": "ron", "discarder": "west", "wins": [{"seat": seat, "han": 2, "fu": 30}]}
    return games.add(games.begin("ema-2025", NAMES), end)


def over() -> games.Game:
    """A game that is over after draws alone."""
    draw = {"event": "exhaustive_draw", "tenpai": []}
    east = games.begin("ema-2025", NAMES, east_only=True)
    return replace(east, ends=(draw,) * len(NAMES))


def stored(game: games.Game, number: int, **changed: object) -> dict[str, object]:
    """A game as the page stores it, perhaps with other values in its JSON."""
    told = GameSession.of(game, number).kept()
    told["game"] |= changed
    return {"id": number, "kept": json.dumps(told), "summary": str(number)}


def rows(page: Page) -> dict[str, list[list[str]]]:
    """The rows of each table of the statistics by its heading, a player's by the name."""
    page.locator(f"{FIGURES} table").first.wait_for()
    found: dict[str, list[list[str]]] = page.locator(f"{FIGURES} table").evaluate_all(TOLD)
    return found


def test_the_evening_and_all_games_are_counted_without_those_that_cannot_be_played_here(
    browser: Browser, plain: str
) -> None:
    page = opened(browser, plain)
    kept = [
        stored(won("south"), LATEST),
        stored(won("east"), LATEST - 3600),
        stored(won("east"), LATEST - 2 * DAY),
        stored(won("east"), LATEST - 60, rules="our-club"),
        stored(won("east"), LATEST - 120, ends=[{"event": "nothing"}]),
        {"id": LATEST - 180, "kept": "no JSON", "summary": "damaged"},
    ]
    page.evaluate(KEEP, kept)
    page.locator("#to-table").tap()
    page.locator(f"{FIGURES} summary").tap()
    told = rows(page)
    assert list(told) == [i18n.text("en", "figures.evening"), i18n.text("en", "figures.all")]
    evening, every = ({row[0]: row[2] for row in each[1:]} for each in told.values())
    assert evening == {"Ann": "50%", "Bo": "50%", "Cy": "0%", "Di": "0%"}
    assert every == {"Ann": "67%", "Bo": "33%", "Cy": "0%", "Di": "0%"}
    assert overflow(page) == 0
    page.locator("#tools select").select_option("ja")
    page.get_by_text(i18n.text("ja", "figures.evening")).wait_for()
    assert [*rows(page)] == [i18n.text("ja", "figures.evening"), i18n.text("ja", "figures.all")]
    page.context.close()


def test_a_game_that_is_over_shows_what_it_adds_and_a_running_one_nothing(
    browser: Browser, plain: str
) -> None:
    page = opened(browser, plain)
    page.evaluate(KEEP, [stored(won("south"), LATEST), stored(over(), LATEST + 3600)])
    page.locator("#to-table").tap()
    page.locator('[data-key^="game-"].yt-button').nth(1).tap()
    page.locator(".yt-stand").wait_for()
    assert page.locator(FIGURES).count() == 0
    page.locator('[data-key^="leave"]').tap()
    page.locator('[data-key^="game-"].yt-button').nth(0).tap()
    page.locator(".yl-place").first.wait_for()
    page.locator(f"{FIGURES} summary").tap()
    told = rows(page)
    assert len(told) == 2, "a game of the east round alone stands apart"
    assert [row[0] for row in next(iter(told.values()))[1:]] == [*NAMES]
    page.context.close()
