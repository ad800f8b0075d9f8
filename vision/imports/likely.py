"""What classes of unknown meaning show, as a model reads a few of their boxes: proposed, never taken."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from yakulens.vision.imports.foreign import ForeignPhoto
from yakulens.vision.imports.mirror import quads_of
from yakulens.vision.labels import LABELS

Read = Callable[[Path, NDArray[np.float32]], NDArray[np.float32]]
_ASKED: Final = 12
"""So many boxes of a class are read, spread over the photos."""
_FEWEST: Final = 2
"""So few boxes at least must be read as one tile before it is proposed."""
_SURE: Final = 0.7
"""A box counts only where it is read with at least so much."""
_AGREED: Final = 0.6
"""So large a share of the boxes that are read must agree: backgrounds, logos and mixed classes do not."""


class Likely(NamedTuple):
    """What a class seems to show.

    Attributes:
        tile: the label.
        agreed: in how many boxes.
        of: boxes that were read.
    """

    tile: str
    agreed: int
    of: int


def likely(photos: Iterable[ForeignPhoto], names: Iterable[str], read: Read) -> dict[str, Likely]:
    """What each class that is asked about seems to show; those of which nothing can be said are left out."""
    boxes: dict[str, list[tuple[Path, NDArray[np.float64]]]] = {name: [] for name in names}
    for photo in photos:
        for box in photo.boxes:
            if box.name in boxes:
                boxes[box.name].append((photo.path, box.corners))
    found = {name: _read(every, read) for name, every in boxes.items()}
    return {name: said for name, said in found.items() if said is not None}


def _read(every: list[tuple[Path, NDArray[np.float64]]], read: Read) -> Likely | None:
    places = np.linspace(0, len(every) - 1, min(_ASKED, len(every))).astype(int)
    chosen = [every[k] for k in np.unique(places)]
    of: Mapping[Path, list[NDArray[np.float64]]] = {path: [] for path, _ in chosen}
    for path, corners in chosen:
        of[path].append(np.concatenate([corners.min(axis=0), corners.max(axis=0)]))
    said: Counter[str] = Counter()
    for path, boxes in of.items():
        faces = read(path, quads_of(np.array(boxes, np.float32)))
        said.update(LABELS[int(row.argmax())] for row in faces if row.max() >= _SURE)
    (tile, agreed) = said.most_common(1)[0] if said else ("", 0)
    fits = agreed >= _FEWEST and agreed >= _AGREED * len(chosen)
    return Likely(tile, agreed, len(chosen)) if fits else None
