"""Intervals against published values, and the calibration error by its definition."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from yakulens.models.evaluate.rates import Mean, Rate, calibration_error


@pytest.mark.parametrize(
    ("hits", "total", "low", "high"),
    [
        # Newcombe 1998 (Statistics in Medicine 17, 857-872), table I, method 3.
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0000, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilson_interval_as_published(hits: int, total: int, low: float, high: float) -> None:
    interval = Rate(hits, total).interval()
    assert interval is not None
    assert interval == (pytest.approx(low, abs=5e-5), pytest.approx(high, abs=5e-5))


@given(st.integers(0, 5000).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_the_interval_holds_the_share(counts: tuple[int, int]) -> None:
    rate = Rate(*counts)
    interval = rate.interval()
    if counts[1] == 0:
        assert rate.value is None
        assert interval is None
    else:
        assert interval is not None
        assert 0 <= interval[0] <= counts[0] / counts[1] + 1e-12
        assert counts[0] / counts[1] - 1e-12 <= interval[1] <= 1


def test_a_mean_of_counts() -> None:
    mean = Mean.of([0, 0, 1, 3])
    assert mean.value == 1
    assert mean.low is not None
    assert mean.high is not None
    assert mean.low < 1 < mean.high
    assert Mean.of([]).value is None


def test_calibration_error_is_the_weighted_gap_of_the_bins() -> None:
    answers = [(0.95, True)] * 8 + [(0.95, False)] * 2 + [(0.55, True)] * 5 + [(0.55, False)] * 5
    assert calibration_error(answers) == pytest.approx((10 * 0.15 + 10 * 0.05) / 20)


def test_a_score_of_one_falls_into_the_last_bin_and_nothing_has_no_error() -> None:
    assert calibration_error([(1.0, True)]) == 0
    assert calibration_error([]) is None
