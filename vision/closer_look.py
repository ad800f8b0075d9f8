"""Chooses the windows of a photo to search next, from the tiles read so far and the table's layout.

It uses no pixels. ``tiles`` were detected so far, ``settings`` are the finder's, ``extent`` says how far the
photo was searched, and ``hands`` are ``(N, 4, 2)`` quads of the only tiles that matter, None if all do.
"""

from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from yakulens.vision.detections import Detections
from yakulens.vision.finding.windows import (
    ENLARGEMENT,
    FEW_WINDOWS,
    Window,
    anywhere,
    closer_windows,
    larger_windows,
)
from yakulens.vision.geometry.quads import corner_distances, short_sides
from yakulens.vision.layout.report.reading import LayoutResult
from yakulens.vision.model_card import FinderSettings

_MIN_PROB: Final = 0.5
"""A detection whose likeliest label has a lower probability is no evidence of the tiles' size."""
_CERTAIN: Final = 0.97
"""A tile that was read with this probability is not read again at the same place (``_SAME_PLACE``)."""
_REACH: Final = 1.5
"""How far a row's next tile reaches from a tile's centre, in short sides; windows overlap by twice this."""
_SAME_TILE: Final = 0.5
"""Corners closer than this to those of a tile of the hand, in short sides, belong to that tile."""
_SAME_PLACE: Final = 0.2
"""Corners closer than this to those of a tile that was read, in short sides, are at the same place."""


def certain_tiles(tiles: Detections, settings: FinderSettings) -> Detections:
    """The detections of which finder and reader are sure enough to guide the search."""
    firm = tiles.objectness >= settings.firm_score
    return tiles[firm & (tiles.faces.max(axis=1, initial=0.0) >= _MIN_PROB)]


@dataclass(frozen=True, slots=True)
class Extent:
    """How far a photo was searched more closely than at first.

    The whole photo was shown ``enlargement`` times larger, then in closer windows; ``done`` ends the search.
    """

    enlargement: float = 1.0
    windows: tuple[Window, ...] = ()
    done: bool = False


def needs_closer_look(tiles: Detections, settings: FinderSettings, extent: Extent) -> bool:
    """Whether to search a photo more closely: few tiles were read on it, or small ones.

    After closer windows, a small tile at their border makes the search continue there.
    """
    if extent.done:
        return False
    windows, searched = next_windows(tiles, settings, None, extent)
    return bool(windows) or searched.enlargement > extent.enlargement


def next_windows(
    tiles: Detections, settings: FinderSettings, hands: NDArray[np.float32] | None, extent: Extent
) -> tuple[tuple[Window, ...], Extent]:
    """The windows to search next, and how far the photo is searched after them.

    If that takes many windows, the whole photo is first shown larger, which mostly shows the hands.
    """
    if extent.windows:
        windows = _windows_beyond(tiles, settings, hands, extent)
    else:
        windows = windows_about(tiles, settings, hands, extent.enlargement)
        count = len(certain_tiles(tiles, settings))
        if extent.enlargement == 1 and (count < settings.few_tiles or len(windows) > FEW_WINDOWS):
            return larger_windows(tiles.size, count, settings), replace(extent, enlargement=ENLARGEMENT)
    searched = (*extent.windows, *windows)
    done = not windows or len(searched) >= settings.most_windows
    return windows, replace(extent, windows=searched, done=done)


def _windows_beyond(
    tiles: Detections, settings: FinderSettings, hands: NDArray[np.float32] | None, extent: Extent
) -> tuple[Window, ...]:
    """Closer windows around small tiles at the border of earlier ones: a neighbour may lie beyond it."""
    quads = _certain_quads(tiles, settings, hands)
    centres, sides = quads.mean(axis=1), short_sides(quads)
    reach, photo = _REACH * sides[:, None], np.array(tiles.size[::-1], np.float32)
    low, high = np.maximum(centres - reach, 0), np.minimum(centres + reach, photo)
    inside, beyond = np.zeros(len(quads), bool), np.ones(len(quads), bool)
    for window in extent.windows:
        start = np.array((window.x, window.y))
        end = np.add(start, (window.width, window.height))
        inside |= ((centres >= start) & (centres <= end)).all(axis=1)
        beyond &= ((low < start) | (high > end)).any(axis=1)
    at_border = inside & beyond
    return closer_windows(tiles.size, centres[at_border], sides[at_border], settings, extent.enlargement)


def windows_about(
    tiles: Detections, settings: FinderSettings, hands: NDArray[np.float32] | None, enlargement: float = 1.0
) -> tuple[Window, ...]:
    """Closer windows around the small tiles, of all that were read or of the hands only.

    The whole photo was shown ``enlargement`` times as large as at first.
    """
    if len(certain_tiles(tiles, settings)) < settings.few_tiles:
        return anywhere(tiles.size, settings)
    quads = _certain_quads(tiles, settings, hands)
    return closer_windows(tiles.size, quads.mean(axis=1), short_sides(quads), settings, enlargement)


def _certain_quads(
    tiles: Detections, settings: FinderSettings, hands: NDArray[np.float32] | None
) -> NDArray[np.float32]:
    """``(N, 4, 2)`` quads of all certain tiles, or of those of the hands."""
    quads = certain_tiles(tiles, settings).quads
    if hands is None:
        return quads
    of_hands = corner_distances(quads, hands).min(axis=1, initial=np.inf) < _SAME_TILE
    return np.asarray(quads[of_hands])


def match_known(quads: NDArray[np.float32], known: Detections) -> NDArray[np.intp]:
    """``(N,)`` index of the certain known tile at each of ``(N, 4, 2)`` new quads; -1 for none."""
    certain = np.flatnonzero(known.faces.max(axis=1, initial=0.0) >= _CERTAIN)
    if not len(certain):
        return np.full(len(quads), -1, np.intp)
    distances = corner_distances(quads, known.quads[certain])
    return np.where(distances.min(axis=1) < _SAME_PLACE, certain[distances.argmin(axis=1)], -1)


def hands_to_search(layout: LayoutResult, *, enlarged: bool) -> NDArray[np.float32] | None:
    """``(N, 4, 2)`` quads of the only tiles that matter once a hand is known; None if any may matter.

    The meant hand must be whole and the photographer's own: if it is another's, that one may still be missed.
    Unless the photo was shown larger, it must also have won or be the only open hand: otherwise another hand
    may lie where few of its tiles were found.
    """
    hands = layout.reading.hands
    is_own = layout.whole and bool(hands) and hands[0].side == "self"
    if is_own and (enlarged or layout.won or len(hands) == 1):
        return hand_quads(layout)
    return None


def hand_quads(layout: LayoutResult) -> NDArray[np.float32]:
    """``(N, 4, 2)`` quads of the tiles of all hands and incomplete hands, and of the indicators."""
    reading = layout.reading
    ids = {tile for hand in reading.hands for tile in hand.ids}.union(reading.indicators, *layout.incomplete)
    return np.array([reading.tiles[tile].quad for tile in sorted(ids)], np.float32).reshape(-1, 4, 2)
