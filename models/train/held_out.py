"""Evaluate a network on held-out photos during training, by tile set and within seconds."""

from collections.abc import Callable, Sequence
from itertools import zip_longest
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from yakulens.models.evaluate.matching import match_boxes
from yakulens.models.evaluate.rates import Rate
from yakulens.models.train.leveller_samples import LevelSample
from yakulens.models.train.real_photos import FACE_GROUP, RealPhoto, by_tile_set
from yakulens.vision.finding.decode import corners, decode, upright
from yakulens.vision.finding.detector import network_input
from yakulens.vision.finding.merging import suppress_duplicates
from yakulens.vision.finding.windows import Window
from yakulens.vision.labels import INDEX
from yakulens.vision.naming.rectify import crop
from yakulens.vision.picture.pyramid import Pyramid

Ask: TypeAlias = Callable[[NDArray[np.float32]], NDArray[np.float32]]
"""Runs a network: maps its input to the output that is evaluated."""
PhotoExam: TypeAlias = Callable[[Ask], dict[str, Rate]]
"""An evaluation: maps a network to its accuracy by tile set."""
_UNNAMED: Final = "photos"
"""Name of the tile set of photos that name none."""
_MAX_PHOTOS: Final = 48
_MAX_TILES: Final = 480
"""Maximum number of tiles of all sets together: an exam then takes a second or two, and its accuracy is good
to about one point."""
_LONG_SIDE: Final = 640
_MIN_SCORE: Final = 0.25
_MAX_OVERLAP: Final = 0.5


def balanced_choice(photos: Sequence[RealPhoto], count: int = _MAX_PHOTOS) -> list[RealPhoto]:
    """At most ``count`` photos, taken from the tile sets in turn; deterministic."""
    order = np.random.default_rng(0).permutation(len(photos)).tolist()
    rounds = zip_longest(*by_tile_set(photos[k] for k in order).values())
    return [photo for group in rounds for photo in group if photo is not None][:count]


def faces_exam(photos: Sequence[RealPhoto]) -> PhotoExam:
    """Measures how many labelled faces of held-out photos a reader names right.

    The network maps crops ``(N, 3, 96, 80)`` float32 in 0..1 to logits ``(N, 39)``. Only tiles with known
    corners and names count.
    """
    crops: list[NDArray[np.uint8]] = []
    truth: list[int] = []
    sets: list[str] = []
    chosen = balanced_choice(photos)
    per_photo = max(1, _MAX_TILES // max(1, len(chosen)))
    for photo in chosen:
        known = photo.named()[:per_photo].tolist()
        if not known:
            continue
        pyramid = Pyramid(photo.pixels())
        crops += [crop(pyramid, _standing(photo.corners()[k])) for k in known]
        truth += [INDEX[photo.labels[k]] for k in known]
        sets += [photo.tile_set or _UNNAMED] * len(known)

    def exam(ask: Ask) -> dict[str, Rate]:
        if not crops:
            return {}
        right = ask(blob_of(crops)).argmax(axis=1) == np.array(truth)
        return _by_set(sets, right.astype(int).tolist(), [1] * len(sets))

    return exam


def tiles_exam(photos: Sequence[RealPhoto]) -> PhotoExam:
    """Measures a finder's recall, and its precision on photos of which every tile is boxed.

    The network maps one photo ``(1, 3, H, W)`` float32 in 0..1 to raw rows ``(1, 6, A)``. The rates are named
    ``SET recall`` and ``SET precision``.
    """
    whole = [photo for photo in photos if photo.group != FACE_GROUP]
    chosen = [photo for photo in balanced_choice(whole) if len(photo.boxes)]
    inputs = [_finder_input(photo) for photo in chosen]

    def exam(ask: Ask) -> dict[str, Rate]:
        detected = [_tiles(ask(blob)) for blob, _ in inputs]
        pairs = zip(detected, inputs, strict=True)
        found = [len(match_boxes(tiles, boxes)) for tiles, (_, boxes) in pairs]
        sets = [photo.tile_set or _UNNAMED for photo in chosen]
        recall = [f"{name} recall" for name in sets]
        whole = [k for k, photo in enumerate(chosen) if photo.complete]
        return _by_set(
            recall + [f"{sets[k]} precision" for k in whole],
            found + [found[k] for k in whole],
            [len(photo.boxes) for photo in chosen] + [len(detected[k]) for k in whole],
        )

    return exam


def blob_of(crops: Sequence[NDArray[np.uint8]]) -> NDArray[np.float32]:
    """Convert crops ``(H, W, 3)`` uint8 to a network's input, ``(N, 3, H, W)`` float32 in 0..1."""
    return np.ascontiguousarray(np.stack(crops).transpose(0, 3, 1, 2), np.float32) / np.float32(255)


def _finder_input(photo: RealPhoto) -> tuple[NDArray[np.float32], NDArray[np.float64]]:
    """A photo as the finder's input, and its labelled boxes ``(N, 4)`` in that input's pixels."""
    pixels = photo.pixels()
    height, width = pixels.shape[:2]
    scale = _LONG_SIDE / max(height, width)
    blob, (wide, high) = network_input(Pyramid(pixels), Window(0, 0, width, height, scale), (None, None))
    return blob, photo.boxes * np.array([wide, high, wide, high])


def _tiles(raw: NDArray[np.float32]) -> NDArray[np.float64]:
    """The corners ``(N, 4, 2)`` of the tiles in a finder's raw output."""
    detected = suppress_duplicates(decode(raw, "raw", _MIN_SCORE), _MAX_OVERLAP)
    return corners(upright(detected.boxes)).astype(np.float64)


def _standing(quad: NDArray[np.float32]) -> NDArray[np.float32]:
    """The quad rotated to begin with a short side, as the reader's crops do."""
    along, down = np.linalg.norm(quad[1] - quad[0]), np.linalg.norm(quad[2] - quad[1])
    return quad if along <= down else np.roll(quad, -1, axis=0)


def levels_exam(samples: Sequence[LevelSample]) -> PhotoExam:
    """Measures how many tiles of rendered scenes a leveller judges right; no photo is labelled with that.

    The network maps crops ``(N, 3, 72, 72)`` float32 in 0..1 to log odds ``(N,)``.
    """
    blob = blob_of([sample.crop for sample in samples])
    truth = np.array([sample.stacked for sample in samples])

    def exam(ask: Ask) -> dict[str, Rate]:
        return {"rendered": Rate(int(((ask(blob) > 0) == truth).sum()), len(truth))}

    return exam


def _by_set(sets: Sequence[str], hits: Sequence[int], totals: Sequence[int]) -> dict[str, Rate]:
    """The rate of each set, in alphabetical order.

    >>> _by_set(["a", "b", "a"], [1, 0, 2], [2, 1, 2])["a"]
    Rate(hits=3, total=4)
    """
    rates: dict[str, Rate] = {}
    for name, hit, total in zip(sets, hits, totals, strict=True):
        rates[name] = rates.get(name, Rate(0, 0)) + Rate(hit, total)
    return dict(sorted(rates.items()))
