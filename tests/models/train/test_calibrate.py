"""Calibration: the temperature found is the one that the answers were made with."""

from __future__ import annotations

import numpy as np
import pytest

from yakulens.models.train.calibrate import fit_temperature, loss_at


@pytest.mark.parametrize("true", [0.5, 1.0, 2.0])
def test_the_temperature_is_found_again(true: float) -> None:
    rng = np.random.default_rng(0)
    logits = rng.normal(0, 3, (6000, 10))
    probabilities = np.exp(logits / true)
    probabilities /= probabilities.sum(axis=1, keepdims=True)
    truth = np.array([rng.choice(10, p=row) for row in probabilities])
    assert fit_temperature(logits.astype(np.float32), truth) == pytest.approx(true, rel=0.08)


def test_even_odds_cost_the_logarithm_of_their_number() -> None:
    logits = np.zeros((5, 8), np.float32)
    assert loss_at(1.0, logits, np.arange(5)) == pytest.approx(np.log(8))
