"""The way between the page's server and its reader's process: the standard library's manager and proxies.

A manager lets one thread of the server talk to one thread of the process over a socket of this machine, which
opens to a key that only both of them know.
"""

from __future__ import annotations

from collections.abc import Iterator
from multiprocessing.managers import BaseManager, BaseProxy
from typing import TYPE_CHECKING, ClassVar, Self, cast

from yakulens.app.photo_readers import Asked, Failed, PhotoReader, Said
from yakulens.vision.missed import Box
from yakulens.vision.reading import ReadTile


class ReaderManager(BaseManager):
    """Connects the page's server with its reader's process."""

    if TYPE_CHECKING:  # the server registers it with what it calls, the client below

        def reader(self) -> PhotoReader:
            """Its reader."""


class StepsProxy(BaseProxy):
    """What the process's reader says of one photo, as its parent hears it."""

    _exposed_ = ("__next__",)

    def __iter__(self) -> Self:
        """Give the iterator itself."""
        return self

    def __next__(self) -> Said:
        """Give what the process's reader says next."""
        return cast("Said", self._callmethod("__next__"))


class ReaderProxy(BaseProxy):
    """The process's reader as its parent sees it."""

    _exposed_ = ("steps", "read_box")
    _method_to_typeid_: ClassVar = {"steps": "steps"}

    def steps(self, asked: Asked) -> Iterator[Said]:
        """Everything about one photo, as the process's reader tells it."""
        return cast("Iterator[Said]", self._callmethod("steps", (asked,)))

    def read_box(self, data: bytes, name: str, width: int, box: Box) -> ReadTile | Failed:
        """The tile in a box that a person drew on a photo."""
        return cast("ReadTile | Failed", self._callmethod("read_box", (data, name, width, box)))


ReaderManager.register("reader", proxytype=ReaderProxy)
ReaderManager.register("steps", proxytype=StepsProxy, create_method=False)
