"""What a recogniser really makes of tiles whose faces are known, and of what is no tile.

The layout network learns from scenes without pixels. What a reader says there of each tile is drawn from
rows that it said of photos and rendered pictures, several of one photo together: made-up probabilities look
different from real ones, and a network learns the difference instead of the table.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, pairwise
from pathlib import Path
from typing import Final
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from yakulens.vision.detections import Detections
from yakulens.vision.imports.mirror import quads_of
from yakulens.vision.labels import BACK, INDEX, LABELS, TILE
from yakulens.vision.layout.observed import observe
from yakulens.vision.layout.read import asked_about
from yakulens.vision.picture.photo import Photo
from yakulens.vision.picture.pyramid import Pyramid
from yakulens.vision.recognise import Recogniser
from yakulens.vision.synth.designs import TileDesigns
from yakulens.vision.synth.picture_truth import seen
from yakulens.vision.synth.training_picture import random_picture
from yakulens.vision.train.layout_faults import LIKE, Faults, Said
from yakulens.vision.train.real_photos import CUT_GROUPS, RealPhoto

_SIZES: Final = ((960, 1280), (1280, 960), (600, 800))
_SCALE: Final = (16.0, 110.0)
_WHOLE: Final = 0.75
"""A rendered tile of which less is in view need not be found."""
_AT_ALL: Final = 0.15
"""What is found where so much of a tile is in view is no stray."""
_NEAR: Final = 0.4
"""A detection whose middle lies nearer to a tile's, in its short sides, shows that tile."""
_ALIKE: Final = 12
"""The tiles of a scene are read as those of so many photos were that are read about as well."""
_WELL: Final = (1.0, 2.5)
"""Of the photos, the best read being 0 and the worst 1, one is drawn from this beta distribution: pictures
rendered to teach are harder to read than what is photographed."""
_ANYWHERE: Final = 0.1
"""Share of tiles that are read as on any photo."""
_NO_TILE: Final = -1
_OF_A_SET: Final = 28
"""So many photos of a tile set are read at most."""
_LIKE_BACKS: Final = 0.2
"""Share of strays that look like a face-down tile. Pictures cannot tell: rears of standing tiles do too."""
_SELDOM: Final = 1e-3
"""Where fewer tiles are missed, none is missed more often than others."""


