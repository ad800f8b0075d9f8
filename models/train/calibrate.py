"""Temperatures that calibrate a network's probabilities, fitted on scenes that no run trains on."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from yakulens.datasets.render.designs import TileDesigns
from yakulens.models.train.held_out import blob_of
from yakulens.models.train.layout_scenes import layout_scene
from yakulens.models.train.layout_seen import SeenBank
from yakulens.models.train.layout_truth import UNKNOWN, Truth
from yakulens.models.train.leveller_samples import rendered_until
from yakulens.models.train.reader_samples import ReaderSample, rendered_reader
from yakulens.vision.inference import InferenceSession
from yakulens.vision.layout import INPUT
from yakulens.vision.layout.answers import HEADS
from yakulens.vision.layout.network import MASK, PAIRS
from yakulens.vision.layout.tokens import tokens
from yakulens.vision.naming import leveller, reader
from yakulens.vision.naming.crop_answers import log_softmax

_SEED: Final = 1
_LEAST: Final = 4000
"""Minimum number of crops to read."""
_GRID = np.exp(np.linspace(np.log(0.3), np.log(3.0), 93))
_MAX_PAIRS: Final = 400
"""Maximum number of pairs from one scene: a whole table would otherwise outweigh all other scenes."""


def loss_at(temperature: float, logits: NDArray[np.float32], truth: NDArray[np.int64]) -> float:
    """Mean negative log-likelihood of the true classes ``(N,)`` under logits ``(N, K)`` / ``temperature``."""
    log_probs = log_softmax(logits.astype(np.float64) / temperature)
    return -float(log_probs[np.arange(len(truth)), truth].mean())


def fit_temperature(logits: NDArray[np.float32], truth: NDArray[np.int64]) -> float:
    """The temperature between 0.3 and 3 that makes ``truth`` most likely."""
    return float(min(_GRID, key=lambda t: loss_at(float(t), logits, truth)))


def binary_logits(odds: NDArray[np.float32]) -> NDArray[np.float32]:
    """Convert log odds ``(N,)`` to logits of no and yes, ``(N, 2)``."""
    return np.stack([np.zeros_like(odds), odds], axis=1)


def calibrate(session: InferenceSession, designs: TileDesigns) -> tuple[float, float]:
    """A reader's temperatures for faces and for top edges, rounded to two decimals."""
    rng = np.random.default_rng([_SEED, 77])
    samples: list[ReaderSample] = []
    outputs: list[dict[str, NDArray[np.float32]]] = []
    while len(samples) < _LEAST:
        if drawn := [sample for sample in rendered_reader(designs, rng) if sample.face >= 0]:
            samples += drawn
            outputs.append(session.run({reader.INPUT: blob_of([sample.crop for sample in drawn])}))
    faces, ups = (np.concatenate([output[name] for output in outputs]) for name in ("faces", "ups"))
    return (
        round(fit_temperature(faces, np.array([sample.face for sample in samples])), 2),
        round(fit_temperature(ups, np.array([sample.up for sample in samples])), 2),
    )


def calibrate_levels(session: InferenceSession, designs: TileDesigns) -> float:
    """The temperature of a leveller, rounded to two decimals."""
    samples = rendered_until(designs, _LEAST // 2, np.random.default_rng([_SEED, 78]))
    odds = session.run({leveller.INPUT: blob_of([sample.crop for sample in samples])})[leveller.OUTPUT]
    truth = np.array([int(sample.stacked) for sample in samples])
    return round(fit_temperature(binary_logits(odds), truth), 2)


def calibrate_layout(
    session: InferenceSession, *, scenes: int = 400, seed: int = 1, bank: SeenBank | None = None
) -> dict[str, float]:
    """Temperatures of the layout network's heads, by their keys on the card, rounded to two decimals.

    ``seed`` draws the scenes; `models.train.layout_scenes.layout_scene` describes ``bank``.
    """
    rng = np.random.default_rng([seed, 79, 1])
    logits: dict[str, list[NDArray[np.float32]]] = {head: [] for head in HEADS}
    classes: dict[str, list[NDArray[np.int64]]] = {head: [] for head in HEADS}
    for _ in range(scenes):
        scene = layout_scene(rng, bank=bank)
        inputs = tokens(scene.detections)
        mask = np.ones((1, len(inputs.tiles)), np.float32)
        outputs = session.run({INPUT: inputs.tiles[None], PAIRS: inputs.pairs[None], MASK: mask})
        by_head = _logits_and_classes(rng, {head: outputs[head][0] for head in HEADS}, scene.truth)
        for head, (head_logits, head_classes) in by_head.items():
            logits[head].append(head_logits)
            classes[head].append(head_classes)
    return {
        HEADS[head]: round(fit_temperature(np.concatenate(logits[head]), np.concatenate(classes[head])), 2)
        for head in HEADS
    }


def _logits_and_classes(
    rng: np.random.Generator, outputs: dict[str, NDArray[np.float32]], truth: Truth
) -> dict[str, tuple[NDArray[np.float32], NDArray[np.int64]]]:
    """For each head, the logits ``(K, classes)`` of one scene and the true classes ``(K,)``."""
    rows, columns = (part.astype(np.intp) for part in np.triu_indices(len(truth.roles), 1))
    if len(rows) > _MAX_PAIRS:
        chosen = rng.choice(len(rows), _MAX_PAIRS, replace=False)
        rows, columns = rows[chosen], columns[chosen]
    known = truth.seats != UNKNOWN
    by_head = {
        "roles": (outputs["roles"], truth.roles),
        "seats": (outputs["seats"][known], truth.seats[known]),
        "meant": (binary_logits(outputs["meant"]), truth.meant.astype(np.int64)),
    }
    for head, numbers in (("call", truth.calls), ("hand", truth.hands)):
        same = (numbers[rows] == numbers[columns]) & (numbers[rows] != UNKNOWN)
        by_head[head] = (binary_logits(outputs[head][rows, columns]), same.astype(np.int64))
    return by_head
