"""The likeliest faces of the hand, all tiles considered together.

What the tiles of a hand are evidence of: those of a meld form a set; there are four of each tile and one
red five in each suit (where red fives are used); a hand of fourteen tiles on a photo is mostly complete; and
who sorts all other tiles has sorted each.
A face that is changed for such a reason is reported with both choices, never changed in silence: in a
dispute the hand may really be wrong.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from itertools import combinations
from typing import TYPE_CHECKING, Final, Literal

import numpy as np

from yakulens.scorer.complete import completing, is_complete
from yakulens.scorer.counts import any_above_four, count
from yakulens.vision.labels import BACK, FACES, INDEX, LABELS, OTHER, plain
from yakulens.vision.layout.hand.counts import COMPLETE, WAITING
from yakulens.vision.layout.priors import DEFAULT_PRIORS
from yakulens.vision.layout.report.copies import cheapest, copy_limits
from yakulens.vision.layout.report.order import in_order

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from yakulens.vision.layout.hand.hand import HandCandidate
    from yakulens.vision.layout.priors import Priors
    from yakulens.vision.layout.rows.melds import MeldReading

Why = Literal["meld", "count", "complete", "waits", "order", "flower"]

DOUBTFUL: Final = 0.98
"""Faces that are surer than this are not in doubt."""
FAIR: Final = 0.02
"""Other faces that are less probable than this are not considered ..."""
FAINT: Final = 0.005
"""... or than this, where with them alone the hand lies in order."""
MOST_DOUBTS: Final = 6
"""With more doubtful tiles than this only one face at a time is changed."""


@dataclass(frozen=True, slots=True)
class Change:
    """A face that was taken for another one than the reader's likeliest.

    Attributes:
        tile: index of the tile.
        seen: the label that the reader found likeliest.
        taken: the label that was taken.
        why: the other tiles of its meld ask for it, there would be too many of ``seen``, the hand is complete
            with it, or waits, or lies in order, or it is taken for a flower.
    """

    tile: int
    seen: str
    taken: str
    why: Why


@dataclass(frozen=True, slots=True)
class Solution:
    """Faces of all tiles and what had to be decided.

    Attributes:
        faces: label of every tile.
        scores: probability of each, 0..1.
        changes: faces of the hand that were read otherwise.
        crowded: faces of which the hand holds more than there are, with the tiles.
    """

    faces: tuple[str, ...]
    scores: tuple[float, ...]
    changes: tuple[Change, ...]
    crowded: tuple[tuple[str, tuple[int, ...]], ...]


@dataclass(slots=True)
class _Draft:
    """A solution in the making: labels as indices, their scores, and what was changed so far.

    ``line`` are the concealed tiles, left to right, where all of them lie in one line.
    """

    faces: NDArray[np.float64]
    priors: Priors
    chosen: list[int]
    scores: list[float]
    line: tuple[int, ...] = ()
    changes: list[Change] = field(default_factory=list)

    def change(self, tile: int, taken: int, score: float, why: Why) -> None:
        """Take another face for a tile."""
        self.changes.append(Change(tile, LABELS[self.chosen[tile]], LABELS[taken], why))
        self.chosen[tile], self.scores[tile] = taken, score

    def asked_for(self, probability: float) -> float:
        """What becomes of the probability of a face that the other tiles of its meld ask for."""
        odds = self.priors.faces.meld * probability
        return odds / (odds + 1 - probability)


def solve(hand: HandCandidate, faces: NDArray[np.float64], priors: Priors = DEFAULT_PRIORS) -> Solution:
    """Choose the faces of all tiles.

    Args:
        hand: the tiles that belong together.
        faces: ``(N, 39)``, probability of each label for every tile in view; rows sum to 1.
        priors: how far tiles of one hand are evidence of each other.

    >>> from yakulens.vision.layout.hand.hand import HandCandidate
    >>> faces = np.zeros((5, 39))
    >>> faces[:, INDEX["7p"]], faces[4, INDEX["7p"]], faces[4, INDEX["8p"]] = 1.0, 0.7, 0.3
    >>> solve(HandCandidate(np.pi / 2, concealed=(0, 1, 2, 3, 4)), faces).changes
    (Change(tile=4, seen='7p', taken='8p', why='count'),)
    """
    line = hand.concealed if hand.lines == 1 else ()
    draft = _Draft(faces, priors, faces.argmax(axis=1).tolist(), faces.max(axis=1).tolist(), line)
    for meld in hand.melds:
        _agree(draft, meld)
        if meld.blank:
            _turn_over(draft, meld)
    for tile in hand.flowers:
        if draft.chosen[tile] != INDEX[OTHER]:
            draft.change(tile, INDEX[OTHER], float(faces[tile, INDEX[OTHER]]), "flower")
    crowded = _thin_out(draft, hand)
    if not crowded:
        _complete(draft, hand)
        _waiting(draft, hand)
        _sorted(draft, hand)
    labels = tuple(LABELS[i] for i in draft.chosen)
    return Solution(labels, tuple(draft.scores), tuple(draft.changes), tuple(crowded))


def _agree(draft: _Draft, meld: MeldReading) -> None:
    """Give the meld's tiles the faces that it asks for."""
    for tile, face in shown(meld):
        allowed = [INDEX[f] for f in FACES if plain(f) == face]
        probability = float(draft.faces[tile, allowed].sum())
        taken = allowed[int(np.argmax(draft.faces[tile, allowed]))]
        score = draft.asked_for(probability) * float(draft.faces[tile, taken]) / max(probability, 1e-9)
        if taken == draft.chosen[tile]:
            draft.scores[tile] = score
        else:
            draft.change(tile, taken, score, "meld")


