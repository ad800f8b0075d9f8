"""A reader in its own process, so that no tap waits for the interpreter that reads a photo.

The process runs this module. It starts when a photo is expected, and again after it has died. The photos that
were being read are then read once more, so only a photo that kills its reader stays unread. The process reads
a key from its standard input and writes the address at which it listens to its standard output. It exits when
its input ends, because its parent has then exited.

Threads of the two processes talk through the standard library's manager, over a local socket with a key that
only these processes know.
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
from collections.abc import Callable, Iterator
from contextlib import suppress
from multiprocessing.managers import BaseManager, IteratorProxy  # type: ignore[attr-defined]
from pathlib import Path
from threading import Lock, Thread
from typing import Final, TypeVar

from yakulens.app.readers.in_process import InProcessReader
from yakulens.app.readers.photo_reader import (
    FrameAnswer,
    OpenedPhoto,
    ReaderEvent,
    ReadRequest,
    UnreadableError,
)
from yakulens.app.readers.priority import give_way
from yakulens.vision.reading import Box, ReadTile

TRIES: Final = 2
"""Attempts to read a photo whose reader dies."""
PAUSE_S: Final = 0.05
"""Minimum seconds between two pauses that the parent hears of: each costs both sides a message."""
_KEY_BYTES: Final = 32
_LOST: Final = "problem.no_reader"
_ENDED: Final = (EOFError, OSError)
"""The errors of a call to a process that has ended."""
T = TypeVar("T")


class ReaderManager(BaseManager):
    """Connects the page's server to its reader's process."""


def _register(reader: InProcessReader | None) -> None:
    """Let managers serve a reader, or with None, in the parent, know its methods."""
    ReaderManager.register(
        "reader",
        callable=None if reader is None else lambda: reader,
        exposed=("steps", "read_box", "frame", "passes"),
        method_to_typeid={"steps": "Iterator"},
    )


ReaderManager.register("Iterator", proxytype=IteratorProxy, create_method=False)
_register(None)


class OwnProcessReader:
    """Reads photos like an `InProcessReader`, in its own process; any thread may call."""

    def __init__(self) -> None:
        """Start nothing yet."""
        self._lock = Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._reader: InProcessReader | None = None

    def prepare(self) -> None:
        """Start the process if none runs; it loads the model itself."""

        def start() -> None:
            with suppress(UnreadableError):  # reported for the first photo
                self._running_reader()

        if self._reader is None and not self._lock.locked():
            Thread(target=start, name="reader", daemon=True).start()

    def steps(self, request: ReadRequest) -> Iterator[ReaderEvent]:
        """Read one photo; the opened photo is yielded only once, even after a second attempt.

        Raises:
            UnreadableError: the photo, or the process died twice on it or cannot be started.
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
                    raise UnreadableError(_LOST, message) from error
            else:
                return

    def read_box(self, data: bytes, name: str, width: int, box: Box) -> ReadTile:
        """The tile in a box, as `InProcessReader.read_box` gives it.

        Raises:
            UnreadableError: the photo, or the process has ended or cannot be started.
        """
        return self._asked(lambda reader: reader.read_box(data, name, width, box))

    def frame(self, film: str, number: int, data: bytes, tile_set: Path | None) -> FrameAnswer:
        """What a viewfinder says of a frame, as `InProcessReader.frame` does.

        Raises:
            UnreadableError: the frame, or the process has ended or cannot be started.
        """
        return self._asked(lambda reader: reader.frame(film, number, data, tile_set))

    def passes(self, film: str, data: bytes, tile_set: Path | None) -> bool:
        """Whether a still passes, as `InProcessReader.passes` says.

        Raises:
            UnreadableError: the still, or the process has ended or cannot be started.
        """
        return self._asked(lambda reader: reader.passes(film, data, tile_set))

    def _asked(self, ask: Callable[[InProcessReader], T]) -> T:
        """The process's answer to one question.

        Raises:
            UnreadableError: it answers so, or has ended, or cannot be started.
        """
        reader = self._running_reader()
        try:
            return ask(reader)
        except _ENDED as error:
            self._discard(reader)
            message = "the process that reads photos ended"
            raise UnreadableError(_LOST, message) from error

    def _running_reader(self) -> InProcessReader:
        """The process's reader; starts the process if none runs."""
        with self._lock:
            if self._reader is None:
                key = secrets.token_hex(_KEY_BYTES)
                # The modules' name in an installed wheel.
                command = [sys.executable, "-P", "-m", f"{__package__}.own_process"]
                process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)  # noqa: S603
                self._process = process
                give_way(process.pid)  # before it has threads
                try:
                    self._reader = _connect(process, key)
                except _ENDED as error:
                    process.kill()
                    process.wait()
                    message = "the process that reads photos could not be started"
                    raise UnreadableError(_LOST, message) from error
            return self._reader

    def _discard(self, reader: InProcessReader) -> None:
        """Forget a reader whose process has ended; the next photo starts another."""
        with self._lock:
            if self._reader is reader and self._process is not None:
                self._process.kill()
                self._process.wait()
                self._reader = None


def _connect(process: subprocess.Popen[bytes], key: str) -> InProcessReader:
    """The reader of a process that was just started; raises one of `_ENDED` if that has ended."""
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
        """Read one photo; a pause right after another event is left out."""
        last = time.monotonic()
        for event in super().steps(request):
            if event is not None or time.monotonic() >= last + PAUSE_S:
                yield event
                last = time.monotonic()


def _exit_with_parent(folder: str) -> None:
    """Wait until the parent has exited, in any way, then exit without waiting for the engine's threads."""
    sys.stdin.buffer.read()
    shutil.rmtree(folder, ignore_errors=True)
    os._exit(0)


def main() -> None:
    """Serve a reader to the parent, which writes a key and reads an address."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C goes to the parent, whose exit ends this process
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
