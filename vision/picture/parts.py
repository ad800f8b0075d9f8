"""Recognises files with more parts than any photo by their bytes, before anything opens them.

A decoder walks through a picture's parts and keeps some of them. A file of millions of empty parts costs half
a minute and gigabytes, though its picture is small; no limit on pixels prevents that.
"""

from collections.abc import Iterator
from typing import Final

from yakulens.vision.picture import jpeg

MAX_PARTS: Final = 2_000
"""The most segments of a JPEG or blocks of a GIF before the picture, chunks of a PNG beside it, or chunks of
a WebP. A photo has a dozen, or a few hundred with a colour profile, depth and a second picture."""
MAX_FILL: Final = 65_536
"""The most bytes between a JPEG's segments."""
_PNG: Final = b"\x89PNG\r\n\x1a\n"
_WEBP: Final = (b"RIFF", b"WEBP")
_FRAME_HEADER: Final = 24
"""Bytes of a WebP frame's header, before the frame's own chunks."""
_GIF: Final = (b"GIF87a", b"GIF89a")
_JPEG: Final = b"\xff\xd8"
_MIN_PIXEL_CHUNK: Final = 64
"""A PNG's pixel chunk with fewer bytes counts as a part: no encoder writes them so small."""


def has_too_many_parts(data: bytes) -> bool:
    r"""Whether a file has more parts than any photo, without opening it.

    >>> [has_too_many_parts(b"\xff\xd8" + b"\xff\xe0\x00\x02" * count) for count in (10_000, 20)]
    [True, False]
    """
    if data.startswith(_JPEG):
        return _too_many(_jpeg_parts(data))
    if data.startswith(_PNG):
        return _too_many(_png_parts(data))
    if (data[:4], data[8:12]) == _WEBP:
        return _too_many(_webp_parts(data))
    return data.startswith(_GIF) and _too_many(_gif_parts(data))


def _too_many(parts: Iterator[int]) -> bool:
    """Whether there are too many parts, or too many bytes between them."""
    fill = 0
    for count, between in enumerate(parts, 1):
        fill += between
        if count > MAX_PARTS or fill > MAX_FILL:
            return True
    return False


def _jpeg_parts(data: bytes) -> Iterator[int]:
    """For each segment before the picture, the bytes before it that belong to none."""
    end = 0
    for marker, at in jpeg.markers(data):
        yield at - 2 - end
        if marker == jpeg.START_OF_SCAN:
            return
        end = at if marker in jpeg.WITHOUT_LENGTH else at + int.from_bytes(data[at : at + 2], "big")
    yield len(data) - end


def _png_parts(data: bytes) -> Iterator[int]:
    """A zero for each chunk that holds hardly any pixels or none."""
    at = len(_PNG)
    while at + 8 <= len(data):
        size, kind = int.from_bytes(data[at : at + 4], "big"), data[at + 4 : at + 8]
        if kind != b"IDAT" or size < _MIN_PIXEL_CHUNK:
            yield 0
        at += 12 + size


def _webp_parts(data: bytes) -> Iterator[int]:
    """A zero for each chunk, including those of its frames; bytes after the file's own end do not count."""
    at, end = 12, min(len(data), 8 + int.from_bytes(data[4:8], "little"))
    while at + 8 <= end:
        size = int.from_bytes(data[at + 4 : at + 8], "little")
        yield 0
        at += _FRAME_HEADER if data[at : at + 4] == b"ANMF" else 8 + size + size % 2


def _gif_parts(data: bytes) -> Iterator[int]:
    """A zero for each block before the first picture, and for each sub-block."""
    at = 13 + (3 << (data[10] & 7) + 1 if len(data) > 10 and data[10] & 128 else 0)  # noqa: PLR2004 - its palette
    while at + 2 < len(data) and data[at] == ord("!"):
        at += 2
        while at < len(data) and data[at]:
            yield 0
            at += 1 + data[at]
        yield 0
        at += 1
