"""Every hand that lies open: whose, with what, and which of them is meant."""

from dataclasses import replace

import numpy as np
import pytest

from tests.benchmarks.layout.compare import owners
from tests.benchmarks.layout.draws import _compared as compared
from tests.vision.layout.oracle import Doubt, Oracle
from yakulens.vision.layout.read import Layout
from yakulens.vision.reading import Reading
from yakulens.vision.synth.arrange import arrange, kind_number
from yakulens.vision.synth.ideal import PERFECT, find
from yakulens.vision.synth.scene import Arrangement
from yakulens.vision.synth.viewpoint import seat, view
from yakulens.vision.train.layout_truth import truth_of

KIND = "exhaustive draw"
DOUBT = Doubt(5.0, 0.8, 0.0)


def drawn(seed: int) -> tuple[Reading, list[int], Arrangement, float]:
    rng = np.random.default_rng([seed, kind_number(KIND)])
    scene = arrange(rng, KIND)
    side = seat(rng, scene)
    row, found = find(rng, scene, view(rng, scene, side=side), replace(PERFECT, corner=0.01))
    reading = Layout(Oracle(row, truth_of(scene, side).take(found), seed, DOUBT)).read(row).reading
    return reading, owners(reading, row, found), scene, side


@pytest.mark.parametrize("seed", range(81000, 81006))
def test_hands_of_a_draw_with_their_sides_and_calls(seed: int) -> None:
    wrong, extra = compared(*drawn(seed))
    assert (wrong, extra) == (((),) * len(wrong), 0)


def test_where_nobodys_hand_is_meant_it_is_asked_whose() -> None:
    readings = (drawn(seed)[0] for seed in range(81000, 81010))
    asked = [reading for reading in readings if any(i.code == "whose_hand" for i in reading.issues)]
    assert asked
    for reading in asked:
        question = next(issue for issue in reading.issues if issue.code == "whose_hand")
        assert {hand.side for hand in reading.hands} >= set(question.choices)
        assert reading.with_hand(1).concealed == reading.hands[1].concealed


def test_the_probabilities_of_all_hands_make_one() -> None:
    reading, *_ = drawn(81001)
    assert sum(hand.probability for hand in reading.hands) == pytest.approx(1.0)
    ids = [tile for hand in reading.hands for tile in hand.ids]
    assert len(ids) == len(set(ids))
