"""Results that are kept: of a function by its argument, and of an object's property."""

from collections.abc import Callable, Hashable
from typing import Any, Final, Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")
T = TypeVar("T")

MOST: Final = 1 << 17
"""Entries that a table holds before it starts anew, so that no archive fills the memory."""


class Remembered(dict[K, V], Generic[K, V]):
    """A table of a function's results. A lookup costs a third of a call through `functools.cache`.

    >>> squares = Remembered(lambda number: number * number)
    >>> squares[12], squares
    (144, {12: 144})
    """

    __slots__ = ("_function", "_most")

    def __init__(self, function: Callable[[K], V], most: int = MOST) -> None:
        """Start without results; the table is emptied whenever it would hold more than `most`."""
        super().__init__()
        self._function = function
        self._most = most

    def __missing__(self, key: K) -> V:
        """Compute a missing result."""
        if len(self) >= self._most:
            self.clear()
        value = self[key] = self._function(key)
        return value


class Lazily(Generic[T]):
    """A property that is computed at first access; its object must have a `__dict__`.

    Unlike `functools.cached_property` of Python 3.11 it takes no lock.
    """

    def __init__(self, function: Callable[[Any], T]) -> None:
        """Take the function of the property, with its documentation."""
        self._function = function
        self._name = function.__name__
        self.__doc__ = function.__doc__

    def __get__(self, instance: object, owner: type) -> T:
        """Compute the value and keep it in the object, where it is found from then on."""
        if instance is None:
            return self  # type: ignore[return-value]  # documentation asks for the property itself
        value = instance.__dict__[self._name] = self._function(instance)
        return value
