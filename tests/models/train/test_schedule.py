"""A run's course and learning rate."""

from __future__ import annotations

import pytest

from yakulens.models.train.schedule import Course, learning_rate


def test_the_learning_rate_rises_then_falls() -> None:
    rates = [learning_rate(1.0, 0.0, step) for step in range(200)]
    assert rates == sorted(rates)
    falling = [learning_rate(1.0, p / 10, 10_000) for p in range(11)]
    assert falling == sorted(falling, reverse=True)
    assert falling[-1] == pytest.approx(0.01)


def test_a_warm_up_takes_no_more_than_a_tenth_of_a_slow_run() -> None:
    assert learning_rate(1.0, 0.1, 3) == pytest.approx(learning_rate(1.0, 0.1, 10_000))
    assert learning_rate(1.0, 0.01, 0) < 0.2


def test_a_clock_goes_on_where_it_stopped() -> None:
    assert Course(1.0, spent=30.0).progress(7) == pytest.approx(0.5, abs=0.02)
    assert Course(1.0, spent=90.0).progress(7) == 1.0


def test_by_steps_the_clock_does_not_count() -> None:
    course = Course(minutes=1, steps=10, spent=1e6)
    assert [course.progress(step) for step in (0, 5, 10, 11)] == [0, 0.5, 1, 1]
    assert course.left(5, 0.5) == 10
