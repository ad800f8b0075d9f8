"""Random hands' shanten beside PyPI `mahjong`; `python -m tests.oracle.shanten` for many more."""

from __future__ import annotations

from tests.oracle.hands import chance
from tests.oracle.shanten import differences, meld_differences, theirs
from tests.scorer.efficiency.reference import packed
from yakulens.scorer.efficiency.distance import distances


def test_random_hands_are_as_far() -> None:
    assert list(differences(1_500, seed=11)) == []


def test_hands_of_few_kinds_are_as_far() -> None:
    random = chance(12)
    for _ in range(300):
        kinds = random.sample(range(34), random.randint(4, 9))
        held = [0] * 34
        for kind in random.sample([kind for kind in kinds for _ in range(4)], 13):
            held[kind] += 1
        assert distances(packed(held)) == theirs(held)


def test_random_hands_with_melds_are_as_far_as_by_brute_force() -> None:
    assert meld_differences(60, seed=13) == 0
