"""What decoders of pictures write to the standard error stream, caught: it is no message for a person."""

from __future__ import annotations

import os
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Final

_STREAM: Final = 2
_ONE_AT_A_TIME: Final = threading.Lock()
"""Held while the stream is caught: it is the whole program's, so that a block within a block would wait for
ever."""


@contextmanager
def caught() -> Iterator[list[str]]:
    r"""Catch what is written to the standard error stream in the block; its lines are in the list after it.

    The decoders' C libraries write there directly, past Python. What Python writes itself goes the old way.

    >>> with caught() as lines:
    ...     _ = os.write(2, b"Corrupt JPEG data\n")
    >>> lines
    ['Corrupt JPEG data']
    """
    lines: list[str] = []
    with _ONE_AT_A_TIME, tempfile.TemporaryFile() as kept:
        try:
            real = os.dup(_STREAM)
        except OSError:  # the stream is closed: nothing can be written to it
            yield lines
            return
        with suppress(Exception):
            sys.stderr.flush()
        os.dup2(kept.fileno(), _STREAM)
        try:
            yield lines
        finally:
            os.dup2(real, _STREAM)
            os.close(real)
            kept.seek(0)
            lines += kept.read().decode("utf-8", "replace").splitlines()
