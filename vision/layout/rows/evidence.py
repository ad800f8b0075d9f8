"""Evidence of the faces: what each tile may be, and the likeliest triplet, quad or sequence of a few."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import permutations, product
from typing import TYPE_CHECKING, Final

import numpy as np

from yakulens.vision.labels import BACK, INDEX, OTHER, PLAIN, RED_FIVES, plain
from yakulens.vision.layout.priors import DEFAULT_PRIORS
from yakulens.vision.layout.rows.memory import Kinds, Memory

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

FAINTEST: Final = 3e-4
"""A tile of a set may show only faces that are at least so probable."""
UNLIKELY: Final = -3.0
"""Log odds below which tiles are not taken to be alike."""
KIN: Final = 0.02
"""Probability from which two tiles may well show the same face."""
_SURE: Final = float(np.log(0.9))
_PAIR: Final = 2
_LIKELY: Final = 0.5
FLOWER: Final = 0.9
"""Players of riichi take flowers out of the set: a detection that is hardly read is not counted as one."""
_NUMBERS: Final = 27  # the first 27 plain faces are numbered, nine to a suit
_RUNS: Final = sorted(
    order
    for low in range(_NUMBERS)
    if low % 9 <= 6  # noqa: PLR2004 - no sequence begins with an eight
    for order in permutations((low, low + 1, low + 2))
)
"""Three numbered faces that are a sequence, in every order."""
_THIRD: Final = {
    (one, other): [run[2] for run in _RUNS if run[:2] == (one, other)] for one, other, _ in _RUNS
}
"""For two numbered faces those that make them a sequence."""


@dataclass(frozen=True, slots=True, eq=False)
class Evidence:
    """What the reader said of N tiles, ready for adding up.

    Attributes:
        likely: for each tile the log probability of every plain face that it may well be, a red five
            counting as its five.
        best: for each tile the highest log probability of a face, ``other`` included.
        face: for each tile the plain face that it surely shows, "" where that is not sure.
        back, white, flower: for each tile the probability of these labels.
        solid: for each tile the log odds, zero at most, of it being a tile with a face that can be read.
        kin: ``(N, N)`` bool, whether two tiles may well show the same plain face.
        misread: log probability of a face that the reader did not think of at all.
        kinds: for each tile a number, the same for tiles of which the reader says the same.
        memory: what a few tiles may be is asked again in each direction and for each hand: answers are kept.
    """

    likely: tuple[dict[int, float], ...]
    best: tuple[float, ...]
    face: tuple[str, ...]
    back: tuple[float, ...]
    white: tuple[float, ...]
    flower: tuple[float, ...]
    solid: tuple[float, ...]
    kin: NDArray[np.bool_]
    misread: float
    kinds: Kinds
    memory: Memory

    @classmethod
    def of(
        cls,
        faces: NDArray[np.float64],
        objectness: NDArray[np.float64],
        misread: float = DEFAULT_PRIORS.faces.misread,
        memory: Memory | None = None,
    ) -> Evidence:
        """The evidence of what reader and finder said.

        Args:
            faces: ``(N, 39)``, probability of each label, all above zero.
            objectness: ``(N,)``, how sure the finder is of each tile, 0..1.
            misread: log probability of a face that the reader did not think of at all.
            memory: of other evidence of the same photo, with the same ``misread``; None begins anew.

        >>> faces = np.full((2, 39), 1e-9)
        >>> faces[:, INDEX["5m"]] = 0.5
        >>> faces[:, INDEX["0m"]] = 0.5
        >>> evidence = Evidence.of(faces, np.ones(2))
        >>> evidence.face, bool(evidence.kin[0, 1]), evidence.is_back(0)
        (('5m', '5m'), True, False)
        """
        plain_faces = faces[:, : len(PLAIN)].copy()
        for red in RED_FIVES:
            plain_faces[:, INDEX[plain(red)]] += faces[:, INDEX[red]]
        logs = np.log(plain_faces)
        likely: tuple[dict[int, float], ...] = tuple({} for _ in faces)
        for tile, face in np.argwhere(plain_faces > FAINTEST).tolist():
            likely[tile][face] = float(logs[tile, face])
        flower = faces[:, INDEX[OTHER]]
        best = np.maximum(logs.max(axis=1, initial=-99.0), np.log(flower))
        there = np.clip(objectness, 0.01, 0.99)
        memory = Memory() if memory is None else memory
        solid = np.minimum(np.log(there / (1 - there)), 0.0) + np.log(faces.max(axis=1, initial=0.01))
        return cls(
            likely=likely,
            best=tuple(best.tolist()),
            face=tuple(
                PLAIN[k] if row[k] > _SURE else "" for k, row in zip(logs.argmax(axis=1), logs, strict=True)
            ),
            back=tuple(faces[:, INDEX[BACK]].tolist()),
            white=tuple(faces[:, INDEX["5z"]].tolist()),
            flower=tuple(flower.tolist()),
            solid=tuple(solid.tolist()),
            kin=plain_faces @ plain_faces.T > KIN,
            misread=misread,
            kinds=tuple(memory.kind(said.tobytes()) for said in faces),
            memory=memory,
        )

    def is_back(self, tile: int) -> bool:
        """Whether the tile lies face-down.

        >>> from yakulens.vision.example import detected
        >>> row = detected("1m back")
        >>> evidence = Evidence.of(row.faces.astype(float), row.objectness)
        >>> evidence.is_back(0), evidence.is_back(1)
        (False, True)
        """
        return self.back[tile] > _LIKELY

    def is_flower(self, tile: int) -> bool:
        """Whether the tile shows what riichi does not use.

        >>> from yakulens.vision.example import detected
        >>> row = detected("1m other")
        >>> evidence = Evidence.of(row.faces.astype(float), row.objectness)
        >>> evidence.is_flower(0), evidence.is_flower(1)
        (False, True)
        """
        return self.flower[tile] > FLOWER

    def alike(self, tiles: Sequence[int]) -> tuple[str, float] | None:
        """The plain face that tiles most likely share, and the log odds against reading each by itself.

        Of three or more tiles one may have been misread altogether. None where they share no face.

        Args:
            tiles: indices of the tiles.

        >>> from yakulens.vision.example import detected
        >>> row = detected("5p 0p 5p 6p")
        >>> evidence = Evidence.of(row.faces.astype(float), row.objectness)
        >>> face, odds = evidence.alike([0, 1, 2])
        >>> face, round(odds, 2)
        ('5p', 0.0)
        >>> face, odds = evidence.alike([0, 2, 3])  # one of them must have been misread
        >>> face, odds < -5
        ('5p', True)
        """
        key, known = tuple([self.kinds[t] for t in tiles]), self.memory.alike
        if key not in known:
            known[key] = self._likeliest_face(tiles)
        return known[key]

    def _likeliest_face(self, tiles: Sequence[int]) -> tuple[str, float] | None:
        shown: dict[int, int] = {}
        odds: dict[int, float] = {}
        for tile in tiles:
            for face, log in self.likely[tile].items():
                shown[face] = shown.get(face, 0) + 1
                odds[face] = odds.get(face, 0.0) + log
        fewest = len(tiles) - (len(tiles) > _PAIR)
        total = [
            (odds[face] + self.misread * (len(tiles) - count), -face)
            for face, count in shown.items()
            if count >= fewest
        ]
        if not total:
            return None
        best, face = max(total)
        return PLAIN[-face], best - sum(self.best[t] for t in tiles)

    def elsewhere(self, face: str, tiles: Sequence[int]) -> bool:
        """Whether a tile that is none of ``tiles`` surely shows ``face``.

        >>> from yakulens.vision.example import detected
        >>> row = detected("5p 5p 6p")
        >>> evidence = Evidence.of(row.faces.astype(float), row.objectness)
        >>> evidence.elsewhere("5p", [0]), evidence.elsewhere("6p", [2])
        (True, False)
        """
        return any(seen == face and t not in tiles for t, seen in enumerate(self.face))

    def well_alike(self, tiles: Sequence[int]) -> bool:
        """Whether it is likely that all ``tiles`` share a face.

        >>> from yakulens.vision.example import detected
        >>> row = detected("5p 0p 6p")
        >>> evidence = Evidence.of(row.faces.astype(float), row.objectness)
        >>> evidence.well_alike([0, 1]), evidence.well_alike([0, 2])
        (True, False)
        """
        same = self.alike(tiles)
        return same is not None and same[1] > UNLIKELY

    def sequence(self, tiles: Sequence[int]) -> tuple[tuple[str, str, str], float] | None:
        """The sequence that three tiles most likely form, and the log odds against reading each by itself.

        One of them may have been misread altogether. None where they form no sequence.

        Args:
            tiles: indices of the tiles; the faces come in their order.

        >>> from yakulens.vision.example import detected
        >>> row = detected("4s 2s 3s")
        >>> evidence = Evidence.of(row.faces.astype(float), row.objectness)
        >>> faces, odds = evidence.sequence([0, 1, 2])
        >>> faces, round(odds, 2)
        (('4s', '2s', '3s'), 0.0)
        """
        key, known = tuple([self.kinds[t] for t in tiles]), self.memory.sequences
        if key not in known:
            known[key] = self._likeliest_run(tiles)
        return known[key]

    def _likeliest_run(self, tiles: Sequence[int]) -> tuple[tuple[str, str, str], float] | None:
        one, two, three = (self.likely[t] for t in tiles)
        known = [
            (one[a] + two[b] + three[c], (a, b, c))
            for a, b in product(one, two)
            for c in _third(a, b)
            if c in three
        ]
        # Where they are none as they are read, one of them may have been misread.
        wild = self.misread
        known = (
            known
            or [(wild + two[b] + three[c], (a, b, c)) for b, c in product(two, three) for a in _third(b, c)]
            or [(one[a] + wild + three[c], (a, b, c)) for a, c in product(one, three) for b in _third(a, c)]
            or [(one[a] + two[b] + wild, (a, b, c)) for a, b in product(one, two) for c in _third(a, b)]
        )
        if not known:
            return None
        odds, (a, b, c) = max(known, key=lambda way: (way[0], [-face for face in way[1]]))
        return (PLAIN[a], PLAIN[b], PLAIN[c]), odds - sum(self.best[t] for t in tiles)


def _third(one: int, other: int) -> Sequence[int]:
    """The faces that make two others a sequence."""
    return _THIRD.get((one, other), ())
