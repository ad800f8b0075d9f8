"""The reader network: a small residual CNN on rectified crops, with three heads."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import torch
from torch import nn
from torch.nn import functional
from torch.utils.data import IterableDataset

from vision.labels import LABELS
from vision.naming.rectify import FACE_IN_CROP, HEIGHT, WIDTH
from vision.picture.pyramid import Pyramid
from vision.train.no_tile_samples import real_no_tile
from vision.train.reader_samples import real_reader, rendered_reader
from vision.train.run import Batch, Run, as_input, prepared, worker_generator

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from vision.synth.designs import TileDesigns
    from vision.train.reader_sample import ReaderSample
    from vision.train.real_photos import RealPhoto

_WIDTHS = (24, 48, 112, 192)
_NO_TILE = 0.1
"""How many of the real crops are tried for a place that holds no tile."""
_CORNER_GAIN = 0.25
"""The corners head's raw outputs are offsets from the ideal place in quarters of the crop."""


class _Block(nn.Module):
    """Two 3x3 convolutions with a shortcut; the first may halve the picture."""

    def __init__(self, inner: int, outer: int, stride: int = 1) -> None:
        super().__init__()
        self.one = nn.Sequential(
            nn.Conv2d(inner, outer, 3, stride, 1, bias=False), nn.BatchNorm2d(outer), nn.SiLU()
        )
        self.two = nn.Sequential(nn.Conv2d(outer, outer, 3, 1, 1, bias=False), nn.BatchNorm2d(outer))
        self.short = (
            nn.Identity()
            if inner == outer and stride == 1
            else nn.Sequential(nn.Conv2d(inner, outer, 1, stride, bias=False), nn.BatchNorm2d(outer))
        )

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return functional.silu(self.two(self.one(x)) + self.short(x))


