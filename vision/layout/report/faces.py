"""The likeliest faces of the hand, all tiles weighed together.

What the tiles of a hand tell of each other: those of a meld form a set; there are four of each tile and one
red five in each suit (where red fives are used); and a hand of fourteen tiles on a photo is mostly complete.
A face that is changed for such a reason is reported with both choices, never changed in silence: in a
dispute the hand may really be wrong.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Final, Literal

import numpy as np

from scorer.waits_shape import counts_of, is_complete
from vision.labels import BACK, FACES, INDEX, LABELS, OTHER, plain
from vision.layout import priors
from vision.layout.report.copies import cheapest, copy_limits

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from vision.layout.hand.hand import HandCandidate
    from vision.layout.rows.melds import Called

Why = Literal["meld", "count", "complete", "flower"]

MELD_ODDS: Final = 20.0
"""How much likelier a face is made by the other tiles of its meld asking for it."""
COMPLETE_ODDS: Final = 12.0
"""How much likelier a complete hand of fourteen tiles is on a photo than one that is a tile off."""
DOUBTFUL: Final = 0.98
"""Tiles read with more than this are not looked at again."""
FAIR: Final = 0.02
"""Other faces with less than this are no candidates."""
MOST_DOUBTS: Final = 6
"""With more doubtful tiles than this only one face at a time is changed."""
_COMPLETE = 14


@dataclass(frozen=True, slots=True)
class Change:
    """A face that was read otherwise: which tile, what the reader saw, what was taken and why."""

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
    """A solution in the making."""

    chosen: list[int]
    scores: list[float]
    changes: list[Change]

    def change(self, tile: int, taken: int, score: float, why: Why) -> None:
        """Take another face for a tile."""
        self.changes.append(Change(tile, LABELS[self.chosen[tile]], LABELS[taken], why))
        self.chosen[tile], self.scores[tile] = taken, score


def solve(hand: HandCandidate, faces: NDArray[np.float64]) -> Solution:
    """Choose the faces; ``faces`` is ``(N, 39)``, rows sum to 1."""
    draft = _Draft(faces.argmax(axis=1).tolist(), faces.max(axis=1).tolist(), [])
    for meld in hand.melds:
        _agree(draft, meld, faces)
        if meld.blank:
            _turn_over(draft, meld, faces)
    for tile in hand.flowers:
        if draft.chosen[tile] != INDEX[OTHER]:
            draft.change(tile, INDEX[OTHER], float(faces[tile, INDEX[OTHER]]), "flower")
    crowded = _thin_out(draft, hand, faces)
    if not crowded:
        _complete(draft, hand, faces)
    labels = tuple(LABELS[i] for i in draft.chosen)
    return Solution(labels, tuple(draft.scores), tuple(draft.changes), tuple(crowded))


def _agree(draft: _Draft, meld: Called, faces: NDArray[np.float64]) -> None:
    """Give the meld's tiles the faces that it asks for."""
    for tile, face in shown(meld):
        allowed = [INDEX[f] for f in FACES if plain(f) == face]
        probability = float(faces[tile, allowed].sum())
        taken = allowed[int(np.argmax(faces[tile, allowed]))]
        together = MELD_ODDS * probability / (MELD_ODDS * probability + 1 - probability)
        score = together * float(faces[tile, taken]) / max(probability, 1e-9)
        if taken == draft.chosen[tile]:
            draft.scores[tile] = score
        else:
            draft.change(tile, taken, score, "meld")


def _turn_over(draft: _Draft, meld: Called, faces: NDArray[np.float64]) -> None:
    """Take what looks like Whites in a closed quad as backs; the reading asks about the set as a whole."""
    hidden = [meld.tiles[k] for k in meld.backs]
    probability = max(float(faces[hidden, INDEX[BACK]].max()), math.exp(priors.BACK_LIKE_WHITE))
    for tile in hidden:
        draft.chosen[tile] = INDEX[BACK]
        draft.scores[tile] = MELD_ODDS * probability / (MELD_ODDS * probability + 1 - probability)


