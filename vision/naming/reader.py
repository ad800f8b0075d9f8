"""The reader: what each detected tile shows, which way up it lies, and where exactly its corners are."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from yakulens.vision.inference import InferenceSession, SessionError
from yakulens.vision.labels import INDEX, LABELS, RED_FIVES, plain
from yakulens.vision.naming.crop_answers import (
    HEIGHT,
    WIDTH,
    FurtherCrops,
    Logits,
    ReaderResult,
    SecondRun,
    interpreted,
    softmax,
)
from yakulens.vision.naming.rectify import crops
from yakulens.vision.naming.reds import with_reds
from yakulens.vision.naming.tile_set import Layer, PrototypeHead, pooled

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from yakulens.vision.models import ReaderSettings
    from yakulens.vision.picture.pyramid import Pyramid

INPUT: Final = "crops"
FEATURES: Final = "features"
"""The output that goes into the layer which names faces: what a tile set is learnt by."""
MAPS: Final = "maps"
"""The output that says where on a tile there is what."""
_SAID: Final = {"faces": (len(LABELS),), "ups": (4,), "corners": (4, 2), "present": ()}
"""What a reader says of a crop, in what shape; ``present`` are natural log odds that it shows a tile."""
OUTPUTS: Final = (*_SAID, FEATURES, MAPS)
_FIVES: Final = [INDEX[label] for red in RED_FIVES for label in (red, plain(red))]
_SURELY_RED: Final = 0.98
"""The most that a five is believed to be red where the set's own red fives were learnt."""


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


