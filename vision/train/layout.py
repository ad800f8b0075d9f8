"""The layout network: a set transformer over detections that says what each is and which belong together.

How two tiles lie is told by numbers in the first one's own frame (``vision.layout.tokens``), which become a
bias of every layer's attention: so the order of the tiles means nothing, and neither does which way is up.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn
from torch.nn import functional

from yakulens.vision.evaluate.rates import Rate
from yakulens.vision.layout.roles import ROLES, SEATS
from yakulens.vision.layout.tokens import OF_PAIR, OF_TILE, tokens
from yakulens.vision.train.hyper import Hyper
from yakulens.vision.train.layout_scenes import LayoutScene, layout_scene
from yakulens.vision.train.layout_seen import SeenBank
from yakulens.vision.train.layout_truth import UNKNOWN
from yakulens.vision.train.record import RunError
from yakulens.vision.train.run import Run, RunConfig, Task
from yakulens.vision.train.stream import Batch
from yakulens.vision.train.weights import weights_of

WIDTH: Final = 128
_LAYERS: Final = 4
_HEADS: Final = 4
_INNER: Final = 384
_PAIR: Final = 32
_HIDDEN_BIAS: Final = -1e4
"""Added to the attention that padding would get."""
_HANDS, _TABLES = 6, 10
"""Batches of hands and of whole tables in a chunk. Of each kind the scenes are sorted by how many tiles they
have, so that little is padded."""
PER_CHUNK: Final = _HANDS + _TABLES
_SMALLER: Final = 4
"""A batch of whole tables has so many times fewer scenes: about as many tiles, and pairs that fit a cache."""
_PAD: Final = -1
_RARE: Final = {"won": 4.0}
"""Tiles of these roles count so many times in the loss, since there is one of them among many others."""
_WEIGHTS: Final = {"role": 1.0, "seat": 0.3, "meant": 0.5, "call": 0.3, "hand": 1.0}
"""How much each part of the loss counts; that of calls is a sum over all a tile's pairs."""
HELD_OUT: Final = (200, 100)
"""So many scenes of a hand, and whole tables, are never learnt from and tell how a run does."""

Answers: TypeAlias = tuple[torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor]
"""Logits: ``roles`` (B, N, 7), ``seats`` (B, N, 4), ``meant`` (B, N), ``call`` and ``hand`` (B, N, N)."""


class Dense(nn.Module):
    """A linear layer whose weights keep name and shape in an ONNX file, so that one can be gone on from."""

    def __init__(self, inner: int, outer: int) -> None:
        """Begin with random weights, ``(inner, outer)``."""
        super().__init__()
        reach = 1 / math.sqrt(inner)
        self.weight = nn.Parameter(torch.empty(inner, outer).uniform_(-reach, reach))
        self.bias = nn.Parameter(torch.zeros(outer))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """``(..., inner)`` → ``(..., outer)``."""
        if torch.onnx.is_in_onnx_export():
            return torch.matmul(x, self.weight) + self.bias
        return functional.linear(x, self.weight.t(), self.bias)

    def planes(self, pairs: torch.Tensor) -> torch.Tensor:
        """``(B, N, N, inner)`` → ``(B, outer, N, N)``, each plane lying together."""
        if torch.onnx.is_in_onnx_export():
            return self.forward(pairs).permute(0, 3, 1, 2)
        b, n, _, inner = pairs.shape
        planes = torch.matmul(self.weight.t(), pairs.reshape(b, n * n, inner).transpose(1, 2))
        shifted: torch.Tensor = planes + self.bias[:, None]
        return shifted.reshape(b, -1, n, n)


class Layer(nn.Module):
    """One transformer layer: attention, biased by how tiles lie, then a feed-forward step for each tile."""

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
        asked, offered, told = (_split(part(y)) for part in (self.asked, self.offered, self.told))
        weights = torch.matmul(asked, offered.transpose(2, 3)) * (WIDTH / _HEADS) ** -0.5 + bias
        seen = torch.matmul(weights.softmax(-1), told).transpose(1, 2).flatten(2)
        x = x + self.out(seen)
        rest: torch.Tensor = x + self.narrow(functional.silu(self.wide(self.between(x))))
        return rest


