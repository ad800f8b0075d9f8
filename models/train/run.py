"""A training run: network, averaged weights, optimizer and progress, saved in one checkpoint."""

import math
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import closing, contextmanager
from copy import deepcopy
from dataclasses import asdict
from pathlib import Path
from pickle import UnpicklingError
from typing import Final
from zipfile import BadZipFile

import torch
from torch import nn

from yakulens.models.evaluate.rates import Rate
from yakulens.models.runs.figures import FIGURES, Figure, load_figures, overall, save_figures
from yakulens.models.runs.watch import STOP
from yakulens.models.train import progress
from yakulens.models.train.best import Best, stalled, told
from yakulens.models.train.curve import save_curve
from yakulens.models.train.hyper import Hyper
from yakulens.models.train.progress import Progress
from yakulens.models.train.record import RunError
from yakulens.models.train.schedule import Course, fitting_batch, learning_rate, listening
from yakulens.models.train.stream import Batch
from yakulens.models.train.task import Exam, RunConfig, Task, checkpoint

_SAVE_EVERY: Final = 120.0
"""Seconds between two checkpoints."""
_EXAM_TIME: Final = 0.05
"""Maximum share of a run's time for evaluation on held-out data."""
CURVE: Final = "curve.png"
_BROKEN: Final = (
    *(AttributeError, BadZipFile, EOFError, LookupError),
    *(RuntimeError, TypeError, UnpicklingError, ValueError),
)
"""Errors that torch raises for a file that is no checkpoint or holds another network's weights."""


