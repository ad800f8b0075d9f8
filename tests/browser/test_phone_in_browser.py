"""What docs/phone.md promises: the page over the network, and the camera over https."""

from __future__ import annotations

import shutil
import subprocess
from typing import TYPE_CHECKING, Any

import pytest

from tests.browser.conftest import EVERYWHERE
from tests.browser.finger import desk_drawn, failures, lay_out, open_up, overflow, settled, sit_down, tap, won

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Page

LARGE = 72
SCREEN = 844
IN_INCOGNITO = {"errorId": "in-incognito", "errorArguments": []}


@pytest.fixture
def trusting(browser: Browser) -> Iterator[Page]:
    """A phone's browser that trusts the test's own certificate."""
    context = browser.new_context(
        viewport={"width": 390, "height": 844},
        has_touch=True,
        is_mobile=True,
        locale="en-GB",
        ignore_https_errors=True,
    )
    page = context.new_page()
    page.set_default_timeout(60_000)
    yield page
    context.close()


def test_a_phone_on_the_network_scores_a_hand_without_the_viewfinder(
    phones: tuple[Page, Page], network: str
) -> None:
    phone, _ = phones
    phone.goto(network)
    phone.locator('[data-testid="stFileUploader"]').wait_for()
    settled(phone)
    assert phone.get_by_text("On a phone").count() == 0
    assert phone.locator(".yl-device-camera.has-camera").count() == 0
    lay_out(phone, "234m456p7s +7s [777z] (1111z)")
    won(phone, "Ron", "East")
    phone.locator(".yl-worth", has_text="han").wait_for()
    assert overflow(phone) == 0
    assert failures(phone) == 0


def test_over_https_the_page_offers_its_camera(
    trusting: Page, lan: str, serve: Callable[..., Any], tmp_path: Path
) -> None:
    phone = trusting
    openssl = shutil.which("openssl")
    if openssl is None:
        pytest.skip("openssl is not installed")
    cert, key = str(tmp_path / "cert.pem"), str(tmp_path / "key.pem")
    made = ("req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", f"/CN={lan}")
    subprocess.run([openssl, *made, "-keyout", key, "-out", cert], check=True, capture_output=True)
    server = serve(*EVERYWHERE, "--cert", cert, "--key", key)
    phone.goto(f"https://{lan}:{server.port}")
    phone.locator('[data-testid="stFileUploader"]').wait_for()
    settled(phone)
    assert phone.evaluate("window.isSecureContext && 'mediaDevices' in navigator")


def test_take_a_photo_opens_the_phones_own_camera_and_the_photo_is_read(
    phones: tuple[Page, Page], network: str, samples: Path, model: str
) -> None:
    assert model
    phone, _ = phones
    phone.goto(network)
    button = phone.get_by_role("button", name="Take a photo")
    button.wait_for()
    settled(phone)
    box = button.bounding_box()
    assert box is not None
    assert box["height"] >= LARGE
    assert box["y"] + box["height"] < SCREEN / 2
    # What the field says at the moment of the tap is what the phone goes by.
    phone.evaluate(
        """() => document.addEventListener('click', e => {
          if (e.target.type === 'file') window.asked = [e.target.getAttribute('capture'), e.target.accept];
        }, true)"""
    )
    with phone.expect_file_chooser() as opened:
        button.tap()
    camera, accepted = phone.evaluate("window.asked")
    assert (camera, accepted.split(",")[0]) == ("environment", "image/*")
    assert phone.locator('input[type="file"]').get_attribute("capture") is None
    opened.value.set_files(samples / "open.jpg")
    desk_drawn(phone)


def test_the_way_of_a_phone_is_shown_as_a_code_where_there_is_one(page: Page, lan: str, network: str) -> None:
    page.goto(f"{network.replace(lan, 'localhost')}/?lang=en")
    settled(page)
    open_up(page, page.get_by_text("On a phone"))
    page.locator(".yl-qr").wait_for()
    assert page.locator(".yl-qr").get_attribute("alt") == network


def test_on_the_machine_itself_the_page_says_how_a_phone_reaches_it_installs_and_keeps_the_screen_on(
    browser: Browser, page: Page
) -> None:
    open_up(page, page.get_by_text("On a phone"))
    page.get_by_text("Only this machine can open this page").wait_for()
    assert page.get_by_text("--address").count() == 0, "no command is shown on the page"
    _the_page_installs(page)
    _the_screen_stays_on_at_the_table(browser, page)


def _the_page_installs(page: Page) -> None:
    session = page.context.new_cdp_session(page)
    found = session.send("Page.getAppManifest")
    assert not found["errors"]
    assert session.send("Page.getInstallabilityErrors")["installabilityErrors"] in ([], [IN_INCOGNITO])


def _the_screen_stays_on_at_the_table(browser: Browser, page: Page) -> None:
    # A browser with windows lets every page keep the screen on, one without has to be told so.
    shown = page.context.new_cdp_session(page).send("Target.getTargetInfo")["targetInfo"]
    allowed = {"permission": {"name": "screen-wake-lock"}, "setting": "granted"}
    whose = {"browserContextId": shown["browserContextId"]}
    browser.new_browser_cdp_session().send("Browser.setPermission", allowed | whose)
    sit_down(page)
    page.get_by_text("The screen stays on").wait_for()
    tap(page, "leave")
    assert page.get_by_text("The screen stays on").count() == 0
