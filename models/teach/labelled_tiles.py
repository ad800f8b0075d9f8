"""The tiles from which a set is learnt, with quads and labels, whoever has the photo's pixels."""

from typing import Final, Generic, NamedTuple, Protocol, Self, TypeVar

import numpy as np
from numpy.typing import NDArray

ENOUGH: Final = 32
"""Examples of one face that a set's file keeps; more make learning longer, and the set no other."""


class SizedPhoto(Protocol):
    """A photo, or what stands for it where others hold its pixels."""

    @property
    def size(self) -> tuple[int, int]:
        """``(height, width)``, pixels."""
        ...


P = TypeVar("P", bound=SizedPhoto)


class LabelledTiles(NamedTuple, Generic[P]):
    """Labelled tiles of one photo.

    Attributes:
        name: of the photo.
        photo: its pixels, or what stands for them.
        quads: ``(N, 4, 2)`` float32, photo pixels, clockwise, from the top edge if known.
        faces: ``(N,)`` intp, label indices.
        read: ``(N,)`` intp, label indices by the reader before adaptation; -1 if no tile was detected.
        found: ``(N,)`` float32 objectness; 0 if no tile was detected and the quad is the label's.
        stray: ``(M,)`` float32 objectness of false positives; empty if not every tile is labelled.
    """

    name: str
    photo: P
    quads: NDArray[np.float32]
    faces: NDArray[np.intp]
    read: NDArray[np.intp]
    found: NDArray[np.float32]
    stray: NDArray[np.float32]

    def take(self, mask: NDArray[np.bool_]) -> Self:
        """Select by a mask ``(N,)``."""
        arrays = {name: getattr(self, name)[mask] for name in ("quads", "faces", "read", "found")}
        return self._replace(**arrays)
