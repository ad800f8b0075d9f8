"""The leveller network: whether a tile lies on the table or on another tile, told by what lies about it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
import torch
from torch import nn
from torch.nn import functional
from torch.utils.data import IterableDataset

from vision.naming.surroundings import SIDE
from vision.train.leveller_samples import rendered_levels
from vision.train.run import Batch, Run, as_input, prepared, worker_generator

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from vision.synth.designs import TileDesigns
    from vision.train.leveller_samples import LevelSample

_WIDTHS: Final = (20, 40, 64)
_POOL: Final = 240
"""Crops from many scenes are mixed."""


class LevellerNetwork(nn.Module):
    """Crops ``(N, 3, 72, 72)`` → log odds ``(N,)`` of the middle tile lying on another."""

    def __init__(self) -> None:
        """Begin with random weights."""
        super().__init__()
        a, b, c = _WIDTHS
        self.body = nn.Sequential(
            nn.Conv2d(3, a, 5, 2, 2, bias=False), nn.BatchNorm2d(a), nn.SiLU(),
            nn.Conv2d(a, a, 3, 1, 1, bias=False), nn.BatchNorm2d(a), nn.SiLU(),
            nn.Conv2d(a, b, 3, 2, 1, bias=False), nn.BatchNorm2d(b), nn.SiLU(),
            nn.Conv2d(b, b, 3, 1, 1, bias=False), nn.BatchNorm2d(b), nn.SiLU(),
            nn.Conv2d(b, c, 3, 2, 1, bias=False), nn.BatchNorm2d(c), nn.SiLU(),
            nn.Conv2d(c, c, 3, 1, 1, bias=False), nn.BatchNorm2d(c), nn.SiLU(),
        )  # fmt: skip
        # Which edge is whose is told by where it is: keep the map, at fewer channels.
        self.place = nn.Sequential(
            nn.Conv2d(c, 24, 1), nn.SiLU(), nn.Flatten(), nn.Dropout(0.2),
            nn.Linear(24 * (SIDE // 8) ** 2, 64), nn.SiLU(), nn.Linear(64, 1),
        )  # fmt: skip

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """The answers for crops ``(N, 3, 72, 72)`` float32 in 0..1; see the class."""
        odds: torch.Tensor = self.place(self.body((x - 0.5) * 4))
        return odds[:, 0]


class LevellerCrops(IterableDataset[dict[str, torch.Tensor]]):
    """Endless batches; each worker has a random generator and a pool of its own."""

    def __init__(self, designs: TileDesigns, *, batch: int, seed: int) -> None:
        """Remember what the batches are made of.

        Args:
            designs: of the rendered tiles.
            batch: crops a batch.
            seed: random seed, to which each worker adds its number.
        """
        super().__init__()
        self.designs, self.batch, self.seed = designs, batch, seed

    def __iter__(self) -> Iterator[dict[str, torch.Tensor]]:
        """Batches of ``crops`` and whether each tile lies on another: ``raised``, 0 or 1."""
        rng = worker_generator(self.seed)
        pool: list[LevelSample] = []
        while True:
            while len(pool) < _POOL:
                pool += rendered_levels(self.designs, rng)
            batch = [pool.pop(int(rng.integers(len(pool)))) for _ in range(self.batch)]
            yield {
                "crops": torch.from_numpy(np.stack([s.crop for s in batch])),
                "raised": torch.tensor([float(s.raised) for s in batch]),
            }


def loss(odds: torch.Tensor, raised: torch.Tensor) -> tuple[torch.Tensor, dict[str, float]]:
    """Binary cross entropy, slightly smoothed, and the share that is right."""
    odds = odds.float()
    value = functional.binary_cross_entropy_with_logits(odds, raised * 0.98 + 0.01)
    right = ((odds > 0) == (raised > 0)).float().mean()
    return value, {"loss": value.item(), "right": right.item()}


def train_leveller(
    designs: TileDesigns,
    out: Path,
    *,
    minutes: float,
    start: Path | None = None,
    batch: int = 64,
    top_rate: float = 2e-3,
    bf16: bool = True,
    workers: int = 1,
    threads: int = 2,
    seed: int = 0,
) -> None:
    """Train until ``minutes`` are over, going on from ``out / "leveller.pt"`` if it is there.

    Args:
        designs: tile designs of the rendered tiles.
        out: folder for the checkpoint ``leveller.pt`` (weights averaged over time under ``"ema"``).
        minutes: wall-clock length of the whole run.
        start: a shipped leveller to begin with where there is no checkpoint; None begins afresh.
        batch: crops a step.
        top_rate: highest learning rate.
        bf16: compute in bfloat16 where it is safe.
        workers: processes that render.
        threads: of the network.
        seed: random seed of the run.
    """
    file = out / "leveller.pt"

    def batches(seed: int) -> LevellerCrops:
        return LevellerCrops(designs, batch=batch, seed=seed)

    def loss_of(sample: Batch) -> tuple[torch.Tensor, dict[str, float]]:
        with torch.autocast("cpu", torch.bfloat16, enabled=bf16):
            odds = model(as_input(sample["crops"]))
        return loss(odds, sample["raised"])

    model = prepared(LevellerNetwork, file, batches, "crops", start=start, threads=threads, seed=seed)
    optimizer = torch.optim.AdamW(model.parameters(), lr=top_rate, weight_decay=0.02)
    run = Run(
        model, optimizer, file, minutes=minutes, top_rate=top_rate, most_gradient=5.0, afresh=start is None
    )
    run.follow(batches, loss_of, workers=workers, seed=seed)