def shown(meld: Called) -> list[tuple[int, str]]:
    """The meld's face-up tiles with the plain face that each must show."""
    seen = [k for k in range(len(meld.faces)) if k != meld.covered]
    return [(t, meld.faces[k]) for t, k in zip(meld.tiles, seen, strict=True) if k not in meld.backs]


def _thin_out(
    draft: _Draft, hand: HandCandidate, faces: NDArray[np.float64]
) -> list[tuple[str, tuple[int, ...]]]:
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
            change = cheapest(own, members, faces, fixed)
            if change is None:
                crowded.append((group[0], tuple(own)))
                break
            tile, taken, sure = change
            draft.change(tile, taken, sure, "count")
            fixed.add(tile)
            own.remove(tile)
    return crowded


def _complete(draft: _Draft, hand: HandCandidate, faces: NDArray[np.float64]) -> None:
    """Weigh doubtful faces by whether the hand is complete with them."""
    held = [t for t in (*hand.concealed, hand.win) if t is not None and draft.chosen[t] != INDEX[OTHER]]
    if len(held) + 3 * len(hand.melds) != _COMPLETE or any(draft.chosen[t] >= len(FACES) for t in held):
        return
    fixed = {c.tile for c in draft.changes}
    doubts = {
        t: _candidates(faces[t], draft.chosen[t])
        for t in held
        if faces[t].max() < DOUBTFUL and t not in fixed
    }
    tried = [
        (_odds(draft, faces, change), change)
        for number in ((1, 2) if len(doubts) <= MOST_DOUBTS else (1,))
        for change in _changes(doubts, number)
        if _whole(draft, held, len(hand.melds), dict(change))
    ]
    if _whole(draft, held, len(hand.melds), {}):
        for tile in doubts:
            rivals = sum(odds for odds, change in tried if any(t == tile for t, _ in change))
            p = float(faces[tile, draft.chosen[tile]])
            # With a red five for a plain one the hand is as complete: that tells nothing between the two.
            twin = _of_its_kind(faces[tile], draft.chosen[tile]) / p - 1
            rest = max((1 - p) / p - twin - rivals, 0.0) / COMPLETE_ODDS
            draft.scores[tile] = max(p, 1 / (1 + twin + rivals + rest))
        return
    if not tried:
        return
    odds, change = max(tried)
    total = sum(o for o, _ in tried) + 1 / COMPLETE_ODDS
    if odds / total > 0.5:  # noqa: PLR2004 - likelier than everything else together
        for tile, taken in change:
            draft.change(tile, taken, odds / total, "complete")


def _of_its_kind(probabilities: NDArray[np.float64], chosen: int) -> float:
    """Probability of the chosen face, red or not."""
    kind = plain(LABELS[chosen])
    return float(sum(probabilities[k] for k in range(len(FACES)) if plain(FACES[k]) == kind))


def _candidates(probabilities: NDArray[np.float64], chosen: int) -> list[int]:
    """Other faces of another kind that a tile may well show."""
    kind = plain(LABELS[chosen])
    return [k for k in range(len(FACES)) if probabilities[k] > FAIR and plain(FACES[k]) != kind]


def _changes(doubts: dict[int, list[int]], number: int) -> list[tuple[tuple[int, int], ...]]:
    """All ways to change ``number`` of the doubtful tiles."""
    if number == 1:
        return [((t, k),) for t, others in doubts.items() for k in others]
    return [
        ((one, k), (two, j)) for one, two in combinations(doubts, 2) for k in doubts[one] for j in doubts[two]
    ]


def _odds(draft: _Draft, faces: NDArray[np.float64], change: Sequence[tuple[int, int]]) -> float:
    """How likely the changed faces are against the chosen ones, by the reader alone."""
    return float(np.prod([faces[t, k] / faces[t, draft.chosen[t]] for t, k in change]))


def _whole(draft: _Draft, held: Sequence[int], melds: int, change: dict[int, int]) -> bool:
    """Whether the hand is complete with these faces changed."""
    tiles = [LABELS[change.get(t, draft.chosen[t])] for t in held]
    counts = counts_of(tiles)
    return max(counts) <= 4 and is_complete(counts, melds)  # noqa: PLR2004 - there are four of each
