"""A training run: the network, its average over time, its optimizer and its clock, kept in one checkpoint."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader, get_worker_info

from vision.train.progress import Progress, broken_off, verdict
from vision.train.schedule import Clock, learning_rate
from vision.train.warm import FEW, restore, weights_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from torch.utils.data import IterableDataset

Batch: TypeAlias = dict[str, torch.Tensor]
Model = TypeVar("Model", bound=nn.Module)

_SAVE_EVERY = 120.0
"""Seconds between two checkpoints."""
_DECAY = 0.998
"""Of the averaged weights, once the run is under way."""


def as_input(pictures: torch.Tensor) -> torch.Tensor:
    """Pictures ``(N, H, W, 3)`` uint8 as the networks take them, ``(N, 3, H, W)`` float32 in 0..1."""
    x = pictures.permute(0, 3, 1, 2).float() / 255
    return x.contiguous(memory_format=torch.channels_last)


def worker_generator(seed: int) -> np.random.Generator:
    """This process's own random generator: no two workers draw the same batches, nor the main process."""
    worker = get_worker_info()
    return np.random.default_rng([seed, 0 if worker is None else worker.id + 1])


def prepared(
    build: Callable[[], Model],
    file: Path,
    batches: Callable[[int], IterableDataset[Batch]],
    shown: str,
    *,
    start: Path | None,
    threads: int,
    seed: int,
) -> Model:
    """A network ready to be trained; where it begins anew, with the weights of a shipped one.

    Args:
        build: makes the network.
        file: its checkpoint; where that is there, ``start`` is left alone.
        batches: makes the stream of batches for a seed.
        shown: the name in a batch of what the network is shown.
        start: a shipped network, or None.
        threads: of the network.
        seed: random seed of the run.
    """
    torch.set_num_threads(threads)
    torch.manual_seed(seed)
    model = build()
    if start and not file.is_file():
        few = iter(batches(seed))
        restore(model, weights_of(start), [as_input(next(few)[shown]) for _ in range(FEW)])
    model.to(memory_format=torch.channels_last)
    return model


def _stream(batches: IterableDataset[Any], workers: int) -> DataLoader[Any]:
    """Batches as a data set makes them, made ahead by ``workers`` processes."""
    return DataLoader(batches, batch_size=None, num_workers=workers, prefetch_factor=4 if workers else None)


class Run:
    """One run of one network, over as many sittings as it takes."""

    def __init__(
        self,
        model: nn.Module,
        optimizer: torch.optim.Optimizer,
        file: Path,
        *,
        minutes: float,
        top_rate: float,
        most_gradient: float,
        afresh: bool = True,
    ) -> None:
        """Go on from ``file`` if it is there.

        Args:
            model: in training mode.
            optimizer: of its parameters.
            file: the checkpoint; the averaged weights lie under ``"ema"``.
            minutes: wall-clock length of the whole run.
            top_rate: highest learning rate.
            most_gradient: greatest norm of a step's gradient.
            afresh: whether the network began with no other one's weights.
        """
        self.model, self.optimizer, self.file = model, optimizer, file
        self.top_rate, self.most_gradient = top_rate, most_gradient
        self.average = {k: v.clone() for k, v in model.state_dict().items()}
        self.step, self.clock = 0, Clock(minutes)
        if file.is_file():
            state = torch.load(file, weights_only=True)
            model.load_state_dict(state["model"])
            optimizer.load_state_dict(state["optimizer"])
            self.average, self.step = state["ema"], state["step"]
            self.clock = Clock(minutes, state["spent"])
        self._saved = self._began = time.monotonic()
        self.afresh = afresh
        self._progress = Progress()

    def follow(
        self,
        batches: Callable[[int], IterableDataset[Batch]],
        loss: Callable[[Batch], tuple[torch.Tensor, Mapping[str, float]]],
        *,
        workers: int,
        seed: int,
    ) -> None:
        """Learn from batch after batch until the minutes are spent.

        Args:
            batches: makes the stream of batches for a seed; a run that goes on sees others than before.
            loss: of one batch, and its parts for the report.
            workers: processes that render.
            seed: random seed of the batches.
        """
        self.model.train()
        self._began = time.monotonic()
        print(f"learning for {self.clock.left() / 60:.1f} minutes, first figures in a moment", flush=True)
        try:
            for batch in _stream(batches(seed + self.step), workers):
                if self.clock.progress() >= 1:
                    break
                self._learn(*loss(batch))
        except KeyboardInterrupt:
            self.save()
            print(broken_off(str(self.file), self.step), flush=True)
            raise
        self.save()
        if said := verdict(self.step, afresh=self.afresh):
            print(said, flush=True)

    def _learn(self, loss: torch.Tensor, parts: Mapping[str, float]) -> None:
        """One step down the gradient of a scalar ``loss``; ``parts`` are reported now and then."""
        for group in self.optimizer.param_groups:
            group["lr"] = learning_rate(self.top_rate, self.clock.progress(), self.step)
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(self.model.parameters(), self.most_gradient)
        self.optimizer.step()
        self.step += 1
        self._follow()
        self._progress.add(parts)
        seconds = time.monotonic() - self._began
        if line := self._progress.line(seconds, self.step, self.clock.left()):
            print(line, flush=True)
        if time.monotonic() - self._saved > _SAVE_EVERY:
            self.save()

    def _follow(self) -> None:
        """Draw the average a little towards the weights of now."""
        decay = min(_DECAY, (1 + self.step) / (10 + self.step))
        with torch.no_grad():
            for name, value in self.model.state_dict().items():
                if value.dtype.is_floating_point:
                    self.average[name].lerp_(value, 1 - decay)
                else:
                    self.average[name].copy_(value)

    def save(self) -> None:
        """Write the checkpoint; a kill while writing leaves the last one whole."""
        partial = self.file.with_suffix(".part")
        torch.save(
            {
                "model": self.model.state_dict(),
                "ema": self.average,
                "optimizer": self.optimizer.state_dict(),
                "step": self.step,
                "spent": self.clock.seconds(),
            },
            partial,
        )
        partial.replace(self.file)
        self._saved = time.monotonic()