@dataclass(frozen=True, slots=True, eq=False)
class SeenTiles:
    """N detections whose truth is known.

    Attributes:
        truth: ``(N,)`` int16 index of the label that it shows, -1 where it is no tile.
        photo: ``(N,)`` int32 number of the photo that it was found on.
        faces: ``(N, 39)`` float32 probability of each label, as the reader gave it.
        ups: ``(N, 4)`` float32 probability of each edge being the top, the true top being edge 0.
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
        """Keep it in an ``.npz`` file."""
        path.parent.mkdir(parents=True, exist_ok=True)
        np.savez_compressed(
            path,
            truth=self.truth,
            photo=self.photo,
            faces=self.faces.astype(np.float16),
            ups=self.ups.astype(np.float16),
            objectness=self.objectness.astype(np.float16),
            missed=self.missed,
        )

    @classmethod
    def load(cls, path: Path) -> SeenTiles:
        """Read what `save` kept.

        Raises:
            OSError: there is no such file.
            ValueError: it is of another kind.
        """
        try:
            with np.load(path) as kept:
                faces = kept["faces"].astype(np.float32) + np.float32(1e-7)
                return cls(
                    kept["truth"].astype(np.int16),
                    kept["photo"].astype(np.int32),
                    faces / faces.sum(axis=1, keepdims=True),
                    kept["ups"].astype(np.float32),
                    kept["objectness"].astype(np.float32),
                    kept["missed"].astype(np.float32),
                )
        except (KeyError, TypeError, AttributeError, EOFError, BadZipFile) as error:
            message = f"it does not hold what was seen of tiles ({error})"
            raise ValueError(message) from error


class SeenBank:
    """Draws what a recogniser says of tiles, as it said it of tiles with the same face."""

    def __init__(self, tiles: SeenTiles) -> None:
        """Sort the rows by what they show."""
        self.tiles = tiles
        order = np.argsort(tiles.truth, kind="stable")
        cuts = np.searchsorted(tiles.truth[order], np.arange(_NO_TILE, len(LABELS) + 1))
        parts = [order[a:b] for a, b in pairwise(cuts.tolist())]
        self._strays, self._of = parts[0], parts[1:]
        self._photos = _best_first(tiles)
        without = [LABELS[k] for k, part in enumerate(self._of) if not len(part)]
        if without or not len(self._strays):
            message = f"nothing was seen of {', '.join(without) or 'what is no tile'}: read more pictures"
            raise ValueError(message)
        self.missed = tiles.missed.astype(np.float64) / max(float(tiles.missed.mean()), _SELDOM)

    def rows(self, rng: np.random.Generator, truth: NDArray[np.intp]) -> NDArray[np.intp]:
        """``(N,)`` a row for each of N tiles of one photo, by the label that each shows."""
        first = int(rng.beta(*_WELL) * max(len(self._photos) - _ALIKE, 0))
        chosen = np.isin(self.tiles.photo, self._photos[first : first + _ALIKE])
        out = np.zeros(len(truth), np.intp)
        anywhere = rng.random(len(truth)) < _ANYWHERE
        for label in np.unique(truth).tolist():
            every = self._of[label]
            few = every[chosen[every]]
            here = np.flatnonzero(truth == label)
            drawn = every[rng.integers(len(every), size=len(here))]
            if len(few):
                alike = few[rng.integers(len(few), size=len(here))]
                drawn = np.where(anywhere[here], drawn, alike)
            out[here] = drawn
        return out

    def said(self, rng: np.random.Generator, truth: NDArray[np.intp], has: Faults) -> Said:
        """What a recogniser said of N tiles of one photo, drawn from what it said of such tiles.

        The share ``mistaken`` of them gets what was said of a tile that looks alike; the other faults are in
        what was said.
        """
        astray = rng.random(len(truth)) < has.mistaken
        if not astray.any():
            return self._of_rows(self.rows(rng, truth))
        likes = (LIKE[k] or [k] for k in truth.tolist())
        other = np.array([like[int(rng.integers(len(like)))] for like in likes], np.intp)
        return self._of_rows(self.rows(rng, np.where(astray, other, truth)))

    def taken_for_tiles(self, rng: np.random.Generator, count: int) -> Said:
        """What is said of so many things that are no tile, some of them taken for a face-down one."""
        backs = self._of[INDEX[BACK]]
        rows = np.where(
            rng.random(count) < _LIKE_BACKS,
            backs[rng.integers(len(backs), size=count)],
            self._strays[rng.integers(len(self._strays), size=count)],
        )
        faces, ups, sure = self._of_rows(rows)
        weaker = np.where(self.tiles.truth[rows] == _NO_TILE, 1.0, rng.uniform(0.3, 0.9, count))
        return faces, np.take_along_axis(ups, _turns(rng, count), axis=1), sure * weaker

    def _of_rows(self, rows: NDArray[np.intp]) -> Said:
        said = self.tiles
        return tuple(np.float64(part[rows]) for part in (said.faces, said.ups, said.objectness))  # type: ignore[return-value]


def _best_first(tiles: SeenTiles) -> NDArray[np.int32]:
    """The numbers of the photos, those whose tiles are read best first."""
    real = np.flatnonzero(tiles.truth != _NO_TILE)
    photos, number = np.unique(tiles.photo[real], return_inverse=True)
    right = tiles.faces[real, tiles.truth[real]].astype(np.float64)
    worst_last: NDArray[np.int32] = photos[np.argsort(-np.bincount(number, right) / np.bincount(number))]
    return worst_last


def _turns(rng: np.random.Generator, count: int) -> NDArray[np.intp]:
    return (rng.integers(4, size=count)[:, None] + np.arange(4)) % 4


def evenly(photos: Sequence[RealPhoto], seed: int) -> list[RealPhoto]:
    """At most so many of each tile set's photos: those whose boxes hold whole, upright tiles."""
    sets: dict[str, list[RealPhoto]] = {}
    for photo in photos:
        if len(photo.boxes) and not photo.loose() and photo.group not in CUT_GROUPS:
            sets.setdefault(photo.tile_set, []).append(photo)
    rng = np.random.default_rng(seed)
    return [own[k] for _, own in sorted(sets.items()) for k in rng.permutation(len(own))[:_OF_A_SET].tolist()]


def seen_tiles(
    recogniser: Recogniser, designs: TileDesigns, photos: Sequence[RealPhoto], rendered: int, seed: int
) -> SeenTiles:
    """What a recogniser makes of photos with named boxes and of so many rendered pictures."""
    both = chain(
        (_rendered(recogniser, designs, np.random.default_rng([seed, k])) for k in range(rendered)),
        (_photographed(recogniser, photo) for photo in photos),
    )
    return _collected(both, rendered + len(photos))


@dataclass(frozen=True, slots=True, eq=False)
class _Matched:
    """What was found on one picture: for each detection what it shows, and what was not found."""

    found: Detections
    truth: NDArray[np.int16]
    top: NDArray[np.intp]
    told: NDArray[np.bool_]
    asked: NDArray[np.intp]
    missed: NDArray[np.intp]


def _collected(pictures: Iterable[_Matched], count: int) -> SeenTiles:
    truth, photo, faces, ups, sure = [], [], [], [], []
    asked, missed = np.zeros(len(LABELS)), np.zeros(len(LABELS))
    for number, one in enumerate(pictures):
        start = (one.top[:, None] + np.arange(4)) % 4
        truth.append(one.truth[one.told])
        photo.append(np.full(int(one.told.sum()), number, np.int32))
        faces.append(one.found.faces[one.told])
        ups.append(np.take_along_axis(one.found.top_edge_probs, start, axis=1)[one.told])
        sure.append(one.found.objectness[one.told])
        np.add.at(asked, one.asked, 1)
        np.add.at(missed, one.missed, 1)
        if number % 10 == 9:
            print(f"{number + 1} of {count} pictures read", flush=True)
    return SeenTiles(
        np.concatenate(truth),
        np.concatenate(photo),
        np.concatenate(faces).astype(np.float32),
        np.concatenate(ups).astype(np.float32),
        np.concatenate(sure).astype(np.float32),
        (missed / np.maximum(asked, 1)).astype(np.float32),
    )


