"""Records of parallel arrays: the same row of each array belongs to the same thing."""

from dataclasses import dataclass, fields, replace
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True, eq=False)
class ParallelArrays:
    """The base of a record of which every array has one row for each thing; other fields are of them all.

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
        """The things selected by an array of indices or by a mask."""
        return replace(self, **{name: array[selection] for name, array in self.arrays().items()})

    @classmethod
    def merge(cls, first: Self, *others: Self) -> Self:
        """All things of several records, one record after the other; the other fields are the first one's."""
        parts = [part.arrays() for part in (first, *others)]
        return replace(first, **{name: np.concatenate([part[name] for part in parts]) for name in parts[0]})

    def arrays(self) -> dict[str, Any]:
        """The arrays by name."""
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        return {name: value for name, value in values.items() if isinstance(value, np.ndarray)}
