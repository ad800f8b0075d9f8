"""*Restore* where the browser stores nothing, or not enough: one sentence, and nothing half written."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest

from tests.pocket.conftest import PATIENCE, PHONE, opened
from tests.pocket.reading import read_in_browser
from tests.pocket.test_figures import KEEP, LATEST, stored, won
from tests.pocket.test_hands import BLOCKED, FULL
from yakulens.app.words import i18n

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser, Page

HELD: Final = """async () => {
    const { allGames, allHands, allSets, choices } = await import("./kept.js");
    const of = entries => entries.map(({ id }) => id);
    return [of(await allHands()), of(await allGames()), of(await allSets()), choices.language ?? ""];
}"""
BETWEEN: Final = """() => {
    const { put } = IDBObjectStore.prototype;
    let puts = 0;
    IDBObjectStore.prototype.put = function (...given) {
        if ((puts += 1) > 1) throw new DOMException("no more room", "QuotaExceededError");
        return put.apply(this, given);
    };
}"""
"""All that is stored after the first thing, which was written, does not fit."""


@pytest.fixture(scope="module")
def saved(browser: Browser, plain: str, root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All that a phone with a hand, its photo, two games and a choice has saved."""
    page = opened(browser, plain)
    page.evaluate(KEEP, [stored(won("south"), LATEST), stored(won("east"), LATEST + 60)])
    page.locator("#tools select").select_option("ja")
    read_in_browser(page, root / "datasets" / "samples" / "open.jpg")
    page.locator("#to-hands").tap()
    with page.expect_download() as download:
        page.locator("#save-all").tap()
    file = tmp_path_factory.mktemp("saved") / "everything.zip"
    download.value.save_as(file)
    page.context.close()
    return file


def refused(page: Page, saved: Path) -> list[object]:
    """What the phone keeps once it has said that it cannot keep what the file holds."""
    page.locator("#to-hands").tap()
    page.set_input_files("#restore", str(saved))
    page.locator("#doing").get_by_text(i18n.text("en", "pocket.not_kept")).wait_for()
    held: list[object] = page.evaluate(HELD)
    return held


def test_where_the_browser_blocks_its_storage_nothing_comes_back_and_it_is_said(
    browser: Browser, plain: str, saved: Path
) -> None:
    context = browser.new_context(**PHONE)
    context.add_init_script(BLOCKED)
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(plain)
    page.wait_for_selector("body[data-ready]", state="attached")
    assert refused(page, saved) == [[], [], [], ""]
    context.close()


@pytest.mark.parametrize("fails", [BETWEEN, FULL], ids=["between two entries", "at the end"])
def test_what_does_not_fit_leaves_what_was_there_as_it_was_and_comes_back_once_there_is_room(
    browser: Browser, plain: str, saved: Path, fails: str
) -> None:
    page = opened(browser, plain)
    page.evaluate(KEEP, [stored(won("south"), LATEST - 60)])
    page.evaluate(fails)
    assert refused(page, saved) == [[], [LATEST - 60], [], ""]
    page.reload()
    page.wait_for_selector("body[data-ready]", state="attached")
    page.locator("#to-hands").tap()
    assert page.evaluate(HELD) == [[], [LATEST - 60], [], ""]
    page.set_input_files("#restore", str(saved))
    page.get_by_text(i18n.text("en", "pocket.restored")).wait_for()
    hands, games, _, language = page.evaluate(HELD)
    assert (len(hands), games, language) == (1, [LATEST + 60, LATEST, LATEST - 60], "ja")
    page.context.close()
