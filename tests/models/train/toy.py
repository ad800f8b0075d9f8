"""A run of a tiny network that learns which points lie in a circle, with all that keeps a state."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
import torch
from torch import nn

from yakulens.models.train import schedule
from yakulens.models.train.hyper import Hyper, hyper_of
from yakulens.models.train.run import Run
from yakulens.models.train.task import RunConfig, Task

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from yakulens.models.train.stream import Batch

STEPS = 17
HYPER = replace(hyper_of("reader"), batch=4, warmup=5, memory=0.9)


def chunk(rng: np.random.Generator, size: int = 4) -> list[Batch]:
    """Three batches of points and whether they lie inside a circle."""
    points = rng.normal(size=(3, size, 2)).astype(np.float32)
    return [{"x": torch.from_numpy(x), "y": torch.from_numpy((x**2).sum(1) < 1)} for x in points]


def loss(model: nn.Module, batch: Batch) -> tuple[torch.Tensor, dict[str, float]]:
    value = nn.functional.binary_cross_entropy_with_logits(model(batch["x"])[:, 0], batch["y"].float())
    return value, {"loss": value.item()}


TASK = Task("toy", "x", chunk, 3, loss)


def a_run(
    out: Path,
    task: Task = TASK,
    *,
    steps: int | None = STEPS,
    at: Callable[[Run], None] | None = None,
    hyper: Hyper = HYPER,
    **settings: Any,  # noqa: ANN401 - further settings of the run, of their own types
) -> Run:
    """A run of a network with all that keeps a state: normalisation, dropout, AdamW.

    Args:
        out: its folder.
        task: what it learns.
        steps: its length.
        at: called after each step.
        hyper: how it learns.
        settings: further settings of the run.
    """
    out.mkdir(exist_ok=True)
    torch.manual_seed(3)
    model = nn.Sequential(nn.Linear(2, 8), nn.BatchNorm1d(8), nn.ReLU(), nn.Dropout(0.3), nn.Linear(8, 1))
    run_config = RunConfig(out, steps=steps, workers=0, seed=5, **settings)
    run = Run(model, torch.optim.AdamW(model.parameters()), task, run_config, hyper)
    run.course._since = schedule.time.monotonic()  # by the clock that a test may move
    learn = run._learn

    def and_then(batch: Batch) -> None:
        learn(batch)
        if at:
            at(run)

    run._learn = and_then  # type: ignore[method-assign]
    run.follow()
    return run
