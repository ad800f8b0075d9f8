"""A WebKit as the system ships it, driven over WebDriver (https://www.w3.org/TR/webdriver2/)."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import time
import urllib.request
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from tests.tab import Tab

if TYPE_CHECKING:
    from collections.abc import Iterator

NAME: Final = "WebKit"
_ELEMENT: Final = "element-6066-11e4-a52e-4f735466cecf"
"""The key of an element's name, the same for all drivers (WebDriver 12.1)."""
_PATIENCE: Final = 300
_SCREEN: Final = "1280x1024x24"


def installed() -> str | None:
    """The path of its small browser; None where that, its driver or a virtual screen is missing."""
    needed = shutil.which("WebKitWebDriver") and shutil.which("Xvfb")
    found = sorted(Path("/usr/lib").glob("*/webkit2gtk-4*/MiniBrowser")) if needed else []
    return str(found[0]) if found else None


@contextmanager
def started(program: str, profile: Path) -> Iterator[Tab]:
    """A browser's one page; driver, browser and screen end with the context."""
    words = ["Xvfb", "-displayfd", "1", "-screen", "0", _SCREEN, "-nolisten", "tcp"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as screen:
        try:
            shown = f":{screen.stdout.readline().strip()}" if screen.stdout else ""
            with _driver(shown, profile) as address:
                tab = WebKitTab(address, program)
                try:
                    yield tab
                finally:
                    tab.close()
        finally:
            screen.terminate()


@contextmanager
def _driver(screen: str, profile: Path) -> Iterator[str]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    # Its sandbox needs what containers withhold.
    told = {
        "DISPLAY": screen,
        "HOME": str(profile),
        "GTK_A11Y": "none",
        "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1",
    }
    words = ["WebKitWebDriver", f"--port={port}", "--host=127.0.0.1"]
    with subprocess.Popen(
        words, env=os.environ | told, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as process:
        try:
            end = time.monotonic() + _PATIENCE
            while time.monotonic() < end:
                try:
                    socket.create_connection(("127.0.0.1", port), 1).close()
                    break
                except OSError:
                    time.sleep(0.1)
            yield f"http://127.0.0.1:{port}"
        finally:
            process.terminate()


class WebKitTab(Tab):
    """A page."""

    def __init__(self, driver: str, program: str) -> None:
        """Start the browser."""
        options = {"binary": program, "args": ["--automation"]}
        wanted = {"alwaysMatch": {"webkitgtk:browserOptions": options}}
        self._at = f"{driver}/session"
        self._at += f"/{self._call('POST', '', capabilities=wanted)['sessionId']}"
        self._call("POST", "/timeouts", script=_PATIENCE * 1000, pageLoad=_PATIENCE * 1000)
        self.resize(390, 844)

    def open(self, address: str) -> None:
        """Open an address and wait until it is loaded."""
        self._call("POST", "/url", url=address)

    def reload(self) -> None:
        """Load the page again and wait until it is loaded."""
        self._call("POST", "/refresh")

    def evaluate(self, script: str) -> Any:  # noqa: ANN401 - any JSON
        """What an expression gives, which JSON can say; of a promise, what it comes to."""
        told = f"""const [done] = arguments;
            Promise.resolve({script}).then(is => done(JSON.stringify(is ?? null)), is => done(`!${{is}}`))"""
        said = self._call("POST", "/execute/async", script=told, args=[])
        assert not said.startswith("!"), said
        return json.loads(said)

    def give(self, selector: str, file: Path) -> None:
        """Choose a file in an input."""
        found = self._call("POST", "/element", using="css selector", value=selector)[_ELEMENT]
        self._call("POST", f"/element/{found}/value", text=str(file))

    def resize(self, width: int, height: int) -> None:
        """Show the page in a window of this size."""
        self._call("POST", "/window/rect", width=width, height=height)

    def close(self) -> None:
        """End the browser."""
        self._call("DELETE", "")

    def _call(self, method: str, path: str, **params: object) -> Any:  # noqa: ANN401 - any JSON
        data = json.dumps(params).encode() if method == "POST" else None
        kind = {"Content-Type": "application/json"}
        asked = urllib.request.Request(self._at + path, data, kind, method=method)  # noqa: S310 - as below
        try:
            with urllib.request.urlopen(asked, timeout=_PATIENCE) as told:  # noqa: S310 - the driver on this machine
                return json.loads(told.read())["value"]
        except urllib.error.HTTPError as error:
            raise AssertionError(error.read().decode()) from error
