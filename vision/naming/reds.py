"""Red fives recognised by their ink: is it red all over, and redder than that of another five of the suit?

A plain five has a red part of its own, the middle circle or bamboo or the lower character, which small and
blurred tints the rest: a five is red where its other parts are. And owners paint fives red in ways that no
reader was shown. Another five of the suit, of the same set and in the same light, is mostly in view: it
shows what a plain one looks like. Constants are from plain fives on training photos (``boxes/train``; 942
pairs of them), and from the same with one painted red (``synth/red_paint.py``).
"""

from __future__ import annotations

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

_FIVE: Final = 0.5
"""Probability, red and plain together, from which a tile is a five of a suit and is compared."""
_INNER: Final = 0.06
"""Share of a face's sides that is left out all around: at its edge the table may be seen."""
_BACKGROUND: Final = 0.7
"""Share of a face's pixels that are darker than the background that it is printed on."""
_FAINT_RED: Final = 0.03
_FAINT_INK: Final = 0.1
"""Shares of the background by which red (``_FAINT_RED``) and ink must differ from it at least to count."""
_CALM: Final = 0.12
"""A face that is nowhere redder than this has no red ink of its own."""
_NEAR: Final = 3
"""So many pixels around red is looked for: two crops of one design never fit exactly."""
_FEWEST: Final = 40
"""Number of pixels below which nothing is compared."""
_LEAST: Final = 0.01
"""Redness below which it makes no difference."""

_ALIKE: Final = 0.2
"""Standard deviation of the natural logarithm by which one plain five is redder than another."""
_CHANCE: Final = 0.0036
"""Density, per unit of that logarithm, of plain fives that differ by anything: by light, dirt or another
print."""
_PAINTED: Final = (2.9, 0.55)
"""Mean and standard deviation of the logarithm by which a painted five is redder than a plain one."""
_THINLY: Final = (0.15, 0.048, 0.4)
"""The painted fives that are painted thinly: their share, their density, and the logarithm from which on they
lie."""
_BOUNDS: Final = (0.25, 40.0)
"""How far comparing counts. Small and blurred, a red five is hardly redder than a plain one; and however red
one is, that alone is not to turn a five that is read for sure."""
_OPINION: Final = 0.02
"""Doubt that is kept of what the reader says of paint: its certainty is not taken at its word."""

_INKED: Final = 0.15
"""What is darker than the background by this share is ink."""
_TINGED: Final = 0.03
"""Average redness below which ink is not red: of 1,319 plain fives 1 % have more."""
_RED_ALL_OVER: Final = 0.055
"""Average redness from which ink is surely red: 24 painted fives have 0.06 and more."""
_OTHER_PARTS: Final = {"m": 0.44, "p": 0.14, "s": 0.24}
"""Where plain fives are not red, as shares of the face: of characters above this, of circles farther than
this from the middle up and down, of bamboo farther than this from it aside."""
_OTHER_NUMBERS: Final = frozenset(f"{number}{suit}" for suit in _OTHER_PARTS for number in "12346789")
_PLAIN: Final = 0.01
"""Odds of red against plain for a five whose other parts are not red."""
_ASKED: Final = 0.7
"""Probability of red up to which a five is believed whose other parts may be red."""
_DULL: Final = 0.15
"""Redness of the reddest part below which ink is dark or blurred: painted fives have 0.28 there and more,
printed ones 0.24."""
_DOUBTED: Final = 0.4
"""Probability of red up to which a five with such ink is believed: warm light or its middle may have tinged
it."""
_ALL: Final = 8
_LEAST_KNOWN: Final = 4
"""A photo's other numbers tell the tinge of a set's inks: ``_ALL`` of them at most, and no fewer than
these."""
_READ: Final = 0.9
"""Probability from which another number counts for the tinge of a set's inks."""
_LESS_RED: Final = 0.25
"""Quantile of those numbers' redness that counts as the tinge: most plain faces have their red elsewhere."""
_REDDER: Final = 1.6
"""How many times redder than the set's other numbers a red five is where these are as red as red fives (gold,
orange, wine). Of 40 dark and jade sets rendered seven were so; six plain fives were redder by 1.3 at most,
and five red ones by 1.8 at least."""
_AS_ALL: Final = 0.2
"""How far it is believed that a five is red that is not."""
MAX_RED_OF_ODD_INKS: Final = 0.6
"""The greatest probability of a five being red where inks may have any hue."""


T = TypeVar("T")

Cutting: TypeAlias = Generator[NDArray[np.float32], NDArray[np.uint8], T]
"""Work that asks for the crops of ``(N, 4, 2)`` quads, in the photo's colours: ``(N, 96, 80, 3)`` uint8 RGB
(`vision.asking`)."""


