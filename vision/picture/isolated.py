"""Decoding in a separate process with limits of memory and time.

Decoding a rare kind of file may need several times the picture's size, and a crafted file may keep the
decoder busy for hours. Nothing within a process can stop that, but the system can end a process.
"""

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

MAX_MEMORY: Final = 640_000_000
"""Bytes of data that the process may hold; only Linux enforces this."""
OUT_OF_MEMORY: Final = 3
"""Exit status of a process that exceeds its memory limit."""
NO_ROOM: Final = 4
"""Exit status of a process that cannot write the pixels down."""
MAX_CPU_SECONDS: Final = 5
"""Seconds of processor time that the process may take; other load on the machine does not count."""
MAX_WAIT_SECONDS: Final = 30.0
"""Seconds of wall-clock time after which the process is ended in any case."""
_MEMORY: Final = ("Insufficient memory", "could not create decoder object")
"""What OpenCV and Pillow's WebP say without memory; this process decodes only what could be opened before."""
_TOO_SLOW: Final = f"it takes more than {MAX_CPU_SECONDS} seconds to decode"
_PAUSE_S: Final = 0.01
_LOCK: Final = Lock()
_ONE_THREAD: Final = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "MALLOC_ARENA_MAX": "1"}
"""Environment that limits the process to one thread: each thread reserves memory, which counts."""


class NoRoomError(Exception):
    """This machine has no room for the process or its files; the text is the system's reason."""


class UndecodableError(Exception):
    """The picture could not be decoded; the text says why.

    Attributes:
        too_much: whether it exceeds the limits of memory or time, and is not damaged.
    """

    def __init__(self, reason: str, *, too_much: bool = False) -> None:
        """Say why."""
        super().__init__(reason)
        self.too_much = too_much


def decode(data: bytes) -> Generator[None, None, NDArray[np.uint8]]:
    """``(H, W, 3)`` uint8 RGB of a file's picture, upright; pauses until it is decoded.

    Only one picture is decoded at a time, to limit the use of memory and processors.

    Raises:
        UndecodableError: it is damaged, or exceeds the limits of memory or time.
        NoRoomError: no process can be started, or its files find no room.
    """
    while not _LOCK.acquire(blocking=False):
        yield from _pause()
    try:
        with tempfile.TemporaryDirectory() as folder:
            source, target = Path(folder) / "photo", Path(folder) / "pixels.npy"
            source.write_bytes(data)
            status, output = yield from _run(source, target)
            if target.exists():
                return np.asarray(np.load(target), np.uint8)
    except OSError as error:
        raise NoRoomError(error.strerror or str(error)) from error
    finally:
        _LOCK.release()
    if status == -getattr(signal, "SIGXCPU", 0):
        raise UndecodableError(_TOO_SLOW, too_much=True)
    if status == OUT_OF_MEMORY:
        message = "it needs more memory to decode than is allowed"
        raise UndecodableError(message, too_much=True)
    if status == NO_ROOM:
        raise NoRoomError(output.strip())
    raise UndecodableError(output.strip() or "its decoder gave up")


def _run(source: Path, target: Path) -> Generator[None, None, tuple[int, str]]:
    """Run the process; return its exit status and output. Closing the generator ends the process."""
    command = [sys.executable, "-P", "-m", __name__, str(source), str(target)]  # its name in a wheel
    with subprocess.Popen(  # noqa: S603 - this very module
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=os.environ | _ONE_THREAD
    ) as process:
        try:
            deadline = time.monotonic() + MAX_WAIT_SECONDS
            while process.poll() is None:
                if time.monotonic() > deadline:
                    raise UndecodableError(_TOO_SLOW, too_much=True)
                yield from _pause()
            output = process.stdout.read() if process.stdout else b""
            return process.returncode, output.decode("utf-8", "replace")
        finally:
            process.kill()


def _pause() -> Generator[None, None, None]:
    time.sleep(_PAUSE_S)
    yield


def _main(source: str, target: str) -> None:
    """Decode the source into the target, or print why that fails."""
    _limit_resources()
    from yakulens.vision.picture import opening  # noqa: PLC0415 - what it loads counts

    try:
        pixels = opening.pixels_of(Path(source).read_bytes())
    except Exception as error:
        if isinstance(error, MemoryError) or any(words in str(error) for words in _MEMORY):
            raise SystemExit(OUT_OF_MEMORY) from error
        sys.stdout.write(" ".join(str(error).split())[:120] or type(error).__name__)
        return
    try:
        with Path(f"{target}.part").open("wb") as file:
            np.save(file, pixels)
        Path(f"{target}.part").rename(target)
    except OSError as error:
        sys.stdout.write(error.strerror or str(error))
        raise SystemExit(NO_ROOM) from error


def _limit_resources() -> None:
    try:
        import resource  # noqa: PLC0415 - POSIX only
    except ImportError:
        return
    resource.setrlimit(resource.RLIMIT_DATA, (MAX_MEMORY, MAX_MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (MAX_CPU_SECONDS, MAX_CPU_SECONDS + 1))


if __name__ == "__main__":
    _main(*sys.argv[1:3])
