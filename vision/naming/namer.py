"""Names tiles from a reader's answers about crops. No pixels: it runs in a browser too.

It awaits what an engine gives: `Namer.read_once` a network's outputs about crops, the other methods the
result of `read_once`. Quads are ``(N, 4, 2)`` float32, photo pixels, clockwise; ``greys`` says
whether faces are read in greys, ``coloured`` whether crops are in colour even then.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from yakulens.vision.labels import INDEX, LABELS, RED_FIVES, plain
from yakulens.vision.model_card import ReaderSettings
from yakulens.vision.naming.crop_answers import (
    ReaderResult,
    average_crops,
    doubtful_faces,
    further_crops,
    interpret,
    needs_second_run,
    plausible_corrections,
    softmax,
)
from yakulens.vision.naming.own_reading import with_own
from yakulens.vision.naming.reds import MAX_RED_OF_ODD_INKS, with_reds
from yakulens.vision.naming.standing import tops_by_row, turned_faces, upright_odds
from yakulens.vision.naming.tile_set import Layer, PrototypeHead, TileSet, pooled

FEATURES: Final = "features"
"""The output that feeds the layer that names faces; a tile set is learnt from it."""
MAPS: Final = "maps"
"""The output that keeps positions on the tile."""
OUTPUT_SHAPES: Final = {"faces": (len(LABELS),), "ups": (4,), "corners": (4, 2), "present": ()}
"""The outputs of every reader, and the shape of each for one crop: logits of the labels, logits that edge k
to k + 1 is the top of the face, the quad's corners as shares of the crop's width and height, and natural log
odds that the crop shows a tile."""
_FIVES: Final = [INDEX[label] for red in RED_FIVES for label in (red, plain(red))]
_MAX_RED_OF_LEARNT: Final = 0.98
"""The greatest probability of a red five if the set's own red fives were learnt."""


class Crops(NamedTuple):
    """Crops to read: ``(N, 4, 2)`` float32 quads, photo pixels.

    They may be cut in colour even if faces are read in greys. ``upright`` quads begin at the top of the face,
    which tells faces of a learnt set apart that are each other upside down.
    """

    quads: NDArray[np.float32]
    coloured: bool = False
    upright: bool = False


NetworkOutputs: TypeAlias = Mapping[str, NDArray[np.float32]]
RunNetwork: TypeAlias = Callable[[NDArray[np.float32]], Awaitable[NetworkOutputs]]
"""Gives the network's outputs about the crops of ``(N, 4, 2)`` quads."""
ReadCrops: TypeAlias = Callable[[Crops], Awaitable[ReaderResult]]
"""Gives one run's reading of crops (`Namer.read_once`)."""


