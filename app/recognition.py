"""The photos of all visitors and the one reader that reads them."""

import logging
from collections.abc import Collection, Iterator
from dataclasses import replace
from typing import Final

import streamlit as st

from yakulens.app import sets, visitor
from yakulens.app.looking import Look, Looks, Step
from yakulens.app.photo_readers import Asked, Failed, Found, Opened, PhotoReader, ReaderLostError
from yakulens.app.photo_readers.own_process import OwnProcessReader
from yakulens.app.photos import ShownPhoto
from yakulens.vision.cores import cores
from yakulens.vision.desk import DeskTile
from yakulens.vision.desk.from_reading import desk_tile
from yakulens.vision.missed import Box

MOST_AT_ONCE: Final = 4
"""How many photos are read side by side, where there are as many cores."""

_LOG: Final = logging.getLogger(__name__)


class UnreadableError(Exception):
    """The photo could not be read.

    Attributes:
        key: which sentence of the catalogue says why.
        what: the value of that sentence, itself a key of the catalogue where it is a sentence.
    """

    def __init__(self, what: str, key: str) -> None:
        """Name the sentence and its value."""
        super().__init__(what)
        self.key = key
        self.what = what


@st.cache_resource(show_spinner=False)
def reader() -> PhotoReader:
    """What reads the photos of all visitors."""
    return OwnProcessReader()


@st.cache_resource(show_spinner=False)
def looks() -> Looks:
    """The photos of all visitors that are being read."""
    return Looks(min(cores(), MOST_AT_ONCE))


def prepare() -> None:
    """Be ready for a photo soon."""
    reader().prepare()


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
    known = sets.names()
    if tile_set in known:
        asked = Asked(data, name, sets.path_of(tile_set))
    else:
        asked = Asked(data, name, may_be=tuple(sets.path_of(each) for each in known if each not in not_shown))
    return looks().begin(Look(_steps(asked), _why), visitor.current().browser)


def _steps(asked: Asked) -> Iterator[Step | None]:
    shown: ShownPhoto | None = None
    for said in reader().steps(asked):
        match said:
            case Opened():
                shown = ShownPhoto(
                    asked.name, said.jpeg, said.width, said.height, said.sha256, data=asked.data
                )
                yield "finding", shown
            case Found(stage, reading, read, tile_set, looks_like) if shown is not None:
                yield (
                    stage,
                    replace(shown, reading=reading, read=read, tile_set=tile_set, looks_like=looks_like),
                )
            case Failed():
                raise UnreadableError(said.what, said.key)
            case _:
                yield None


def _why(error: Exception) -> tuple[str, str]:
    """The sentence about a photo that cannot be read: its key and its value, which may be a key itself."""
    match error:
        case UnreadableError():
            return error.key, error.what
        case ReaderLostError():
            return "problem.no_reader", str(error)
    _LOG.error("a photo could not be read", exc_info=error)
    return "app.broken", f"{type(error).__name__}: {error}"


def read_box(photo: ShownPhoto, box: Box) -> DeskTile:
    """Read the tile in a box that a person drew on a photo; its uid means nothing yet.

    Raises:
        UnreadableError: there is no model, or nothing that could use it.
    """
    # Of a photo from the history only what is shown is there.
    data = photo.jpeg if photo.data is None else photo.data
    try:
        tile = reader().read_box(data, photo.name, photo.width, box)
    except ReaderLostError as error:
        raise UnreadableError(str(error), "problem.no_reader") from error
    if isinstance(tile, Failed):
        raise UnreadableError(tile.what, tile.key)
    return desk_tile(tile)
