"""What a long run has given so far: JSON lines that grow at their end and outlive being cut off anywhere."""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final, Self

from yakulens.scorer.errors import InputError

try:
    import fcntl
except ImportError:  # on Windows: there two runs into one file are not kept apart
    fcntl = None  # type: ignore[assignment]

_BLOCK: Final = 1 << 16
_SIGNS: Final = {
    "reading": ((b'{"photo": ',), "photo"),
    "score": ((b'{"id": ', b'{"outcome": '), "outcome"),
    "outcome": ((b'{"file": ',), "outcomes"),
}
"""For each kind of answer, how its line begins and a key that each one holds."""


class OutputError(InputError):
    """The file cannot be continued; the message is one line."""


class Lines:
    """A file of JSON lines that is open to grow.

    A last line that a kill or a full disk cut in the middle is taken away when the file is opened: whatever
    it told is then told again.
    """

    def __init__(self, path: Path, kind: str = "") -> None:
        """Open the file, or begin it; what is there is looked at before anything of it is changed.

        Args:
            path: the file.
            kind: of which kind its answers are (``reading``, ``score``, ``outcome``); else JSON objects.

        Raises:
            OutputError: another run is writing into it, or it holds something else than such answers.
            OSError: it cannot be opened or written.
        """
        self._path, self._made = path, not path.exists()
        self._heads, self._key = _SIGNS.get(kind, ((b"{",), ""))
        if not self._made and not path.is_file():
            raise OutputError(path, "is no ordinary file; name another file")
        self._file = path.open("x+b" if self._made else "r+b", buffering=0)
        if fcntl is not None:
            try:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError as error:
                self._file.close()
                raise OutputError(path, "another run is writing into it") from error
        try:
            self._mend()
        except OutputError:
            self._file.close()
            raise

    def _mend(self) -> None:
        """Take away a last line without an end.

        Raises:
            OutputError: this was never a file of JSON lines; it is left as it is.
        """
        end = self._file.seek(0, os.SEEK_END)
        whole = self._line_ends(end)
        cut = self._between(whole, end).rstrip(b"\0")  # a machine that lost power leaves zeros
        first = self._first(whole)
        last = self._between(self._line_ends(whole - 1), whole)
        ours = all(map(self._is_answer, filter(None, (first, last))))
        if not ours or not self._may_be(cut, alone=not whole):
            raise OutputError(self._path, "holds something else than JSON lines; name another file")
        if whole < end:
            self._file.truncate(whole)

    def _first(self, whole: int) -> bytes:
        """The first line, of which as much is read as shows what it is."""
        start = self._between(0, min(whole, _BLOCK))
        line = start.partition(b"\n")[0]
        return line if len(line) < len(start) else b""

    def _is_answer(self, line: bytes) -> bool:
        """Whether a whole line is an answer of this kind."""
        told = _json_of(line) if line.startswith(self._heads) else None
        return isinstance(told, dict) and self._key in {"", *told}

    def _may_be(self, cut: bytes, *, alone: bool) -> bool:
        """Whether a last line without an end may be the beginning of an answer.

        One that stands alone and is whole all the same is looked at like every other.
        """
        if alone and _json_of(cut) is not None:
            return self._is_answer(cut)
        return any(cut.startswith(head) or head.startswith(cut) for head in self._heads)

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

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        """Close it, once the disk has it; one that a refused run has only begun is taken away again."""
        with contextlib.suppress(OSError):
            os.fsync(self._file.fileno())
        begun = self._made and kind is not None and not self._file.seek(0, os.SEEK_END)
        self._file.close()
        if begun:
            self._path.unlink(missing_ok=True)

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
        try:
            while rest:
                rest = rest[self._file.write(rest) :]
        except OSError as error:
            error.filename = str(self._path)  # who is told of a full disk is told which file it was
            raise


def _json_of(line: bytes) -> object:
    """What a line holds; None where it is no JSON."""
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        return None


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
