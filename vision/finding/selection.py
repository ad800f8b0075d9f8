"""Selects the detections that are tiles, each once, by the finder's and reader's answers and usual sizes."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from yakulens.vision.finding.sizes import size_likeness
from yakulens.vision.geometry.overlap import without_duplicates
from yakulens.vision.geometry.quads import areas, mean_sides, short_sides
from yakulens.vision.labels import BACK, INDEX

_MAX_COVERED: Final = 0.45
"""Faces do not cover each other, but slightly oversized quads may overlap at their edges."""
_MIN_EVIDENCE: Final = 0.15
"""Least evidence for a tile: the finder's score times the likeliest label's probability."""
_MIN_SHARE: Final = 0.7
"""The finder is about equally sure of all tiles on a photo. A detection with less than this share of the
median objectness counts only if its face is certain (``_CERTAIN``): on the training photos no tile had less,
but most false positives did."""
_CERTAIN: Final = 0.9
"""Least probability for a detection far less sure than the median to count as a tile. A back never counts:
bare table between two tiles looks like a plain back."""
_NO_DOUBT: Final = 0.98
"""Label probability from which a detection of usual size is a tile, whatever the finder says."""
_USUAL: Final = 0.5
"""Likeness to the size of the tiles around it (`sizes.size_likeness`) from which a size is usual."""
_WHITE: Final = "5z"
_BLANK: Final = 0.8
"""A detection is blank if White and back together are at least this probable."""
_BLANK_REACH: Final = 1.4
"""How far a blank detection may lie from its neighbour: a tile's length, as one may be sideways."""
_MAX_AREA_RATIO: Final = 1.8
"""Greatest ratio of the areas of neighbours in a row, foreshortening included."""
_NEAREST: Final = 0.7
_FARTHEST: Final = 1.9
"""Greatest distance from a tile's centre to its neighbour's in a row, in the neighbour's short sides."""


def select_tiles(
    quads: NDArray[np.float32],
    objectness: NDArray[np.float32],
    faces: NDArray[np.float32],
    firm_score: float = 0.0,
) -> NDArray[np.intp]:
    """Indices of the detections that are tiles, each tile once, in their order.

    Evidence of both networks decides. The finder may be sure of a false positive or of several tiles taken
    for one, but the reader is unsure of its face. The finder may be unsure of a blurred or half covered tile
    at the end of a row, but it continues the row: detections below ``firm_score`` need such a neighbour. The
    arrays are those of `vision.detections.Detections`.
    """
    probs, labels = faces.max(axis=1, initial=0.0), faces.argmax(axis=1)
    evidence = objectness * probs
    accepted = evidence >= _MIN_EVIDENCE
    certain = (probs >= _CERTAIN) & (labels != INDEX[BACK])
    firm = objectness >= firm_score
    centres, sides = quads.mean(axis=1), mean_sides(quads)
    likeness = size_likeness(centres, sides, centres, sides, np.where(accepted & firm, evidence, 0.0))
    in_row = ~(likeness < _USUAL) & _beside(quads, accepted & firm, _FARTHEST)
    # Neither network is sure of blank tiles.
    blank = faces[:, INDEX[_WHITE]] + faces[:, INDEX[BACK]] >= _BLANK
    blank &= (likeness >= _USUAL) & _beside(quads, accepted & firm, _BLANK_REACH)
    accepted &= firm | blank | (certain & in_row) | ((likeness >= _USUAL) & (probs >= _NO_DOUBT) & certain)
    accepted &= certain | blank | ~is_faint(objectness)
    scores = evidence * np.nan_to_num(likeness, nan=1.0)
    kept = np.flatnonzero(accepted)
    return np.sort(kept[without_duplicates(quads[kept], scores[kept], _MAX_COVERED)])


def is_faint(objectness: NDArray[np.float32]) -> NDArray[np.bool_]:
    """``(N,)`` bool: whether the finder is much less sure of a detection than of most others on the photo.

    >>> is_faint(np.array([0.9, 0.8, 0.9, 0.3], np.float32)).tolist()
    [False, False, False, True]
    """
    return np.asarray(objectness < _MIN_SHARE * np.median(objectness)) if len(objectness) else objectness > 0


def _beside(quads: NDArray[np.float32], firm: NDArray[np.bool_], reach: float) -> NDArray[np.bool_]:
    """``(N,)`` whether a quad is about as large as a firm one and next to it in a row.

    The centres are at most ``reach`` short sides of the firm one apart.
    """
    centres, sizes = quads.mean(axis=1), np.abs(areas(quads))
    distances = np.linalg.norm(centres[:, None] - centres[firm], axis=2)
    sides = short_sides(quads)[firm]
    larger, smaller = np.maximum(sizes[:, None], sizes[firm]), np.minimum(sizes[:, None], sizes[firm])
    near = (distances >= _NEAREST * sides) & (distances <= reach * sides)
    return np.asarray((near & (larger <= _MAX_AREA_RATIO * smaller)).any(axis=1))
