"""A random legal hand: what a player may hold, declare and win with, out of one wall of 136 tiles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from yakulens.scorer.vocabulary import From, MeldKind
from yakulens.vision.labels import FACES, PLAIN, RED_FIVES, plain

FROM: Final[tuple[From, ...]] = ("left", "across", "right")
_ORPHANS: Final = tuple(f for f in PLAIN if f[1] == "z" or f[0] in "19")
_ORDER: Final = {face: ("mpsz".index(face[1]), int(face[0]) or 5) for face in FACES}


@dataclass(frozen=True, slots=True)
class DealtMeld:
    """A declared set, left to right as it is to lie.

    Attributes:
        kind: the meld's kind.
        faces: three or four faces; of an added quad the added tile follows the called one.
        called: position of the called tile, None for a closed quad.
        origin: who discarded it, None for a closed quad.
    """

    kind: MeldKind
    faces: tuple[str, ...]
    called: int | None
    origin: From | None


@dataclass(frozen=True, slots=True)
class Dealt:
    """A complete hand.

    Attributes:
        sets: the concealed tiles by set, pair last, the winning tile among them.
        win: the winning tile.
        melds: declared sets in the order of calling.
        wall: every tile that is not in the hand, shuffled; () where one wall is dealt to several.
    """

    sets: tuple[tuple[str, ...], ...]
    win: str
    melds: tuple[DealtMeld, ...]
    wall: tuple[str, ...] = ()

    def held(self, *, won: bool) -> list[list[str]]:
        """The concealed tiles by set, the winning one among them or not."""
        sets = [list(tiles) for tiles in self.sets]
        if not won:
            next(tiles for tiles in sets if self.win in tiles).remove(self.win)
        return sets


def in_order(faces: Sequence[str]) -> list[str]:
    """Sorted as players sort: by suit, then by number, a red five among the fives."""
    return sorted(faces, key=_ORDER.__getitem__)


def deal(rng: np.random.Generator, melds: Sequence[MeldKind] = (), shape: str = "standard") -> Dealt:
    """A random complete hand.

    Args:
        rng: random generator.
        melds: kinds of the declared sets, at most four; only with the standard shape.
        shape: ``standard``, ``pairs`` (seven pairs) or ``orphans`` (thirteen orphans).
    """
    while True:
        wall = full_wall()
        dealt = _orphans(rng, wall) if shape == "orphans" else _pairs(rng, wall) if shape == "pairs" else None
        if dealt is None:
            dealt = sets_from(rng, wall, melds)
            if dealt is None:
                continue
        sets, done = dealt
        tiles = [t for s in sets for t in s]
        rest = list(wall.elements())
        rng.shuffle(rest)
        return Dealt(sets, tiles[int(rng.integers(len(tiles)))], done, tuple(rest))


def full_wall() -> Counter[str]:
    """How many there are of each tile, one red five to a suit."""
    wall = Counter(dict.fromkeys(PLAIN, 4))
    for red in RED_FIVES:
        wall[red], wall[plain(red)] = 1, 3
    return wall


def sets_from(
    rng: np.random.Generator, wall: Counter[str], melds: Sequence[MeldKind]
) -> tuple[tuple[tuple[str, ...], ...], tuple[DealtMeld, ...]] | None:
    """Four sets and a pair out of a wall: the concealed ones, pair last, and the declared ones.

    Args:
        rng: random generator.
        wall: what is left; what is dealt is taken from it.
        melds: kinds of the declared sets, at most four.

    Returns:
        None where the wall does not hold what was drawn; it may have been taken from all the same.
    """
    declared = [_declare(rng, wall, kind) for kind in melds]
    held = [_take(rng, wall, _set(rng, wall)) for _ in range(4 - len(melds))]
    held.append(_take(rng, wall, _same(rng, wall, 2)))
    if any(m is None for m in declared) or any(len(s) == 0 for s in held):
        return None
    return tuple(held), tuple(m for m in declared if m is not None)


def _take(rng: np.random.Generator, wall: Counter[str], faces: Sequence[str]) -> tuple[str, ...]:
    """Take tiles of these plain faces from the wall, a red five as likely as any other; () if not there."""
    taken: list[str] = []
    for face in faces:
        copies = [f for f in FACES if plain(f) == face for _ in range(wall[f])]
        if not copies:
            wall.update(taken)
            return ()
        taken.append(copies[int(rng.integers(len(copies)))])
        wall[taken[-1]] -= 1
    return tuple(taken)


def _left(wall: Counter[str], face: str) -> int:
    return sum(n for f, n in wall.items() if plain(f) == face)


def _same(rng: np.random.Generator, wall: Counter[str], size: int) -> tuple[str, ...]:
    """``size`` equal tiles that the wall still holds; () where it holds none."""
    able = [f for f in PLAIN if _left(wall, f) >= size]
    if not able:
        return ()
    return (able[int(rng.integers(len(able)))],) * size


def _run(rng: np.random.Generator) -> tuple[str, ...]:
    suit, low = "mps"[int(rng.integers(3))], int(rng.integers(1, 8))
    return tuple(f"{low + k}{suit}" for k in range(3))


def _set(rng: np.random.Generator, wall: Counter[str]) -> tuple[str, ...]:
    return _run(rng) if rng.random() < 0.6 else _same(rng, wall, 3)  # noqa: PLR2004 - sequences are commoner


def _pairs(
    rng: np.random.Generator, wall: Counter[str]
) -> tuple[tuple[tuple[str, ...], ...], tuple[DealtMeld, ...]]:
    faces = [PLAIN[int(k)] for k in rng.choice(len(PLAIN), 7, replace=False)]
    return tuple(_take(rng, wall, (f, f)) for f in faces), ()


def _orphans(
    rng: np.random.Generator, wall: Counter[str]
) -> tuple[tuple[tuple[str, ...], ...], tuple[DealtMeld, ...]]:
    double = _ORPHANS[int(rng.integers(len(_ORPHANS)))]
    return tuple(_take(rng, wall, (f, f) if f == double else (f,)) for f in _ORPHANS), ()


def _declare(rng: np.random.Generator, wall: Counter[str], kind: MeldKind) -> DealtMeld | None:
    """A declared set as it is to lie; None where the wall does not hold it."""
    if kind == "chi":
        tiles = _take(rng, wall, _run(rng))
        if not tiles:
            return None
        called = int(rng.integers(3))
        rest = [t for k, t in enumerate(tiles) if k != called]
        return DealtMeld("chi", (tiles[called], *rest), 0, "left")
    size = 3 if kind == "pon" else 4
    tiles = _take(rng, wall, _same(rng, wall, size))
    if not tiles:
        return None
    shuffled = [tiles[int(k)] for k in rng.permutation(size)]
    if kind == "closed_kan":
        return DealtMeld(kind, tuple(shuffled), None, None)
    side = int(rng.integers(3))
    called = side if kind != "open_kan" else (0, int(rng.integers(1, 3)), 3)[side]
    return DealtMeld(kind, tuple(shuffled), called, FROM[side])
