"""A training run: the network, its average, its optimizer and its course, kept in one checkpoint."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeAlias, TypeVar

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from yakulens.vision.evaluate.rates import Rate
from yakulens.vision.train import progress
from yakulens.vision.train.checkpoint import of_network, state_of
from yakulens.vision.train.curve import curve
from yakulens.vision.train.held_out import Exam
from yakulens.vision.train.hyper import Hyper
from yakulens.vision.train.progress import Figure, Progress
from yakulens.vision.train.record import RunError
from yakulens.vision.train.schedule import Course, learning_rate
from yakulens.vision.train.stop import listening
from yakulens.vision.train.stream import Batch, MakeChunk, batches_from
from yakulens.vision.train.warm import FEW, restore
from yakulens.vision.train.weights import weights_of

Model = TypeVar("Model", bound=nn.Module)
Judge: TypeAlias = "Callable[[nn.Module], dict[str, Rate]]"
"""Of a network, how much of what is held out it gets right."""

_SAVE_EVERY: Final = 120.0
"""Seconds between two checkpoints."""
_EXAMS: Final = 0.05
"""Share of a run's time that may go to asking what it gets right of what is held out."""
FIGURES: Final = "figures.jsonl"
CURVE: Final = "curve.png"


def check_devices(devices: tuple[str, ...]) -> None:
    """Refuse GPUs that are not there, by their numbers; ``cpu`` always is.

    Raises:
        RunError: one is not there.
    """
    there = torch.cuda.device_count() if torch.cuda.is_available() else 0
    for device in devices:
        if device != "cpu" and int(device) >= there:
            message = f"--device {','.join(devices)}: {there or 'no'} GPU that PyTorch can use here"
            raise RunError(message)


@dataclass(frozen=True, slots=True)
class RunConfig:
    """How a run is carried out; none of it changes what is learnt but the length, the seed and the start.

    Attributes:
        out: folder for the checkpoint, the figures and the curve.
        minutes: wall-clock length of the whole run, however often it is started.
        steps: length of the whole run in steps, instead of minutes.
        start: a shipped network to begin with where there is no checkpoint; None begins afresh.
        seed: random seed of the run.
        threads: how many threads the network uses.
        workers: how many processes render.
        bf16: whether it computes in bfloat16 where that is safe; the loss is always float32.
        device: ``cpu``, or the number of a GPU.
    """

    out: Path
    minutes: float = 60.0
    steps: int | None = None
    start: Path | None = None
    seed: int = 0
    threads: int = 2
    workers: int = 1
    bf16: bool = True
    device: str = "cpu"

    def place(self) -> torch.device:
        """Where the network computes."""
        return torch.device("cpu" if self.device == "cpu" else f"cuda:{self.device}")


@dataclass(frozen=True, slots=True)
class Task:
    """What a network learns.

    Attributes:
        name: of the network, whose checkpoint is ``NAME.pt``.
        shown: the name in a batch of what the network is shown.
        chunk: makes batches of a random generator, always ``per_chunk`` of them.
        per_chunk: batches that are made together.
        mixed: chunks whose batches come in random order.
        loss: of the network and a batch on its device; with its parts for the report.
        answer: of the network's outputs, what the exam is about.
        exam: asks about what is held out; made when it is first wanted, since photos take time to load.
        judge: asks instead of ``exam`` where a network takes more than one array; made as late.
    """

    name: str
    shown: str
    chunk: MakeChunk
    per_chunk: int
    loss: Callable[[nn.Module, Batch], tuple[torch.Tensor, Mapping[str, float]]]
    answer: Callable[..., torch.Tensor]
    exam: Callable[[], Exam] | None = None
    judge: Callable[[], Judge] | None = None
    mixed: int = 1

    def batches(self, run_config: RunConfig, step: int) -> Iterator[Batch]:
        """The batches of a run from a step on, without end."""
        return batches_from(
            step,
            self.chunk,
            per_chunk=self.per_chunk,
            mixed=self.mixed,
            seed=run_config.seed,
            workers=run_config.workers,
            pinned=run_config.place().type == "cuda",
        )


def as_input(pictures: torch.Tensor) -> torch.Tensor:
    """Pictures ``(N, H, W, 3)`` uint8 as the networks take them, ``(N, 3, H, W)`` float32 in 0..1."""
    x = pictures.permute(0, 3, 1, 2).float() / 255
    return x.contiguous(memory_format=torch.channels_last)


def prepared(build: Callable[[], Model], task: Task, run_config: RunConfig) -> Model:
    """A network ready to be trained; where it begins anew, with the weights of a shipped one.

    Where its checkpoint is there, ``start`` is left alone.
    """
    torch.set_num_threads(run_config.threads)
    torch.manual_seed(run_config.seed)
    place = run_config.place()
    model = build()
    model.to(place, memory_format=torch.channels_last)  # type: ignore[call-overload] # both at once
    if run_config.start and not _checkpoint(task, run_config).is_file():
        few = task.batches(run_config, 0)
        shown = [as_input(next(few)[task.shown].to(place)) for _ in range(FEW)]
        restore(model, weights_of(run_config.start), shown)
    return model


def _checkpoint(task: Task, run_config: RunConfig) -> Path:
    return run_config.out / f"{task.name}.pt"


