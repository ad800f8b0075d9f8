"""Recognises red fives by their ink: red all over, and redder than another five of the suit.

A plain five has a red part too (the middle circle or bamboo, the lower character), which tints the rest if it
is small and blurred: a five is red if its other parts are. Owners also paint fives red in ways that the
reader was never shown. Mostly another five of the suit is in view, of the same set and in the same light,
which shows a plain one's look. Constants come from plain fives on training photos (``boxes/train``; 942
pairs), and from the same pairs with one painted red (``synth/red_paint.py``).
"""

import math
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import Final, TypeAlias

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from yakulens.vision.labels import INDEX, LABELS, RED_FIVES, plain
from yakulens.vision.naming.crop_answers import MARGIN

_MIN_FIVE: Final = 0.5
"""Least probability, red and plain together, of a five of a suit to compare."""
_BORDER: Final = 0.06
"""Share of a face's sides that is left out all around: the table may show at its edge."""
_BACKGROUND: Final = 0.7
"""Quantile of lightness from which a face's pixels are its background."""
_FAINT_RED: Final = 0.03
_FAINT_INK: Final = 0.1
"""Shares of the background by which red (``_FAINT_RED``) and ink must differ from it to count."""
_NO_RED: Final = 0.12
"""A face that is nowhere redder has no red ink of its own."""
_RED_REACH: Final = 3
"""Search radius for red, pixels: two crops of one design never align exactly."""
_MIN_PIXELS: Final = 40
"""The least number of pixels to compare."""
_MIN_REDNESS: Final = 0.01
"""Added to both sides of a ratio of redness."""
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
_MIN_INK: Final = 0.15
"""Pixels darker than the background by this share are ink."""
_TINGED: Final = 0.03
"""Average redness below which ink is not red: of 1,319 plain fives 1 % have more."""
_RED_ALL_OVER: Final = 0.055
"""Average redness from which ink is surely red: 24 painted fives have 0.06 and more."""
_PLAIN_PARTS: Final = {"m": 0.44, "p": 0.14, "s": 0.24}
"""Where plain fives are not red, as shares of the face: of characters above this, of circles farther than
this from the middle up and down, of bamboo farther than this from it aside."""
_OTHER_NUMBERS: Final = frozenset(f"{number}{suit}" for suit in _PLAIN_PARTS for number in "12346789")
_ODDS_OF_PLAIN: Final = 0.01
"""Odds of red against plain for a five whose plain parts are not red."""
_MAX_RED_TINGED: Final = 0.7
"""The greatest probability of red for a five whose plain parts may be red."""
_DULL: Final = 0.15
"""If the reddest part is less red, the ink is dark or blurred: painted fives have 0.28+, printed 0.24+."""
_MAX_RED_DULL: Final = 0.4
"""The greatest probability of red for a five with such ink: warm light or its middle may have tinged it."""
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
_COLOURLESS: Final = 3
"""A crop whose pixels' channels differ by no more than this is of a black-and-white photo."""
_RED_UNSEEN: Final = 0.25
"""The probability of red for a five on such a photo: one of the four fives of a suit is red."""
MAX_RED_OF_ODD_INKS: Final = 0.6
"""The greatest probability of a red five if inks may have any hue."""


CutCrops: TypeAlias = Callable[[NDArray[np.float32]], Awaitable[NDArray[np.uint8]]]
"""Gives the crops of ``(N, 4, 2)`` quads, in colour: ``(N, 96, 80, 3)`` uint8."""


@dataclass(frozen=True, slots=True, eq=False)
class _Face:
    """The ink of a number's face; redness is a share of the background.

    Attributes:
        redness: ``(h, w)`` float32, where it is more than faintly red.
        comparable: ``(h, w)`` bool, where it shows ink without red around it.
        tinge: the redness of the parts that are not red on plain fives, averaged over their ink; negative for
            green or blue.
        reddest: the same of these or of the other parts, whichever are redder.
        colourless: whether the photo has no colours, so that red cannot be seen.
    """

    redness: NDArray[np.float32]
    comparable: NDArray[np.bool_]
    tinge: float
    reddest: float
    colourless: bool


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
            share = _red_share(float(faces[tile, red] / total), face.tinge, face.reddest)
            if share > _MIN_FIVE:
                if tinge is None:
                    tinge = await _photo_tinge(quads, faces, top_edge_probs, cut_crops)
                if tinge >= _RED_ALL_OVER and face.tinge < _REDDER * tinge:
                    share = _MAX_RED_LIKE_OTHERS
            others = [pair for j, pair in enumerate(zip(cut, plain_probs, strict=True)) if j != k]
            if others:
                odds = _odds(face, others) * max(share, _MIN_DOUBT) / max(1 - share, _MIN_DOUBT)
                share = odds / (1 + odds)
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
) -> list[_Face]:
    """The faces of some tiles of these suits, upright."""
    if not len(quads):
        return []
    tops = top_edge_probs.argmax(axis=1).tolist()
    upright = [np.roll(quad, -top, axis=0) for quad, top in zip(quads, tops, strict=True)]
    crops = await cut_crops(np.array(upright, np.float32))
    return [_face(crop, suit) for crop, suit in zip(crops, suits, strict=True)]


