"""How many tasks there are, counted while the first ones are done."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable


class Count:
    """How many tasks there are, counted beside the work.

    Attributes:
        total: how many; None until all are counted.
    """

    def __init__(self, counted: Callable[[], Iterable[object]]) -> None:
        """Begin to count what this function gives."""
        self.total: int | None = None
        self._counted = counted
        threading.Thread(target=self._count, daemon=True).start()

    def _count(self) -> None:
        try:
            self.total = sum(1 for _ in self._counted())
        except OSError:
            return  # whoever works through them says what is wrong; the time left is not known
