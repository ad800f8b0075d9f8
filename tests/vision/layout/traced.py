"""Numbers that remember which weights they were made of: a score tells its own features.

A score of the layout is a sum of weights, each times what was seen (how often, how far), and of evidence.
Where it is worked out with traced weights the sum comes out as ever, and its slope in each weight with it.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping
    from typing import Self

    from yakulens.vision.layout.priors import Priors


class Traced(float):
    """A number with its slopes: how much it grows with each weight, by the weight's name."""

    __slots__ = ("slopes",)
    __array_ufunc__ = None
    """So that numpy's numbers leave sums and products with it to it."""
    slopes: Mapping[str, float]

    def __new__(cls, value: float, slopes: Mapping[str, float]) -> Self:
        """A number and its slopes."""
        number = super().__new__(cls, value)
        number.slopes = slopes
        return number

    def __add__(self, other: float) -> Traced:
        slopes = dict(self.slopes)
        for name, slope in slopes_of(other).items():
            slopes[name] = slopes.get(name, 0.0) + slope
        return Traced(float(self) + float(other), slopes)

    __radd__ = __add__

    def __mul__(self, other: float) -> Traced:
        one, two = float(self), float(other)
        slopes = Counter({name: slope * two for name, slope in self.slopes.items()})
        for name, slope in slopes_of(other).items():
            slopes[name] += slope * one
        return Traced(one * two, slopes)

    __rmul__ = __mul__

    def __neg__(self) -> Traced:
        return self * -1.0

    def __sub__(self, other: float) -> Traced:
        return self + -other

    def __rsub__(self, other: float) -> Traced:
        return -self + other

    def __truediv__(self, other: float) -> Traced:
        return self * (1.0 / float(other))


def slopes_of(number: float) -> Mapping[str, float]:
    """The slopes of a number; none of one that no weight went into.

    >>> far = Traced(-0.5, {"per_width": 1.0}) * 3 + 1.0
    >>> float(far), dict(slopes_of(far)), slopes_of(2.0)
    (-0.5, {'per_width': 3.0}, {})
    """
    return number.slopes if isinstance(number, Traced) else {}


def weights(priors: Priors) -> Iterator[tuple[str, float]]:
    """Each weight by its name, ``group.weight``.

    >>> dict(weights(Priors()))["melds.no_gap"]
    -1.0
    """
    for group in fields(priors):
        values = getattr(priors, group.name)
        for weight in fields(values):
            yield f"{group.name}.{weight.name}", getattr(values, weight.name)


def with_weights(priors: Priors, values: Mapping[str, float]) -> Priors:
    """The same weights but for some, by name.

    >>> with_weights(Priors(), {"melds.no_gap": -3.0}).melds.no_gap
    -3.0
    """
    groups: dict[str, dict[str, Any]] = {}
    for name, value in values.items():
        group, _, weight = name.partition(".")
        groups.setdefault(group, {})[weight] = value
    changed = {group: replace(getattr(priors, group), **new) for group, new in groups.items()}
    return replace(priors, **changed)


def traced(priors: Priors, names: Collection[str]) -> Priors:
    """The same weights, those of some names traced."""
    known = dict(weights(priors))
    return with_weights(priors, {name: Traced(known[name], {name: 1.0}) for name in names})
