"""Which finds are tiles, each tile once: what finder and reader believe, and how large tiles are there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from vision.finding.sizes import likeness
from vision.geometry.overlap import swallowing, without_duplicates
from vision.geometry.quads import areas, mean_sides, short_sides
from vision.labels import BACK, INDEX

if TYPE_CHECKING:
    from numpy.typing import NDArray

_MOST_COVERED: Final = 0.45
"""Faces do not cover each other; quads drawn a little too large may do so at their edges."""

_LEAST_EVIDENCE: Final = 0.15
"""What neither network believes in is no tile: the finder's score times the likeliest label's probability."""

_FLAT: Final = 0.25
"""The reader is trained to answer evenly where there is no tile; so flat an answer counts as none ..."""

_SURE_FIND: Final = 0.7
"""... unless the finder is as sure as this."""

_OUTSHONE: Final = 0.7
"""Tiles of one photo are found alike well. A find that the finder is less sure of than this share of the
median counts only if it is read for sure (on the training photos no tile is so, most false finds are) ..."""

SURE_READING: Final = 0.9
"""... with this probability, and not as a back: bare table between two tiles looks like a plain back."""

_NO_DOUBT: Final = 0.98
"""What is read with this probability, and is as large as tiles are there, is one though hardly found ..."""

_USUAL: Final = 0.5
"""... if its size is this usual (``sizes.likeness``)."""

_WHITE: Final = "5z"

_BLANK: Final = 0.8
"""A find with nothing printed on it: White and back together are at least this probable."""

_TOUCHING: Final = 1.4
"""How far a blank find's middle may lie from its neighbour's: a tile's length, for one may be sideways."""

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
    """Indices of the finds that are tiles, each tile once, in their order; arrays as in Detections.

    Evidence of both networks decides: several tiles taken for one, or a thing that is no tile, may be found
    well enough, but the reader names it badly. A tile at the end of a row, blurred or half covered, may be
    found badly, but it continues the row: finds below ``firm_score`` need such a neighbour.
    """
    sureness, shown = faces.max(axis=1, initial=0.0), faces.argmax(axis=1)
    evidence = objectness * sureness
    believed = (evidence >= _LEAST_EVIDENCE) & ((sureness >= _FLAT) | (objectness >= _SURE_FIND))
    told = (sureness >= SURE_READING) & (shown != INDEX[BACK])
    firm = objectness >= firm_score
    usual = _likeness(quads, np.where(believed & firm, evidence, 0.0))
    beside = ~(usual < _USUAL) & _continuing(quads, believed & firm)
    # Blank tiles are found badly and cannot be read for sure. Whether one is bare table, colours tell later.
    blank = faces[:, INDEX[_WHITE]] + faces[:, INDEX[BACK]] >= _BLANK
    blank &= (usual >= _USUAL) & _continuing(quads, believed & firm, _TOUCHING)
    believed &= firm | blank | (told & beside) | ((usual >= _USUAL) & (sureness >= _NO_DOUBT) & told)
    believed &= told | blank | ~outshone(objectness)
    evidence = evidence * np.nan_to_num(usual, nan=1.0)
    kept = np.flatnonzero(believed & ~swallowing(quads, evidence, _MOST_COVERED))
    return np.sort(kept[without_duplicates(quads[kept], evidence[kept], _MOST_COVERED)])


def outshone(objectness: NDArray[np.float32]) -> NDArray[np.bool_]:
    """``(N,)`` whether the finder is much less sure of a find than of most others of the photo."""
    return np.asarray(objectness < _OUTSHONE * np.median(objectness)) if len(objectness) else objectness > 0


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
