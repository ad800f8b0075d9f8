"""Temperatures that calibrate a network's probabilities, fitted on crops of rendered scenes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeVar

import numpy as np
from numpy.typing import NDArray

from yakulens.vision.inference import InferenceSession
from yakulens.vision.naming import leveller, reader
from yakulens.vision.synth.designs import TileDesigns
from yakulens.vision.train.held_out import blob_of
from yakulens.vision.train.leveller_samples import LevelSample, rendered_levels
from yakulens.vision.train.reader_sample import ReaderSample
from yakulens.vision.train.reader_samples import rendered_reader

_SEED: Final = 1
Sample = TypeVar("Sample", ReaderSample, LevelSample)
_GRID = np.exp(np.linspace(np.log(0.3), np.log(3.0), 93))


def loss_at(temperature: float, logits: NDArray[np.float32], truth: NDArray[np.int64]) -> float:
    """The mean negative log-likelihood of the true classes ``(N,)``, the logits ``(N, K)`` being divided."""
    scaled = logits.astype(np.float64) / temperature
    scaled -= scaled.max(axis=1, keepdims=True)
    log_sum = np.log(np.exp(scaled).sum(axis=1))
    return float((log_sum - scaled[np.arange(len(truth)), truth]).mean())


def fit_temperature(logits: NDArray[np.float32], truth: NDArray[np.int64]) -> float:
    """The temperature between 0.3 and 3 under which ``truth`` is likeliest."""
    return float(min(_GRID, key=lambda t: loss_at(float(t), logits, truth)))


def binary_logits(odds: NDArray[np.float32]) -> NDArray[np.float32]:
    """Log odds ``(N,)`` as the logits of no and yes, ``(N, 2)``."""
    return np.stack([np.zeros_like(odds), odds], axis=1)


def calibrate(session: InferenceSession, designs: TileDesigns) -> tuple[float, float]:
    """A reader's temperatures for faces and for tops, each to two places."""
    rng = np.random.default_rng([_SEED, 77])
    samples, logits = _predict(
        session, reader.INPUT, lambda: [s for s in rendered_reader(designs, rng) if s.face >= 0], 4000
    )
    return (
        round(fit_temperature(logits["faces"], np.array([s.face for s in samples])), 2),
        round(fit_temperature(logits["ups"], np.array([s.up for s in samples])), 2),
    )


def calibrate_levels(session: InferenceSession, designs: TileDesigns) -> float:
    """The temperature of a leveller, to two places."""
    rng = np.random.default_rng([_SEED, 78])
    samples, logits = _predict(session, leveller.INPUT, lambda: rendered_levels(designs, rng), 2000)
    return round(
        fit_temperature(binary_logits(logits["raised"]), np.array([int(s.raised) for s in samples])), 2
    )


def _predict(
    session: InferenceSession, name: str, draw: Callable[[], list[Sample]], count: int
) -> tuple[list[Sample], dict[str, NDArray[np.float32]]]:
    """At least ``count`` samples, drawn scene by scene, and a network's outputs for their crops."""
    samples: list[Sample] = []
    outputs: dict[str, list[NDArray[np.float32]]] = {}
    while len(samples) < count:
        if drawn := draw():
            samples += drawn
            for head, rows in session.run({name: blob_of([sample.crop for sample in drawn])}).items():
                outputs.setdefault(head, []).append(rows)
    return samples, {head: np.concatenate(rows) for head, rows in outputs.items()}
