"""A random legal hand from one wall of 136 tiles: concealed tiles, declared sets and winning tile."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np

from yakulens.datasets.render.choice import one_of
from yakulens.scorer.blocks import ORPHANS
from yakulens.scorer.vocabulary import FROMS, From, MeldKind
from yakulens.vision.labels import FACES, PLAIN, RED_FIVES, plain

_RUNS: Final = 0.6
"""Share of runs among the concealed sets."""
_ORPHANS: Final = tuple(PLAIN[k] for k in sorted(ORPHANS))
_ORDER: Final = {face: ("mpsz".index(face[1]), int(face[0]) or 5) for face in FACES}

Sets: TypeAlias = tuple[tuple[str, ...], ...]
"""Faces of concealed sets."""


@dataclass(frozen=True, slots=True)
class DealtMeld:
    """A declared set, from left to right as it lies.

    Attributes:
        kind: the meld's kind.
        faces: three or four faces; in an added quad the added tile follows the called one.
        called: position of the called tile; None for a closed quad.
        origin: who discarded it; None for a closed quad.
    """

    kind: MeldKind
    faces: tuple[str, ...]
    called: int | None
    origin: From | None


@dataclass(frozen=True, slots=True)
class Dealt:
    """A complete hand.

    Attributes:
        sets: the concealed tiles by set, pair last, including the winning tile.
        win: the winning tile.
        melds: declared sets in the order of calling.
        wall: all other tiles, shuffled; () if one wall is dealt to several hands.
    """

    sets: Sets
    win: str
    melds: tuple[DealtMeld, ...]
    wall: tuple[str, ...] = ()

    def held(self, *, won: bool) -> list[list[str]]:
        """The concealed tiles by set, with the winning tile if ``won``."""
        sets = [list(tiles) for tiles in self.sets]
        if not won:
            next(tiles for tiles in sets if self.win in tiles).remove(self.win)
        return sets


def in_order(faces: Sequence[str]) -> list[str]:
    """Sorted as players sort: by suit, then number, red fives among the fives."""
    return sorted(faces, key=_ORDER.__getitem__)


def deal(rng: np.random.Generator, melds: Sequence[MeldKind] = (), shape: str = "standard") -> Dealt:
    """A random complete hand.

    Args:
        rng: random generator.
        melds: kinds of the declared sets, at most four; only for the standard shape.
        shape: ``standard``, ``pairs`` (seven pairs) or ``orphans`` (thirteen orphans).
    """
    while True:
        wall = full_wall()
        declared: tuple[DealtMeld, ...] = ()
        if shape == "orphans":
            twice = one_of(rng, _ORPHANS)
            sets = tuple(_take(rng, wall, (f, f) if f == twice else (f,)) for f in _ORPHANS)
        elif shape == "pairs":
            pairs = rng.choice(len(PLAIN), 7, replace=False).tolist()
            sets = tuple(_take(rng, wall, (PLAIN[k], PLAIN[k])) for k in pairs)
        else:
            dealt = sets_from(rng, wall, melds)
            if dealt is None:
                continue
            sets, declared = dealt
        tiles = [t for s in sets for t in s]
        remaining = list(wall.elements())
        rng.shuffle(remaining)
        return Dealt(sets, one_of(rng, tiles), declared, tuple(remaining))


def full_wall() -> Counter[str]:
    """The number of copies of each tile among 136 tiles, with one red five in each suit."""
    wall = Counter(dict.fromkeys(PLAIN, 4))
    for red in RED_FIVES:
        wall[red], wall[plain(red)] = 1, 3
    return wall


def sets_from(
    rng: np.random.Generator, wall: Counter[str], melds: Sequence[MeldKind]
) -> tuple[Sets, tuple[DealtMeld, ...]] | None:
    """Take four sets and a pair from a wall: concealed ones, pair last, and at most four declared ones.

    None if the wall lacks the drawn tiles; some may have been taken from it nevertheless.
    """
    declared = [_declare(rng, wall, kind) for kind in melds]
    concealed: list[tuple[str, ...]] = []
    for _ in range(4 - len(melds)):
        faces = _run(rng) if rng.random() < _RUNS else _equal_faces(rng, wall, 3)
        concealed.append(_take(rng, wall, faces))
    concealed.append(_take(rng, wall, _equal_faces(rng, wall, 2)))
    if any(m is None for m in declared) or any(len(s) == 0 for s in concealed):
        return None
    return tuple(concealed), tuple(m for m in declared if m is not None)


def _take(rng: np.random.Generator, wall: Counter[str], faces: Sequence[str]) -> tuple[str, ...]:
    """Take tiles of these plain faces from the wall, each copy equally likely; () if some are not left."""
    taken: list[str] = []
    for face in faces:
        copies = [f for f in FACES if plain(f) == face for _ in range(wall[f])]
        if not copies:
            wall.update(taken)
            return ()
        taken.append(one_of(rng, copies))
        wall[taken[-1]] -= 1
    return tuple(taken)


def _equal_faces(rng: np.random.Generator, wall: Counter[str], size: int) -> tuple[str, ...]:
    """``size`` tiles of a random face that the wall has that often; () if there is none."""
    candidates = [f for f in PLAIN if sum(n for tile, n in wall.items() if plain(tile) == f) >= size]
    return (one_of(rng, candidates),) * size if candidates else ()


def _run(rng: np.random.Generator) -> tuple[str, ...]:
    suit, low = "mps"[int(rng.integers(3))], int(rng.integers(1, 8))
    return tuple(f"{low + k}{suit}" for k in range(3))


def _declare(rng: np.random.Generator, wall: Counter[str], kind: MeldKind) -> DealtMeld | None:
    """A declared set; None if the wall lacks its tiles."""
    if kind == "chi":
        tiles = _take(rng, wall, _run(rng))
    else:
        tiles = _take(rng, wall, _equal_faces(rng, wall, 3 if kind == "pon" else 4))
        tiles = tuple(tiles[int(k)] for k in rng.permutation(len(tiles)))
    return laid_meld(rng, kind, tiles) if tiles else None


def laid_meld(rng: np.random.Generator, kind: MeldKind, tiles: Sequence[str]) -> DealtMeld:
    """A declared set of these tiles, called from a random player; the turned tile tells from whom."""
    if kind == "closed_kan":
        return DealtMeld(kind, tuple(tiles), None, None)
    if kind == "chi":
        called = int(rng.integers(3))
        return DealtMeld(kind, (tiles[called], *tiles[:called], *tiles[called + 1 :]), 0, "left")
    side = int(rng.integers(3))
    called = side if kind != "open_kan" else (0, int(rng.integers(1, 3)), 3)[side]
    return DealtMeld(kind, tuple(tiles), called, FROMS[side])
