"""A photo taken again is the same photo moved a little, and what came of each version is counted."""

from __future__ import annotations

import numpy as np
import pytest

from yakulens.datasets.truth import LabelledHand
from yakulens.models.evaluate.compare import Outcome, compare_hand
from yakulens.models.evaluate.stability import VERSIONS, read_again, retaken_rates, taken_again
from yakulens.vision.reading import Issue, Reading, ReadTile

QUAD = ((0.0, 0.0), (40.0, 0.0), (40.0, 54.0), (0.0, 54.0))
PHOTO = np.full((120, 160, 3), 120, np.uint8)
TRUTH = LabelledHand("a.jpg", "", "", ("1m",), None, ())


def hand(face: str, *issues: Issue) -> Reading:
    return Reading((ReadTile(0, face, 0.99, QUAD),), concealed=(0,), issues=issues)


def compare(reading: Reading) -> Outcome:
    return compare_hand(reading, TRUTH)


@pytest.mark.parametrize("version", range(1, VERSIONS))
def test_another_shot_shows_the_same_middle_a_little_otherwise_and_is_the_same_each_time(
    version: int,
) -> None:
    pixels = PHOTO.copy()
    pixels[50:70, 70:90] = (220, 30, 30)
    again = taken_again(pixels, "a.jpg", version)
    height, width = again.shape[:2]
    assert 0.7 * 120 < height < 1.2 * 120
    red = np.argwhere(again[..., 0] > again[..., 1].astype(int) + 60)
    assert np.allclose(red.mean(axis=0) / (height, width), 0.5, atol=0.05)
    assert np.array_equal(again, taken_again(pixels, "a.jpg", version))
    assert not np.array_equal(again.shape, taken_again(pixels, "another.jpg", version).shape)


def test_what_came_of_each_version_is_told() -> None:
    asked = Issue("doubtful_face", (0,), ("2m", "1m"))
    said = iter([hand("1m"), hand("2m", asked), hand("2m"), *[hand("1m")] * (VERSIONS - 3)])
    result = read_again("a.jpg", PHOTO, lambda _: next(said), compare)
    assert result.exact == (0, *range(3, VERSIONS))
    assert result.after_one == (0, 1, *range(3, VERSIONS))
    assert result.silent == (2,)
    exact, after_one, silent = retaken_rates([result])
    assert (exact.hits, after_one.hits, silent.hits, exact.total) == (VERSIONS - 2, VERSIONS - 1, 1, VERSIONS)


def test_without_photos_there_are_no_rates() -> None:
    assert [rate.total for rate in retaken_rates([])] == [0, 0, 0]
