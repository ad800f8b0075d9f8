"""The finder on several GPUs, by ultralytics' own distributed training.

ultralytics reads pictures from files, so they are rendered into the run's folder first. The averaged weights
at the end of its loop become the checkpoint that `yakulens train export` takes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

import numpy as np
import torch

from yakulens.vision.synth.designs import TileDesigns
from yakulens.vision.train.finder import build, finder_batches, task_of
from yakulens.vision.train.finder_samples import FinderSample, usable_for_finding, write
from yakulens.vision.train.hyper import Hyper
from yakulens.vision.train.offline import settle
from yakulens.vision.train.real_photos import RealPhoto
from yakulens.vision.train.run import RunConfig, prepared
from yakulens.vision.train.stream import Batch, batches_from

_MAX_HELD_OUT: Final = 64
_SIDE: Final = 640
_EPOCHS: Final = 1000
"""More than any run makes: the minutes end it."""
_NAME: Final = "ultralytics"


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
    """Train until the minutes are spent, going on from ultralytics' last checkpoint if it is there.

    ``pictures`` pictures are rendered, or cut out of photos, before the minutes begin to count. The other
    arguments are those of `vision.train.finder.train_finder`; ``hyper.batch`` is that of one device.
    """
    settle()
    from ultralytics import YOLO  # noqa: PLC0415 - settled before it is imported

    usable = usable_for_finding(photos)
    data = run_config.out / "pictures"
    # The second part has a seed of its own, which no chunk of the run has.
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
    last = run_config.out / _NAME / "weights" / "last.pt"
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
        name=_NAME,
        exist_ok=True,
        resume=last.is_file(),
    )
    _checkpoint(last, run_config.out / "finder.pt")


def _initial_network(
    designs: TileDesigns, photos: list[RealPhoto], run_config: RunConfig, hyper: Hyper
) -> Path:
    """A file of ultralytics' with random weights, or with those of the network that the run starts from."""
    model = prepared(build, task_of(designs, photos, [], run_config, hyper), run_config)
    file = run_config.out / "begun.pt"
    torch.save({"model": model, "train_args": {}}, file)
    return file


def _checkpoint(last: Path, file: Path) -> None:
    """Write our checkpoint from the one that ultralytics just wrote, a pickle that is opened nowhere else."""
    state: dict[str, Any] = torch.load(last, weights_only=False, map_location="cpu")
    weights = (state.get("ema") or state["model"]).float().state_dict()
    torch.save({"ema": weights}, file)


def _samples(batches: Iterator[Batch]) -> Iterator[FinderSample]:
    """The single samples of batches, their rectangles in pixels again."""
    for batch in batches:
        for k, image in enumerate(batch["img"].numpy()):
            height, width = image.shape[:2]
            boxes = batch["bboxes"][batch["batch_idx"] == k].numpy()
            yield FinderSample(image, boxes * np.array([width, height, width, height, 1], np.float32))
