"""The connection between the page's server and its reader's process: the standard library's manager.

A manager lets one thread of the server talk to one thread of the process over a socket of this machine, which
opens to a key that only both of them know.
"""

from __future__ import annotations

from multiprocessing.managers import BaseManager, IteratorProxy  # type: ignore[attr-defined]
from typing import TYPE_CHECKING

from yakulens.app.photo_readers import PhotoReader


class ReaderManager(BaseManager):
    """Connects the page's server with its reader's process."""

    if TYPE_CHECKING:  # `serve` makes the method

        def reader(self) -> PhotoReader:
            """The process's reader, as its parent calls it."""


def serve(reader: PhotoReader | None) -> None:
    """Have managers serve a reader, or with None, in the parent, know what can be called of one."""
    ReaderManager.register(
        "reader",
        callable=None if reader is None else lambda: reader,
        exposed=("steps", "read_box"),
        method_to_typeid={"steps": "Iterator"},
    )


ReaderManager.register("Iterator", proxytype=IteratorProxy, create_method=False)
serve(None)
