"""Where a photo is searched more closely: not for tiles that are no part of a hand."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from yakulens.vision.closer_look import Extent, goes_on, next_windows, windows_about
from yakulens.vision.detections import Detections
from yakulens.vision.example import detected
from yakulens.vision.models import FinderSettings
from yakulens.vision.picture.color_transform import MIRRORED, PLAIN
from yakulens.vision.picture.pyramid import Pyramid
from yakulens.vision.recognise import Recogniser
from yakulens.vision.stages import EVERY_STAGE
from yakulens.vision.tile_search import Search, SearchState

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from yakulens.vision.asking import Pausing
    from yakulens.vision.finding.windows import Window

FINDER = FinderSettings("finder.onnx")
SIZE = (3000, 4000)
ROW = detected("1m 2m 3m 4m 5m 6m 7m 8m 9m 1p 1p 1p 2s 2s")
NEAR = replace(ROW, quads=ROW.quads * 5 + np.array([0, 1200], np.float32), size=SIZE)
FAR = replace(ROW, size=SIZE)
"""Tiles a fifth as large as those of ``NEAR``, and as shown at first too small to be read well."""
SPREAD = NEAR
for corner in ((0, 0), (3300, 0), (0, 2800)):
    moved = replace(FAR, quads=FAR.quads + np.array(corner, np.float32))
    SPREAD = Detections.merge(SPREAD, moved)
"""Such tiles in three corners of the photo, and large ones."""


@pytest.fixture(scope="module")
def search(tiny_model: Path) -> Search:
    recogniser = Recogniser.load(str(tiny_model))
    return Search(recogniser.detector, recogniser.reader, EVERY_STAGE)


def seen(tiles: Detections) -> SearchState:
    """What was detected on a photo as it is."""
    return SearchState(PLAIN, Pyramid(np.zeros((*SIZE, 3), np.uint8)), tiles, 0.0)


def test_small_tiles_are_searched_more_closely_if_of_the_hand_or_none_is_known() -> None:
    every = Detections.merge(NEAR, FAR)
    assert windows_about(every, FINDER, None)
    assert windows_about(every, FINDER, NEAR.quads) == ()
    of_both = windows_about(every, FINDER, FAR.quads)
    assert of_both
    assert max(w.y + w.height for w in of_both) < NEAR.quads[..., 1].min()


def test_a_hand_too_small_to_be_told_has_the_whole_photo_searched() -> None:
    few = FAR[np.arange(4)]
    assert len(windows_about(few, FINDER, few.quads)) == len(windows_about(few, FINDER, None)) > 1


def test_tiles_that_were_shown_larger_may_be_large_enough() -> None:
    assert windows_about(FAR, FINDER, None)
    assert windows_about(FAR, FINDER, None, 8.0) == ()


@pytest.mark.parametrize(
    ("tiles", "told", "expected"),
    [
        (SPREAD, None, (1, True)),  # nothing is known of a hand: all of them are searched more closely
        (SPREAD, FAR.quads, (1, True)),
        (SPREAD, NEAR.quads, (1, False)),
        (FAR, None, (0, True)),  # one row takes few windows
        (FAR[np.arange(3)], None, (2, True)),  # hardly a tile: shown smaller too
    ],
)
def test_small_tiles_all_over_a_photo_are_shown_larger_before_closer_windows(
    search: Search,
    monkeypatch: pytest.MonkeyPatch,
    tiles: Detections,
    told: np.ndarray | None,
    expected: tuple[int, bool],
) -> None:
    """``expected``: how often the whole photo is shown larger, and whether closer windows follow."""
    searched: list[Window] = []

    def found(_: Search, before: SearchState, windows: Sequence[Window]) -> Pausing[SearchState]:
        searched.extend(windows)
        yield
        return before

    monkeypatch.setattr(Search, "_with", found)
    hands = iter([None, told])
    searching = replace(search, hands=lambda: next(hands))._closer(seen(tiles))
    stages = [step.next_stage for step in searching if step]
    shown_whole = [w for w in searched if (w.height, w.width) == SIZE]
    whole = len(shown_whole)
    assert (whole, len(searched) > whole) == expected
    assert stages == ["closer", "closest"][: 1 + whole]


def test_a_tile_found_at_the_border_of_what_was_searched_has_its_surroundings_searched_too() -> None:
    row = replace(FAR, quads=FAR.quads + np.array([1500, 1500], np.float32))
    part = row[np.arange(2, 14)]
    windows, extent = next_windows(part, FINDER, None, Extent())
    assert not goes_on(part, FINDER, extent)  # all about them is searched
    left = min(window.x for window in windows)
    short = float(np.linalg.norm(row.quads[0, 1] - row.quads[0, 0]))
    along = left + 0.8 * short - row.quads[0, :, 0].mean()  # most of its neighbour on the left is not shown
    new = replace(row[np.arange(1)], quads=row.quads[:1] + np.array([along, 0], np.float32))
    found = Detections.merge(part, new)
    assert goes_on(found, FINDER, extent)
    further, extent = next_windows(found, FINDER, None, extent)
    assert min(window.x for window in further) < left - short
    assert not goes_on(found, FINDER, extent)
    assert next_windows(found, FINDER, NEAR.quads, Extent(closer=windows)) == (
        (),
        Extent(closer=windows, done=True),
    )


def test_a_hand_is_found_again_on_a_photo_that_was_mirrored() -> None:
    seen = SearchState(MIRRORED, Pyramid(np.zeros((*SIZE, 3), np.uint8)), FAR, 0.0)
    middles = seen.where(FAR.quads).mean(axis=1)
    np.testing.assert_allclose(middles, MIRRORED.exchanged(FAR).quads.mean(axis=1), atol=0.01)