class Reader:
    """Names tiles with one network."""

    def __init__(
        self, session: InferenceSession, settings: ReaderSettings, learnt: Learnt | None = None
    ) -> None:
        """Check that the network is a reader.

        Args:
            session: the network.
            settings: of its card.
            learnt: what it has learnt about the tile set that is read; None for any set.

        Raises:
            SessionError: its input or an output is not what a reader has.
        """
        shape = session.inputs.get(INPUT)
        if shape is None or list(shape[1:]) != [3, HEIGHT, WIDTH]:
            wanted = f"a reader's input is 'crops' (N, 3, {HEIGHT}, {WIDTH})"
            raise SessionError(session.name, f"{wanted}; found {session.inputs}")
        for name, expected in _SAID.items():
            actual = session.outputs.get(name)
            if actual is None or tuple(actual[1:]) != expected:
                what = f"a reader's output '{name}' is (N, {expected}); found {session.outputs}"
                raise SessionError(session.name, what)
        if learnt is not None:
            _check(session, learnt)
        self._session = session
        self._settings = settings
        self._learnt = learnt
        of_features = () if learnt is None else (FEATURES,)
        of_maps = () if learnt is None or learnt.prototype_head is None else (MAPS,)
        self._wanted = (*_SAID, *of_features, *of_maps)

    def knowing(self, learnt: Learnt) -> Reader:
        """The same network naming tiles of a set that was learnt.

        Raises:
            SessionError: it was learnt of other features than this network gives.
        """
        return Reader(self._session, self._settings, learnt)

    def seen(
        self, photo: Pyramid, quads: NDArray[np.float32]
    ) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """What the network sees of tiles before it names them: features ``(N, K)``, maps ``(N, C, H, W)``.

        Args:
            photo: the photo, RGB.
            quads: ``(N, 4, 2)`` float32, photo pixels, clockwise.
        """
        arrays, _ = self._run(photo, quads, wanted=(FEATURES, MAPS))
        return arrays[FEATURES], arrays[MAPS]

    def read(self, photo: Pyramid, quads: NDArray[np.float32]) -> ReaderResult:
        """Read the finder's quads, and once more those that the first run corrected by much or was unsure of.

        What hardly shows anything is read once.

        Args:
            photo: the photo, RGB.
            quads: ``(N, 4, 2)`` float32, photo pixels, clockwise, the first edge a short side.
        """
        inks = photo.inks
        second = SecondRun.after(self.once(inks, quads), quads)
        named = second.joined(self.once(inks, second.quads[second.again]))
        return named if inks is photo else self._with_reds(photo, named)

    def _with_reds(self, photo: Pyramid, named: ReaderResult) -> ReaderResult:
        """Faces read in greys, with fives that may be red read in colours too."""
        fives = np.flatnonzero(np.isin(named.faces.argmax(axis=1), _FIVES))
        coloured = self.once(photo, named.quads[fives])
        faces = named.faces.copy()
        faces[fives] = with_reds(faces[fives], coloured.faces, self._most_red)
        return replace(named, faces=faces, engine_ms=named.engine_ms + coloured.engine_ms)

    def averaged(
        self, photo: Pyramid, quads: NDArray[np.float32], faces: NDArray[np.float32]
    ) -> tuple[NDArray[np.float32], float]:
        """Doubtful faces as the mean of what several crops say: upside down too, a little larger, smaller.

        Args:
            photo: the photo, RGB.
            quads: ``(N, 4, 2)`` float32, the corners as the reader saw them, photo pixels.
            faces: ``(N, 39)`` float32, what it read there.

        Returns:
            ``(N, 39)`` float32 probabilities, and the time within the inference engine, milliseconds.
        """
        further = FurtherCrops.of(quads, faces)
        run = self.once(photo.inks, further.quads)
        means = further.averaged(run.faces)
        if photo.inks is not photo:
            return with_reds(means, faces, self._most_red), run.engine_ms
        return means, run.engine_ms

    def once(self, photo: Pyramid, quads: NDArray[np.float32]) -> ReaderResult:
        """Read the finder's quads with one run for each batch of them.

        Args:
            photo: the photo, RGB.
            quads: ``(N, 4, 2)`` float32, photo pixels, clockwise.
        """
        arrays, ms = self._run(photo, quads)
        logits = Logits(*(arrays[name] for name in Logits._fields))
        result = replace(interpreted(logits, quads, self._settings), engine_ms=ms)
        learnt = self._learnt
        if learnt is None:
            return result
        if photo.inks is not photo and learnt.coloured:
            # Greys have no other inks than themselves: a photo that has them is one shown in its colours.
            return replace(result, faces=softmax(learnt.coloured(arrays[FEATURES]), 1.0))
        if learnt.prototype_head is None:
            return replace(result, faces=softmax(learnt.layer(arrays[FEATURES]), 1.0))
        turned, more = self._run(photo, np.roll(quads, 1, axis=1))
        features = np.stack([arrays[FEATURES], turned[FEATURES]])
        maps = np.stack([pooled(arrays[MAPS]), pooled(turned[MAPS])])
        ups = result.top_edge_probs
        faces = by_prototypes(learnt.layer, learnt.prototype_head, features, maps, ups)
        ups = learnt.prototype_head.top_edge_probs(maps, faces.argmax(axis=1), ups)
        return ReaderResult(faces, ups, result.quads, ms + more)

    @property
    def _most_red(self) -> float | None:
        """The most that a five in greys is believed to be red; None where inks may have any hue."""
        return _SURELY_RED if self._learnt is not None and self._learnt.knows_reds else None

    def _run(
        self,
        photo: Pyramid,
        quads: NDArray[np.float32],
        wanted: Sequence[str] | None = None,
    ) -> tuple[dict[str, NDArray[np.float32]], float]:
        """The network's outputs that are wanted, by name, and the engine's milliseconds."""
        settings, wanted = self._settings, self._wanted if wanted is None else wanted
        parts: list[dict[str, NDArray[np.float32]]] = []
        ms = 0.0
        for start in range(0, len(quads), settings.batch):
            shown = crops(photo, quads[start : start + settings.batch])
            blob = np.ascontiguousarray(shown.transpose(0, 3, 1, 2), np.float32) / np.float32(255)
            output = self._session.run(INPUT, blob, wanted)
            parts.append(output.arrays)
            ms += output.ms
        if not parts:
            outputs = self._session.outputs
            sizes = {name: [size for size in outputs[name][1:] if isinstance(size, int)] for name in wanted}
            return {name: np.zeros((0, *size), np.float32) for name, size in sizes.items()}, 0.0
        return {name: np.concatenate([part[name] for part in parts]) for name in wanted}, ms


def _check(session: InferenceSession, learnt: Learnt) -> None:
    """Refuse what was learnt of other features than this network gives.

    Raises:
        SessionError: naming the sizes.
    """
    sizes = {layer.weights.shape[1] for layer in (learnt.layer, learnt.coloured) if layer is not None}
    lacking = [name for name in (FEATURES, MAPS) if name not in session.outputs]
    if lacking:
        what = f"gives no {' and no '.join(lacking)}, by which tile sets are learnt"
        raise SessionError(session.name, what)
    given = session.outputs[FEATURES][1:]
    if learnt.prototype_head is not None:
        sizes.add(len(learnt.prototype_head.axes))
        channels, high, wide = (side for side in session.outputs[MAPS][1:] if isinstance(side, int))
        given.append(channels * (high // 2) * (wide // 2))
    if sizes != set(given):
        told = f"what was learnt takes {sorted(sizes)} numbers, the network gives {given}"
        raise SessionError(session.name, told)


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


def whole_picture(size: tuple[int, int]) -> NDArray[np.float32]:
    """``(1, 4, 2)``: the quad of a cut-out face, which is the whole picture of ``(height, width)``.

    >>> whole_picture((96, 80)).tolist()
    [[[0.0, 0.0], [80.0, 0.0], [80.0, 96.0], [0.0, 96.0]]]
    """
    height, width = size
    return np.array([[[0, 0], [width, 0], [width, height], [0, height]]], np.float32)
