"""What comes over the network of the built page: which files the browser keeps, and which come packed.

Not every host compresses what it sends, so the build packs each large file that shrinks, and the service
worker unpacks it. Where there is no service worker, the browser asks for the file itself.
"""

import gzip
from hashlib import sha256
from pathlib import PurePath
from typing import Final, NamedTuple

KEEPER: Final = "sw.js"
"""The service worker, which keeps all files but itself on the device."""
PACKED: Final = ".gz"
"""What a packed file's name ends in, after its own."""
KINDS: Final = {
    ".mjs": "text/javascript",
    ".js": "text/javascript",
    ".css": "text/css",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".onnx": "application/octet-stream",
}
"""By suffix, what a host says of files that not every host knows."""
_WORTH: Final = 40_000
"""Bytes that packing must save: small files come as they are, so that a host's folder stays easy to read."""


class Kept(NamedTuple):
    """What the service worker knows of a file."""

    sum: str
    """The beginning of the SHA-256 of its bytes."""
    bytes: int
    """How many come over the network."""
    packed: str
    """Its kind (a MIME type) if it comes packed, else empty."""


def packed(files: dict[str, bytes]) -> dict[str, bytes]:
    """The packed form of each file for which that is worth it, by its own name and a suffix.

    >>> list(packed({"python.zip": bytes(100_000), "page.js": b"go()"}))
    ['python.zip.gz']
    """
    small = {f"{name}{PACKED}": gzip.compress(data, 9, mtime=0) for name, data in files.items()}
    return {
        name: data
        for name, data in small.items()
        if len(files[name.removesuffix(PACKED)]) - len(data) > _WORTH
    }


def kept(files: dict[str, bytes]) -> dict[str, Kept]:
    """What the service worker knows of each file that the browser keeps, by its path, the page's own first.

    Packed forms are not files of their own.

    >>> kept({"ort/ort.wasm": b"", "ort/ort.wasm.gz": b"packed", "page.js": b"go()", "sw.js": b""})["page.js"]
    Kept(sum='e4a62ff8f51ba28e', bytes=4, packed='')
    """
    names = sorted(
        (name for name in files if name != KEEPER and not name.endswith(PACKED)),
        key=lambda name: ("/" in name, name),
    )
    return {name: _kept(name, files[name], files.get(f"{name}{PACKED}")) for name in names}


def _kept(name: str, data: bytes, small: bytes | None) -> Kept:
    kind = KINDS.get(PurePath(name).suffix, "application/octet-stream") if small is not None else ""
    return Kept(sha256(data).hexdigest()[:16], len(small or data), kind)
