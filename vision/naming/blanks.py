"""Blank Whites and backs, distinguished by all blank tiles of a photo together.

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
"""Doubt that is kept of what the reader says of a blank crop: its certainty is not taken at its word."""
_WHITES: Final = 4
_ONE_MORE: Final = 1e-3
"""Probability, for each White beyond the four of one set, that it is in view all the same."""
_MOST: Final = 2 * _WHITES
"""From so many Whites on it is impossible that all of them are in view."""
_TRIED: Final = 12
"""How many tiles, the likeliest by the reader, are tried in turn as the one whose colour counts."""


def alike(differences: NDArray[np.float64]) -> NDArray[np.float64]:
    """Densities ``(...)`` of differences ``(..., 3)`` of log R, G, B between two tiles of one colour.

    >>> same, other = alike(np.array([[0.0, 0.0, 0.0], [0.5, 0.0, -0.5]]))
    >>> bool(same > 1000), bool(other < 1e-6)
    (True, True)
    """
    return _density(differences, SCALES)


def whites(differences: NDArray[np.float64], opinions: NDArray[np.float64]) -> NDArray[np.float64]:
    """How likely each blank tile of a photo is to be a White: ``(N,)`` probabilities.

    All ways of the backs' colour to be are weighed: that of the faces, or any other. Any other is that of one
    of the tiles, each in turn taken for a back; or there is no back in view. The Whites differ from the faces
    near by each on its own, or all alike (in one shadow, and with no ink on them), as one of them does.

    Args:
        differences: ``(N, 3)`` natural logarithms of R, G, B against the faces near by.
        opinions: ``(N, 2)`` what the reader thinks of White and back.

    >>> like_the_faces, dark_blue = [0.0, 0.0, 0.0], [-1.5, -1.2, -0.4]
    >>> undecided = np.full((3, 2), 0.5)
    >>> whites(np.array([like_the_faces, dark_blue, dark_blue]), undecided).round(1).tolist()
    [1.0, 0.0, 0.0]
    """
    count = len(differences)
    if not count:
        return np.zeros(0)
    opinions = np.maximum(opinions / opinions.sum(axis=1, keepdims=True), _OPINION)
    plain = alike(differences)
    face = _mixed(plain)
    near = _mixed(_density(differences[None] - differences[:, None], SCALES * 2**0.5))
    some_back, some_white = (np.argsort(-opinions[:, k], kind="stable")[:_TRIED] for k in (1, 0))
    # One row for each way, of which these tiles are taken for certain.
    back = opinions[:, 1] * np.concatenate([face[None], np.zeros((1, count)), near[some_back]])
    white = opinions[:, 0] * np.concatenate([face[None], near[some_white]])
    surely_back, surely_white = np.zeros(back.shape, bool), np.zeros(white.shape, bool)
    surely_back[np.arange(2, len(back)), some_back] = True
    surely_white[np.arange(1, len(white)), some_white] = True
    back[surely_back] = opinions[some_back, 1] * ANYTHING
    white[surely_white] = (opinions[:, 0] * plain)[some_white]
    white, back = (
        (a[:, None] * b[None]).reshape(-1, count) for a, b in ((~surely_back, white), (back, ~surely_white))
    )
    total = white + back
    prior = np.repeat([SAME, *[1 - SAME] * (len(surely_back) - 1)], len(surely_white))
    with np.errstate(divide="ignore"):  # no tile is both
        weight = np.log(total).sum(axis=1) + np.log(prior)
    weight = np.exp(weight - weight.max())
    share = white / np.maximum(total, np.finfo(float).tiny)
    odds = _odds(count, len(surely_back) - 2, len(surely_white) - 1)
    before, after = _counts(share), _counts(share[:, ::-1])[::-1]
    whole = weight @ (before[-1] * odds).sum(axis=1)
    if not whole > 0:  # dozens of sure Whites lie on no table: it is a picture of one, say
        return opinions[:, 0]
    counted = np.arange(_MOST + 1)
    more = odds[:, np.minimum(counted[:, None] + counted[None, :] + 1, _MOST)]
    return np.asarray(
        [
            (weight * share[:, i]) @ np.einsum("ka,kab,kb->k", before[i], more, after[i + 1]) / whole
            for i in range(count)
        ]
    )


def _odds(count: int, backs: int, shared: int) -> NDArray[np.float64]:
    """``(ways, M + 1)``: how likely so many Whites are.

    Each way to choose the backs, or the Whites, is met once for each of them as the one whose colour is
    taken.
    """
    counted = np.arange(_MOST + 1)
    any_back = np.ones((2, _MOST + 1)), np.tile(1.0 / np.maximum(count - counted, 1), (backs, 1))
    alone = np.where(counted > 0, 0.5, 1.0)[None]
    together = np.tile(np.where(counted > 0, 0.5, 0.0) / np.maximum(counted, 1), (shared, 1))
    usual = np.where(counted < _MOST, _ONE_MORE ** np.maximum(counted - _WHITES, 0.0), 0.0)
    ways = np.concatenate(any_back)[:, None] * np.concatenate([alone, together])[None] * usual
    return np.asarray(ways.reshape(-1, _MOST + 1))


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
