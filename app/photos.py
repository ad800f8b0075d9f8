"""The photos of the hands on the desks, in memory alone: the disk keeps one only where a person agreed."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from typing import TYPE_CHECKING, Final

import streamlit as st

if TYPE_CHECKING:
    from yakulens.app.recognition import ShownPhoto

MOST_BYTES: Final = 256_000_000
"""Bytes that all photos together may take; the one that was looked at longest ago goes first."""


class Photos:
    """Photos by the number of their hand; any thread may call."""

    def __init__(self, most: int = MOST_BYTES) -> None:
        """Keep a number of bytes at most."""
        self._most = most
        self._held: OrderedDict[str, ShownPhoto] = OrderedDict()
        self._lock = Lock()

    def keep(self, number: str, photo: ShownPhoto) -> None:
        """Keep a hand's photo, and let others go where there is no room.

        >>> from yakulens.app.recognition import ShownPhoto
        >>> photos, photo = Photos(most=5), ShownPhoto("a.jpg", b"abc", 1, 1, "", "", 0)
        >>> photos.keep("one", photo)
        >>> photos.keep("two", photo)
        >>> photos.of("one") is None, photos.of("two") is photo
        (True, True)
        """
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