class Run:
    """A run of one network, which may be interrupted and resumed.

    A run by steps ends with the same weights however often it is resumed: the checkpoint holds everything
    that the next step depends on.
    """

    def __init__(
        self,
        model: nn.Module,
        optimizer: torch.optim.Optimizer,
        task: Task,
        run_config: RunConfig,
        hyper: Hyper,
    ) -> None:
        """Load the checkpoint if it exists.

        Raises:
            RunError: the file is no checkpoint of this network.
        """
        self.model, self.optimizer, self.task = model, optimizer, task
        self.run_config, self.hyper = run_config, hyper
        self.file = checkpoint(task, run_config)
        self.average = {k: v.clone() for k, v in model.state_dict().items()}
        self.best: Best | None = None
        self.best_weights: dict[str, torch.Tensor] = {}
        self.batch = hyper.batch
        self.step, spent = 0, 0.0
        if self.file.is_file():
            with of_network(self.file):
                state = torch.load(self.file, weights_only=True, map_location=run_config.place())
                model.load_state_dict(state["model"])
                optimizer.load_state_dict(state["optimizer"])
                self.average, self.step, spent = state["ema"], state["step"], state["spent"]
                self.batch = state.get("batch", hyper.batch)
                if "best" in state:
                    self.best, self.best_weights = Best(**state["best"]), state["best_weights"]
            if "random" in state:
                torch.set_rng_state(state["random"].cpu())
            if "random_gpu" in state and run_config.place().type == "cuda":
                torch.cuda.set_rng_state(state["random_gpu"].cpu(), run_config.place())
        self.course = Course(run_config.minutes, run_config.steps, spent)
        self.figures = load_figures(run_config.out / FIGURES, self.step)
        self._progress = Progress()
        self._exam: Exam | None = None
        self._held_out: dict[str, Rate] = {}
        self._next_exam = 0.0
        self._saved = self._began = time.monotonic()

    def follow(self) -> None:
        """Train until the run is over.

        Raises:
            KeyboardInterrupt: the run was interrupted; its checkpoint is saved.
        """
        run_config = self.run_config
        self.model.train()
        self._began = time.monotonic()
        length = f"{run_config.steps} steps" if run_config.steps else f"{run_config.minutes:g} minutes"
        print(
            f"learning, from step {self.step} on, for {length} in all; the first pictures are drawn",
            flush=True,
        )
        self._measure_start()
        with listening(run_config.out / STOP) as stop_requested, closing(self._batches()) as batches:
            while not (over := self._over()) and not stop_requested():
                self._learn(next(batches))
                self._report()
        gains_no_more = over and self.course.progress(self.step) < 1
        self._report(at_the_end=True)
        self.save()
        if self.best is not None:
            print(told(self.best, self.before()), flush=True)
        if gains_no_more:
            print(f"ended: no gain for {run_config.patience:g} minutes", flush=True)
        if not over and self.course.progress(self.step) < 1:
            kept = f"broken off after step {self.step}, kept in {self.file}"
            print(f"{kept}: the same command goes on from there", flush=True)
            raise KeyboardInterrupt
        if warning := progress.warning_at_end(self.step, afresh=run_config.start is None):
            print(warning, flush=True)

    def _batches(self) -> Generator[Batch, None, None]:
        """The batches from the present step on, of the size that is chosen when each is asked for."""
        while True:
            size = self.batch
            with closing(self.task.batches(self.run_config, self.step, size)) as batches:
                for batch in batches:
                    yield batch
                    if self.batch != size:
                        break

    def before(self) -> float | None:
        """The accuracy on held-out data before the first step, 0..1; None if it was not measured."""
        return next((overall(figure.held_out) for figure in self.figures if figure.step == 0), None)

    def _over(self) -> bool:
        """Whether the run is over: by its length or, if that is given by the clock, as it gains no more."""
        patience = None if self.run_config.steps else self.run_config.patience
        return self.course.progress(self.step) >= 1 or stalled(self.best, self.course.seconds(), patience)

    def _measure_start(self) -> None:
        """Measure the network that is fine-tuned before the first step, as the run's first figure."""
        if self.step or not self.task.exam or self.run_config.start is None:
            return
        self._examine(self.task.exam)
        self.figures = [Figure(0, self.course.seconds(), {}, self._held_out)]
        print(f"before training: {progress.shares(self._held_out)}", flush=True)

    def _learn(self, batch: Batch) -> None:
        """Take one gradient step on a batch."""
        if not self._progress.steps:
            self._began = time.monotonic()  # what was drawn and measured before says nothing of the speed
        done = self.course.progress(self.step)
        top = self.hyper.top_rate * math.sqrt(self.batch / self.hyper.batch)
        for group in self.optimizer.param_groups:
            group["lr"] = learning_rate(top, done, self.step, self.hyper.warmup)
        self.optimizer.zero_grad(set_to_none=True)
        device = self.run_config.place()
        on_device = {name: value.to(device, non_blocking=True) for name, value in batch.items()}
        loss, parts = self.task.loss(self.model, on_device)
        loss.backward()
        nn.utils.clip_grad_norm_(self.model.parameters(), self.hyper.most_gradient)
        self.optimizer.step()
        self.step += 1
        self._update_average()
        self._progress.add(parts)
        if time.monotonic() - self._saved > _SAVE_EVERY:
            self.save()

    def _update_average(self) -> None:
        """Move the averaged weights a little towards the current ones."""
        decay = min(self.hyper.memory, (1 + self.step) / (10 + self.step))
        with torch.no_grad():
            current = self.model.state_dict()
            floats = [name for name, value in current.items() if value.dtype.is_floating_point]
            # One call: on a GPU hundreds of small calls take longer than the step.
            torch._foreach_lerp_([self.average[n] for n in floats], [current[n] for n in floats], 1 - decay)
            for name in current.keys() - set(floats):
                self.average[name].copy_(current[name])

    def _report(self, *, at_the_end: bool = False) -> None:
        """Print, save and draw a figure if one is due."""
        seconds = time.monotonic() - self._began
        if not self._progress.steps or not (self._progress.due(seconds) or at_the_end):
            return
        if self.task.exam and (at_the_end or seconds >= self._next_exam):
            self._examine(self.task.exam)
        figure = Figure(self.step, self.course.seconds(), dict(self._progress.loss), self._held_out)
        self.figures.append(figure)
        rate = self._progress.steps / seconds
        left = self.course.left(self.step, rate)
        print(progress.line(figure, rate=rate, left=left), flush=True)
        save_figures(self.run_config.out / FIGURES, self.figures)
        save_curve(self.run_config.out / CURVE, self.figures, self.task.name)
        if not self.run_config.steps and not at_the_end and self._progress.outlook_due(seconds):
            self._look_ahead(self.step + rate * left)

    def _look_ahead(self, steps: float) -> None:
        """Say how many steps the run will make; if they are too few, go on with smaller batches."""
        minutes, afresh = self.run_config.minutes, self.run_config.start is None
        needed = progress.enough_steps(afresh=afresh)
        size = fitting_batch(self.batch, self.hyper.least_batch, done=self.step, steps=steps, needed=needed)
        if size < self.batch:
            print(progress.smaller_batches(steps, minutes, size=size, instead_of=self.batch), flush=True)
            self.batch, self._progress = size, Progress()  # the speed is measured anew
        else:
            print(progress.outlook(steps, minutes, afresh=afresh), flush=True)

    def _examine(self, make_exam: Callable[[], Exam]) -> None:
        """Evaluate the averaged network on held-out data, without changing the run."""
        began = time.monotonic()
        self._exam = self._exam or make_exam()
        network = deepcopy(self.model)
        network.load_state_dict(self.average)
        network.eval()
        self._held_out = self._exam(network)
        self._keep_best()
        now = time.monotonic()
        self._next_exam = now - self._began + (now - began) / _EXAM_TIME

    def _keep_best(self) -> None:
        """Keep the averaged weights if none were better on held-out data."""
        share, seconds = overall(self._held_out), self.course.seconds()
        if share is None:
            return
        best = Best(share, self.step, seconds)
        best_now = best if self.best is None else self.best.after(share, self.step, seconds)
        if best_now is not None:
            self.best = best_now
            self.best_weights = {name: value.clone() for name, value in self.average.items()}

    def save(self) -> None:
        """Write the checkpoint. A process killed while writing leaves the previous one intact.

        Raises:
            RunError: it cannot be written, as where the disk is full; the previous one is intact.
        """
        state = {
            "model": self.model.state_dict(),
            "ema": self.average,
            "optimizer": self.optimizer.state_dict(),
            "step": self.step,
            "batch": self.batch,
            "spent": self.course.seconds(),
            "random": torch.get_rng_state(),
        }
        if self.best is not None:
            state |= {"best": asdict(self.best), "best_weights": self.best_weights}
        if self.run_config.place().type == "cuda":
            state["random_gpu"] = torch.cuda.get_rng_state(self.run_config.place())
        partial = self.file.with_suffix(".part")
        try:
            torch.save(state, partial)
        except (OSError, RuntimeError) as error:  # torch's own writer tells of a full disk by a RuntimeError
            partial.unlink(missing_ok=True)
            kept = "the one saved before is kept" if self.file.is_file() else "nothing was saved before"
            message = f"step {self.step} cannot be saved (is the disk full?); {kept}"
            raise RunError(self.file, message) from error
        partial.replace(self.file)
        self._saved = time.monotonic()


@contextmanager
def of_network(file: Path) -> Iterator[None]:
    """Turn errors from a checkpoint's content into a `RunError`."""
    try:
        yield
    except _BROKEN as error:
        reason = " ".join(str(error).split())
        raise RunError(file, f"no checkpoint of this network ({reason[:80]})") from error
