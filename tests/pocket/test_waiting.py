"""Who is tenpai, on a phone without a server: discards by taps, kept, and no hand lost for another one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tests.browser.finger import overflow
from tests.browser.standing import note, put_down, stood_still
from tests.pocket.conftest import opened
from tests.pocket.reading import answer
from yakulens.app.hand.link import to_link
from yakulens.app.hand.situation import WinFacts
from yakulens.app.words.i18n import text
from yakulens.vision.desk import typed

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

TENPAI: Final = ("2m", "3m", "4m", "5m", "6m", "7m", "8m", "2p", "3p", "4p", "5s", "5s", "5s")
FURITEN: Final = text("en", "dispute.furiten")
NOT_FURITEN: Final = text("en", "dispute.not_furiten")


def discard(host: Locator, *faces: str) -> None:
    """Tap discards on the keyboard; each key stands where it stood when the one before was tapped."""
    told = host.locator(".yl-own .yl-pick")
    for face in faces:
        count, key = told.count(), host.locator(f'[data-key="own-key-{face}"]')
        stood_still(key)
        put_down(host.page, key)
        told.nth(count).wait_for(state="attached")


def unfold(host: Locator) -> None:
    """Open the keyboard, all of it in sight."""
    host.locator('[data-key="fold-own-keys"]').tap()
    host.locator('[data-key="own-key-7z"]').scroll_into_view_if_needed()
    note(host.page)


def test_a_waiting_hand_is_checked_by_taps_and_a_reload_keeps_its_discards(
    browser: Browser, plain: str
) -> None:
    page = opened(browser, f"{plain}#hand={to_link(typed.hand('2345678m234p555s'), WinFacts())}")
    result = page.locator("#result")
    result.get_by_text(NOT_FURITEN).wait_for()
    unfold(result)
    discard(result, "9s", "5m", "1z", "2z", "3z", "4z", "5z", "6z", "7z")
    result.get_by_text(FURITEN).wait_for()
    assert overflow(page) == 0
    page.reload()
    result.get_by_text(FURITEN).wait_for()
    taken = result.locator(".yl-own .yl-pick")
    assert taken.count() == 9
    taken.nth(1).tap()
    result.get_by_text(NOT_FURITEN).wait_for()
    page.locator('#desk [data-key="undo"]').tap()
    result.get_by_text(FURITEN).wait_for()
    page.context.close()


def won(browser: Browser, plain: str) -> Page:
    """A phone that shows a scored hand, which waited for 5p and 8p."""
    page = opened(
        browser, f"{plain}#hand={to_link(typed.hand('234567m44p678s67p +8p'), WinFacts('ron', 'south'))}"
    )
    answer(page)
    return page


def test_a_scored_hand_and_another_beside_it_are_checked_and_outlive_a_reload(
    browser: Browser, plain: str
) -> None:
    page = won(browser, plain)
    points, check = page.locator("#result .yl-points"), page.locator("#check")
    scored = points.inner_text()
    check.locator('[data-key="look-this"]').tap()
    check.get_by_text(NOT_FURITEN).wait_for()
    unfold(check)
    discard(check, "1z", "5p")
    check.get_by_text(FURITEN).wait_for()
    check.locator('[data-key="look-other"]').tap()
    check.locator(".yd-keys:visible").wait_for()
    for face in TENPAI:
        check.locator(f'.yd-keys [data-key="key-{face}"]').tap()
    check.locator('.yd-keys [data-key="done"]').tap()
    check.locator(".yl-own").wait_for()
    unfold(check)
    discard(check, "9m", "8m")
    check.get_by_text(FURITEN).wait_for()
    check.locator('[data-key="seat-west"]').tap()
    check.locator('[data-key="seat-west"][aria-pressed="true"]').wait_for()
    assert points.inner_text() == scored
    assert overflow(page) == 0
    page.reload()
    check.get_by_text(FURITEN).wait_for()
    assert check.locator(".yl-own .yl-pick").count() == 2
    assert check.locator('[data-key="seat-west"]').get_attribute("aria-pressed") == "true"
    assert points.inner_text() == scored
    check.locator('[data-key="look-this"]').tap()
    check.locator('.yl-own [data-key="own-1"] .is-5p').wait_for()
    page.context.close()


def test_a_hand_of_its_own_is_checked_while_a_game_runs_and_the_winners_stays_among_the_hands(
    browser: Browser, plain: str
) -> None:
    page = won(browser, plain)
    scored = page.locator("#result .yl-points").inner_text()
    page.locator("#to-table").tap()
    for at, name in enumerate(("Ann", "Bo", "Cy", "Di")):
        page.locator(f'#table [data-key="player-{at}"]').fill(name)
    page.locator('#table [data-key="begin"]').tap()
    page.locator("#table .yt-stand").wait_for()
    page.locator("#to-hands").tap()
    page.get_by_role("button", name=text("en", "pocket.type")).tap()
    page.locator("#desk .yd-keys:visible").wait_for()
    for face in TENPAI:
        page.locator(f'#desk .yd-keys [data-key="key-{face}"]').tap()
    page.locator('#desk .yd-keys [data-key="done"]').tap()
    page.locator("#result").get_by_text(NOT_FURITEN).wait_for()
    unfold(page.locator("#result"))
    discard(page.locator("#result"), "8m")
    page.locator("#result").get_by_text(FURITEN).wait_for()
    page.locator("#to-hands").tap()
    page.locator(".pk-hands button").nth(1).tap()
    page.locator("#result .yl-points").wait_for()
    assert page.locator("#result .yl-points").inner_text() == scored
    page.context.close()
