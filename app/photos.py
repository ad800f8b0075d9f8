"""Photos as the page shows them; those of the hands on the desks are in memory alone.

The disk keeps one only where a person agreed.
"""

from collections import OrderedDict
from dataclasses import dataclass
from threading import Lock
from typing import Final

import streamlit as st

from yakulens.app.contract import Json
from yakulens.vision.reading import Reading

MOST_BYTES: Final = 256_000_000
"""Bytes that all photos together may take; the one that was looked at longest ago goes first."""


@dataclass(frozen=True, slots=True, eq=False)
class ShownPhoto:
    """A photo as the page shows it.

    Attributes:
        name: the file's name.
        jpeg: the upright photo, as small as it is shown.
        width: of the full photo, pixels; the tiles' corners are measured in these.
        height: of the full photo, pixels.
        sha256: of the file's bytes.
        tile_set: the learnt set that it was read with; empty for any.
        looks_like: the learnt set that its tiles look like where it was read with none; empty for no set.
        reading: what was read from it; None where the photo comes from the history.
        read: the same as the contract's Reading, which the history keeps.
        data: the file's bytes; None where the photo comes from the history.
    """

    name: str
    jpeg: bytes
    width: int
    height: int
    sha256: str = ""
    tile_set: str = ""
    looks_like: str = ""
    reading: Reading | None = None
    read: Json | None = None
    data: bytes | None = None


class Photos:
    """Photos by the number of their hand; any thread may call."""

    def __init__(self, most: int = MOST_BYTES) -> None:
        """Keep a number of bytes at most."""
        self._most = most
        self._held: OrderedDict[str, ShownPhoto] = OrderedDict()
        self._lock = Lock()

    def keep(self, number: str, photo: ShownPhoto) -> None:
        """Keep a hand's photo, and let others go where there is no room."""
        with self._lock:
            self._held[number] = photo
            self._held.move_to_end(number)
            while self._held and sum(map(_bytes, self._held.values())) > self._most:
                self._held.popitem(last=False)

    def of(self, number: str) -> ShownPhoto | None:
        """A hand's photo, where it is still held."""
        with self._lock:
            if number in self._held:
                self._held.move_to_end(number)
            return self._held.get(number)


def _bytes(photo: ShownPhoto) -> int:
    return len(photo.jpeg) + len(photo.data or b"")


@st.cache_resource(show_spinner=False)
def photos() -> Photos:
    """The photos of all visitors."""
    return Photos()
