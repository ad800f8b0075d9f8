"""What a run learns, how it is carried out, and the network that it begins with."""

from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, Final, Protocol, TypeAlias, TypeVar

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from yakulens.models.evaluate.rates import Rate
from yakulens.models.train.held_out import PhotoExam
from yakulens.models.train.record import RunError
from yakulens.models.train.stream import Batch, batches_from
from yakulens.models.train.warm import BATCHES, restore
from yakulens.models.train.weights import weights_of

Model = TypeVar("Model", bound=nn.Module)
Exam: TypeAlias = "Callable[[nn.Module], dict[str, Rate]]"
"""Maps a network to its accuracy on held-out data, by tile set."""
_INSTRUCTIONS: Final = ("_is_avx512_bf16_supported", "_is_amx_tile_supported")
"""PyTorch's own questions to a processor."""


def check_devices(devices: tuple[str, ...]) -> None:
    """Check that the GPUs with these numbers exist; ``cpu`` always does.

    Raises:
        RunError: one does not exist.
    """
    count = torch.cuda.device_count() if torch.cuda.is_available() else 0
    for device in devices:
        if device != "cpu" and int(device) >= count:
            message = f"--device {','.join(devices)}: {count or 'no'} GPU that PyTorch can use here"
            raise RunError(message)


def computes_bf16(device: str) -> bool:
    """Whether a device has instructions for bfloat16; without them a step takes ten times as long."""
    if device != "cpu":
        return True
    return any(getattr(torch.cpu, name, bool)() for name in _INSTRUCTIONS)


@dataclass(frozen=True, slots=True)
class RunConfig:
    """How a run is carried out. Only length, seed and start change what the network learns.

    Attributes:
        out: folder for the checkpoint, the figures and the curve.
        minutes: wall-clock length of the whole run, over all starts.
        steps: length of the whole run in steps, instead of minutes.
        start: exported network to fine-tune where there is no checkpoint; None starts with random weights.
        seed: random seed of the run.
        threads: number of threads that the network uses.
        workers: number of processes that render.
        bf16: whether the network computes in bfloat16 where safe; the loss is always float32.
        device: ``cpu``, or the number of a GPU.
        patience: minutes without a gain on held-out data after which a run by the clock ends; None for never.
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
    patience: float | None = None

    def place(self) -> torch.device:
        """The device on which the network computes."""
        return torch.device("cpu" if self.device == "cpu" else f"cuda:{self.device}")


class MakeSized(Protocol):
    """Makes a chunk of batches of ``size`` examples with a random generator."""

    def __call__(self, rng: np.random.Generator, /, *, size: int) -> list[Batch]:
        """One chunk."""


@dataclass(frozen=True, slots=True)
class Task:
    """What a network learns.

    Attributes:
        name: of the network; its checkpoint is ``NAME.pt``.
        shown: name of the network's input in a batch.
        chunk: makes ``per_chunk`` batches.
        per_chunk: number of batches per chunk.
        mixed: number of chunks whose batches are shuffled together.
        loss: maps the network and a batch on its device to the loss and its parts.
        exam: makes the evaluation on held-out data when first needed, since photos take time to load.
    """

    name: str
    shown: str
    chunk: MakeSized
    per_chunk: int
    loss: Callable[[nn.Module, Batch], tuple[torch.Tensor, Mapping[str, float]]]
    exam: Callable[[], Exam] | None = None
    mixed: int = 1

    def batches(self, run_config: RunConfig, step: int, size: int) -> Generator[Batch, None, None]:
        """The endless batches of a run from a step on, each of ``size`` examples."""
        return batches_from(
            step,
            partial(self.chunk, size=size),
            per_chunk=self.per_chunk,
            mixed=self.mixed,
            seed=run_config.seed,
            workers=run_config.workers,
            pinned=run_config.place().type == "cuda",
        )


def as_input(pictures: torch.Tensor) -> torch.Tensor:
    """Convert pictures ``(N, H, W, 3)`` uint8 to the networks' input, ``(N, 3, H, W)`` float32 in 0..1."""
    x = pictures.permute(0, 3, 1, 2).float() / 255
    return x.contiguous(memory_format=torch.channels_last)


def answer(model: nn.Module, pictures: torch.Tensor, *, bf16: bool) -> Any:  # noqa: ANN401 - any network's
    """What a network answers about pictures; see `as_input` and `RunConfig.bf16`."""
    x = as_input(pictures)
    with torch.autocast(x.device.type, torch.bfloat16, enabled=bf16):
        return model(x)


def prepared(build: Callable[[], Model], task: Task, run_config: RunConfig, size: int) -> Model:
    """A network with random weights, or those of ``run_config.start`` if there is no checkpoint.

    The statistics of the latter come from batches of ``size`` examples.

    Raises:
        RunError: the exported file has other weights.
    """
    torch.set_num_threads(run_config.threads)
    torch.manual_seed(run_config.seed)
    model = build()
    model.to(run_config.place(), memory_format=torch.channels_last)  # type: ignore[call-overload] # both at once
    if run_config.start and not checkpoint(task, run_config).is_file():
        try:
            restore(model, weights_of(run_config.start), _first_inputs(task, run_config, size))
        except KeyError as error:
            what = f"no {task.name} network of this shape ({error.args[0]} is missing or of another size)"
            raise RunError(run_config.start, what) from error
    return model


def _first_inputs(task: Task, run_config: RunConfig, size: int) -> Iterator[torch.Tensor]:
    """The inputs of a run's first batches, made when first asked for."""
    with closing(task.batches(run_config, 0, size)) as batches:
        for batch in islice(batches, BATCHES):
            yield as_input(batch[task.shown].to(run_config.place()))


def checkpoint(task: Task, run_config: RunConfig) -> Path:
    """The file in the run's folder that keeps what was learnt."""
    return run_config.out / f"{task.name}.pt"


def on_photos(evaluate: PhotoExam) -> Exam:
    """The exam on photos of a network with one input; its first output is evaluated."""

    def exam(network: nn.Module) -> dict[str, Rate]:
        device = next(network.parameters()).device

        def ask(blob: NDArray[np.float32]) -> NDArray[np.float32]:
            with torch.no_grad():
                output = network(torch.from_numpy(blob).to(device))
            first = output[0] if isinstance(output, tuple | list) else output
            return np.asarray(first.float().cpu().numpy(), np.float32)

        return evaluate(ask)

    return exam
