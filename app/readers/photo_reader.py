"""Readers of photos for the page: one in this process, or one in its own process.

Requests and events are plain data that can be pickled and sent through a pipe.
"""

from dataclasses import dataclass
from pathlib import Path

from yakulens.app import Json
from yakulens.vision.reading import Reading
from yakulens.vision.stages import NextStage


@dataclass(frozen=True, slots=True)
class ReadRequest:
    """A photo to be read."""

    data: bytes  # the file's bytes
    name: str  # its name
    tile_set: Path | None = None  # the file of the learnt set that the photo shows; None for any set
    candidate_sets: tuple[Path, ...] = ()  # without ``tile_set``: files of sets that it is compared with
    more: tuple[bytes, ...] = ()  # files of further looks at the same hand, which are read with it
    further: bool = False  # whether a person took the last of these for a hand read before


@dataclass(frozen=True, slots=True)
class OpenedPhoto:
    """The photo before its reading."""

    jpeg: bytes  # the photo as JPEG, upright, in the size in which it is shown
    width: int  # of the full photo, pixels, as ``height``
    height: int
    sha256: str  # of the file's bytes


@dataclass(frozen=True, slots=True, eq=False)
class FoundReading:
    """A reading."""

    pending_stage: NextStage  # the stage that a better reading needs next; empty for the last one
    reading: Reading  # the tiles on the table
    reading_json: Json  # the same as the contract's Reading
    tile_set: str = ""  # the name of the learnt set that it was read with; empty for any
    looks_like: str = ""  # the name of the learnt set that its tiles look like; empty for none


@dataclass(frozen=True, slots=True)
class FrameAnswer:
    """What a viewfinder says of a frame, and which frames it still needs, by their numbers."""

    aim: Json
    kept: tuple[int, ...]


ReaderEvent = OpenedPhoto | FoundReading | None
"""What a reader yields: the opened photo, then ever better readings; None where other work may go first."""


class UnreadableError(Exception):
    """The photo could not be read, in words for the page."""

    def __init__(self, key: str, detail: str) -> None:
        """Take the catalogue's key of the sentence that says why, and its value or another sentence's key."""
        super().__init__(key, detail)
        self.key = key
        self.detail = detail
