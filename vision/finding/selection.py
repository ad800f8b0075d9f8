"""Which detections are tiles, each tile once: by what finder and reader believe, and by usual sizes."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from yakulens.vision.finding.sizes import likeness
from yakulens.vision.geometry.overlap import without_duplicates
from yakulens.vision.geometry.quads import areas, mean_sides, short_sides
from yakulens.vision.labels import BACK, INDEX

MOST_COVERED: Final = 0.45
"""Faces do not cover each other; quads drawn a little too large may do so at their edges."""

_LEAST_EVIDENCE: Final = 0.15
"""A detection whose evidence, the finder's score times the likeliest label's probability, is less than this
is no tile: neither network believes in it."""

OUTSHONE: Final = 0.7
"""The finder is about as sure of each tile of a photo. A detection with less than this share of the median
objectness counts only if it is read surely (``_SURE_READING``): on the training photos no tile had less than
that share, but most false positives had."""

_SURE_READING: Final = 0.9
"""Probability from which a detection that is far less sure than the median counts as a tile. A back never
does: bare table between two tiles looks like a plain back."""

_NO_DOUBT: Final = 0.98
"""Probability of a label from which a detection of usual size (``_USUAL``) is a tile, whatever the finder
says."""

_USUAL: Final = 0.5
"""Likeness of a size to that of the tiles around it (``sizes.likeness``) from which the size is usual."""

_WHITE: Final = "5z"

_BLANK: Final = 0.8
"""A detection with nothing printed on it: White and back together are at least this probable."""

_TOUCHING: Final = 1.4
"""How far a blank detection may lie from its neighbour: a tile's length, as one may be sideways."""

_ALIKE: Final = 1.8
"""Neighbours in a row differ in area by no more than this, foreshortening included."""

_NEAREST: Final = 0.7
_FARTHEST: Final = 1.9
"""How far the middle of a tile lies from its neighbour's in a row, in short sides of the neighbour."""


def chosen(
    quads: NDArray[np.float32],
    objectness: NDArray[np.float32],
    faces: NDArray[np.float32],
    firm_score: float = 0.0,
) -> NDArray[np.intp]:
    """Indices of the detections that are tiles, each tile once, in their order.

    Evidence of both networks decides: the finder may be sure of several tiles taken for one, or of a thing
    that is no tile, but the reader names it badly. The finder may be unsure of a tile at the end of a row,
    blurred or half covered, but it continues the row: detections below ``firm_score`` need such a neighbour.

    Args:
        quads: ``(N, 4, 2)``, photo pixels, clockwise.
        objectness: ``(N,)``, how sure the finder is, 0..1.
        faces: ``(N, 39)``, probability of each label.
        firm_score: objectness from which a detection needs no neighbour, 0..1.

    >>> tile = np.array([[0, 0], [30, 0], [30, 40], [0, 40]], np.float32)
    >>> quads = np.stack([tile + [x, 0] for x in (0, 31, 62, 65)]).astype(np.float32)
    >>> surely_an_east = np.eye(39, dtype=np.float32)[[27, 27, 27, 27]]
    >>> chosen(quads, np.array([0.9, 0.9, 0.9, 0.4], np.float32), surely_an_east).tolist()
    [0, 1, 2]
    """
    sureness, shown = faces.max(axis=1, initial=0.0), faces.argmax(axis=1)
    evidence = objectness * sureness
    believed = evidence >= _LEAST_EVIDENCE
    named = (sureness >= _SURE_READING) & (shown != INDEX[BACK])
    firm = objectness >= firm_score
    usual = _likeness(quads, np.where(believed & firm, evidence, 0.0))
    beside = ~(usual < _USUAL) & _continuing(quads, believed & firm)
    # Of blank tiles neither network is sure.
    blank = faces[:, INDEX[_WHITE]] + faces[:, INDEX[BACK]] >= _BLANK
    blank &= (usual >= _USUAL) & _continuing(quads, believed & firm, _TOUCHING)
    believed &= firm | blank | (named & beside) | ((usual >= _USUAL) & (sureness >= _NO_DOUBT) & named)
    believed &= named | blank | ~outshone(objectness)
    evidence = evidence * np.nan_to_num(usual, nan=1.0)
    kept = np.flatnonzero(believed)
    return np.sort(kept[without_duplicates(quads[kept], evidence[kept], MOST_COVERED)])


def outshone(objectness: NDArray[np.float32]) -> NDArray[np.bool_]:
    """``(N,)`` bool: whether the finder is much less sure of a detection than of most others of the photo.

    >>> outshone(np.array([0.9, 0.8, 0.9, 0.3], np.float32)).tolist()
    [False, False, False, True]
    """
    return np.asarray(objectness < OUTSHONE * np.median(objectness)) if len(objectness) else objectness > 0


def _likeness(quads: NDArray[np.float32], evidence: NDArray[np.float32]) -> NDArray[np.float64]:
    centre, sides = quads.mean(axis=1), mean_sides(quads)
    return likeness(centre, sides, centre, sides, evidence)


def _continuing(
    quads: NDArray[np.float32], firm: NDArray[np.bool_], farthest: float = _FARTHEST
) -> NDArray[np.bool_]:
    """``(N,)`` whether a quad lies beside a firm one as tiles of a row do, and is about as large."""
    centre, size = quads.mean(axis=1), np.abs(areas(quads))
    apart = np.linalg.norm(centre[:, None] - centre[firm], axis=2)
    tile = short_sides(quads)[firm]
    alike = np.maximum(size[:, None], size[firm]) <= _ALIKE * np.minimum(size[:, None], size[firm])
    return np.asarray((alike & (apart >= _NEAREST * tile) & (apart <= farthest * tile)).any(axis=1))
