"""The tiles from which a set is learnt, with quads and labels.

They come from any folder that `yakulens evaluate` accepts: boxed tiles, labelled hands, cut-out faces.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from yakulens.datasets.truth import LabelledBoxes, LabelledHand, Truth, load_truths
from yakulens.models.teach.labelled_tiles import LabelledTiles
from yakulens.vision.geometry.overlap import box_overlaps
from yakulens.vision.geometry.quads import quads_of
from yakulens.vision.labels import INDEX
from yakulens.vision.naming.crop_answers import HEIGHT, WIDTH
from yakulens.vision.naming.reader import whole_picture
from yakulens.vision.naming.rectify import crop
from yakulens.vision.picture.photo import Photo, load
from yakulens.vision.picture.pyramid import Pyramid
from yakulens.vision.progressive import read_photo
from yakulens.vision.reading import Reading
from yakulens.vision.recognise import Recogniser

PICTURE_WIDTH: Final = 160
"""Width of a tile's picture for a person, pixels."""
_SURE_TOP: Final = 0.9
"""Least probability at which the reader's top edge is accepted."""
_MIN_OVERLAP: Final = 0.5
"""Least intersection over union of a detection with its box."""


PhotoTiles: TypeAlias = LabelledTiles[Pyramid]
"""Labelled tiles of a photo whose pixels are here."""


def picture(part: PhotoTiles, tile: int) -> NDArray[np.uint8]:
    """``(192, 160, 3)`` uint8 RGB for a person: one tile, straightened, with a margin."""
    size = PICTURE_WIDTH, PICTURE_WIDTH * HEIGHT // WIDTH
    pixels = crop(part.photo, part.quads[tile])
    return np.asarray(cv2.resize(pixels, size, interpolation=cv2.INTER_CUBIC), np.uint8)


def labelled(
    folder: Path, recogniser: Recogniser, wanted: Callable[[Truth], bool] = lambda _: True
) -> tuple[PhotoTiles, ...]:
    """The labelled tiles of a folder.

    The folder holds photos with a ``labels.jsonl`` and/or a ``hands.jsonl``; ``wanted`` selects labels. A
    hand is left out if its reading and its label differ in the number of tiles.

    Raises:
        TruthError: the labels cannot be used.
        PhotoError: a photo cannot be read.
    """
    truths = [truth for truth in load_truths(folder) if wanted(truth)]
    boxed = {truth.file for truth in truths if isinstance(truth, LabelledBoxes)}
    used = [t for t in truths if not (isinstance(t, LabelledHand) and t.file in boxed)]
    parts = (_tiles(truth, load(folder / truth.file), recogniser) for truth in used)
    return tuple(part for part in parts if len(part.faces))


def _tiles(truth: Truth, photo: Photo, recogniser: Recogniser) -> PhotoTiles:
    if isinstance(truth, LabelledBoxes):
        return boxed_tiles(photo, truth, recogniser)
    if isinstance(truth, LabelledHand):
        return _hand_tiles(photo, truth, read_photo(photo, recogniser).reading)
    face, quads = np.array([INDEX[truth.name]]), whole_picture(photo.size)
    read = recogniser.reader.read(photo.pyramid, quads).faces.argmax(axis=1)
    ones, none = np.ones(1, np.float32), np.zeros(0, np.float32)
    return LabelledTiles(truth.file, photo.pyramid, quads, face, read, ones, none)


def boxed_tiles(photo: Photo, truth: LabelledBoxes, recogniser: Recogniser) -> PhotoTiles:
    """The tiles of some boxes, each with the corners of its best overlapping detection, or of the box."""
    detections = recogniser.survey(photo).unfiltered
    boxes = truth.corners()
    quads, objectness, read = [], [], []
    matched = np.zeros(len(detections), bool)
    for box_quad, overlaps in zip(quads_of(boxes), box_overlaps(detections.quads, boxes), strict=True):
        matched |= overlaps > 0
        if overlaps.max(initial=0.0) >= _MIN_OVERLAP:
            best = int(overlaps.argmax())
            top_probs = detections.top_edge_probs[best]
            top = int(top_probs.argmax()) if top_probs.max() >= _SURE_TOP else 0
            quads.append(np.roll(detections.quads[best], -top, axis=0))
            read.append(int(detections.faces[best].argmax()))
            objectness.append(float(detections.objectness[overlaps >= _MIN_OVERLAP].max()))
        else:
            quads.append(box_quad)
            objectness.append(0.0)
            read.append(-1)
    return LabelledTiles(
        photo.name,
        photo.pyramid,
        np.array(quads, np.float32).reshape(-1, 4, 2),
        np.array([INDEX[box.name] for box in truth.boxes], np.intp),
        np.array(read, np.intp),
        np.array(objectness, np.float32),
        detections.objectness[~matched] if truth.complete else np.zeros(0, np.float32),
    )


def _hand_tiles(photo: Photo, truth: LabelledHand, reading: Reading) -> PhotoTiles:
    """The tiles of a labelled hand in reading order; none if reading and label differ in number."""
    pairs = list(zip(reading.concealed, truth.concealed, strict=False))
    consistent = len(reading.concealed) == len(truth.concealed) and len(reading.melds) == len(truth.melds)
    consistent &= (reading.win is None) == (truth.win is None)
    if reading.win is not None and truth.win is not None:
        pairs.append((reading.win, truth.win))
    for meld, labelled_meld in zip(reading.melds, truth.melds, strict=False):
        consistent &= len(meld.ids) == len(labelled_meld.tiles) and not meld.backs
        pairs += zip(meld.ids, labelled_meld.tiles, strict=False)
    pairs = pairs if consistent else []
    return LabelledTiles(
        photo.name,
        photo.pyramid,
        np.array([reading.tiles[i].quad for i, _ in pairs], np.float32).reshape(-1, 4, 2),
        np.array([INDEX[face] for _, face in pairs], np.intp),
        np.array([INDEX[reading.face(i)] for i, _ in pairs], np.intp),
        np.ones(len(pairs), np.float32),
        np.zeros(0, np.float32),
    )
