"""The reader network: a small residual CNN on rectified crops, with four heads."""

from typing import TypeAlias

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from yakulens.datasets.render.choice import one_of
from yakulens.datasets.render.designs import TileDesigns
from yakulens.models.train.held_out import faces_exam
from yakulens.models.train.hyper import Hyper
from yakulens.models.train.reader_samples import (
    ReaderSample,
    real_empty,
    real_no_tile,
    real_reader,
    rendered_reader,
)
from yakulens.models.train.real_photos import RealPhoto
from yakulens.models.train.run import Run
from yakulens.models.train.stream import Batch
from yakulens.models.train.task import RunConfig, Task, answer, on_photos, prepared
from yakulens.vision.labels import LABELS
from yakulens.vision.naming.crop_answers import FACE_IN_CROP
from yakulens.vision.picture.pyramid import Pyramid

Answers: TypeAlias = (
    "tuple[torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor]"
)
"""Logits of face and top, corners, log odds that there is a tile, features, and the feature map before
pooling."""

_WIDTHS = (24, 48, 112, 192)
_MAP_MODULES = 8
"""Modules of the body before the feature map that adaptation uses; the next one halves its resolution."""
PER_CHUNK = 6
"""Batches whose rendered crops are shuffled together, from twenty scenes or more."""
_NO_TILE = 0.1
"""Share of the real crops that show a place beside tiles."""
_EMPTY_PHOTOS = 0.06
"""Share of the real crops taken from photos without tiles: desks, keyboards, empty trays."""
_CORNER_GAIN = 0.25
"""Unit of the corner head's raw outputs, a share of the crop: they are offsets from the ideal corners."""


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
    """Crops ``(N, 3, 96, 80)`` → `Answers`.

    The answers are ``(N, 39)``, ``(N, 4)``, ``(N, 4, 2)`` and ``(N,)``. For adaptation to other tile sets
    follow the features ``(N, 192)`` from which the last layer names the face, and a feature map
    ``(N, 112, 12, 10)``. All are float32.
    """

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
        self.present = nn.Linear(d, 1)
        # Top and corners depend on positions: keep the map, with fewer channels.
        self.place = nn.Sequential(
            nn.Conv2d(d, 48, 1), nn.SiLU(), nn.Flatten(), nn.Linear(48 * 6 * 5, 128), nn.SiLU()
        )
        self.ups = nn.Linear(128, 4)
        self.corners = nn.Linear(128, 8)
        self.register_buffer("ideal", torch.from_numpy(FACE_IN_CROP.copy()))

    def forward(self, x: torch.Tensor) -> Answers:
        """The answers for crops ``(N, 3, 96, 80)`` float32 in 0..1; see the class."""
        maps = self.body[:_MAP_MODULES]((x - 0.5) * 4)
        y = self.body[_MAP_MODULES:](maps)
        features = y.mean((2, 3))
        pooled = self.drop(features)
        place = self.place(y)
        corners = self.ideal + _CORNER_GAIN * self.corners(place).view(-1, 4, 2)
        return self.faces(pooled), self.ups(place), corners, self.present(pooled)[:, 0], features, maps


