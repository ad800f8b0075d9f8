"""From a photo to its ruling by taps, in two rule sets and languages; kept, opened again, handed on.

After the first visit without a network: nothing is needed from outside, and nothing leaves the phone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import Browser, Page, Route

from tests.browser.finger import overflow
from tests.pocket.conftest import PATIENCE, PHONE, opened
from tests.pocket.reading import answer, read_in_browser
from yakulens.app.hand.link import from_link
from yakulens.app.words import i18n

if TYPE_CHECKING:
    from pathlib import Path


def test_the_page_stands_before_python_is_there_and_a_photo_that_is_chosen_then_waits_for_it(
    browser: Browser, plain: str, root: Path
) -> None:
    context = browser.new_context(**PHONE)
    page, python = context.new_page(), list[Route]()
    page.set_default_timeout(PATIENCE)
    context.route("**/python.zip.gz", lambda route: python.append(route))  # noqa: PLW0108 - it asks for a function
    page.goto(plain)
    page.locator("label #library").wait_for(state="attached")
    page.set_input_files("#library", str(root / "datasets" / "samples" / "seven-pairs.jpg"))
    page.get_by_text(i18n.text("en", "pocket.reading")).wait_for()
    while not python:
        page.wait_for_timeout(50)
    assert page.locator("body[data-ready]").count() == 0
    python[0].continue_()
    page.wait_for_selector("body[data-read]", state="attached")
    assert page.locator("#desk svg polygon").count() >= 14
    context.close()


def test_from_a_first_visit_in_the_browsers_language_and_a_photo_to_the_ruling_card_and_in_airplane_mode(
    browser: Browser, plain: str, root: Path
) -> None:
    asked: list[tuple[str, str]] = []
    page = opened(browser, plain, "zh-CN", lambda request: asked.append((request.method, request.url)))
    assert page.locator("html").get_attribute("lang") == "zh-Hans"
    page.locator("label #library").wait_for(state="attached")
    assert page.locator("#start").inner_text().split() == [
        i18n.text("zh", key)
        for key in ("finder.camera", "pocket.library", "pocket.type", "sets.title", "house.title")
    ]
    page.locator("#tools select").select_option("en")
    page.wait_for_function("() => document.documentElement.lang === 'en'")
    page.locator("#finder").tap()  # this browser keeps its camera
    page.wait_for_selector("label #camera", state="attached")
    assert page.locator("#doing").inner_text().startswith(i18n.text("en", "finder.no_camera"))
    read_in_browser(page, root / "datasets" / "samples" / "four-melds.jpg")
    answer(page)
    headline = page.locator("#result .yl-points").inner_text()
    assert any(letter.isdigit() for letter in headline)
    assert page.locator("#score-in-full td.cite").first.inner_text()
    page.locator('[data-key="other-rules"]').select_option("tenhou")
    page.locator("#compared table tr").first.wait_for()
    page.locator("#tools select").select_option("ja")
    page.wait_for_function("() => /[ぁ-ん]/.test(document.querySelector('#score-in-full').textContent)")
    page.locator("#link").tap()
    page.wait_for_function("() => location.hash.startsWith('#hand=')")
    linked = page.url
    page.locator("#handed img.yl-qr").wait_for()
    page.locator("#server").fill("http://192.168.1.5:8501/")
    page.locator("#server").press("Enter")
    there = page.locator("#there").get_attribute("href") or ""
    assert there == "http://192.168.1.5:8501/?laid=" + linked.partition("#hand=")[2]
    desk, facts = from_link(linked.partition("#hand=")[2])
    assert len(desk.melds) == 4
    assert facts.by is not None
    page.wait_for_selector("body[data-offline=ready]", state="attached")
    page.context.set_offline(offline=True)
    page.reload()
    page.wait_for_selector("#result .yl-points")
    assert page.locator("html").get_attribute("lang") == "ja", "the choice is kept"
    _opened_again(page)
    assert page.url == plain, "the address names no hand that is not shown"
    _another_photo_read_and_shared(page, root)
    _opened_again(page)
    assert all(url.startswith((plain, "blob:", "data:")) for _, url in asked)
    assert {method for method, _ in asked} == {"GET", "HEAD"}, "neither sends anything along"
    page.context.close()
    other = opened(browser, linked)
    assert other.locator("#result .yl-points").inner_text() == headline
    other.context.close()


def _opened_again(page: Page) -> None:
    page.locator("#to-hands").tap()
    page.locator(".pk-hands button").first.tap()
    page.wait_for_selector("#result .yl-points")
    assert page.locator("#desk svg polygon").count()


def _another_photo_read_and_shared(page: Page, root: Path) -> None:
    page.locator("#tools select").select_option("en")
    page.wait_for_function("() => document.documentElement.lang === 'en'")
    found = read_in_browser(page, root / "datasets" / "samples" / "seven-pairs.jpg")
    assert len(found["reading"]["reading"]["concealed"]) == 13
    answer(page)
    page.locator('[data-key="other-rules"]').select_option("tenhou")
    page.locator("#compared table tr").first.wait_for()
    assert overflow(page) == 0, "what is broader than the phone moves the dock out of sight"
    page.locator("#tools select").select_option("ja")
    page.wait_for_function("() => document.documentElement.lang === 'ja'")
    page.locator("#desk .yd-options button", has_text=i18n.text("ja", "fact.share")).tap()
    with page.expect_download() as saved:
        page.locator('#desk [data-key="share-go"]:not([disabled])').tap()
    assert saved.value.suggested_filename.endswith(".png")
