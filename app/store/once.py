"""Objects that a process makes once and keeps for all visitors.

Streamlit's own caches are no place for them: any page could order those emptied, and a photo that waits to be
scored would be gone.
"""

from collections.abc import Callable, Hashable
from threading import RLock
from typing import Final, Generic, ParamSpec, TypeVar

P = ParamSpec("P")
Made = TypeVar("Made")


class Once(Generic[P, Made]):
    """A function whose results are kept, one for each choice of its arguments; any thread may call it.

    >>> numbers = iter(range(9))
    >>> made = Once(lambda name: f"{name}{next(numbers)}")
    >>> made("a"), made("b"), made("a")
    ('a0', 'b1', 'a0')
    >>> made.clear()
    >>> made("a")
    'a2'
    """

    def __init__(self, make: Callable[P, Made]) -> None:
        """Keep what a function makes."""
        self._make: Final = make
        self._made: dict[Hashable, Made] = {}
        self._lock = RLock()
        self.__doc__ = make.__doc__

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> Made:
        """What the function made at its first call with these arguments; an error is not kept."""
        which = (args, tuple(sorted(kwargs.items())))
        with self._lock:
            if which not in self._made:
                self._made[which] = self._make(*args, **kwargs)
            return self._made[which]

    def clear(self) -> None:
        """Forget everything; the next calls make it anew."""
        with self._lock:
            self._made.clear()
