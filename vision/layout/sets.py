"""What a few tiles may be together: the likeliest triplet, quad or sequence and how well it fits."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Final

import numpy as np

from vision.labels import BACK, INDEX, OTHER, PLAIN, RED_FIVES, plain

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

FAINTEST: Final = 3e-4
"""Faces less probable than this are no candidates for a tile of a set."""
UNLIKELY: Final = -3.0
"""Log odds below which tiles are not taken to be alike."""
_NUMBERS: Final = 27  # the first 27 plain faces are numbered, nine to a suit


@dataclass(frozen=True, slots=True, eq=False)
class Evidence:
    """What the reader said of N tiles, ready for adding up.

    Attributes:
        likely: for each tile the log probability of every plain face that it may well be, a red five
            counting as its five.
        best: for each tile the highest log probability of a face, ``other`` included.
        back, flower: for each tile the probability of these labels.
        solid: for each tile the log odds, zero at most, of it being a tile with a face that can be read.
        kin: ``(N, N)`` bool, whether two tiles may well show the same plain face.
    """

    likely: tuple[dict[int, float], ...]
    best: tuple[float, ...]
    back: tuple[float, ...]
    flower: tuple[float, ...]
    solid: tuple[float, ...]
    kin: NDArray[np.bool_]

    @classmethod
    def of(cls, faces: NDArray[np.float64], objectness: NDArray[np.float64]) -> Evidence:
        """From ``(N, 39)`` probabilities, all above zero, and ``(N,)`` how sure the finder is."""
        chances = faces[:, : len(PLAIN)].copy()
        for red in RED_FIVES:
            chances[:, INDEX[plain(red)]] += faces[:, INDEX[red]]
        logs = np.log(chances)
        likely = tuple(
            {int(k): float(logs[i, k]) for k in np.flatnonzero(chances[i] > FAINTEST)}
            for i in range(len(faces))
        )
        flower = faces[:, INDEX[OTHER]]
        best = np.maximum(logs.max(axis=1, initial=-99.0), np.log(flower))
        there = np.clip(objectness, 0.01, 0.99)
        solid = np.minimum(np.log(there / (1 - there)), 0.0) + np.log(faces.max(axis=1, initial=0.01))
        known = (chances > FAINTEST).astype(np.float32)
        return cls(
            likely=likely,
            best=tuple(best.tolist()),
            back=tuple(faces[:, INDEX[BACK]].tolist()),
            flower=tuple(flower.tolist()),
            solid=tuple(solid.tolist()),
            kin=known @ known.T > 0,
        )

    def alike(self, tiles: Sequence[int]) -> tuple[str, float] | None:
        """The face that all ``tiles`` most likely share, and the log odds against reading each by itself."""
        shared = set(self.likely[tiles[0]]).intersection(*(self.likely[t] for t in tiles[1:]))
        if not shared:
            return None
        total = {face: sum(self.likely[t][face] for t in tiles) for face in shared}
        face = max(shared, key=lambda f: (total[f], -f))
        return PLAIN[face], total[face] - sum(self.best[t] for t in tiles)

    def well_alike(self, tiles: Sequence[int]) -> bool:
        """Whether it is likely that all ``tiles`` share a face."""
        same = self.alike(tiles)
        return same is not None and same[1] > UNLIKELY

    def sequence(self, tiles: Sequence[int]) -> tuple[tuple[str, str, str], float] | None:
        """The sequence that three ``tiles`` most likely form, in their order, and its log odds likewise."""
        found: tuple[float, tuple[int, int, int]] | None = None
        numbered = [[f for f in self.likely[t] if f < _NUMBERS] for t in tiles]
        for a, b, c in product(*numbered):
            low, middle, high = sorted((a, b, c))
            if middle != low + 1 or high != low + 2 or low // 9 != high // 9:
                continue
            value = sum(self.likely[t][f] for t, f in zip(tiles, (a, b, c), strict=True))
            if found is None or value > found[0]:
                found = (value, (a, b, c))
        if found is None:
            return None
        first, second, third = (PLAIN[f] for f in found[1])
        return (first, second, third), found[0] - sum(self.best[t] for t in tiles)
