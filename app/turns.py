"""Whose photo is read next: each visitor in turn, and only so many wait that none waits in vain. Pure."""

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Final, Generic, TypeVar

MAX_WAITING: Final = 60
"""Photos that may wait: at a second each, nobody waits much longer than a minute."""

MAX_OF_ONE_VISITOR: Final = 4
"""Photos of one visitor that may wait: a browser with many windows keeps nobody out."""

Item = TypeVar("Item")


class CrowdedError(Exception):
    """So many photos wait already that this one is not taken."""


class TurnQueue(Generic[Item]):
    """Items that wait for their turn, and those that have it. Threads that share a queue must hold a lock."""

    def __init__(self, max_waiting: int = MAX_WAITING, max_of_one: int = MAX_OF_ONE_VISITOR) -> None:
        """Let ``max_waiting`` items wait, ``max_of_one`` of one visitor."""
        self._max_waiting = max_waiting
        self._max_of_one = max_of_one
        self._waiting: list[tuple[Item, str]] = []
        self._started: list[tuple[Item, str]] = []

    def add(self, item: Item, visitor: str) -> None:
        """Have an item of this visitor wait.

        Raises:
            CrowdedError: too many wait already.
        """
        of_visitor = sum(each == visitor for _, each in self._waiting)
        if len(self._waiting) >= self._max_waiting or of_visitor >= self._max_of_one:
            raise CrowdedError
        self._waiting.append((item, visitor))

    def start_next(self) -> Item | None:
        """Give the next item its turn, until it is removed; None where nothing waits."""
        order = self._order()
        if not order:
            return None
        self._started.append(self._waiting.pop(order[0]))
        return self._started[-1][0]

    def remove(self, item: Item) -> None:
        """Remove an item, whether it waits or has its turn."""
        self._waiting = [each for each in self._waiting if each[0] is not item]
        self._started = [each for each in self._started if each[0] is not item]

    def requeue(self, item: Item) -> None:
        """Have an item that has its turn wait once more, behind all others."""
        self._waiting += [each for each in self._started if each[0] is item]
        self._started = [each for each in self._started if each[0] is not item]

    def drop_waiting(self, condition: Callable[[Item], bool]) -> None:
        """Remove the waiting items of which a condition holds."""
        self._waiting = [each for each in self._waiting if not condition(each[0])]

    def before(self, item: Item) -> int:
        """How many come before an item, with those that have their turn; 0 for one that does not wait."""
        for position, index in enumerate(self._order()):
            if self._waiting[index][0] is item:
                return position + len(self._started)
        return 0

    def _order(self) -> list[int]:
        return in_turn([visitor for _, visitor in self._waiting], [visitor for _, visitor in self._started])


def in_turn(waiting: Iterable[str], started: Iterable[str] = ()) -> list[int]:
    """The indices of the waiting photos, by turns: everybody's first photo before anybody's second.

    Args:
        waiting: the visitor of each waiting photo, in the order in which they came.
        started: the visitor of each photo that has its turn: a further photo of theirs is their second.

    >>> in_turn(["Ann", "Ann", "Bo", "Ann", "Cy"])
    [0, 2, 4, 1, 3]
    >>> in_turn(["Ann", "Bo"], started=["Ann"])
    [1, 0]
    """
    counts = Counter(started)
    rounds: list[tuple[int, int]] = []
    for index, visitor in enumerate(waiting):
        rounds.append((counts[visitor], index))
        counts[visitor] += 1
    return [index for _, index in sorted(rounds)]
