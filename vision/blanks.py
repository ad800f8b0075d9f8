"""Blank Whites and backs, told apart by all blank tiles of a photo together.

One blank tile of the faces' colour may be either. But the backs of a set are of one colour, its Whites have
that of the faces, and there are four of them: where dark backs are in view a pale blank tile is a White, and
where seven are blank most are backs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

SCALES: Final = np.array([0.035, 0.03, 0.09])
"""How far two faces of one photo lie apart in red, blue and lightness: Laplace scales of natural logarithms,
measured on rendered photos with uneven light."""
ANYTHING: Final = 1 / (3.0 * 3.0 * 2.5)
"""Density of a colour that may be any."""
SHADED: Final = 0.03
"""Share of tiles that glare or a shadow gives another colour."""
SAME: Final = 0.12
"""Share of sets whose backs have the colour of the faces."""
_OPINION: Final = 1e-3
"""The reader's certainty on a blank crop is not to be taken at its word."""
_WHITES: Final = 4
_ONE_MORE: Final = 1e-3
"""... and more than those of one set are in view so seldom, each of them."""
_MOST: Final = 2 * _WHITES
"""Whites are counted so far."""


def alike(differences: NDArray[np.float64]) -> NDArray[np.float64]:
    """Densities ``(...)`` of differences ``(..., 3)`` of log R, G, B between two tiles of one colour."""
    return _density(differences, SCALES)


def whites(differences: NDArray[np.float64], opinions: NDArray[np.float64]) -> NDArray[np.float64]:
    """How likely each blank tile of a photo is to be a White: ``(N,)`` probabilities.

    All ways of the backs' colour to be are weighed: that of the faces, or any other. Any other is that of one
    of the tiles, each in turn taken for a back; or there is no back in view.

    Args:
        differences: ``(N, 3)`` natural logarithms of R, G, B against the faces near by.
        opinions: ``(N, 2)`` what the reader thinks of White and back.
    """
    count = len(differences)
    if not count:
        return np.zeros(0)
    opinions = np.maximum(opinions / opinions.sum(axis=1, keepdims=True), _OPINION)
    face = alike(differences)
    white = np.tile(opinions[:, 0] * _mixed(face), (count + 2, 1))
    # One row for each way: backs like the faces, no back in view, the colour of tile 0, 1 ...
    apart = _density(differences[None] - differences[:, None], SCALES * 2**0.5)
    back = opinions[:, 1] * np.concatenate([_mixed(face)[None], np.zeros((1, count)), _mixed(apart)])
    own = np.arange(count)
    white[own + 2, own], back[own + 2, own] = 0.0, opinions[:, 1] * ANYTHING
    total = white + back
    weight = np.log(total).sum(axis=1) + np.log([SAME, *[1 - SAME] * (count + 1)])
    share = white / total
    counted = np.arange(_MOST + 1)
    odds = np.tile(_ONE_MORE ** np.maximum(counted - _WHITES, 0.0), (count + 2, 1))
    # Each way to choose the backs is met once for each of them as the one whose colour is taken.
    odds[2:] /= np.maximum(count - counted, 1)
    before, after = _counts(share), _counts(share[:, ::-1])[::-1]
    weight = np.exp(weight - weight.max())
    whole = weight @ (before[-1] * odds).sum(axis=1)
    more = odds[:, np.minimum(counted[:, None] + counted[None, :] + 1, _MOST)]
    return np.array(
        [
            (weight * share[:, i]) @ np.einsum("ka,kab,kb->k", before[i], more, after[i + 1]) / whole
            for i in range(count)
        ]
    )


def _counts(share: NDArray[np.float64]) -> NDArray[np.float64]:
    """``(N + 1, K, M + 1)``: after the first n tiles, how likely so many of them are White, by way."""
    ways, tiles = share.shape
    out = np.zeros((tiles + 1, ways, _MOST + 1))
    out[0, :, 0] = 1.0
    for n in range(tiles):
        yes = share[:, n, None]
        out[n + 1] = out[n] * (1 - yes)
        out[n + 1, :, 1:] += out[n, :, :-1] * yes
        out[n + 1, :, -1] += out[n, :, -1] * yes[:, 0]
    return out


def _mixed(density: NDArray[np.float64]) -> NDArray[np.float64]:
    return (1 - SHADED) * density + SHADED * ANYTHING


def _density(differences: NDArray[np.float64], scales: NDArray[np.float64]) -> NDArray[np.float64]:
    red, green, blue = np.moveaxis(differences, -1, 0)
    parts = np.stack([red - green, blue - green, differences.mean(axis=-1)], axis=-1)
    return np.asarray((np.exp(-np.abs(parts) / scales) / (2 * scales)).prod(axis=-1))
