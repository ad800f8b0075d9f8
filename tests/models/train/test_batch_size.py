"""A run by the clock that would make too few steps makes enough with smaller batches."""

from __future__ import annotations

import time
from dataclasses import replace
from types import SimpleNamespace
from typing import TYPE_CHECKING

import pytest

from yakulens.models.train.progress import enough_steps

pytest.importorskip("torch", reason="training is an extra")

from tests.models.train.toy import HYPER, TASK, a_run, loss
from yakulens.models.train import run as run_module
from yakulens.models.train import schedule

if TYPE_CHECKING:
    from pathlib import Path

    import torch
    from torch import nn

    from yakulens.models.train.run import Run
    from yakulens.models.train.stream import Batch
    from yakulens.models.train.task import Task


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The seconds that a run's clock shows, which the test alone moves."""
    shown = [time.monotonic()]
    for module in (run_module, schedule):
        monkeypatch.setattr(module, "time", SimpleNamespace(monotonic=lambda: shown[0]))
    monkeypatch.setattr(run_module, "save_curve", lambda *_: None)  # a picture every ten of its seconds
    return shown


SLOW = replace(HYPER, batch=16, least_batch=2)
SECONDS_AN_EXAMPLE = 0.25


def slow(clock: list[float], sizes: list[int]) -> Task:
    """A task whose steps take their time for each example; notes the size of every batch."""

    def slow_loss(model: nn.Module, batch: Batch) -> tuple[torch.Tensor, dict[str, float]]:
        sizes.append(len(batch["x"]))
        clock[0] += SECONDS_AN_EXAMPLE * len(batch["x"])
        return loss(model, batch)

    return replace(TASK, loss=slow_loss)


def test_a_run_too_slow_for_enough_steps_makes_them_with_smaller_batches(
    clock: list[float], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sizes: list[int] = []
    rates: list[float] = []
    task, start = slow(clock, sizes), tmp_path / "shipped.onnx"

    def at(run: Run) -> None:
        rates.append(run.optimizer.param_groups[0]["lr"])

    run = a_run(tmp_path, task, steps=None, minutes=11.0, start=start, hyper=SLOW, at=at)
    out = capsys.readouterr().out
    assert "are about 165 steps, which are too few: 4 examples a step from now on, not 16" in out
    assert run.step >= enough_steps(afresh=False) > 165
    changed = sizes.index(4)
    assert sizes == [16] * changed + [4] * (run.step - changed)
    assert 60 <= changed * 16 * SECONDS_AN_EXAMPLE < 80  # soon after the first minute
    assert rates[changed] == pytest.approx(rates[changed - 1] / 2, rel=0.05)
    assert "too few" not in out.partition("from now on")[2]
    sizes.clear()
    a_run(tmp_path, task, steps=None, minutes=12.0, start=start, hyper=SLOW)
    assert set(sizes) == {4}


def test_a_run_by_steps_or_fast_enough_keeps_its_batches(clock: list[float], tmp_path: Path) -> None:
    sizes: list[int] = []
    a_run(tmp_path / "by-steps", slow(clock, sizes), steps=40, hyper=SLOW)
    a_run(tmp_path / "long", slow(clock, sizes), steps=None, minutes=40.0, start=tmp_path / "a", hyper=SLOW)
    assert set(sizes) == {16}


def test_batches_are_no_smaller_than_is_allowed(
    clock: list[float], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sizes: list[int] = []
    a_run(tmp_path, slow(clock, sizes), steps=None, minutes=10.0, hyper=replace(SLOW, least_batch=8))
    assert set(sizes) == {16, 8}
    assert "too few to learn much.\n--minutes" in capsys.readouterr().out
