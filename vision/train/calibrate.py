"""Temperatures that make probabilities mean what they say, on designs that the networks never saw."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from yakulens.vision.naming import leveller, reader
from yakulens.vision.train.leveller_samples import rendered_levels
from yakulens.vision.train.reader_samples import rendered_reader

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from yakulens.vision.inference import InferenceSession
    from yakulens.vision.synth.designs import TileDesigns

_GRID = np.exp(np.linspace(np.log(0.3), np.log(3.0), 93))


def loss_at(temperature: float, logits: NDArray[np.float32], truth: NDArray[np.int64]) -> float:
    """The mean negative log-likelihood of the true classes.

    Args:
        temperature: above 0; the logits are divided by it.
        logits: ``(N, K)`` float32.
        truth: ``(N,)`` int64, the true class of each row.

    >>> round(loss_at(1.0, np.zeros((3, 2), np.float32), np.array([0, 1, 0])), 4)
    0.6931
    """
    scaled = logits.astype(np.float64) / temperature
    scaled -= scaled.max(axis=1, keepdims=True)
    log_sum = np.log(np.exp(scaled).sum(axis=1))
    return float((log_sum - scaled[np.arange(len(truth)), truth]).mean())


def fit_temperature(logits: NDArray[np.float32], truth: NDArray[np.int64]) -> float:
    """The temperature between 0.3 and 3 under which ``truth`` is likeliest.

    >>> logits = np.array([[4.0, 0.0]] * 3 + [[0.0, 4.0]], np.float32)
    >>> fit_temperature(logits, np.array([0, 0, 0, 0])) > 2
    True
    """
    return float(min(_GRID, key=lambda t: loss_at(float(t), logits, truth)))


def calibrate(
    session: InferenceSession, designs: TileDesigns, *, crops: int = 4000, seed: int = 1
) -> tuple[float, float]:
    """Temperatures for faces and for tops.

    Args:
        session: the reader.
        designs: tile designs that the reader was not trained on.
        crops: how many crops to look at.
        seed: random seed of the scenes.

    Returns:
        ``(face_temperature, up_temperature)``, each to two places.
    """
    rng = np.random.default_rng([seed, 77])
    faces: list[NDArray[np.float32]] = []
    ups: list[NDArray[np.float32]] = []
    face_truth: list[int] = []
    up_truth: list[int] = []
    while len(face_truth) < crops:
        samples = [s for s in rendered_reader(designs, rng) if s.face >= 0]
        if not samples:
            continue
        blob = np.stack([s.crop for s in samples]).transpose(0, 3, 1, 2).astype(np.float32) / 255
        answer = session.run({reader.INPUT: np.ascontiguousarray(blob)})
        faces += list(answer["faces"])
        ups += list(answer["ups"])
        face_truth += [s.face for s in samples]
        up_truth += [s.up for s in samples]
    return (
        round(fit_temperature(np.array(faces), np.array(face_truth)), 2),
        round(fit_temperature(np.array(ups), np.array(up_truth)), 2),
    )


def calibrate_levels(
    session: InferenceSession, designs: TileDesigns, *, crops: int = 2000, seed: int = 1
) -> float:
    """The temperature of a leveller, to two places.

    Args:
        session: the leveller.
        designs: tile designs that the leveller was not trained on.
        crops: how many crops to look at.
        seed: random seed of the scenes.
    """
    rng = np.random.default_rng([seed, 78])
    odds: list[NDArray[np.float32]] = []
    truth: list[int] = []
    while len(truth) < crops:
        samples = rendered_levels(designs, rng)
        if not samples:
            continue
        blob = np.stack([s.crop for s in samples]).transpose(0, 3, 1, 2).astype(np.float32) / 255
        odds += list(session.run({leveller.INPUT: np.ascontiguousarray(blob)})["raised"])
        truth += [int(s.raised) for s in samples]
    raised = np.array(odds)
    return round(fit_temperature(np.stack([np.zeros_like(raised), raised], axis=1), np.array(truth)), 2)
