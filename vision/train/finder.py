"""The finder: YOLO11n-obb with one class, trained from scratch on rendered and real photos.

ultralytics gives the network and its loss. The loop is ours, because the pictures are rendered while it
trains (no picture is seen twice), because a run is given minutes rather than epochs, and because two threads
with bfloat16 are three times faster here than the default loop on a processor without a GPU.
"""

from __future__ import annotations

import os
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

os.environ.setdefault("YOLO_OFFLINE", "true")
os.environ.setdefault("YOLO_AUTOINSTALL", "false")

import numpy as np
import torch
from torch.utils.data import IterableDataset
from ultralytics.nn.tasks import OBBModel

from vision.train.finder_samples import real_finder, real_nothing, rendered_finder, usable_for_finding
from vision.train.run import Batch, Run, as_input, prepared, worker_generator

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from vision.synth.designs import TileDesigns
    from vision.train.real_photos import RealPhoto

ARCHITECTURE = "yolo11n-obb.yaml"
_SHAPES = ((480, 640), (480, 640), (640, 480), (544, 544), (384, 768))
"""Height and width of a batch: about the same number of pixels, upright and lying photos."""


def build() -> OBBModel:
    """A fresh network with one class, ``tile``."""
    model = OBBModel(ARCHITECTURE, nc=1, verbose=False)
    model.names = {0: "tile"}
    model.args = SimpleNamespace(box=7.5, cls=0.5, dfl=1.5, angle=1.0, overlap_mask=True)
    return model


class FinderPictures(IterableDataset[dict[str, torch.Tensor]]):
    """Endless batches of one shape each; each worker has its own random generator."""

    def __init__(
        self, designs: TileDesigns, photos: list[RealPhoto], *, batch: int, real: float, seed: int
    ) -> None:
        """Remember what the batches are made of.

        Args:
            designs: of the rendered pictures.
            photos: real photos with boxes; may be empty.
            batch: pictures a batch.
            real: share of real photos, 0..1.
            seed: random seed, to which each worker adds its number.
        """
        self.designs, self.photos, self.batch, self.real, self.seed = designs, photos, batch, real, seed

    def __iter__(self) -> Iterator[dict[str, torch.Tensor]]:
        """Batches as ultralytics' networks take them: ``img``, ``batch_idx``, ``cls`` and ``bboxes``."""
        rng = worker_generator(self.seed)
        sets = sorted({p.tile_set for p in self.photos})
        of_set = {s: [p for p in self.photos if p.tile_set == s] for s in sets}
        while True:
            size = _SHAPES[int(rng.integers(len(_SHAPES)))]
            images, boxes, owner = [], [], []
            for k in range(self.batch):
                if sets and rng.random() < self.real:
                    # Evenly over tile sets: 221 photos of one table would teach that table.
                    photos = of_set[sets[int(rng.integers(len(sets)))]]
                    photo = photos[int(rng.integers(len(photos)))]
                    empty = real_nothing(photo, rng, size) if rng.random() < 0.2 else None
                    sample = empty or real_finder(photo, rng, size)
                else:
                    sample = rendered_finder(self.designs, rng, size)
                images.append(sample.image)
                boxes.append(sample.boxes / np.array([size[1], size[0], size[1], size[0], 1], np.float32))
                owner += [k] * len(sample.boxes)
            yield {
                "img": torch.from_numpy(np.stack(images)),
                "batch_idx": torch.tensor(owner, dtype=torch.float32),
                "cls": torch.zeros(len(owner), 1),
                "bboxes": torch.from_numpy(np.concatenate(boxes)),
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
    out: Path,
    *,
    minutes: float,
    start: Path | None = None,
    batch: int = 8,
    top_rate: float = 2e-3,
    real: float = 0.25,
    bf16: bool = True,
    workers: int = 1,
    threads: int = 2,
    seed: int = 0,
) -> None:
    """Train until ``minutes`` are over, going on from ``out / "finder.pt"`` if it is there.

    Args:
        designs: tile designs of the rendered pictures.
        photos: real photos with boxes; may be empty.
        out: folder for the checkpoint ``finder.pt`` (weights averaged over time under ``"ema"``).
        minutes: wall-clock length of the whole run.
        start: a shipped finder to begin with where there is no checkpoint; None begins afresh.
        batch: pictures a step.
        top_rate: highest learning rate.
        real: share of real photos, 0..1.
        bf16: compute in bfloat16 where it is safe; the loss is always float32.
        workers: processes that render.
        threads: of the network.
        seed: random seed of the run.
    """
    photos = usable_for_finding(photos)
    file, share = out / "finder.pt", real if photos else 0.0

    def batches(seed: int) -> FinderPictures:
        return FinderPictures(designs, photos, batch=batch, real=share, seed=seed)

    def loss(sample: Batch) -> tuple[torch.Tensor, dict[str, float]]:
        x = as_input(sample["img"])
        with torch.autocast("cpu", torch.bfloat16, enabled=bf16):
            prediction = model(x)
        total, parts = model.loss({**sample, "img": x}, preds=_float(prediction))
        values = parts.values() if isinstance(parts, dict) else parts
        return total.sum(), dict(zip(("box", "tile", "edges", "angle"), map(float, values), strict=False))

    model = prepared(build, file, batches, "img", start=start, threads=threads, seed=seed)
    decayed = [p for p in model.parameters() if p.ndim > 1 and p.requires_grad]
    plain = [p for p in model.parameters() if p.ndim <= 1 and p.requires_grad]
    optimizer = torch.optim.AdamW(
        [{"params": decayed, "weight_decay": 0.01}, {"params": plain, "weight_decay": 0.0}], lr=top_rate
    )
    run = Run(
        model, optimizer, file, minutes=minutes, top_rate=top_rate, most_gradient=10.0, afresh=start is None
    )
    run.follow(batches, loss, workers=workers, seed=seed)
