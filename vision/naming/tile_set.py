"""A tile set that was learnt: how its photos are shown, and what the reader's features mean on its tiles."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from vision.labels import LABELS, RED_FIVES
from vision.picture.rendition import PLAIN, Rendition

if TYPE_CHECKING:
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True, eq=False)
class Layer:
    """A last layer of the reader: features to the natural logarithms of odds, calibrated.

    Attributes:
        weights: ``(39, K)`` float32.
        bias: ``(39,)`` float32.
    """

    weights: NDArray[np.float32]
    bias: NDArray[np.float32]

    def __post_init__(self) -> None:
        """Refuse arrays that do not belong together.

        Raises:
            ValueError: naming the expected and the actual shapes.
        """
        if self.weights.ndim != 2 or self.bias.shape != (len(LABELS),) != self.weights.shape[:1]:  # noqa: PLR2004
            message = f"Layer: expected (39, K) and (39,), got {self.weights.shape} and {self.bias.shape}"
            raise ValueError(message)

    def __call__(self, features: NDArray[np.float32]) -> NDArray[np.float32]:
        """``(N, 39)`` float32 log odds of ``(N, K)`` features.

        >>> layer = Layer(np.ones((39, 2), np.float32), np.zeros(39, np.float32))
        >>> layer(np.array([[1, 2]], np.float32))[0, :2].tolist()
        [3.0, 3.0]
        """
        return features @ self.weights.T + self.bias


@dataclass(frozen=True, slots=True, eq=False)
class Examples:
    """Tiles of a set, as the reader sees them.

    Attributes:
        features: ``(N, V, K)`` float32: of each tile V crops, the first as it was found.
        coloured: ``(N, V, K)`` float32: the same in colours where the set is read in greys; else None.
        faces: ``(N,)`` intp: indices of labels.
        photos: ``(N,)`` intp: numbers of the photos that they were cut from.
    """

    features: NDArray[np.float32]
    coloured: NDArray[np.float32] | None
    faces: NDArray[np.intp]
    photos: NDArray[np.intp]

    def __len__(self) -> int:
        """How many tiles."""
        return len(self.faces)

    def take(self, chosen: NDArray[np.intp] | NDArray[np.bool_]) -> Examples:
        """Those chosen by indices or by a mask."""
        coloured = None if self.coloured is None else self.coloured[chosen]
        return Examples(self.features[chosen], coloured, self.faces[chosen], self.photos[chosen])

    def counts(self) -> dict[str, int]:
        """How many examples there are of each face, in the order of the labels.

        >>> none = np.zeros((2, 1, 1), np.float32)
        >>> Examples(none, None, np.array([1, 0]), np.array([0, 0])).counts()
        {'1m': 1, '2m': 1}
        """
        faces, counts = np.unique(self.faces, return_counts=True)
        return {LABELS[face]: int(count) for face, count in zip(faces, counts, strict=True)}


@dataclass(frozen=True, slots=True)
class HeldOut:
    """How tiles of photos that were left out while learning were read.

    Attributes:
        of: how many tiles.
        before: how many were read right by the network alone.
        after: how many by what was learnt from the other photos.
    """

    of: int = 0
    before: int = 0
    after: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class TileSet:
    """A learnt set.

    Attributes:
        name: what people call it.
        reader: SHA-256 of the reader's file whose features these are.
        layer: from features to faces.
        coloured: the same for crops in colours, by which red fives of a set read in greys are told; or None.
        rendition: how its photos are shown to the networks.
        firm_score: objectness from which a detection counts on photos of it; None for the model's own.
        examples: what it was learnt from; to learn more, and to know the set again.
        held_out: what was measured on photos left out.
        made: when it was learnt, ISO 8601.
    """

    name: str
    reader: str
    layer: Layer
    examples: Examples
    coloured: Layer | None = None
    rendition: Rendition = PLAIN
    firm_score: float | None = None
    held_out: HeldOut = field(default_factory=HeldOut)
    made: str = ""

    @property
    def knows_reds(self) -> bool:
        """Whether red fives of the set were among what was learnt."""
        return bool(np.isin(self.examples.faces, [LABELS.index(face) for face in RED_FIVES]).any())
