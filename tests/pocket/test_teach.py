"""A set is taught on the phone from photos of its rows, without a network; its file goes both ways."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import pytest

from tests.models.teach.designs import all_faces, artwork, laid_out, odd_sets
from tests.pocket.conftest import opened
from tests.pocket.reading import read_in_browser
from yakulens.app.words import i18n
from yakulens.models.teach.file import load_set
from yakulens.vision.picture.photo import load
from yakulens.vision.progressive import read_photo
from yakulens.vision.recognise import Recogniser

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from playwright.sync_api import Browser, Page

NAME = "Odd jade"
ENDED = "() => !document.querySelector('#teach progress')"
KEPT = f'[data-set="{NAME}"]'


def laid(folder: Path, rows: Sequence[Sequence[str]], number: int = 0) -> Path:
    """A photo of rows of tiles of an odd set."""
    path = folder / f"rows-{number}.png"
    cv2.imwrite(str(path), laid_out(rows, odd_sets([artwork()])[4], 500 + number).image[..., ::-1])
    return path


@pytest.fixture
def phone(browser: Browser, plain: str) -> Page:
    """A phone at its tile sets, without a network."""
    page = opened(browser, plain)
    page.wait_for_selector("body[data-offline=ready]", state="attached")
    page.context.set_offline(offline=True)
    page.locator("#to-sets").tap()
    page.locator("#teach-go").wait_for()
    return page


def told(page: Page) -> str:
    """What is wrong with name or photos."""
    page.wait_for_function("() => document.querySelector('#teach-problem')?.textContent")
    return page.locator("#teach-problem").inner_text()


def test_a_set_is_taught_through_a_reload_kept_read_with_and_shared(
    phone: Page, root: Path, tmp_path: Path
) -> None:
    phone.locator("#teach-go").tap()
    assert told(phone) == i18n.text("en", "sets.need_name")
    phone.fill("#set-name", NAME)
    phone.locator("#teach-go").tap()
    phone.get_by_text(i18n.text("en", "sets.need_photos")).wait_for()
    phone.set_input_files("#rows-library", str(laid(tmp_path, all_faces()[:2])))
    phone.locator(".pk-shots li").wait_for()
    phone.locator("#teach-go").tap()
    phone.locator("#teach progress").wait_for()
    phone.reload()  # what was begun goes on
    phone.locator("#teach progress").wait_for()
    phone.wait_for_function(ENDED)
    phone.locator("#teach [data-key^=keep-]").tap()
    phone.locator(KEPT).get_by_text(i18n.text("en", "sets.used", name=NAME)).wait_for()
    with phone.expect_download() as download:
        phone.locator(f'[data-key="share-{NAME}"]').tap()
    shared = tmp_path / download.value.suggested_filename
    download.value.save_as(shared)
    tile_set = load_set(shared)
    assert (tile_set.name, len(tile_set.examples.counts())) == (NAME, 18)
    photo = root / "datasets" / "samples" / "seven-pairs.jpg"
    phone.locator('[data-key="to-start"]').tap()
    theirs = read_in_browser(phone, photo)["reading"]
    assert phone.locator("#with").inner_text().startswith(i18n.text("en", "sets.read_with", name=NAME))
    ours = read_photo(load(photo), Recogniser.load(threads=1).for_set(tile_set)).reading
    assert [tile["face"] for tile in theirs["tiles"]] == [tile.face for tile in ours.tiles]
    phone.reload()
    phone.locator("#with p").wait_for()
    phone.locator('[data-key="read-without"]').tap()
    phone.wait_for_function("() => localStorage['yakulens-set'] === '' && document.body.dataset.read")
    phone.locator("#with p").wait_for(state="detached")
    phone.context.close()


def test_photos_in_no_order_are_told_in_one_sentence_and_stay_in_the_form(
    phone: Page, tmp_path: Path
) -> None:
    phone.fill("#set-name", NAME)
    phone.set_input_files("#rows-library", str(laid(tmp_path, [all_faces()[0][:8]])))
    phone.locator(".pk-shots li").wait_for()
    phone.locator("#teach-go").tap()
    values = {"row": 1, "found": 8, "wanted": 9, "first": "1 of characters", "last": "9 of characters"}
    assert told(phone) == i18n.text("en", "sets.problem_row", photo="photo 1", **values)
    phone.locator("#teach-problem").scroll_into_view_if_needed()
    phone.reload()
    phone.locator(".pk-shots li").wait_for()
    assert phone.locator("#set-name").input_value() == NAME
    phone.locator('[data-key="drop-0"]').tap()
    phone.locator(".pk-shots").wait_for(state="detached")
    phone.context.close()
