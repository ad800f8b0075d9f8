"""Four people disagree, in a real browser with the real model: two rule sets, tenpai, the ruling card."""

from __future__ import annotations

import io
import re
from typing import TYPE_CHECKING

import pytest
from PIL import Image

from tests.browser.axe import grave, grave_wide_and_narrow
from tests.browser.conftest import SIZES
from tests.browser.finger import (
    button,
    chosen,
    click,
    correct,
    desk_drawn,
    go,
    keyed,
    lay_out,
    open_up,
    overflow,
    part,
    press,
    settled,
    tap,
    within,
    won,
    write,
)
from tests.browser.standing import put_down
from yakulens.app.exports import card_drawing as drawing
from yakulens.app.words import i18n

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from playwright.sync_api import FilePayload, Page

BROKEN: FilePayload = {"name": "broken.jpg", "mimeType": "image/jpeg", "buffer": b"no photo at all"}
ALLOWED = re.compile(r"Yakulens|English|EMA|WRC|WDMC|RCR|yakulens-\d|JPG|PNG|WebP|HEIC|MB|[0-9]+[mpsz]+")

NARROWEST = (320, 568)
BROKEN_LINES = """all => all.filter(each => {
  const words = document.createRange();
  words.selectNodeContents(each);
  return words.getClientRects().length > 1;
}).length"""


@pytest.fixture
def japanese(visit: Callable[[str, str], Page]) -> Page:
    """The page in Japanese on a phone, by the rules of an edition that has sections."""
    page = visit("phone", "ja")
    settled(page)
    if button(page, "play-by-ema-2025").count():  # a Japanese page begins with Japanese rules
        tap(page, "play-by-ema-2025")
    return page


def say(key: str, **values: object) -> str:
    return i18n.text("ja", key, **values)


def test_a_photographed_hand_is_disputed_its_ruling_taken_home_and_another_hand_checked(
    japanese: Page, samples: Path, model: str
) -> None:
    assert model
    page = japanese
    page.set_input_files("input[type=file]", samples / "open.jpg")
    desk_drawn(page)
    for _ in range(2):
        press(page, keyed(page, "choice-0"))
    within(page, NARROWEST)
    cut = "all => all.filter(each => each.scrollWidth > each.clientWidth).length"
    assert page.locator(".yd-photo-tools button").evaluate_all(cut) == 0
    open_up(page, page.locator('.yd-rows [data-key^="tile-"]').first)
    tops = page.locator(".yd-sheet-head button").evaluate_all(
        "all => all.map(each => each.getBoundingClientRect().top)"
    )
    assert len({*tops}) == 1, "a tile's sheet has one row of buttons"
    open_up(page, keyed(page, "close"))
    within(page, SIZES["phone"])
    go(page, 1)
    page.locator(".yl-pair").wait_for()
    table = page.get_by_text(say("dispute.everywhere"))
    open_up(page, table)
    worth = page.locator(".yl-table .worth")
    assert worth.count() > 5
    assert worth.evaluate_all(BROKEN_LINES) == 0
    open_up(page, table)
    _ruling_taken_home(page)
    _another_hand_checked_and_nothing_lost_to_a_broken_file(page, samples)


def _ruling_taken_home(page: Page) -> None:
    for key in ("dispute.rules", "dispute.reasons", "dispute.what_if", "check.title", "card.title"):
        assert page.get_by_role("heading", name=say(key)).is_visible()
    assert page.get_by_text(say("check.tenpai"), exact=True).first.is_visible()
    assert overflow(page) == 0
    tap(page, "make-card")
    page.locator(".yl-device-share").wait_for()
    shown = page.locator('[data-testid="stImage"] img').last
    shown.scroll_into_view_if_needed()
    assert shown.evaluate("image => image.naturalWidth") > 0
    assert grave_wide_and_narrow(page) == [], "a ruling card"
    with page.expect_download() as downloading:
        put_down(page, page.locator(".yl-device-share"))
    saved = downloading.value
    assert re.fullmatch(r"yakulens-ruling-\d{4}-\d\d-\d\d\.png", saved.suggested_filename)
    card = Image.open(io.BytesIO(saved.path().read_bytes()))
    assert (card.format, card.width) == ("PNG", drawing.WIDTH)
    assert card.height > card.width
    colours = card.convert("RGB").getcolors(1 << 24) or []
    # Paper, ink, tiles and a photo: neither one colour nor a few.
    assert len(colours) > 10_000
    assert overflow(page) == 0
    assert page.locator('[data-testid="stException"]').count() == 0
    # An icon is a word to the reader of a page, and a sign only to its eye.
    page.add_style_tag(content='[data-testid="stIconMaterial"] { display: none }')
    assert re.findall(r"[A-Za-z]{2,}", ALLOWED.sub(" ", page.locator(".stMain").inner_text())) == []


