"""A bank of a recogniser's predictions for known tiles and false detections, replayed in training scenes.

The layout network learns from scenes without pixels. Its label and top probabilities are drawn from rows that
a recogniser predicted on photos and rendered pictures; those of one scene come from a few similar photos.
Synthetic probabilities look different from real ones, and a network would learn that difference.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import chain, pairwise
from pathlib import Path
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from yakulens.datasets.render.choice import one_of
from yakulens.datasets.render.designs import TileDesigns
from yakulens.datasets.render.render import findable_tiles
from yakulens.datasets.render.training_picture import random_picture
from yakulens.models.train.layout_faults import LOOKALIKE_INDICES, Faults, Predictions, SyntheticRecogniser
from yakulens.models.train.real_photos import CUT_GROUPS, UNREADABLE_ARRAYS, RealPhoto, by_tile_set
from yakulens.scorer.whole_file import write_whole
from yakulens.vision.detections import Detections
from yakulens.vision.geometry.quads import quads_of
from yakulens.vision.labels import BACK, INDEX, LABELS, TILE
from yakulens.vision.layout.on_table import observe
from yakulens.vision.layout.read import asked_about
from yakulens.vision.picture.photo import Photo
from yakulens.vision.picture.pyramid import Pyramid
from yakulens.vision.recognise import Recogniser

_SIZES: Final = ((960, 1280), (1280, 960), (600, 800))
_SCALE: Final = (16.0, 110.0)
_MIN_VISIBLE: Final = 0.75
"""Visible share from which a rendered tile must be found."""
_MIN_VISIBLE_ANY: Final = 0.15
"""Visible share from which a detection of a tile is no stray."""
_NEAR: Final = 0.4
"""Maximum distance of a detection's centre from that of the tile it shows, in short sides of the tile."""
_SIMILAR_PHOTOS: Final = 12
"""Number of photos, read about equally well, that the rows of a scene are drawn from."""
_QUALITY: Final = (1.0, 2.5)
"""Beta distribution of how badly those photos were read, 0 (best) to 1 (worst): pictures rendered for
training are harder to read than usual photos."""
_ANY_PHOTO: Final = 0.1
"""Share of tiles whose row is drawn from any photo."""
_NO_TILE: Final = -1
_MAX_PER_SET: Final = 28
"""Maximum number of photos of one tile set."""
_BACKS: Final = 0.2
"""Share of strays that look like a face-down tile. The bank has none from photos, where it may be the rear of
a standing tile."""
_MIN_MISS_RATE: Final = 1e-3
"""Lower bound of the mean miss rate, so that no label is missed much more often than the others."""


@dataclass(frozen=True, slots=True, eq=False)
class SeenTiles:
    """N detections with known truth.

    Attributes:
        truth: ``(N,)`` int16 label index of each, -1 for a false detection.
        photo: ``(N,)`` int32 number of its photo.
        faces: ``(N, 39)`` float32 label probabilities by the reader.
        ups: ``(N, 4)`` float32 top edge probabilities; edge 0 is the true top.
        objectness: ``(N,)`` float32.
        missed: ``(39,)`` float32 share of the tiles of each label that were not found.
    """

    truth: NDArray[np.int16]
    photo: NDArray[np.int32]
    faces: NDArray[np.float32]
    ups: NDArray[np.float32]
    objectness: NDArray[np.float32]
    missed: NDArray[np.float32]

    def save(self, path: Path) -> None:
        """Write an ``.npz`` file and create missing folders."""
        path.parent.mkdir(parents=True, exist_ok=True)
        halved = {name: getattr(self, name).astype(np.float16) for name in ("faces", "ups", "objectness")}
        arrays = io.BytesIO()
        np.savez_compressed(arrays, **{**asdict(self), **halved})
        write_whole(path, arrays.getvalue())

    @classmethod
    def load(cls, path: Path) -> SeenTiles:
        """Read a file that `save` wrote.

        Raises:
            OSError: the file does not exist.
            ValueError: `save` did not write it.
        """
        try:
            with np.load(path) as arrays:
                faces = arrays["faces"].astype(np.float32) + np.float32(1e-7)
                truth, photo = arrays["truth"].astype(np.int16), arrays["photo"].astype(np.int32)
                others = (arrays[name].astype(np.float32) for name in ("ups", "objectness", "missed"))
                return cls(truth, photo, faces / faces.sum(axis=1, keepdims=True), *others)
        except FileNotFoundError:
            raise
        except UNREADABLE_ARRAYS as error:
            message = "it is damaged, or does not hold what was seen of tiles"
            raise ValueError(message) from error


