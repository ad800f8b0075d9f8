"""Recognises red fives by their ink: red all over, and redder than another five of the suit.

A plain five has a red part too (the middle circle or bamboo, the lower character), which tints the rest if it
is small and blurred: a five is red if its other parts are. Owners also paint fives red in ways that the
reader was never shown. Mostly another five of the suit is in view, of the same set and in the same light,
which shows a plain one's look. Constants come from plain fives on training photos (``boxes/train``; 942
pairs), and from the same pairs with one painted red (``datasets/render/red_paint.py``).
"""

from collections.abc import Awaitable, Callable, Sequence
from statistics import NormalDist
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from yakulens.vision.labels import INDEX, LABELS, RED_FIVES, plain
from yakulens.vision.naming.five_ink import FiveInk, ink_of, log_redder

_MIN_FIVE: Final = 0.5
"""Least probability, red and plain together, of a five of a suit to compare."""
_PLAIN_SPREAD: Final = 0.2
"""Standard deviation of the log ratio of two plain fives' redness."""
_OUTLIER_DENSITY: Final = 0.0036
"""Density, per unit of that log ratio, of plain fives that differ by light, dirt or another print."""
_PAINTED: Final = (2.9, 0.55)
"""Mean and standard deviation of the log ratio of a painted five's redness to a plain one's."""
_THINLY_PAINTED: Final = (0.15, 0.048, 0.4)
"""Thinly painted fives: their share of the painted ones, their density, and their least log ratio."""
_ODDS_BOUNDS: Final = (0.25, 40.0)
"""Bounds on the weight of the comparison. A small, blurred red five is hardly redder than a plain one, and
redness alone must not change a five that is read with certainty."""
_MIN_DOUBT: Final = 0.02
"""Least doubt about the reader's answer on paint: its certainty is not trusted."""
_TINGED: Final = 0.03
"""Average redness below which ink is not red: of 1,319 plain fives 1 % have more."""
_RED_ALL_OVER: Final = 0.055
_SURELY_RED_ALL_OVER: Final = 0.06
"""Average redness from which ink is likely and surely red: 24 painted fives have 0.06 and more. Other code
that decodes and resizes gives other last digits: between the two the bounds below change little by little."""
_OTHER_NUMBERS: Final = frozenset(f"{number}{suit}" for suit in "mps" for number in "12346789")
_ODDS_OF_PLAIN: Final = 0.01
"""Odds of red against plain for a five whose plain parts are not red."""
_MAX_RED_TINGED: Final = 0.7
"""The greatest probability of red for a five whose plain parts may be red."""
_MAX_RED_DULL: Final = 0.4
"""The greatest probability of red for a five whose reddest part is dull, dark or blurred: warm light or its
middle may have tinged it. Also for one that the reader is sure is plain: its ink asks, it does not decide."""
_REDDEST: Final = (0.15, 0.2, 0.24)
"""Redness of the reddest part of a dull five, of one that a finger or light may have tinged, and of a red
one: painted fives have 0.28 and more, printed ones 0.24."""
_MOST_RED: Final = (_MAX_RED_DULL, _MAX_RED_TINGED, 1.0)
"""The greatest probability of red at these; between them it changes little by little too."""
_MIN_RED_ALL_OVER, _MIN_RED_TINGED = 0.3, 0.05
"""The least probability of red for a five whose plain parts are or may be red, whatever the reader says."""
_MIN_NUMBERS, _MAX_NUMBERS = 4, 8
"""Least and greatest count of a photo's other numbers that determine the tinge of a set's inks."""
_READ: Final = 0.9
"""Least probability of another number that counts for the tinge of a set's inks."""
_TINGE_QUANTILE: Final = 0.25
"""Quantile of those numbers' redness that counts as the tinge: most plain faces have their red elsewhere."""
_REDDER: Final = 1.6
"""How many times redder than the set's other numbers a red five is if these are as red as red fives (gold,
orange, wine). Seven of 40 rendered dark and jade sets had such inks; six plain fives were redder by at most
1.3, and five red ones by at least 1.8."""
_MAX_RED_LIKE_OTHERS: Final = 0.2
"""The greatest probability of red for a five below that ratio."""
_RED_UNSEEN: Final = 0.25
"""The probability of red for a five on such a photo: one of the four fives of a suit is red."""
MAX_RED_OF_ODD_INKS: Final = 0.6
"""The greatest probability of a red five if inks may have any hue."""


CutCrops: TypeAlias = Callable[[NDArray[np.float32]], Awaitable[NDArray[np.uint8]]]
"""Gives the crops of ``(N, 4, 2)`` quads, in colour: ``(N, 96, 80, 3)`` uint8."""


async def compare_fives(
    quads: NDArray[np.float32],
    faces: NDArray[np.float32],
    top_edge_probs: NDArray[np.float32],
    cut_crops: CutCrops,
) -> NDArray[np.float32]:
    """The faces' probabilities, with red and plain fives corrected by comparing the fives of a suit."""
    out, tinge = faces.copy(), None
    for label in RED_FIVES:
        red, five = INDEX[label], INDEX[plain(label)]
        tiles = np.flatnonzero(faces[:, red] + faces[:, five] >= _MIN_FIVE)
        cut = await _faces(quads[tiles], top_edge_probs[tiles], [label[-1]] * len(tiles), cut_crops)
        plain_probs = [float(faces[tile, five] / (faces[tile, red] + faces[tile, five])) for tile in tiles]
        for k, (face, tile) in enumerate(zip(cut, tiles, strict=True)):
            total = faces[tile, red] + faces[tile, five]
            if face.colourless:
                out[tile, red], out[tile, five] = total * _RED_UNSEEN, total * (1 - _RED_UNSEEN)
                continue
            as_read = float(faces[tile, red] / total)
            share = _red_share(as_read, face)
            if share > max(as_read, _MIN_RED_TINGED) or share > _MIN_FIVE:
                if tinge is None:
                    tinge = await _photo_tinge(quads, faces, top_edge_probs, cut_crops)
                if tinge >= _RED_ALL_OVER and face.tinge < _REDDER * tinge:
                    share = min(as_read, _MAX_RED_LIKE_OTHERS)
            others = [pair for j, pair in enumerate(zip(cut, plain_probs, strict=True)) if j != k]
            share = min(_compared(share, face, others), _most_red(face, as_read))
            out[tile, red], out[tile, five] = total * share, total * (1 - share)
    return out


