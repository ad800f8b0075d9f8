"""Red fives recognised by their ink: is it red all over, and redder than that of another five of the suit?

A plain five has a red part of its own, the middle circle or bamboo or the lower character, which small and
blurred tints the rest: a five is red where its other parts are. And owners paint fives red in ways that no
reader was shown. Another five of the suit, of the same set and in the same light, is mostly in view: it
shows what a plain one looks like. Constants are from plain fives on training photos (``boxes/train``; 942
pairs of them), and from the same with one painted red (``synth/red_paint.py``).
"""

import math
from collections.abc import Generator, Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import Final, TypeAlias, TypeVar

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from yakulens.vision.labels import INDEX, LABELS, RED_FIVES, plain
from yakulens.vision.naming.crop_answers import MARGIN

_MIN_FIVE: Final = 0.5
"""Probability, red and plain together, from which a tile is a five of a suit and is compared."""
_BORDER: Final = 0.06
"""Share of a face's sides that is left out all around: at its edge the table may be seen."""
_BACKGROUND: Final = 0.7
"""Share of a face's pixels that are darker than the background that it is printed on."""
_FAINT_RED: Final = 0.03
_FAINT_INK: Final = 0.1
"""Shares of the background by which red (``_FAINT_RED``) and ink must differ from it at least to count."""
_NO_RED: Final = 0.12
"""A face that is nowhere redder than this has no red ink of its own."""
_RED_REACH: Final = 3
"""So many pixels around red is looked for: two crops of one design never fit exactly."""
_MIN_PIXELS: Final = 40
"""Number of pixels below which nothing is compared."""
_MIN_REDNESS: Final = 0.01
"""Redness below which it makes no difference."""
_PLAIN_SPREAD: Final = 0.2
"""Standard deviation of the natural logarithm by which one plain five is redder than another."""
_OUTLIER_DENSITY: Final = 0.0036
"""Density, per unit of that logarithm, of plain fives that differ by light, dirt or another print."""
_PAINTED: Final = (2.9, 0.55)
"""Mean and standard deviation of the logarithm by which a painted five is redder than a plain one."""
_THINLY_PAINTED: Final = (0.15, 0.048, 0.4)
"""Thinly painted fives: their share of the painted ones, their density, and their least logarithm."""
_ODDS_BOUNDS: Final = (0.25, 40.0)
"""How far comparing counts. Small and blurred, a red five is hardly redder than a plain one; and however red
one is, that alone is not to turn a five that is read for sure."""
_MIN_DOUBT: Final = 0.02
"""Doubt that is kept of what the reader says of paint: its certainty is not taken at its word."""
_MIN_INK: Final = 0.15
"""What is darker than the background by this share is ink."""
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
"""Redness of the reddest part below which ink is dark or blurred: painted fives have 0.28+, printed 0.24+."""
_MAX_RED_DULL: Final = 0.4
"""The greatest probability of red for a five with such ink: warm light or its middle may have tinged it."""
_MIN_NUMBERS, _MAX_NUMBERS = 4, 8
"""So many of a photo's other numbers tell the tinge of a set's inks, no fewer and no more."""
_READ: Final = 0.9
"""Probability from which another number counts for the tinge of a set's inks."""
_TINGE_QUANTILE: Final = 0.25
"""Quantile of those numbers' redness that counts as the tinge: most plain faces have their red elsewhere."""
_REDDER: Final = 1.6
"""How many times redder than the set's other numbers a red five is where these are as red as red fives (gold,
orange, wine). Of 40 dark and jade sets rendered seven were so; six plain fives were redder by 1.3 at most,
and five red ones by 1.8 at least."""
_MAX_RED_LIKE_OTHERS: Final = 0.2
"""The greatest probability of red for a five that is not."""
MAX_RED_OF_ODD_INKS: Final = 0.6
"""The greatest probability of a five being red where inks may have any hue."""


T = TypeVar("T")

AskingCrops: TypeAlias = Generator[NDArray[np.float32], NDArray[np.uint8], T]
"""Work that asks for the crops of ``(N, 4, 2)`` quads, in the photo's colours: ``(N, 96, 80, 3)`` uint8."""


@dataclass(frozen=True, slots=True, eq=False)
class _Face:
    """The ink of a number's face; redness is a share of the background.

    Attributes:
        redness: ``(h, w)`` float32, where it is redder than faintly so.
        comparable: ``(h, w)`` bool, where it shows ink, and about that no red.
        tinge: the redness of its parts that are not red on plain ones, averaged over their ink; less than
            zero where it is green or blue.
        reddest: the same of these or of its other parts, whichever is redder.
    """

    redness: NDArray[np.float32]
    comparable: NDArray[np.bool_]
    tinge: float
    reddest: float


