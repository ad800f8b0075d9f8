"""The likeliest faces of the hand that no rule of counting forbids.

There are four of each tile and, where red fives are used, one red five in each suit. A face is changed for
that reason only where the reader itself gave the other face a fair chance; the change is reported.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from vision.labels import BACK, FACES, INDEX, LABELS, OTHER, RED_FIVES, plain

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from vision.layout.choose import Hand
    from vision.layout.melds import Called

IMPOSSIBLE: Final = 0.02
"""How often a hand on a photo really holds five of a tile (mixed sets, a cheat, a joke)."""


@dataclass(frozen=True, slots=True)
class Change:
    """A face that was read otherwise: which tile, what the reader saw, what was taken and why."""

    tile: int
    seen: str
    taken: str
    why: str


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


def solve(hand: Hand, faces: NDArray[np.float64]) -> Solution:
    """Choose the faces; ``faces`` is ``(N, 39)``, rows sum to 1."""
    chosen = faces.argmax(axis=1)
    scores = faces.max(axis=1)
    changes: list[Change] = []
    for meld in hand.melds:
        for tile, face in _shown(meld):
            seen = LABELS[chosen[tile]]
            if plain(seen) == face:
                continue
            allowed = [i for i in range(len(FACES)) if plain(FACES[i]) == face]
            taken = allowed[int(np.argmax(faces[tile, allowed]))]
            changes.append(Change(tile, seen, LABELS[taken], "meld"))
            chosen[tile] = taken
            scores[tile] = _given_neighbours(float(faces[tile, allowed].sum()))
    fixed = {c.tile for c in changes}
    crowded: list[tuple[str, tuple[int, ...]]] = []
    for group, room in _limits():
        members = [INDEX[f] for f in group]
        hidden = sum(len(m.faces) - len(m.tiles) + len(m.backs) for m in hand.melds if m.faces[0] in group)
        if len(group) == 1:
            hidden = 0
        own = [t for t in sorted(hand.tiles) if chosen[t] in members]
        while len(own) + hidden > room:
            change = _cheapest(own, members, faces, fixed)
            if change is None:
                crowded.append((group[0], tuple(own)))
                break
            tile, taken, sure = change
            changes.append(Change(tile, LABELS[chosen[tile]], LABELS[taken], "count"))
            chosen[tile], scores[tile] = taken, sure
            fixed.add(tile)
            own.remove(tile)
    return Solution(
        tuple(LABELS[i] for i in chosen), tuple(float(s) for s in scores), tuple(changes), tuple(crowded)
    )


def _shown(meld: Called) -> list[tuple[int, str]]:
    """The meld's face-up tiles with the plain face that each must show."""
    faces = [f for k, f in enumerate(meld.faces) if k != meld.covered]
    places = [k for k in range(len(meld.faces)) if k != meld.covered]
    return [(t, f) for t, f, k in zip(meld.tiles, faces, places, strict=True) if k not in meld.backs]


def _given_neighbours(chance: float) -> float:
    """How likely a face is that its meld asks for, when the reader gave it ``chance`` by itself."""
    return float(min(0.99, 20 * chance / (20 * chance + 1)))


def _limits() -> list[tuple[tuple[str, ...], int]]:
    """Groups of labels and how many tiles of a group there are, red fives first."""
    kinds: dict[str, list[str]] = {}
    for face in FACES:
        kinds.setdefault(plain(face), []).append(face)
    return [((red,), 1) for red in RED_FIVES] + [(tuple(group), 4) for group in kinds.values()]


def _cheapest(
    own: Sequence[int], members: Sequence[int], faces: NDArray[np.float64], fixed: set[int]
) -> tuple[int, int, float] | None:
    """The tile that is most likely something else: it, the other face and how sure that is."""
    open_ = [t for t in own if t not in fixed]
    if not open_:
        return None
    rest = faces[open_].copy()
    rest[:, members] = 0.0
    rest[:, [INDEX[BACK], INDEX[OTHER]]] = 0.0
    other = rest.sum(axis=1)
    odds = other / np.maximum(1 - other, 1e-9)
    total = float(odds.sum()) + IMPOSSIBLE
    at = int(np.argmax(odds))
    if odds[at] < IMPOSSIBLE:
        return None
    taken = int(np.argmax(rest[at]))
    sure = float(odds[at] / total * rest[at, taken] / other[at])
    return open_[at], taken, sure