class SeenBank(SyntheticRecogniser):
    """A recogniser of scenes that replays a file's rows instead of synthetic ones."""

    def __init__(self, tiles: SeenTiles) -> None:
        """Sort the rows by label.

        Raises:
            ValueError: a label has no row, or no row is a stray.
        """
        self.tiles = tiles
        order = np.argsort(tiles.truth, kind="stable")
        cuts = np.searchsorted(tiles.truth[order], np.arange(_NO_TILE, len(LABELS) + 1))
        self._strays, *self._rows_of = (order[start:end] for start, end in pairwise(cuts.tolist()))
        self._photos = _best_read_first(tiles)
        lacking = [LABELS[k] for k, rows in enumerate(self._rows_of) if not len(rows)]
        if lacking or not len(self._strays):
            message = f"nothing was seen of {', '.join(lacking) or 'what is no tile'}: read more pictures"
            raise ValueError(message)
        self.missed = tiles.missed.astype(np.float64) / max(float(tiles.missed.mean()), _MIN_MISS_RATE)

    def draw_rows(self, rng: np.random.Generator, truth: NDArray[np.intp]) -> NDArray[np.intp]:
        """Random row indices ``(N,)`` for N tiles of one photo with these label indices."""
        first = int(rng.beta(*_QUALITY) * max(len(self._photos) - _SIMILAR_PHOTOS, 0))
        similar = np.isin(self.tiles.photo, self._photos[first : first + _SIMILAR_PHOTOS])
        out = np.zeros(len(truth), np.intp)
        any_photo = rng.random(len(truth)) < _ANY_PHOTO
        for label in np.unique(truth).tolist():
            rows = self._rows_of[label]
            similar_rows = rows[similar[rows]]
            tiles = np.flatnonzero(truth == label)
            drawn = rows[rng.integers(len(rows), size=len(tiles))]
            if len(similar_rows):
                drawn_similar = similar_rows[rng.integers(len(similar_rows), size=len(tiles))]
                drawn = np.where(any_photo[tiles], drawn, drawn_similar)
            out[tiles] = drawn
        return out

    def read_tiles(self, rng: np.random.Generator, truth: NDArray[np.intp], faults: Faults) -> Predictions:
        """See `SyntheticRecogniser`. Only the fault ``mistaken`` counts: the rows have the others."""
        mistaken = rng.random(len(truth)) < faults.mistaken
        if mistaken.any():
            lookalikes = (LOOKALIKE_INDICES[label] or [label] for label in truth.tolist())
            other = np.array([one_of(rng, likes) for likes in lookalikes], np.intp)
            truth = np.where(mistaken, other, truth)
        return self._predictions(self.draw_rows(rng, truth))

    def read_strays(self, rng: np.random.Generator, count: int) -> Predictions:
        """See `SyntheticRecogniser`. Some strays are read as a face-down tile."""
        backs = self._rows_of[INDEX[BACK]]
        rows = np.where(
            rng.random(count) < _BACKS,
            backs[rng.integers(len(backs), size=count)],
            self._strays[rng.integers(len(self._strays), size=count)],
        )
        faces, tops, objectness = self._predictions(rows)
        factor = np.where(self.tiles.truth[rows] == _NO_TILE, 1.0, rng.uniform(0.3, 0.9, count))
        turns = (rng.integers(4, size=count)[:, None] + np.arange(4)) % 4
        return faces, np.take_along_axis(tops, turns, axis=1), objectness * factor

    def _predictions(self, rows: NDArray[np.intp]) -> Predictions:
        tiles = self.tiles
        faces, tops, objectness = (
            part[rows].astype(np.float64) for part in (tiles.faces, tiles.ups, tiles.objectness)
        )
        return faces, tops, objectness


