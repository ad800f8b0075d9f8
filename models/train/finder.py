"""The finder: YOLO11n-obb with one class, trained from scratch on rendered and real photos.

ultralytics provides the network and its loss. The training loop is ours: it renders pictures while training,
so that there are no epochs; a run lasts minutes or steps; and on a processor without a GPU, two threads with
bfloat16 are three times faster than ultralytics' loop.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import torch
from torch import nn

from yakulens.datasets.render.choice import one_of
from yakulens.datasets.render.designs import TileDesigns
from yakulens.models.train.finder_samples import (
    FinderSample,
    augmented,
    real_empty,
    real_finder,
    rendered_finder,
    usable_for_finding,
    write,
)
from yakulens.models.train.held_out import tiles_exam
from yakulens.models.train.hyper import Hyper
from yakulens.models.train.real_photos import RealPhoto, by_tile_set
from yakulens.models.train.run import Run
from yakulens.models.train.stream import Batch, batches_from
from yakulens.models.train.task import RunConfig, Task, answer, on_photos, prepared

if TYPE_CHECKING:
    from ultralytics.nn.tasks import OBBModel

ARCHITECTURE = "yolo11n-obb.yaml"
_SHAPES = ((352, 448), (352, 448), (448, 352), (384, 416), (288, 544))
"""Heights and widths of batches, about equal in pixels: half the pixels of inference, with tiles of the same
size. In the same time, twice as many scenes teach more than larger ones."""
_GPU_SHAPES = ((480, 640), (480, 640), (640, 480), (544, 576), (416, 736))
"""The same on a GPU, where rendering takes most of the time: twice the pixels take a sixth longer."""
_REPEATS = 4
"""How often each picture is shown, each time augmented anew (`models.train.finder_samples.augmented`)."""
_MIXED = 8
"""Chunks whose batches are shuffled together, so that a picture does not repeat at once."""
_EMPTY = 0.2
"""Share of real samples that show a part of a photo without tiles."""
_MAX_HELD_OUT: Final = 64
_SIDE: Final = 640
_EPOCHS: Final = 1000
"""More epochs than any run makes: the minutes end it."""
_RUN_NAME: Final = "ultralytics"
_OFFLINE: Final = {"YOLO_OFFLINE": "true", "YOLO_AUTOINSTALL": "false", "YOLO_VERBOSE": "false"}
_FOLDERS: Final = ("YOLO_CONFIG_DIR", "MPLCONFIGDIR")
"""Variables that name the folders of ultralytics' settings and of its plotter's fonts."""
_temporary: list[TemporaryDirectory[str]] = []
"""Folders that are deleted when the program ends."""


def settle(folder: Path | None = None) -> None:
    """Keep ultralytics off the network, quiet, and writing only into ``folder``. Call before importing it.

    None means the folder that is set already, or else a temporary one.
    """
    os.environ.update(_OFFLINE)
    if folder is not None:
        os.environ.update(dict.fromkeys(_FOLDERS, str(folder.resolve())))
    elif not os.environ.keys() >= set(_FOLDERS):
        _temporary.append(TemporaryDirectory(prefix="yakulens-"))
        for name in _FOLDERS:
            os.environ.setdefault(name, _temporary[-1].name)


def build() -> OBBModel:
    """A fresh network with one class, ``tile``."""
    settle()
    from ultralytics.nn.tasks import OBBModel  # noqa: PLC0415 - settled before it is imported

    model = OBBModel(ARCHITECTURE, nc=1, verbose=False)
    model.names = {0: "tile"}
    model.args = SimpleNamespace(box=7.5, cls=0.5, dfl=1.5, angle=1.0, overlap_mask=True)
    return model


def finder_batches(
    rng: np.random.Generator,
    designs: TileDesigns,
    photos: Sequence[RealPhoto],
    size: int,
    real: float,
    shapes: Sequence[tuple[int, int]] = _SHAPES,
    repeats: int = _REPEATS,
) -> list[Batch]:
    """``repeats`` batches of the same pictures in one shape, augmented anew in each but the first.

    A batch has ``size`` pictures of a height and width drawn from ``shapes``. ``real``, 0..1, is the share of
    real photos, if there are any.

    Returns:
        ``img``, ``batch_idx``, ``cls`` and ``bboxes`` as ultralytics' networks expect them.
    """
    shape = one_of(rng, shapes)
    sets = list(by_tile_set(photos).values())

    def sample() -> FinderSample:
        if not sets or rng.random() >= real:
            return rendered_finder(designs, rng, shape)
        # Evenly over tile sets: 221 photos of one table would make the finder fit that table.
        photo = one_of(rng, one_of(rng, sets))
        empty = real_empty(photo, rng, shape) if rng.random() < _EMPTY else None
        return empty or real_finder(photo, rng, shape)

    samples = [sample() for _ in range(size)]
    again = [[augmented(sample, rng) for sample in samples] for _ in range(repeats - 1)]
    return [_batch(part) for part in (samples, *again)]


def _batch(samples: Sequence[FinderSample]) -> Batch:
    height, width = samples[0].image.shape[:2]
    owners = [k for k, sample in enumerate(samples) for _ in sample.boxes]
    boxes = np.concatenate([sample.boxes for sample in samples])
    return {
        "img": torch.from_numpy(np.stack([sample.image for sample in samples])),
        "batch_idx": torch.tensor(owners, dtype=torch.float32),
        "cls": torch.zeros(len(owners), 1),
        "bboxes": torch.from_numpy(boxes / np.array([width, height, width, height, 1], np.float32)),
    }


def _float(value: Any) -> Any:  # noqa: ANN401 - the network's nested output, whatever its shape
    if torch.is_tensor(value):
        return value.float()
    if isinstance(value, list | tuple):
        return type(value)(_float(v) for v in value)
    if isinstance(value, dict):
        return {k: _float(v) for k, v in value.items()}
    return value


def train_finder(
    designs: TileDesigns,
    photos: list[RealPhoto],
    held_out: list[RealPhoto],
    run_config: RunConfig,
    hyper: Hyper,
) -> None:
    """Train until the run is over, resuming from ``finder.pt`` in its folder if it exists.

    ``photos`` are real ones with boxes; ``held_out`` ones evaluate the run. Either may be empty.
    """
    task = task_of(designs, usable_for_finding(photos), held_out, run_config, hyper)
    model = prepared(build, task, run_config, hyper.batch)
    decayed = [p for p in model.parameters() if p.ndim > 1 and p.requires_grad]
    plain = [p for p in model.parameters() if p.ndim <= 1 and p.requires_grad]
    optimizer = torch.optim.AdamW(
        [{"params": decayed, "weight_decay": hyper.weight_decay}, {"params": plain, "weight_decay": 0.0}],
        lr=hyper.top_rate,
    )
    Run(model, optimizer, task, run_config, hyper).follow()


def task_of(
    designs: TileDesigns,
    photos: list[RealPhoto],
    held_out: list[RealPhoto],
    run_config: RunConfig,
    hyper: Hyper,
) -> Task:
    """The training task, with the arguments of `train_finder`; all photos must be usable for finding."""
    shapes = _SHAPES if run_config.place().type == "cpu" else _GPU_SHAPES
    return Task(
        name="finder",
        shown="img",
        chunk=partial(finder_batches, designs=designs, photos=photos, real=hyper.real, shapes=shapes),
        per_chunk=_REPEATS,
        mixed=_MIXED,
        loss=partial(_loss, bf16=run_config.bf16),
        exam=(lambda: on_photos(tiles_exam(held_out))) if held_out else None,
    )


def _loss(model: nn.Module, sample: Batch, *, bf16: bool) -> tuple[torch.Tensor, dict[str, float]]:
    total, parts = model.loss(sample, preds=_float(answer(model, sample["img"], bf16=bf16)))
    values = parts.values() if isinstance(parts, dict) else parts
    return total.sum(), dict(zip(("box", "tile", "edges", "angle"), map(float, values), strict=False))


def train_on_several(
    designs: TileDesigns,
    photos: list[RealPhoto],
    held_out: list[RealPhoto],
    run_config: RunConfig,
    hyper: Hyper,
    *,
    devices: Sequence[str],
    pictures: int,
) -> None:
    """Train on several GPUs until the minutes are spent, with ultralytics' distributed training.

    It resumes from ultralytics' last checkpoint if it exists. Pictures are files: before the minutes count,
    ``pictures`` of them are rendered or cut out of photos into the run's folder. The averaged weights at the
    end become our checkpoint. The other arguments are those of `train_finder`; ``hyper.batch`` is the batch
    size of one device.
    """
    settle()
    from ultralytics import YOLO  # noqa: PLC0415 - settled before it is imported

    usable = usable_for_finding(photos)
    data = run_config.out / "pictures"
    # The seed of the second part differs from that of every chunk of the run.
    for part, photos_of_part, real, count, seed in (
        ("train", usable, hyper.real, pictures, run_config.seed),
        ("val", usable_for_finding(held_out), 1.0, min(_MAX_HELD_OUT, pictures), run_config.seed + 1),
    ):
        make = partial(
            finder_batches, designs=designs, photos=photos_of_part, size=hyper.batch, real=real, repeats=1
        )
        batches = batches_from(0, make, per_chunk=1, seed=seed, workers=run_config.workers)
        write(_samples(batches), data, part, count)
    (data / "data.yaml").write_text("train: images/train\nval: images/val\nnames:\n  0: tile\n", "utf-8")
    last = run_config.out / _RUN_NAME / "weights" / "last.pt"
    model = YOLO(last if last.is_file() else _initial_network(designs, usable, run_config, hyper), task="obb")
    model.train(
        data=str((data / "data.yaml").resolve()),
        device=",".join(devices),
        time=run_config.minutes / 60,
        epochs=_EPOCHS,
        batch=hyper.batch * len(devices),
        imgsz=_SIDE,
        optimizer="AdamW",
        lr0=hyper.top_rate,
        weight_decay=hyper.weight_decay,
        cos_lr=True,
        seed=run_config.seed,
        workers=run_config.workers,
        amp=False,  # its check downloads a network
        plots=False,
        project=str(run_config.out.resolve()),
        name=_RUN_NAME,
        exist_ok=True,
        resume=last.is_file(),
    )
    _checkpoint(last, run_config.out / "finder.pt")


def _initial_network(
    designs: TileDesigns, photos: list[RealPhoto], run_config: RunConfig, hyper: Hyper
) -> Path:
    """An ultralytics file with random weights, or with those of the network that the run starts from."""
    model = prepared(build, task_of(designs, photos, [], run_config, hyper), run_config, hyper.batch)
    file = run_config.out / "begun.pt"
    torch.save({"model": model, "train_args": {}}, file)
    return file


def _checkpoint(last: Path, file: Path) -> None:
    """Write our checkpoint from the pickle that ultralytics just wrote; nothing else opens that file."""
    state: dict[str, Any] = torch.load(last, weights_only=False, map_location="cpu")
    weights = (state.get("ema") or state["model"]).float().state_dict()
    torch.save({"ema": weights}, file)


def _samples(batches: Iterator[Batch]) -> Iterator[FinderSample]:
    """The samples of batches, with their rectangles in pixels."""
    for batch in batches:
        for k, image in enumerate(batch["img"].numpy()):
            height, width = image.shape[:2]
            boxes = batch["bboxes"][batch["batch_idx"] == k].numpy()
            yield FinderSample(image, boxes * np.array([width, height, width, height, 1], np.float32))