def _turn_over(draft: _Draft, meld: MeldReading) -> None:
    """Take what looks like Whites in a closed quad as backs; the reading asks about the set as a whole."""
    hidden = [meld.tiles[k] for k in meld.backs]
    probability = max(
        float(draft.faces[hidden, INDEX[BACK]].max()), math.exp(draft.priors.melds.back_like_white)
    )
    for tile in hidden:
        draft.chosen[tile] = INDEX[BACK]
        draft.scores[tile] = draft.asked_for(probability)


def shown(meld: MeldReading) -> list[tuple[int, str]]:
    """The face-up tiles of a meld, by index, each with the plain face that it must show.

    >>> from yakulens.vision.layout.rows.melds import MeldReading
    >>> shown(MeldReading("closed_kan", (0, 1, 2, 3), ("7z",) * 4, (), (0, 3), None, 0.0))
    [(1, '7z'), (2, '7z')]
    """
    return [(t, meld.faces[k]) for t, k in zip(meld.tiles, meld.shown, strict=True) if k not in meld.backs]


def _thin_out(draft: _Draft, hand: HandCandidate) -> list[tuple[str, tuple[int, ...]]]:
    """Change faces of which there are too many; what cannot be changed is returned."""
    # What a meld asks for is surer than any tile by itself.
    fixed = {tile for meld in hand.melds for tile, _ in shown(meld)}
    crowded = []
    for group, room in copy_limits():
        members = [INDEX[f] for f in group]
        own = [t for t in sorted(hand.tiles) if draft.chosen[t] in members]
        unseen = [m for m in hand.melds if m.faces[0] == group[0]]
        hidden = sum(len(m.faces) - len(shown(m)) for m in unseen)
        while len(own) + hidden > room:
            change = cheapest(own, members, draft.faces, fixed, draft.priors.faces.too_many)
            if change is None:
                crowded.append((group[0], tuple(own)))
                break
            tile, taken, sure = change
            draft.change(tile, taken, sure, "count")
            fixed.add(tile)
            own.remove(tile)
    return crowded


