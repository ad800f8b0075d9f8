"""What several photos saw of each tile, as the detections of one photo.

Of a tile that several photos show, the log probabilities of its faces add up, and so does what each photo
says of whether a tile lies there: a photo that shows the place and no tile speaks against it. A tile that
lies on another one seems to lie at another place of the table in each photo, which no single photo can tell.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from yakulens.vision.arrays import ParallelArrays
from yakulens.vision.detections import Detections
from yakulens.vision.geometry.quads import short_sides
from yakulens.vision.labels import LABELS
from yakulens.vision.photo_search import Recognition
from yakulens.vision.together.registration import Registration, View, in_frame, map_points, register, view_of

AGREEMENT: Final = 0.7
"""Weight of each photo's log probabilities.

Photos of one tile are not independent: two that agree prove less than two different tiles would. Chosen, not
fitted; `python -m tests.benchmarks.together` measures it.
"""
_UNSEEN: Final = -1.1
"""Log odds of a tile from a photo that shows its place without one.

Glare or a finger may hide it there, and more than once: two such photos must not outweigh a sure sighting.
"""
_CERTAIN: Final = 3.0
"""Bound on the log odds from one photo that shows it."""
_CHOSEN: Final = 0.85
"""Least log odds from a photo that took the detection for a tile (`vision.finding.selection`).

It may have done so by a certain face though the finder was in doubt: two such photos do not make it unlikely.
"""
_TAKEN: Final = 0.35
"""Least fused probability that a detection is a tile."""
_HERE: Final = 0.55
"""Tiles whose places are closer than this, in tile widths, are one."""
_RAISED: Final = 0.1
"""By how much farther apart two places count that agree only if the tile lies on another one."""
_PLACE: Final = 0.12
"""Standard deviation of a tile's place on the table, tile widths, as two photos say it."""
_LEVEL: Final = 8.0
"""Bound on the log odds, from two photos, that a tile lies on another one."""
_FLOOR: Final = 1e-6


@dataclass(frozen=True, slots=True, eq=False)
class Fused:
    """What several photos of one hand show.

    Attributes:
        recognition: the tiles and all detections, N of them, at places of the base photo, moved so that none
            is negative.
        base: which photo that is.
        quads: ``(P, N, 4, 2)`` float64, each detection's quad on each photo; NaN where that photo shows none.
        stacked: ``(N,)`` float64 log odds of lying on another tile, from the places on several photos.
        places: ``(N, 4, 2)`` float64, each detection's quad in pixels of the base photo, beyond it too.
        onto_base: ``(P, 3, 3)`` float64 homographies, each photo's pixels to the base photo's; NaN where a
            photo shows another hand.
        others: the photos that show another hand, by their indices.
    """

    recognition: Recognition
    base: int
    quads: NDArray[np.float64]
    stacked: NDArray[np.float64]
    places: NDArray[np.float64]
    onto_base: NDArray[np.float64]
    others: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class _Sightings(ParallelArrays):
    """N detections on one or several photos, and where they lie on the base photo and its table.

    Attributes:
        photo: ``(N,)`` int64, on which photo.
        quads: ``(N, 4, 2)`` float64 pixels of the base photo.
        own: ``(N, 4, 2)`` float64 pixels of the photo itself.
        faces: ``(N, 39)`` float64 natural log probabilities.
        tops: ``(N, 4)`` float64 natural log probabilities of the top edge.
        odds: ``(N,)`` float64 log odds that a tile lies there.
        taken: ``(N,)`` bool, whether the photo took it for a tile.
        places: ``(N, 2)`` float64 on the base photo's table, tile widths.
        shifts: ``(N, 2)`` float64 by how much that place would be wrong if the tile lay on another one.
    """

    photo: NDArray[np.int64]
    quads: NDArray[np.float64]
    own: NDArray[np.float64]
    faces: NDArray[np.float64]
    tops: NDArray[np.float64]
    odds: NDArray[np.float64]
    taken: NDArray[np.bool_]
    places: NDArray[np.float64]
    shifts: NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class _Photo:
    """One photo of the hand.

    Attributes:
        number: which photo.
        tiles: all its detections, those that count as tiles first.
        taken: ``(N,)`` bool, which of them those are.
        view: the tiles on the table; None without any.
        laid: how it lies on the base photo; None if it does not show that photo's hand.
    """

    number: int
    tiles: Detections
    taken: NDArray[np.bool_]
    view: View | None
    laid: Registration | None = None


