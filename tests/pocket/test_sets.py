"""A set taught on a server, put into the page: photos are read with it; bad files are refused."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.pocket.conftest import opened
from tests.pocket.reading import read_in_browser
from tests.pocket.taught import NAME, exchanged
from yakulens.app.words import i18n
from yakulens.models.teach.file import to_bytes
from yakulens.vision.picture.color_transform import ColorTransform

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser, Page


def faces(page: Page, photo: Path) -> set[str]:
    """What the tiles of a photo show; then its hand is closed."""
    found = {tile["face"] for tile in read_in_browser(page, photo)["reading"]["tiles"]}
    page.locator("#to-hands").tap()
    page.locator("#start").wait_for()
    return found


def test_a_taught_set_is_put_in_kept_chosen_and_removed(
    browser: Browser, plain: str, root: Path, tmp_path: Path
) -> None:
    photo = root / "datasets" / "samples" / "seven-pairs.jpg"
    odd, bad = tmp_path / "odd.yakuset", tmp_path / "bad.yakuset"
    odd.write_bytes(to_bytes(exchanged("5z", "6z", ColorTransform(grey=True))))
    bad.write_bytes(odd.read_bytes()[:-200])
    page = opened(browser, plain)
    assert page.locator("#set").count() == 0, "there is no set to choose"
    page.locator("#to-sets").tap()
    page.locator("#bring").wait_for(state="attached")
    page.set_input_files("#bring", str(odd))
    kept = page.locator(f'[data-set="{NAME}"]')
    kept.get_by_text(i18n.text("en", "sets.used", name=NAME)).wait_for()
    page.locator("#to-hands").tap()
    page.locator("#set").wait_for()
    assert page.locator("#set").input_value() == NAME
    assert {"5z", "6z"} & faces(page, photo) == {"6z"}
    page.locator("#to-sets").tap()
    page.locator("#bring").wait_for(state="attached")
    page.set_input_files("#bring", str(bad))
    page.wait_for_function("() => document.querySelector('#doing').textContent !== ''")
    told = page.locator("#doing").inner_text()
    assert told.startswith(i18n.text("en", "sets.problem_file", what="bad.yakuset"))
    assert "\n" not in told
    page.reload()
    kept.wait_for()
    page.locator("#to-hands").tap()
    assert page.locator("#set").input_value() == NAME
    page.reload()  # while it starts
    page.wait_for_selector("body[data-ready]", state="attached")
    page.locator("#set").wait_for()
    assert page.locator("#set").input_value() == NAME, (
        "kept over a reload, and what was refused changes nothing"
    )
    page.locator("#set").select_option("")
    page.wait_for_function("() => localStorage['yakulens-set'] === ''")
    assert {"5z", "6z"} & faces(page, photo) == {"5z"}
    page.locator("#set").select_option(NAME)
    page.locator("#to-sets").tap()
    page.once("dialog", lambda dialog: dialog.accept())
    page.locator(f'[data-key="remove-{NAME}"]').tap()
    kept.wait_for(state="detached")
    assert {"5z", "6z"} & faces(page, photo) == {"5z"}
    assert page.locator("#set").count() == 0
    page.context.close()
