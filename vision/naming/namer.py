"""What tiles show, decided by a reader's answers about crops. No pixels: it runs in a browser too.

It asks for what it wants to know (`vision.asking`): a crop's answers for ``once``, what ``once`` says of
further crops for the rest.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from yakulens.vision.labels import INDEX, LABELS, RED_FIVES, plain
from yakulens.vision.naming.crop_answers import (
    FurtherCrops,
    Logits,
    ReaderResult,
    SecondRun,
    interpreted,
    softmax,
)
from yakulens.vision.naming.reds import with_reds
from yakulens.vision.naming.tile_set import Layer, PrototypeHead, TileSet, pooled

if TYPE_CHECKING:
    from yakulens.vision.models import ReaderSettings

FEATURES: Final = "features"
"""The output that goes into the layer which names faces: what a tile set is learnt by."""
MAPS: Final = "maps"
"""The output that says where on a tile there is what."""
SAID: Final = {"faces": (len(LABELS),), "ups": (4,), "corners": (4, 2), "present": ()}
"""What a reader says of a crop, in what shape; ``present`` are natural log odds that it shows a tile."""
_FIVES: Final = [INDEX[label] for red in RED_FIVES for label in (red, plain(red))]
_SURELY_RED: Final = 0.98
"""The most that a five is believed to be red where the set's own red fives were learnt."""

T = TypeVar("T")


class Crops(NamedTuple):
    """Crops of which is asked what they show.

    Attributes:
        quads: ``(N, 4, 2)`` float32, photo pixels.
        coloured: whether they are cut from the photo in its colours though faces are read in greys.
    """

    quads: NDArray[np.float32]
    coloured: bool = False


Answers: TypeAlias = Mapping[str, NDArray[np.float32]]
Running: TypeAlias = Generator[NDArray[np.float32], Answers, T]
"""Work that asks for the network's outputs about the crops of ``(N, 4, 2)`` quads."""
Naming: TypeAlias = Generator[Crops, ReaderResult, T]
"""Work that asks what crops show by one run (`Namer.once`)."""