def compare_fives(
    quads: NDArray[np.float32], faces: NDArray[np.float32], top_edge_probs: NDArray[np.float32]
) -> AskingCrops[NDArray[np.float32]]:
    """The faces' probabilities, those of red and plain fives changed by comparing the fives of a suit."""
    out, tinge = faces.copy(), None
    for label in RED_FIVES:
        red, five = INDEX[label], INDEX[plain(label)]
        tiles = np.flatnonzero(faces[:, red] + faces[:, five] >= _MIN_FIVE)
        cut = yield from _faces(quads[tiles], top_edge_probs[tiles], [label[-1]] * len(tiles))
        plain_probs = [float(faces[tile, five] / (faces[tile, red] + faces[tile, five])) for tile in tiles]
        for k, (face, tile) in enumerate(zip(cut, tiles, strict=True)):
            total = faces[tile, red] + faces[tile, five]
            share = _red_share(float(faces[tile, red] / total), face.tinge, face.reddest)
            if share > _MIN_FIVE:
                if tinge is None:
                    tinge = yield from _photo_tinge(quads, faces, top_edge_probs)
                if tinge >= _RED_ALL_OVER and face.tinge < _REDDER * tinge:
                    share = _MAX_RED_LIKE_OTHERS
            others = [pair for j, pair in enumerate(zip(cut, plain_probs, strict=True)) if j != k]
            if others:
                odds = _odds(face, others) * max(share, _MIN_DOUBT) / max(1 - share, _MIN_DOUBT)
                share = odds / (1 + odds)
            out[tile, red], out[tile, five] = total * share, total * (1 - share)
    return out


def _photo_tinge(
    quads: NDArray[np.float32], faces: NDArray[np.float32], top_edge_probs: NDArray[np.float32]
) -> AskingCrops[float]:
    """The tinge that most numbers of the photo have where a plain five is not red, red fives left out."""
    labels = [LABELS[k] for k in faces.argmax(axis=1)]
    certain = faces.max(axis=1, initial=0.0) >= _READ
    numbers = [k for k, label in enumerate(labels) if certain[k] and label in _OTHER_NUMBERS][:_MAX_NUMBERS]
    if len(numbers) < _MIN_NUMBERS:
        return 0.0
    cut = yield from _faces(quads[numbers], top_edge_probs[numbers], [labels[k][-1] for k in numbers])
    return float(np.quantile([face.tinge for face in cut], _TINGE_QUANTILE))


def _faces(
    quads: NDArray[np.float32], top_edge_probs: NDArray[np.float32], suits: Sequence[str]
) -> AskingCrops[list[_Face]]:
    """The faces of some tiles of these suits, upright."""
    if not len(quads):
        return []
    tops = top_edge_probs.argmax(axis=1).tolist()
    upright = [np.roll(quad, -top, axis=0) for quad, top in zip(quads, tops, strict=True)]
    crops = yield np.array(upright, np.float32)
    return [_face(crop, suit) for crop, suit in zip(crops, suits, strict=True)]


def _red_share(share: float, tinge: float, reddest: float) -> float:
    """The share of a five's probability that its red one gets, bounded by the redness of its parts.

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
    """How many times likelier the five is red, judged by the others and their probabilities of being plain.

    The one that speaks least for it counts: what is painted is redder than each of the plain ones.
    """
    ratios = [
        plain_prob * likelihood_ratio(redder) + 1 - plain_prob
        for other, plain_prob in others
        if (redder := _log_redder(face, other)) is not None
    ]
    return min(ratios, default=1.0)


def likelihood_ratio(log_redder: float) -> float:
    """How many times likelier a five is painted than plain, by the logarithm of how much redder it is."""
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
    return _Face(red, comparable, tinge, max(tinge, other_tinge))


def _plain_parts(suit: str, height: int, width: int) -> NDArray[np.bool_]:
    """``(h, w)`` where a plain five is not red: its upper character, all but its middle circle or bamboo."""
    down, across = np.mgrid[0 : 1 : height * 1j, 0 : 1 : width * 1j]
    share = _PLAIN_PARTS[suit]
    if suit == "m":
        return np.asarray(down < share)
    return np.asarray(np.abs((down if suit == "p" else across) - 0.5) > share)


def _log_redder(face: _Face, other: _Face) -> float | None:
    """By what logarithm a face is redder where the other has ink that is not red; None where there is none.

    Either way up: a face that looks the same upside down does not show its top.
    """
    measured = []
    for turn in (0, 2):
        redness, comparable = np.rot90(other.redness, turn), np.rot90(other.comparable, turn)
        if comparable.sum() >= _MIN_PIXELS:
            mean, other_mean = float(face.redness[comparable].mean()), float(redness[comparable].mean())
            measured.append((mean, math.log((mean + _MIN_REDNESS) / (other_mean + _MIN_REDNESS))))
    return min(measured)[1] if measured else None


def _greatest(values: NDArray[np.float32], reach: int) -> NDArray[np.float32]:
    """Of ``(h, w)`` float32 numbers, none less than zero, the greatest in the square about each place.

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
    """Faces as they were read in greys; only whether a five is red is taken from the reading in colours.

    Both are ``(N, 39)`` probabilities; of a five's probability its red one gets at most ``max_red``.
    """
    out = grey.copy()
    for label in RED_FIVES:
        red, five = INDEX[label], INDEX[plain(label)]
        sums = coloured[:, red] + coloured[:, five]
        shares = np.clip(coloured[:, red] / np.maximum(sums, 1e-6), 0.0, max_red)
        totals = grey[:, red] + grey[:, five]
        out[:, red], out[:, five] = totals * shares, totals * (1 - shares)
    return out
