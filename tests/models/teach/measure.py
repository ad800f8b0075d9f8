"""How well a set is read after a few examples of each face, measured on photos that gave no example."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from yakulens.models.teach.heads import fit_heads
from yakulens.models.teach.prototype_head import Maps
from yakulens.models.teach.shown import best_color_transform, extract_examples, quads_shown
from yakulens.vision.coroutines import run
from yakulens.vision.labels import BACK, INDEX, LABELS, OTHER, RED_FIVES, plain
from yakulens.vision.naming.crop_answers import softmax
from yakulens.vision.naming.namer import by_prototypes
from yakulens.vision.naming.tile_set import Examples, pooled
from yakulens.vision.picture.color_transform import PLAIN
from yakulens.vision.picture.show import show_photo

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from yakulens.models.teach.examples import PhotoTiles
    from yakulens.models.teach.feature_extractor import FeatureExtractor
    from yakulens.models.teach.heads import AdaptedHeads
    from yakulens.vision.naming.tile_set import Layer
    from yakulens.vision.picture.color_transform import ColorTransform

EXAMPLES: Final = (1, 2, 5)
SURE: Final = 0.9
_FIVES: Final = [INDEX[label] for red in RED_FIVES for label in (red, plain(red))]
_EITHER_WAY: Final = [
    *(INDEX[f"{n}p"] for n in (0, 1, 2, 4, 5, 8, 9)),
    *(INDEX[f"{n}s"] for n in (0, 2, 3, 4, 5, 6, 8, 9)),
    *(INDEX[label] for label in ("5z", BACK, OTHER)),
]
"""Faces that are, or nearly are, the same upside down: these show no top."""


class Score(NamedTuple):
    """Shares of tiles read right, and read wrong for sure; seconds of processor time for learning."""

    right: float
    wrong: float
    seconds: float = 0.0


class Fault(NamedTuple):
    """A tile read wrong for sure: photo and tile by position, by which column, as what, how surely."""

    photo: int
    tile: int
    column: str
    read: str
    score: float


@dataclass(frozen=True, slots=True)
class Views:
    """A set as the reader sees it.

    Attributes:
        plain: its tiles on the photos as they are.
        shown: the same under the colour transform that was chosen.
        maps: of these.
        aside: features ``(N, 2, K)`` of these turned by a quarter, either way.
        aside_maps: maps ``(N, 2, D)`` of these turned by a quarter, either way.
        ups: ``(N, 4)`` by the reader, as found.
    """

    plain: Examples
    shown: Examples
    maps: Maps
    aside: NDArray[np.float32]
    aside_maps: NDArray[np.float16]
    ups: NDArray[np.float32]

    @classmethod
    def of(cls, tiles: Sequence[PhotoTiles], extractor: FeatureExtractor) -> Views:
        """Look at every tile of a set; the colour transform is chosen by one example a face."""
        # What is held back is of photos that teach nothing, also when the colour transform is chosen.
        numbers = np.repeat(np.arange(len(tiles)), [len(part.faces) for part in tiles])
        blank = np.zeros((len(numbers), 1, 1), np.float32)
        faces = np.concatenate([part.faces for part in tiles])
        some = drawn(Examples(blank, None, faces, numbers), 1, 0)[0]
        shows = [np.isin(np.flatnonzero(numbers == number), some) for number in range(len(tiles))]
        chosen = [part.take(mask) for part, mask in zip(tiles, shows, strict=True)]
        color_transform = run(best_color_transform([part for part in chosen if len(part.faces)], extractor))
        shown, maps = run(extract_examples(tiles, extractor, color_transform))
        plain = shown if color_transform == PLAIN else _as_it_is(tiles, extractor)
        return cls(plain, shown, maps, *_aside(tiles, extractor, color_transform))

    def save(self, path: Path) -> None:
        """Write them to an ``.npz`` file."""
        coloured = self.shown.coloured
        arrays = {
            "plain": self.plain.features,
            "shown": self.shown.features,
            "maps": self.maps.values,
            "faces": self.shown.faces,
            "photos": self.shown.photos,
            "aside": self.aside,
            "aside_maps": self.aside_maps,
            "ups": self.ups,
        }
        np.savez(path, **arrays, **({} if coloured is None else {"coloured": coloured}))  # type: ignore[arg-type]

    @classmethod
    def load(cls, path: Path) -> Views:
        """Read them from the file."""
        with np.load(path, allow_pickle=False) as kept:
            arrays = dict(kept)
        faces, photos = arrays["faces"], arrays["photos"]
        return cls(
            Examples(arrays["plain"], None, faces, photos),
            Examples(arrays["shown"], arrays.get("coloured"), faces, photos),
            Maps(arrays["maps"], faces),
            arrays["aside"],
            arrays["aside_maps"],
            arrays["ups"],
        )


def drawn(examples: Examples, count: int, seed: int) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """``count`` examples of each face from photos in random order, and all tiles of the other photos."""
    rng = np.random.default_rng(seed)
    photos = rng.permutation(np.unique(examples.photos))
    taken: list[int] = []
    counts: dict[int, int] = {}
    used = []
    for photo in photos[: max(1, len(photos) * 2 // 3)]:
        for tile in rng.permutation(np.flatnonzero(examples.photos == photo)).tolist():
            face = int(examples.faces[tile])
            if counts.get(face, 0) < count:
                counts[face] = counts.get(face, 0) + 1
                taken.append(tile)
                used.append(photo)
    return np.array(taken, np.intp), np.flatnonzero(~np.isin(examples.photos, used))


def read(views: Views, layer: Layer, heads: AdaptedHeads | None = None) -> NDArray[np.float32]:
    """``(N, 39)`` probabilities as doubtful tiles are read: the mean of as found and upside down."""
    both = []
    for way in (0, 1):
        features = np.stack([views.shown.features[:, way], views.aside[:, way]])
        if heads is None:
            both.append(softmax(layer(features[0]), 1.0))
        else:
            maps = np.stack([views.maps.values[:, way, 0], views.aside_maps[:, way]]).astype(np.float32)
            both.append(by_prototypes(layer, heads.prototype_head, features, maps, views.ups))
    return np.asarray(np.mean(both, axis=0))


def measured(
    views: Views, extractor: FeatureExtractor, seed: int, *, rendered: bool = False
) -> tuple[dict[str, Score], list[Fault]]:
    """The columns of one set by one draw, and what was read wrong for sure."""
    scores: dict[str, Score] = {}
    faults: list[Fault] = []
    faces = views.shown.faces
    # Whether the set has red fives is what a person says of it, or shows.
    taught_by = extractor.of_set(reds=bool(np.isin(faces, _FIVES[::2]).any()))
    first = np.flatnonzero(np.diff(views.shown.photos, prepend=-1))
    at = np.arange(len(faces)) - np.repeat(first, np.diff([*first, len(faces)]))

    known_tops = rendered & ~np.isin(faces, _EITHER_WAY)

    def aside(
        what: str, tiles: NDArray[np.intp], said: NDArray[np.float32], ups: NDArray[np.float32]
    ) -> None:
        """What is right of red and plain fives, and of which edge is the top."""
        fives = tiles[np.isin(faces[tiles], _FIVES)] if np.isin(faces, _FIVES[::2]).any() else tiles[:0]
        tops = tiles[known_tops[tiles]]
        if len(fives):
            scores[f"fives {what}"] = Score(float((said[fives].argmax(axis=1) == faces[fives]).mean()), 0.0)
        if len(tops):
            scores[f"tops {what}"] = Score(float((ups[tops].argmax(axis=1) == 0).mean()), 0.0)

    def score(column: str, said: NDArray[np.float32], tiles: NDArray[np.intp]) -> Score:
        best, sureness = said.argmax(axis=1), said.max(axis=1)
        right = best == faces[tiles]
        surely_wrong = ~right & (sureness >= SURE)
        for k in np.flatnonzero(surely_wrong).tolist():
            tile = tiles[k]
            photo = int(views.shown.photos[tile])
            faults.append(Fault(photo, int(at[tile]), column, LABELS[best[k]], round(float(sureness[k]), 4)))
        scores[column] = Score(float(right.mean()), float(surely_wrong.mean()))
        return scores[column]

    every = np.arange(len(faces))
    unshown = np.mean([softmax(extractor.layer(views.plain.features[:, way]), 1.0) for way in (0, 1)], axis=0)
    score("network", unshown, every)
    shown_so = read(views, extractor.layer)
    score("shown so", shown_so, every)
    aside("shown so", every, shown_so, views.ups)
    for count in EXAMPLES:
        taken, left = drawn(views.shown, count, seed)
        if not len(left):
            continue
        start = time.process_time()
        heads = fit_heads(views.shown[taken], views.maps[taken], taught_by.layer, taught_by.known)
        seconds = time.process_time() - start
        before = score(f"same tiles {count}", unshown[left], left)
        score(f"layer {count}", read(views, heads.layer)[left], left)
        said = read(views, heads.layer, heads)
        after = score(f"learnt {count}", said[left], left)
        both = np.stack([views.maps.values[:, 0, 0], views.aside_maps[:, 0]]).astype(np.float32)
        tops = heads.prototype_head.top_edge_probs(both, said.argmax(axis=1), views.ups)
        aside(f"learnt {count}", left, said, tops)
        scores[f"learnt {count}"] = after._replace(seconds=seconds)
        scores[f"gain {count}"] = Score(after.right - before.right, after.wrong - before.wrong)
    return scores, faults


def _aside(
    tiles: Sequence[PhotoTiles], extractor: FeatureExtractor, color_transform: ColorTransform
) -> tuple[NDArray[np.float32], NDArray[np.float16], NDArray[np.float32]]:
    """Features and maps of tiles turned by a quarter, either way, as found from low; and ups."""
    features, maps, ups = [], [], []
    for part in tiles:
        shown, quads = show_photo(color_transform, part.photo), quads_shown(part, color_transform)
        each = [extractor.reader.features(shown.inks, np.roll(quads, turn, axis=1)) for turn in (1, 3)]
        features.append(np.stack([one for one, _ in each], axis=1))
        maps.append(np.stack([pooled(one) for _, one in each], axis=1).astype(np.float16))
        ups.append(extractor.reader.read_once(shown.inks, quads).top_edge_probs)
    return np.concatenate(features), np.concatenate(maps), np.concatenate(ups)


def _as_it_is(tiles: Sequence[PhotoTiles], extractor: FeatureExtractor) -> Examples:
    """Features of tiles on the photos as they are, as found and upside down."""
    both = [
        np.stack(
            [extractor.reader.features(part.photo, np.roll(part.quads, turn, axis=1))[0] for turn in (0, 2)],
            axis=1,
        )
        for part in tiles
    ]
    numbers = np.repeat(np.arange(len(tiles)), [len(part.faces) for part in tiles])
    return Examples(np.concatenate(both), None, np.concatenate([part.faces for part in tiles]), numbers)
