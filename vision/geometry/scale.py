"""The apparent size of equal tiles across a photo.

The tiles of a set are equally large. On the photo of a plane, the area of equal things is proportional to the
cube of a linear function of the place, which is zero on the plane's horizon (its vanishing line). So the cube
roots of areas change linearly over the photo, whatever the camera.
"""

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from yakulens.vision.geometry.robust import geman_mcclure, weighted_fit

_TOLERANCE: Final = 0.04
"""A cube root of an area agrees with the fit if it is off by about this share or less."""
_SLOPE: Final = 0.05
"""Prior standard deviation of the root's relative change per tile length."""
_STEPS: Final = 8
_STARTS: Final = 12
"""Number of starts of the fit; each takes ``_STEPS`` rounds."""


@dataclass(frozen=True, slots=True, eq=False)
class ScaleField:
    """The cube roots of equal tiles' areas as a linear function of the place.

    Attributes:
        coefficients: ``(3,)`` float64, slopes in x and y and the constant.
        covariance: ``(3, 3)`` float64, of the coefficients relative to the median root.
    """

    coefficients: NDArray[np.float64]
    covariance: NDArray[np.float64]

    def at(self, places: NDArray[np.float64]) -> NDArray[np.float64]:
        """``(N,)`` cube roots of a tile's area at ``(N, 2)`` places."""
        return np.asarray(homogeneous(places) @ self.coefficients)

    def variance(self, places: NDArray[np.float64]) -> NDArray[np.float64]:
        """``(N,)`` squared relative standard deviation of the roots at ``(N, 2)`` places.

        >>> field = ScaleField(np.array([0.0, 0.0, 10.0]), np.diag([0.01, 0.0, 0.0]))
        >>> field.variance(np.array([[0.0, 0.0], [3.0, 0.0]])).round(3).tolist()
        [0.0, 0.09]
        """
        terms = homogeneous(places)
        return np.asarray(np.einsum("ij,jk,ik->i", terms, self.covariance, terms))


def homogeneous(points: NDArray[np.float64]) -> NDArray[np.float64]:
    """``(..., 3)``: points ``(..., 2)`` with a 1 appended to x and y.

    >>> homogeneous(np.array([[3.0, 4.0]])).tolist()
    [[3.0, 4.0, 1.0]]
    """
    return np.concatenate([points, np.ones((*points.shape[:-1], 1))], axis=-1)


def cube_roots(areas: NDArray[np.floating[Any]]) -> NDArray[np.float64]:
    """Cube roots of areas; the least area is a millionth of a square pixel.

    >>> cube_roots(np.array([8.0, 1000.0])).round(9).tolist()
    [2.0, 10.0]
    """
    return np.asarray(np.cbrt(np.maximum(areas, 1e-6)), np.float64)


def fit_scale(
    places: NDArray[np.float64], roots: NDArray[np.float64], weights: NDArray[np.float64]
) -> ScaleField:
    """Fit the linear function that most roots agree with.

    A false positive at a row's end would tilt the fit towards itself. So the fit starts once without each of
    the outermost tiles, and the start with the best final agreement counts. A row does not show the slope
    across it: there the function is level and the covariance large. ``places`` are ``(N, 2)``, in tile
    lengths, of at least one tile; ``weights`` say how sure each is a tile.

    >>> places = np.array([[x, y] for x in range(4) for y in range(3)], float)
    >>> roots = 10 + 0.2 * places[:, 1]
    >>> roots[5] = 30.0
    >>> fit_scale(places, roots, np.ones(12)).at(np.array([[0.0, 0.0], [0.0, 2.0]])).round(1).tolist()
    [10.0, 10.4]
    """
    median = float(np.median(roots))
    centre = places.mean(axis=0)
    terms = homogeneous(places - centre)
    prior = np.diag([(_TOLERANCE / _SLOPE) ** 2, (_TOLERANCE / _SLOPE) ** 2, 1e-6])
    outermost = np.argsort(-np.einsum("ij,jk,ik->i", terms, np.linalg.inv(terms.T @ terms + prior), terms))
    trust = np.repeat(weights[None], min(len(outermost), _STARTS) + 1, axis=0)
    trust[np.arange(len(trust) - 1), outermost[:_STARTS]] = 0.0
    for _ in range(_STEPS):
        fits, precision = weighted_fit(terms, roots / median - 1, trust, prior)
        residuals = roots / median - 1 - fits @ terms.T
        trust = weights * geman_mcclure(residuals, _TOLERANCE)
    cost = (weights * residuals**2 / (residuals**2 + _TOLERANCE**2)).sum(axis=1)
    cost += (fits**2 @ prior / _TOLERANCE**2).sum(axis=1)
    best = int(np.argmin(cost))
    to_photo = np.eye(3)
    to_photo[2, :2] = -centre
    relative = to_photo @ fits[best]
    relative[2] += 1.0
    return ScaleField(
        median * relative, _TOLERANCE**2 * to_photo @ np.linalg.inv(precision[best]) @ to_photo.T
    )
