"""Proposes tiles for classes of unknown meaning by reading a few of their boxes with a model."""

from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from yakulens.vision.imports.foreign import ForeignPhoto
from yakulens.vision.imports.mirror import quads_of
from yakulens.vision.labels import LABELS

Read = Callable[[Path, NDArray[np.float32]], NDArray[np.float32]]
"""Maps a photo's path and ``(N, 4, 2)`` quads to ``(N, L)`` probabilities of `vision.labels.LABELS`."""
_SAMPLES: Final = 12
"""Number of boxes of a class that are read, spread over the photos."""
_MIN_AGREED: Final = 2
"""Minimum number of boxes read as one tile for a proposal."""
_MIN_SCORE: Final = 0.7
"""Minimum probability of a reading that counts."""
_MIN_SHARE: Final = 0.6
"""Minimum share of boxes that agree; it rules out backgrounds, logos and mixed classes."""


class Likely(NamedTuple):
    """The tile that a class seems to show, and how many of the boxes that were read agree."""

    tile: str
    agreed: int
    of: int


def likely(photos: Iterable[ForeignPhoto], names: Iterable[str], read: Read) -> dict[str, Likely]:
    """The tile that each of the classes seems to show; classes without a clear tile are left out."""
    boxes: dict[str, list[tuple[Path, NDArray[np.float64]]]] = {name: [] for name in names}
    for photo in photos:
        for box in photo.boxes:
            if box.name in boxes:
                boxes[box.name].append((photo.path, box.corners))
    proposals = {name: _proposal(of_class, read) for name, of_class in boxes.items()}
    return {name: proposal for name, proposal in proposals.items() if proposal is not None}


def _proposal(boxes: list[tuple[Path, NDArray[np.float64]]], read: Read) -> Likely | None:
    indices = np.linspace(0, len(boxes) - 1, min(_SAMPLES, len(boxes))).astype(int)
    samples = [boxes[k] for k in np.unique(indices)]
    by_photo: dict[Path, list[NDArray[np.float64]]] = {}
    for path, corners in samples:
        by_photo.setdefault(path, []).append(np.concatenate([corners.min(axis=0), corners.max(axis=0)]))
    votes: Counter[str] = Counter()
    for path, upright in by_photo.items():
        faces = read(path, quads_of(np.array(upright, np.float32)))
        votes.update(LABELS[int(row.argmax())] for row in faces if row.max() >= _MIN_SCORE)
    tile, agreed = votes.most_common(1)[0] if votes else ("", 0)
    is_clear = agreed >= _MIN_AGREED and agreed >= _MIN_SHARE * len(samples)
    return Likely(tile, agreed, len(samples)) if is_clear else None