def _best_read_first(tiles: SeenTiles) -> NDArray[np.int32]:
    """Photo numbers sorted by the mean probability of the true labels, highest first."""
    real = np.flatnonzero(tiles.truth != _NO_TILE)
    numbers, index = np.unique(tiles.photo[real], return_inverse=True)
    true_probs = tiles.faces[real, tiles.truth[real]].astype(np.float64)
    ordered: NDArray[np.int32] = numbers[np.argsort(-np.bincount(index, true_probs) / np.bincount(index))]
    return ordered


def balanced_by_set(photos: Sequence[RealPhoto], seed: int) -> list[RealPhoto]:
    """At most 28 random photos of each tile set, with boxes that hold whole, upright tiles."""
    usable = (p for p in photos if len(p.boxes) and not p.loose() and p.group not in CUT_GROUPS)
    rng = np.random.default_rng(seed)
    return [
        group[k]
        for group in by_tile_set(usable).values()
        for k in rng.permutation(len(group))[:_MAX_PER_SET].tolist()
    ]


def seen_tiles(
    recogniser: Recogniser, designs: TileDesigns, photos: Sequence[RealPhoto], rendered: int, seed: int
) -> SeenTiles:
    """The detections of a recogniser on ``rendered`` pictures and on photos with named boxes."""
    pictures = chain(
        (_rendered(recogniser, designs, np.random.default_rng([seed, k])) for k in range(rendered)),
        (_photographed(recogniser, photo) for photo in photos),
    )
    return _concatenated(pictures, rendered + len(photos))


_Matches: TypeAlias = "tuple[Detections, NDArray[np.int16], NDArray[np.intp], NDArray[np.intp]]"
"""Of one picture: the N detections with known truth, each from its top edge on; the label index of each,
``(N,)``, -1 for none; label indices of the tiles that must be found, and of those that were not."""


def _concatenated(pictures: Iterable[_Matches], count: int) -> SeenTiles:
    rows: list[tuple[NDArray[Any], ...]] = []
    totals = np.zeros((2, len(LABELS)))
    for number, (detections, labels, *tiles) in enumerate(pictures):
        photo = np.full(len(detections), number, np.int32)
        rows.append((labels, photo, detections.faces, detections.top_edge_probs, detections.objectness))
        totals += [np.bincount(part, minlength=len(LABELS)) for part in tiles]
        if number % 10 == 9:
            print(f"{number + 1} of {count} pictures read", flush=True)
    expected, missed = totals
    truth, photos, *said = (np.concatenate(parts) for parts in zip(*rows, strict=True))
    rates = missed / np.maximum(expected, 1)
    return SeenTiles(truth, photos, *(part.astype(np.float32) for part in (*said, rates)))


def _layout_input(recogniser: Recogniser, photo: Photo) -> Detections:
    """The detections of a photo that the layout network gets."""
    recognition = recogniser.recognise(photo)
    detections = asked_about(recognition.detections, recognition.unfiltered)
    return detections[observe(detections).source] if len(detections) else detections


