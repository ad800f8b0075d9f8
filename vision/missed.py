"""Reads a missed tile where a person shows it. No pixels: it asks the engines, as the search does."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from yakulens.vision.detections import Detections
from yakulens.vision.finding.decode import corners
from yakulens.vision.finding.windows import Window
from yakulens.vision.labels import LABELS
from yakulens.vision.photo_search import PhotoSearch
from yakulens.vision.reading import Box, ReadTile

_MARGIN: Final = 1.0
"""The margin around the box that the finder is shown, in long sides of the box."""
_MIN_AREA, _MAX_AREA = 0.3, 3.0
"""Least and greatest area, relative to the box, of a detection that is taken for its tile."""
_MIN_ALTERNATIVE: Final = 0.01
"""The least probability of a face that is offered as an alternative."""


async def read_box(photo: PhotoSearch, box: Box) -> ReadTile:
    """Read the tile in a box: at the corners that the finder detects there, else at the box itself.

    A person draws the box, so it may be inexact.
    """
    color_transform, size = photo.how.first_transform, photo.size
    left, top, right, bottom = box
    drawn = np.array([[[left, top], [right, top], [right, bottom], [left, bottom]]], np.float32)
    quad = await _find_quad(photo, color_transform.map_quads(drawn, size[1])[0])
    named = await photo.read(quad[None], color_transform)
    shown = Detections(named.quads, np.ones(1, np.float32), named.faces, named.top_edge_probs, size)
    tile = color_transform.map_detections(shown)
    faces, top_edge = tile.faces[0], int(tile.top_edge_probs[0].argmax())
    order = faces.argsort()[::-1]
    a, b, c, d = ((x, y) for x, y in np.roll(tile.quads[0], -top_edge, axis=0).tolist())
    return ReadTile(
        id=0,
        face=LABELS[order[0]],
        score=float(faces[order[0]]),
        quad=(a, b, c, d),
        alternatives=tuple(
            (LABELS[label], float(faces[label])) for label in order[1:6] if faces[label] >= _MIN_ALTERNATIVE
        ),
    )


async def _find_quad(photo: PhotoSearch, drawn: NDArray[np.float32]) -> NDArray[np.float32]:
    """``(4, 2)`` corners of the best detection in a box, else of the box, starting with a short side.

    ``drawn`` is the box on the photo as shown, clockwise from its top left corner.
    """
    (left, top), (right, bottom) = drawn[0].tolist(), drawn[2].tolist()
    box_width, box_height = right - left, bottom - top
    margin = _MARGIN * max(box_width, box_height)
    (height, width), finder = photo.size, photo.how.finder
    x0, y0 = max(0, int(left - margin)), max(0, int(top - margin))
    x1, y1 = min(width, int(right + margin)), min(height, int(bottom + margin))
    scale = min(finder.good_side / max(1.0, min(box_width, box_height)), finder.most_enlarged)
    window = Window(x0, y0, x1 - x0, y1 - y0, scale)
    detected = await photo.detect([window], photo.how.first_transform)
    centres, areas = detected.boxes[:, :2], detected.boxes[:, 2] * detected.boxes[:, 3]
    inside = ((centres > (left, top)) & (centres < (right, bottom))).all(axis=1)
    box_area = box_width * box_height
    fitting = np.flatnonzero(inside & (areas > _MIN_AREA * box_area) & (areas < _MAX_AREA * box_area))
    if len(fitting):
        best = fitting[detected.scores[fitting].argmax()]
        quad: NDArray[np.float32] = corners(detected.boxes[[best]])[0]
        return quad
    return drawn if box_width <= box_height else np.roll(drawn, -1, axis=0)
