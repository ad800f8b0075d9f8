"""Where a photo is searched more closely: not for tiles that are no part of a hand."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from vision.detections import Detections
from vision.example import detected
from vision.pausing import finished
from vision.picture.pyramid import Pyramid
from vision.picture.rendition import Rendition
from vision.picture.straighten import View
from vision.recognise import Recogniser
from vision.search import Search, Seen
from vision.stages import EVERY_STAGE

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from vision.finding.windows import Window
    from vision.pausing import Pausing

SIZE = (3000, 4000)
ROW = detected("1m 2m 3m 4m 5m 6m 7m 8m 9m 1p 1p 1p 2s 2s")
NEAR = replace(ROW, quads=ROW.quads * 5 + np.array([0, 1200], np.float32), size=SIZE)
FAR = replace(ROW, size=SIZE)
"""Tiles a fifth as large as those of ``NEAR``, and as shown at first too small to be read well."""


@pytest.fixture(scope="module")
def search(tiny_model: Path) -> Search:
    recogniser = Recogniser.load(str(tiny_model))
    return Search(recogniser.detector, recogniser.reader, EVERY_STAGE)


def test_small_tiles_are_searched_more_closely_if_of_the_hand_or_none_is_known(
    search: Search,
) -> None:
    every = Detections.joined(NEAR, FAR)
    windows = search._closer_windows(every, None)
    assert windows
    assert search._closer_windows(every, NEAR.quads) == ()
    of_both = search._closer_windows(every, FAR.quads)
    assert of_both
    assert max(w.y + w.height for w in of_both) < NEAR.quads[..., 1].min()


def test_a_hand_too_small_to_be_told_has_the_whole_photo_searched(search: Search) -> None:
    few = FAR.take(np.arange(4))
    assert len(search._closer_windows(few, few.quads)) == len(search._closer_windows(few, None)) > 1


def test_a_hand_is_found_again_on_a_photo_that_was_turned_and_mirrored() -> None:
    photo, turned = Pyramid(np.zeros((*SIZE, 3), np.uint8)), Pyramid(np.zeros((8, 8, 3), np.uint8))
    view = View(np.array([[1.0, 0, -100], [0, 1, -50]]), (8, 8))
    seen = Seen(Rendition(mirrored=True), photo, turned, FAR, FAR, view, 0.0)
    mirrored = seen.rendition.exchanged(FAR)
    middles = seen.where(FAR.quads).mean(axis=1)
    np.testing.assert_allclose(middles, mirrored.quads.mean(axis=1) - [100, 50], atol=0.01)


@pytest.mark.parametrize(("before", "more"), [(1, 4), (5, 1)])
def test_hands_are_looked_at_again_in_no_more_windows_than_are_left(
    search: Search, monkeypatch: pytest.MonkeyPatch, before: int, more: int
) -> None:
    searched: list[int] = []

    def found(_: Search, seen: Seen, windows: Sequence[Window], __: Detections) -> Pausing[Seen]:
        searched.append(len(windows))
        yield
        return seen

    monkeypatch.setattr(Search, "_with", found)
    photo = Pyramid(np.zeros((*SIZE, 3), np.uint8))
    seen = Seen(Rendition(), photo, photo, FAR, FAR, None, 0.0, before)
    finished(search._again(seen, [FAR.quads, FAR.quads + 900]))
    assert searched == [more]