async def _photo_tinge(
    quads: NDArray[np.float32],
    faces: NDArray[np.float32],
    top_edge_probs: NDArray[np.float32],
    cut_crops: CutCrops,
) -> float:
    """The tinge of most numbers on the photo where a plain five is not red, without red fives."""
    labels = [LABELS[k] for k in faces.argmax(axis=1)]
    certain = faces.max(axis=1, initial=0.0) >= _READ
    numbers = [k for k, label in enumerate(labels) if certain[k] and label in _OTHER_NUMBERS][:_MAX_NUMBERS]
    if len(numbers) < _MIN_NUMBERS:
        return 0.0
    suits = [labels[k][-1] for k in numbers]
    cut = await _faces(quads[numbers], top_edge_probs[numbers], suits, cut_crops)
    return float(np.quantile([face.tinge for face in cut], _TINGE_QUANTILE))


async def _faces(
    quads: NDArray[np.float32],
    top_edge_probs: NDArray[np.float32],
    suits: Sequence[str],
    cut_crops: CutCrops,
) -> list[FiveInk]:
    """The faces of some tiles of these suits, upright."""
    if not len(quads):
        return []
    tops = top_edge_probs.argmax(axis=1).tolist()
    upright = [np.roll(quad, -top, axis=0) for quad, top in zip(quads, tops, strict=True)]
    crops = await cut_crops(np.array(upright, np.float32))
    return [ink_of(crop, suit) for crop, suit in zip(crops, suits, strict=True)]


def _red_share(share: float, face: FiveInk) -> float:
    """The red five's share of a five's probability, bounded by the redness of its parts.

    A crop that is bleached shows nothing: then what was read stays.
    """
    if face.bleached:
        return share
    if face.tinge >= _TINGED:
        limits = _RED_ALL_OVER, _SURELY_RED_ALL_OVER
        least = np.interp(face.tinge, limits, (_MIN_RED_TINGED, _MIN_RED_ALL_OVER))
        most = np.interp(face.tinge, limits, (_MAX_RED_TINGED, 1.0))
        return float(np.clip(share, least, most))
    bounds = _MIN_DOUBT, 1 - _MIN_DOUBT
    odds = _ODDS_OF_PLAIN * np.clip(share, *bounds) / np.clip(1 - share, *bounds)
    return min(share, float(odds / (1 + odds)))


def _most_red(face: FiveInk, as_read: float) -> float:
    """The greatest probability of red, by a five's reddest part and what the reader says."""
    most = float(np.interp(face.reddest, _REDDEST, _MOST_RED))
    return min(most, _MAX_RED_DULL) if as_read <= _MIN_DOUBT else most


def _compared(share: float, face: FiveInk, others: list[tuple[FiveInk, float]]) -> float:
    """The share of red after comparison with other fives and their probabilities of being plain."""
    if not others:
        return share
    odds = _odds(face, others) * max(share, _MIN_DOUBT) / max(1 - share, _MIN_DOUBT)
    return odds / (1 + odds)


def _odds(face: FiveInk, others: list[tuple[FiveInk, float]]) -> float:
    """Likelihood ratio of a red five, from the others and their probabilities of being plain.

    The lowest ratio counts: a painted five is redder than each plain one.
    """
    ratios = [
        plain_prob * likelihood_ratio(redder) + 1 - plain_prob
        for other, plain_prob in others
        if (redder := log_redder(face, other)) is not None
    ]
    return min(ratios, default=1.0)


def likelihood_ratio(log_redder: float) -> float:
    """Likelihood ratio of a painted to a plain five, from the log ratio of their redness."""
    share, density, start = _THINLY_PAINTED
    plain_density = NormalDist(0.0, _PLAIN_SPREAD).pdf(log_redder) + _OUTLIER_DENSITY
    thin_density = density if log_redder > start else 0.0
    painted_density = (1 - share) * NormalDist(*_PAINTED).pdf(log_redder) + thin_density
    return float(np.clip(painted_density / plain_density, *_ODDS_BOUNDS))


def with_reds(
    grey: NDArray[np.float32], coloured: NDArray[np.float32], max_red: float = MAX_RED_OF_ODD_INKS
) -> NDArray[np.float32]:
    """Faces as read in greys; only whether a five is red comes from the reading in colour.

    Both are ``(N, 39)`` probabilities; the red five gets at most ``max_red`` of a five's probability.
    """
    out = grey.copy()
    for label in RED_FIVES:
        red, five = INDEX[label], INDEX[plain(label)]
        sums = coloured[:, red] + coloured[:, five]
        shares = np.clip(coloured[:, red] / np.maximum(sums, 1e-6), 0.0, max_red)
        totals = grey[:, red] + grey[:, five]
        out[:, red], out[:, five] = totals * shares, totals * (1 - shares)
    return out
