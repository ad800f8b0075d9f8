"""No hand is likelier than was said of its main row; a row too short for one is not searched around."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from tests.vision.layout.cases import Laid, detections, row
from tests.vision.layout.survey import NOISES
from yakulens.vision import layout
from yakulens.vision.layout.hand import hypotheses, search
from yakulens.vision.layout.hand.bounds import bounded
from yakulens.vision.layout.hand.candidates import find_candidates
from yakulens.vision.layout.hand.hand import HandCandidate
from yakulens.vision.layout.hand.search import USUAL
from yakulens.vision.layout.hand.seeds import find_called, find_seeds
from yakulens.vision.layout.priors import DEFAULT_PRIORS
from yakulens.vision.synth.arrange import arrange, kind_number
from yakulens.vision.synth.ideal import find
from yakulens.vision.synth.viewpoint import seat, view

if TYPE_CHECKING:
    from yakulens.vision.detections import Detections
    from yakulens.vision.layout.hand.candidates import Candidates
    from yakulens.vision.layout.hand.search import Breadth
    from yakulens.vision.layout.hand.seeds import Seed

HAND = "1m 2m 3m 4m 5m 6m 7p 8p 9p 2s 2s 8s 8s"


def found(kind: str, seed: int) -> Detections:
    rng = np.random.default_rng([seed, kind_number(kind)])
    scene = arrange(rng, kind)
    return find(rng, scene, view(rng, scene, side=seat(rng, scene)), NOISES["usual"])[0]


@pytest.mark.parametrize(
    "kind", ["strewn, table", "four melds", "table, melds apart", "discards", "open quad"]
)
def test_no_hand_is_likelier_than_its_bound(kind: str) -> None:
    tiles = found(kind, 9)
    # Without some of its tiles a hand is looked for everywhere.
    for number in (len(tiles), len(tiles) - 3):
        candidates = find_candidates(
            tiles.take(np.arange(number)), np.zeros(number, np.bool_), DEFAULT_PRIORS
        )
        assert candidates is not None
        for scene in (scene for pair in candidates.views for scene in pair):
            own = find_seeds(scene)
            for seed in bounded(scene, [*own, *(seed.as_strewn() for seed in own), *find_called(scene)]):
                hands = search._around(seed, [HandCandidate(0.0)], -np.inf, USUAL)
                assert max(hand.score for hand in hands) <= seed.most + 1e-9
                assert seed.most <= seed.bound + 1e-9


def test_rows_of_discards_are_not_searched_around(monkeypatch: pytest.MonkeyPatch) -> None:
    begun = []
    around = search._around

    def counted(seed: Seed, best: list[HandCandidate], floor: float, breadth: Breadth) -> list[HandCandidate]:
        begun.append(seed.scene.rows[seed.row].tiles)
        return around(seed, best, floor, breadth)

    monkeypatch.setattr(search, "_around", counted)
    pond = [Laid("4z", 2.0 * column, 8.0 + 3.0 * line) for column in range(6) for line in range(3)]
    tiles = detections([*row(HAND), *pond])
    find_candidates(tiles, np.zeros(len(tiles), np.bool_), DEFAULT_PRIORS)
    assert {len(tiles) for tiles in begun} == {13}


def test_what_another_look_has_not_changed_is_not_weighed_again(monkeypatch: pytest.MonkeyPatch) -> None:
    solved = []
    looked_for = hypotheses.find_candidates

    def counted(*args: object, **known: object) -> Candidates | None:
        solved.append(args)
        return looked_for(*args, **known)  # type: ignore[arg-type] - as it was asked

    monkeypatch.setattr(hypotheses, "find_candidates", counted)
    tiles = row(HAND)
    hidden = tiles.pop()
    short, doubtful = detections(tiles), detections([Laid(hidden.face, hidden.x, sure=0.7, found=0.3)])
    (first,) = layout.readings(short, doubtful, hypotheses=False)
    assert first is not None
    assert len(solved) == 1

    *_, last = layout.readings(short, doubtful, before=first)
    assert last is not None
    assert solved[1][0] is not short  # nothing but what is tried
    assert last.reading == layout.read(short, doubtful)
    assert len(last.reading.concealed) == len(HAND.split())
