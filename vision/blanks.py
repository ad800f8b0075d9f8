"""Blank White or face-down tile: told by the colour of the faces around it.

On a crop a blank White and a plain back look alike; on the photo the White has the ground colour of its
neighbours' faces and the back, in most sets, has not. The reader's opinion on tiles that show nothing is
weighed with that.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from vision.labels import BACK, INDEX, OTHER
from vision.rectify import crop

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.pyramid import Pyramid

_WHITE: Final = "5z"
_BLANK: Final = 0.5
"""A tile is looked at where White and back together are at least this probable."""
_SURE: Final = 0.8
"""Probability from which a printed face counts as known."""
_NEIGHBOURS: Final = 5
_FEWEST: Final = 3
_SCALES: Final = np.array([0.035, 0.03, 0.09])
"""How far two faces of one photo lie apart in red, blue and lightness: Laplace scales of natural logarithms,
measured on rendered photos with uneven light."""
_ANYTHING: Final = 1 / (3.0 * 3.0 * 2.5)
"""Density of a colour that may be any."""
_SHADED: Final = 0.03
"""Share of faces that glare or a shadow gives another colour."""
_SAME: Final = 0.12
"""Share of backs that have the colour of the faces."""


def tell(photo: Pyramid, quads: NDArray[np.float32], faces: NDArray[np.float32]) -> NDArray[np.float32]:
    """The faces' probabilities with White and back weighed against each other by colour.

    Args:
        photo: the photo.
        quads: ``(N, 4, 2)`` float32, photo pixels.
        faces: ``(N, 39)`` float32, rows sum to 1.

    Returns:
        ``(N, 39)`` float32, rows sum to 1. Without enough printed faces nothing is changed.
    """
    white, back = INDEX[_WHITE], INDEX[BACK]
    blank = np.flatnonzero(faces[:, white] + faces[:, back] >= _BLANK)
    printed = np.delete(np.arange(faces.shape[1]), [white, back, INDEX[OTHER]])
    known = np.flatnonzero(faces[:, printed].max(axis=1, initial=0.0) >= _SURE)
    if not len(blank) or len(known) < _FEWEST:
        return faces
    out = faces.copy()
    centres = quads.mean(axis=1)
    colours = {int(i): _ground(photo, quads[i]) for i in (*known, *blank)}
    for i in blank:
        near = known[np.argsort(np.linalg.norm(centres[known] - centres[i], axis=1))[:_NEIGHBOURS]]
        usual = np.median([colours[int(k)] for k in near], axis=0)
        as_face, as_back = likelihoods(colours[int(i)] - usual)
        mass = faces[i, white] + faces[i, back]
        # The reader's certainty on a blank crop is not to be taken at its word.
        for_white, for_back = np.maximum(faces[i, [white, back]] / mass, 1e-3) * (as_face, as_back)
        out[i, white] = mass * for_white / (for_white + for_back)
        out[i, back] = mass * for_back / (for_white + for_back)
    return out


def likelihoods(difference: NDArray[np.float64]) -> tuple[float, float]:
    """How well a colour fits a face, and a back.

    Args:
        difference: ``(3,)`` natural logarithms of R, G, B against the faces near by.

    >>> face, back = likelihoods(np.zeros(3))
    >>> face > 5 * back
    True
    >>> face, back = likelihoods(np.array([-0.6, -0.1, -0.5]))
    >>> back > 20 * face
    True
    """
    red, green, blue = difference
    parts = np.array([red - green, blue - green, difference.mean()])
    alike = float((np.exp(-np.abs(parts) / _SCALES) / (2 * _SCALES)).prod())
    return (1 - _SHADED) * alike + _SHADED * _ANYTHING, _SAME * alike + (1 - _SAME) * _ANYTHING


def _ground(photo: Pyramid, quad: NDArray[np.float32]) -> NDArray[np.float64]:
    """``(3,)`` logarithms of the colour that the face is printed on: the median of its lighter half."""
    whole = crop(photo, quad)
    height, width = whole.shape[:2]
    inner = whole[height // 5 : -height // 5, width // 5 : -width // 5].reshape(-1, 3).astype(np.float64)
    light = inner.mean(axis=1)
    return np.asarray(np.log(np.median(inner[light >= np.median(light)], axis=0) + 4.0))
