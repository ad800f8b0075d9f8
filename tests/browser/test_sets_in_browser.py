"""A tile set taught on the page, kept and read with; and one that a photo looks like, asked about."""

from __future__ import annotations

import io
from dataclasses import replace
from typing import TYPE_CHECKING
from zipfile import ZipFile

import cv2
import numpy as np
import pytest

from tests.browser.axe import grave
from tests.browser.conftest import SIZES
from tests.browser.finger import button, click, desk_drawn, go, overflow, photograph, settled, tap, within
from tests.browser.standing import note
from tests.models.teach.designs import all_faces, artwork, laid_out, odd_sets
from tests.models.teach.hands import hand
from tests.models.teach.recognised import taught
from yakulens.app import cli
from yakulens.app import store as stores
from yakulens.app.store import sets
from yakulens.models.teach.feature_extractor import FeatureExtractor
from yakulens.vision.models import choose

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from numpy.typing import NDArray
    from playwright.sync_api import BrowserContext

    from tests.browser.conftest import Server

ROUNDING = 0.02
"""Of the greatest value: axes are kept in bytes."""
ROWS = [row for row in all_faces() if "0m" not in row]


@pytest.fixture(scope="module")
def photos(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Two photos of a set of deep jade with white ink: numbers are enough to learn from."""
    folder = tmp_path_factory.mktemp("rows")
    odd = odd_sets([artwork()])[3]
    paths = [str(folder / f"{number}.jpg") for number in range(2)]
    for number, path in enumerate(paths):
        cv2.imwrite(path, laid_out(ROWS[:2], odd, 40 + number).image[..., ::-1])
    return paths


def test_a_set_is_taught_kept_used_and_removed(
    phone: BrowserContext,
    serve: Callable[[], Server],
    photos: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    page = phone.new_page()
    page.set_default_timeout(90_000)
    page.goto(f"{serve().url}/sets")
    page.get_by_text("No set has been taught yet.").wait_for()
    page.set_viewport_size({"width": 320, "height": 640})
    for row in page.locator(".yl-rows .yl-row").all():
        tops = row.locator(".yl-tile").evaluate_all("each => each.map(tile => tile.offsetTop)")
        assert len({*tops}) == 1, "a row that is to be laid out is drawn as one"
    width, height = SIZES["phone"]
    page.set_viewport_size({"width": width, "height": height})
    settled(page)
    tap(page, "set-go")
    page.get_by_text("Give the set a name first").wait_for()
    page.locator(".st-key-set-name input").fill("Deep jade")
    page.locator(".st-key-set-name input").press("Tab")
    page.locator(".st-key-set-photos input[type=file]").set_input_files(photos)
    page.get_by_text("1.jpg").wait_for()
    settled(page)
    note(page)  # the photos' names moved what is below them; no tap did
    tap(page, "set-go")
    page.locator(".st-key-set-keep, .st-key-choice-do-doubt").first.wait_for()
    while page.locator(".st-key-choice-do-doubt").count():
        click(page, page.locator(".st-key-choice-do-doubt button").first)
    page.locator(".st-key-set-keep").wait_for()
    page.reload()
    page.locator(".st-key-set-keep").wait_for()  # a page that is loaded anew goes on where the teaching was
    page.get_by_text("tiles held back").first.wait_for()
    assert grave(page) == [], "what was learnt, before it is kept"
    for size in ("desk", "phone"):  # what was learnt is seen at both, and learnt once
        within(page, SIZES[size])
    tap(page, "set-keep")
    page.get_by_text("Photos are read with Deep jade").wait_for()
    (kept,) = tmp_path.rglob("*.yakuset")
    assert kept.name == "Deep jade.yakuset"
    # So whole hands read with it (`python -m tests.models.teach.hands`) are what the page's set gives too.
    monkeypatch.setattr(stores, "place", lambda: tmp_path / "command" / stores.FILE)
    assert cli.main(["learn", "Deep jade", *photos, "--insist"]) == 0
    taught_so = arrays(tmp_path / "command" / "sets" / "Deep jade.yakuset")
    for name, array in arrays(kept).items():
        # Sums of other orders, as threads come, differ in their last digits.
        assert np.abs(array - taught_so[name]).max() <= ROUNDING * np.abs(array).max(), name
    for size in ("desk", "phone"):
        within(page, SIZES[size])
    go(page, 0)
    page.locator('[data-testid="stFileUploader"] input[type=file]').first.set_input_files(photos[1])
    desk_drawn(page)
    go(page, 4)
    tap(page, "set-remove")
    page.get_by_text("No set has been taught yet.").wait_for()


def test_a_photo_that_looks_like_a_taught_set_is_asked_about_and_the_answer_can_be_taken_back(
    phone: BrowserContext, serve: Callable[[], Server], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    odd = odd_sets([artwork()])[3]
    sets.keep(replace(taught(odd, FeatureExtractor.of(choose())), name="Club green"))
    cv2.imwrite(str(tmp_path / "hand.jpg"), hand(odd, 0).image[..., ::-1])
    page = phone.new_page()
    page.goto(serve().url)
    photograph(page, tmp_path / "hand.jpg")
    asked = page.get_by_text("The tiles look like the learnt set Club green. Is it that one?")
    asked.wait_for()
    assert grave(page) == [], "a set that was known again"
    assert not page.get_by_text("Read with the set").count(), "nothing is read with it before the answer"
    tick = "each => getComputedStyle(each, '::after').content"
    assert button(page, "which-set-yes").evaluate(tick) == "none", "nothing holds before it is tapped"
    note(page)  # the question came with the reading, after the photo's tap
    tap(page, "which-set-yes")
    page.get_by_text("Read with the set Club green").wait_for()
    desk_drawn(page)
    assert not asked.count()
    assert overflow(page) == 0
    note(page)
    tap(page, "which-set-back")
    asked.wait_for()
    assert not page.get_by_text("Read with the set").count()


def arrays(path: Path) -> dict[str, NDArray[np.float64]]:
    """What a set's file holds, without its card, which tells when it was made."""
    with ZipFile(path) as file:
        names = [name for name in file.namelist() if name.endswith(".npy")]
        return {name: np.load(io.BytesIO(file.read(name))).astype(np.float64) for name in names}
