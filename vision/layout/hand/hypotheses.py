"""Which finds are tiles after all, where those believed in make no hand of a right size.

Finder and reader judge each find by itself. That a hand has fourteen tiles, and where one would complete it,
is known only here: a find that neither believed in may be the tile that lacks, one that both half believed in
the one too many. Each such change has its price in log odds, and the hand that it makes must be worth it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import numpy as np

from vision.detections import Detections
from vision.geometry.quads import short_sides
from vision.labels import BACK, INDEX
from vision.layout.hand.candidates import Weighed, weigh

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

ROUNDS: Final = 2
"""How many finds are changed at most."""
TRIED: Final = 16
"""How many of the doubted finds are tried as tiles in each round, the likeliest first ..."""
LEFT_OUT: Final = 4
"""... and how many of those believed in as none, the faintest first ..."""
FULL: Final = 25
"""... among so many finds; the more there are, the longer each takes and the fewer are tried."""
LEAST: Final = 0.01
"""What is less probable than this, by finder and reader together, is not tried."""
MOST: Final = 0.7
"""A doubted find is no likelier a tile than this."""
BARE: Final = -2.0
"""Log prior of one that looks face-down: bare table does so too."""
FOUND: Final = 0.5
"""What the finder is surer of than this is not left out ..."""
FOUND_BLANK: Final = 0.8
"""... or surer than this, where nothing is printed on it: of such the reader cannot tell."""
BLANK: Final = 0.8
"""Nothing is printed where White and back together are at least this probable."""
HARDLY: Final = -1.0
"""Log prior of a find among the hand's that was believed in being no tile."""
SURELY: Final = 0.98
"""No find that was believed in is a tile more surely than this."""
REACH: Final = 9.0
"""How far a doubted find may lie from the hand's tiles, in short sides of a tile."""
SAME: Final = 0.25
"""Two finds whose middles lie nearer than this, in short sides, are the same ..."""
TWICE: Final = 0.1
"""... and those whose corners lie nearer than this the very same ..."""
INSTEAD: Final = 0.55
"""... and nearer than this only one of them is a tile."""
TAKEN: Final = 0.4
"""Objectness of a doubted find that is taken for a tile, at least."""


_WHITE, _BACK = INDEX["5z"], INDEX[BACK]


@dataclass(frozen=True, slots=True, eq=False)
class Hypothesis:
    """Finds taken for tiles.

    Attributes:
        detections: N finds.
        added: ``(N,)`` bool, those that had been doubted.
        left_out: ``(N,)`` bool, those that had been believed in and are taken for no tiles.
        weighed: the hands that they make.
        score: log odds of the likeliest hand, the price of every change counted.
    """

    detections: Detections
    added: NDArray[np.bool_]
    left_out: NDArray[np.bool_]
    weighed: Weighed
    score: float

    @property
    def price(self) -> float:
        """Log odds of what was changed."""
        return self.score - self.weighed.score


def likeliest(detections: Detections, doubted: Detections) -> Hypothesis | None:
    """The likeliest hands, with some finds of ``doubted`` or without some of ``detections`` if need be.

    None where nothing is found. Nothing is changed where the hand has a right size, or would not get it; nor
    do finds of ``doubted`` change anything that are believed already.
    """
    nothing = np.zeros(len(detections), np.bool_)
    weighed = weigh(detections, nothing)
    if weighed is None:
        return None
    as_seen = best = Hypothesis(detections, nothing, nothing, weighed, weighed.score)
    for _ in range(ROUNDS):
        if best.weighed.whole:
            break
        tried = [*_with_more(best, doubted), *_with_fewer(best)]
        better = max(tried, key=lambda h: h.score, default=best)
        if better.score <= best.score:
            break
        best = better
    return best if best.weighed.whole else as_seen


def _with_more(known: Hypothesis, doubted: Detections) -> Iterator[Hypothesis]:
    """With one of the doubted finds as a tile, instead of those on whose place it lies."""
    chance = _chance(doubted)
    for j in _candidates(known, doubted, chance):
        one = doubted.take(np.array([j]))
        stay = _apart(known.detections.quads, one.quads[0]) > INSTEAD
        others = known.detections.take(stay)
        taken = replace(one, objectness=np.maximum(one.objectness, np.float32(TAKEN)))
        detections = Detections.joined(others, taken)
        left_out = np.append(known.left_out[stay], False)
        weighed = weigh(detections, left_out)
        if weighed is not None:
            given_up = np.minimum(_chance(known.detections.take(~stay)), SURELY)
            price = BARE if one.faces[0].argmax() == _BACK else 0.0
            price += _odds(min(float(chance[j]), MOST)) - sum(_odds(float(p)) for p in given_up)
            added = np.append(known.added[stay], True)
            yield Hypothesis(detections, added, left_out, weighed, weighed.score + known.price + price)


