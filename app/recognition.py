"""The photo's way through ``vision``, with the model loaded once for all visitors."""

from __future__ import annotations

import logging
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import cv2
import streamlit as st

from app import sets, visitor
from app.desk import DeskTile
from app.history.wire import reading_from_json
from app.looking import Look, Looks
from vision import missed
from vision.cores import cores
from vision.learning.eye import Eye
from vision.learning.file import TileSetError
from vision.learning.resemblance import looks_like
from vision.models import ModelError
from vision.picture import photo as photos
from vision.readings import steps
from vision.recognise import Recogniser

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from app.contract import Json
    from app.looking import Step
    from vision.missed import Box
    from vision.picture.photo import Photo
    from vision.reading import Reading
    from vision.readings import PhotoReading

SHOWN_SIDE: Final = 1400
"""Longest side of the photo as shown, pixels: sharp on a phone, quick to send."""

SHOWN_QUALITY: Final = 85

MOST_AT_ONCE: Final = 4
"""So many photos are read side by side, where there are so many cores."""

_LOG: Final = logging.getLogger(__name__)


class UnreadableError(Exception):
    """No reading came of it.

    Attributes:
        key: which sentence of the catalogue says why.
        what: the value of that sentence, itself a key of the catalogue where it is a sentence.
    """

    def __init__(self, what: str, key: str) -> None:
        """Name the sentence and its value."""
        super().__init__(what)
        self.key = key
        self.what = what


@dataclass(frozen=True, slots=True, eq=False)
class ShownPhoto:
    """A photo as the page shows it.

    Attributes:
        name: the file's name.
        jpeg: the upright photo, scaled down to ``SHOWN_SIDE``.
        width: of the full photo, pixels; the tiles' corners are measured in these.
        height: of the full photo, pixels.
        sha256: of the file's bytes.
        model: which model read it.
        ms: milliseconds from file to reading.
        tile_set: the learnt set that it was read with; empty for any.
        looks_like: the learnt set that its tiles look like where it was read with none; empty for no set.
        read: the contract's Reading; None where the photo comes from the history.
        data: the file's bytes; None where the photo comes from the history.
    """

    name: str
    jpeg: bytes
    width: int
    height: int
    sha256: str
    model: str
    ms: int
    tile_set: str = ""
    looks_like: str = ""
    read: Json | None = None
    data: bytes | None = None

    def reading(self) -> Reading | None:
        """What was read from it; None where it comes from the history.

        >>> ShownPhoto("a.jpg", b"", 1, 1, "", "", 0).reading() is None
        True
        """
        return None if self.read is None else reading_from_json(self.read)


@st.cache_resource(show_spinner=False)
def recogniser() -> Recogniser:
    """The recogniser, loaded once.

    Raises:
        ModelError: there is none here, or it cannot be used.
    """
    return Recogniser.load()


@st.cache_resource(show_spinner=False, max_entries=4)
def _reading_with(tile_set: str, changed: int) -> Recogniser:
    """The recogniser with a learnt set; ``changed`` is when its file was written, so that a newer one counts.

    Raises:
        ModelError, TileSetError: one of them cannot be used.
    """
    del changed
    return recogniser().for_set(sets.find(tile_set))


@st.cache_resource(show_spinner=False)
def looks() -> Looks:
    """The photos of all visitors that are being read."""
    return Looks(min(cores(), MOST_AT_ONCE))


@st.cache_resource(show_spinner=False)
def _eye() -> Eye:
    """What sees which set a photo shows.

    Raises:
        ModelError: nothing can be learnt with the model, or there is none.
    """
    return Eye.of(recogniser().card)


def look(data: bytes, name: str, tile_set: str | None = None, not_shown: Collection[str] = ()) -> Look:
    """Begin to read a file's bytes.

    Args:
        data: the file's.
        name: of the file.
        tile_set: the learnt set that it shows; with None it is looked which one it may be.
        not_shown: those that it surely does not show.

    Raises:
        CrowdedError: too many photos wait already.
    """
    return looks().begin(Look(_steps(data, name, tile_set, not_shown), _why), visitor.current().browser)


def _steps(data: bytes, name: str, tile_set: str | None, not_shown: Collection[str]) -> Iterator[Step | None]:
    photo = photos.load(data, name)
    shown = _shown(photo, data)
    yield "finding", shown, None
    chosen = tile_set if tile_set in sets.names() else None
    reader = _reading_with(chosen, sets.path_of(chosen).stat().st_mtime_ns) if chosen else recogniser()
    for found in steps(photo, reader):
        if found is None:
            yield None
            continue
        read = _as_read(shown, found)
        if chosen is None and not found.undone:
            read = replace(read, looks_like=_looks_like(photo, found.reading, not_shown))
        yield found.undone, read, found.reading


def _looks_like(photo: Photo, reading: Reading, not_shown: Collection[str]) -> str:
    """The learnt set that the photo's tiles look like; empty for none."""
    known = sets.every(not_shown)
    return (looks_like(photo, reading, known, _eye()) if known else None) or ""


def _why(error: Exception) -> tuple[str, str]:
    """The sentence about a photo that cannot be read: its key and its value, which may be a key itself."""
    match error:
        case photos.PhotoError():
            return "problem.no_photo", f"photo.{error.fault}"
        case ModelError() | TileSetError():
            return "problem.no_model", str(error)
    _LOG.error("a photo could not be read", exc_info=error)
    return "app.broken", f"{type(error).__name__}: {error}"


def read_box(photo: ShownPhoto, box: Box) -> DeskTile:
    """Read the tile in a box that a person drew on a photo; its uid means nothing yet.

    Raises:
        UnreadableError: there is no model.
    """
    try:
        # Of a photo from the history only what is shown is there.
        loaded = photos.load(photo.jpeg if photo.data is None else photo.data, photo.name)
        shown = loaded.size[1] / photo.width
        left, top, right, bottom = (side * shown for side in box)
        tile = missed.read_box(recogniser(), loaded.pyramid, (left, top, right, bottom))
    except ModelError as error:
        raise UnreadableError(str(error), "problem.no_model") from error
    first, second, third, fourth = ((x / shown, y / shown) for x, y in tile.quad)
    faces = tuple(face for face, _ in tile.alternatives)
    return DeskTile(0, tile.face, tile.score, (first, second, third, fourth), faces)


def _shown(photo: Photo, data: bytes) -> ShownPhoto:
    """The photo before anything is read on it."""
    height, width = photo.size
    scale = min(1.0, SHOWN_SIDE / max(height, width))
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    nearly, _ = photo.pyramid.level(1 / scale)
    small = cv2.resize(nearly, size, interpolation=cv2.INTER_AREA)
    _, jpeg = cv2.imencode(
        ".jpg", cv2.cvtColor(small, cv2.COLOR_RGB2BGR), [cv2.IMWRITE_JPEG_QUALITY, SHOWN_QUALITY]
    )
    return ShownPhoto(photo.name, jpeg.tobytes(), width, height, photo.sha256, model="", ms=0, data=data)


def _as_read(shown: ShownPhoto, found: PhotoReading) -> ShownPhoto:
    ms = sum(value for key, value in found.ms.items() if key in {"decode", "detect", "layout"})
    return replace(shown, model=found.model, ms=round(ms), tile_set=found.tile_set, read=found.to_json())
