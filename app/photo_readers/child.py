"""The process that reads photos for the page's server: serves a reader to its parent alone, and ends with it.

The process reads a key from its standard input and writes the address at which it listens to its standard
output. When its input ends, its parent has ended.
"""

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

from yakulens.app.photo_readers import ReaderEvent, ReadRequest
from yakulens.app.photo_readers.in_process import InProcessReader
from yakulens.app.photo_readers.own_process import ReaderManager, serve

PAUSE_S: Final = 0.05
"""Seconds at least between two pauses that the parent is told of: each costs both sides a message."""
_NICE: Final = 10
"""By how much the priority of the process is lowered: others, who tap, want the processor."""


class _ServedReader(InProcessReader):
    """The reader that the process serves."""

    def steps(self, request: ReadRequest) -> Iterator[ReaderEvent]:
        """Read one photo; a pause that follows another event at once is left out."""
        last = time.monotonic()
        for event in super().steps(request):
            if event is not None or time.monotonic() >= last + PAUSE_S:
                yield event
                last = time.monotonic()


def _exit_with_parent(folder: str) -> None:
    """Wait until the parent has ended, in whatever way, and end without waiting for the engine's threads."""
    sys.stdin.buffer.read()
    shutil.rmtree(folder, ignore_errors=True)
    os._exit(0)


def main() -> None:
    """Serve a reader to the parent, which writes a key and reads an address."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C goes to the parent, whose end ends this process too
    if hasattr(os, "nice"):
        os.nice(_NICE)
    key = sys.stdin.buffer.readline().strip()
    reader = _ServedReader()
    serve(reader)
    folder = tempfile.mkdtemp(prefix="yakulens-")
    address = str(Path(folder, "reader")) if hasattr(socket, "AF_UNIX") else None
    server = ReaderManager(address, authkey=key).get_server()
    sys.stdout.write(f"{server.address!s}\n")
    sys.stdout.flush()
    Thread(target=_exit_with_parent, args=(folder,), daemon=True).start()
    Thread(target=reader.prepare, daemon=True).start()
    server.serve_forever()


if __name__ == "__main__":
    main()