def _found(recogniser: Recogniser, photo: Photo) -> Detections:
    """What the layout is asked about on a photo."""
    done = recogniser.recognise(photo)
    every = asked_about(done.detections, done.unfiltered)
    return every[observe(every).source] if len(every) else every


def _rendered(recogniser: Recogniser, designs: TileDesigns, rng: np.random.Generator) -> _Matched:
    size = _SIZES[int(rng.integers(len(_SIZES)))]
    picture = random_picture(designs, rng, size, _SCALE)
    found, truth = _found(recogniser, Photo(Pyramid(picture.image), "rendered", "")), picture.truth
    labels = np.array([INDEX[label] for label in truth.labels], np.intp)
    inside = (truth.quads >= 0).all(axis=(1, 2)) & (truth.quads < size[::-1]).all(axis=(1, 2))
    whole = np.isin(np.arange(len(labels)), seen(truth, _WHOLE)) & inside
    one = _matched(found, truth.quads, labels, whole, truth.visible >= _AT_ALL)
    return one if picture.upright_known else replace(one, told=one.told & (one.truth == _NO_TILE))


def _photographed(recogniser: Recogniser, photo: RealPhoto) -> _Matched:
    found = _found(recogniser, Photo(Pyramid(photo.pixels()), photo.path.name, ""))
    corners = photo.corners()
    quads = np.where(np.isfinite(corners), corners, quads_of(photo.boxes))
    labels = np.array([INDEX.get(label, 0) for label in photo.labels], np.intp)
    named = np.array([label != TILE for label in photo.labels], bool)
    one = _matched(found, quads, labels, named, np.ones(len(labels), bool))
    # Which way is up nobody wrote down: the reader is right about it nearly always.
    one = replace(one, top=found.top_edge_probs.argmax(axis=1))
    if photo.complete:
        return one
    nothing = np.zeros(0, np.intp)
    return replace(one, told=one.truth != _NO_TILE, asked=nothing, missed=nothing)


def _matched(
    found: Detections,
    quads: NDArray[np.float32],
    labels: NDArray[np.intp],
    asked: NDArray[np.bool_],
    there: NDArray[np.bool_],
) -> _Matched:
    """What is found, by which of T tiles are asked for, and by where some tile is: there is no stray."""
    apart, sides = _apart(found, quads)
    near = apart < _NEAR * sides[:, None]
    shows, top = _shown(found, quads, labels, np.where(asked[:, None] & near, apart, np.inf))
    # The truth has no place for the rear of a standing tile, which is found as a face-down one.
    stray = ~(near & there[:, None]).any(axis=0) & (found.faces.argmax(axis=1) != INDEX[BACK])
    missed = asked & ~near.any(axis=1)
    return _Matched(found, shows, top, (shows != _NO_TILE) | stray, labels[asked], labels[missed])


def _apart(found: Detections, quads: NDArray[np.float32]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """``(T, N)`` pixels from each of T tiles to each of N detections, and ``(T,)`` the tiles' short sides."""
    middles = quads.mean(axis=1).reshape(-1, 1, 2)
    apart = np.linalg.norm(middles - found.quads.mean(axis=1).reshape(1, -1, 2), axis=2)
    sides = np.linalg.norm(quads - np.roll(quads, -1, axis=1), axis=2).min(axis=1, initial=np.inf)
    return apart, np.where(np.isfinite(sides), np.maximum(sides, 1.0), 1.0)


def _shown(
    found: Detections, quads: NDArray[np.float32], labels: NDArray[np.intp], apart: NDArray[np.float64]
) -> tuple[NDArray[np.int16], NDArray[np.intp]]:
    """What each detection shows, and which of its edges is nearest to its true top: nearest pairs first."""
    shows = np.full(len(found), _NO_TILE, np.int16)
    top = np.zeros(len(found), np.intp)
    for tile, one in _pairs(apart):
        shows[one] = labels[tile]
        edge = quads[tile, :2].mean(axis=0)
        edges = (found.quads[one] + np.roll(found.quads[one], -1, axis=0)) / 2
        top[one] = int(np.linalg.norm(edges - edge, axis=1).argmin())
    return shows, top


def _pairs(apart: NDArray[np.float64]) -> Iterator[tuple[int, int]]:
    """Tiles and detections that lie nearest, each once."""
    rest = apart.copy()
    while rest.size and np.isfinite(least := rest.min()):
        tile, one = (int(k) for k in np.argwhere(rest == least)[0])
        yield tile, one
        rest[tile], rest[:, one] = np.inf, np.inf
