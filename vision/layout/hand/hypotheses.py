"""Which doubtful detections are tiles after all, where the others make no hand of a right size.

Finder and reader judge each detection by itself. That a hand has fourteen tiles, and where one would complete
it, is known only here: a detection that was rejected may be the tile that is missing, one that was hardly
accepted the one too many. Each such change has its price in log odds, and the hand must be worth it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import numpy as np

from yakulens.vision.detections import Detections
from yakulens.vision.geometry.overlap import separations
from yakulens.vision.geometry.quads import corners_apart
from yakulens.vision.labels import BACK, INDEX
from yakulens.vision.layout.hand.backs_between import backs_between
from yakulens.vision.layout.hand.candidates import Candidates, find_candidates
from yakulens.vision.layout.priors import DEFAULT_PRIORS
from yakulens.vision.layout.tiles.printed import find_smaller

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from yakulens.vision.layout.priors import Priors
    from yakulens.vision.pausing import Pausing

ROUNDS: Final = 2
"""How many detections are changed at most."""
TRIED: Final = 5
"""How many of the doubtful detections are tried as tiles in each round, the likeliest first ..."""
REJECTED: Final = 2
"""... and how many of the accepted ones are tried as none, the least likely first ..."""
FULL: Final = 25
"""... among so many detections; the more there are, the longer each takes and the fewer are tried."""
LEAST: Final = 0.01
"""What is less probable than this, by finder and reader together, is not tried."""
MOST: Final = 0.7
"""A doubtful detection is no likelier a tile than this."""
SURE: Final = 0.5
"""What the finder is surer of than this is not rejected ..."""
SURE_BLANK: Final = 0.8
"""... or surer than this, where nothing or a flower may be printed: of such the reader is never sure."""
BLANK: Final = 0.8
"""Nothing is printed where White and back together are at least this probable."""
SURELY: Final = 0.98
"""No accepted detection is a tile more surely than this."""
REACH: Final = 9.0
"""How far a doubtful detection may lie from the hand's tiles, in short sides of a tile."""
SAME: Final = 0.25
"""Two detections whose middles lie nearer than this, in short sides, are the same ..."""
TWICE: Final = 0.1
"""... and those whose corners lie nearer than this the very same ..."""
INSTEAD: Final = 0.55
"""... and nearer than this only one of them is a tile."""
TAKEN: Final = 0.4
"""Objectness of a doubtful detection that is taken for a tile, at least."""
_WHITE, _BACK = INDEX["5z"], INDEX[BACK]


@dataclass(frozen=True, slots=True, eq=False)
class Hypothesis:
    """Detections taken for tiles.

    Attributes:
        detections: N of them.
        accepted: ``(N,)`` bool, those that had been doubtful.
        rejected: ``(N,)`` bool, those that had counted as tiles and are taken for none.
        candidates: the hands that they make.
        score: log odds of the likeliest hand, the price of every change counted.
    """

    detections: Detections
    accepted: NDArray[np.bool_]
    rejected: NDArray[np.bool_]
    candidates: Candidates
    score: float

    def with_rivals(self) -> Hypothesis:
        """The same with the hands that are nearly as likely."""
        return replace(self, candidates=self.candidates.with_rivals())

    def weighed_anew(self) -> Hypothesis:
        """The same on the plane that these detections tell, with the hands that are nearly as likely."""
        before, price = self.candidates, self.price
        memory = before.evidence.memory
        anew = find_candidates(self.detections, self.rejected, before.priors, memory=memory)
        return self if anew is None else replace(self, candidates=anew, score=anew.score + price)

    @property
    def price(self) -> float:
        """Log odds of what was changed."""
        return self.score - self.candidates.score

    def hand_quads(self) -> NDArray[np.float32]:
        """``(H, 4, 2)`` quads of the likeliest hand's tiles."""
        return self._quads(self.candidates.hands[0].tiles)

    def likely_quads(self) -> NDArray[np.float32]:
        """``(L, 4, 2)`` quads of all tiles of the likeliest hands: one that lacks a set is torn."""
        return self._quads(frozenset().union(*(hand.tiles for hand in self.candidates.hands)))

    def _quads(self, tiles: frozenset[int]) -> NDArray[np.float32]:
        return self.detections.quads[self.candidates.seen.source[sorted(tiles)]]