class ReaderNetwork(nn.Module):
    """Crops ``(N, 3, 96, 80)`` → logits of face ``(N, 39)`` and up ``(N, 4)``, corners ``(N, 4, 2)``."""

    ideal: torch.Tensor

    def __init__(self) -> None:
        """Begin with random weights."""
        super().__init__()
        a, b, c, d = _WIDTHS
        self.body = nn.Sequential(
            nn.Conv2d(3, a, 5, 2, 2, bias=False), nn.BatchNorm2d(a), nn.SiLU(),
            _Block(a, a),
            _Block(a, b, 2), _Block(b, b),
            _Block(b, c, 2), _Block(c, c),
            _Block(c, d, 2), _Block(d, d),
        )  # fmt: skip
        self.drop = nn.Dropout(0.15)
        self.faces = nn.Linear(d, len(LABELS))
        # Where things are matters for the top and the corners: keep the map, at fewer channels.
        self.place = nn.Sequential(
            nn.Conv2d(d, 48, 1), nn.SiLU(), nn.Flatten(), nn.Linear(48 * 6 * 5, 128), nn.SiLU()
        )
        self.ups = nn.Linear(128, 4)
        self.corners = nn.Linear(128, 8)
        self.register_buffer("ideal", torch.from_numpy(FACE_IN_CROP.copy()))

    def forward(self, x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """The answers for crops ``(N, 3, 96, 80)`` float32 in 0..1; see the class."""
        y = self.body((x - 0.5) * 4)
        pooled = self.drop(y.mean((2, 3)))
        place = self.place(y)
        corners = self.ideal + _CORNER_GAIN * self.corners(place).view(-1, 4, 2)
        return self.faces(pooled), self.ups(place), corners


class ReaderCrops(IterableDataset[dict[str, torch.Tensor]]):
    """Endless batches of crops; each worker has a random generator and a pool of its own, to mix scenes."""

    def __init__(
        self, designs: TileDesigns, photos: list[RealPhoto], *, batch: int, real: float, seed: int
    ) -> None:
        """Remember what the batches are made of.

        Args:
            designs: of the rendered crops.
            photos: real photos with boxes; may be empty.
            batch: crops a batch.
            real: share of crops of real photos, 0..1.
            seed: random seed, to which each worker adds its number.
        """
        self.designs, self.photos, self.batch, self.real, self.seed = designs, photos, batch, real, seed

    def __iter__(self) -> Iterator[dict[str, torch.Tensor]]:
        """Batches of ``crops`` with their ``faces``, ``ups`` and ``corners``, as of `ReaderSample`."""
        rng = worker_generator(self.seed)
        by_face: dict[tuple[str, str], list[tuple[int, int]]] = {}
        for p, photo in enumerate(self.photos):
            for i in np.flatnonzero(np.isfinite(photo.corners()).all(axis=(1, 2))).tolist():
                by_face.setdefault((photo.tile_set, photo.labels[i]), []).append((p, i))
        kinds = sorted(by_face)
        pixels: dict[int, Pyramid] = {}
        pool: list[ReaderSample] = []
        n_real = round(self.batch * self.real) if kinds else 0
        while True:
            while len(pool) < 600:
                pool += rendered_reader(self.designs, rng)
            batch = [pool.pop(int(rng.integers(len(pool)))) for _ in range(self.batch - n_real)]
            for _ in range(n_real):
                p, i = _pick(by_face, kinds, rng)
                if p not in pixels:
                    pixels[p] = Pyramid(self.photos[p].pixels())
                none = real_no_tile(self.photos[p], pixels[p], rng) if rng.random() < _NO_TILE else None
                batch.append(none or real_reader(self.photos[p], i, pixels[p], rng))
            yield {
                "crops": torch.from_numpy(np.stack([s.crop for s in batch])),
                "faces": torch.tensor([s.face for s in batch]),
                "ups": torch.tensor([s.up for s in batch]),
                "corners": torch.from_numpy(np.stack([s.corners for s in batch])),
            }


def _pick(
    by_face: dict[tuple[str, str], list[tuple[int, int]]],
    kinds: list[tuple[str, str]],
    rng: np.random.Generator,
) -> tuple[int, int]:
    """A boxed tile, drawn evenly over tile set and face, not over photos."""
    places = by_face[kinds[int(rng.integers(len(kinds)))]]
    return places[int(rng.integers(len(places)))]


def loss(
    out: tuple[torch.Tensor, torch.Tensor, torch.Tensor], batch: dict[str, torch.Tensor]
) -> tuple[torch.Tensor, dict[str, float]]:
    """Cross entropy of face (even odds where there is no tile) and top, and the corners' distance."""
    faces, ups, corners = (t.float() for t in out)
    truth = batch["faces"]
    target = functional.one_hot(truth.clamp(min=0), len(LABELS)).float() * 0.96 + 0.04 / len(LABELS)
    target = torch.where((truth < 0)[:, None], torch.full_like(target, 1 / len(LABELS)), target)
    face = functional.cross_entropy(faces, target)
    up = functional.cross_entropy(ups, batch["ups"], ignore_index=-1)
    known = torch.isfinite(batch["corners"]).all(-1).all(-1)
    corner = functional.smooth_l1_loss(corners[known], batch["corners"][known], beta=0.02)
    right = (faces.argmax(1) == truth)[truth >= 0].float().mean()
    parts = {"face": face.item(), "up": up.item(), "corner": corner.item(), "right": right.item()}
    return face + 0.3 * up + 8.0 * corner, parts


def train_reader(
    designs: TileDesigns,
    photos: list[RealPhoto],
    out: Path,
    *,
    minutes: float,
    start: Path | None = None,
    batch: int = 96,
    top_rate: float = 2e-3,
    bf16: bool = True,
    workers: int = 1,
    threads: int = 2,
    seed: int = 0,
) -> None:
    """Train until ``minutes`` are over, going on from ``out / "reader.pt"`` if it is there.

    Args:
        designs: tile designs of the rendered crops.
        photos: real photos with boxes; may be empty.
        out: folder for the checkpoint ``reader.pt`` (weights averaged over time under ``"ema"``).
        minutes: wall-clock length of the whole run.
        start: a shipped reader to begin with where there is no checkpoint; None begins afresh.
        batch: crops a step.
        top_rate: highest learning rate.
        bf16: compute in bfloat16 where it is safe (three times faster on processors that have it).
        workers: processes that render.
        threads: of the network.
        seed: random seed of the run.
    """
    file, real = out / "reader.pt", 0.4 if photos else 0.0

    def batches(seed: int) -> ReaderCrops:
        return ReaderCrops(designs, photos, batch=batch, real=real, seed=seed)

    def loss_of(sample: Batch) -> tuple[torch.Tensor, dict[str, float]]:
        with torch.autocast("cpu", torch.bfloat16, enabled=bf16):
            prediction = model(as_input(sample["crops"]))
        return loss(prediction, sample)

    model = prepared(ReaderNetwork, file, batches, "crops", start=start, threads=threads, seed=seed)
    optimizer = torch.optim.AdamW(model.parameters(), lr=top_rate, weight_decay=0.02)
    run = Run(
        model, optimizer, file, minutes=minutes, top_rate=top_rate, most_gradient=5.0, afresh=start is None
    )
    run.follow(batches, loss_of, workers=workers, seed=seed)


def input_shape() -> tuple[int, int, int]:
    """Channels, height and width of a crop."""
    return 3, HEIGHT, WIDTH
