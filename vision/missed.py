"""A tile that was missed, read where a person shows it. No pixels: it asks, as the search does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from yakulens.vision.detections import Detections
from yakulens.vision.finding.decode import corners
from yakulens.vision.finding.windows import Window
from yakulens.vision.labels import LABELS
from yakulens.vision.reading import ReadTile

if TYPE_CHECKING:
    from yakulens.vision.photo_search import Asking, Search

Box = tuple[float, float, float, float]
"""Left, top, right, bottom in pixels of the upright photo."""

_AROUND: Final = 1.0
"""How much of the photo around the box the finder is shown, in long sides of the box."""
_LEAST, _MOST = 0.3, 3.0
"""How many times as large as the box a detection may be that is taken for the tile in it."""
_WORTH_NAMING: Final = 0.01
"""The least probability of a face that is offered as an alternative."""


def read_box(search: Search, size: tuple[int, int], box: Box) -> Asking[ReadTile]:
    """The tile in a box: where the finder sees one there, on its corners, else on the box itself.

    Args:
        search: how photos are searched.
        size: ``(height, width)`` of the upright photo.
        box: drawn by hand, so that it need not be exact.

    >>> from yakulens.vision.models import FOLDER
    >>> from yakulens.vision.picture.photo import load
    >>> from yakulens.vision.progressive import read_photo
    >>> from yakulens.vision.recognise import Recogniser
    >>> recogniser = Recogniser.load()
    >>> photo = load(FOLDER.parent / "datasets" / "samples" / "seven-pairs.jpg")
    >>> known = read_photo(photo, recogniser).reading.tiles[3]
    >>> xs, ys = zip(*known.quad)
    >>> recogniser.read_box(photo.pyramid, (min(xs), min(ys), max(xs), max(ys))).face == known.face
    True
    """
    how = search.how
    left, top, right, bottom = box
    drawn = np.array([[left, top], [right, top], [right, bottom], [left, bottom]], np.float32)
    shown = how.where(drawn[None], size[1])
    quad = yield from _found(search, size, shown[0])
    named = yield from search.read(quad[None], how)
    one = Detections(named.quads, np.ones(1, np.float32), named.faces, named.top_edge_probs, size)
    tile = how.exchanged(one)
    faces, up = tile.faces[0], int(tile.top_edge_probs[0].argmax())
    order = faces.argsort()[::-1]
    a, b, c, d = ((x, y) for x, y in np.roll(tile.quads[0], -up, axis=0).tolist())
    return ReadTile(
        id=0,
        face=LABELS[order[0]],
        score=float(faces[order[0]]),
        quad=(a, b, c, d),
        alternatives=tuple(
            (LABELS[label], float(faces[label])) for label in order[1:6] if faces[label] >= _WORTH_NAMING
        ),
    )


def _found(search: Search, size: tuple[int, int], drawn: NDArray[np.float32]) -> Asking[NDArray[np.float32]]:
    """``(4, 2)`` corners of the best detection in a box, else of the box, beginning with a short side.

    Args:
        search: how photos are searched.
        size: ``(height, width)`` of the upright photo.
        drawn: ``(4, 2)`` corners of the box, clockwise from its top left one, where the photo is shown.
    """
    (left, top), (right, bottom) = drawn[0].tolist(), drawn[2].tolist()
    wide, high = right - left, bottom - top
    margin = _AROUND * max(wide, high)
    height, width = size
    x0, y0 = max(0, int(left - margin)), max(0, int(top - margin))
    x1, y1 = min(width, int(right + margin)), min(height, int(bottom + margin))
    scale = min(search.finder.good_side / max(1.0, min(wide, high)), search.finder.most_enlarged)
    seen = yield from search.found([Window(x0, y0, x1 - x0, y1 - y0, scale)], search.how)
    middles, sizes = seen.boxes[:, :2], seen.boxes[:, 2] * seen.boxes[:, 3]
    inside = ((middles > (left, top)) & (middles < (right, bottom))).all(axis=1)
    alike = (sizes > _LEAST * wide * high) & (sizes < _MOST * wide * high)
    fitting = np.flatnonzero(inside & alike)
    if len(fitting):
        best = fitting[seen.scores[fitting].argmax()]
        found: NDArray[np.float32] = corners(seen.boxes[best : best + 1])[0]
        return found
    return drawn if wide <= high else np.roll(drawn, -1, axis=0)
