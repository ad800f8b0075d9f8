"""A reader in a process of its own: no tap waits for the interpreter that reads somebody's photo.

The process, which runs this module, is started once a photo is expected, and anew where it has died: a photo
that was being read then is read once more, so that a photo which kills its reader is the only one not read.
It reads a key from its standard input and writes the address at which it listens to its standard output.
When its input ends, the process that started it has ended, and so does it.

A thread here talks to a thread there by the standard library's manager, over a socket of this machine, which
opens to a key that only the two processes know.
"""

import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from multiprocessing.managers import BaseManager, IteratorProxy  # type: ignore[attr-defined]
from pathlib import Path
from threading import Lock, Thread
from typing import Final

from yakulens.app.photo_readers import OpenedPhoto, ReaderEvent, ReaderLostError, ReadFailure, ReadRequest
from yakulens.app.photo_readers.in_process import InProcessReader
from yakulens.vision.missed import Box
from yakulens.vision.reading import ReadTile

TRIES: Final = 2
"""How often a photo is read whose reader dies."""
PAUSE_S: Final = 0.05
"""Seconds at least between two pauses that the parent is told of: each costs both sides a message."""
_NICE: Final = 10
"""By how much the priority of the process is lowered: others, who tap, want the processor."""
_KEY_BYTES: Final = 32
_ENDED: Final = (EOFError, OSError)
"""The errors that a call raises whose process has ended."""


class ReaderManager(BaseManager):
    """Connects the page's server with its reader's process."""


def _register(reader: InProcessReader | None) -> None:
    """Have managers serve a reader, or with None, in the parent, know what can be called of one."""
    ReaderManager.register(
        "reader",
        callable=None if reader is None else lambda: reader,
        exposed=("steps", "read_box"),
        method_to_typeid={"steps": "Iterator"},
    )


ReaderManager.register("Iterator", proxytype=IteratorProxy, create_method=False)
_register(None)


class OwnProcessReader:
    """Reads photos as an `InProcessReader` does, in a process of its own; any thread may call."""

    def __init__(self) -> None:
        """Start nothing yet."""
        self._lock = Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._reader: InProcessReader | None = None

    def prepare(self) -> None:
        """Start the process where none runs; it loads the model by itself."""

        def start() -> None:
            with suppress(ReaderLostError):  # reported for the first photo
                self._running_reader()

        if self._reader is None and not self._lock.locked():
            Thread(target=start, name="reader", daemon=True).start()

    def steps(self, request: ReadRequest) -> Iterator[ReaderEvent]:
        """Read one photo; where it has to be read again, that it is open is told only once.

        Raises:
            ReaderLostError: the process has ended twice on this photo, or cannot be started.
        """
        opened = False
        for attempt in range(1, TRIES + 1):
            reader = self._running_reader()
            try:
                for event in reader.steps(request):
                    if not (opened and isinstance(event, OpenedPhoto)):
                        yield event
                    opened = opened or isinstance(event, OpenedPhoto)
            except _ENDED as error:
                self._discard(reader)
                if attempt == TRIES:
                    message = "the process that reads photos ended, and again on the same photo"
                    raise ReaderLostError(message) from error
            else:
                return

    def read_box(self, data: bytes, name: str, width: int, box: Box) -> ReadTile | ReadFailure:
        """The tile in a box, as `InProcessReader.read_box` gives it.

        Raises:
            ReaderLostError: the process has ended, or cannot be started.
        """
        reader = self._running_reader()
        try:
            return reader.read_box(data, name, width, box)
        except _ENDED as error:
            self._discard(reader)
            message = "the process that reads photos ended"
            raise ReaderLostError(message) from error

    def _running_reader(self) -> InProcessReader:
        """The process's reader; the process is started where none runs."""
        with self._lock:
            if self._reader is None:
                key = secrets.token_hex(_KEY_BYTES)
                # By the name that a wheel gives these modules.
                command = [sys.executable, "-m", f"{__package__}.own_process"]
                process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)  # noqa: S603
                self._process = process
                try:
                    self._reader = _connect(process, key)
                except _ENDED as error:
                    process.kill()
                    process.wait()
                    message = "the process that reads photos could not be started"
                    raise ReaderLostError(message) from error
            return self._reader

    def _discard(self, reader: InProcessReader) -> None:
        """Have another process started for the next photo: this reader's has ended."""
        with self._lock:
            if self._reader is reader and self._process is not None:
                self._process.kill()
                self._process.wait()
                self._reader = None


def _connect(process: subprocess.Popen[bytes], key: str) -> InProcessReader:
    """The reader of a process that was just started; one of `_ENDED` where that has ended already."""
    output, keys = process.stdout, process.stdin
    if output is None or keys is None:
        raise EOFError
    keys.write(f"{key}\n".encode())
    keys.flush()
    address = output.readline().decode().strip()
    if not address:
        raise EOFError
    manager = ReaderManager(address=address, authkey=key.encode())
    manager.connect()
    reader: InProcessReader = manager.reader()  # type: ignore[attr-defined] # `_register` makes it
    return reader


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
    _register(reader)
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