def fuse(looks: Sequence[Recognition], order: Sequence[int]) -> Fused:
    """Fuse what at least one photo shows.

    Args:
        looks: what was detected on each photo.
        order: indices of the photos, the best first: the others are laid on it. The first photo's hand is
            kept: if the best photo shows another one, the first is the base.
    """
    photos = [_photo(number, look) for number, look in enumerate(looks)]
    laid = _laid(photos, photos[order[0]])
    base = order[0]
    if photos[0].view is not None and laid[0].laid is None and base:
        base = 0
        laid = _laid(photos, photos[0])
    shown = [laid[base], *(laid[n] for n in order if n != base and laid[n].laid is not None)]
    others = tuple(each.number for each in laid if each.view is not None and each not in shown)
    sightings = _sightings(shown[0], shown[0])
    groups = np.arange(len(sightings), dtype=np.int64)
    for photo in shown[1:]:
        more = _sightings(photo, shown[0])
        groups = np.concatenate([groups, _grouped(more, sightings, groups)])
        sightings = _Sightings.merge(sightings, more)
    return _fused(sightings, groups, shown, len(looks), others)


def _photo(number: int, look: Recognition) -> _Photo:
    """A photo with all its detections, the tiles among them first."""
    tiles, more = look.detections, look.unfiltered
    apart = np.ones(len(more), np.bool_)
    if len(tiles) and len(more):
        apart = np.abs(more.quads[:, None] - tiles.quads).max(axis=(2, 3)).min(axis=1) > 1.0
    merged = Detections.merge(tiles, more[apart])
    return _Photo(number, merged, np.arange(len(merged)) < len(tiles), view_of(tiles))


def _laid(photos: Sequence[_Photo], base: _Photo) -> list[_Photo]:
    """The photos, those that show the base photo's hand laid on it."""
    laid = []
    for photo in photos:
        found = None if photo.view is None or base.view is None else register(photo.view, base.view)
        laid.append(replace(photo, laid=found if found is not None and found.is_same_hand else None))
    return laid


def _sightings(photo: _Photo, base: _Photo) -> _Sightings:
    """A photo's detections, at places of the base photo."""
    tiles, laid, view = photo.tiles, photo.laid, photo.view
    own = tiles.quads.astype(np.float64)
    quads = own if laid is None else map_points(own, laid.matrix)
    places, shifts = np.zeros((len(tiles), 2)), np.zeros((len(tiles), 2))
    if laid is not None and view is not None and base.view is not None:
        places = map_points(quads.mean(axis=1), base.view.matrix)
        places[: len(view.places)] = laid.places
        shifts[: len(view.places)] = view.shifts @ laid.turn.T
    sure = np.clip(tiles.objectness.astype(np.float64), _FLOOR, 1 - _FLOOR)
    return _Sightings(
        photo=np.full(len(tiles), photo.number, np.int64),
        quads=quads,
        own=own,
        faces=np.log(np.maximum(tiles.faces.astype(np.float64), _FLOOR)),
        tops=np.log(np.maximum(tiles.top_edge_probs.astype(np.float64), _FLOOR)),
        odds=np.clip(np.log(sure / (1 - sure)), np.where(photo.taken, _CHOSEN, -_CERTAIN), _CERTAIN),
        taken=photo.taken,
        places=places,
        shifts=shifts,
    )


def _grouped(more: _Sightings, known: _Sightings, groups: NDArray[np.int64]) -> NDArray[np.int64]:
    """The tile, by its number, that each further sighting is of: one of the known tiles, or a new one.

    Sightings that their photos took for tiles meet before others do. Each tile is met at most once.
    """
    count = int(groups.max(initial=-1)) + 1
    out = np.full(len(more), -1, np.int64)
    if len(more) and len(known):
        moved = more.places[:, None] - known.places
        raised = moved - (more.shifts[:, None] - known.shifts)
        apart = np.minimum(np.linalg.norm(moved, axis=2), np.linalg.norm(raised, axis=2) + _RAISED)
        order = apart + (~more.taken[:, None] | ~known.taken)
        free = np.ones(count, np.bool_)
        for flat in np.argsort(order, axis=None, kind="stable").tolist():
            row, column = divmod(flat, len(known))
            if apart[row, column] < _HERE and out[row] < 0 and free[groups[column]]:
                out[row], free[groups[column]] = groups[column], False
    new = out < 0
    out[new] = count + np.arange(int(new.sum()))
    return out


