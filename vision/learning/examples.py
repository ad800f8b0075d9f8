"""What a tile set is learnt from: tiles on photos, each with its place and what it shows.

From any folder that `yakulens evaluate` takes: boxed tiles, labelled hands, cut-out faces; corrected readings
that the history exported are such a folder too.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from yakulens.vision.evaluate.truth import LabelledBox, LabelledBoxes, LabelledHand, Truth, load_truths
from yakulens.vision.geometry.overlap import box_overlaps
from yakulens.vision.labels import INDEX
from yakulens.vision.naming.reader import whole_picture
from yakulens.vision.picture.photo import Photo, load
from yakulens.vision.picture.pyramid import Pyramid
from yakulens.vision.progressive import read_photo
from yakulens.vision.reading import Reading

if TYPE_CHECKING:
    from yakulens.vision.recognise import Recogniser

_SURELY_UP: Final = 0.9
"""An edge that the reader takes for the top of a face with this probability is it."""
_LEAST_OVERLAP: Final = 0.5
"""A detection lies in a box from this intersection over union on; else the box's corners are taken."""


class LabelledTiles(NamedTuple):
    """Tiles of one photo whose faces are known.

    Attributes:
        name: of the photo.
        photo: its pixels.
        quads: ``(N, 4, 2)`` float32, photo pixels, clockwise; from the top edge as far as that is known.
        faces: ``(N,)`` intp, indices of labels.
        read: ``(N,)`` intp: what they were read as before anything was learnt; -1 where none was found.
        found: ``(N,)`` float32 objectness by the finder; 0 where it found nothing and the label says where.
        stray: ``(M,)`` float32 objectness of what it found elsewhere; empty where not every tile is labelled.
    """

    name: str
    photo: Pyramid
    quads: NDArray[np.float32]
    faces: NDArray[np.intp]
    read: NDArray[np.intp]
    found: NDArray[np.float32]
    stray: NDArray[np.float32]

    def taking(self, kept: NDArray[np.bool_]) -> LabelledTiles:
        """Some of the tiles only."""
        parts = {name: getattr(self, name)[kept] for name in ("quads", "faces", "read", "found")}
        return self._replace(**parts)


def labelled(
    folder: Path, recogniser: Recogniser, wanted: Callable[[Truth], bool] = lambda _: True
) -> tuple[LabelledTiles, ...]:
    """The labelled tiles of a folder.

    A hand whose reading has another number of tiles than its label tells nothing about single tiles, and is
    left out.

    Args:
        folder: photos with a ``labels.jsonl`` and/or a ``hands.jsonl``.
        recogniser: finds the tiles.
        wanted: which labels are looked at, all by default.

    Raises:
        TruthError: the labels cannot be used.
        PhotoError: a photo cannot be read.
    """
    truths = [truth for truth in load_truths(folder) if wanted(truth)]
    boxed = {truth.file for truth in truths if isinstance(truth, LabelledBoxes)}
    each = [t for t in truths if not (isinstance(t, LabelledHand) and t.file in boxed)]
    found = [_tiles(truth, load(folder / truth.file), recogniser) for truth in each]
    return tuple(tiles for tiles in found if len(tiles.faces))


def _tiles(truth: Truth, photo: Photo, recogniser: Recogniser) -> LabelledTiles:
    if isinstance(truth, LabelledBoxes):
        return boxed_tiles(photo, truth.boxes, recogniser, complete=truth.complete)
    if isinstance(truth, LabelledHand):
        return _hand_tiles(photo, truth, read_photo(photo, recogniser).reading)
    face, quads = np.array([INDEX[truth.name]]), whole_picture(photo.size)
    read = recogniser.reader.read(photo.pyramid, quads).faces.argmax(axis=1)
    ones, none = np.ones(1, np.float32), np.zeros(0, np.float32)
    return LabelledTiles(truth.file, photo.pyramid, quads, face, read, ones, none)


def boxed_tiles(
    photo: Photo, boxes: Sequence[LabelledBox], recogniser: Recogniser, *, complete: bool = False
) -> LabelledTiles:
    """The tiles in some boxes, each with the corners of the detection that fits its box best.

    Args:
        photo: the photo.
        boxes: upright boxes with names.
        recogniser: finds the tiles.
        complete: whether every tile in view has a box.

    >>> from yakulens.vision.models import FOLDER
    >>> from yakulens.vision.recognise import Recogniser
    >>> photo = load(FOLDER.parent / "datasets" / "samples" / "seven-pairs.jpg")
    >>> nowhere = LabelledBox(0, 0, 30, 40, "1m")
    >>> boxed_tiles(photo, [nowhere], Recogniser.load()).quads.tolist()
    [[[0.0, 0.0], [30.0, 0.0], [30.0, 40.0], [0.0, 40.0]]]
    """
    every = recogniser.survey(photo).unfiltered
    edges = np.array([(box.x1, box.y1, box.x2, box.y2) for box in boxes], np.float64).reshape(-1, 4)
    quads, found, read = [], [], []
    taken = np.zeros(len(every), bool)
    for box, fit in zip(boxes, box_overlaps(every.quads, edges), strict=True):
        taken |= fit > 0
        if fit.max(initial=0.0) >= _LEAST_OVERLAP:
            best = int(fit.argmax())
            probs = every.top_edge_probs[best]
            top = int(probs.argmax()) if probs.max() >= _SURELY_UP else 0
            quads.append(np.roll(every.quads[best], -top, axis=0))
            read.append(int(every.faces[best].argmax()))
            found.append(float(every.objectness[fit >= _LEAST_OVERLAP].max()))
        else:
            quads.append(np.array([[box.x1, box.y1], [box.x2, box.y1], [box.x2, box.y2], [box.x1, box.y2]]))
            found.append(0.0)
            read.append(-1)
    return LabelledTiles(
        photo.name,
        photo.pyramid,
        np.array(quads, np.float32).reshape(-1, 4, 2),
        np.array([INDEX[box.name] for box in boxes], np.intp),
        np.array(read, np.intp),
        np.array(found, np.float32),
        every.objectness[~taken] if complete else np.zeros(0, np.float32),
    )


def _hand_tiles(photo: Photo, truth: LabelledHand, reading: Reading) -> LabelledTiles:
    """The tiles of a labelled hand, in the order in which they were read."""
    pairs = list(zip(reading.concealed, truth.concealed, strict=False))
    fits = len(reading.concealed) == len(truth.concealed) and len(reading.melds) == len(truth.melds)
    fits &= (reading.win is None) == (truth.win is None)
    if reading.win is not None and truth.win is not None:
        pairs.append((reading.win, truth.win))
    for seen, meld in zip(reading.melds, truth.melds, strict=False):
        fits &= len(seen.ids) == len(meld.tiles) and not seen.backs
        pairs += zip(seen.ids, meld.tiles, strict=False)
    pairs = pairs if fits else []
    return LabelledTiles(
        photo.name,
        photo.pyramid,
        np.array([reading.tiles[i].quad for i, _ in pairs], np.float32).reshape(-1, 4, 2),
        np.array([INDEX[face] for _, face in pairs], np.intp),
        np.array([INDEX[reading.face(i)] for i, _ in pairs], np.intp),
        np.ones(len(pairs), np.float32),
        np.zeros(0, np.float32),
    )