def _red_share(share: float, tinge: float, reddest: float) -> float:
    """The red five's share of a five's probability, bounded by the redness of its parts.

    >>> [round(_red_share(0.99, tinge, 0.3), 2) for tinge in (0.2, 0.04, 0.0)], _red_share(0.1, 0.04, 0.3)
    ([0.99, 0.7, 0.33], 0.1)
    >>> _red_share(0.99, 0.1, 0.1)
    0.4
    """
    if reddest < _DULL:
        share = min(share, _MAX_RED_DULL)
    if tinge >= _RED_ALL_OVER:
        return share
    if tinge >= _TINGED:
        return min(share, _MAX_RED_TINGED)
    bounds = _MIN_DOUBT, 1 - _MIN_DOUBT
    odds = _ODDS_OF_PLAIN * np.clip(share, *bounds) / np.clip(1 - share, *bounds)
    return min(share, float(odds / (1 + odds)))


def _odds(face: _Face, others: list[tuple[_Face, float]]) -> float:
    """Likelihood ratio of a red five, from the others and their probabilities of being plain.

    The lowest ratio counts: a painted five is redder than each plain one.
    """
    ratios = [
        plain_prob * likelihood_ratio(redder) + 1 - plain_prob
        for other, plain_prob in others
        if (redder := _log_redder(face, other)) is not None
    ]
    return min(ratios, default=1.0)


def likelihood_ratio(log_redder: float) -> float:
    """Likelihood ratio of a painted to a plain five, from the log ratio of their redness."""
    share, density, start = _THINLY_PAINTED
    plain_density = NormalDist(0.0, _PLAIN_SPREAD).pdf(log_redder) + _OUTLIER_DENSITY
    thin_density = density if log_redder > start else 0.0
    painted_density = (1 - share) * NormalDist(*_PAINTED).pdf(log_redder) + thin_density
    return float(np.clip(painted_density / plain_density, *_ODDS_BOUNDS))


def _face(crop: NDArray[np.uint8], suit: str) -> _Face:
    """The ink of a face on its ``(96, 80, 3)`` uint8 RGB crop, upright."""
    height, width = crop.shape[:2]
    border = (1 - 1 / MARGIN) / 2 + _BORDER
    top, left = round(height * border), round(width * border)
    inner = crop[top:-top, left:-left].astype(np.float32)
    light = inner.sum(axis=2)
    background = np.median(inner[light >= np.quantile(light, _BACKGROUND)], axis=0)
    share = inner / np.maximum(background, 1.0)
    redness, darkness = share[..., 0] - share[..., 1], 1 - share.mean(axis=2)
    plain_parts, ink = _plain_parts(suit, *darkness.shape), np.where(darkness > _MIN_INK, darkness, 0.0)
    tinge, other_tinge = (
        float((redness * ink)[part].sum() / max(float(ink[part].sum()), 1.0))
        for part in (plain_parts, ~plain_parts)
    )
    red, dark = np.clip(redness - _FAINT_RED, 0, None), np.clip(darkness - _FAINT_INK, 0, None)
    comparable = (_greatest(red, _RED_REACH) < _NO_RED) & (_greatest(dark, 1) > 0)
    colourless = bool(np.ptp(crop, axis=2).max() <= _COLOURLESS)
    return _Face(red, comparable, tinge, max(tinge, other_tinge), colourless)


def _plain_parts(suit: str, height: int, width: int) -> NDArray[np.bool_]:
    """``(h, w)`` where a plain five is not red: its upper character, all but the middle circle or bamboo."""
    down, across = np.mgrid[0 : 1 : height * 1j, 0 : 1 : width * 1j]
    share = _PLAIN_PARTS[suit]
    if suit == "m":
        return np.asarray(down < share)
    return np.asarray(np.abs((down if suit == "p" else across) - 0.5) > share)


def _log_redder(face: _Face, other: _Face) -> float | None:
    """Log ratio of redness where the other face has ink that is not red; None if there is none.

    Both ways up are tried: a face that looks the same upside down does not show its top.
    """
    measured = []
    for turn in (0, 2):
        redness, comparable = np.rot90(other.redness, turn), np.rot90(other.comparable, turn)
        if comparable.sum() >= _MIN_PIXELS:
            mean, other_mean = float(face.redness[comparable].mean()), float(redness[comparable].mean())
            measured.append((mean, math.log((mean + _MIN_REDNESS) / (other_mean + _MIN_REDNESS))))
    return min(measured)[1] if measured else None


def _greatest(values: NDArray[np.float32], reach: int) -> NDArray[np.float32]:
    """The maximum of ``(h, w)`` non-negative float32 numbers in the square around each place.

    >>> _greatest(np.array([[5, 0, 0, 1]], np.float32), 1).tolist()
    [[5.0, 5.0, 1.0, 1.0]]
    """
    for axis in (0, 1):
        around = [(reach, reach) if axis == k else (0, 0) for k in (0, 1)]
        values = sliding_window_view(np.pad(values, around), 2 * reach + 1, axis).max(axis=-1)
    return values


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