def _complete(draft: _Draft, hand: HandCandidate) -> None:
    """Change doubtful faces where the hand is complete with others, and score them by it."""
    held = [t for t in (*hand.concealed, hand.win) if t is not None and draft.chosen[t] != INDEX[OTHER]]
    if len(held) + 3 * len(hand.melds) != COMPLETE or any(draft.chosen[t] >= len(FACES) for t in held):
        return
    complete = draft.priors.faces.complete
    doubts = _doubts(draft, held)
    tried = [
        (_odds(draft, change), change)
        for number in ((1, 2) if len(doubts) <= MOST_DOUBTS else (1,))
        for change in _changes(doubts, number)
        if _whole(draft, held, len(hand.melds), dict(change))
    ]
    if _whole(draft, held, len(hand.melds), {}):
        for tile in doubts:
            others = [(odds, change) for odds, change in tried if any(t == tile for t, _ in change)]
            rivals, named = sum(odds for odds, _ in others), sum(_read(draft, change) for _, change in others)
            p = float(draft.faces[tile, draft.chosen[tile]])
            # With a red five for a plain one the hand is as complete: that decides nothing between the two.
            twin = _of_its_kind(draft.faces[tile], draft.chosen[tile]) / p - 1
            rest = max((1 - p) / p - twin - named, 0.0) / complete
            draft.scores[tile] = max(p, 1 / (1 + twin + rivals + rest))
        return
    if not tried:
        return
    odds, change = max(tried)
    total = sum(o for o, _ in tried) + 1 / complete
    if odds / total > 0.5:  # noqa: PLR2004 - likelier than everything else together
        for tile, taken in change:
            draft.change(tile, taken, odds / total, "complete")


def _doubts(draft: _Draft, held: Sequence[int]) -> dict[int, list[int]]:
    """The labels that each tile in doubt may show, where nothing else has settled it yet."""
    fixed = {c.tile for c in draft.changes}
    doubts = {
        t: _candidates(draft.faces[t], draft.chosen[t])
        for t in held
        if draft.faces[t].max() < DOUBTFUL and t not in fixed
    }
    for tile, face in _out_of_order(draft):
        if tile not in fixed and face not in doubts.setdefault(tile, []):
            doubts[tile].append(face)
    return doubts


def _waiting(draft: _Draft, hand: HandCandidate) -> None:
    """Change one doubtful face where thirteen tiles wait with another: hands that do not are hardly shown."""
    held = [t for t in hand.concealed if draft.chosen[t] != INDEX[OTHER]]
    melds = len(hand.melds)
    if len(held) + 3 * melds != WAITING or hand.win is not None or _waits(draft, held, melds, {}):
        return
    doubts = _doubts(draft, held)
    tried = [
        (_odds(draft, change), change)
        for change in _changes(doubts, 1)
        if _waits(draft, held, melds, dict(change))
    ]
    if not tried:
        return
    odds, ((tile, taken),) = max(tried)
    share = odds / (sum(o for o, _ in tried) + 1 / draft.priors.faces.waiting)
    if share > 0.5:  # noqa: PLR2004 - likelier than everything else together
        draft.change(tile, taken, share, "waits")


def _sorted(draft: _Draft, hand: HandCandidate) -> None:
    """Change one face of a hand of a right size where the tiles lie in order with another."""
    held = [t for t in (*hand.concealed, hand.win) if t is not None and draft.chosen[t] < len(FACES)]
    if len(held) + 3 * len(hand.melds) not in {WAITING, COMPLETE}:
        return
    fixed = {c.tile for c in draft.changes}
    tried = []
    for tile, face in _out_of_order(draft):
        counts = count([*(f for m in hand.melds for f in m.faces), *_labels(draft, held, {tile: face})])
        if tile in fixed or any_above_four(counts):
            continue
        tried.append((_odds(draft, ((tile, face),)) / _undone(draft, hand, held, {tile: face}), tile, face))
    if not tried:
        return
    odds, tile, face = max(tried)
    share = odds / (sum(o for o, _, _ in tried) + 1)
    if share > 0.5:  # noqa: PLR2004 - likelier than everything else together
        draft.change(tile, face, share, "order")


