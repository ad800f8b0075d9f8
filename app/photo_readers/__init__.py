"""Readers of photos for the page: a ``PhotoReader`` in this process, or one in a process of its own.

Requests and events are plain data, which can be pickled and sent through a pipe.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from yakulens.app.contract import Json
from yakulens.vision.missed import Box
from yakulens.vision.reading import Reading, ReadTile
from yakulens.vision.stages import NextStage


@dataclass(frozen=True, slots=True)
class ReadRequest:
    """A photo to be read.

    Attributes:
        data: the file's bytes.
        name: its name.
        tile_set: the file of the learnt set that the photo shows; None for any set.
        candidate_sets: where it may show any set, the files of the learnt sets that it is compared with.
    """

    data: bytes
    name: str
    tile_set: Path | None = None
    candidate_sets: tuple[Path, ...] = ()


@dataclass(frozen=True, slots=True)
class OpenedPhoto:
    """The photo before anything is read on it.

    Attributes:
        jpeg: the photo as JPEG, upright and as small as it is shown.
        width: of the full photo, pixels, as ``height``.
        sha256: of the file's bytes.
    """

    jpeg: bytes
    width: int
    height: int
    sha256: str


@dataclass(frozen=True, slots=True, eq=False)
class FoundReading:
    """A reading.

    Attributes:
        pending_stage: the stage that a better one needs next; empty for the last one.
        reading: what lies on the table.
        reading_json: the same as the contract's Reading.
        tile_set: the name of the learnt set that it was read with; empty for any.
        looks_like: the name of the learnt set that its tiles look like; empty for none.
    """

    pending_stage: NextStage
    reading: Reading
    reading_json: Json
    tile_set: str = ""
    looks_like: str = ""


@dataclass(frozen=True, slots=True)
class ReadFailure:
    """The photo could not be read.

    Attributes:
        key: the catalogue's key of the sentence that says why.
        detail: what that sentence names: a value, or the catalogue's key of another sentence.
    """

    key: str
    detail: str


ReaderEvent = OpenedPhoto | FoundReading | ReadFailure | None
"""What a reader yields: the opened photo, then ever better readings, or why there is none.

It yields None where its work may wait for that of others.
"""


class ReaderLostError(Exception):
    """The reader's process ended on this very photo, or cannot be started."""


class PhotoReader(Protocol):
    """Reads photos; any thread may call."""

    def prepare(self) -> None:
        """Be ready for a photo soon, without keeping the caller waiting."""

    def steps(self, request: ReadRequest) -> Iterator[ReaderEvent]:
        """Read one photo.

        Raises:
            ReaderLostError: the reader's process has ended, and no further event comes.
        """

    def read_box(self, data: bytes, name: str, width: int, box: Box) -> ReadTile | ReadFailure:
        """The tile in a box that a person drew on a photo, given as the bytes and name of its file.

        Box and corners of the tile are measured in pixels of which the photo is ``width`` wide.

        Raises:
            ReaderLostError: the reader's process has ended.
        """