class Learnt(NamedTuple):
    """What a reader has learnt about one tile set.

    Attributes:
        layer: from features to faces.
        prototype_head: tells the set's faces apart on the reader's maps; None for the layer alone.
        coloured: the layer for crops in colours where faces are read in greys; None where nothing was learnt.
        knows_reds: whether red fives of the set were among what was learnt.
    """

    layer: Layer
    prototype_head: PrototypeHead | None = None
    coloured: Layer | None = None
    knows_reds: bool = False

    @classmethod
    def of(cls, tile_set: TileSet) -> Learnt:
        """What a set's file holds of it."""
        return cls(tile_set.layer, tile_set.prototype_head, tile_set.coloured, tile_set.knows_reds)

    def unlike(self, outputs: Mapping[str, Sequence[int | str | None]]) -> str:
        """Why this was learnt of other features than a network gives, naming the sizes; empty where it fits.

        Args:
            outputs: what the network gives of one crop: the shape of each output.

        >>> learnt = Learnt(Layer(np.zeros((39, 2), np.float32), np.zeros(39, np.float32)))
        >>> learnt.unlike({"features": [3], "maps": [1, 4, 4]})
        'what was learnt takes [2] numbers, the network gives [3]'
        """
        lacking = [name for name in (FEATURES, MAPS) if name not in outputs]
        if lacking:
            return f"gives no {' and no '.join(lacking)}, by which tile sets are learnt"
        sizes = {layer.weights.shape[1] for layer in (self.layer, self.coloured) if layer is not None}
        given = list(outputs[FEATURES])
        if self.prototype_head is not None:
            sizes.add(len(self.prototype_head.axes))
            channels, high, wide = (side for side in outputs[MAPS] if isinstance(side, int))
            given.append(channels * (high // 2) * (wide // 2))
        fits = sizes == set(given)
        return "" if fits else f"what was learnt takes {sorted(sizes)} numbers, the network gives {given}"


@dataclass(frozen=True, slots=True, eq=False)
class Namer:
    """Names tiles by what a network answers.

    Attributes:
        settings: of the reader's card.
        learnt: what it has learnt about the tile set that is read; None for any set.
    """

    settings: ReaderSettings
    learnt: Learnt | None = None

    @property
    def wanted(self) -> tuple[str, ...]:
        """The outputs that are asked for.

        >>> from yakulens.vision.models import ReaderSettings
        >>> Namer(ReaderSettings("", "")).wanted
        ('faces', 'ups', 'corners', 'present')
        """
        of_features = () if self.learnt is None else (FEATURES,)
        of_maps = () if self.learnt is None or self.learnt.prototype_head is None else (MAPS,)
        return (*SAID, *of_features, *of_maps)

    def once(self, quads: NDArray[np.float32], *, coloured: bool = False) -> Running[ReaderResult]:
        """What crops show by one run, or by two where a set's prototypes were learnt.

        Args:
            quads: ``(N, 4, 2)`` float32, photo pixels, clockwise.
            coloured: whether the crops are in colours though faces are read in greys.
        """
        arrays = yield quads
        result = interpreted(Logits(*(arrays[name] for name in Logits._fields)), quads, self.settings)
        learnt = self.learnt
        if learnt is None:
            return result
        if coloured and learnt.coloured:
            return replace(result, faces=softmax(learnt.coloured(arrays[FEATURES]), 1.0))
        if learnt.prototype_head is None:
            return replace(result, faces=softmax(learnt.layer(arrays[FEATURES]), 1.0))
        turned = yield np.roll(quads, 1, axis=1)
        features = np.stack([arrays[FEATURES], turned[FEATURES]])
        maps = np.stack([pooled(arrays[MAPS]), pooled(turned[MAPS])])
        ups = result.top_edge_probs
        faces = by_prototypes(learnt.layer, learnt.prototype_head, features, maps, ups)
        ups = learnt.prototype_head.top_edge_probs(maps, faces.argmax(axis=1), ups)
        return ReaderResult(faces, ups, result.quads)

    def read(self, quads: NDArray[np.float32], *, greys: bool = False) -> Naming[ReaderResult]:
        """Read quads, and once more those that the first run corrected by much or was unsure of.

        What hardly shows anything is read once. Of faces read in greys, fives are read in colours too.

        Args:
            quads: ``(N, 4, 2)`` float32, photo pixels, clockwise, the first edge a short side.
            greys: whether faces are read in greys.
        """
        second = SecondRun.after((yield Crops(quads)), quads)
        named = second.joined((yield Crops(second.quads[second.again])))
        if not greys:
            return named
        fives = np.flatnonzero(np.isin(named.faces.argmax(axis=1), _FIVES))
        coloured = yield Crops(named.quads[fives], coloured=True)
        faces = named.faces.copy()
        faces[fives] = with_reds(faces[fives], coloured.faces, self._most_red)
        return replace(named, faces=faces)

    def averaged(
        self, quads: NDArray[np.float32], faces: NDArray[np.float32], *, greys: bool = False
    ) -> Naming[NDArray[np.float32]]:
        """Doubtful faces as the mean of what several crops say: upside down too, a little larger, smaller.

        Args:
            quads: ``(N, 4, 2)`` float32, the corners as the reader saw them, photo pixels.
            faces: ``(N, 39)`` float32, what it read there.
            greys: whether faces are read in greys.

        Returns:
            ``(N, 39)`` float32 probabilities.
        """
        further = FurtherCrops.of(quads, faces)
        means = further.averaged((yield Crops(further.quads)).faces)
        return with_reds(means, faces, self._most_red) if greys else means

    @property
    def _most_red(self) -> float | None:
        """The most that a five in greys is believed to be red; None where inks may have any hue."""
        return _SURELY_RED if self.learnt is not None and self.learnt.knows_reds else None


def by_prototypes(
    layer: Layer,
    prototype_head: PrototypeHead,
    features: NDArray[np.float32],
    maps: NDArray[np.float32],
    top_edge_probs: NDArray[np.float32],
) -> NDArray[np.float32]:
    """``(N, 39)`` probabilities of tiles of a set that was learnt, whichever way round they were found.

    Args:
        layer: the set's last layer.
        prototype_head: the set's own.
        features: ``(2, N, K)`` float32: of each tile as found, and turned by a quarter.
        maps: ``(2, N, D)`` float32: of the same two crops of each tile.
        top_edge_probs: ``(N, 4)`` float32: which edge is the top of the one that was found, by the reader.
    """
    turn, tiles = prototype_head.turn(maps, top_edge_probs), np.arange(maps.shape[1])
    return softmax(prototype_head(layer(features[turn, tiles]), maps[turn, tiles]), 1.0)
