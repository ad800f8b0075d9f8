"""A run tells how it goes: soon, then every ten seconds, and whether it was enough."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from yakulens.models.evaluate.rates import Rate
from yakulens.models.runs.figures import Figure, load_figures, save_figures
from yakulens.models.train import progress
from yakulens.models.train.progress import Progress

if TYPE_CHECKING:
    from pathlib import Path


def test_a_first_figure_comes_soon_and_then_one_every_ten_seconds() -> None:
    means = Progress()
    due_seconds = []
    for second in range(1, 61):
        means.add({"loss": 1.0})
        if means.due(second):
            due_seconds.append(second)
    assert progress.FIRST <= due_seconds[0] <= 30
    assert {later - earlier for earlier, later in pairwise(due_seconds)} == {progress.INTERVAL}


def test_nothing_is_told_before_the_first_step() -> None:
    assert not Progress().due(60.0)


def test_how_far_a_run_will_come_is_said_once_in_its_first_minutes() -> None:
    means = Progress()
    assert [second for second in range(0, 200, 10) if means.outlook_due(second)] == [60]


def test_too_few_steps_are_called_too_few() -> None:
    assert "too few" in str(progress.warning_at_end(progress.MIN_STEPS - 1, afresh=True))
    assert progress.warning_at_end(progress.MIN_STEPS, afresh=True) is None


FIGURES = [Figure(step, 1.0, {"loss": 1 / step}, {"green": Rate(step, 40)}) for step in (10, 20, 30)]


def test_figures_of_what_was_lost_are_forgotten(tmp_path: Path) -> None:
    assert load_figures(tmp_path / "figures.jsonl", 20) == []
    save_figures(tmp_path / "figures.jsonl", FIGURES)
    assert load_figures(tmp_path / "figures.jsonl", 20) == FIGURES[:2]
