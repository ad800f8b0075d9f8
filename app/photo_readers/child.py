"""The process that reads photos for the page's server: serves a reader to its parent alone, and ends with it.

The process is told a key on its standard input and tells on its standard output at which address it listens.
When that input ends, its parent is gone.
"""

from __future__ import annotations

import os
import shutil
import signal
import socket
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from typing import Final

from yakulens.app.photo_readers import Asked, Said
from yakulens.app.photo_readers.in_process import InProcessReader
from yakulens.app.photo_readers.manager import ReaderManager, ReaderProxy

PAUSE_S: Final = 0.05
"""Seconds between two words to the parent at least: each one costs both sides a message."""
_NICE: Final = 10
"""By how much the process stands back where others, who tap, want the processor."""


class _Served(InProcessReader):
    """The process's reader as the process has it."""

    def steps(self, asked: Asked) -> Iterator[Said]:
        """Everything about one photo; pauses that follow each other at once are one."""
        spoke = time.monotonic()
        for said in super().steps(asked):
            if said is not None or time.monotonic() >= spoke + PAUSE_S:
                yield said
                spoke = time.monotonic()


def _until_left(folder: str) -> None:
    """Wait until the parent is gone, however it went, and end without asking the engine's threads."""
    sys.stdin.buffer.read()
    shutil.rmtree(folder, ignore_errors=True)
    os._exit(0)


def main() -> None:
    """Serve a reader to the parent, which says a key and is told an address."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C goes to the parent, whose end ends this process too
    if hasattr(os, "nice"):
        os.nice(_NICE)
    key = sys.stdin.buffer.readline().strip()
    reader = _Served()
    ReaderManager.register("reader", callable=lambda: reader, proxytype=ReaderProxy)
    folder = tempfile.mkdtemp(prefix="yakulens-")
    address = str(Path(folder, "reader")) if hasattr(socket, "AF_UNIX") else None
    server = ReaderManager(address, authkey=key).get_server()
    sys.stdout.write(f"{server.address!s}\n")
    sys.stdout.flush()
    Thread(target=_until_left, args=(folder,), daemon=True).start()
    Thread(target=reader.prepare, daemon=True).start()
    server.serve_forever()


if __name__ == "__main__":
    main()
