"""Ctrl-C during a run: it ends after the step that it is at, so that what is kept is a whole one."""

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
    """Tell within whether somebody asked for an end; asked a second time, it comes at once.

    Only a program's main thread may listen; in another one nobody is heard.
    """
    asked = False

    def ask(number: int, _: FrameType | None) -> None:
        nonlocal asked
        if asked:
            raise KeyboardInterrupt
        asked = True
        asking = _SIGNALS[signal.Signals(number)]
        print(f"\n{asking} ends the run after this step; once more ends it at once", flush=True)

    main = threading.current_thread() is threading.main_thread()
    before = {number: signal.signal(number, ask) for number in _SIGNALS} if main else {}
    try:
        yield lambda: asked
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
