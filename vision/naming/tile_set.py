"""A learnt tile set: how its photos are shown, and what the reader's features mean on its tiles."""

from dataclasses import dataclass, field, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from yakulens.vision.arrays import ParallelArrays
from yakulens.vision.labels import INDEX, LABELS, RED_FIVES, plain
from yakulens.vision.model_card import FinderSettings, ModelError, ReaderSettings
from yakulens.vision.naming.crop_answers import log_softmax
from yakulens.vision.picture.color_transform import PLAIN, ColorTransform

_MAX_MARGIN: Final = 0.25
"""The greatest lead in similarity that a crop turned by a quarter needs over the crop as found."""
_MARGIN_PER_ODDS: Final = 0.1
"""The lead needed for each unit of the reader's log odds that the tile lies straight. It is never negative: a
nine of bamboo on its side looks like nine circles."""
_TRUSTED: Final = (0.5, 0.75)
"""Below the first similarity to every face a tile shows none of them (it is covered, cut off, out of focus,
or no tile); from the second on similarity counts in full."""
_TOP_FACTOR: Final = 20.0
"""Factor from similarity to log odds of a tile's top."""
_NO_RED_ODDS: Final = 20.0
"""Log odds by which a plain five beats a red one in a set without red fives."""
WORTH: Final = 12.0
"""With a lower factor from likeness to log odds, likeness counts less for which way round a tile lies."""


class OtherReaderError(ModelError):
    """A learnt set was learnt with another reader than the model's; ``tile_set`` is its name."""

    def __init__(self, tile_set: str, reader: str) -> None:
        """Name the set and the SHA-256 of its reader."""
        which = f"another model (reader {reader[:8]})"
        super().__init__(f"tile set {tile_set}: it was learnt with {which}; learn it anew (yakulens learn)")
        self.tile_set = tile_set


@dataclass(frozen=True, slots=True, eq=False)
class Layer:
    """A last layer of the reader: from features to calibrated natural log odds.

    Attributes:
        weights: ``(39, K)`` float32.
        bias: ``(39,)`` float32.
        reds: whether the set has red fives; otherwise a five that looks red is plain.
    """

    weights: NDArray[np.float32]
    bias: NDArray[np.float32]
    reds: bool = True

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
        odds = features @ self.weights.T + self.bias
        for red in () if self.reds else RED_FIVES:
            five = INDEX[plain(red)]
            odds[:, five] = np.logaddexp(odds[:, five], odds[:, INDEX[red]])
            odds[:, INDEX[red]] = odds[:, five] - _NO_RED_ODDS
        return odds