class ReaderCrops:
    """Makes chunks of batches of crops, each from many scenes."""

    def __init__(self, designs: TileDesigns, photos: list[RealPhoto], *, real: float) -> None:
        """Index the tiles of the photos, if any.

        ``real``, 0..1, is the share of crops from photos in a batch.
        """
        self.designs, self.photos = designs, photos
        self.by_face: dict[tuple[str, str], list[tuple[int, int]]] = {}
        for p, photo in enumerate(photos):
            for i in photo.named().tolist():
                self.by_face.setdefault((photo.tile_set, photo.labels[i]), []).append((p, i))
        self.kinds = sorted(self.by_face)
        self.empty = [p for p, photo in enumerate(photos) if photo.is_empty()]
        self.real = real if self.kinds else 0.0
        self._pixels: dict[int, Pyramid] = {}

    def __call__(self, rng: np.random.Generator, size: int) -> list[Batch]:
        """Batches of ``size`` ``crops`` with their ``faces``, ``ups`` and ``corners``; see `ReaderSample`."""
        n_real = round(size * self.real)
        rendered = size - n_real
        pool: list[ReaderSample] = []
        while len(pool) < PER_CHUNK * rendered:
            pool += rendered_reader(self.designs, rng)
        order = rng.permutation(len(pool))
        return [
            _batch(
                [pool[k] for k in order[b * rendered : (b + 1) * rendered]]
                + [self._real(rng) for _ in range(n_real)]
            )
            for b in range(PER_CHUNK)
        ]

    def _real(self, rng: np.random.Generator) -> ReaderSample:
        if self.empty and rng.random() < _EMPTY_PHOTOS:
            return real_empty(self._photo(one_of(rng, self.empty)), rng)
        # Draw a boxed tile evenly over tile sets and faces, not over photos.
        tiles = self.by_face[one_of(rng, self.kinds)]
        p, i = one_of(rng, tiles)
        photo, pixels = self.photos[p], self._photo(p)
        sample = real_no_tile(photo, pixels, rng) if rng.random() < _NO_TILE else None
        return sample or real_reader(photo, i, pixels, rng)

    def _photo(self, p: int) -> Pyramid:
        if p not in self._pixels:
            self._pixels[p] = Pyramid(self.photos[p].pixels())
        return self._pixels[p]


def _batch(samples: list[ReaderSample]) -> Batch:
    return {
        "crops": torch.from_numpy(np.stack([s.crop for s in samples])),
        "faces": torch.tensor([s.face for s in samples]),
        "ups": torch.tensor([s.up for s in samples]),
        "corners": torch.from_numpy(np.stack([s.corners for s in samples])),
    }


def loss(out: Answers, batch: dict[str, torch.Tensor]) -> tuple[torch.Tensor, dict[str, float]]:
    """Cross entropies of face (uniform without a tile), top and presence, and the corners' distance."""
    faces, ups, corners, present = (t.float() for t in out[:4])
    truth = batch["faces"]
    target = functional.one_hot(truth.clamp(min=0), len(LABELS)).float() * 0.96 + 0.04 / len(LABELS)
    target = torch.where((truth < 0)[:, None], torch.full_like(target, 1 / len(LABELS)), target)
    face = functional.cross_entropy(faces, target)
    up = functional.cross_entropy(ups, batch["ups"], ignore_index=-1)
    known = torch.isfinite(batch["corners"]).all(-1).all(-1)
    corner = functional.smooth_l1_loss(corners[known], batch["corners"][known], beta=0.02)
    tile = functional.binary_cross_entropy_with_logits(present, (truth >= 0).float())
    right = (faces.argmax(1) == truth)[truth >= 0].float().mean()
    parts = {"face": face, "up": up, "corner": corner, "tile": tile, "right": right}
    total = face + 0.3 * up + 8.0 * corner + 0.5 * tile
    return total, {name: part.item() for name, part in parts.items()}


def train_reader(
    designs: TileDesigns,
    photos: list[RealPhoto],
    held_out: list[RealPhoto],
    run_config: RunConfig,
    hyper: Hyper,
) -> None:
    """Train until the run is over, resuming from ``reader.pt`` in its folder if it exists.

    ``photos`` are real ones with boxes; ``held_out`` ones evaluate the run. Either may be empty.
    """
    task = Task(
        name="reader",
        shown="crops",
        chunk=ReaderCrops(designs, photos, real=hyper.real),
        per_chunk=PER_CHUNK,
        loss=lambda model, batch: loss(answer(model, batch["crops"], bf16=run_config.bf16), batch),
        exam=(lambda: on_photos(faces_exam(held_out))) if held_out else None,
    )
    model = prepared(ReaderNetwork, task, run_config, hyper.batch)
    optimizer = torch.optim.AdamW(model.parameters(), lr=hyper.top_rate, weight_decay=hyper.weight_decay)
    Run(model, optimizer, task, run_config, hyper).follow()
