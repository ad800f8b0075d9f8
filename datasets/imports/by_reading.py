"""What a reader shows of labelled boxes: mirrored photos, and the tiles of classes of unknown meaning.

No model may learn the faces of a mirrored photo, which no tile has.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from yakulens.datasets.imports.foreign import ForeignPhoto
from yakulens.vision.geometry.quads import quads_of
from yakulens.vision.labels import FACES, INDEX, LABELS

Read = Callable[[Path, NDArray[np.float32]], NDArray[np.float32]]
"""Maps a photo's path and ``(N, 4, 2)`` quads to ``(N, L)`` probabilities of `vision.labels.LABELS`."""
_Box: TypeAlias = tuple[Path, NDArray[np.float64]]
"""A photo's path and the corners of a box on it."""
_SYMMETRIC: Final = frozenset(
    (
        *(f"{n}p" for n in (0, 1, 2, 4, 5, 8, 9)),
        *(f"{n}s" for n in (0, 2, 3, 4, 5, 6, 8, 9)),
        "3z",
        "5z",
        "7z",
    )
)
"""Faces that look nearly the same in a mirror."""
_MIN_FACES: Final = 3
_MIN_LOG_RATIO: Final = 0.7
"""Minimum mean difference of the labels' log probabilities for one of the two to be clearly likelier."""
_SAMPLES: Final = 12
"""Number of boxes of a class that are read, spread over the photos."""
_MIN_AGREED: Final = 2
"""Minimum number of boxes read as one tile for a proposal."""
_MIN_SCORE: Final = 0.7
"""Minimum probability of a reading that counts."""
_MIN_SHARE: Final = 0.6
"""Minimum share of boxes that agree; it rules out backgrounds, logos and mixed classes."""


def is_mirrored(
    pixels: NDArray[np.uint8],
    boxes: NDArray[np.float32],
    labels: Sequence[str],
    read: Callable[[NDArray[np.uint8], NDArray[np.float32]], NDArray[np.float32]],
) -> bool | None:
    """Whether a photo's tiles are read as labelled in its mirror image, and not as it is.

    None if too few faces would show it, or if they are read about as well both ways: the reader knows many
    mirrored tiles, and reads few that do not stand upright. ``read`` maps pixels and ``(N, 4, 2)`` quads to
    ``(N, 39)`` probabilities; a box is x1, y1, x2, y2.
    """
    telling = [k for k, label in enumerate(labels) if label in FACES and label not in _SYMMETRIC]
    if len(telling) < _MIN_FACES:
        return None
    width = pixels.shape[1]
    straight = boxes[telling]
    mirrored = straight.copy()
    mirrored[:, [0, 2]] = width - straight[:, [2, 0]]
    flipped = np.ascontiguousarray(pixels[:, ::-1])
    truth = [INDEX[labels[k]] for k in telling]
    rows = np.arange(len(telling))
    as_is = np.log(read(pixels, quads_of(straight))[rows, truth] + 1e-3)
    in_mirror = np.log(read(flipped, quads_of(mirrored))[rows, truth] + 1e-3)
    gain = float((in_mirror - as_is).mean())
    return gain > 0 if abs(gain) > _MIN_LOG_RATIO else None


class Likely(NamedTuple):
    """The tile that a class seems to show, and how many of the boxes that were read agree."""

    tile: str
    agreed: int
    of: int


def likely(photos: Iterable[ForeignPhoto], names: Iterable[str], read: Read) -> dict[str, Likely]:
    """The tile that each of the classes seems to show; classes without a clear tile are left out."""
    boxes: dict[str, list[_Box]] = {name: [] for name in names}
    for photo in photos:
        for box in photo.boxes:
            if box.name in boxes:
                boxes[box.name].append((photo.path, box.corners))
    samples = {name: _samples(of_class) for name, of_class in boxes.items()}
    votes: dict[str, Counter[str]] = {name: Counter() for name in samples}
    for path, asked in _by_photo(samples).items():
        # Each photo is opened once, however many classes it shows.
        quads = quads_of(np.array([_upright(corners) for _, corners in asked], np.float32))
        for (name, _), row in zip(asked, read(path, quads), strict=True):
            if row.max() >= _MIN_SCORE:
                votes[name][LABELS[int(row.argmax())]] += 1
    proposals = {name: _proposal(votes[name], len(of_class)) for name, of_class in samples.items()}
    return {name: proposal for name, proposal in proposals.items() if proposal is not None}


def _samples(boxes: Sequence[_Box]) -> list[_Box]:
    indices = np.linspace(0, len(boxes) - 1, min(_SAMPLES, len(boxes))).astype(int)
    return [boxes[k] for k in np.unique(indices)]


def _by_photo(samples: Mapping[str, Sequence[_Box]]) -> dict[Path, list[tuple[str, NDArray[np.float64]]]]:
    by_photo: dict[Path, list[tuple[str, NDArray[np.float64]]]] = {}
    for name, of_class in samples.items():
        for path, corners in of_class:
            by_photo.setdefault(path, []).append((name, corners))
    return by_photo


def _upright(corners: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.concatenate([corners.min(axis=0), corners.max(axis=0)])


def _proposal(votes: Counter[str], count: int) -> Likely | None:
    tile, agreed = votes.most_common(1)[0] if votes else ("", 0)
    is_clear = agreed >= _MIN_AGREED and agreed >= _MIN_SHARE * count
    return Likely(tile, agreed, count) if is_clear else None