def pooled(maps: NDArray[np.float32]) -> NDArray[np.float32]:
    """``(N, D)`` float32 of maps ``(N, C, H, W)``, averaged over two by two places.

    >>> pooled(np.arange(4, dtype=np.float32).reshape(1, 1, 2, 2)).tolist()
    [[1.5]]
    """
    count, channels, height, width = maps.shape
    even = maps[:, :, : height // 2 * 2, : width // 2 * 2]
    halves = even.reshape(count, channels, height // 2, 2, width // 2, 2).mean(axis=(3, 5))
    return np.asarray(halves.reshape(count, channels * (height // 2) * (width // 2)), np.float32)


def normalised(rows: NDArray[np.float32]) -> NDArray[np.float32]:
    """Vectors, along the last axis, scaled to length 1; vectors of length 0 stay as they are.

    >>> normalised(np.array([[3, 4], [0, 0]], np.float32)).tolist()
    [[0.6000000238418579, 0.800000011920929], [0.0, 0.0]]
    """
    lengths = np.linalg.norm(rows, axis=-1, keepdims=True)
    return np.asarray(rows / np.maximum(lengths, 1e-9), np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class PrototypeHead:
    """Distinguishes the faces of a set by comparing the reader's map of a tile with prototypes.

    Attributes:
        faces: ``(M,)`` intp, indices of labels: the face of each prototype; a face may have several.
        tops: ``(M,)`` intp: the crop's edge at each prototype's top, 0 to 3.
        axes: ``(D, A)`` float32: projects a map to where the faces are separate.
        offset: ``(A,)`` float32, added to the projection.
        means: ``(M, A)`` float32 of length 1: each prototype's place there.
        sharpness: factor from likeness, -1 to 1, to log odds.
        trust: weight of the layer beside likeness, 0 to 1.
    """

    faces: NDArray[np.intp]
    tops: NDArray[np.intp]
    axes: NDArray[np.float32]
    offset: NDArray[np.float32]
    means: NDArray[np.float32]
    sharpness: float
    trust: float

    def __post_init__(self) -> None:
        """Refuse arrays that do not belong together.

        Raises:
            ValueError: naming the shapes.
        """
        (count,), (_, size) = self.faces.shape, self.axes.shape
        fits = self.offset.shape == (size,) and self.means.shape == (count, size)
        if not fits or self.tops.shape != (count,) or not count:
            message = (
                f"PrototypeHead: {self.axes.shape}, {self.offset.shape}, {self.means.shape} of {count} faces "
                f"and {self.tops.shape} tops"
            )
            raise ValueError(message)

    @property
    def worth(self) -> float:
        """Weight of the likeness to prototypes in deciding a tile's top, 0 to 1.

        >>> none, one = np.zeros(1, np.intp), np.ones((1, 1), np.float32)
        >>> PrototypeHead(none, none, one, one[0], one, sharpness=3.0, trust=1.0).worth
        0.25
        """
        return min(1.0, self.sharpness / WORTH)

    def similarities(self, maps: NDArray[np.float32]) -> NDArray[np.float32]:
        """The cosine similarity of maps ``(..., D)`` to each prototype: ``(..., M)``, -1 to 1."""
        return np.asarray(normalised(maps @ self.axes + self.offset) @ self.means.T, np.float32)

    def face_similarities(self, maps: NDArray[np.float32]) -> tuple[NDArray[np.intp], NDArray[np.float32]]:
        """The faces with prototypes, ``(F,)``, and the similarity of ``(N, D)`` maps to each, ``(N, F)``.

        A face with several prototypes counts by the most similar one; similarities are -1 to 1.
        """
        similarities = self.similarities(maps)
        faces = np.unique(self.faces)
        return faces, np.stack([similarities[:, self.faces == face].max(axis=1) for face in faces], axis=1)

    def turn(self, maps: NDArray[np.float32], top_edge_probs: NDArray[np.float32]) -> NDArray[np.intp]:
        """``(N,)`` which crop of each tile is more similar to the set's faces: 0 as found, 1 turned.

        ``maps`` are ``(2, N, D)``, as found and turned by a quarter; the probabilities are of the tile as
        found.

        From a low camera a tile looks wider than long, so its quad may start at a long edge: then the crop
        turned by a quarter shows the face upright.
        """
        as_found, turned = self.similarities(maps).max(axis=2)
        across, along = (np.maximum(top_edge_probs[:, first::2].sum(axis=1), 1e-6) for first in (1, 0))
        margin = np.clip(_MARGIN_PER_ODDS * np.log(along / across), 0, _MAX_MARGIN)
        return np.asarray(self.worth * (turned - as_found) > margin, np.intp)

    def top_edge_probs(
        self, maps: NDArray[np.float32], faces: NDArray[np.intp], by_reader: NDArray[np.float32]
    ) -> NDArray[np.float32]:
        """``(N, 4)`` probabilities that each edge is a tile's top, from its face's prototypes and the reader.

        They are the reader's own if a face has no prototype. ``maps`` are those of `turn`.
        """
        similarities = self.similarities(maps)
        best = np.full(by_reader.shape, -np.inf, np.float32)
        for turn in (0, 1):
            for top in np.unique(self.tops):
                prototypes = np.flatnonzero(self.tops == top)
                of_face = similarities[turn][:, prototypes]
                of_face[np.not_equal.outer(faces, self.faces[prototypes])] = -np.inf
                edge = (top - turn) % 4
                best[:, edge] = np.maximum(best[:, edge], of_face.max(axis=1))
        has_prototypes = np.asarray(np.isfinite(best).all(axis=1))
        weight = _TOP_FACTOR * self.worth * _trust(np.where(has_prototypes, best.max(axis=1), -1.0))
        odds = np.log(np.maximum(by_reader, 1e-6))
        odds = odds + weight[:, None] * np.where(has_prototypes[:, None], best, 0.0)
        powers = np.exp(odds - odds.max(axis=1, keepdims=True))
        return np.asarray(powers / powers.sum(axis=1, keepdims=True), np.float32)

    def __call__(self, odds: NDArray[np.float32], maps: NDArray[np.float32]) -> NDArray[np.float32]:
        """``(N, 39)`` log odds of faces by the layer, corrected by ``(N, D)`` maps' likeness to prototypes.

        Only faces with prototypes redistribute their probability among themselves; their sum and every other
        face stay as the layer has them. A tile similar to no prototype does not change.
        """
        faces, similarities = self.face_similarities(maps)
        out = log_softmax(odds.astype(np.float64))
        by_layer = out[:, faces]
        top = by_layer.max(axis=1, keepdims=True)
        total = top + np.log(np.exp(by_layer - top).sum(axis=1, keepdims=True))
        trust = _trust(similarities.max(axis=1))[:, None]
        layer_weight = 1 - trust * (1 - self.trust)
        out[:, faces] = total + log_softmax(layer_weight * by_layer + trust * self.sharpness * similarities)
        return out.astype(np.float32)


def _trust(similarities: NDArray[np.float32]) -> NDArray[np.float32]:
    """Weight of prototypes for tiles, from the greatest similarity, 0 to 1."""
    none, full = _TRUSTED
    return np.asarray(np.clip((similarities - none) / (full - none), 0, 1), np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class Examples(ParallelArrays):
    """Tiles of a set, as the reader sees them.

    Attributes:
        features: ``(N, V, K)`` float32: V crops of each tile, the first as it was found.
        coloured: ``(N, V, K)`` float32: the same in colour if the set is read in greys; else None.
        faces: ``(N,)`` intp: indices of labels.
        photos: ``(N,)`` intp: numbers of the photos they were cut from.
    """

    features: NDArray[np.float32]
    coloured: NDArray[np.float32] | None
    faces: NDArray[np.intp]
    photos: NDArray[np.intp]

    def counts(self) -> dict[str, int]:
        """The number of examples of each face, in the order of the labels.

        >>> none = np.zeros((2, 1, 1), np.float32)
        >>> Examples(none, None, np.array([1, 0]), np.array([0, 0])).counts()
        {'1m': 1, '2m': 1}
        """
        faces, counts = np.unique(self.faces, return_counts=True)
        return {LABELS[face]: int(count) for face, count in zip(faces, counts, strict=True)}


@dataclass(frozen=True, slots=True)
class HeldOut:
    """How tiles of held-out photos were read.

    Attributes:
        of: how many tiles.
        before: how many were read right by the network alone.
        after: how many after learning from the other photos.
    """

    of: int = 0
    before: int = 0
    after: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class TileSet:
    """A learnt set.

    Attributes:
        name: its name for people.
        reader: SHA-256 of the file of the reader that gave these features.
        layer: from features to faces.
        prototype_head: distinguishes its faces on the reader's map; None for the layer alone.
        coloured: the layer for crops in colour that recognises red fives of a set read in greys; or None.
        color_transform: how its photos are shown to the networks.
        firm_score: least objectness of a detection that counts on its photos; None for the model's own.
        examples: its examples, for further learning and to recognise the set.
        held_out: results on held-out photos.
        made: when it was learnt, ISO 8601.
        unchanged: faces that the network alone read better on held-out photos: they are read as before.
    """

    name: str
    reader: str
    layer: Layer
    examples: Examples
    prototype_head: PrototypeHead | None = None
    coloured: Layer | None = None
    color_transform: ColorTransform = PLAIN
    firm_score: float | None = None
    held_out: HeldOut = field(default_factory=HeldOut)
    made: str = ""
    unchanged: tuple[str, ...] = ()

    @property
    def knows_reds(self) -> bool:
        """Whether red fives of the set were learnt."""
        return bool(np.isin(self.examples.faces, [LABELS.index(face) for face in RED_FIVES]).any())

    def finder(self, settings: FinderSettings) -> FinderSettings:
        """The finder's settings for photos of the set, from those for any set."""
        # The learnt set counts for more than the finder's classes.
        settings = replace(settings, names_faces=False)
        if self.firm_score is None:
            return settings
        min_score = min(settings.min_score, self.firm_score)
        return replace(settings, firm_score=self.firm_score, min_score=min_score)

    def refuse_other_reader(self, settings: ReaderSettings) -> None:
        """Refuse a reader other than the one it was learnt with.

        Raises:
            OtherReaderError: it was learnt with another reader.
        """
        if self.reader != settings.sha256:
            raise OtherReaderError(self.name, self.reader)
