"""Who reads photos for the page: a ``PhotoReader`` in this process, or one in a process of its own.

What a reader is asked and what it says is plain data, which goes through a pipe as it is.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from yakulens.app.contract import Json
from yakulens.vision.missed import Box
from yakulens.vision.reading import Reading, ReadTile
from yakulens.vision.stages import NextStage


@dataclass(frozen=True, slots=True)
class Asked:
    """A photo to be read.

    Attributes:
        data: the file's bytes.
        name: of the file.
        tile_set: the file of the learnt set that the photo shows; None for any set.
        may_be: where it may show any set, the files of the learnt ones that are looked for.
    """

    data: bytes
    name: str
    tile_set: Path | None = None
    may_be: tuple[Path, ...] = ()


@dataclass(frozen=True, slots=True)
class Opened:
    """The photo before anything is read on it.

    Attributes:
        jpeg: the photo as JPEG, upright and as small as it is shown.
        width: of the full photo, pixels.
        height: of the full photo, pixels.
        sha256: of the file's bytes.
    """

    jpeg: bytes
    width: int
    height: int
    sha256: str


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """A reading.

    Attributes:
        pending_stage: the stage that a better one needs next; empty for the last one.
        reading: what lies on the table.
        read: the same as the contract's Reading.
        tile_set: the name of the learnt set that it was read with; empty for any.
        looks_like: the name of the learnt set that its tiles look like; empty for none.
    """

    pending_stage: NextStage
    reading: Reading
    read: Json
    tile_set: str = ""
    looks_like: str = ""


@dataclass(frozen=True, slots=True)
class Failed:
    """The photo could not be read.

    Attributes:
        key: the catalogue's key of the sentence that says why.
        what: what that sentence names: a value, or the catalogue's key of another sentence.
    """

    key: str
    what: str


Said = Opened | Found | Failed | None
"""What a reader yields: the opened photo, then ever better readings, or why there is none.

It yields None where its work may wait for that of others.
"""


class ReaderLostError(Exception):
    """The process that reads ended on this very photo, or cannot be started."""


class PhotoReader(Protocol):
    """Reads photos; any thread may call."""

    def prepare(self) -> None:
        """Be ready for a photo soon, without keeping the caller waiting."""

    def steps(self, asked: Asked) -> Iterator[Said]:
        """Everything about one photo.

        Raises:
            ReaderLostError: nothing more can be said.
        """

    def read_box(self, data: bytes, name: str, width: int, box: Box) -> ReadTile | Failed:
        """The tile in a box that a person drew on a photo.

        Args:
            data: the file's bytes.
            name: of the file.
            width: the photo's, in the pixels in which the box and the tile's corners are measured.
            box: drawn.

        Raises:
            ReaderLostError: nothing can be said.
        """
