"""The camera in the page says where light glares in its picture."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import pytest

from tests.browser.finger import click, open_up, settled
from tests.chromium import FLAGS
from yakulens.app.words import i18n

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Playwright

FRAMES = 60


@pytest.mark.parametrize("glares", [True, False])
def test_a_lamp_on_the_tiles_is_told_and_tiles_by_themselves_are_not(  # noqa: PLR0913 - a browser of its own
    driver: Playwright, chromium: str, address: str, samples: Path, tmp_path: Path, *, glares: bool
) -> None:
    still = cv2.resize(cv2.imread(str(samples / "seven-pairs.jpg")), (640, 480))
    if glares:
        cv2.circle(still, (320, 240), 40, (255, 255, 255), -1)
    film = tmp_path / "film.mjpeg"
    film.write_bytes(b"".join(cv2.imencode(".jpg", still)[1].tobytes() for _ in range(FRAMES)))
    camera = ("--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream")
    flags = [flag for flag in FLAGS if not flag.startswith("--js-flags")]
    browser = driver.chromium.launch(
        executable_path=chromium, args=[*flags, *camera, f"--use-file-for-fake-video-capture={film}"]
    )
    page = browser.new_page()
    page.goto(f"{address}/?lang=en")
    settled(page)
    open_up(page, page.get_by_text(i18n.text("en", "start.camera")))
    click(page, page.locator(".stCheckbox label"))
    page.wait_for_function("() => document.querySelector('video')?.videoWidth > 0")
    told = page.locator(".st-key-glare .yl-note")
    page.wait_for_timeout(1500)  # three looks
    assert told.inner_text() == (i18n.text("en", "start.glare") if glares else "")
    browser.close()
