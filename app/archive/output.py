"""The output of a long run: a file of JSON lines, which another run can resume after an interruption."""

import contextlib
import json
import mmap
import os
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Final, Self

from yakulens.scorer.errors import InputError

try:
    import fcntl
except ImportError:  # on Windows, where nothing stops two runs from writing one file
    fcntl = None  # type: ignore[assignment]

_BLOCK: Final = 1 << 16
_SIGNATURES: Final = {
    "reading": ((b'{"photo": ',), "photo"),
    "score": ((b'{"id":', b'{"outcome":'), "outcome"),
    "outcome": ((b'{"file": ',), "outcomes"),
}
"""For each kind of answer, the possible beginnings of its line and a key that it always has."""


class OutputError(InputError):
    """The file cannot be continued; the message is one line."""


class Lines:
    """A file of JSON lines, open for appending.

    Opening the file removes a last line that a kill or a full disk truncated; its task is then repeated.
    """

    def __init__(self, path: Path, kind: str, before: Callable[[], Iterable[bytes]] = tuple) -> None:
        """Open or create the file; its content is checked before it is changed.

        ``kind`` is that of its answers (``reading``, ``score``, ``outcome``).
        ``before`` returns the lines of an earlier run, which another file holds.

        Raises:
            OutputError: another run is writing to it, or it holds something else.
            OSError: it cannot be opened or written.
        """
        self._path, self._is_new, self._before = path, not path.exists(), before
        self._heads, self._key = _SIGNATURES[kind]
        if self._is_new and path.is_symlink():
            raise OutputError(path, "is a link to nothing; remove it, or name another file")
        if not self._is_new and not path.is_file():
            raise OutputError(path, "is not a regular file; name another file")
        self._file = path.open("x+b" if self._is_new else "r+b", buffering=0)
        if fcntl is not None:
            try:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError as error:
                self._file.close()
                raise OutputError(path, "another run is writing into it") from error
        try:
            self._remove_cut_line()
        except OutputError:
            self._file.close()
            raise

    def _remove_cut_line(self) -> None:
        """Remove a last line without a line end; leave a file of anything but such answers unchanged."""
        if not self._file.seek(0, os.SEEK_END):
            return  # nothing that could be mapped
        with mmap.mmap(self._file.fileno(), 0, access=mmap.ACCESS_READ) as content:
            complete, end = content.rfind(b"\n") + 1, len(content)
            cut = content[complete:].rstrip(b"\0")  # a power failure leaves zeros
            first = content[: max(0, content.find(b"\n", 0, _BLOCK))]  # nothing if it is long
            last = content[content.rfind(b"\n", 0, max(0, complete - 1)) + 1 : complete]
        are_answers = all(map(self._is_answer, filter(None, (first, last))))
        if not are_answers or not self._may_be_cut(cut, alone=not complete):
            raise OutputError(self._path, "holds something else than JSON lines; name another file")
        if complete < end:
            self._file.truncate(complete)

    def _is_answer(self, line: bytes) -> bool:
        """Whether a complete line is an answer of this kind."""
        answer = _json_of(line) if line.startswith(self._heads) else None
        return isinstance(answer, dict) and self._key in answer

    def _may_be_cut(self, cut: bytes, *, alone: bool) -> bool:
        """Whether a last line without a line end may be the beginning of an answer.

        Where it is the only line and valid JSON, it must be an answer.
        """
        if alone and _json_of(cut) is not None:
            return self._is_answer(cut)
        return any(cut.startswith(head) or head.startswith(cut) for head in self._heads)

    def __enter__(self) -> Self:
        """The open file itself."""
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        """Flush the file to disk and close it; remove an empty one that a refused run created."""
        with contextlib.suppress(OSError):
            os.fsync(self._file.fileno())
        is_unused = self._is_new and kind is not None and not self._file.seek(0, os.SEEK_END)
        self._file.close()
        if is_unused:
            self._path.unlink(missing_ok=True)

    def __iter__(self) -> Iterator[bytes]:
        """All lines so far, without line ends."""
        yield from self._before()
        with self._path.open("rb") as file:
            for line in file:
                yield line.rstrip(b"\n")

    def append(self, lines: bytes) -> None:
        """Append complete lines, each with its line end.

        Raises:
            OSError: for example, the disk is full.
        """
        self._file.seek(0, os.SEEK_END)
        remaining = memoryview(lines)
        try:
            while remaining:
                remaining = remaining[self._file.write(remaining) :]
        except OSError as error:
            error.filename = str(self._path)  # the message about a full disk then names the file
            raise


def _json_of(line: bytes) -> object:
    """The value in a line; None if it is not JSON."""
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        return None


def json_line(answer: object) -> bytes:
    r"""One JSON object as a line."""
    return encoded(json.dumps(answer, ensure_ascii=False, allow_nan=False) + "\n")


def encoded(lines: str) -> bytes:
    """JSON as UTF-8; an undecodable byte in a file's name becomes a JSON escape."""
    return lines.encode("utf-8", "backslashreplace")
