"""A run shows in its folder that it goes on, and ends when its folder asks for it."""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING

import pytest

from yakulens.models.runs.figures import FIGURES, Figure, save_figures
from yakulens.models.runs.watch import STATE, STOP, ask_to_stop, shown_as_running, watched
from yakulens.models.train.schedule import listening

if TYPE_CHECKING:
    from pathlib import Path


def test_a_run_is_watched_while_it_goes_on_and_no_longer(tmp_path: Path) -> None:
    assert watched(tmp_path) is None
    with shown_as_running(tmp_path, "reader", minutes=2, steps=None):
        run = watched(tmp_path)
        assert run is not None
        assert (run.network, run.figures, run.left, run.is_stopping) == ("reader", (), None, False)
        save_figures(tmp_path / FIGURES, [Figure(30, 90.0, {"loss": 1.0})])
        run = watched(tmp_path)
        assert run is not None
        assert (run.left, len(run.figures)) == (30.0, 1)
    assert watched(tmp_path) is None
    assert not (tmp_path / STATE).exists()


def test_the_time_left_of_a_run_by_steps_follows_its_pace(tmp_path: Path) -> None:
    with shown_as_running(tmp_path, "reader", minutes=60, steps=100):
        run = watched(tmp_path)
        assert run is not None
        assert run.left is None
        save_figures(tmp_path / FIGURES, [Figure(25, 50.0, {})])
        run = watched(tmp_path)
        assert run is not None
        assert run.left == 150.0


def test_asking_to_stop_ends_the_run_and_is_forgotten_by_the_next(tmp_path: Path) -> None:
    with shown_as_running(tmp_path, "reader", minutes=2, steps=None), listening(tmp_path / STOP) as stops:
        assert not stops()
        ask_to_stop(tmp_path)
        assert stops()
        run = watched(tmp_path)
        assert run is not None
        assert run.is_stopping
    ask_to_stop(tmp_path)  # too late
    with shown_as_running(tmp_path, "reader", minutes=2, steps=None), listening(tmp_path / STOP) as stops:
        assert not stops()


@pytest.mark.parametrize("content", ["", "[]", '{"network": "reader"}', '{"network": "r", "minutes": "x"}'])
def test_a_damaged_state_is_no_run(tmp_path: Path, content: str) -> None:
    (tmp_path / STATE).write_text(content)
    assert watched(tmp_path) is None


def test_what_a_killed_run_left_is_no_run(tmp_path: Path) -> None:
    with shown_as_running(tmp_path, "reader", minutes=2, steps=None):
        left = (tmp_path / STATE).read_bytes()
    (tmp_path / STATE).write_bytes(left)
    assert watched(tmp_path) is not None
    os.utime(tmp_path / STATE, (time.time() - 120, time.time() - 120))
    assert watched(tmp_path) is None
