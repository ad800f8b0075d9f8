"""A run tells how it goes: soon, then every ten seconds, and whether it was enough."""

from __future__ import annotations

from itertools import pairwise

from vision.train.progress import EVERY, FEW, FIRST, Progress, verdict


def test_a_first_figure_comes_soon_and_then_one_every_ten_seconds() -> None:
    progress = Progress()
    told = []
    for second in range(1, 61):
        progress.add({"loss": 1.0})
        if progress.line(second, second, 600.0 - second):
            told.append(second)
    assert FIRST <= told[0] <= 30
    assert {later - earlier for earlier, later in pairwise(told)} == {EVERY}


def test_a_run_that_goes_on_counts_its_own_steps_a_second() -> None:
    progress = Progress()
    for _ in range(20):
        progress.add({"loss": 1.0})
    line = progress.line(10.0, 1020, 120.0)
    assert line == "step 1020, 2.00 a second, 2.0 minutes left: loss 1.0000"


def test_nothing_is_told_before_the_first_step() -> None:
    assert Progress().line(60.0, 0, 1.0) is None


def test_too_few_steps_are_called_too_few() -> None:
    assert "too few" in str(verdict(FEW - 1, afresh=True))
    assert verdict(FEW, afresh=True) is None
