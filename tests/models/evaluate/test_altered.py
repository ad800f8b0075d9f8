"""Altered copies imitate worse photos: each alters its photo in its own way, and the same way each time."""

from __future__ import annotations

import numpy as np
import pytest

from yakulens.datasets.truth import LabelledHand
from yakulens.models.evaluate.altered import KINDS, Copy, copies, counts, read_copies
from yakulens.models.evaluate.compare import compare_hand
from yakulens.vision.reading import Issue, Reading, ReadTile

RNG = np.random.default_rng(3)
PHOTO = np.asarray(RNG.integers(60, 190, (240, 320, 3)), np.uint8)
QUADS = np.array([[[x, 100], [x + 30, 100], [x + 30, 140], [x, 140]] for x in range(60, 240, 32)], np.float32)
TRUTH = LabelledHand("a.jpg", "", "", ("1m",), None, ())
QUAD = ((100.0, 100.0), (130.0, 100.0), (130.0, 140.0), (100.0, 140.0))


def named(copy: Copy) -> str:
    return f"{copy.kind} {copy.degree}"


@pytest.mark.parametrize("copy", copies(), ids=named)
def test_a_copy_differs_from_its_photo_and_is_the_same_each_time(copy: Copy) -> None:
    before = PHOTO.copy()
    made = copy.make(PHOTO, QUADS)
    assert made.dtype == np.uint8
    assert made.ndim == 3
    assert made.shape != PHOTO.shape or not np.array_equal(made, PHOTO)
    assert np.array_equal(made, copy.make(PHOTO, QUADS))
    assert np.array_equal(before, PHOTO)


@pytest.mark.parametrize("kind", sorted(KINDS.keys() - {"again", "tilt", "small"}))
def test_the_strong_degree_alters_more_than_the_weak_one(kind: str) -> None:
    weak, strong = (
        np.abs(copy.make(PHOTO, QUADS).astype(float) - PHOTO).mean() for copy in copies() if copy.kind == kind
    )
    assert strong > weak


@pytest.mark.parametrize("copy", copies(), ids=named)
def test_a_photo_without_a_known_tile_is_altered_too(copy: Copy) -> None:
    assert len(copy.make(PHOTO, QUADS[:0]))


@pytest.mark.parametrize("kind", ["glare", "covered", "shadow"])
def test_what_spoils_a_part_lies_over_the_hand(kind: str) -> None:
    copy = next(copy for copy in copies() if (copy.kind, copy.degree) == (kind, "strong"))
    changed = np.abs(copy.make(PHOTO, QUADS).astype(float) - PHOTO).sum(axis=2)
    assert changed[100:140, 60:250].max() > 60


def test_what_came_of_each_copy_is_told() -> None:
    asked = Issue("doubtful_face", (0,), "Is this 2m?", ("2m", "1m"))
    wrong = ReadTile(0, "2m", 0.99, QUAD)
    right = Reading((ReadTile(0, "1m", 0.99, QUAD),), concealed=(0,))
    said = iter(
        [right, Reading((wrong,), concealed=(0,)), Reading((wrong,), concealed=(0,), issues=(asked,))]
        + [right] * (len(copies()) - 2)
    )
    results = list(read_copies("a.jpg", PHOTO, lambda _: next(said), lambda r: compare_hand(r, TRUTH)))
    assert [result.verdict for result in results[:3]] == ["silent", "asked", "exact"]
    first = next(iter(KINDS))
    assert counts(results)[first] == {
        "weak": {"of": 1, "exact": 0, "asked": 0, "silent": 1},
        "strong": {"of": 1, "exact": 0, "asked": 1, "silent": 0},
    }