def as_detected(
    detections: Detections, priors: Priors = DEFAULT_PRIORS, before: Candidates | None = None
) -> Hypothesis | None:
    """The likeliest hands of the detections as they are, nothing changed; None where there is no detection.

    Args:
        detections: those that count as tiles.
        priors: the weights by which hands are chosen.
        before: what another look at the same photo made of it by the same weights.

    >>> from yakulens.vision.example import detected
    >>> as_seen = as_detected(detected("1m 2m 3m"))
    >>> int(as_seen.accepted.sum()), int(as_seen.rejected.sum()), as_seen.price
    (0, 0, 0.0)
    """
    nothing = np.zeros(len(detections), np.bool_)
    memory = None if before is None else before.evidence.memory
    candidates = find_candidates(detections, nothing, priors, memory=memory)
    if candidates is None:
        return None
    return Hypothesis(detections, nothing, nothing, candidates, candidates.score)


def without_print(as_seen: Hypothesis) -> Hypothesis:
    """The same without drawn tiles, where the hand makes no sense with them and more without.

    Args:
        as_seen: the detections that count as tiles, as they are.

    >>> from yakulens.vision.example import detected
    >>> hand = detected("1m 2m 3m 4m 5m 6m 7m 8m 9m 1p 1p 3s 4s")
    >>> sheet = detected("9p 2p 7p 7z 1z 4s 6m 2s 3z 9s")
    >>> sheet.quads[:] = sheet.quads * 0.5 + [0.0, -80.0]
    >>> as_seen = as_detected(Detections.joined(hand, sheet))
    >>> [tried.candidates.sound for tried in (as_seen, without_print(as_seen))]
    [False, True]
    """
    if as_seen.candidates.sound or (change := _without_print(as_seen)) is None:
        return as_seen
    tried = change.solved(as_seen, as_seen.score)
    if tried is None or tried.score <= as_seen.score or not tried.candidates.whole:
        return as_seen
    return tried.with_rivals()


def without_stray(as_seen: Hypothesis) -> Hypothesis:
    """The same without a tile that was taken for a flower to make the hand whole, where that is likelier.

    What is no tile, as a mark on a sheet, is hardly read as any, and a little like a flower.

    Args:
        as_seen: the detections that count as tiles, as they are.

    >>> from yakulens.vision.example import detected
    >>> without_stray(as_detected(detected("1m 2m 3m 4m 5m 6m 7m 8m 9m 1p 1p 3s 4s"))).rejected.any()
    np.False_
    """
    best, source = as_seen, as_seen.candidates.seen.source
    for tile in as_seen.candidates.hands[0].flowers:
        if as_seen.detections.objectness[source[tile]] >= SURE_BLANK:
            continue
        probability = float(_probability(as_seen.detections)[source[tile]])
        tried = _rejecting(as_seen, tile, probability).solved(as_seen, best.score)
        if tried is not None and tried.score > best.score and tried.candidates.whole:
            best = tried
    return best if best is as_seen else best.with_rivals()


def improved(as_seen: Hypothesis, doubtful: Detections) -> Pausing[Hypothesis]:
    """The likeliest hands, with some of ``doubtful`` or without some of the detections if need be.

    Nothing is changed where the hand has a right size, or would not get it. It may be left between two
    changes that are tried.

    Args:
        as_seen: the detections that count as tiles, as they are.
        doubtful: others; those of them that lie where one of the detections does change nothing.

    >>> from yakulens.vision.example import detected
    >>> from yakulens.vision.pausing import finished
    >>> whole = detected("1m 2m 3m 4m 5m 6m 7m 8m 9m 1p 1p 3s 4s")
    >>> eighth = np.arange(13) == 7
    >>> doubtful = replace(whole.take(eighth), objectness=np.array([0.3], np.float32))
    >>> best = finished(improved(as_detected(whole.take(~eighth)), doubtful))
    >>> len(best.detections), best.accepted.tolist().index(True), best.price < 0
    (13, 12, True)
    """
    best = as_seen
    for _ in range(ROUNDS):
        if best.candidates.whole:
            break
        better = best
        for change in (*_with_more(best, doubtful), *_with_fewer(best)):
            yield
            tried = change.solved(best, better.score)
            if tried is not None and tried.score > better.score:
                better = tried
        if better is best:
            break
        best = better
    if best is as_seen or not best.candidates.whole:
        return as_seen
    return best.weighed_anew() if best.accepted.any() else best.with_rivals()


