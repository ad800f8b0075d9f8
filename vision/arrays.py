"""Records of parallel arrays: the same row of each array belongs to the same thing."""

from dataclasses import dataclass, fields, replace
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True, eq=False)
class ParallelArrays:
    """Base of a record whose arrays all have one row for each thing; its other fields describe all things.

    >>> @dataclass(frozen=True)
    ... class Points(ParallelArrays):
    ...     places: NDArray[np.float32]
    ...     unit: str
    >>> points = Points(np.zeros((3, 2), np.float32), "mm")
    >>> len(points[np.array([2, 0])]), len(points[np.array([True, False, False])])
    (2, 1)
    >>> len(Points.merge(points, points))
    6
    """

    def __len__(self) -> int:
        """How many things there are."""
        return len(next(iter(self.arrays().values())))

    def __getitem__(self, selection: NDArray[np.intp] | NDArray[np.bool_]) -> Self:
        """Select things by an array of indices or by a mask."""
        return replace(self, **{name: array[selection] for name, array in self.arrays().items()})

    @classmethod
    def merge(cls, first: Self, *others: Self) -> Self:
        """Concatenate the things of several records; the other fields are the first record's."""
        parts = [part.arrays() for part in (first, *others)]
        return replace(first, **{name: np.concatenate([part[name] for part in parts]) for name in parts[0]})

    def arrays(self) -> dict[str, Any]:
        """The arrays by name."""
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        return {name: value for name, value in values.items() if isinstance(value, np.ndarray)}
