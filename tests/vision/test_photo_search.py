"""The steps of a search: where a photo is searched more closely, when it is mirrored, and what ends it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from tests.vision.answering import FINDER, Find, Name, Table, settled
from tests.vision.layout.bundled import result_of
from yakulens.vision import photo_search
from yakulens.vision.closer_look import Extent, needs_closer_look, next_windows, windows_about
from yakulens.vision.coroutines import run
from yakulens.vision.detections import Detections
from yakulens.vision.example import detected
from yakulens.vision.layout.report.reading import LayoutResult
from yakulens.vision.naming import mirrored
from yakulens.vision.photo_search import PhotoSearch
from yakulens.vision.picture.color_transform import MIRRORED, NEGATIVE, PLAIN

if TYPE_CHECKING:
    from yakulens.vision.finding.decode import Rectangles
    from yakulens.vision.finding.windows import Window
    from yakulens.vision.picture.color_transform import ColorTransform

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
    monkeypatch: pytest.MonkeyPatch,
    tiles: Detections,
    told: np.ndarray | None,
    expected: tuple[int, bool],
) -> None:
    """``expected``: how often the whole photo is shown larger, and whether closer windows follow."""
    hands = iter([None, told])
    monkeypatch.setattr(photo_search, "hands_to_search", lambda *_, **__: next(hands))
    table = Table(tiles)
    run(table.search(SIZE).looks(table.take))
    first, *closer = table.windows
    whole = closer.count(SIZE)
    assert first == SIZE
    assert (whole, len(closer) > whole) == expected
    assert [look.next_stage for look in table.looks] == [*["closer", "closest"][: 1 + whole], ""]


def test_a_tile_found_at_the_border_of_what_was_searched_has_its_surroundings_searched_too() -> None:
    row = replace(FAR, quads=FAR.quads + np.array([1500, 1500], np.float32))
    part = row[np.arange(2, 14)]
    windows, extent = next_windows(part, FINDER, None, Extent())
    assert not needs_closer_look(part, FINDER, extent)  # all about them is searched
    left = min(window.x for window in windows)
    short = float(np.linalg.norm(row.quads[0, 1] - row.quads[0, 0]))
    along = left + 0.8 * short - row.quads[0, :, 0].mean()  # most of its neighbour on the left is not shown
    new = replace(row[np.arange(1)], quads=row.quads[:1] + np.array([along, 0], np.float32))
    found = Detections.merge(part, new)
    assert needs_closer_look(found, FINDER, extent)
    further, searched = next_windows(found, FINDER, None, extent)
    assert min(window.x for window in further) < left - short
    assert not needs_closer_look(found, FINDER, searched)
    # The hand's own tiles lead on where the hand is known, those of others do not.
    assert next_windows(found, FINDER, found.quads, extent) == (further, searched)
    assert next_windows(found, FINDER, NEAR.quads, extent) == ((), replace(extent, done=True))


WAITING = "2m 3m 4m 6p 7p 8p 4s 5s 5s 5s 6s 7s 8s"
WON = f"{WAITING} _ 3s"
FIRST, FULLY, LAST = ("mirrored", False), ("mirrored", True), ("", True)
"""What a search goes on with, and whether its tiles are read as well as they can be."""


def laid(hand: str) -> LayoutResult:
    return result_of(detected(hand))


@pytest.mark.parametrize(
    ("small", "at_last", "steps"),
    [
        pytest.param(False, WON, [FIRST, FULLY], id="beyond-doubt-it-ends"),
        pytest.param(False, WAITING, [FIRST, FULLY, LAST], id="in-doubt-it-goes-on"),
        pytest.param(True, WON, [FIRST, LAST], id="with-small-tiles-it-goes-on"),
    ],
)
def test_for_a_hand_beyond_doubt_no_photo_is_mirrored(
    monkeypatch: pytest.MonkeyPatch,
    small: bool,  # noqa: FBT001
    at_last: str,
    steps: list[tuple[str, bool]],
) -> None:
    monkeypatch.setattr(mirrored, "sample_tiles", lambda tiles, _: np.arange(len(tiles)))
    monkeypatch.setattr(mirrored, "is_mirrored", lambda *_: True)
    monkeypatch.setattr(PhotoSearch, "_needs_closer_look", lambda *_: small)
    told = iter([laid(WON), laid(at_last), laid(at_last)])
    monkeypatch.setattr(photo_search, "layout_of", lambda *_, **__: settled(next(told)))
    table = Table(NEAR)
    last = run(table.search(SIZE).looks(table.take))
    assert [(look.next_stage, look.final) for look in table.looks] == steps
    assert table.looks[-1] is last
    transforms = {asked.color_transform for asked in table.asked if isinstance(asked, Name)}
    assert transforms == ({PLAIN, MIRRORED} if LAST in steps else {PLAIN})


def test_what_is_found_on_a_mirrored_photo_lies_where_it_is_on_the_photo(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(mirrored, "sample_tiles", lambda tiles, _: np.arange(len(tiles)))
    monkeypatch.setattr(mirrored, "is_mirrored", lambda *_: True)
    every = run(Table(FAR).search(SIZE).survey())
    assert len(every.detections) == len(FAR)
    found, there = (tiles.quads.mean(axis=1) for tiles in (every.detections, FAR))
    np.testing.assert_allclose(found[found[:, 0].argsort()], there, atol=0.01)


def test_what_was_read_for_sure_is_not_read_again_in_closer_windows() -> None:
    table = Table(FAR)
    run(table.search(SIZE).looks(table.take))
    assert len(table.windows) > 1
    assert sum(len(one.crops.quads) for one in table.asked if isinstance(one, Name)) == len(FAR)


class Darkened(Table):
    """A table of which the negative shows the finder half the tiles."""

    async def find(self, window: Window, color_transform: ColorTransform) -> Rectangles:
        """Every second tile in the negative."""
        found = await Table.find(self, window, color_transform)
        return found[np.arange(0, len(found), 2)] if color_transform.negative else found


def test_a_learnt_set_shown_in_the_negative_loses_no_tile_that_is_found_in_its_own_colours() -> None:
    table = Darkened(NEAR)
    how = replace(table.search(SIZE).how, color_transform=NEGATIVE)
    look = run(PhotoSearch(how, table, SIZE).looks(table.take))
    assert len(look.recognition.detections) == len(NEAR)
    assert {asked.color_transform for asked in table.asked if isinstance(asked, Find)} == {NEGATIVE, PLAIN}
    assert {asked.color_transform for asked in table.asked if isinstance(asked, Name)} == {NEGATIVE}