def with_tiles(as_seen: Hypothesis, more: Detections) -> Hypothesis:
    """The likeliest hands with more detections as tiles, whatever that costs, beside all that are known.

    Args:
        as_seen: the detections that count as tiles, as they are.
        more: the others.

    >>> from yakulens.vision.example import detected
    >>> quad = detected("1m 2m 3m 4m 5m 6m 7m 8m 9m 1p _ (7z) 7z 7z 7z")
    >>> fourth = np.arange(14) == 13
    >>> as_seen = as_detected(quad.take(~fourth))
    >>> more = with_tiles(as_seen, quad.take(fourth))
    >>> [[meld.kind for meld in tried.candidates.hands[0].melds] for tried in (as_seen, more)]
    [['pon'], ['open_kan']]
    """
    detections = Detections.joined(as_seen.detections, as_tile(more))
    price = as_seen.price + sum(
        price_of(more.take(np.array([j])), Detections.none(more.size), as_seen.candidates.priors)
        for j in range(len(more))
    )
    accepted, rejected = (
        np.append(flags, np.full(len(more), new))
        for flags, new in ((as_seen.accepted, True), (as_seen.rejected, False))
    )
    tried = _Change(detections, accepted, rejected, price).solved(as_seen, -np.inf)
    return as_seen if tried is None else tried.with_rivals()


@dataclass(frozen=True, slots=True, eq=False)
class _Change:
    """A hypothesis whose hands have not been looked for yet.

    Attributes:
        detections, accepted, rejected: as of the hypothesis.
        price: log odds of all that was changed.
        without: the tile of the known hypothesis that is taken for none; None where detections changed.
        print_out: whether it is print that is taken for no tiles, which may have misled as to the table's
            plane: a doubtful tile or two say nothing new of it.
    """

    detections: Detections
    accepted: NDArray[np.bool_]
    rejected: NDArray[np.bool_]
    price: float
    without: int | None = None
    print_out: bool = False

    def solved(self, known: Hypothesis, least: float) -> Hypothesis | None:
        """The hypothesis with its likeliest hand, of no interest unless its score exceeds ``least``."""
        enough, before = least - self.price, known.candidates
        if self.without is not None:
            candidates: Candidates | None = before.without(self.without, enough)
        else:
            memory, plane = before.evidence.memory, None if self.print_out else before.table.plane
            candidates = find_candidates(self.detections, self.rejected, before.priors, enough, memory, plane)
        if candidates is None:
            return None
        score = candidates.score + self.price
        return Hypothesis(self.detections, self.accepted, self.rejected, candidates, score)


def _with_more(known: Hypothesis, doubtful: Detections) -> Iterator[_Change]:
    """With one of the doubtful detections as a tile, or with the face-down ones that a closed quad lacks."""
    hand = known.hand_quads()
    apart = separations(known.detections.quads, known.likely_quads()).min(axis=1, initial=np.inf)
    for pair in backs_between(known.detections, apart < REACH, doubtful):
        yield _accepting(known, pair)
    for j in worth_trying(known.detections, hand, doubtful, _share(TRIED, known)):
        yield _accepting(known, doubtful.take(np.array([j])))


def _accepting(known: Hypothesis, more: Detections) -> _Change:
    """With more detections as tiles, instead of those at whose places they lie."""
    detections, stay, price = put_in(known.detections, more, known.candidates.priors)
    new = np.ones(len(more), np.bool_)
    accepted, rejected = np.append(known.accepted[stay], new), np.append(known.rejected[stay], ~new)
    return _Change(detections, accepted, rejected, known.price + price)


def put_in(
    detections: Detections, more: Detections, priors: Priors
) -> tuple[Detections, NDArray[np.bool_], float]:
    """More detections as tiles, instead of those at whose places they lie.

    Args:
        detections: those that count as tiles.
        more: doubtful ones.
        priors: the weights by which hands are chosen.

    Returns:
        All of them, which of ``detections`` are among these, and the log odds of it. Of face-down tiles that
        look like bare table both are such or none.

    >>> from yakulens.vision.example import detected
    >>> row = detected("1m 2m 3m")
    >>> every, stay, price = put_in(row, row.take(np.array([1])), DEFAULT_PRIORS)
    >>> len(every), stay.tolist(), price < 0
    (3, [True, False, True], True)
    """
    apart = separations(detections.quads, more.quads)
    stay, nearest = apart.min(axis=1) > INSTEAD, apart.argmin(axis=1)
    price = sum(
        price_of(more.take(np.array([j])), detections.take(~stay & (nearest == j)), priors)
        for j in range(len(more))
    )
    backs = int((more.faces.argmax(axis=1) == _BACK).sum())
    price -= priors.detections.bare * max(backs - 1, 0)
    return Detections.joined(detections.take(stay), as_tile(more)), stay, price


def as_tile(doubtful: Detections) -> Detections:
    """Doubtful detections as they count once they are taken for tiles.

    >>> from yakulens.vision.example import detected
    >>> faint = replace(detected("1m"), objectness=np.array([0.1], np.float32))
    >>> round(float(as_tile(faint).objectness[0]), 2)
    0.4
    """
    return replace(doubtful, objectness=np.maximum(doubtful.objectness, np.float32(TAKEN)))


