"""Real photos shown as if their tiles were of an unusual set."""

from __future__ import annotations

import cv2
import numpy as np

from yakulens.models.train.real_photos import dyed, shown_unusually

PAGE = np.full((40, 30, 3), (245, 240, 230), np.uint8)
PAGE[10:30, 8:22] = (30, 90, 40)


def test_a_dyed_set_is_as_often_light_on_dark_as_dark_on_light_and_always_has_contrast() -> None:
    shown = [dyed(PAGE, np.random.default_rng(seed)).mean(axis=2) for seed in range(60)]
    steps = np.array([ink[20, 15] - ink[2, 2] for ink in shown])
    assert 15 < (steps > 0).sum() < 45
    assert np.abs(steps).min() > 25


def test_a_five_never_becomes_redder_than_it_is() -> None:
    def redness(pixels: np.ndarray) -> float:
        hsv = cv2.cvtColor(pixels, cv2.COLOR_RGB2HSV)
        red = (hsv[..., 0] <= 12) | (hsv[..., 0] >= 165)
        return float((red & (hsv[..., 1] >= 90)).mean())

    others = [redness(shown_unusually(PAGE, np.random.default_rng(seed))) for seed in range(150)]
    hues = [
        shown
        for seed in range(150)
        if 0.34 <= np.random.default_rng(seed).random() < 0.46  # in other hues, not in the negative
        and not np.array_equal(shown := shown_unusually(PAGE, np.random.default_rng(seed), five=True), PAGE)
    ]
    assert max(others) > 0.1
    assert hues
    assert max(map(redness, hues)) <= 0.02
