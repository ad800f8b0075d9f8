"""A reader in a process of its own: no tap waits for the interpreter that reads somebody's photo.

The process (``child``) is started once a photo is expected, and anew where it has died: a photo that was
being read then is read once more, so that one which kills its reader costs itself only. It ends with the
process that started it.
"""

from __future__ import annotations

import secrets
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from threading import Lock, Thread
from typing import Final

from yakulens.app.photo_readers import Asked, Failed, Opened, PhotoReader, ReaderLostError, Said
from yakulens.app.photo_readers.manager import ReaderManager
from yakulens.vision.missed import Box
from yakulens.vision.reading import ReadTile

TRIES: Final = 2
"""How often a photo is read whose reader dies."""
_KEY_BYTES: Final = 32
_GONE: Final = (EOFError, OSError)
"""The errors that a call meets whose process has ended."""


class OwnProcessReader:
    """A ``PhotoReader`` in a process of its own."""

    def __init__(self) -> None:
        """Start nothing yet."""
        self._changing = Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._reader: PhotoReader | None = None

    def prepare(self) -> None:
        """Start the process where none runs; it loads the model by itself."""
        if self._reader is None and not self._changing.locked():
            Thread(target=self._prepare, name="reader", daemon=True).start()

    def steps(self, asked: Asked) -> Iterator[Said]:
        """Everything about one photo; where it has to be read again, it is told only once that it is open."""
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
        """The tile in a box that a person drew on a photo."""
        reader = self._running()
        try:
            return reader.read_box(data, name, width, box)
        except _GONE as error:
            self._leave(reader)
            message = "the process that reads photos ended"
            raise ReaderLostError(message) from error

    def _prepare(self) -> None:
        with suppress(ReaderLostError):  # said to whoever shows a photo
            self._running()

    def _running(self) -> PhotoReader:
        """The process's reader; the process is started where none runs.

        Raises:
            ReaderLostError: it cannot be started.
        """
        with self._changing:
            if self._reader is None:
                key = secrets.token_hex(_KEY_BYTES)
                # By the name that a wheel gives these modules.
                words = [sys.executable, "-m", f"{__package__}.child"]
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

    def _leave(self, reader: PhotoReader) -> None:
        """Have another process started for the next photo: this one has ended."""
        with self._changing:
            if self._reader is reader and self._process is not None:
                self._process.kill()
                self._process.wait()
                self._reader = None


def _met(process: subprocess.Popen[bytes], key: str) -> PhotoReader:
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
    manager = ReaderManager(address=address, authkey=key.encode())
    manager.connect()
    return manager.reader()