class Run:
    """One run of one network, started as often as it takes.

    A run by steps ends with the same weights, however often it is broken off: the checkpoint holds all that
    the next step depends on.
    """

    def __init__(
        self,
        model: nn.Module,
        optimizer: torch.optim.Optimizer,
        task: Task,
        run_config: RunConfig,
        hyper: Hyper,
    ) -> None:
        """Go on from the checkpoint if it is there.

        Raises:
            RunError: the file that is there is no checkpoint of this network.
        """
        self.model, self.optimizer, self.task = model, optimizer, task
        self.run_config, self.hyper = run_config, hyper
        self.file = _checkpoint(task, run_config)
        self.average = {k: v.clone() for k, v in model.state_dict().items()}
        self.step, spent = 0, 0.0
        if self.file.is_file():
            with of_network(self.file):
                state = state_of(self.file, run_config.place())
                model.load_state_dict(state["model"])
                optimizer.load_state_dict(state["optimizer"])
                self.average, self.step, spent = state["ema"], state["step"], state["spent"]
            if "random" in state:
                torch.set_rng_state(state["random"].cpu())
            if "random_gpu" in state and run_config.place().type == "cuda":
                torch.cuda.set_rng_state(state["random_gpu"].cpu(), run_config.place())
        self.course = Course(run_config.minutes, run_config.steps, spent)
        self.figures = progress.kept(run_config.out / FIGURES, self.step)
        self._progress = Progress()
        self._exam: Exam | None = None
        self._judge: Judge | None = None
        self._held_out: dict[str, Rate] = {}
        self._next_exam = 0.0
        self._saved = self._began = time.monotonic()

    def follow(self) -> None:
        """Learn from batch after batch until the run is over.

        Raises:
            KeyboardInterrupt: somebody broke it off; what was learnt is kept.
        """
        task, run_config = self.task, self.run_config
        self.model.train()
        self._began = time.monotonic()
        length = f"{run_config.steps} steps" if run_config.steps else f"{run_config.minutes:g} minutes"
        print(
            f"learning, from step {self.step} on, for {length} in all; first figures in a moment", flush=True
        )
        with listening() as asked:
            batches = task.batches(run_config, self.step)
            while self.course.progress(self.step) < 1 and not asked():
                self._learn(self._placed(next(batches)))
                self._tell()
        self._tell(at_the_end=True)
        self.save()
        if self.course.progress(self.step) < 1:
            print(progress.broken_off(str(self.file), self.step), flush=True)
            raise KeyboardInterrupt
        if said := progress.verdict(self.step, afresh=run_config.start is None):
            print(said, flush=True)

    def _placed(self, batch: Batch) -> Batch:
        place = self.run_config.place()
        return {name: value.to(place, non_blocking=True) for name, value in batch.items()}

    def _learn(self, batch: Batch) -> None:
        """One step down the gradient of a batch's loss."""
        over = self.course.progress(self.step)
        for group in self.optimizer.param_groups:
            group["lr"] = learning_rate(self.hyper.top_rate, over, self.step, self.hyper.warmup)
        self.optimizer.zero_grad(set_to_none=True)
        loss, parts = self.task.loss(self.model, batch)
        loss.backward()
        nn.utils.clip_grad_norm_(self.model.parameters(), self.hyper.most_gradient)
        self.optimizer.step()
        self.step += 1
        self._follow()
        self._progress.add(parts)
        if time.monotonic() - self._saved > _SAVE_EVERY:
            self.save()

    def _follow(self) -> None:
        """Draw the average a little towards the weights of now."""
        decay = min(self.hyper.memory, (1 + self.step) / (10 + self.step))
        with torch.no_grad():
            now = self.model.state_dict()
            real = [name for name, value in now.items() if value.dtype.is_floating_point]
            # All at once: on a GPU hundreds of small calls take longer than the step.
            torch._foreach_lerp_([self.average[n] for n in real], [now[n] for n in real], 1 - decay)
            for name in now.keys() - set(real):
                self.average[name].copy_(now[name])

    def _tell(self, *, at_the_end: bool = False) -> None:
        """Print, keep and draw a figure where it is time for one."""
        seconds = time.monotonic() - self._began
        if not self._progress.steps or not (self._progress.due(seconds) or at_the_end):
            return
        if (self.task.exam or self.task.judge) and (at_the_end or seconds >= self._next_exam):
            self._examine()
        figure = Figure(self.step, self.course.seconds(), dict(self._progress.loss), self._held_out)
        self.figures.append(figure)
        rate = self._progress.steps / seconds
        print(progress.line(figure, rate=rate, left=self.course.left(self.step, rate)), flush=True)
        progress.keep(self.run_config.out / FIGURES, self.figures)
        curve(self.figures, self.task.name).save(self.run_config.out / CURVE)

    def _examine(self) -> None:
        """Ask the averaged network about what is held out; nothing of the run changes by it."""
        began = time.monotonic()
        self._exam = self._exam or (self.task.exam() if self.task.exam else None)
        self._judge = self._judge or (self.task.judge() if self.task.judge else None)
        network = deepcopy(self.model)
        network.load_state_dict(self.average)
        network.eval()

        def ask(blob: NDArray[np.float32]) -> NDArray[np.float32]:
            with torch.no_grad():
                answer = self.task.answer(network(torch.from_numpy(blob).to(self.run_config.place())))
            return np.asarray(answer.float().cpu().numpy(), np.float32)

        self._held_out = self._exam(ask) if self._exam else self._judge(network) if self._judge else {}
        now = time.monotonic()
        self._next_exam = now - self._began + (now - began) / _EXAMS

    def save(self) -> None:
        """Write the checkpoint; a kill while writing leaves the last one whole."""
        state = {
            "model": self.model.state_dict(),
            "ema": self.average,
            "optimizer": self.optimizer.state_dict(),
            "step": self.step,
            "spent": self.course.seconds(),
            "random": torch.get_rng_state(),
        }
        if self.run_config.place().type == "cuda":
            state["random_gpu"] = torch.cuda.get_rng_state(self.run_config.place())
        partial = self.file.with_suffix(".part")
        torch.save(state, partial)
        partial.replace(self.file)
        self._saved = time.monotonic()
