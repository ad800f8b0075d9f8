"""Whose photo is read next: each visitor in turn, and only so many wait that nobody does so in vain. Pure."""

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Final, Generic, TypeVar

MOST: Final = 60
"""Photos that may wait: at a second each, nobody waits much longer than a minute."""

MOST_OF_ONE: Final = 4
"""Photos of one visitor that may wait: a browser with many windows keeps nobody out."""

Item = TypeVar("Item")


class CrowdedError(Exception):
    """So many photos wait already that this one is not taken."""


class Line(Generic[Item]):
    """What waits for its turn and what has it; whoever shares it between threads holds a lock."""

    def __init__(self, most: int = MOST, most_of_one: int = MOST_OF_ONE) -> None:
        """Let ``most`` wait, ``most_of_one`` of one visitor."""
        self._most = most
        self._most_of_one = most_of_one
        self._waiting: list[tuple[Item, str]] = []
        self._begun: list[tuple[Item, str]] = []

    def come(self, item: Item, whose: str) -> None:
        """Join the line; ``whose`` is the visitor's key.

        Raises:
            CrowdedError: too many wait already.
        """
        own = sum(each == whose for _, each in self._waiting)
        if len(self._waiting) >= self._most or own >= self._most_of_one:
            raise CrowdedError
        self._waiting.append((item, whose))

    def begin(self) -> Item | None:
        """The one whose turn it is now, which has it until it goes; None where nothing waits."""
        order = self._order()
        if not order:
            return None
        self._begun.append(self._waiting.pop(order[0]))
        return self._begun[-1][0]

    def go(self, item: Item) -> None:
        """Leave, from wherever in the line."""
        self._waiting = [each for each in self._waiting if each[0] is not item]
        self._begun = [each for each in self._begun if each[0] is not item]

    def again(self, item: Item) -> None:
        """Have one whose turn it was wait once more, behind all others."""
        self._waiting += [each for each in self._begun if each[0] is item]
        self._begun = [each for each in self._begun if each[0] is not item]

    def leave(self, gone: Callable[[Item], bool]) -> None:
        """Remove all that wait and of which a condition holds."""
        self._waiting = [each for each in self._waiting if not gone(each[0])]

    def before(self, item: Item) -> int:
        """How many come before, with those that have their turn; 0 for what does not wait."""
        for place, index in enumerate(self._order()):
            if self._waiting[index][0] is item:
                return place + len(self._begun)
        return 0

    def _order(self) -> list[int]:
        return in_turn([whose for _, whose in self._waiting], [whose for _, whose in self._begun])


def in_turn(waiting: Iterable[str], begun: Iterable[str] = ()) -> list[int]:
    """The places of those that wait, by turns: everybody's first photo before anybody's second.

    Args:
        waiting: whose photos wait, in the order in which they came.
        begun: whose have their turn: a further one of theirs is a second one.

    >>> in_turn(["Ann", "Ann", "Bo", "Ann", "Cy"])
    [0, 2, 4, 1, 3]
    >>> in_turn(["Ann", "Bo"], begun=["Ann"])
    [1, 0]
    """
    had = Counter(begun)
    rounds: list[tuple[int, int]] = []
    for place, whose in enumerate(waiting):
        rounds.append((had[whose], place))
        had[whose] += 1
    return [place for _, place in sorted(rounds)]
