"""The finder: YOLO11n-obb with one class, trained from scratch on rendered and real photos.

ultralytics gives the network and its loss. The loop is ours, because the pictures are rendered while it
trains (no picture is seen twice), because a run is given minutes rather than epochs, and because two threads
with bfloat16 are three times faster here than the default loop on a processor without a GPU.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from types import SimpleNamespace
from typing import Any

import numpy as np
import torch
from torch import nn
from ultralytics.nn.tasks import OBBModel

from yakulens.vision.synth.designs import TileDesigns
from yakulens.vision.train.finder_samples import (
    FinderSample,
    real_finder,
    real_nothing,
    rendered_finder,
    shown_again,
    usable_for_finding,
)
from yakulens.vision.train.held_out import tiles_exam
from yakulens.vision.train.hyper import Hyper
from yakulens.vision.train.offline import settle
from yakulens.vision.train.real_photos import RealPhoto
from yakulens.vision.train.run import Run, RunConfig, Task, as_input, prepared
from yakulens.vision.train.stream import Batch

ARCHITECTURE = "yolo11n-obb.yaml"
_SHAPES = ((352, 448), (352, 448), (448, 352), (384, 416), (288, 544))
"""Height and width of a batch: about the same number of pixels, upright and lying photos. They are half of a
first look, at the same size of tiles: in the same time twice as many scenes teach more than larger ones."""
_WHOLE = ((480, 640), (480, 640), (640, 480), (544, 576), (416, 736))
"""The same where a GPU learns: there rendering is what takes time, and a picture of twice the pixels takes a
sixth more of it."""
_SHOWN = 4
"""How often each picture is shown, each time otherwise (`vision.train.finder_samples.shown_again`)."""
_MIXED = 8
"""Chunks whose batches are mixed, so that a picture does not come again at once."""
_NOTHING = 0.2
"""How many of the real pictures are tried for a part without tiles."""


def build() -> OBBModel:
    """A fresh network with one class, ``tile``."""
    settle()
    from ultralytics.nn.tasks import OBBModel  # noqa: PLC0415 - settled before it is imported

    model = OBBModel(ARCHITECTURE, nc=1, verbose=False)
    model.names = {0: "tile"}
    model.args = SimpleNamespace(box=7.5, cls=0.5, dfl=1.5, angle=1.0, overlap_mask=True)
    return model


@dataclass(frozen=True, slots=True)
class FinderPictures:
    """Makes batches of one shape each.

    Attributes:
        designs: of the rendered pictures.
        photos: real photos with boxes; may be empty.
        batch: pictures a batch.
        real: share of real photos, 0..1.
        shapes: height and width of a batch, one of these.
        shown: how often each picture is shown, each time otherwise.
    """

    designs: TileDesigns
    photos: list[RealPhoto]
    batch: int
    real: float
    shapes: Sequence[tuple[int, int]] = _SHAPES
    shown: int = _SHOWN

    def __call__(self, rng: np.random.Generator) -> list[Batch]:
        """As many batches as each picture is shown times, as ultralytics' networks take them.

        They have ``img``, ``batch_idx``, ``cls`` and ``bboxes``.
        """
        size = self.shapes[int(rng.integers(len(self.shapes)))]
        samples = [self._sample(rng, size) for _ in range(self.batch)]
        again = [[shown_again(sample, rng) for sample in samples] for _ in range(self.shown - 1)]
        return [_batch(part) for part in (samples, *again)]

    def _sample(self, rng: np.random.Generator, size: tuple[int, int]) -> FinderSample:
        sets = sorted({p.tile_set for p in self.photos})
        if not sets or rng.random() >= self.real:
            return rendered_finder(self.designs, rng, size)
        # Evenly over tile sets: 221 photos of one table would teach that table.
        tile_set = sets[int(rng.integers(len(sets)))]
        photos = [p for p in self.photos if p.tile_set == tile_set]
        photo = photos[int(rng.integers(len(photos)))]
        empty = real_nothing(photo, rng, size) if rng.random() < _NOTHING else None
        return empty or real_finder(photo, rng, size)


def _batch(samples: Sequence[FinderSample]) -> Batch:
    height, width = samples[0].image.shape[:2]
    owner = [k for k, sample in enumerate(samples) for _ in sample.boxes]
    boxes = np.concatenate([sample.boxes for sample in samples])
    return {
        "img": torch.from_numpy(np.stack([sample.image for sample in samples])),
        "batch_idx": torch.tensor(owner, dtype=torch.float32),
        "cls": torch.zeros(len(owner), 1),
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
    """Train until the run is over, going on from ``finder.pt`` in its folder if it is there.

    Photos are real ones with boxes; those held out are never learnt from, and tell how it does. There may be
    none of either.
    """
    task = task_of(designs, usable_for_finding(photos), held_out, run_config, hyper)
    model = prepared(build, task, run_config)
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
    """What the finder learns; as for `train_finder`, of photos that are usable."""
    shapes = _SHAPES if run_config.place().type == "cpu" else _WHOLE
    return Task(
        name="finder",
        shown="img",
        chunk=FinderPictures(designs, photos, hyper.batch, hyper.real if photos else 0.0, shapes),
        per_chunk=_SHOWN,
        mixed=_MIXED,
        loss=partial(_loss, bf16=run_config.bf16),
        answer=lambda output: output[0] if isinstance(output, tuple | list) else output,
        exam=partial(tiles_exam, held_out) if held_out else None,
    )


def _loss(model: nn.Module, sample: Batch, *, bf16: bool) -> tuple[torch.Tensor, dict[str, float]]:
    x = as_input(sample["img"])
    with torch.autocast(x.device.type, torch.bfloat16, enabled=bf16):
        prediction = model(x)
    total, parts = model.loss({**sample, "img": x}, preds=_float(prediction))
    values = parts.values() if isinstance(parts, dict) else parts
    return total.sum(), dict(zip(("box", "tile", "edges", "angle"), map(float, values), strict=False))
