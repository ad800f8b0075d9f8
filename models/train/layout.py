"""The layout network and its training: a set transformer over the detections of a photo.

It predicts what each detection is and which detections belong together. The relative pose of each pair of
tiles (`vision.layout.tokens`) is a bias of every attention layer. The network is equivariant to the order of
the tiles and invariant to turning the photo.
"""

import math
from collections.abc import Sequence
from functools import partial
from typing import Final, TypeAlias

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from yakulens.models.evaluate.rates import Rate
from yakulens.models.train.hyper import Hyper
from yakulens.models.train.layout_scenes import LayoutScene, layout_scene
from yakulens.models.train.layout_seen import SeenBank
from yakulens.models.train.layout_truth import UNKNOWN
from yakulens.models.train.run import Run
from yakulens.models.train.stream import Batch
from yakulens.models.train.task import RunConfig, Task, prepared
from yakulens.vision.layout.decode.opinion import ROLES, SEATS
from yakulens.vision.layout.tokens import OF_PAIR, OF_TILE, tokens

WIDTH: Final = 128
_LAYERS: Final = 5
_HEADS: Final = 4
_INNER: Final = 384
_PAIR: Final = 32
_PADDING_BIAS: Final = -1e4
"""Added to the attention logits of padding."""
_HAND_BATCHES, _TABLE_BATCHES = 6, 10
"""Batches of hands and of whole tables per chunk."""
PER_CHUNK: Final = _HAND_BATCHES + _TABLE_BATCHES
_TABLE_FACTOR: Final = 4
"""A batch of whole tables has this many times fewer scenes: as many tiles, and pairs that fit a cache."""
_TARGETS: Final = ("roles", "seats", "meant", "calls", "hands")
_ROLE_WEIGHTS: Final = {"won": 4.0}
"""Weights of rare roles in the loss; all others have weight 1."""
_LOSS_WEIGHTS: Final = {"role": 1.0, "seat": 0.3, "meant": 0.5, "call": 0.3, "hand": 1.0}
"""Weights of the loss's parts; the part of calls is a sum over all pairs of a tile."""
HELD_OUT: Final = (200, 100)
"""Numbers of scenes of a hand and of whole tables that evaluate a run."""

Logits: TypeAlias = tuple[torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor]
"""``roles`` (B, N, 7), ``seats`` (B, N, 4), ``meant`` (B, N), ``call`` and ``hand`` (B, N, N)."""


class Dense(nn.Module):
    """A linear layer whose weights keep name and shape in an ONNX file, so that they can be fine-tuned."""

    def __init__(self, inner: int, outer: int) -> None:
        """Initialise random weights, ``(inner, outer)``."""
        super().__init__()
        bound = 1 / math.sqrt(inner)
        self.weight = nn.Parameter(torch.empty(inner, outer).uniform_(-bound, bound))
        self.bias = nn.Parameter(torch.zeros(outer))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """``(..., inner)`` → ``(..., outer)``."""
        if torch.onnx.is_in_onnx_export():
            return torch.matmul(x, self.weight) + self.bias
        return functional.linear(x, self.weight.t(), self.bias)

    def planes(self, pairs: torch.Tensor) -> torch.Tensor:
        """``(B, N, N, inner)`` → ``(B, outer, N, N)``, contiguous in each outer channel."""
        if torch.onnx.is_in_onnx_export():
            return self.forward(pairs).permute(0, 3, 1, 2)
        b, n, _, inner = pairs.shape
        planes = torch.matmul(self.weight.t(), pairs.reshape(b, n * n, inner).transpose(1, 2))
        shifted: torch.Tensor = planes + self.bias[:, None]
        return shifted.reshape(b, -1, n, n)


class TransformerLayer(nn.Module):
    """One transformer layer: attention with a bias per pair, then a feed-forward network per tile.

    ``asked``, ``offered`` and ``told`` project to queries, keys and values.
    """

    def __init__(self) -> None:
        """Begin with random weights."""
        super().__init__()
        self.before = nn.LayerNorm(WIDTH)
        self.asked, self.offered, self.told = (Dense(WIDTH, WIDTH) for _ in range(3))
        self.out = Dense(WIDTH, WIDTH)
        self.between = nn.LayerNorm(WIDTH)
        self.wide, self.narrow = Dense(WIDTH, _INNER), Dense(_INNER, WIDTH)

    def forward(self, x: torch.Tensor, bias: torch.Tensor) -> torch.Tensor:
        """Tiles ``(B, N, WIDTH)``, biases ``(B, heads, N, N)``."""
        y = self.before(x)
        queries, keys, values = (_split_heads(part(y)) for part in (self.asked, self.offered, self.told))
        attention = torch.matmul(queries, keys.transpose(2, 3)) * (WIDTH / _HEADS) ** -0.5 + bias
        attended = torch.matmul(attention.softmax(-1), values).transpose(1, 2).flatten(2)
        x = x + self.out(attended)
        out: torch.Tensor = x + self.narrow(functional.silu(self.wide(self.between(x))))
        return out


