"""How a reader sees the tiles of a set: what adaptation asks of whoever has the network and the pixels.

A server answers with its own (`feature_extractor`), the page in a browser with its scripts
(`app.pocket.teaching`). Quads are ``(N, 4, 2)`` float32, placed as the photo is shown.
"""

from dataclasses import dataclass
from typing import Final, Protocol, Self

import numpy as np
from numpy.typing import NDArray

from yakulens.models.teach.known_tiles import KnownTiles
from yakulens.models.teach.labelled_tiles import P
from yakulens.vision.naming.tile_set import Layer
from yakulens.vision.picture.color_transform import ColorTransform

VIEWS: Final = ((0, 1.0), (1, 1.0), (0, 0.93), (1, 1.07))
"""Views of a tile for its features: 1 for upside down, and the scale of its quad."""
_SIZES: Final = (1.0, 0.93, 1.07)
"""Scales of the quad for the maps, each both ways round."""
_JITTERED: Final = 4
"""Further quads for the maps, each with random errors."""
CORNERS, PLACE, SIZE = 0.03, 0.02, 0.03
"""Standard deviations of a finder's errors, in sides: of each corner, of the whole quad, of its scale."""

Features = tuple[NDArray[np.float32], NDArray[np.float32]]
"""The network's features of tiles, ``(N, K)`` float32, and maps ``(N, D)`` float32 (`tile_set.pooled`)."""


@dataclass(frozen=True, slots=True, eq=False)
class Alteration:
    """How a copy of a photo differs from it.

    Attributes:
        size: ``(height, width)`` of the copy, pixels: smaller, as if taken from farther away.
        light: ``(3,)`` float32 factor of each channel.
        noise: ``(S, S, 3)`` float32, added to the pixels, and repeated over them.
    """

    size: tuple[int, int]
    light: NDArray[np.float32]
    noise: NDArray[np.float32]


class TileViews(Protocol[P]):
    """A reader, used for its features rather than its names."""

    @property
    def layer(self) -> Layer:
        """The reader's own last layer, calibrated."""
        ...

    @property
    def known(self) -> KnownTiles:
        """The reader's features of known sets."""
        ...

    @property
    def sha256(self) -> str:
        """Of the reader's file."""
        ...

    def of_set(self, *, reds: bool) -> Self:
        """The same for a set with red fives, or without, where a five that looks red is plain."""
        ...

    async def features(
        self, photo: P, quads: NDArray[np.float32], shown: ColorTransform, *, coloured: bool = False
    ) -> Features:
        """Features and maps of tiles of a photo so shown; ``coloured``: not in greys even so."""
        ...

    async def cut(self, photo: P, quads: NDArray[np.float32]) -> NDArray[np.uint8]:
        """Crops in the photo's own colours, ``(N, 96, 80, 3)`` uint8 RGB."""
        ...

    async def altered(self, photo: P, how: Alteration) -> P:
        """An altered copy of a photo; the one before it is needed no longer."""
        ...


async def extract(
    views: TileViews[P],
    photo: P,
    quads: NDArray[np.float32],
    shown: ColorTransform,
    *,
    coloured: bool = False,
) -> tuple[NDArray[np.float32], NDArray[np.float16]]:
    """Features and maps of tiles, each cropped by several quads.

    Returns:
        ``(N, V, K)`` float32 features by ``VIEWS``; ``(N, 2, W, D)`` float16 maps, as found and turned.
    """
    jittered = jittered_quads(quads)
    both_ways = np.concatenate([jittered, np.roll(jittered, 2, axis=2)]).reshape(-1, 4, 2)
    features, maps = await views.features(photo, both_ways, shown, coloured=coloured)
    shape = 2, len(jittered), len(quads), -1
    by_quad, maps_by_quad = features.reshape(shape), maps.astype(np.float16).reshape(shape)
    chosen = [by_quad[upside_down, _SIZES.index(size)] for upside_down, size in VIEWS]
    return np.stack(chosen, axis=1), maps_by_quad.transpose(2, 0, 1, 3)


def jittered_quads(quads: NDArray[np.float32]) -> NDArray[np.float32]:
    """The quads ``(W, N, 4, 2)`` float32 that crop the tiles, the first as found."""
    rng = np.random.default_rng(0)
    middle = quads.mean(axis=1, keepdims=True)
    out = [middle + (quads - middle) * size for size in _SIZES]
    across = (quads[:, 1] - quads[:, 0] + quads[:, 2] - quads[:, 3])[:, None] / 2
    along = (quads[:, 3] - quads[:, 0] + quads[:, 2] - quads[:, 1])[:, None] / 2
    count = len(quads)
    for _ in range(_JITTERED):
        quad = middle + (quads - middle) * rng.normal(1, SIZE, (count, 1, 1))
        for side in (across, along):
            offsets = rng.normal(0, CORNERS, (count, 4, 1)) + rng.normal(0, PLACE, (count, 1, 1))
            quad = quad + offsets * side
        out.append(quad)
    return np.stack(out).astype(np.float32)