def price_of(one: Detections, instead: Detections, priors: Priors) -> float:
    """Log odds of a doubtful detection being a tile, and those at its place none.

    Args:
        one: the doubtful detection alone.
        instead: those that had counted as tiles at its place.
        priors: the weights by which hands are chosen.

    >>> from yakulens.vision.example import detected
    >>> faint = replace(detected("1m"), objectness=np.array([0.5], np.float32))
    >>> price_of(faint, Detections.none(faint.size), DEFAULT_PRIORS) < 0
    True
    """
    price = priors.detections.bare if one.faces[0].argmax() == _BACK else 0.0
    given_up = np.minimum(_probability(instead), SURELY)
    return price + _odds(min(float(_probability(one)[0]), MOST)) - sum(_odds(float(p)) for p in given_up)


def worth_trying(
    detections: Detections, hand: NDArray[np.float32], doubtful: Detections, most: int
) -> list[int]:
    """Doubtful detections about a hand, the likeliest first, each place once.

    Args:
        detections: those that count as tiles.
        hand: ``(H, 4, 2)`` quads of the hand's tiles.
        doubtful: the others.
        most: no more than so many.

    >>> from yakulens.vision.example import detected
    >>> row = detected("1m 2m 3m")
    >>> worth_trying(row.take(np.arange(2)), row.quads[:2], row, 5)  # the others are known
    [2]
    """
    probability = _probability(doubtful)
    near = separations(doubtful.quads, detections.quads).min(axis=1, initial=np.inf) > SAME
    near &= separations(doubtful.quads, hand).min(axis=1, initial=np.inf) < REACH
    shown = doubtful.faces.argmax(axis=1)
    chosen: list[int] = []
    for j in (int(k) for k in np.argsort(-probability)):
        if len(chosen) == most or probability[j] < LEAST:
            break
        if not near[j]:
            continue
        same = [k for k in chosen if shown[k] == shown[j]]
        if (corners_apart(doubtful.quads[[j]], doubtful.quads[same]) >= TWICE).all():
            chosen.append(j)
    return chosen


def _with_fewer(known: Hypothesis) -> Iterator[_Change]:
    """Without one of the least likely detections in and about the hand."""
    source = known.candidates.seen.source
    probability = _probability(known.detections)
    near = separations(known.detections.quads, known.hand_quads()).min(axis=1, initial=np.inf) < REACH
    blank = known.detections.faces[:, [_WHITE, _BACK]].sum(axis=1) >= BLANK
    faint = known.detections.objectness < np.where(blank, SURE_BLANK, SURE)
    # Nobody holds a tile face-down among others, however surely it was found.
    held = source[list(known.candidates.hands[0].concealed)]
    faint[held] |= known.detections.faces[held].argmax(axis=1) == _BACK
    faint &= near & ~known.accepted & ~known.rejected
    tiles = sorted(np.flatnonzero(faint[source]).tolist(), key=lambda t: float(probability[source[t]]))
    for tile in tiles[: _share(REJECTED, known)]:
        yield _rejecting(known, tile, float(probability[source[tile]]))


def _rejecting(known: Hypothesis, tile: int, probability: float) -> _Change:
    """Without one that is a tile with some probability by itself."""
    rejected = known.rejected.copy()
    rejected[known.candidates.seen.source[tile]] = True
    price = known.price + known.candidates.priors.detections.rejected - _odds(probability)
    return _Change(known.detections, known.accepted, rejected, price, tile)


def _without_print(known: Hypothesis) -> _Change | None:
    """Without those that are too small beside the others to be of their make; None where there are none."""
    candidates = known.candidates
    found = find_smaller(candidates.table)
    drawn = candidates.seen.source[sorted(found.tiles - candidates.rejected)]
    if not len(drawn):
        return None
    rejected = known.rejected.copy()
    rejected[drawn] = True
    price = known.price + min(candidates.priors.detections.printed + found.explained, 0.0)
    return _Change(known.detections, known.accepted, rejected, price, print_out=True)


def _share(most: int, known: Hypothesis) -> int:
    """How many of ``most`` are tried among that many detections."""
    return math.ceil(most * min(FULL / max(len(known.detections), 1), 1.0))


def _probability(detections: Detections) -> NDArray[np.float64]:
    """``(N,)`` how likely each detection is a tile, by finder and reader together."""
    sure = detections.objectness.astype(np.float64) * detections.faces.max(axis=1, initial=0.0)
    return np.asarray(np.clip(sure, 1e-3, 1 - 1e-3))


def _odds(probability: float) -> float:
    return math.log(probability / (1 - probability))
