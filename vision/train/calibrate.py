"""Temperatures that calibrate a network's probabilities, fitted on crops of rendered scenes."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from yakulens.vision.inference import InferenceSession
from yakulens.vision.naming import reader
from yakulens.vision.synth.designs import TileDesigns
from yakulens.vision.train.held_out import blob_of
from yakulens.vision.train.reader_sample import ReaderSample
from yakulens.vision.train.reader_samples import rendered_reader

_SEED: Final = 1
_LEAST: Final = 4000
"""Crops that are read at least."""
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