def _fused(
    sightings: _Sightings,
    groups: NDArray[np.int64],
    shown: Sequence[_Photo],
    photos: int,
    others: tuple[int, ...],
) -> Fused:
    """The sightings as the detections of one photo.

    ``groups`` are the tiles that they are of; ``shown`` are the photos of the hand, the base first, and
    ``photos`` is how many photos there are.
    """
    count = int(groups.max(initial=-1)) + 1
    first = np.array([int(np.flatnonzero(groups == tile)[0]) for tile in range(count)], np.int64)
    quads = np.full((photos, count, 4, 2), np.nan)
    faces, tops, stacked = np.zeros((count, len(LABELS))), np.zeros((count, 4)), np.zeros(count)
    odds, seen, taken = np.zeros(count), np.zeros(count), np.zeros(count, np.bool_)
    for row, tile in enumerate(groups.tolist()):
        roll = _roll(sightings.quads[row], sightings.quads[first[tile]])
        quads[sightings.photo[row], tile] = np.roll(sightings.own[row], roll, axis=0)
        faces[tile] += sightings.faces[row]
        tops[tile] += np.roll(sightings.tops[row], roll)
        odds[tile] += sightings.odds[row]
        seen[tile] += 1
        taken[tile] |= sightings.taken[row]
        stacked[tile] += _stacked_odds(sightings, int(first[tile]), row)
    at_base = sightings.quads[first]
    odds += sum((_against(photo, at_base, quads[photo.number]) for photo in shown), np.zeros(count))
    places, size = _moved(at_base, shown[0].tiles.size)
    everything = Detections(
        places,
        np.asarray(1 / (1 + np.exp(-np.clip(odds, -_CERTAIN, _CERTAIN))), np.float32),
        _normalised(np.where(seen > 1, AGREEMENT, 1.0)[:, None] * faces),
        _normalised(tops),
        size,
    )
    recognition = Recognition(everything[taken & (everything.objectness >= _TAKEN)], everything)
    onto_base = np.full((photos, 3, 3), np.nan)
    for photo in shown:
        onto_base[photo.number] = np.eye(3) if photo.laid is None else photo.laid.matrix
    return Fused(recognition, shown[0].number, quads, stacked, at_base, onto_base, others)


def _against(photo: _Photo, at_base: NDArray[np.float64], own: NDArray[np.float64]) -> NDArray[np.float64]:
    """``(N,)`` what a photo that shows a tile's place and no tile there says against the tile."""
    unseen = np.isnan(own).any(axis=(1, 2))
    if photo.laid is None:
        return np.where(unseen & in_frame(at_base, photo.tiles.size), _UNSEEN, 0.0)
    there = map_points(at_base, np.linalg.inv(photo.laid.matrix).astype(np.float64))
    return np.where(unseen & in_frame(there, photo.tiles.size), _UNSEEN, 0.0)


def _stacked_odds(sightings: _Sightings, first: int, row: int) -> float:
    """Log odds of lying on another tile, from the places that two photos say: a lying tile's are the same."""
    moved = sightings.places[row] - sightings.places[first]
    if_stacked = sightings.shifts[row] - sightings.shifts[first]
    odds = float((moved**2).sum() - ((moved - if_stacked) ** 2).sum()) / (2 * _PLACE**2)
    return max(min(odds, _LEVEL), -_LEVEL)


def _roll(quad: NDArray[np.float64], other: NDArray[np.float64]) -> int:
    """By how many corners a quad must be rolled so that it begins where the other does."""
    return int(np.argmin([np.linalg.norm(np.roll(quad, k, axis=0) - other, axis=1).sum() for k in range(4)]))


def _moved(quads: NDArray[np.float64], size: tuple[int, int]) -> tuple[NDArray[np.float32], tuple[int, int]]:
    """The quads on a photo large enough for all of them, and its size.

    A tile beyond the base photo's edge is whole on another photo: it must not count as cut off.
    """
    low = np.minimum(quads.min(axis=(0, 1), initial=0.0), 0.0)
    high = quads.max(axis=(0, 1), initial=0.0) - low
    if not low.any() and (high <= np.array(size[::-1])).all():
        return quads.astype(np.float32), size
    side = float(np.median(short_sides(quads)))
    height, width = np.maximum(high[::-1] + side, np.array(size) - low[::-1]) + side
    return (quads - low + side).astype(np.float32), (int(height), int(width))


def _normalised(logs: NDArray[np.float64]) -> NDArray[np.float32]:
    """Probabilities from summed logs; rows sum to one."""
    if not len(logs):
        return logs.astype(np.float32)
    chances = np.exp(logs - logs.max(axis=1, keepdims=True))
    return np.asarray(chances / chances.sum(axis=1, keepdims=True), np.float32)
