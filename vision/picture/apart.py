"""Decoding in a program of its own, which is given so much memory and time and no more.

A decoder of a rare kind of file may need several times the picture's size, and a file that was made for it
may keep it busy for hours. Nothing within a program can end that; the system can end a program.
"""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Generator
from pathlib import Path
from threading import Lock
from typing import Final

import numpy as np
from numpy.typing import NDArray

MOST_MEMORY: Final = 640_000_000
"""Bytes of data that the program may hold; only Linux keeps this count."""
NO_ROOM: Final = 3
"""Exit status of the program where it needs more memory than it may have."""
MOST_SECONDS: Final = 5
"""Seconds of processor time that the program may take; what else the machine is doing does not count."""
PATIENCE: Final = 30.0
"""Seconds by the clock after which the program is ended in any case."""
_LATE: Final = f"it takes more than {MOST_SECONDS} seconds to decode"
_PAUSE_S: Final = 0.01
_TURN: Final = Lock()
_ALONE: Final = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "MALLOC_ARENA_MAX": "1"}
"""Environment in which the program has one thread: each further one sets memory aside that counts though
nobody uses it."""


class UndecodableError(Exception):
    """No picture came of it; the text says why.

    Attributes:
        too_much: whether it needs more memory or time than a photo may, and is not damaged.
    """

    def __init__(self, why: str, *, too_much: bool = False) -> None:
        """Say why."""
        super().__init__(why)
        self.too_much = too_much


def decoded(data: bytes) -> Generator[None, None, NDArray[np.uint8]]:
    """``(H, W, 3)`` uint8 RGB of a file's picture, upright; pauses until it is there.

    One picture is decoded at a time, so that neither memory nor processors go to a crowd of them.

    Raises:
        UndecodableError: it is damaged, or needs more memory or time than a photo may.
    """
    while not _TURN.acquire(blocking=False):
        yield from _pause()
    try:
        with tempfile.TemporaryDirectory() as folder:
            taken, given = Path(folder) / "photo", Path(folder) / "pixels.npy"
            taken.write_bytes(data)
            status, said = yield from _run(taken, given)
            if given.exists():
                return np.asarray(np.load(given), np.uint8)
    finally:
        _TURN.release()
    if status == -getattr(signal, "SIGXCPU", 0):
        raise UndecodableError(_LATE, too_much=True)
    if status == NO_ROOM:
        message = "it needs more memory to decode than a photo may"
        raise UndecodableError(message, too_much=True)
    raise UndecodableError(said.strip() or "its decoder gave up")


def _run(taken: Path, given: Path) -> Generator[None, None, tuple[int, str]]:
    """Run the program: its exit status and what it said. Whoever leaves it alone ends it."""
    words = [sys.executable, "-m", __name__, str(taken), str(given)]  # by the name that a wheel gives it
    with subprocess.Popen(  # noqa: S603 - this very module
        words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=os.environ | _ALONE
    ) as program:
        try:
            end = time.monotonic() + PATIENCE
            while program.poll() is None:
                if time.monotonic() > end:
                    raise UndecodableError(_LATE, too_much=True)
                yield from _pause()
            said = program.stdout.read() if program.stdout else b""
            return program.returncode, said.decode("utf-8", "replace")
        finally:
            program.kill()


def _pause() -> Generator[None, None, None]:
    time.sleep(_PAUSE_S)
    yield


def _main(taken: str, given: str) -> None:
    """Decode the one file into the other, or say on standard output why not."""
    _bound()
    from yakulens.vision.picture import opening  # noqa: PLC0415 - what it loads counts

    try:
        pixels = opening.pixels_of(Path(taken).read_bytes())
    except Exception as error:
        if isinstance(error, MemoryError) or "Insufficient memory" in str(error):
            raise SystemExit(NO_ROOM) from error
        sys.stdout.write(" ".join(str(error).split())[:120] or type(error).__name__)
        return
    whole = io.BytesIO()
    np.lib.format.write_array_header_1_0(whole, np.lib.format.header_data_from_array_1_0(pixels))
    with Path(f"{given}.part").open("wb") as out:
        out.write(whole.getvalue())
        pixels.tofile(out)
    Path(f"{given}.part").rename(given)


def _bound() -> None:
    try:
        import resource  # noqa: PLC0415 - POSIX only
    except ImportError:
        return
    resource.setrlimit(resource.RLIMIT_DATA, (MOST_MEMORY, MOST_MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (MOST_SECONDS, MOST_SECONDS + 1))


if __name__ == "__main__":
    _main(*sys.argv[1:3])