@dataclass(frozen=True, slots=True, eq=False)
class _Face:
    """A five's face: ``(h, w)`` float32 redness of its ink, as a share of the background.

    Attributes:
        red: where it is redder than faintly so.
        compared: where it shows ink, and about that no red; bool.
        tinge: the redness of its parts that are not red on plain ones, averaged over their ink; less than
            zero where it is green or blue.
        reddest: the same of these or of its other parts, whichever is redder.
    """

    red: NDArray[np.float32]
    compared: NDArray[np.bool_]
    tinge: float
    reddest: float


def compared(
    quads: NDArray[np.float32], faces: NDArray[np.float32], top_edge_probs: NDArray[np.float32]
) -> Cutting[NDArray[np.float32]]:
    """The faces' probabilities, those of red and plain fives changed by comparing the fives of a suit.

    Args:
        quads: ``(N, 4, 2)`` float32, photo pixels, clockwise.
        faces: ``(N, 39)`` float32 probabilities.
        top_edge_probs: ``(N, 4)`` float32 probabilities of which edge is the face's top.

    >>> from yakulens.vision.asking import answered
    >>> from yakulens.vision.example import detected
    >>> row = detected("5p 5p")
    >>> asking = compared(row.quads, row.faces, row.top_edge_probs)
    >>> faces = answered(asking, lambda quads: np.full((len(quads), 96, 80, 3), (230, 225, 210), np.uint8))
    >>> (faces.argmax(axis=1) == INDEX["5p"]).tolist()  # there is nothing red in either
    [True, True]
    """
    out, inks = faces.copy(), None
    for label in RED_FIVES:
        red, five = INDEX[label], INDEX[plain(label)]
        tiles = np.flatnonzero(faces[:, red] + faces[:, five] >= _FIVE)
        suit = label[-1]
        seen = yield from _faces(quads[tiles], top_edge_probs[tiles], [suit] * len(tiles))
        for one, tile in zip(seen, tiles, strict=True):
            mass = faces[tile, red] + faces[tile, five]
            share = _believed(float(faces[tile, red] / mass), one.tinge, one.reddest)
            if share > _FIVE:
                if inks is None:
                    inks = yield from _tinge_of_all(quads, faces, top_edge_probs)
                share = _AS_ALL if inks >= _RED_ALL_OVER and one.tinge < _REDDER * inks else share
            fellows = [
                (other, float(faces[t, five] / (faces[t, red] + faces[t, five])))
                for other, t in zip(seen, tiles, strict=True)
                if t != tile
            ]
            if fellows:
                odds = _odds(one, fellows) * max(share, _OPINION) / max(1 - share, _OPINION)
                share = odds / (1 + odds)
            out[tile, red], out[tile, five] = mass * share, mass * (1 - share)
    return out


def _tinge_of_all(
    quads: NDArray[np.float32], faces: NDArray[np.float32], top_edge_probs: NDArray[np.float32]
) -> Cutting[float]:
    """The tinge that most numbers of the photo have where a plain five is not red, red fives left out."""
    named = [LABELS[k] for k in faces.argmax(axis=1)]
    sure = faces.max(axis=1, initial=0.0) >= _READ
    known = [k for k, label in enumerate(named) if sure[k] and label in _OTHER_NUMBERS][:_ALL]
    if len(known) < _LEAST_KNOWN:
        return 0.0
    seen = yield from _faces(quads[known], top_edge_probs[known], [named[k][-1] for k in known])
    return float(np.quantile([face.tinge for face in seen], _LESS_RED))


def _faces(
    quads: NDArray[np.float32], top_edge_probs: NDArray[np.float32], suits: Sequence[str]
) -> Cutting[list[_Face]]:
    """The faces of some tiles of these suits, upright."""
    if not len(quads):
        return []
    tops = top_edge_probs.argmax(axis=1).tolist()
    upright = [np.roll(quad, -top, axis=0) for quad, top in zip(quads, tops, strict=True)]
    pictures = yield np.array(upright, np.float32)
    return [_face(picture, suit) for picture, suit in zip(pictures, suits, strict=True)]


def _believed(share: float, tinge: float, reddest: float) -> float:
    """How far it is believed that a five is red, by the redness of its parts.

    >>> [round(_believed(0.99, tinge, 0.3), 2) for tinge in (0.2, 0.04, 0.0)], _believed(0.1, 0.04, 0.3)
    ([0.99, 0.7, 0.33], 0.1)
    >>> _believed(0.99, 0.1, 0.1)
    0.4
    """
    if reddest < _DULL:
        share = min(share, _DOUBTED)
    if tinge >= _RED_ALL_OVER:
        return share
    if tinge >= _TINGED:
        return min(share, _ASKED)
    odds = _PLAIN * np.clip(share, _OPINION, 1 - _OPINION) / np.clip(1 - share, _OPINION, 1 - _OPINION)
    return min(share, float(odds / (1 + odds)))