def _split_heads(x: torch.Tensor) -> torch.Tensor:
    """``(B, N, WIDTH)`` → ``(B, heads, N, WIDTH / heads)``."""
    b, n, _ = x.shape
    return x.reshape(b, n, _HEADS, WIDTH // _HEADS).transpose(1, 2)


class LayoutModule(nn.Module):
    """Tiles ``(B, N, OF_TILE)``, pairs ``(B, N, N, OF_PAIR)`` and a mask ``(B, N)`` → `Logits`.

    The names of the layers are those of the weights in checkpoints and exported files.
    """

    def __init__(self) -> None:
        """Begin with random weights."""
        super().__init__()
        self.enter, self.entered = Dense(OF_TILE, WIDTH), Dense(WIDTH, WIDTH)
        self.lies, self.lying = Dense(OF_PAIR, _PAIR), Dense(_PAIR, _PAIR)
        self.biases = Dense(_PAIR, _LAYERS * _HEADS)
        self.layers = nn.ModuleList(TransformerLayer() for _ in range(_LAYERS))
        self.last = nn.LayerNorm(WIDTH)
        self.single = Dense(WIDTH, len(ROLES) + len(SEATS) + 1)
        self.one, self.other = Dense(WIDTH, 2 * _PAIR), Dense(WIDTH, 2 * _PAIR)
        self.both, self.lie = Dense(WIDTH, _PAIR), Dense(_PAIR, _PAIR)
        self.together = Dense(_PAIR, 2)

    def forward(self, tiles: torch.Tensor, pairs: torch.Tensor, mask: torch.Tensor) -> Logits:
        """Return the logits; ``mask`` float32 is 1 for a tile and 0 for padding."""
        x = self.entered(functional.silu(self.enter(tiles)))
        poses = functional.relu(self.lying(functional.relu(self.lies(pairs))))
        padding = (1 - mask)[:, None, None] * _PADDING_BIAS
        biases = self.biases.planes(poses)
        for k, layer in enumerate(self.layers):
            x = layer(x, biases[:, k * _HEADS : (k + 1) * _HEADS] + padding)
        x = self.last(x)
        roles, seats, meant = self.single(x).split([len(ROLES), len(SEATS), 1], 2)
        call, hand = self._pairs(x, poses)
        return roles, seats, meant[..., 0], call, hand

    def _pairs(self, x: torch.Tensor, poses: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Symmetric logits that two tiles are in one called set, and that they belong to one hand."""
        b, n, _ = x.shape
        left, right = (part(x).reshape(b, n, 2, _PAIR).transpose(1, 2) for part in (self.one, self.other))
        similarity = torch.matmul(left, right.transpose(2, 3)) * _PAIR**-0.5
        both = self.both(x)
        pair_features = functional.relu(self.lie(poses) + both[:, :, None] + both[:, None])
        logits = similarity + self.together.planes(pair_features)
        logits = (logits + logits.transpose(2, 3)) / 2
        return logits[:, 0], logits[:, 1]


def layout_batches(rng: np.random.Generator, size: int, bank: SeenBank | None = None) -> list[Batch]:
    """One chunk of batches as `collate` makes them, of ``size`` hands or fewer whole tables each.

    The scenes of a batch have about the same number of tiles, to save padding. ``bank`` is that of
    `models.train.layout_scenes.layout_scene`.
    """
    batches: list[list[LayoutScene]] = []
    table_size = max(1, size // _TABLE_FACTOR)
    for table, count, step in ((False, _HAND_BATCHES, size), (True, _TABLE_BATCHES, table_size)):
        drawn = (layout_scene(rng, table=table, bank=bank) for _ in range(count * step))
        scenes = sorted(drawn, key=lambda scene: len(scene.detections))
        batches += [scenes[k * step : (k + 1) * step] for k in range(count)]
    return [collate(batches[k]) for k in rng.permutation(PER_CHUNK).tolist()]


def collate(scenes: Sequence[LayoutScene]) -> Batch:
    """Scenes as one batch, padded to the longest.

    Returns:
        ``tiles``, ``pairs`` and ``mask`` as the network's input; ``roles``, ``seats``, ``meant``, ``calls``
        and ``hands``: int64 ``(B, N)``, ``UNKNOWN`` in padding.
    """
    b, longest = len(scenes), max(len(scene.detections) for scene in scenes)
    tiles = torch.zeros(b, longest, OF_TILE)
    pairs = torch.zeros(b, longest, longest, OF_PAIR)
    mask = torch.zeros(b, longest)
    targets = {name: torch.full((b, longest), UNKNOWN) for name in _TARGETS}
    for k, scene in enumerate(scenes):
        inputs, n = tokens(scene.detections), len(scene.detections)
        tiles[k, :n], pairs[k, :n, :n] = torch.from_numpy(inputs.tiles), torch.from_numpy(inputs.pairs)
        mask[k, :n] = 1
        for name, target in targets.items():
            target[k, :n] = torch.from_numpy(getattr(scene.truth, name))
    return {"tiles": tiles, "pairs": pairs, "mask": mask, **targets}


def same_number(numbers: torch.Tensor) -> torch.Tensor:
    """Whether two tiles have the same number, ``(B, N, N)``; ``UNKNOWN`` equals no number."""
    return (numbers[:, :, None] == numbers[:, None]) & (numbers != UNKNOWN)[:, :, None]


def loss(logits: Logits, batch: Batch) -> tuple[torch.Tensor, dict[str, float]]:
    """The weighted sum of the heads' cross entropies; its parts, and the share of correct roles."""
    roles, seats, meant, call, hand = logits
    tile = batch["mask"] > 0
    count = tile.sum()
    pairs = batch["mask"][:, :, None] * batch["mask"][:, None]
    pairs = pairs * (1 - torch.eye(pairs.shape[1]))
    seat = functional.cross_entropy(seats[tile], batch["seats"][tile], ignore_index=UNKNOWN, reduction="sum")
    role_weights = torch.tensor([_ROLE_WEIGHTS.get(role, 1.0) for role in ROLES])
    # The logits are shifted by the weights, so that the network's odds are those of unweighted scenes.
    weighted_roles = roles[tile] + role_weights.log()
    parts = {
        "role": functional.cross_entropy(weighted_roles, batch["roles"][tile], weight=role_weights),
        "seat": seat / count,
        "meant": functional.binary_cross_entropy_with_logits(meant[tile], batch["meant"][tile].float()),
        "call": _pair_loss(call, same_number(batch["calls"]), pairs) / count,
        "hand": _pair_loss(hand, same_number(batch["hands"]), pairs) / pairs.sum().clamp(min=1),
    }
    total = torch.stack([_LOSS_WEIGHTS[name] * part for name, part in parts.items()]).sum()
    right = (roles.argmax(2) == batch["roles"])[tile].float().mean()
    values = {name: part.item() for name, part in parts.items()}
    return total, {"loss": total.item(), **values, "right": right.item()}


def _pair_loss(logits: torch.Tensor, truth: torch.Tensor, weights: torch.Tensor) -> torch.Tensor:
    return functional.binary_cross_entropy_with_logits(logits, truth.float(), weight=weights, reduction="sum")


def predict(model: nn.Module, batch: Batch) -> Logits:
    """The logits of a network for a batch."""
    logits: Logits = model(batch["tiles"], batch["pairs"], batch["mask"])
    return logits


def accuracy(scenes: Sequence[LayoutScene], model: nn.Module) -> dict[str, Rate]:
    """Accuracy of a network on scenes.

    Returns:
        ``hands`` and ``tables``: the rate of scenes with every role correct. ``role``, ``seat``, ``meant``,
        ``call`` and ``hand``: the rate of tiles for which that head is correct, of whole calls and hands.
    """
    rates: dict[str, Rate] = {}
    for scene in scenes:
        batch = collate([scene])
        with torch.no_grad():
            right = _right(predict(model, batch), batch)
        kind = "tables" if scene.table else "hands"
        for name, answers in ((kind, right["role"].all()), *right.items()):
            rates[name] = rates.get(name, Rate(0, 0)) + Rate(int(answers.sum()), answers.numel())
    return rates


def _right(logits: Logits, batch: Batch) -> dict[str, torch.Tensor]:
    """For each head, whether it is right about each tile of one scene."""
    roles, seats, meant, call, hand = logits
    known = batch["seats"] != UNKNOWN
    diagonal = torch.eye(call.shape[1], dtype=torch.bool)[None]
    return {
        "role": (roles.argmax(2) == batch["roles"])[0],
        "seat": (seats.argmax(2) == batch["seats"])[known],
        "meant": ((meant > 0) == (batch["meant"] > 0))[0],
        "call": (((call > 0) == same_number(batch["calls"])) | diagonal).all(2)[0],
        "hand": (((hand > 0) == same_number(batch["hands"])) | diagonal).all(2)[0],
    }


def held_out_scenes(seed: int, bank: SeenBank | None = None) -> list[LayoutScene]:
    """Scenes that no run with this seed trains on: generators of chunks have seeds of two numbers."""
    rng = np.random.default_rng([seed, 0, 1])
    hands, tables = HELD_OUT
    return [layout_scene(rng, table=k >= hands, bank=bank) for k in range(hands + tables)]


def train_layout(run_config: RunConfig, hyper: Hyper, bank: SeenBank | None = None) -> None:
    """Train until the run is over, resuming from ``layout.pt`` in its folder if it exists.

    ``bank`` is that of `models.train.layout_scenes.layout_scene`.
    """
    task = Task(
        name="layout",
        shown="tiles",
        chunk=partial(layout_batches, bank=bank),
        per_chunk=PER_CHUNK,
        loss=lambda model, batch: loss(predict(model, batch), batch),
        exam=lambda: partial(accuracy, held_out_scenes(run_config.seed, bank)),
    )
    model = prepared(LayoutModule, task, run_config, hyper.batch)
    optimizer = torch.optim.AdamW(model.parameters(), lr=hyper.top_rate, weight_decay=hyper.weight_decay)
    Run(model, optimizer, task, run_config, hyper).follow()
