"""What a long run has given so far: JSON lines that grow at their end and outlive being cut off anywhere."""

from __future__ import annotations

import contextlib
import json
import os
from typing import TYPE_CHECKING, Final, Self

try:
    import fcntl
except ImportError:  # on Windows: there two runs into one file are not kept apart
    fcntl = None  # type: ignore[assignment]

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_BLOCK: Final = 1 << 16


class OutputError(ValueError):
    """The file cannot be gone on with; the message is one line."""


class Lines:
    """A file of JSON lines, open to grow.

    A last line that a kill or a full disk cut in the middle is taken away when the file is opened: whatever
    it told is then told again.
    """

    def __init__(self, path: Path) -> None:
        """Open the file, or begin it.

        Raises:
            OutputError: another run is writing into it.
            OSError: it cannot be opened or written.
        """
        self._path = path
        self._file = path.open("r+b" if path.exists() else "w+b", buffering=0)
        if fcntl is not None:
            try:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError as error:
                self._file.close()
                message = f"{path}: another run is writing into it"
                raise OutputError(message) from error
        self._mend()

    def _mend(self) -> None:
        """Take away a last line without an end.

        Raises:
            OutputError: this was never a file of JSON lines; it is left as it is.
        """
        end = self._file.seek(0, os.SEEK_END)
        whole = self._line_ends(end)
        cut = self._between(whole, end).rstrip(b"\0")  # a machine that lost power leaves zeros
        before = self._between(self._line_ends(whole - 1), whole)
        if (before and not _is_json(before)) or (cut and not cut.startswith(b"{")):
            message = f"{self._path}: holds something else than JSON lines; name another file"
            raise OutputError(message)
        if whole < end:
            self._file.truncate(whole)

    def _line_ends(self, before: int) -> int:
        """Where the last line end before this place is passed; 0 where there is none."""
        while before > 0:
            size = min(_BLOCK, before)
            at = self._between(before - size, before).rfind(b"\n")
            if at >= 0:
                return before - size + at + 1
            before -= size
        return 0

    def _between(self, start: int, end: int) -> bytes:
        self._file.seek(start)
        return self._file.read(end - start)

    def __enter__(self) -> Self:
        """Hold it open."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close it, once the disk has it."""
        with contextlib.suppress(OSError):
            os.fsync(self._file.fileno())
        self._file.close()

    def __iter__(self) -> Iterator[bytes]:
        """Its lines so far, without their ends."""
        with self._path.open("rb") as file:
            for line in file:
                yield line.rstrip(b"\n")

    def append(self, lines: bytes) -> None:
        """Write whole lines, each with its end, at once.

        Raises:
            OSError: the disk is full, or the like.
        """
        self._file.seek(0, os.SEEK_END)
        rest = memoryview(lines)
        while rest:
            rest = rest[self._file.write(rest) :]


def _is_json(line: bytes) -> bool:
    try:
        json.loads(line)
    except (ValueError, RecursionError):
        return False
    return True


def json_line(answer: object) -> bytes:
    r"""One JSON object as a line.

    >>> json_line({"file": "東.jpg"}).decode()
    '{"file": "東.jpg"}\n'
    """
    return encoded(json.dumps(answer, ensure_ascii=False, allow_nan=False) + "\n")


def encoded(lines: str) -> bytes:
    r"""JSON as UTF-8; an undecodable byte of a file's name survives as JSON's own escape.

    >>> encoded('"\udcff"')
    b'"\\udcff"'
    """
    return lines.encode("utf-8", "backslashreplace")
