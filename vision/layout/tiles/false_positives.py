"""False positives: detections that are no tile, but the side of one, half of one, or a mark on the table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from yakulens.vision.geometry.robust import middle
from yakulens.vision.labels import BACK, INDEX

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from yakulens.vision.layout.tiles.table import Table

TOO_LARGE: Final = 0.17
"""Logarithm of its size relative to the others' from which an unreadable detection is taken for no tile."""
TOO_SMALL: Final = -0.3
"""... and below which it is part of a tile, whatever is read there ..."""
CUT: Final = -0.1
"""... and below which it is what the photo's edge left of one."""
NEIGHBOURS: Final = 6
"""With how many of the nearest detections one is compared too."""
READABLE: Final = 0.6
"""Probability of the likeliest face from which a detection is a tile whatever its size."""
BACK_LIKELY: Final = 0.5
"""Probability of the back from which a detection counts as face-down."""
ALONE: Final = 2.5
"""Face-down tiles lie in walls or two in a closed quad: one with no other within so many tile widths, and a
single face-up tile there, is rather that tile's shadow, or its side ..."""
DOUBTED: Final = 0.5
"""... and so is one with more about it, of which the finder is less sure than this, at no quad's end ..."""
IN_LINE: Final = 0.5
"""... where two equal tiles follow, the second no farther than this, in tile widths, from where it is due."""


def find_false_positives(table: Table) -> frozenset[int]:
    """Indices of the detections that cannot be tiles by their size, or lie face-down where no tile does.

    By their size: too large with no print to be read either, or far too small. A detection at the photo's
    edge that is not quite large enough is what the edge left of a tile. A flower there is one too, since it
    counts for nothing and nobody can see whether its row goes on.

    >>> from yakulens.vision.example import detected
    >>> from yakulens.vision.layout.tiles.observed import observe
    >>> from yakulens.vision.layout.tiles.table import lay_out
    >>> detections = detected("1m 2m 3m 4m 5m 6m 7m 8m 9m")
    >>> middle = detections.quads[4].mean(axis=0)
    >>> detections.quads[4] = middle + (detections.quads[4] - middle) / 2
    >>> find_false_positives(lay_out(observe(detections)))
    frozenset({4})
    """
    apart = np.linalg.norm(table.centre[:, None] - table.centre[None], axis=2)
    size = table.size
    near = middle(size[np.argsort(apart, axis=1)[:, : NEIGHBOURS + 1]])
    overall = size - middle(size)
    # Bare table between two rows looks like a large blank White, or a back.
    printed = np.delete(table.tiles.faces, [INDEX["5z"], INDEX[BACK]], axis=1).max(axis=1)
    wrong = (np.minimum(overall, size - near) > TOO_LARGE) & (printed < READABLE)
    wrong |= table.tiles.at_edge & (table.tiles.flower > READABLE)
    # Where the plane is a little off, far tiles seem small, but so do their neighbours.
    wrong |= np.maximum(overall, size - near) < np.where(table.tiles.at_edge, CUT, TOO_SMALL)
    back = table.tiles.back > BACK_LIKELY
    other = ~np.eye(len(back), dtype=np.bool_)
    about = (apart < ALONE) & other
    alone = back & ~(about & back).any(axis=1)
    wrong |= alone & (about.sum(axis=1) == 1)
    for tile in np.flatnonzero(alone & ~wrong & about.any(axis=1) & (table.tiles.objectness < DOUBTED)):
        wrong[tile] = not _ends_a_quad(table, int(tile), np.flatnonzero(about[tile] & ~back))
    return frozenset(np.flatnonzero(wrong).tolist())


def _ends_a_quad(table: Table, tile: int, about: NDArray[np.intp]) -> bool:
    """Whether two equal tiles follow a face-down one, as in a closed quad whose other end was not found."""
    steps, shown = table.centre[about] - table.centre[tile], table.tiles.faces[about].argmax(axis=1)
    due = np.linalg.norm(steps[None] - 2 * steps[:, None], axis=2) < IN_LINE
    return bool((due & (shown[:, None] == shown)).any())