def _rendered(recogniser: Recogniser, designs: TileDesigns, rng: np.random.Generator) -> _Matches:
    size = one_of(rng, _SIZES)
    picture = random_picture(designs, rng, size, _SCALE)
    truth = picture.truth
    detections = _layout_input(recogniser, Photo(Pyramid(picture.image), "rendered", ""))
    labels = np.array([INDEX[label] for label in truth.labels], np.intp)
    inside = (truth.quads >= 0).all(axis=(1, 2)) & (truth.quads < size[::-1]).all(axis=(1, 2))
    expected = np.isin(np.arange(len(labels)), findable_tiles(truth, _MIN_VISIBLE)) & inside
    seen, shown, asked, missed = _match(
        detections, truth.quads, labels, expected, truth.visible >= _MIN_VISIBLE_ANY
    )
    if not picture.upright_known:
        seen, shown = seen[shown == _NO_TILE], shown[shown == _NO_TILE]
    return seen, shown, asked, missed


def _photographed(recogniser: Recogniser, photo: RealPhoto) -> _Matches:
    detections = _layout_input(recogniser, Photo(Pyramid(photo.pixels()), photo.path.name, ""))
    corners = photo.corners()
    quads = np.where(np.isfinite(corners), corners, quads_of(photo.boxes))
    labels = np.array([INDEX.get(label, 0) for label in photo.labels], np.intp)
    named = np.array([label != TILE for label in photo.labels], bool)
    # The labels do not say which edge is the top; the reader is nearly always right about it.
    tops = detections.top_edge_probs.argmax(axis=1)
    seen, shown, asked, missed = _match(detections, quads, labels, named, np.ones(len(labels), bool), tops)
    if photo.complete:
        return seen, shown, asked, missed
    return seen[shown != _NO_TILE], shown[shown != _NO_TILE], asked[:0], missed[:0]


def _match(
    detections: Detections,
    quads: NDArray[np.float32],
    labels: NDArray[np.intp],
    expected: NDArray[np.bool_],
    in_view: NDArray[np.bool_],
    tops: NDArray[np.intp] | None = None,
) -> _Matches:
    """Match detections of one picture with T tiles, nearest pairs first.

    The tiles have quads ``(T, 4, 2)`` from the top left corner on, and label indices ``(T,)``. The masks
    ``(T,)`` mark tiles that must be found (``expected``) and tiles visible enough that a detection of them is
    no stray (``in_view``). ``tops`` ``(N,)`` are the detections' top edges, by default those of their tiles.
    """
    distances = np.linalg.norm(quads.mean(axis=1)[:, None] - detections.quads.mean(axis=1)[None], axis=2)
    sides = np.linalg.norm(quads - np.roll(quads, -1, axis=1), axis=2).min(axis=1)
    near = distances < _NEAR * np.maximum(sides, 1.0)[:, None]
    shown = np.full(len(detections), _NO_TILE, np.int16)
    nearest_tops = np.zeros(len(detections), np.intp)
    for tile, detection in _nearest_pairs(np.where(expected[:, None] & near, distances, np.inf)):
        shown[detection] = labels[tile]
        true_top = quads[tile, :2].mean(axis=0)
        corners = detections.quads[detection]
        edges = (corners + np.roll(corners, -1, axis=0)) / 2
        nearest_tops[detection] = int(np.linalg.norm(edges - true_top, axis=1).argmin())
    # The truth lacks the rears of standing tiles, which are detected as face-down tiles.
    stray = ~(near & in_view[:, None]).any(axis=0) & (detections.faces.argmax(axis=1) != INDEX[BACK])
    missed = expected & ~near.any(axis=1)
    used = (shown != _NO_TILE) | stray
    edges = ((nearest_tops if tops is None else tops)[:, None] + np.arange(4)) % 4
    from_top = np.take_along_axis(detections.top_edge_probs, edges, axis=1)
    return replace(detections, top_edge_probs=from_top)[used], shown[used], labels[expected], labels[missed]


def _nearest_pairs(distances: NDArray[np.float64]) -> Iterator[tuple[int, int]]:
    """Row and column of finite distances, nearest first, with each row and column at most once."""
    remaining = distances.copy()
    while remaining.size and np.isfinite(smallest := remaining.min()):
        row, column = (int(k) for k in np.argwhere(remaining == smallest)[0])
        yield row, column
        remaining[row], remaining[:, column] = np.inf, np.inf
