"""Ctrl-C during a run: it ends after the step that it is at, so that what is kept is a whole one."""

from __future__ import annotations

import signal
import threading
from types import FrameType, MappingProxyType, TracebackType
from typing import Final, Self

_SIGNALS: Final = MappingProxyType({signal.SIGINT: "Ctrl-C", signal.SIGTERM: "the system"})


class Stop:
    """Whether somebody asked for an end; asked a second time, it comes at once.

    Attributes:
        asked: whether.
    """

    def __init__(self) -> None:
        """Nobody has yet."""
        self.asked = False
        self._before: dict[int, object] = {}

    def __enter__(self) -> Self:
        """Listen. Only a program's main thread may; in another one nothing changes."""
        if threading.current_thread() is threading.main_thread():
            self._before = {number: signal.signal(number, self._ask) for number in _SIGNALS}
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Listen no more."""
        for number, before in self._before.items():
            signal.signal(number, before)  # type: ignore[arg-type] # what it was

    def _ask(self, number: int, _: FrameType | None) -> None:
        if self.asked:
            raise KeyboardInterrupt
        self.asked = True
        asking = _SIGNALS[signal.Signals(number)]
        print(f"\n{asking} ends the run after this step; once more ends it at once", flush=True)
