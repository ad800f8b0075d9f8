"""Captures the standard error stream: what picture decoders write there is not meant for users."""

import os
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from typing import Final

_FILE_NUMBER: Final = 2
_LOCK: Final = threading.Lock()
"""Held while the program's stream is captured: a nested block would deadlock."""


@contextmanager
def capture_stderr() -> Iterator[list[str]]:
    r"""Capture what the block writes to standard error; afterwards the list holds its lines.

    The decoders' C libraries write there directly, past Python.

    >>> with capture_stderr() as lines:
    ...     _ = os.write(2, b"Corrupt JPEG data\n")
    >>> lines
    ['Corrupt JPEG data']
    """
    lines: list[str] = []
    with _LOCK, ExitStack() as stack:
        try:
            file = stack.enter_context(tempfile.TemporaryFile())
            original = os.dup(_FILE_NUMBER)
        except OSError:  # a full disk has no room to capture it, and to a closed stream nothing is written
            yield lines
            return
        with suppress(Exception):
            sys.stderr.flush()
        os.dup2(file.fileno(), _FILE_NUMBER)
        try:
            yield lines
        finally:
            os.dup2(original, _FILE_NUMBER)
            os.close(original)
            file.seek(0)
            lines += file.read().decode("utf-8", "replace").splitlines()
