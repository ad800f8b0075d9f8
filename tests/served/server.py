"""The real server of the page, started and ended by tests and by the commands of ``docs/trust.md``."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Self

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 90.0
"""Seconds that a server may take to answer."""


def free_port() -> int:
    """A port that nobody listens at."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Server:
    """`yakulens app` on a free port, with its data in a folder of its own."""

    def __init__(self, home: Path, *options: str, port: int | None = None) -> None:
        """Start it with more options of the command; it is not waited for."""
        self.port = port or free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.process = subprocess.Popen(
            [sys.executable, "-m", "yakulens", "app", "--port", str(self.port), "--no-browser", *options],
            cwd=ROOT,
            env=os.environ | {"XDG_DATA_HOME": str(home), "HOME": str(home)},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def __enter__(self) -> Self:
        """The server once it answers."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end and self.process.poll() is None:
            if self.status("/_stcore/health") == 200:
                return self
            time.sleep(0.1)
        message = "the page's server never answered"
        raise RuntimeError(message)

    def __exit__(self, *_: object) -> None:
        """End it as a person's system does."""
        self.end()

    def end(self, how: signal.Signals = signal.SIGTERM) -> None:
        """End it."""
        if self.process.poll() is None:
            self.process.send_signal(how)
        try:
            self.process.wait(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            raise

    def status(self, path: str = "/", method: str = "GET", **headers: str) -> int:
        """What it answers to a request with these headers, written as they would be sent; 0 for nothing.

        Underscores in a header's name stand for hyphens; ``Host`` is the server's own unless it is given.
        """
        said = {"Host": f"localhost:{self.port}", "Connection": "close"} | {
            name.replace("_", "-"): value for name, value in headers.items()
        }
        lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in said.items())]
        request = "\r\n".join([*lines, "", ""]).encode()
        try:
            with socket.create_connection(("127.0.0.1", self.port), timeout=30) as line:
                line.sendall(request)
                first = line.makefile("rb").readline()
        except OSError:
            return 0
        words = first.split()
        return int(words[1]) if len(words) > 1 else 0

    def memory(self) -> int:
        """Bytes of memory that its own process holds."""
        status = Path(f"/proc/{self.process.pid}/status").read_text(encoding="ascii")
        return int(status.split("VmRSS:")[1].split()[0]) * 1024

    def handshake(self, **headers: str) -> int:
        """What it answers to a browser that asks for the page's channel: 101 where it is opened."""
        asked = {
            "Connection": "Upgrade",
            "Upgrade": "websocket",
            "Sec_WebSocket_Version": "13",
            "Sec_WebSocket_Key": "dGhlIHNhbXBsZSBub25jZQ==",
            "Sec_WebSocket_Protocol": "streamlit",
        }
        return self.status("/_stcore/stream", **(asked | headers))