def _candidates(known: Hypothesis, doubted: Detections, chance: NDArray[np.float64]) -> list[int]:
    """Doubted finds about the hand that are worth trying, the likeliest first, each place once."""
    near = _distance(known.detections.quads, doubted.quads).min(axis=1) > SAME
    near &= _distance(_hand(known), doubted.quads).min(axis=1, initial=np.inf) < REACH
    alike = _corners_apart(doubted.quads) < TWICE
    alike &= np.equal.outer(doubted.faces.argmax(axis=1), doubted.faces.argmax(axis=1))
    chosen: list[int] = []
    for j in (int(k) for k in np.argsort(-chance)):
        if len(chosen) == _share(TRIED, known) or chance[j] < LEAST:
            break
        if near[j] and not alike[j, chosen].any():
            chosen.append(j)
    return chosen


def _with_fewer(known: Hypothesis) -> Iterator[Hypothesis]:
    """Without one of the faintest finds in and about the hand."""
    source = known.weighed.seen.source
    chance = _chance(known.detections)
    near = _distance(_hand(known), known.detections.quads).min(axis=1, initial=np.inf) < REACH
    blank = known.detections.faces[:, [_WHITE, _BACK]].sum(axis=1) >= BLANK
    faint = known.detections.objectness < np.where(blank, FOUND_BLANK, FOUND)
    faint &= near & ~known.added & ~known.left_out
    tiles = sorted(np.flatnonzero(faint[source]).tolist(), key=lambda t: float(chance[source[t]]))
    for tile in tiles[: _share(LEFT_OUT, known)]:
        weighed = known.weighed.without(tile)
        left_out = known.left_out.copy()
        left_out[source[tile]] = True
        score = weighed.score + known.price + HARDLY - _odds(float(chance[source[tile]]))
        yield Hypothesis(known.detections, known.added, left_out, weighed, score)


def _share(most: int, known: Hypothesis) -> int:
    """How many of ``most`` are tried among that many finds."""
    return math.ceil(most * min(FULL / max(len(known.detections), 1), 1.0))


def _hand(known: Hypothesis) -> NDArray[np.float32]:
    """``(H, 4, 2)`` quads of the hand's tiles."""
    return known.detections.quads[known.weighed.seen.source[sorted(known.weighed.hands[0].tiles)]]


def _distance(quads: NDArray[np.float32], others: NDArray[np.float32]) -> NDArray[np.float64]:
    """``(M, N)`` how far ``M`` others lie from ``N`` quads, in short sides of the smaller."""
    return np.array([_apart(quads, other) for other in others]).reshape(len(others), len(quads))


def _chance(finds: Detections) -> NDArray[np.float64]:
    """``(N,)`` how likely each find is a tile, by finder and reader together."""
    sure = finds.objectness.astype(np.float64) * finds.faces.max(axis=1, initial=0.0)
    return np.asarray(np.clip(sure, 1e-3, 1 - 1e-3))


def _odds(chance: float) -> float:
    return math.log(chance / (1 - chance))


def _corners_apart(quads: NDArray[np.float32]) -> NDArray[np.float64]:
    """``(N, N)`` mean distance of quads' corners, in short sides of the smaller, whichever comes first."""
    turns = [np.roll(quads, k, axis=1) for k in range(4)]
    each = [np.linalg.norm(quads[:, None] - turn[None], axis=3).mean(axis=2) for turn in turns]
    side = np.minimum.outer(short_sides(quads), short_sides(quads))
    return np.asarray(np.min(each, axis=0) / np.maximum(side, 1e-6), np.float64)


def _apart(quads: NDArray[np.float32], one: NDArray[np.float32]) -> NDArray[np.float64]:
    """``(N,)`` how far the middles of quads lie from that of ``one``, in short sides of the smaller."""
    side = np.minimum(short_sides(quads), short_sides(one[None]))
    distance = np.linalg.norm(quads.mean(axis=1) - one.mean(axis=0), axis=1)
    return np.asarray(distance / np.maximum(side, 1e-6), np.float64)
