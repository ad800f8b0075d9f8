"""The reader: what each detected tile shows, which way up it lies, and where exactly its corners are."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from yakulens.vision.geometry import quads as geometry
from yakulens.vision.inference import SessionError
from yakulens.vision.labels import INDEX, LABELS, RED_FIVES, plain
from yakulens.vision.naming.familiarity import with_reds
from yakulens.vision.naming.rectify import HEIGHT, WIDTH, crops, from_crop
from yakulens.vision.naming.tile_set import pooled

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from yakulens.vision.inference import InferenceSession
    from yakulens.vision.models import ReaderSettings
    from yakulens.vision.naming.tile_set import Layer, PrototypeHead
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
_SETTLED: Final = 0.1
"""Short sides by which a first run may move the corners of a quad so that a second run would be shown the
same crop."""
_CLEAR: Final = 0.95
"""Probability from which a face on such a crop is final: a second run would say the same."""
_NOTHING: Final = 0.2
"""Probability below which a first run has read what is mostly no tile, so that it is not read again: of 157
such detections on photos of tables a second run read two surely."""
_KNOWN: Final = 0.97
"""Probability from which a face is in no doubt."""
UNREADABLE: Final = 0.3
"""Probability below which a detection is mostly no tile, unless closer crops say what it shows."""
_SIZES: Final = (0.93, 1.07)
"""How large the further crops of a doubtful tile are, relative to its quad."""
_CLOSER: Final = (0.78, 0.85, 0.92)
"""How large the further crops of an unreadable tile are, relative to its quad: its corners may lie beyond its
face."""
_SURELY_RED: Final = 0.98
"""The most that a five is believed to be red where the set's own red fives were learnt."""
_LEAST_AREA: Final = 0.5
_MOST_AREA: Final = 2.0


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


@dataclass(frozen=True, slots=True, eq=False)
class ReaderResult:
    """What the reader says about N quads.

    Attributes:
        faces: ``(N, 39)`` float32 probabilities of the labels.
        top_edge_probs: ``(N, 4)`` float32 probabilities that edge k to k + 1 is the top of the face.
        quads: ``(N, 4, 2)`` float32, the corners as the reader sees them, photo pixels, clockwise.
        engine_ms: time within the inference engine, milliseconds.
    """

    faces: NDArray[np.float32]
    top_edge_probs: NDArray[np.float32]
    quads: NDArray[np.float32]
    engine_ms: float


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
            message = f"{session.name}: {wanted}; found {session.inputs}"
            raise SessionError(message)
        for name, expected in _SAID.items():
            actual = session.outputs.get(name)
            if actual is None or tuple(actual[1:]) != expected:
                message = (
                    f"{session.name}: a reader's output '{name}' is (N, {expected}); found {session.outputs}"
                )
                raise SessionError(message)
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
        once = self.once(inks, quads)
        seen = sane(once.quads, quads)
        moved = np.linalg.norm(seen - quads, axis=2).max(axis=1, initial=0.0)
        settled = moved < _SETTLED * geometry.short_sides(quads)
        sureness = once.faces.max(axis=1, initial=0.0)
        again = np.flatnonzero((~settled | (sureness < _CLEAR)) & (sureness >= _NOTHING))
        twice = self.once(inks, seen[again])
        faces, top_edge_probs = once.faces.copy(), once.top_edge_probs.copy()
        faces[again], top_edge_probs[again] = twice.faces, twice.top_edge_probs
        seen[again] = sane(twice.quads, seen[again])
        named = ReaderResult(faces, top_edge_probs, seen, once.engine_ms + twice.engine_ms)
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
        best = faces.max(axis=1, initial=0.0)
        means, ms = faces.copy(), 0.0
        doubtful = np.flatnonzero((best < _KNOWN) & (best >= UNREADABLE))
        if len(doubtful):
            others = [np.roll(quads[doubtful], 2, axis=1), *_sized(quads[doubtful], _SIZES)]
            said, ms = self._crops(photo, others)
            means[doubtful] = np.concatenate([faces[doubtful][None], said]).mean(axis=0)
        unreadable = np.flatnonzero(best < UNREADABLE)
        if len(unreadable):
            said, more_ms = self._crops(photo, _sized(quads[unreadable], _CLOSER))
            closer, ms = said.mean(axis=0), ms + more_ms
            read = closer.max(axis=1) >= UNREADABLE
            means[unreadable[read]] = closer[read]
        if photo.inks is not photo:
            return with_reds(means, faces, self._most_red), ms
        return means, ms

    def _crops(self, photo: Pyramid, quads: list[NDArray[np.float32]]) -> tuple[NDArray[np.float32], float]:
        """``(C, N, 39)`` what each of C crops of the same N tiles says; the engine's milliseconds."""
        run = self.once(photo.inks, np.concatenate(quads))
        return run.faces.reshape(len(quads), -1, run.faces.shape[1]), run.engine_ms

    def once(self, photo: Pyramid, quads: NDArray[np.float32]) -> ReaderResult:
        """Read the finder's quads with one run for each batch of them.

        Args:
            photo: the photo, RGB.
            quads: ``(N, 4, 2)`` float32, photo pixels, clockwise.
        """
        arrays, ms = self._run(photo, quads)
        top_edge_probs = softmax(arrays["ups"], self._settings.up_temperature)
        learnt = self._learnt
        if learnt is None:
            faces = softmax(arrays["faces"], self._settings.face_temperature)
            faces = if_present(faces, arrays["present"])
        elif photo.inks is not photo and learnt.coloured:
            # Greys have no other inks than themselves: a photo that has them is one shown in its colours.
            faces = softmax(learnt.coloured(arrays[FEATURES]), 1.0)
        elif learnt.prototype_head is None:
            faces = softmax(learnt.layer(arrays[FEATURES]), 1.0)
        else:
            turned, more = self._run(photo, np.roll(quads, 1, axis=1))
            features = np.stack([arrays[FEATURES], turned[FEATURES]])
            maps = np.stack([pooled(arrays[MAPS]), pooled(turned[MAPS])])
            faces = by_prototypes(learnt.layer, learnt.prototype_head, features, maps, top_edge_probs)
            top_edge_probs = learnt.prototype_head.top_edge_probs(maps, faces.argmax(axis=1), top_edge_probs)
            ms += more
        seen = [from_crop(points, quad) for points, quad in zip(arrays["corners"], quads, strict=True)]
        found = np.stack(seen) if seen else np.zeros((0, 4, 2), np.float32)
        return ReaderResult(faces, top_edge_probs, found, ms)

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


