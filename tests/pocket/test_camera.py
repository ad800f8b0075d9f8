"""The camera in the page: tiles are counted in its picture, and what is still and sharp takes itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import pytest

from tests.chromium import FLAGS, installed
from tests.pocket.conftest import opened
from yakulens.app.words import i18n

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Playwright

SIDE = 1280
GLARING, CLEAR = 60, 240  # frames, thirty a second
LISTEN = """() => {
    window.heard = [];
    new MutationObserver(() => {
        const told = document.querySelector(".pk-camera output");
        if (told) window.heard.push(told.value);
    }).observe(document.body, { childList: true, subtree: true });
}"""
"""Keeps what the camera's view says, which is gone as soon as the photo is taken."""


@pytest.fixture
def filming(driver: Playwright, root: Path, tmp_path: Path) -> Iterator[Browser]:
    """A browser whose camera films fourteen tiles that lie still, at first with a lamp's light on them."""
    sample = cv2.imread(str(root / "datasets" / "samples" / "seven-pairs.jpg"))
    still = cv2.resize(sample, (SIDE, round(SIDE * sample.shape[0] / sample.shape[1])))
    film = tmp_path / "film.mjpeg"
    glaring = cv2.circle(still.copy(), (SIDE // 2, still.shape[0] // 2), SIDE // 15, (255, 255, 255), -1)
    frames = [cv2.imencode(".jpg", frame)[1].tobytes() for frame in (glaring, still)]
    film.write_bytes(frames[0] * GLARING + frames[1] * CLEAR)
    flags = [flag for flag in FLAGS if not flag.startswith("--js-flags")]
    flags += ["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"]
    found = driver.chromium.launch(
        executable_path=installed(), args=[*flags, f"--use-file-for-fake-video-capture={film}"]
    )
    yield found
    found.close()


def test_the_camera_is_closed_by_the_person_or_counts_a_hand_that_lies_still_and_takes_it(
    filming: Browser, plain: str
) -> None:
    page = opened(filming, plain)
    page.locator("#finder").tap()
    page.get_by_role("button", name=i18n.text("en", "pocket.close")).tap()
    assert page.locator(".pk-camera").count() == 0
    page.locator("#finder").tap()
    page.locator(".pk-camera").wait_for()
    page.keyboard.press("Escape")
    page.locator(".pk-camera").wait_for(state="detached")
    assert page.locator("#finder").is_visible()
    assert page.locator("body[data-read]").count() == 0, "nothing was taken"
    page.evaluate(LISTEN)
    page.locator("#finder").tap()
    page.wait_for_selector("body[data-read]", state="attached")
    assert page.locator(".pk-camera").count() == 0
    counted = i18n.text("en", "pocket.in_view").replace("{n}", "14")
    heard = page.evaluate("window.heard")
    assert any(words.startswith(counted) for words in heard), heard
    assert any(words.endswith(i18n.text("en", "start.glare")) for words in heard), heard
    told = page.evaluate("window.yakulens.reading.reading")
    assert len(told["concealed"]) + (told["win"] is not None) == 14
