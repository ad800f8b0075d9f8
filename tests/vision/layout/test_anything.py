"""Random detections and network outputs always give a consistent reading."""

import numpy as np
import pytest

from yakulens.vision.detections import Detections
from yakulens.vision.labels import LABELS
from yakulens.vision.layout.decode.opinion import ROLES, SEATS, Opinion
from yakulens.vision.layout.read import MOST, layout_by
from yakulens.vision.reading import Reading


class Anything:
    """A network that says anything."""

    def __init__(self, seed: int, sure: float) -> None:
        self.rng = np.random.default_rng(seed)
        self.sure = sure

    def opinion(self, detections: Detections) -> Opinion:
        n = len(detections)

        def classes(count: int) -> tuple[tuple[float, ...], ...]:
            logits = self.rng.normal(0, self.sure, (n, count))
            logits -= np.log(np.exp(logits).sum(axis=1, keepdims=True))
            return tuple(map(tuple, logits.tolist()))

        def pairs() -> tuple[tuple[float, ...], ...]:
            odds = self.rng.normal(-1, self.sure, (n, n))
            return tuple(map(tuple, ((odds + odds.T) / 2).tolist()))

        meant = tuple(self.rng.normal(0, self.sure, n).tolist())
        return Opinion(classes(len(ROLES)), classes(len(SEATS)), meant, pairs(), pairs())


def anywhere(rng: np.random.Generator, count: int) -> Detections:
    middle = rng.uniform(0, 1200, (count, 1, 2))
    turn = rng.uniform(0, 2 * np.pi, count)
    c, s = np.cos(turn), np.sin(turn)
    half = np.array([[-20.0, -27], [20, -27], [20, 27], [-20, 27]])
    quads = half @ np.stack([c, s, -s, c], axis=1).reshape(-1, 2, 2) + middle
    return Detections(
        quads.astype(np.float32),
        rng.uniform(0.2, 1, count).astype(np.float32),
        rng.dirichlet(np.full(len(LABELS), 0.05), count).astype(np.float32),
        rng.dirichlet(np.full(4, 0.3), count).astype(np.float32),
        (1200, 1200),
    )


def held_together(reading: Reading) -> None:
    known = range(len(reading.tiles))
    assert [tile.id for tile in reading.tiles] == list(known)
    for hand in reading.hands:
        assert len(hand.melds) <= 4
        assert len(set(hand.ids)) == len(hand.ids)
        assert set(hand.ids) <= set(known)
        for meld in hand.melds:
            assert len(meld.ids) <= len(meld.faces)
    assert all(set(issue.ids) <= set(known) for issue in reading.issues)
    own = set(reading.hands[0].ids) if reading.hands else set()
    assert own | set(reading.indicators) | set(reading.others) == set(known)
    reading.to_json(lambda issue: issue.code)
    for number in range(len(reading.hands)):
        reading.with_hand(number)


@pytest.mark.parametrize("sure", [0.5, 3.0, 8.0])
@pytest.mark.parametrize("count", [1, 2, 5, 16, 40, pytest.param(150, marks=pytest.mark.long)])
def test_whatever_is_said(count: int, sure: float) -> None:
    row = anywhere(np.random.default_rng(count), count)
    held_together(layout_by(Anything(count, sure).opinion, row).reading)


def test_doubtful_detections_are_asked_about_beside_the_tiles() -> None:
    rng = np.random.default_rng(3)
    tiles, more = anywhere(rng, 14), anywhere(rng, 200)
    asked: list[int] = []

    class Counting(Anything):
        def opinion(self, detections: Detections) -> Opinion:
            asked.append(len(detections))
            return super().opinion(detections)

    held_together(layout_by(Counting(0, 3.0).opinion, tiles, Detections.merge(tiles, more)).reading)
    assert 14 < asked[0] <= MOST
