"""Weights are fitted to arranged scenes: a score tells its features, and right hands gain by the fit."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.layout.fit import Contest, contest, fit, fitted_names, right_of
from tests.vision.layout.traced import Traced, slopes_of, traced, weights, with_weights
from yakulens.vision.example import detected
from yakulens.vision.layout.hand.candidates import find_candidates
from yakulens.vision.layout.priors import DEFAULT_PRIORS

ROW = detected("2m 3m 4m 6p 7p 8p 4s 5s 5s 5s _ 3s _ 7z (7z) 7z")
NAMES = fitted_names()


def score(**changed: float) -> float:
    priors = with_weights(DEFAULT_PRIORS, {name.replace("__", "."): v for name, v in changed.items()})
    candidates = find_candidates(ROW, np.zeros(len(ROW), bool), priors)
    assert candidates is not None
    return candidates.score


def test_a_score_with_traced_weights_is_the_same_and_tells_how_it_grows_with_each() -> None:
    candidates = find_candidates(ROW, np.zeros(len(ROW), bool), traced(DEFAULT_PRIORS, NAMES))
    assert candidates is not None
    assert candidates.score == pytest.approx(score())
    slopes = slopes_of(candidates.score)
    assert {"melds.meld", "winner.right"} <= slopes.keys()
    for name in slopes:
        by_hand = dict(weights(DEFAULT_PRIORS))[name]
        moved = score(**{name.replace(".", "__"): by_hand + 0.01})
        assert (moved - score()) / 0.01 == pytest.approx(slopes[name], abs=1e-6)


def test_numbers_of_numpy_leave_a_traced_product_traced() -> None:
    weight = Traced(-2.0, {"gap": 1.0})
    assert slopes_of(np.float64(3.0) * weight + np.float64(1.0)) == {"gap": 3.0}
    assert slopes_of(5.0 - weight / 2.0) == {"gap": -0.5}


def test_the_fit_takes_the_side_of_the_right_hypotheses_and_leaves_alone_what_they_say_nothing_of() -> None:
    gap, back = NAMES.index("melds.no_gap"), NAMES.index("melds.left")
    features = np.zeros((2, len(NAMES)))
    features[0, gap] = 1.0
    touching = [Contest(features, np.zeros(2), right=0) for _ in range(20)]
    after = fit(touching, NAMES, DEFAULT_PRIORS)
    assert DEFAULT_PRIORS.melds.no_gap < after["melds.no_gap"] < 0
    assert after[NAMES[back]] == pytest.approx(DEFAULT_PRIORS.melds.left)


@pytest.mark.parametrize("kind", ["win above", "melds at the rail", "whole table"])
def test_a_scene_of_any_kind_is_a_contest_that_its_weights_explain(kind: str) -> None:
    found = next(one for seed in range(9) if (one := contest(kind, seed, DEFAULT_PRIORS, NAMES)) is not None)
    known = dict(weights(DEFAULT_PRIORS))
    odds = found.features @ np.array([known[name] for name in NAMES]) + found.rest
    assert odds[found.right] > odds.max() - 9.0
    assert len(odds) > 1


def test_a_scene_is_judged_with_the_weights_that_are_handed_in() -> None:
    never = with_weights(DEFAULT_PRIORS, {"melds.meld": -30.0, "melds.unmarked": -30.0})
    seeds = range(4)
    by_hand, without = (
        sum(right_of("melds right", s, priors)[0] for s in seeds) for priors in (DEFAULT_PRIORS, never)
    )
    assert by_hand > without == 0
