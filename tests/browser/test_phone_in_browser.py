"""What docs/phone.md promises: the page over the network, and the camera over https."""

from __future__ import annotations

import shutil
import subprocess
from typing import TYPE_CHECKING, Any

import pytest

from tests.browser.finger import failures, lay_out, overflow, settled, won

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Page

EVERYWHERE = ("--address", "0.0.0.0")  # noqa: S104 - what the page of a phone needs


@pytest.fixture
def phone(browser: Browser) -> Iterator[Page]:
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


def test_a_phone_on_the_network_scores_a_hand_and_is_told_about_the_camera(
    phone: Page, lan: str, serve: Callable[..., Any]
) -> None:
    server = serve(*EVERYWHERE)
    phone.goto(f"http://{lan}:{server.port}")
    phone.locator('[data-testid="stFileUploader"]').wait_for()
    settled(phone)
    assert phone.get_by_text("On a phone").count() == 0
    phone.get_by_text("Use this device's camera").click()
    phone.get_by_text("came over http and not https").wait_for()
    assert phone.locator(".stCheckbox").count() == 0
    lay_out(phone, "234m456p7s +7s [777z] (1111z)")
    won(phone, "Ron", "East")
    phone.locator(".yl-worth", has_text="han").wait_for()
    assert overflow(phone) == 0
    assert failures(phone) == 0


def test_over_https_the_page_offers_its_camera(
    phone: Page, lan: str, serve: Callable[..., Any], tmp_path: Path
) -> None:
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
    phone.get_by_text("Use this device's camera").click()
    phone.locator(".stCheckbox").wait_for()
    assert phone.evaluate("window.isSecureContext && 'mediaDevices' in navigator")


def test_on_the_machine_itself_the_page_says_how_a_phone_reaches_it(page: Page) -> None:
    page.get_by_text("On a phone").click()
    page.get_by_text("yakulens app --address 0.0.0.0").wait_for()
