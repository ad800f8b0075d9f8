"""Several photos of one hand to one reading: glare, a finger or a low angle in one is answered by another."""

import time
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Final

import numpy as np
from numpy.typing import NDArray

from yakulens.vision.layout.read import layout_by
from yakulens.vision.layout.report.reading import LayoutResult, no_tiles, shows_none
from yakulens.vision.photo_search import Look
from yakulens.vision.picture.photo import Photo
from yakulens.vision.progressive import PhotoReading
from yakulens.vision.reading import Issue, Quad
from yakulens.vision.recognise import Recogniser
from yakulens.vision.together.fusion import AGREEMENT, Fused, fuse

ANOTHER_HAND: Final = "another_hand"
"""Code of the issue that some of the photos show another hand and were left out."""


def read_together(photos: Sequence[Photo], recogniser: Recogniser) -> PhotoReading:
    """Read at least one photo of one hand, taken from any places, as one.

    Photos that show another hand than the first are left out, and an issue says which.

    >>> from yakulens.vision.models import FOLDER
    >>> from yakulens.vision.picture.photo import load
    >>> photo = load(FOLDER.parent / "datasets" / "samples" / "added-quad.jpg")
    >>> done = read_together([photo, photo], Recogniser.load())
    >>> [meld.kind for meld in done.reading.melds], set(done.seen_on)
    (['added_kan', 'pon'], {0})
    """
    start = time.perf_counter()
    looks = [last_look(photo, recogniser) for photo in photos]
    detected = time.perf_counter()
    done = together(photos, looks, recogniser)
    ms = {
        "decode": sum(photo.decode_ms for photo in photos),
        "detect": (detected - start) * 1000,
        "layout": (time.perf_counter() - detected) * 1000,
    }
    return replace(done, ms=ms | {"first": sum(ms.values())})


def last_look(photo: Photo, recogniser: Recogniser) -> Look:
    """What a whole search of one photo finds."""
    *_, last = (timed.look for timed in recogniser.iter_looks(photo) if timed is not None)
    return last


def together(photos: Sequence[Photo], looks: Sequence[Look], recogniser: Recogniser) -> PhotoReading:
    """One reading, without its times, of photos searched already; ``looks`` are in their order.

    Its ``photo`` is the one on which most quads lie: the others were laid on it.
    """
    fused = fuse([look.recognition for look in looks], _best_first(looks))
    reading = _laid_out(fused, photos, recogniser).reading
    rows = _rows_of(np.array([tile.quad for tile in reading.tiles], np.float64).reshape(-1, 4, 2), fused)
    seen_on = [_photo_of(fused, row) for row in rows]
    placed = [
        replace(tile, quad=_as_begun(tile.quad, fused, row, photo))
        for tile, row, photo in zip(reading.tiles, rows, seen_on, strict=True)
    ]
    issues = (*reading.issues, *_left_out(fused))
    return PhotoReading(
        photos[fused.base],
        recogniser.name,
        replace(reading, tiles=tuple(placed), issues=issues),
        {},
        tile_set=recogniser.tile_set,
        together=tuple(photos),
        seen_on=tuple(seen_on),
    )


def _best_first(looks: Sequence[Look]) -> list[int]:
    """The photos by how sure their own readings are: the surest is the one that others are laid on."""

    def doubt(number: int) -> tuple[bool, int, float, int]:
        reading = looks[number].layout.reading
        return not reading.hands, len(reading.issues), -reading.confidence, number

    return sorted(range(len(looks)), key=doubt)


def _laid_out(fused: Fused, photos: Sequence[Photo], recogniser: Recogniser) -> LayoutResult:
    """The layout of what the photos show together."""
    recognition = fused.recognition
    level = None if recogniser.leveller is None else partial(_levels, fused, photos, recogniser)
    opinion = recogniser.layout.opinion
    if shows_none(recognition.detections):
        return no_tiles()
    return layout_by(opinion, recognition.detections, recognition.unfiltered, level)


def _levels(
    fused: Fused, photos: Sequence[Photo], recogniser: Recogniser, quads: NDArray[np.float32]
) -> NDArray[np.float64]:
    """``(N,)`` log odds that tiles lie on others: by the leveller on each photo, and by their places."""
    rows = _rows_of(quads.astype(np.float64), fused)
    odds, seen = np.zeros(len(quads)), np.zeros(len(quads))
    for number, photo in enumerate(photos):
        own = fused.quads[number, rows]
        shown = ~np.isnan(own).any(axis=(1, 2))
        if recogniser.leveller and shown.any():
            odds[shown] += recogniser.leveller.level(photo.pyramid, own[shown].astype(np.float32))
            seen[shown] += 1
    return np.where(seen > 1, AGREEMENT * odds, odds) + fused.stacked[rows]


def _rows_of(quads: NDArray[np.float64], fused: Fused) -> NDArray[np.int64]:
    """The detections that quads ``(N, 4, 2)`` of the layout belong to; their corners are in any order."""
    known = fused.recognition.unfiltered.quads.mean(axis=1, dtype=np.float64)
    apart = np.linalg.norm(quads.mean(axis=1)[:, None] - known, axis=2)
    return np.asarray(apart.argmin(axis=1) if len(quads) else np.zeros(0), np.int64)


def _photo_of(fused: Fused, row: int) -> int:
    """The photo that shows a detection: the base if it does, else the first."""
    shown = [photo for photo, quad in enumerate(fused.quads[:, row]) if not np.isnan(quad).any()]
    return fused.base if fused.base in shown else shown[0]


def _as_begun(quad: Quad, fused: Fused, row: int, photo: int) -> Quad:
    """A detection's quad on a photo, beginning with the corner that the layout found to be the first."""
    at_base = fused.recognition.unfiltered.quads[row].astype(np.float64)
    first = int(np.linalg.norm(at_base - np.array(quad[0]), axis=1).argmin())
    corners = np.roll(fused.quads[photo, row], -first, axis=0).tolist()
    a, b, c, d = ((float(x), float(y)) for x, y in corners)
    return a, b, c, d


def _left_out(fused: Fused) -> tuple[Issue, ...]:
    """The issue that photos show another hand, if any does."""
    if not fused.others:
        return ()
    photos = ", ".join(str(number + 1) for number in fused.others)
    one = len(fused.others) == 1
    return (Issue(ANOTHER_HAND, (), case="one" if one else "several", values=(("photos", photos),)),)
