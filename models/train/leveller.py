"""The leveller network: whether a tile lies on the table or on another tile, judged by its surroundings."""

from functools import partial
from typing import Final

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from yakulens.datasets.render.designs import TileDesigns
from yakulens.models.train.held_out import levels_exam
from yakulens.models.train.hyper import Hyper
from yakulens.models.train.leveller_samples import rendered_until
from yakulens.models.train.run import Run
from yakulens.models.train.stream import Batch
from yakulens.models.train.task import Exam, RunConfig, Task, answer, on_photos, prepared
from yakulens.vision.naming.levels import SIDE

_WIDTHS: Final = (20, 40, 64)
PER_CHUNK: Final = 4
"""Batches whose crops are shuffled together: some seventy scenes."""
_HELD_OUT: Final = 128
"""Number of crops from scenes that are never trained on."""


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
        # An edge's position tells which tile it belongs to: keep the map, with fewer channels.
        self.place = nn.Sequential(
            nn.Conv2d(c, 24, 1), nn.SiLU(), nn.Flatten(), nn.Dropout(0.2),
            nn.Linear(24 * (SIDE // 8) ** 2, 64), nn.SiLU(), nn.Linear(64, 1),
        )  # fmt: skip

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Log odds for crops ``(N, 3, 72, 72)`` float32 in 0..1; see the class."""
        odds: torch.Tensor = self.place(self.body((x - 0.5) * 4))
        return odds[:, 0]


def leveller_batches(rng: np.random.Generator, designs: TileDesigns, size: int) -> list[Batch]:
    """One chunk of batches of ``size`` crops of rendered tiles, each from many scenes.

    Returns:
        ``crops`` and ``raised``: 1 for a tile that lies on another, else 0.
    """
    pool = rendered_until(designs, PER_CHUNK * size, rng)
    order = rng.permutation(len(pool))
    parts = [[pool[k] for k in order[b * size : (b + 1) * size]] for b in range(PER_CHUNK)]
    return [
        {
            "crops": torch.from_numpy(np.stack([s.crop for s in part])),
            "raised": torch.tensor([float(s.stacked) for s in part]),
        }
        for part in parts
    ]


def loss(odds: torch.Tensor, raised: torch.Tensor) -> tuple[torch.Tensor, dict[str, float]]:
    """Binary cross entropy with slight label smoothing, and the accuracy."""
    odds = odds.float()
    value = functional.binary_cross_entropy_with_logits(odds, raised * 0.98 + 0.01)
    right = ((odds > 0) == (raised > 0)).float().mean()
    return value, {"loss": value.item(), "right": right.item()}


def train_leveller(designs: TileDesigns, run_config: RunConfig, hyper: Hyper) -> None:
    """Train until the run is over, resuming from ``leveller.pt`` in its folder if it exists."""

    def loss_of(model: nn.Module, batch: Batch) -> tuple[torch.Tensor, dict[str, float]]:
        return loss(answer(model, batch["crops"], bf16=run_config.bf16), batch["raised"])

    def exam() -> Exam:
        # No chunk of any run has a seed of three numbers.
        samples = rendered_until(designs, _HELD_OUT, np.random.default_rng([run_config.seed, 0, 1]))
        return on_photos(levels_exam(samples))

    task = Task(
        name="leveller",
        shown="crops",
        chunk=partial(leveller_batches, designs=designs),
        per_chunk=PER_CHUNK,
        loss=loss_of,
        exam=exam,
    )
    model = prepared(LevellerNetwork, task, run_config, hyper.batch)
    optimizer = torch.optim.AdamW(model.parameters(), lr=hyper.top_rate, weight_decay=hyper.weight_decay)
    Run(model, optimizer, task, run_config, hyper).follow()
