"""Photos as the page shows them. Those of the hands on the desks stay in memory.

The disk holds a photo only where a person agreed.
"""

from collections import OrderedDict
from dataclasses import dataclass
from threading import Lock
from typing import Final

from yakulens.app import Json
from yakulens.app.store.once import Once
from yakulens.vision.reading import Reading

MAX_BYTES: Final = 256_000_000
"""Bytes that all photos together may take; the least recently used one is dropped first."""


@dataclass(frozen=True, slots=True, eq=False)
class ShownPhoto:
    """A photo as the page shows it."""

    name: str  # the file's name
    jpeg: bytes  # the photo, upright, in the size in which it is shown
    width: int  # of the full photo, pixels; the tiles' corners are measured in these
    height: int  # of the full photo, pixels
    sha256: str = ""  # of the file's bytes
    tile_set: str = ""  # the learnt set that it was read with; empty for none
    looks_like: str = ""  # the learnt set that its tiles look like, where it was read with none
    reading: Reading | None = None  # its reading; None where the photo comes from the history
    reading_json: Json | None = None  # the same as the contract's Reading, which the history keeps
    data: bytes | None = None  # the file's bytes; None where the photo comes from the history
    more: tuple[bytes, ...] = ()  # the files of further looks at the hand, read with it


class Photos:
    """Photos by the number of their hand; any thread may call."""

    def __init__(self, max_bytes: int = MAX_BYTES) -> None:
        """Keep at most this many bytes."""
        self._max_bytes = max_bytes
        self._photos: OrderedDict[str, ShownPhoto] = OrderedDict()
        self._lock = Lock()

    def keep(self, number: str, photo: ShownPhoto) -> None:
        """Keep a hand's photo; drop others where room is lacking."""
        with self._lock:
            self._photos[number] = photo
            self._photos.move_to_end(number)
            while self._photos and self._bytes() > self._max_bytes:
                self._photos.popitem(last=False)

    def _bytes(self) -> int:
        return sum(
            len(file) for each in self._photos.values() for file in (each.jpeg, each.data or b"", *each.more)
        )

    def of(self, number: str) -> ShownPhoto | None:
        """A hand's photo; None if it is not kept."""
        with self._lock:
            if number in self._photos:
                self._photos.move_to_end(number)
            return self._photos.get(number)


@Once
def photos() -> Photos:
    """The photos of all visitors."""
    return Photos()