def if_present(faces: NDArray[np.float32], log_odds: NDArray[np.float32]) -> NDArray[np.float32]:
    """Probabilities of the labels, mixed with even ones by how probable it is that there is no tile.

    Args:
        faces: ``(N, 39)`` float32 probabilities of the labels if there is a tile.
        log_odds: ``(N,)`` float32, natural log odds that there is one.

    >>> sure = np.array([[1.0, 0.0], [1.0, 0.0]], np.float32)
    >>> if_present(sure, np.array([9.0, -9.0], np.float32)).round(2).tolist()
    [[1.0, 0.0], [0.5, 0.5]]
    """
    there = (1 / (1 + np.exp(-np.clip(log_odds, -30, 30))))[:, None]
    return np.asarray(faces * there + (1 - there) / faces.shape[1], np.float32)


def _check(session: InferenceSession, learnt: Learnt) -> None:
    """Refuse what was learnt of other features than this network gives.

    Raises:
        SessionError: naming the sizes.
    """
    sizes = {layer.weights.shape[1] for layer in (learnt.layer, learnt.coloured) if layer is not None}
    lacking = [name for name in (FEATURES, MAPS) if name not in session.outputs]
    if lacking:
        message = f"{session.name}: gives no {' and no '.join(lacking)}, by which tile sets are learnt"
        raise SessionError(message)
    given = session.outputs[FEATURES][1:]
    if learnt.prototype_head is not None:
        sizes.add(len(learnt.prototype_head.axes))
        channels, high, wide = (side for side in session.outputs[MAPS][1:] if isinstance(side, int))
        given.append(channels * (high // 2) * (wide // 2))
    if sizes != set(given):
        message = f"{session.name}: what was learnt takes {sorted(sizes)} numbers, the network gives {given}"
        raise SessionError(message)


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


def softmax(logits: NDArray[np.float32], temperature: float) -> NDArray[np.float32]:
    """``(N, K)`` probabilities of ``(N, K)`` logits, divided by the temperature.

    A row that holds an infinity or no number is spread evenly.

    >>> softmax(np.log(np.array([[1, 3], [0.5, 0.5]], np.float32)), 1.0).round(3).tolist()
    [[0.25, 0.75], [0.5, 0.5]]
    """
    values = logits.astype(np.float64) / temperature
    values = np.where(np.isfinite(values).all(axis=1, keepdims=True), values, 0.0)
    powers = np.exp(values - values.max(axis=1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=1, keepdims=True), np.float32)


def sane(seen: NDArray[np.float32], before: NDArray[np.float32]) -> NDArray[np.float32]:
    """``seen`` where it is a plausible correction of ``before``, else ``before``; all ``(N, 4, 2)``.

    Plausible is what is convex and between half and twice as large.

    >>> square = np.array([[[0, 0], [10, 0], [10, 10], [0, 10]]], np.float32)
    >>> bool((sane(square + 1, square) == square + 1).all()), bool((sane(square * 3, square) == square).all())
    (True, True)
    """
    if not len(seen):
        return before
    finite = np.asarray(np.isfinite(seen).all(axis=(1, 2)))
    seen = np.where(finite.reshape(-1, 1, 1), seen, before)
    ratio = geometry.areas(seen) / np.maximum(geometry.areas(before), 1e-6)
    plausible = geometry.convex(seen) & (ratio >= _LEAST_AREA) & (ratio <= _MOST_AREA)
    return np.where(plausible.reshape(-1, 1, 1), seen, before).astype(np.float32)


def _sized(quads: NDArray[np.float32], sizes: tuple[float, ...]) -> list[NDArray[np.float32]]:
    """The quads made larger or smaller about their middles, once for each size."""
    middle = quads.mean(axis=1, keepdims=True)
    return [np.asarray(middle + (quads - middle) * size, np.float32) for size in sizes]


def whole_picture(size: tuple[int, int]) -> NDArray[np.float32]:
    """``(1, 4, 2)``: the quad of a cut-out face, which is the whole picture of ``(height, width)``.

    >>> whole_picture((96, 80)).tolist()
    [[[0.0, 0.0], [80.0, 0.0], [80.0, 96.0], [0.0, 96.0]]]
    """
    height, width = size
    return np.array([[[0, 0], [width, 0], [width, height], [0, height]]], np.float32)
