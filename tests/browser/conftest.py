"""The real page in a real browser: `yakulens app` with the model in `models/`, and a headless Chromium."""

from __future__ import annotations

import os
import signal
import socket
import ssl
import subprocess
import sys
import time
import urllib.request
from typing import TYPE_CHECKING

import pytest

from tests.chromium import FLAGS, installed
from yakulens.app.server.network import lan_address
from yakulens.vision.models import choose

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, BrowserContext, Page, Playwright

PATIENCE = 300.0
SIZES = {
    "phone": (390, 844),
    "small": (360, 640),
    "short": (375, 667),
    "across": (844, 390),
    "desk": (1280, 900),
}
_WAY_IN = """() => document.querySelector('[data-testid="stFileUploader"]')"""
EVERYWHERE = ("--address", "0.0.0.0")  # noqa: S104 - what the page of a phone needs


@pytest.fixture(scope="session")
def chromium() -> str:
    """Where Chromium is; the test is skipped where there is none."""
    found = installed()
    if found is None:
        pytest.skip("no chromium is installed")
    return found


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Server:
    """`yakulens app` on a free port, with its data in a folder of its own."""

    def __init__(
        self,
        root: Path,
        home: Path,
        *options: str,
        port: int = 0,
        module: str = "tests.browser.at_ease",
        **variables: str,
    ) -> None:
        """Start it, with more options of the command, and wait until it answers; 0 is any free port.

        The module does what the command does, but reads photos however busy the machine is; another may do it
        otherwise, by environment variables of its own.
        """
        self.port = port or free_port()
        self.url = f"http{'s' if '--cert' in options else ''}://127.0.0.1:{self.port}"
        self.process = subprocess.Popen(
            [sys.executable, "-m", module, "app", "--port", str(self.port), "--no-browser", *options],
            cwd=root,
            env=os.environ | {"XDG_DATA_HOME": str(home), "HOME": str(home)} | variables,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        _wait_for(self.url, self.process)

    def end(self, how: signal.Signals = signal.SIGTERM) -> None:
        """End it, by default as a person's system does."""
        self.process.send_signal(how)
        self.process.wait(timeout=PATIENCE)


@pytest.fixture(scope="session")
def address(chromium: str, root: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the page of this machine alone: one server for all tests that do not end it."""
    assert chromium
    server = Server(root, tmp_path_factory.mktemp("data"))
    yield server.url
    server.end()


@pytest.fixture(scope="session")
def network(chromium: str, lan: str, root: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a page for a whole network, where every browser is somebody of its own."""
    assert chromium
    server = Server(root, tmp_path_factory.mktemp("network"), *EVERYWHERE)
    yield f"http://{lan}:{server.port}"
    server.end()


@pytest.fixture
def serve(root: Path, tmp_path: Path) -> Iterator[Callable[..., Server]]:
    """Start servers that share one data folder."""
    started: list[Server] = []

    def start(*options: str, port: int = 0) -> Server:
        started.append(Server(root, tmp_path, *options, port=port))
        return started[-1]

    yield start
    for server in started:
        if server.process.poll() is None:
            server.end()


def _wait_for(url: str, process: subprocess.Popen[bytes]) -> None:
    end = time.monotonic() + PATIENCE
    trusting = ssl._create_unverified_context()  # noqa: S323 - a certificate made by the test itself
    while time.monotonic() < end:
        assert process.poll() is None, "the page's server ended"
        try:
            with urllib.request.urlopen(f"{url}/_stcore/health", timeout=2, context=trusting):  # noqa: S310 - our own address
                return
        except OSError:
            time.sleep(0.05)
    pytest.fail("the page's server never answered")


@pytest.fixture(scope="session")
def lan() -> str:
    """This machine's address in its network."""
    found = lan_address()
    if found is None:
        pytest.skip("this machine is in no network")
    return found


@pytest.fixture(scope="session")
def browser(chromium: str, driver: Playwright) -> Iterator[Browser]:
    """A headless Chromium."""
    launched = driver.chromium.launch(executable_path=chromium, args=list(FLAGS))
    yield launched
    launched.close()


class Device:
    """A phone's or a desk's browser, kept for all tests: it loads and compiles the page's scripts once.

    Phones of all sizes are one browser, whose pages are as large as each phone.
    """

    def __init__(self, browser: Browser, address: str, *, phone: bool) -> None:
        """Make it; what opens no page by a size has one of a usual phone, or of a desk."""
        width, height = SIZES["phone" if phone else "desk"]
        self.context: BrowserContext = browser.new_context(
            viewport={"width": width, "height": height}, has_touch=phone, is_mobile=phone, locale="en-GB"
        )
        self.context.set_default_timeout(PATIENCE * 1000)
        self.address = address
        # This one stays open, and with it the process that all pages of one site share.
        self._first = self.context.new_page()
        self._first.goto(f"{address}/_stcore/health")

    def open(self, size: str, language: str) -> Page:
        """The page, freshly opened. The address names the language: the server remembers another test's."""
        page = self.context.new_page()
        width, height = SIZES[size]
        page.set_viewport_size({"width": width, "height": height})
        page.goto(f"{self.address}/?lang={language}")
        page.wait_for_function(_WAY_IN, polling=50)
        return page

    def forget(self) -> None:
        """Close what was opened, and be as new to the next test."""
        for page in self.context.pages:
            if page is not self._first:
                page.close()
        self.context.set_offline(False)
        self.context.clear_cookies()
        self._first.evaluate("localStorage.clear()")


@pytest.fixture(scope="session")
def device(browser: Browser) -> Iterator[Callable[..., Device]]:
    """Any device at any address, a phone or not, and a name where there are several of a kind."""
    made: dict[tuple[bool, str, str], Device] = {}

    def taken(size: str, address: str, name: str = "") -> Device:
        key = (size != "desk", address, name)
        if key not in made:
            made[key] = Device(browser, address, phone=size != "desk")
        return made[key]

    yield taken
    for each in made.values():
        each.context.close()


@pytest.fixture
def visit(device: Callable[..., Device], address: str) -> Iterator[Callable[..., Page]]:
    """Open the served page on one of the devices, in a language."""
    used: list[Device] = []

    def opened(size: str, language: str) -> Page:
        used.append(device(size, address))
        return used[-1].open(size, language)

    yield opened
    for each in used:
        each.forget()


@pytest.fixture
def phone(device: Callable[..., Device], address: str) -> Iterator[BrowserContext]:
    """A phone's browser at the served page, with no page open in it."""
    taken = device("phone", address)
    yield taken.context
    taken.forget()


@pytest.fixture
def phones(device: Callable[..., Device], network: str) -> Iterator[tuple[Page, Page]]:
    """Two phones on the network, each with a browser of its own."""
    taken = [device("phone", network, name) for name in ("one", "other")]
    yield taken[0].context.new_page(), taken[1].context.new_page()
    for each in taken:
        each.forget()


@pytest.fixture
def page(visit: Callable[[str, str], Page]) -> Page:
    """The page, opened on a phone."""
    return visit("phone", "en")


@pytest.fixture(scope="session")
def model() -> str:
    """The name of the model in use: it is bundled, so that a missing one is a failure."""
    return choose(None).name


@pytest.fixture(scope="session")
def samples(root: Path) -> Path:
    """The folder of bundled sample photos."""
    return root / "datasets" / "samples"
