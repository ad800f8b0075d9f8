"""A headless Firefox as the system ships it, driven over WebDriver BiDi (https://w3c.github.io/webdriver-bidi/)."""

from __future__ import annotations

import asyncio
import json
import shutil
import subprocess
import time
from typing import TYPE_CHECKING, Any, Final, Self

from tornado.websocket import WebSocketClientConnection, websocket_connect

if TYPE_CHECKING:
    from pathlib import Path

NAMES: Final = ("firefox-esr", "firefox")
_LISTENS: Final = "WebDriver BiDi listening on "
_MOST_BYTES: Final = 2**26


def installed() -> str | None:
    """The path of the first that is installed; None where none is."""
    return next(filter(None, map(shutil.which, NAMES)), None)


class Firefox:
    """One browser with one page; as a context manager it ends with it."""

    def __init__(self, program: str, profile: Path) -> None:
        """Start a browser with a profile of its own."""
        words = [
            program,
            "--headless",
            "--no-remote",
            "--remote-debugging-port",
            "0",
            "--profile",
            str(profile),
        ]
        self._process = subprocess.Popen(words, stderr=subprocess.PIPE, text=True)
        assert self._process.stderr is not None
        listens = next(line for line in self._process.stderr if _LISTENS in line)
        self._loop = asyncio.new_event_loop()
        self._number = 0
        self._socket: WebSocketClientConnection = self._loop.run_until_complete(
            self._connected(f"{listens.rpartition(' ')[2].strip()}/session")
        )
        self._call("session.new", capabilities={})
        self._page = self._call("browsingContext.getTree")["contexts"][0]["context"]

    @staticmethod
    async def _connected(address: str) -> WebSocketClientConnection:
        return await websocket_connect(address, max_message_size=_MOST_BYTES)

    def __enter__(self) -> Self:
        """Itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """End the browser."""
        self._process.terminate()
        self._process.wait()
        self._loop.close()

    def open(self, address: str) -> None:
        """Open a page and wait until it is loaded."""
        self._call("browsingContext.navigate", context=self._page, url=address, wait="complete")

    def evaluate(self, script: str) -> Any:  # noqa: ANN401 - any JSON
        """What an expression gives, which JSON can say."""
        told = self._evaluate(f"JSON.stringify({script} ?? null)")
        return json.loads(told["value"])

    def wait_for(self, script: str, seconds: float = 120) -> None:
        """Wait until an expression holds."""
        end = time.monotonic() + seconds
        while not self.evaluate(f"Boolean({script})"):
            assert time.monotonic() < end, f"{script} never held"
            time.sleep(0.1)

    def give(self, selector: str, file: Path) -> None:
        """Choose a file in an input."""
        at = self._evaluate(f"document.querySelector({json.dumps(selector)})")
        self._call(
            "input.setFiles", context=self._page, element={"sharedId": at["sharedId"]}, files=[str(file)]
        )

    def _evaluate(self, script: str) -> dict[str, Any]:
        told = self._call(
            "script.evaluate", expression=script, target={"context": self._page}, awaitPromise=True
        )
        assert told["type"] == "success", told
        result: dict[str, Any] = told["result"]
        return result

    def _call(self, method: str, **params: object) -> dict[str, Any]:
        return self._loop.run_until_complete(self._answered(method, params))

    async def _answered(self, method: str, params: dict[str, object]) -> dict[str, Any]:
        self._number += 1
        await self._socket.write_message(json.dumps({"id": self._number, "method": method, "params": params}))
        while True:
            told = json.loads(await self._socket.read_message() or "{}")
            if told.get("id") == self._number:
                assert told["type"] == "success", told
                result: dict[str, Any] = told["result"]
                return result
