"""Two models on the same photos: counted photo by photo, by set, and tested."""

from __future__ import annotations

import pytest

from yakulens.models.evaluate.compare import Outcome
from yakulens.models.evaluate.paired import pair, sign_test


def outcome(file: str, right: int, of: int = 10, tile_set: str = "", *, exact: bool | None = None) -> Outcome:
    return Outcome(
        file=file, source="", tile_set=tile_set, truths=of, found=of, right=right, extra=0, confident_wrong=0,
        answers=(), failures=(), exact=exact,
    )  # fmt: skip


def photos(rights: list[int], tile_set: str = "", *, exact: bool | None = None) -> list[Outcome]:
    return [outcome(f"{k}.jpg", right, tile_set=tile_set, exact=exact) for k, right in enumerate(rights)]


def test_the_same_model_differs_in_nothing() -> None:
    (row,) = pair(photos([9, 8, 10]), photos([9, 8, 10]))
    assert (row.low, row.high, row.better, row.worse, row.p) == (0, 0, 0, 0, 1)
    assert not row.is_worse()


def test_tiles_are_counted_and_photos_are_tested() -> None:
    (row,) = pair(photos([5] * 8), photos([9] * 7 + [4]))
    assert (row.measure, row.before.hits, row.after.hits, row.after.total) == ("tiles right", 40, 67, 80)
    assert (row.better, row.worse) == (7, 1)
    assert row.p == pytest.approx(2 * 9 / 256)
    assert row.low < (67 - 40) / 80 < row.high


def test_whole_hands_are_tested_as_by_mcnemar() -> None:
    before, after = photos([10] * 12, exact=True), photos([9] * 12, exact=False)
    exact, tiles = pair(before, after)
    assert (exact.measure, exact.worse, exact.p) == ("exact hand", 12, pytest.approx(2 / 2**12))
    assert exact.is_worse()
    assert tiles.is_worse()


def test_few_photos_can_differ_by_chance() -> None:
    (row,) = pair(photos([10] * 5), photos([0] * 5))
    assert row.p == pytest.approx(1 / 16)
    assert not row.is_worse()


def test_each_set_has_its_own_row() -> None:
    before = photos([9, 9], "green") + photos([9, 9], "black")
    after = photos([10, 10], "green") + photos([3, 3], "black")
    found = {row.group: (row.before.hits, row.after.hits) for row in pair(before, after)}
    assert found == {"all": (36, 26), "set black": (18, 6), "set green": (18, 20)}


def test_other_photos_are_no_pair() -> None:
    with pytest.raises(ValueError, match="same labels"):
        pair(photos([1]), photos([1, 2]))


@pytest.mark.parametrize(("better", "worse"), [(3, 9), (0, 1), (20, 20)])
def test_the_sign_test_is_even_handed_and_a_probability(better: int, worse: int) -> None:
    assert sign_test(better, worse) == sign_test(worse, better)
    assert 0 < sign_test(better, worse) <= 1
