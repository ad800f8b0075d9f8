"""What a few tiles may be together: the likeliest triplet, quad or sequence and how well it fits."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import permutations
from typing import TYPE_CHECKING, Final

import numpy as np

from vision.labels import INDEX, PLAIN, RED_FIVES, plain

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

_ORDERS: Final = np.array(list(permutations(range(3))))


@dataclass(frozen=True, slots=True, eq=False)
class Evidence:
    """What the reader said, ready for adding up.

    Attributes:
        same: ``(N, 34)`` log probability of each plain face, a red five counting as its five.
        best: ``(N,)`` the highest of these for each tile or that of ``other``.
        back, flower: ``(N,)`` probabilities.
    """

    same: NDArray[np.float64]
    best: NDArray[np.float64]
    back: NDArray[np.float64]
    flower: NDArray[np.float64]

    @classmethod
    def of(cls, faces: NDArray[np.float64]) -> Evidence:
        """From ``(N, 39)`` probabilities, all above zero."""
        chances = faces[:, : len(PLAIN)].copy()
        for red in RED_FIVES:
            chances[:, INDEX[plain(red)]] += faces[:, INDEX[red]]
        same = np.log(chances)
        flower = faces[:, INDEX["other"]]
        best = np.maximum(same.max(axis=1, initial=-99.0), np.log(flower))
        return cls(same, best, faces[:, INDEX["back"]], flower)

    def alike(self, tiles: Sequence[int]) -> tuple[str, float]:
        """The face that all ``tiles`` most likely share, and the log odds against reading each by itself."""
        chosen = list(tiles)
        total = self.same[chosen].sum(axis=0)
        face = int(np.argmax(total))
        return PLAIN[face], float(total[face] - self.best[chosen].sum())

    def sequence(self, tiles: Sequence[int]) -> tuple[tuple[str, str, str], float]:
        """The sequence that three ``tiles`` most likely form, in their order, and its log odds likewise."""
        chosen = list(tiles)
        suits = self.same[chosen, :27].reshape(3, 3, 9)
        best: tuple[float, tuple[str, str, str]] = (-np.inf, ("", "", ""))
        for order in _ORDERS:
            total = suits[0, :, order[0] : order[0] + 7] + suits[1, :, order[1] : order[1] + 7]
            total = total + suits[2, :, order[2] : order[2] + 7]
            at = int(np.argmax(total))
            value = float(total.flat[at])
            if value > best[0]:
                suit, low = divmod(at, 7)
                first, second, third = (PLAIN[suit * 9 + low + int(step)] for step in order)
                best = (value, (first, second, third))
        return best[1], float(best[0] - self.best[chosen].sum())
