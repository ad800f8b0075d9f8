"""Ctrl-C during a run ends it after the current step, so that the checkpoint is of a whole step."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType, MappingProxyType
from typing import Final

_SIGNALS: Final = MappingProxyType({signal.SIGINT: "Ctrl-C", signal.SIGTERM: "the system"})


@contextmanager
def listening() -> Iterator[Callable[[], bool]]:
    """Catch signals that ask for an end, and give a function that says whether one came.

    A second signal ends the program at once. Outside of the main thread no signal can be caught.
    """
    requested = False

    def handle(number: int, _: FrameType | None) -> None:
        nonlocal requested
        if requested:
            raise KeyboardInterrupt
        requested = True
        sender = _SIGNALS[signal.Signals(number)]
        print(f"\n{sender} ends the run after this step; once more ends it at once", flush=True)

    main = threading.current_thread() is threading.main_thread()
    before = {number: signal.signal(number, handle) for number in _SIGNALS} if main else {}
    try:
        yield lambda: requested
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
