"""A headless Firefox as the system ships it, driven over WebDriver BiDi (https://w3c.github.io/webdriver-bidi/)."""

from __future__ import annotations

import json
import shutil
import subprocess
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

from websockets.sync.client import ClientConnection, connect

from tests.tab import Tab

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

NAME: Final = "Firefox"
NAMES: Final = ("firefox-esr", "firefox")
PHONE: Final = (390, 844)
_LISTENS: Final = "WebDriver BiDi listening on "
_MOST_BYTES: Final = 2**26


def installed() -> str | None:
    """The path of the first that is installed; None where none is."""
    return next(filter(None, map(shutil.which, NAMES)), None)


@contextmanager
def started(program: str, profile: Path) -> Iterator[Tab]:
    """A browser's one page; the browser has a profile of its own and ends with the context."""
    words = [program, "--headless", "--no-remote", "--remote-debugging-port", "0", "--profile", str(profile)]
    with subprocess.Popen(words, stderr=subprocess.PIPE, text=True) as process:
        try:
            listens = next(line for line in process.stderr or () if _LISTENS in line)
            with connect(f"{listens.rpartition(' ')[2].strip()}/session", max_size=_MOST_BYTES) as socket:
                tab = FirefoxTab(socket)
                yield tab
                tab.close()
        finally:
            process.terminate()


class FirefoxTab(Tab):
    """A page."""

    def __init__(self, socket: ClientConnection) -> None:
        """Take the browser's first page."""
        self._socket, self._number = socket, 0
        self.faults: list[str] = []
        self._call("session.new", capabilities={})
        self._call("session.subscribe", events=["log.entryAdded"])
        self._page = self._call("browsingContext.getTree")["contexts"][0]["context"]
        self.resize(*PHONE)

    def open(self, address: str) -> None:
        """Open an address and wait until it is loaded."""
        self._call("browsingContext.navigate", context=self._page, url=address, wait="complete")

    def reload(self) -> None:
        """Load the page again and wait until it is loaded."""
        self._call("browsingContext.reload", context=self._page, wait="complete")

    def evaluate(self, script: str) -> Any:  # noqa: ANN401 - any JSON
        """What an expression gives, which JSON can say."""
        told = f"Promise.resolve({script}).then(is => JSON.stringify(is ?? null))"
        return json.loads(self._evaluate(told)["value"])

    def give(self, selector: str, file: Path) -> None:
        """Choose a file in an input."""
        at = {"sharedId": self._evaluate(f"document.querySelector({json.dumps(selector)})")["sharedId"]}
        self._call("input.setFiles", context=self._page, element=at, files=[str(file)])

    def resize(self, width: int, height: int) -> None:
        """Show the page in a window of this size."""
        size = {"width": width, "height": height}
        self._call("browsingContext.setViewport", context=self._page, viewport=size)

    def close(self) -> None:
        """End the browser, with the processes that it started."""
        self._call("browser.close")

    def _evaluate(self, script: str) -> dict[str, Any]:
        target = {"context": self._page}
        told = self._call("script.evaluate", expression=script, target=target, awaitPromise=True)
        assert told["type"] == "success", told
        result: dict[str, Any] = told["result"]
        return result

    def _call(self, method: str, **params: object) -> dict[str, Any]:
        self._number += 1
        self._socket.send(json.dumps({"id": self._number, "method": method, "params": params}))
        told: dict[str, Any] = {}
        while told.get("id") != self._number:
            told = json.loads(self._socket.recv())
            if told.get("method") == "log.entryAdded" and told["params"]["level"] == "error":
                self.faults.append(str(told["params"]["text"]))
        assert told["type"] == "success", told
        result: dict[str, Any] = told["result"]
        return result
