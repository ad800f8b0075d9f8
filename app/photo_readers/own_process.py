"""A reader in a process of its own: no tap waits for the interpreter that reads somebody's photo.

The process (``child``) is started once a photo is expected, and anew where it has died: a photo that was
being read then is read once more, so that a photo which kills its reader is the only one not read. It ends
with the process that started it.

A thread here talks to a thread there by the standard library's manager, over a socket of this machine, which
opens to a key that only the two processes know.
"""

import secrets
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from multiprocessing.managers import BaseManager, IteratorProxy  # type: ignore[attr-defined]
from threading import Lock, Thread
from typing import TYPE_CHECKING, Final

from yakulens.app.photo_readers import (
    OpenedPhoto,
    PhotoReader,
    ReaderEvent,
    ReaderLostError,
    ReadFailure,
    ReadRequest,
)
from yakulens.vision.missed import Box
from yakulens.vision.reading import ReadTile

TRIES: Final = 2
"""How often a photo is read whose reader dies."""
_KEY_BYTES: Final = 32
_ENDED: Final = (EOFError, OSError)
"""The errors that a call raises whose process has ended."""


class ReaderManager(BaseManager):
    """Connects the page's server with its reader's process."""

    if TYPE_CHECKING:  # `serve` makes the method

        def reader(self) -> PhotoReader:
            """The process's reader, as its parent calls it."""


def serve(reader: PhotoReader | None) -> None:
    """Have managers serve a reader, or with None, in the parent, know what can be called of one."""
    ReaderManager.register(
        "reader",
        callable=None if reader is None else lambda: reader,
        exposed=("steps", "read_box"),
        method_to_typeid={"steps": "Iterator"},
    )


ReaderManager.register("Iterator", proxytype=IteratorProxy, create_method=False)
serve(None)


class OwnProcessReader:
    """A ``PhotoReader`` in a process of its own."""

    def __init__(self) -> None:
        """Start nothing yet."""
        self._lock = Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._reader: PhotoReader | None = None

    def prepare(self) -> None:
        """Start the process where none runs; it loads the model by itself."""

        def start() -> None:
            with suppress(ReaderLostError):  # reported for the first photo
                self._running_reader()

        if self._reader is None and not self._lock.locked():
            Thread(target=start, name="reader", daemon=True).start()

    def steps(self, request: ReadRequest) -> Iterator[ReaderEvent]:
        """Read one photo; where it has to be read again, that it is open is told only once."""
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
        """The tile in a box that a person drew on a photo."""
        reader = self._running_reader()
        try:
            return reader.read_box(data, name, width, box)
        except _ENDED as error:
            self._discard(reader)
            message = "the process that reads photos ended"
            raise ReaderLostError(message) from error

    def _running_reader(self) -> PhotoReader:
        """The process's reader; the process is started where none runs.

        Raises:
            ReaderLostError: it cannot be started.
        """
        with self._lock:
            if self._reader is None:
                key = secrets.token_hex(_KEY_BYTES)
                # By the name that a wheel gives these modules.
                command = [sys.executable, "-m", f"{__package__}.child"]
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

    def _discard(self, reader: PhotoReader) -> None:
        """Have another process started for the next photo: this reader's has ended."""
        with self._lock:
            if self._reader is reader and self._process is not None:
                self._process.kill()
                self._process.wait()
                self._reader = None


def _connect(process: subprocess.Popen[bytes], key: str) -> PhotoReader:
    """The reader of a process that was just started.

    Raises:
        EOFError, OSError: the process has ended.
    """
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
    return manager.reader()