def _undone(draft: _Draft, hand: HandCandidate, held: Sequence[int], change: dict[int, int]) -> float:
    """How many times likelier the hand is on a photo than with these faces changed, by what it makes."""
    melds, priors = len(hand.melds), draft.priors.faces
    size = len(held) + 3 * melds
    if size == COMPLETE and _whole(draft, held, melds, {}) and not _whole(draft, held, melds, change):
        return priors.complete
    waiting = hand.win is None and size == WAITING and _waits(draft, held, melds, {})
    return priors.waiting if waiting and not _waits(draft, held, melds, change) else 1.0


def _out_of_order(draft: _Draft) -> list[tuple[int, int]]:
    """Tiles with another label that they may show, with which alone all tiles lie in order."""
    if not draft.line or _lies_in_order(draft, {}):
        return []
    return [
        (tile, face)
        for tile in draft.line
        for face in _candidates(draft.faces[tile], draft.chosen[tile], FAINT)
        if _lies_in_order(draft, {tile: face})
    ]


def _lies_in_order(draft: _Draft, change: dict[int, int]) -> bool:
    """Whether the concealed tiles lie in one line and in order with these faces changed."""
    faces = _labels(draft, draft.line, change)
    return all(INDEX[face] < len(FACES) for face in faces) and in_order(faces)


def _labels(draft: _Draft, tiles: Sequence[int], change: dict[int, int]) -> list[str]:
    """The labels of some tiles with some faces changed."""
    return [LABELS[change.get(t, draft.chosen[t])] for t in tiles]


def _of_its_kind(probabilities: NDArray[np.float64], chosen: int) -> float:
    """Probability of the chosen face, red or not."""
    kind = plain(LABELS[chosen])
    return float(sum(probabilities[k] for k in range(len(FACES)) if plain(FACES[k]) == kind))


def _candidates(probabilities: NDArray[np.float64], chosen: int, least: float = FAIR) -> list[int]:
    """Other faces of another kind that a tile may well show."""
    kind = plain(LABELS[chosen])
    return [k for k in range(len(FACES)) if probabilities[k] > least and plain(FACES[k]) != kind]


def _changes(doubts: dict[int, list[int]], number: int) -> list[tuple[tuple[int, int], ...]]:
    """All ways to change ``number`` of the doubtful tiles."""
    if number == 1:
        return [((t, k),) for t, others in doubts.items() for k in others]
    return [
        ((one, k), (two, j)) for one, two in combinations(doubts, 2) for k in doubts[one] for j in doubts[two]
    ]


def _odds(draft: _Draft, change: Sequence[tuple[int, int]]) -> float:
    """How likely the changed faces are against the chosen ones, by the reader and by how the tiles lie."""
    lies, lay = _lies_in_order(draft, dict(change)), _lies_in_order(draft, {})
    return _read(draft, change) * draft.priors.faces.sorted ** (int(lies) - int(lay))


def _read(draft: _Draft, change: Sequence[tuple[int, int]]) -> float:
    """How likely the changed faces are against the chosen ones, by the reader alone."""
    return float(np.prod([draft.faces[t, k] / draft.faces[t, draft.chosen[t]] for t, k in change]))


def _whole(draft: _Draft, held: Sequence[int], melds: int, change: dict[int, int]) -> bool:
    """Whether the hand is complete with these faces changed."""
    counts = count(_labels(draft, held, change))
    return not any_above_four(counts) and is_complete(counts, melds)


def _waits(draft: _Draft, held: Sequence[int], melds: int, change: dict[int, int]) -> bool:
    """Whether the hand waits for a tile with these faces changed."""
    faces = _labels(draft, held, change)
    if any(face not in FACES for face in faces):
        return False
    counts = count(faces)
    return not any_above_four(counts) and bool(completing(counts, melds))