def _odds(one: _Face, fellows: list[tuple[_Face, float]]) -> float:
    """How many times likelier the five is red, judged by the others and their probabilities of being plain.

    The one that speaks least for it counts: what is painted is redder than each of the plain ones.
    """
    ratios = [
        p * likelihood(redder) + 1 - p for other, p in fellows if (redder := _redder(one, other)) is not None
    ]
    return min(ratios, default=1.0)


def likelihood(redder: float) -> float:
    """How many times likelier a five is painted than plain.

    Args:
        redder: natural logarithm of how many times redder it is than a plain one.

    >>> likelihood(0.0), likelihood(3.0)
    (0.25, 40.0)
    >>> 5 < likelihood(1.2) < 20
    True
    """
    share, density, least = _THINLY
    plain_one = NormalDist(0.0, _ALIKE).pdf(redder) + _CHANCE
    painted = (1 - share) * NormalDist(*_PAINTED).pdf(redder) + (density if redder > least else 0.0)
    return float(np.clip(painted / plain_one, *_BOUNDS))


def _face(picture: NDArray[np.uint8], suit: str) -> _Face:
    height, width = picture.shape[:2]
    around = (1 - 1 / MARGIN) / 2 + _INNER
    top, left = round(height * around), round(width * around)
    inner = picture[top:-top, left:-left].astype(np.float32)
    light = inner.sum(axis=2)
    background = np.median(inner[light >= np.quantile(light, _BACKGROUND)], axis=0)
    share = inner / np.maximum(background, 1.0)
    redness, darkness = share[..., 0] - share[..., 1], 1 - share.mean(axis=2)
    others, ink = _other_parts(suit, *darkness.shape), np.where(darkness > _INKED, darkness, 0.0)
    tinge, own = (
        float((redness * ink)[part].sum() / max(float(ink[part].sum()), 1.0)) for part in (others, ~others)
    )
    red, dark = (
        np.clip(much - faint, 0, None) for much, faint in ((redness, _FAINT_RED), (darkness, _FAINT_INK))
    )
    return _Face(red, (_greatest(red, _NEAR) < _CALM) & (_greatest(dark, 1) > 0), tinge, max(tinge, own))


def _other_parts(suit: str, height: int, width: int) -> NDArray[np.bool_]:
    """``(h, w)`` where a plain five is not red: its upper character, all but its middle circle or bamboo."""
    down, across = np.mgrid[0 : 1 : height * 1j, 0 : 1 : width * 1j]
    share = _OTHER_PARTS[suit]
    if suit == "m":
        return np.asarray(down < share)
    return np.asarray(np.abs((down if suit == "p" else across) - 0.5) > share)


def _redder(one: _Face, other: _Face) -> float | None:
    """By what logarithm ``one`` is redder where the other has ink that is not red; None where there is none.

    Either way up: a face that looks the same upside down does not show its top.
    """
    measured = []
    for turn in (0, 2):
        red, where = (np.rot90(part, turn) for part in (other.red, other.compared))
        if where.sum() >= _FEWEST:
            own, its = float(one.red[where].mean()), float(red[where].mean())
            measured.append((own, math.log((own + _LEAST) / (its + _LEAST))))
    return min(measured)[1] if measured else None


def _greatest(values: NDArray[np.float32], reach: int) -> NDArray[np.float32]:
    """Of ``(h, w)`` float32 numbers, none less than zero, the greatest in the square about each place.

    Args:
        values: the numbers.
        reach: how far the square reaches from its middle, places.

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

    Args:
        grey: ``(N, 39)`` float32 probabilities.
        coloured: ``(N, 39)`` float32 probabilities.
        max_red: the greatest share of a five's probability that its red one gets.

    >>> plain_five, red_five = (np.eye(39, dtype=np.float32)[[INDEX[face]]] for face in ("5p", "0p"))
    >>> with_reds(plain_five, red_five)[0, INDEX["0p"]].round(2)
    np.float32(0.6)
    """
    out = grey.copy()
    for label in RED_FIVES:
        red, five = INDEX[label], INDEX[plain(label)]
        sums = coloured[:, red] + coloured[:, five]
        shares = np.clip(coloured[:, red] / np.maximum(sums, 1e-6), 0.0, max_red)
        totals = grey[:, red] + grey[:, five]
        out[:, red], out[:, five] = totals * shares, totals * (1 - shares)
    return out