def _another_hand_checked_and_nothing_lost_to_a_broken_file(page: Page, samples: Path) -> None:
    tap(page, "check-of-other")
    page.set_input_files("input[type=file]", BROKEN)
    alert = page.locator('[data-testid="stAlert"]')
    alert.wait_for()
    assert alert.count() == 1
    told = alert.inner_text()
    assert say("photo.no_photo") in told
    assert page.locator('[data-testid="stException"]').count() == 0
    assert page.locator(".yl-pair").is_visible()
    page.set_input_files("input[type=file]", samples / "whole-table.jpg")
    page.locator(".yd-stage polygon[data-uid]").first.wait_for(state="attached")
    settled(page)
    assert page.locator(".yd-dock:visible").count() == 0
    tap(page, "check-riichi-yes")
    tiles = page.locator('.yd-rows > .yd-row [data-key^="tile-"]')
    assert tiles.count() >= 13
    open_up(page, part(page, "fold-own-keys"))
    for face in ("1z", "9m"):
        click(page, part(page, f"own-key-{face}"))
    told = page.locator(".yl-own .yl-pick")
    assert told.count() == 2
    click(page, told.first)
    assert told.count() == 1
    assert overflow(page) == 0
    open_up(page, tiles.first)
    press(page, page.locator('.yd-faces [data-key^="face-"]').nth(1))
    shown = tiles.evaluate_all(NAMED)
    page.reload()
    page.locator(".yd-stage canvas[data-shows]").wait_for(state="attached")
    settled(page)
    assert tiles.evaluate_all(NAMED) == shown, "a reload brings the second hand back"
    assert told.count() == 1, "with its discards"
    assert grave_wide_and_narrow(page) == [], "another hand's tenpai"
    assert page.locator(chosen("check-riichi-yes")).count() == 1
    tap(page, "check-of-this")
    assert page.get_by_text(say("check.before_win")).is_visible()


NAMED = "tiles => tiles.map(tile => tile.getAttribute('aria-label'))"


def test_a_typed_hand_stays_within_the_window_and_a_quad_after_riichi_is_judged_with_its_section(
    japanese: Page,
) -> None:
    _thirteen_concealed_tiles_within_the_window(japanese)
    _typed_quad_judged(japanese)


def _typed_quad_judged(page: Page) -> None:
    tap(page, "check-of-other")
    open_up(page, page.get_by_text(say("check.type"), exact=True))
    write(page, page.get_by_role("textbox", name=say("start.type_label")), "2223p456m789s111z")
    click(page, page.locator('[data-testid="stFormSubmitButton"] button'))
    page.locator(".st-key-check-riichi-yes").wait_for()
    settled(page)
    tap(page, "check-riichi-yes")
    assert page.get_by_text("槓をすると待ちが変わります").is_visible()
    assert page.get_by_text(say("check.quad_no"), exact=True).is_visible()
    assert page.get_by_text(say("check.quad_yes"), exact=True).is_visible()
    assert page.get_by_text("EMA 2025 3.3.10").first.is_visible()
    assert overflow(page) == 0


def _thirteen_concealed_tiles_within_the_window(page: Page) -> None:
    settled(page)
    open_up(page, page.get_by_text(say("start.type"), exact=True))
    write(page, page.get_by_role("textbox", name=say("start.type_label")), "22334455667p8s8s +7p")
    click(page, page.locator('[data-testid="stFormSubmitButton"] button'))
    desk_drawn(page)
    page.locator(".yd-spoken", has_text="手牌は 14 枚です。どう").wait_for(state="attached")
    assert keyed(page, "choice-1").get_attribute("aria-label") == "ツモ、自分で引いて"
    press(page, keyed(page, "choice-1"))
    press(page, keyed(page, "choice-0"))
    go(page, 1)
    page.locator(".yl-pair").wait_for()
    settled(page)
    right = "tiles => Math.max(...tiles.map(tile => tile.getBoundingClientRect().right))"
    width = page.viewport_size["width"] if page.viewport_size else 0
    assert 0 < page.locator(".yl-group .yl-tile").evaluate_all(right) <= width
    assert page.get_by_text(say("result.others")).is_visible()


def test_two_claims_stand_side_by_side_and_the_ruling_is_on_the_card(
    visit: Callable[[str, str], Page],
) -> None:
    page = visit("phone", "en")
    lay_out(page, "234567m44p678s67p +8p")
    won(page, "Ron", "South", "East", "No riichi", "No dora")
    go(page, 1)
    tap(page, "claim-begin")
    claims = page.locator(".yl-claim")
    assert "2,000" in claims.nth(0).inner_text()
    assert "2,000" in claims.nth(1).inner_text()
    open_up(page, keyed(page, "chip-riichi"))
    hidden = "options => options.scrollHeight - options.clientHeight"
    for size in ("desk", "across", "phone"):
        within(page, SIZES[size])
        assert page.locator(".yd-inline .yd-options").evaluate(hidden) == 0, f"an answer is cut off: {size}"
    press(page, page.locator(".yd-options button", has_text="Ippatsu").first)
    tap(page, "claim-ura-none")
    claims.nth(1).get_by_text("4 han").wait_for()
    assert "Ippatsu" in claims.nth(1).inner_text()
    assert "2,000" in claims.nth(0).inner_text(), "the first claim is as it was"
    correct(page, "tile-0", "9p")
    claims.nth(1).get_by_text("Not a winning hand").wait_for()
    press(page, keyed(page, "undo"))
    tap(page, "ruled-b")
    assert "stands" in claims.nth(1).inner_text()
    assert "does not stand" in claims.nth(0).inner_text()
    assert grave_wide_and_narrow(page) == [], "two claims"
    tap(page, "make-card")
    card = page.locator('[data-testid="stImage"] img').last
    card.scroll_into_view_if_needed()
    page.wait_for_function("image => image.naturalWidth > 0", arg=card.element_handle())
    page.reload()
    claims.nth(1).get_by_text("stands").wait_for()
    assert page.locator('[data-testid="stException"]').count() == 0


def test_what_an_offence_costs_is_told_with_its_section(visit: Callable[[str, str], Page]) -> None:
    page = visit("phone", "en")
    go(page, 1)
    field = page.locator(".st-key-penalty-search input")
    write(page, field, "swap-calling")
    field.press("Enter")
    row = page.locator("tr", has_text="Swap-calling")
    row.wait_for()
    assert "EMA 2025" in row.inner_text()
    assert grave(page) == [], "penalties"
    assert overflow(page) == 0
