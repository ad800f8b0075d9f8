"""The photos of all visitors, and the one reader for them."""

from collections.abc import Collection, Iterator
from dataclasses import replace
from typing import Final

from yakulens.app.readers.jobs import PhotoJob, PhotoQueue, PhotoStatus
from yakulens.app.readers.own_process import OwnProcessReader
from yakulens.app.readers.photo_reader import FoundReading, OpenedPhoto, ReadRequest, UnreadableError
from yakulens.app.readers.photos import ShownPhoto
from yakulens.app.server import visitor
from yakulens.app.store import sets
from yakulens.app.store.once import Once
from yakulens.scorer.errors import visible
from yakulens.vision.cores import cores
from yakulens.vision.desk import DeskTile
from yakulens.vision.desk.from_reading import desk_tile
from yakulens.vision.reading import Box

MAX_AT_ONCE: Final = 4
"""Photos that are read at once, where there are as many cores."""


@Once
def reader() -> OwnProcessReader:
    """The reader of all visitors' photos."""
    return OwnProcessReader()


@Once
def photo_queue() -> PhotoQueue:
    """The queue of all visitors' photos."""
    return PhotoQueue(min(cores(), MAX_AT_ONCE))


def start_reading(  # noqa: PLR0913 - what a photo is read with
    data: bytes,
    name: str,
    tile_set: str | None = None,
    not_shown: Collection[str] = (),
    more: tuple[bytes, ...] = (),
    *,
    further: bool = False,
) -> PhotoJob:
    """Begin to read a photo, by its file's bytes and name, with ``more`` looks at the same hand.

    ``further``: the last of these is a photo that a person took for a hand read before.

    It shows the learnt set ``tile_set``. Without one the reader compares its tiles with all learnt sets
    except ``not_shown``.

    Raises:
        CrowdedError: too many photos wait already.
    """
    name, names = visible(name), sets.names()
    if tile_set in names:
        request = ReadRequest(data, name, sets.path_of(tile_set), more=more, further=further)
    else:
        candidates = tuple(sets.path_of(each) for each in names if each not in not_shown)
        request = ReadRequest(data, name, candidate_sets=candidates, more=more, further=further)
    return photo_queue().add(PhotoJob(_steps(request)), visitor.current().browser)


def _steps(request: ReadRequest) -> Iterator[PhotoStatus | None]:
    photo: ShownPhoto | None = None
    try:
        for event in reader().steps(request):
            match event:
                case OpenedPhoto(jpeg, width, height, sha256):
                    photo = ShownPhoto(
                        request.name, jpeg, width, height, sha256, data=request.data, more=request.more
                    )
                    yield PhotoStatus("finding", photo)
                case FoundReading(stage, reading, as_json, name, like) if photo is not None:
                    photo = replace(
                        photo, reading=reading, reading_json=as_json, tile_set=name, looks_like=like
                    )
                    yield PhotoStatus(stage, photo)
                case _:
                    yield None
    except UnreadableError as error:
        yield PhotoStatus("", photo, (error.key, error.detail))


def read_box(photo: ShownPhoto, box: Box) -> DeskTile:
    """The tile in a box that a person drew on a photo; its uid is a placeholder.

    Raises:
        UnreadableError: none can be read.
    """
    # A photo from the history has only the size in which it is shown.
    data = photo.jpeg if photo.data is None else photo.data
    return desk_tile(reader().read_box(data, photo.name, photo.width, box))
