"""How a search of a photo goes on, by what it has found and what lies on the table by that. No pixels.

`vision.photo_search` asks here which windows come next.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import numpy as np

from yakulens.vision.finding.windows import (
    FEW_WINDOWS,
    LARGER,
    anywhere,
    closer_windows,
    larger_windows,
)
from yakulens.vision.geometry.quads import corners_apart, short_sides

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from yakulens.vision.detections import Detections
    from yakulens.vision.finding.windows import Window
    from yakulens.vision.layout.result import LayoutResult
    from yakulens.vision.models import FinderSettings
    from yakulens.vision.reading import Reading

_READ: Final = 0.5
"""Probability of the likeliest label below which a detection is no evidence of how large the tiles are."""

_SURELY: Final = 0.97
"""What was read with this probability, at the same place (``_SAME_PLACE``), is not read again where the photo
is searched closer."""

_BESIDE: Final = 1.5
"""How far the next tile of a row reaches from a middle, in short sides; windows overlap by twice as much."""

_SAME_TILE: Final = 0.5
"""Corners nearer than this to those of a tile of the hand, in short sides, are of that tile."""

_SAME_PLACE: Final = 0.2
"""Corners that lie nearer than this to those that were read, in short sides, are at the same place."""


def surely_read(tiles: Detections, settings: FinderSettings) -> Detections:
    """The detections of which finder and reader are sure enough to decide how a search goes on.

    Args:
        tiles: what was detected so far.
        settings: of the finder.
    """
    firm = tiles.objectness >= settings.firm_score
    return tiles[firm & (tiles.faces.max(axis=1, initial=0.0) >= _READ)]


@dataclass(frozen=True, slots=True)
class Extent:
    """How far a photo was searched more closely than at first.

    Attributes:
        larger: how many times as large as at first the photo was shown as a whole.
        closer: the closer windows in which it was searched.
        done: whether nothing is left to be searched.
    """

    larger: float = 1.0
    closer: tuple[Window, ...] = ()
    done: bool = False


def goes_on(tiles: Detections, settings: FinderSettings, extent: Extent) -> bool:
    """Whether a photo is searched more closely: hardly a tile was read on it, or small ones were.

    After closer windows it is searched once more where a small tile lies at their border.

    Args:
        tiles: what was detected so far.
        settings: of the finder.
        extent: how far the photo was searched.
    """
    if extent.done or extent.closer:
        return not extent.done and bool(_beyond(tiles, settings, extent))
    few = len(surely_read(tiles, settings)) < settings.few_tiles
    return (few and extent.larger == 1) or bool(windows_about(tiles, settings, None, extent.larger))


def next_windows(
    tiles: Detections, settings: FinderSettings, hands: NDArray[np.float32] | None, extent: Extent
) -> tuple[tuple[Window, ...], Extent]:
    """Where a photo is searched next, and how far it is searched then.

    Where that would take many windows, the photo is shown larger as a whole first: mostly the hands are known
    then, and what lies elsewhere needs no closer look.

    Args:
        tiles: what was detected so far.
        settings: of the finder.
        hands: ``(N, 4, 2)`` quads of the only tiles that matter; None where all do.
        extent: how far the photo was searched.
    """
    if extent.closer:
        windows = _beyond(tiles, settings, extent) if hands is None else ()
    else:
        windows = windows_about(tiles, settings, hands, extent.larger)
        read = len(surely_read(tiles, settings))
        if extent.larger == 1 and (read < settings.few_tiles or len(windows) > FEW_WINDOWS):
            return larger_windows(tiles.size, read, settings), replace(extent, larger=LARGER)
    closer = (*extent.closer, *windows)
    done = hands is not None or not windows or len(closer) >= settings.most_windows
    return windows, replace(extent, closer=closer, done=done)


def _beyond(tiles: Detections, settings: FinderSettings, extent: Extent) -> tuple[Window, ...]:
    """Closer windows about small tiles at the border of those so far: beyond it a neighbour may lie."""
    read = surely_read(tiles, settings)
    middles, reach = read.quads.mean(axis=1), _BESIDE * short_sides(read.quads)[:, None]
    far = np.array(tiles.size[::-1], np.float32)
    first, last = np.maximum(middles - reach, 0), np.minimum(middles + reach, far)
    beyond = np.ones(len(read), bool)
    for one in extent.closer:
        right, bottom = one.x + one.width, one.y + one.height
        beyond &= ((first < (one.x, one.y)) | (last > (right, bottom))).any(axis=1)
    return closer_windows(
        tiles.size, middles[beyond], short_sides(read.quads[beyond]), settings, extent.larger
    )


def windows_about(
    tiles: Detections, settings: FinderSettings, hands: NDArray[np.float32] | None, larger: float = 1.0
) -> tuple[Window, ...]:
    """Closer windows about the small ones of all tiles that were read, or of those of the hands.

    Args:
        tiles: what was detected so far.
        settings: of the finder.
        hands: ``(N, 4, 2)`` quads of the only tiles that matter; None where all do.
        larger: how many times as large as at first the photo was shown as a whole.
    """
    read = surely_read(tiles, settings)
    if len(read) < settings.few_tiles:
        return anywhere(tiles.size, settings)
    if hands is not None:
        read = read[corners_apart(read.quads, hands).min(axis=1, initial=np.inf) < _SAME_TILE]
    return closer_windows(tiles.size, read.quads.mean(axis=1), short_sides(read.quads), settings, larger)


def known_already(quads: NDArray[np.float32], known: Detections) -> NDArray[np.intp]:
    """``(N,)`` for each new quad which of the known tiles was read for sure at its place; -1 for none.

    Args:
        quads: ``(N, 4, 2)`` of what was detected just now.
        known: what was detected and read before.
    """
    sure = np.flatnonzero(known.faces.max(axis=1, initial=0.0) >= _SURELY)
    if not len(sure):
        return np.full(len(quads), -1, np.intp)
    apart = corners_apart(quads, known.quads[sure])
    return np.where(apart.min(axis=1) < _SAME_PLACE, sure[apart.argmin(axis=1)], -1)


def hands_to_search(laid: LayoutResult, *, closest: bool) -> NDArray[np.float32] | None:
    """``(N, 4, 2)`` quads of the only tiles that matter for a hand that is known; None where any may matter.

    Args:
        laid: what lies on the table by what was found so far.
        closest: whether the photo was shown larger as a whole, so that what it shows of other hands is known.
    """
    known = laid.whole and (_is_own(laid) if closest else _is_alone(laid))
    return quads_of(laid.reading, of_hands(laid)) if known else None


def _is_own(laid: LayoutResult) -> bool:
    """Whether the hand that is meant is the photographer's own: another's may stand for one not yet found."""
    hands = laid.reading.hands
    return bool(hands) and hands[0].side == "self"


def _is_alone(laid: LayoutResult) -> bool:
    """Whether the photographer's own hand is meant, and no other matters: it has won, or none lies open.

    Else another one may lie where little of it was found: the photographer's own, or one more at a draw.
    """
    return _is_own(laid) and (laid.won or len(laid.reading.hands) == 1)


def of_hands(laid: LayoutResult) -> frozenset[int]:
    """The tiles of all hands, of what hints at one, and the indicators."""
    tiles = {tile for hand in laid.reading.hands for tile in hand.ids} | set(laid.reading.indicators)
    return frozenset(tiles.union(*laid.incomplete))


def quads_of(reading: Reading, tiles: Iterable[int]) -> NDArray[np.float32]:
    """``(N, 4, 2)`` the quads of some tiles."""
    return np.array([reading.tiles[tile].quad for tile in sorted(tiles)], np.float32).reshape(-1, 4, 2)