def _split(x: torch.Tensor) -> torch.Tensor:
    """``(B, N, WIDTH)`` → ``(B, heads, N, WIDTH / heads)``."""
    b, n, _ = x.shape
    return x.reshape(b, n, _HEADS, WIDTH // _HEADS).transpose(1, 2)


class LayoutNetwork(nn.Module):
    """Tiles ``(B, N, OF_TILE)``, pairs ``(B, N, N, OF_PAIR)`` and a mask ``(B, N)`` → `Answers`."""

    def __init__(self) -> None:
        """Begin with random weights."""
        super().__init__()
        self.enter, self.entered = Dense(OF_TILE, WIDTH), Dense(WIDTH, WIDTH)
        self.lies, self.lying = Dense(OF_PAIR, _PAIR), Dense(_PAIR, _PAIR)
        self.biases = Dense(_PAIR, _LAYERS * _HEADS)
        self.layers = nn.ModuleList(Layer() for _ in range(_LAYERS))
        self.last = nn.LayerNorm(WIDTH)
        self.single = Dense(WIDTH, len(ROLES) + len(SEATS) + 1)
        self.one, self.other = Dense(WIDTH, 2 * _PAIR), Dense(WIDTH, 2 * _PAIR)
        self.both, self.lie = Dense(WIDTH, _PAIR), Dense(_PAIR, _PAIR)
        self.together = Dense(_PAIR, 2)

    def forward(self, tiles: torch.Tensor, pairs: torch.Tensor, mask: torch.Tensor) -> Answers:
        """The answers; ``mask`` is 1 where there is a tile and 0 where there is padding, float32."""
        x = self.entered(functional.silu(self.enter(tiles)))
        lying = functional.relu(self.lying(functional.relu(self.lies(pairs))))
        hidden = (1 - mask)[:, None, None] * _HIDDEN_BIAS
        biases = self.biases.planes(lying)
        for k, layer in enumerate(self.layers):
            x = layer(x, biases[:, k * _HEADS : (k + 1) * _HEADS] + hidden)
        x = self.last(x)
        single = self.single(x)
        roles, seats, meant = single.split([len(ROLES), len(SEATS), 1], 2)
        call, hand = self._pairs(x, lying)
        return roles, seats, meant[..., 0], call, hand

    def _pairs(self, x: torch.Tensor, lying: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Whether two tiles lie in one called set, and whether they belong to one hand: symmetric logits."""
        b, n, _ = x.shape
        one, other = (part(x).reshape(b, n, 2, _PAIR).transpose(1, 2) for part in (self.one, self.other))
        alike = torch.matmul(one, other.transpose(2, 3)) * _PAIR**-0.5
        both = self.both(x)
        seen = functional.relu(self.lie(lying) + both[:, :, None] + both[:, None])
        logits = alike + self.together.planes(seen)
        logits = (logits + logits.transpose(2, 3)) / 2
        return logits[:, 0], logits[:, 1]


@dataclass(frozen=True, slots=True)
class LayoutScenes:
    """Makes batches of scenes; those of a batch have about equally many tiles, so that little is padded.

    Attributes:
        batch: hands a batch.
        bank: what a recogniser really said of tiles; None makes it up.
    """

    batch: int
    bank: SeenBank | None = None

    def __call__(self, rng: np.random.Generator) -> list[Batch]:
        """Batches as `batch_of` makes them."""
        few = max(1, self.batch // _SMALLER)
        parts = [
            *self._sorted(rng, _HANDS, self.batch, table=False),
            *self._sorted(rng, _TABLES, few, table=True),
        ]
        return [batch_of(parts[k]) for k in rng.permutation(PER_CHUNK).tolist()]

    def _sorted(
        self, rng: np.random.Generator, count: int, size: int, *, table: bool
    ) -> list[list[LayoutScene]]:
        """So many parts of scenes of one kind, each of scenes with about as many tiles."""
        drawn = (layout_scene(rng, table=table, bank=self.bank) for _ in range(count * size))
        scenes = sorted(drawn, key=lambda scene: len(scene.found))
        return [scenes[k * size : (k + 1) * size] for k in range(count)]


def batch_of(scenes: Sequence[LayoutScene]) -> Batch:
    """Scenes as one batch, padded to the longest.

    Returns:
        ``tiles``, ``pairs`` and ``mask`` as the network takes them; ``roles``, ``seats``, ``meant``,
        ``calls`` and ``hands``: int64 ``(B, N)``, -1 where padded or unknown.
    """
    most = max(len(scene.found) for scene in scenes)
    b = len(scenes)
    tiles = np.zeros((b, most, OF_TILE), np.float32)
    pairs = np.zeros((b, most, most, OF_PAIR), np.float32)
    mask = np.zeros((b, most), np.float32)
    names = ("roles", "seats", "meant", "calls", "hands")
    truth = {name: np.full((b, most), _PAD, np.int64) for name in names}
    for k, scene in enumerate(scenes):
        told, n = tokens(scene.found), len(scene.found)
        tiles[k, :n], pairs[k, :n, :n], mask[k, :n] = told.tiles, told.pairs, 1
        for name in names:
            truth[name][k, :n] = getattr(scene.truth, name)
    arrays: Mapping[str, NDArray[np.float32] | NDArray[np.int64]] = {
        "tiles": tiles, "pairs": pairs, "mask": mask, **truth
    }  # fmt: skip
    return {name: torch.from_numpy(array) for name, array in arrays.items()}


def together(numbers: torch.Tensor) -> torch.Tensor:
    """``(B, N, N)`` which two have the same number, ``UNKNOWN`` being that of none."""
    return (numbers[:, :, None] == numbers[:, None]) & (numbers != UNKNOWN)[:, :, None]


def loss(out: Answers, batch: Batch) -> tuple[torch.Tensor, dict[str, float]]:
    """Cross entropies of every head over what is known, weighted, and how many roles are right."""
    roles, seats, meant, call, hand = out
    there = batch["mask"] > 0
    count = there.sum()
    pairs = batch["mask"][:, :, None] * batch["mask"][:, None]
    pairs = pairs * (1 - torch.eye(pairs.shape[1]))
    owner = functional.cross_entropy(
        seats[there], batch["seats"][there], ignore_index=UNKNOWN, reduction="sum"
    )
    often = torch.tensor([_RARE.get(role, 1.0) for role in ROLES])
    # What counts more often is shown as likelier by as much: so the network's odds are those of real scenes.
    shown = roles[there] + often.log()
    parts = {
        "role": functional.cross_entropy(shown, batch["roles"][there], weight=often),
        "seat": owner / count,
        "meant": functional.binary_cross_entropy_with_logits(meant[there], batch["meant"][there].float()),
        "call": _doubt(call, together(batch["calls"]), pairs) / count,
        "hand": _doubt(hand, together(batch["hands"]), pairs) / pairs.sum().clamp(min=1),
    }
    whole = torch.stack([_WEIGHTS[name] * part for name, part in parts.items()]).sum()
    right = (roles.argmax(2) == batch["roles"])[there].float().mean()
    told = {name: part.item() for name, part in parts.items()}
    return whole, {"loss": whole.item(), **told, "right": right.item()}


def _doubt(logits: torch.Tensor, truth: torch.Tensor, pairs: torch.Tensor) -> torch.Tensor:
    """The cross entropy of yes and no, summed over pairs."""
    return functional.binary_cross_entropy_with_logits(logits, truth.float(), weight=pairs, reduction="sum")


def answers(model: nn.Module, batch: Batch) -> Answers:
    """What a network says of a batch."""
    said: Answers = model(batch["tiles"], batch["pairs"], batch["mask"])
    return said


def judged(scenes: Sequence[LayoutScene], model: nn.Module) -> dict[str, Rate]:
    """How much of scenes a network gets right.

    Returns:
        ``hands`` and ``tables``: of how many every role is right; of how many tiles the ``role``, the
        ``seat``, whether it is ``meant``, with which it is in one ``call`` and with which in one ``hand``.
    """
    hits: dict[str, list[int]] = {}
    for scene in scenes:
        batch = batch_of([scene])
        with torch.no_grad():
            right = _right(answers(model, batch), batch)
        whole = bool(right["role"].all())
        for name, found in (("tables" if scene.table else "hands", torch.tensor([whole])), *right.items()):
            hit, total = hits.get(name, (0, 0))
            hits[name] = [hit + int(found.sum()), total + found.numel()]
    return {name: Rate(hit, total) for name, (hit, total) in hits.items()}


def _right(out: Answers, batch: Batch) -> dict[str, torch.Tensor]:
    """For each tile of one scene whether each head is right about it."""
    roles, seats, meant, call, hand = out
    known = batch["seats"] != UNKNOWN
    others = ~torch.eye(call.shape[1], dtype=torch.bool)[None]
    return {
        "role": (roles.argmax(2) == batch["roles"])[0],
        "seat": (seats.argmax(2) == batch["seats"])[known],
        "meant": ((meant > 0) == (batch["meant"] > 0))[0],
        "call": (((call > 0) == together(batch["calls"])) | ~others).all(2)[0],
        "hand": (((hand > 0) == together(batch["hands"])) | ~others).all(2)[0],
    }


def held_out(seed: int, bank: SeenBank | None = None) -> list[LayoutScene]:
    """Scenes that no run of the seed learns from: no chunk of any has three numbers to its seed."""
    rng = np.random.default_rng([seed, 0, 1])
    hands, tables = HELD_OUT
    return [layout_scene(rng, table=k >= hands, bank=bank) for k in range(hands + tables)]


def begun(run_config: RunConfig) -> LayoutNetwork:
    """A network ready to be trained: afresh, or with the weights of an exported one.

    Raises:
        RunError: that has other weights.
    """
    torch.set_num_threads(run_config.threads)
    torch.manual_seed(run_config.seed)
    model = LayoutNetwork()
    if run_config.start is None:
        return model
    weights = weights_of(run_config.start)
    with torch.no_grad():
        for name, parameter in model.named_parameters():
            if name not in weights or weights[name].shape != tuple(parameter.shape):
                what = f"no layout network of this shape ({name} is missing or of another size)"
                raise RunError(run_config.start, what)
            parameter.copy_(torch.from_numpy(weights[name]))
    return model


def train_layout(run_config: RunConfig, hyper: Hyper, bank: SeenBank | None = None) -> None:
    """Train until the run is over, going on from ``layout.pt`` in its folder if it is there.

    ``bank`` is what a recogniser really said of tiles; without one it is made up.
    """

    def loss_of(model: nn.Module, sample: Batch) -> tuple[torch.Tensor, dict[str, float]]:
        return loss(answers(model, sample), sample)

    def judge() -> Callable[[nn.Module], dict[str, Rate]]:
        scenes = held_out(run_config.seed, bank)
        return lambda model: judged(scenes, model)

    task = Task(
        name="layout",
        shown="tiles",
        chunk=LayoutScenes(hyper.batch, bank),
        per_chunk=PER_CHUNK,
        loss=loss_of,
        answer=lambda output: output[0],
        judge=judge,
    )
    model = begun(run_config)
    optimizer = torch.optim.AdamW(model.parameters(), lr=hyper.top_rate, weight_decay=hyper.weight_decay)
    Run(model, optimizer, task, run_config, hyper).follow()