def mismatch(tile_set: TileSet, outputs: Mapping[str, Sequence[int | str | None]]) -> str:
    """Why a set does not fit a network's features, naming the sizes; empty if it fits."""
    missing = [name for name in (FEATURES, MAPS) if name not in outputs]
    if missing:
        return f"gives no {' and no '.join(missing)}, by which tile sets are learnt"
    layers = (tile_set.layer, tile_set.coloured)
    learnt = {layer.weights.shape[1] for layer in layers if layer is not None}
    given = list(outputs[FEATURES])
    if tile_set.prototype_head is not None:
        learnt.add(len(tile_set.prototype_head.axes))
        channels, height, width = (side for side in outputs[MAPS] if isinstance(side, int))
        given.append(channels * (height // 2) * (width // 2))
    if learnt == set(given):
        return ""
    return f"what was learnt takes {sorted(learnt)} numbers, the network gives {given}"


@dataclass(frozen=True, slots=True, eq=False)
class Namer:
    """Names tiles from a network's answers.

    Attributes:
        settings: of the reader's card.
        tile_set: the learnt set whose tiles are read; None for any set.
    """

    settings: ReaderSettings
    tile_set: TileSet | None = None

    @property
    def output_names(self) -> tuple[str, ...]:
        """The network's outputs to ask for.

        >>> from yakulens.vision.model_card import ReaderSettings
        >>> Namer(ReaderSettings("", "")).output_names
        ('faces', 'ups', 'corners', 'present')
        """
        if self.tile_set is None:
            return tuple(OUTPUT_SHAPES)
        return (*OUTPUT_SHAPES, FEATURES, *([MAPS] if self.tile_set.prototype_head else []))

    async def read_once(
        self,
        quads: NDArray[np.float32],
        run: RunNetwork,
        *,
        coloured: bool = False,
        upright: bool = False,
    ) -> ReaderResult:
        """Read crops in one run, or two if a set's prototypes were learnt; the flags are those of `Crops`."""
        outputs = await run(quads)
        result, tile_set = interpret(outputs, quads, self.settings), self.tile_set
        if tile_set is None:
            return result
        if coloured and tile_set.coloured:
            return replace(result, faces=softmax(tile_set.coloured(outputs[FEATURES]), 1.0))
        layer, head = tile_set.layer, tile_set.prototype_head
        if head is None:
            faces = softmax(layer(outputs[FEATURES]), 1.0)
            return replace(result, faces=with_own(tile_set, faces, result.faces))
        if upright:
            odds = upright_odds(head, layer(outputs[FEATURES]), pooled(outputs[MAPS]))
            return replace(result, faces=with_own(tile_set, softmax(odds, 1.0), result.faces))
        turned = await run(np.roll(quads, 1, axis=1))
        features = np.stack([outputs[FEATURES], turned[FEATURES]])
        maps = np.stack([pooled(outputs[MAPS]), pooled(turned[MAPS])])
        faces = by_prototypes(layer, head, features, maps, result.top_edge_probs)
        faces = with_own(tile_set, faces, result.faces)
        top_edge_probs = head.top_edge_probs(maps, faces.argmax(axis=1), result.top_edge_probs)
        return ReaderResult(faces, top_edge_probs, result.quads)

    async def read(self, quads: NDArray[np.float32], read: ReadCrops, *, greys: bool = False) -> ReaderResult:
        """Read quads, and again those that the first run moved far or was unsure of.

        Crops that hardly show anything are read once. If faces are read in greys, fives are read in colour
        too.
        """
        first = await read(Crops(quads))
        corrected = plausible_corrections(first.quads, quads)
        again = needs_second_run(first.faces, quads, corrected)
        second = await read(Crops(corrected[again]))
        faces, top_edge_probs = first.faces.copy(), first.top_edge_probs.copy()
        faces[again], top_edge_probs[again] = second.faces, second.top_edge_probs
        corrected[again] = plausible_corrections(second.quads, corrected[again])
        if greys:
            fives = np.flatnonzero(np.isin(faces.argmax(axis=1), _FIVES))
            in_colours = await read(Crops(corrected[fives], coloured=True))
            faces[fives] = with_reds(faces[fives], in_colours.faces, self._max_red)
        return ReaderResult(faces, top_edge_probs, corrected)

    async def averaged(
        self,
        quads: NDArray[np.float32],
        faces: NDArray[np.float32],
        read: ReadCrops,
        *,
        greys: bool = False,
    ) -> NDArray[np.float32]:
        """Replace doubtful faces by the mean over several crops."""
        doubtful, unreadable = doubtful_faces(faces)
        of_further = await read(Crops(further_crops(quads[doubtful], quads[unreadable])))
        means = average_crops(faces, of_further.faces)
        return with_reds(means, faces, self._max_red) if greys else means

    async def as_they_stand(
        self,
        quads: NDArray[np.float32],
        faces: NDArray[np.float32],
        top_edge_probs: NDArray[np.float32],
        read: ReadCrops,
    ) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Name tiles by their row if their face is another one's upside down in the learnt set.

        Without other tiles that show which way their row stands, both faces are equally likely.

        Returns:
            ``(N, 39)`` and ``(N, 4)`` float32: the faces and top edges, both otherwise as given.
        """
        head = None if self.tile_set is None else self.tile_set.prototype_head
        if head is None or not head.worth:
            return faces, top_edge_probs
        turned, best = turned_faces(head), faces.argmax(axis=1)
        has_twin = turned.twins >= 0
        tiles = np.flatnonzero(has_twin[best])
        if not len(tiles):
            return faces, top_edge_probs
        votes = ~(has_twin | turned.symmetric)[best]
        every_edge, every_prob = tops_by_row(quads, top_edge_probs, votes)
        edges, probs = every_edge[tiles], every_prob[tiles]
        from_top = np.stack([np.roll(quads[k], -edge, axis=0) for k, edge in zip(tiles, edges, strict=True)])
        named = await read(Crops(np.concatenate([from_top, np.roll(from_top, 2, axis=1)]), upright=True))
        as_it_stands, turned_round = np.split(named.faces, 2)
        faces, top_edge_probs = faces.copy(), top_edge_probs.copy()
        faces[tiles] = probs[:, None] * as_it_stands + (1 - probs[:, None]) * turned_round
        top_edge_probs[tiles] = 0
        top_edge_probs[tiles, edges], top_edge_probs[tiles, edges + 2] = probs, 1 - probs
        return faces, top_edge_probs

    @property
    def _max_red(self) -> float:
        """The greatest probability of red for a five read in greys."""
        knows_reds = self.tile_set is not None and self.tile_set.knows_reds
        return _MAX_RED_OF_LEARNT if knows_reds else MAX_RED_OF_ODD_INKS


def by_prototypes(
    layer: Layer,
    prototype_head: PrototypeHead,
    features: NDArray[np.float32],
    maps: NDArray[np.float32],
    top_edge_probs: NDArray[np.float32],
) -> NDArray[np.float32]:
    """``(N, 39)`` probabilities of tiles of a learnt set, whichever way round they were found.

    ``features`` ``(2, N, K)`` and ``maps`` ``(2, N, D)`` are of each tile as found and turned by a quarter;
    the top's probabilities are of the tile as found.
    """
    turn, tiles = prototype_head.turn(maps, top_edge_probs), np.arange(maps.shape[1])
    return softmax(prototype_head(layer(features[turn, tiles]), maps[turn, tiles]), 1.0)
