"""A reader in a process of its own: no tap waits for the interpreter that reads somebody's photo.

The process is this module run as a program. It serves ``Here`` to its parent alone through a manager of
``multiprocessing`` (a socket of this machine, opened with a key that only both of them know), and ends with
it. It is started once a photo is expected, and anew where it has died: a photo that was being read then is
read once more, so that one which kills its reader costs itself only.
"""

from __future__ import annotations

import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from multiprocessing.managers import BaseManager, BaseProxy
from pathlib import Path
from threading import Lock, Thread
from typing import TYPE_CHECKING, ClassVar, Final, Self, cast

from app.readers import Opened, ReaderLostError
from app.readers.here import Here

if TYPE_CHECKING:
    from collections.abc import Iterator

    from app.readers import Asked, Failed, Reader, Said
    from vision.missed import Box
    from vision.reading import ReadTile

PAUSE_S: Final = 0.05
"""So long the process goes on without a word: each one costs both sides a message."""
TRIES: Final = 2
"""So often a photo is read whose reader dies."""
_NICE: Final = 10
"""By so much the process stands back where others, who tap, want the processor."""
_KEY_BYTES: Final = 32
_GONE: Final = (EOFError, OSError)
"""What a call meets whose process has ended."""


class _Wire(BaseManager):
    """The way to the process."""

    if TYPE_CHECKING:  # registered below

        def reader(self) -> Reader:
            """Its reader."""


class _StepsProxy(BaseProxy):
    """What the process's reader says of one photo, as its parent hears it."""

    _exposed_ = ("__next__",)

    def __iter__(self) -> Self:
        """Itself."""
        return self

    def __next__(self) -> Said:
        """What it says next."""
        return cast("Said", self._callmethod("__next__"))


class _ReaderProxy(BaseProxy):
    """The process's reader as its parent sees it."""

    _exposed_ = ("steps", "read_box")
    _method_to_typeid_: ClassVar = {"steps": "steps"}

    def steps(self, asked: Asked) -> Iterator[Said]:
        """See ``app.readers.Reader``."""
        return cast("Iterator[Said]", self._callmethod("steps", (asked,)))

    def read_box(self, data: bytes, name: str, width: int, box: Box) -> ReadTile | Failed:
        """See ``app.readers.Reader``."""
        return cast("ReadTile | Failed", self._callmethod("read_box", (data, name, width, box)))


class Beside:
    """See ``app.readers.Reader``."""

    def __init__(self) -> None:
        """Start nothing yet."""
        self._changing = Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._reader: Reader | None = None

    def prepare(self) -> None:
        """Start the process where none runs; it loads the model by itself."""
        if self._reader is None and not self._changing.locked():
            Thread(target=self._running, name="reader", daemon=True).start()

    def steps(self, asked: Asked) -> Iterator[Said]:
        """See ``app.readers.Reader``; of a photo that is read once more it is not said that it is open."""
        opened = False
        for last in (tried == TRIES for tried in range(1, TRIES + 1)):
            reader = self._running()
            try:
                for said in reader.steps(asked):
                    if not (opened and isinstance(said, Opened)):
                        yield said
                    opened = opened or isinstance(said, Opened)
            except _GONE as error:
                self._leave(reader)
                if last:
                    message = "the process that reads photos ended, and again on the same photo"
                    raise ReaderLostError(message) from error
            else:
                return

    def read_box(self, data: bytes, name: str, width: int, box: Box) -> ReadTile | Failed:
        """See ``app.readers.Reader``."""
        reader = self._running()
        try:
            return reader.read_box(data, name, width, box)
        except _GONE as error:
            self._leave(reader)
            message = "the process that reads photos ended"
            raise ReaderLostError(message) from error

    def _running(self) -> Reader:
        """The process's reader; the process is started where none runs.

        Raises:
            ReaderLostError: it cannot be started.
        """
        with self._changing:
            if self._reader is None:
                key = secrets.token_hex(_KEY_BYTES)
                # By the name that a wheel gives this module.
                words = [sys.executable, "-m", __name__]
                process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE)  # noqa: S603
                self._process = process
                try:
                    self._reader = _met(process, key)
                except _GONE as error:
                    process.kill()
                    process.wait()
                    message = "the process that reads photos could not be started"
                    raise ReaderLostError(message) from error
            return self._reader

    def _leave(self, reader: Reader) -> None:
        """Have another process started for the next photo: this one has ended."""
        with self._changing:
            if self._reader is reader and self._process is not None:
                self._process.kill()
                self._process.wait()
                self._reader = None


def _met(process: subprocess.Popen[bytes], key: str) -> Reader:
    """The reader of a process that was just started.

    Raises:
        EOFError, OSError: it has ended.
    """
    told, telling = process.stdout, process.stdin
    if told is None or telling is None:
        raise EOFError
    telling.write(f"{key}\n".encode())
    telling.flush()
    address = told.readline().decode().strip()
    if not address:
        raise EOFError
    wire = _Wire(address=address, authkey=key.encode())
    wire.connect()
    return wire.reader()


class _Served(Here):
    """The process's reader as the process has it."""

    def steps(self, asked: Asked) -> Iterator[Said]:
        """See ``Here``; pauses that follow each other at once are one."""
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
    _Wire.register("reader", callable=lambda: reader, proxytype=_ReaderProxy)
    folder = tempfile.mkdtemp(prefix="yakulens-")
    address = str(Path(folder, "reader")) if hasattr(socket, "AF_UNIX") else None
    server = _Wire(address, authkey=key).get_server()
    sys.stdout.write(f"{server.address!s}\n")
    sys.stdout.flush()
    Thread(target=_until_left, args=(folder,), daemon=True).start()
    Thread(target=reader.prepare, daemon=True).start()
    server.serve_forever()


_Wire.register("reader", proxytype=_ReaderProxy)
_Wire.register("steps", proxytype=_StepsProxy, create_method=False)

if __name__ == "__main__":
    main()
