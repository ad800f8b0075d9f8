"""A JPEG file as a row of segments: whether it is whole, and how many scans its picture has.

Nothing is decoded here: what decoding will cost is known from this before it begins.
"""

import itertools
import re
from collections.abc import Iterator
from typing import Final

START_OF_SCAN: Final = 0xDA
_END: Final = 0xD9
WITHOUT_LENGTH: Final = frozenset({0x01, *range(0xD0, 0xD9)})
"""Markers that stand by themselves, with no length after them."""
_HUFFMAN: Final = frozenset({0xC0, 0xC1, 0xC2})
"""Frames with Huffman codes, baseline, extended and progressive."""
_FRAMES: Final = frozenset({*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC})
MAX_MARKERS: Final = 5_000
"""The most markers of a picture: each scan has a few tables of its own, and no photo has a hundred scans."""
_MARKER: Final = re.compile(rb"\xff[^\x00\xd0-\xd7\xff]")
"""The next marker: within coded pixels 0xFF is followed by a zero or by a restart marker. Of 0xFF that fill
the place before a marker only the last is looked at: with all of them a file of nothing else takes hours."""


def markers(data: bytes) -> Iterator[tuple[int, int]]:
    r"""The markers of the file's first picture, each with where what follows it begins.

    Thumbnails within a segment and pictures behind the end are passed over; a file may be cut off.

    >>> file = b"\xff\xd8\xff\xdb\x00\x03\xff\xff\xda\x00\x02..\xff\x00\xff\xd9"
    >>> [hex(marker) for marker, _ in markers(file)]
    ['0xd8', '0xdb', '0xda', '0xd9']
    """
    at = 0
    while (match := _MARKER.search(data, at)) is not None:
        marker, at = data[match.end() - 1], match.end()
        yield marker, at
        if marker == _END:
            return
        if marker not in WITHOUT_LENGTH:
            at += int.from_bytes(data[at : at + 2], "big")


def is_whole(data: bytes) -> bool:
    """Whether an end follows the first scan; decoders fill what is missing with grey and say nothing."""
    return data.find(bytes((0xFF, _END)), _first_scan(data)) >= 0


def count_scans(data: bytes) -> int:
    """How many scans the picture has: one, ten of a progressive file, any number of a hostile one.

    Where there are more markers than a photo has, each is taken for a scan: nobody walks through millions.
    """
    count = data.count(bytes((0xFF, START_OF_SCAN)), _first_scan(data))
    # Others may be of a picture behind the first one; to tell takes ten times as long.
    if count <= 1:
        return count
    first = [marker for marker, _ in itertools.islice(markers(data), MAX_MARKERS)]
    return MAX_MARKERS if len(first) == MAX_MARKERS else first.count(START_OF_SCAN)


def _first_scan(data: bytes) -> int:
    """Where the first scan begins, behind all thumbnails in the file's head; its end without any."""
    starts = (at - 2 for marker, at in markers(data) if marker == START_OF_SCAN)
    return next(starts, len(data))


def has_huffman_codes(data: bytes) -> bool:
    """Whether pixels have Huffman codes, as in nearly all files; arithmetic codes take many times as long."""
    return next((marker in _HUFFMAN for marker, _ in markers(data) if marker in _FRAMES), False)
