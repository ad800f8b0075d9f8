"""Compare two models on the same photos, with intervals and tests of the difference.

The verdict is the mean over tile sets, since many photos of one set say nothing about the others. The
comparison is paired by photo. The interval of the difference is a bootstrap over photos, because tiles of one
photo fail together. The test is the exact sign test over photos that differ (for whole hands, McNemar's).
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from yakulens.models.evaluate.compare import Outcome
from yakulens.models.evaluate.rates import Rate

_DRAWS: Final = 2000
_SEED: Final = 20
_SET: Final = "set "
_MAX_LOSS: Final = 0.01
"""Share of its tiles or hands that a single tile set may lose if the mean over sets rises."""
CHANCE: Final = 0.05
"""Significance level."""


@dataclass(frozen=True, slots=True)
class Paired:
    """One measure of two models on some photos.

    Attributes:
        group: ``all``, or ``set NAME``.
        measure: ``exact hand`` or ``tiles right`` (labelled tiles that were detected and named right).
        before: rate of the first model.
        after: rate of the second.
        low: lower end of the 95 % interval of ``after - before``, a share.
        high: its upper end.
        better: photos that the second model reads better.
        worse: photos that it reads worse.
        p: two-sided p value of these counts.
    """

    group: str
    measure: str
    before: Rate
    after: Rate
    low: float
    high: float
    better: int
    worse: int
    p: float

    def is_worse(self) -> bool:
        """Whether the second model is worse beyond chance."""
        return self.worse > self.better and self.p < CHANCE


@dataclass(frozen=True, slots=True)
class SetMean:
    """One measure of two models as the mean over tile sets, each counted once.

    Attributes:
        measure: that of `Paired`.
        sets: number of sets.
        before: share of the first model.
        after: share of the second.
        worst: the set whose share falls most, or rises least.
        change: change of its share.
    """

    measure: str
    sets: int
    before: float
    after: float
    worst: str
    change: float


def means_of_sets(rows: Sequence[Paired]) -> tuple[SetMean, ...]:
    """Each measure's mean over the tile sets among the rows; none for fewer than two sets.

    >>> rows = [Paired(f"set {s}", "tiles right", Rate(1, 2), Rate(k, 2), 0, 0, 0, 0, 1.0)
    ...         for s, k in (("a", 2), ("b", 1))]
    >>> mean, = means_of_sets(rows)
    >>> mean.before, mean.after, mean.worst, mean.change
    (0.5, 0.75, 'b', 0.0)
    """
    means = []
    for measure in _MEASURES:
        rows_of_sets = [row for row in rows if row.measure == measure and row.group.startswith(_SET)]
        if len(rows_of_sets) > 1:
            before, after = (
                [rate.value or 0.0 for rate in rates]
                for rates in zip(*((r.before, r.after) for r in rows_of_sets), strict=True)
            )
            worst = min(rows_of_sets, key=_change)
            name = worst.group.removeprefix(_SET)
            means.append(
                SetMean(measure, len(rows_of_sets), fmean(before), fmean(after), name, _change(worst))
            )
    return tuple(means)


def _change(row: Paired) -> float:
    return (row.after.value or 0.0) - (row.before.value or 0.0)


def against(rows: Sequence[Paired]) -> list[str]:
    """The reasons not to adopt the second model: where it is worse.

    Over several tile sets the mean must not fall, and no set may lose more than one point and more than one
    tile or hand. With a single set, the second model must not be worse beyond chance.

    >>> lost = Paired("set a", "tiles right", Rate(90, 100), Rate(80, 100), 0, 0, 0, 4, 0.1)
    >>> won = Paired("set b", "tiles right", Rate(50, 100), Rate(90, 100), 0, 0, 9, 0, 0.01)
    >>> against([lost, won]), against([won]), against([lost])
    (['set a, tiles right'], [], [])
    """
    means = means_of_sets(rows)
    if not means:
        return [f"{row.group}, {row.measure}" for row in rows if row.is_worse()]
    fallen = [f"mean over sets, {mean.measure}" for mean in means if mean.after < mean.before]
    lost = [
        f"{row.group}, {row.measure}"
        for row in rows
        if row.group.startswith(_SET) and _change(row) < -_MAX_LOSS and row.before.hits - row.after.hits > 1
    ]
    return fallen + lost


def sign_test(better: int, worse: int) -> float:
    """The two-sided p value of the exact sign test."""
    n, smaller = better + worse, min(better, worse)
    tail = sum(math.comb(n, k) for k in range(smaller + 1)) / 2**n
    return float(min(1.0, 2 * tail))


def pair(before: Sequence[Outcome], after: Sequence[Outcome]) -> tuple[Paired, ...]:
    """Every measure over all photos and over those of each set.

    Raises:
        ValueError: the two models' outcomes differ in their labels or the order of these.
    """
    if [(o.file, o.truths) for o in before] != [(o.file, o.truths) for o in after]:
        message = "the outcomes are not of the same labels"
        raise ValueError(message)
    sets = sorted({o.tile_set for o in before if o.tile_set})
    groups = {"all": list(range(len(before)))}
    if len(sets) > 1:
        groups |= {f"{_SET}{name}": [k for k, o in enumerate(before) if o.tile_set == name] for name in sets}
    rows = []
    for group, indices in groups.items():
        for measure, count in _MEASURES.items():
            first, second = (
                np.array([c for k in indices if (c := count(outcomes[k])) is not None], np.float64)
                for outcomes in (before, after)
            )
            if len(first):
                rows.append(_paired(group, measure, first, second))
    return tuple(rows)


_MEASURES: Final[dict[str, Callable[[Outcome], tuple[int, int] | None]]] = {
    "exact hand": lambda outcome: None if outcome.exact is None else (int(outcome.exact), 1),
    "tiles right": lambda outcome: (outcome.right, outcome.truths) if outcome.truths else None,
}
"""For a photo, how many are right, of how many; None if its label does not say."""


def _paired(group: str, measure: str, before: NDArray[np.float64], after: NDArray[np.float64]) -> Paired:
    """The row of one measure; ``before`` and ``after`` hold hits and total of each photo, ``(N, 2)``."""
    gains = after[:, 0] - before[:, 0]
    drawn = np.random.default_rng(_SEED).integers(0, len(before), (_DRAWS, len(before)))
    shares = gains[drawn].sum(axis=1) / before[:, 1][drawn].sum(axis=1)
    low, high = (float(bound) for bound in np.percentile(shares, (2.5, 97.5)))
    better, worse = int((gains > 0).sum()), int((gains < 0).sum())
    total = int(before[:, 1].sum())
    rates = Rate(int(before[:, 0].sum()), total), Rate(int(after[:, 0].sum()), total)
    return Paired(group, measure, *rates, low, high, better, worse, sign_test(better, worse))


def row_json(row: Paired) -> dict[str, Any]:
    """A row for ``json.dumps``.

    >>> row_json(Paired("all", "exact hand", Rate(6, 10), Rate(9, 10), 0.0, 0.6, 3, 0, 0.25))["after"]
    9
    """
    return {
        "group": row.group,
        "measure": row.measure,
        "before": row.before.hits,
        "after": row.after.hits,
        "of": row.before.total,
        "difference": [row.low, row.high],
        "better": row.better,
        "worse": row.worse,
        "p": row.p,
    }


def to_lines(rows: Sequence[Paired]) -> list[str]:
    """The rows as text.

    >>> row = Paired("all", "exact hand", Rate(6, 10), Rate(9, 10), 0.0, 0.6, 3, 0, 0.25)
    >>> to_lines([row])[-1].split()[:5]
    ['all', 'exact', 'hand', '6', 'of']
    """
    width = max((len(row.group) for row in rows), default=0)
    row_lines = (
        f"{row.group:{width}}  {row.measure:11}  {row.before.hits} of {row.before.total}"
        f" -> {row.after.hits}"
        f"  {100 * _change(row):+.2f} points [{100 * row.low:+.2f}, {100 * row.high:+.2f}]"
        f"  photos better {row.better}, worse {row.worse}, p {row.p:.3f}"
        for row in rows
    )
    mean_lines = (
        f"mean over {mean.sets} sets  {mean.measure}  {100 * mean.before:.2f} % -> {100 * mean.after:.2f} %"
        f"  least: {mean.worst} {100 * mean.change:+.2f} points"
        for mean in means_of_sets(rows)
    )
    return [*row_lines, *mean_lines]
