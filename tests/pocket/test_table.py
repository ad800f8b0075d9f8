"""A game in the browser: an evening without a network, killed tabs, everything saved and brought back."""

from __future__ import annotations

import json
import zipfile
from typing import TYPE_CHECKING

import pytest

from tests.browser.finger import overflow
from tests.pocket.conftest import opened
from tests.pocket.reading import answer, read_in_browser
from tests.pocket.test_first_visit import Failing, host, visited
from yakulens.app import game as games
from yakulens.app.game.wire import game_from_json, to_link
from yakulens.app.words import i18n

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Page

NAMES = ("Ann", "Bo", "Cy", "Di")
HAND = "#table [data-fold^=hand-]"


def key(page: Page, name: str) -> None:
    """Tap what has this key, once it is there."""
    page.locator(f'#table [data-key="{name}"]').first.tap()


def begin(page: Page) -> None:
    page.locator("#to-table").tap()
    for at, name in enumerate(NAMES):
        page.locator(f'[data-key="player-{at}"]').fill(name)
    key(page, "begin")
    page.locator(".yt-stand").wait_for()


def scores(page: Page) -> list[str]:
    return page.locator(".yt-stand .sum").all_inner_texts()


def enter(page: Page) -> None:
    """Enter the hand, and wait until it stands among the hands so far."""
    before = page.locator(HAND).count()
    page.locator(".yt-enter:not([disabled])").tap()
    page.locator(HAND).nth(before).wait_for()


@pytest.fixture
def offline(browser: Browser, plain: str) -> Iterator[Page]:
    """A phone without a network, on which a game has begun."""
    page = opened(browser, plain)
    page.wait_for_selector("body[data-offline=ready]", state="attached")
    page.context.set_offline(offline=True)
    begin(page)
    yield page
    page.context.close()


def test_a_photos_hand_and_draws_are_booked_without_a_network_and_a_killed_tab_loses_nothing(
    offline: Page, root: Path
) -> None:
    offline.clock.install()
    key(offline, "photo")
    read_in_browser(offline, root / "datasets" / "samples" / "open.jpg")
    answer(offline)
    offline.locator("#desk .yd-options button", has_text=i18n.text("en", "table.bring")).tap()
    enter(offline)
    assert len({*scores(offline)}) > 1
    key(offline, "photo")
    offline.locator("#start").wait_for()
    offline.clock.fast_forward(60_000)  # in which what was not heard would be sent again
    offline.get_by_role("button", name=i18n.text("en", "pocket.type")).tap()
    offline.locator("#desk .yd").wait_for()
    for _ in range(3):
        offline.locator("#desk .yd-keys .yd-tile").first.tap()
        offline.wait_for_function(
            "() => (({ heard, sent }) => heard === sent)(document.querySelector('.yd').dataset)"
        )
    assert offline.locator("#table").is_hidden(), "the hand is not brought to the table again"
    offline.locator("#to-table").tap()
    offline.locator(".yt-stand").wait_for()
    before = scores(offline)
    for _ in range(2):
        key(offline, "event-exhaustive_draw")
        key(offline, "nobody")
        enter(offline)
    assert scores(offline) == before
    key(offline, "event-ron")
    key(offline, "winner-south")
    offline.locator('[data-key="winner-south"][aria-pressed=true]').wait_for()
    offline.reload()
    offline.locator('[data-key="winner-south"][aria-pressed=true]').wait_for()
    assert scores(offline) == before
    assert overflow(offline) == 0


def test_a_game_comes_by_its_link_and_everything_is_saved_and_brought_back_to_another_phone(
    browser: Browser, plain: str, tmp_path: Path
) -> None:
    win = {"event": "ron", "discarder": "west", "wins": [{"seat": "south", "han": 3, "fu": 40}]}
    game = games.add(games.begin("ema-2025", NAMES), win)
    first = opened(browser, f"{plain}#game={to_link(game)}")
    first.locator(".yt-stand").wait_for()
    assert scores(first) == ["30,000", "35,200", "24,800", "30,000"]
    first.locator("#to-hands").tap()
    with first.expect_download() as download:
        first.locator("#save-all").tap()
    saved = tmp_path / "everything.zip"
    download.value.save_as(saved)
    with zipfile.ZipFile(saved) as archive:
        assert archive.testzip() is None
        (kept,) = json.loads(archive.read("pocket/games.json"))
    assert game_from_json(json.loads(kept["kept"])["game"]) == game
    first.context.close()
    second = opened(browser, plain)
    second.locator("#to-hands").tap()
    second.set_input_files("#restore", str(saved))
    second.get_by_text(i18n.text("en", "pocket.restored")).wait_for()
    second.locator("#to-table").tap()
    second.locator(".yt-games .yt-button").first.tap()
    second.locator(".yt-stand").wait_for()
    assert scores(second) == ["30,000", "35,200", "24,800", "30,000"]
    key(second, "event-exhaustive_draw")
    key(second, "toggle-south-tenpai")
    enter(second)
    ahead = scores(second)
    second.locator("#to-hands").tap()
    second.set_input_files("#restore", str(saved))
    second.get_by_text(i18n.text("en", "pocket.restored")).wait_for()
    second.evaluate("localStorage.clear()")  # a killed browser may have written nothing of it yet
    second.reload()
    second.locator("#to-table").tap()
    second.locator(".yt-stand").wait_for()
    assert scores(second) == ahead, (
        "a game that has gone on here is not set back, and is the one that is played"
    )
    saved.write_bytes(saved.read_bytes().replace(b'"Ann"', b'"Bob"').replace(b"Ann", b"Bob"))
    second.locator("#to-hands").tap()
    second.set_input_files("#restore", str(saved))
    second.get_by_text(i18n.text("en", "pocket.no_backup")).wait_for()
    second.context.close()


def test_a_games_link_is_followed_after_a_reload_too_and_one_that_is_none_is_said(
    browser: Browser, built: Path
) -> None:
    game = games.add(
        games.begin("ema-2025", NAMES),
        {"event": "ron", "discarder": "west", "wins": [{"seat": "south", "han": 3, "fu": 40}]},
    )
    with host(built) as address:
        Failing.breaks.add("python.zip")
        page = visited(browser, f"{address}#game={to_link(game)}")
        page.get_by_role("button", name=i18n.text("en", "pocket.again")).wait_for()
        Failing.breaks.clear()
        page.reload()
        page.locator(".yt-stand").wait_for()
        assert scores(page) == ["30,000", "35,200", "24,800", "30,000"]
        page.evaluate("location.hash = '#game=garbage'")
        page.get_by_text(i18n.text("en", "table.no_game")).wait_for()
        assert scores(page) == ["30,000", "35,200", "24,800", "30,000"]
        assert page.evaluate("location.hash") == ""
        page.context.close()
