"""A headless Chromium driven over its own protocol, of which nothing is recorded.

What drives browsers for tests usually keeps a copy of all that a page has fetched within the page's own
process, here 120 MB. Where a page's memory is weighed, that must not lie in the scale.
See https://chromedevtools.github.io/devtools-protocol/.
"""

from __future__ import annotations

import json
import subprocess
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

from websockets.sync.client import ClientConnection, connect

from tests.chromium import FLAGS, installed
from tests.tab import Tab

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

__all__ = ["NAME", "ChromiumTab", "installed", "started"]

NAME: Final = "Chromium"
PHONE: Final = (390, 844)
_LISTENS: Final = "DevTools listening on "
_MOST_BYTES: Final = 2**26
_PATIENCE: Final = 300


@contextmanager
def started(program: str, profile: Path) -> Iterator[ChromiumTab]:
    """A browser's one page; the browser has a profile of its own and ends with the context."""
    flags = [flag for flag in FLAGS if not flag.startswith("--js-flags")]
    words = [program, "--headless", *flags, "--remote-debugging-port=0", f"--user-data-dir={profile}"]
    with subprocess.Popen([*words, "about:blank"], stderr=subprocess.PIPE, text=True) as process:
        try:
            listens = next(line for line in process.stderr or () if _LISTENS in line)
            with connect(listens.partition(_LISTENS)[2].strip(), max_size=_MOST_BYTES) as socket:
                tab = ChromiumTab(socket)
                try:
                    yield tab
                finally:
                    tab.close()  # the program may be a script that started the browser
        finally:
            process.terminate()


class ChromiumTab(Tab):
    """A page."""

    def __init__(self, socket: ClientConnection) -> None:
        """Take the browser's first page."""
        self._socket, self._number, self._loads, self._session = socket, 0, 0, ""
        self.faults: list[str] = []
        targets = self.send("Target.getTargets")["targetInfos"]
        (target,) = (each["targetId"] for each in targets if each["type"] == "page")
        self._session = self.send("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        self.send("Page.enable")
        self.send("Runtime.enable")
        self.send("Emulation.setTouchEmulationEnabled", enabled=True)
        self.resize(*PHONE)

    def open(self, address: str) -> None:
        """Open an address and wait until it is loaded."""
        self._load("Page.navigate", url=address)

    def reload(self) -> None:
        """Load the page again and wait until it is loaded."""
        self._load("Page.reload")

    def evaluate(self, script: str) -> Any:  # noqa: ANN401 - any JSON
        """What an expression gives, which JSON can say."""
        told = self.send("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        assert "exceptionDetails" not in told, told["exceptionDetails"]
        return told["result"].get("value")

    def give(self, selector: str, file: Path) -> None:
        """Choose a file in an input."""
        found = self.send("Runtime.evaluate", expression=f"document.querySelector({json.dumps(selector)})")
        at = found["result"]["objectId"]
        self.send("DOM.setFileInputFiles", files=[str(file)], objectId=at)
        self.send("Runtime.releaseObject", objectId=at)

    def resize(self, width: int, height: int) -> None:
        """Show the page in a window of this size."""
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": True}
        self.send("Emulation.setDeviceMetricsOverride", **size)

    def close(self) -> None:
        """End the browser."""
        self.send("Browser.close")

    def send(self, method: str, **params: object) -> dict[str, Any]:
        """What the browser answers to one of its protocol's commands."""
        self._number += 1
        of = {"sessionId": self._session} if self._session else {}
        self._socket.send(json.dumps({"id": self._number, "method": method, "params": params} | of))
        while (told := self._hear()).get("id") != self._number:
            pass
        assert "result" in told, told
        result: dict[str, Any] = told["result"]
        return result

    def _load(self, method: str, **params: object) -> None:
        before = self._loads
        self.send(method, **params)
        while self._loads == before:
            self._hear()

    def _hear(self) -> dict[str, Any]:
        told: dict[str, Any] = json.loads(self._socket.recv(_PATIENCE))
        if told.get("method") == "Runtime.exceptionThrown":
            self.faults.append(str(told["params"]["exceptionDetails"]))
        self._loads += told.get("method") == "Page.loadEventFired"
        return told
