"""A JPEG file as a sequence of segments: whether it is whole, and how many scans its picture has.

Nothing is decoded here: this shows the cost of decoding in advance.
"""

import itertools
import re
from collections.abc import Iterator
from typing import Final

START_OF_SCAN: Final = 0xDA
_END: Final = 0xD9
WITHOUT_LENGTH: Final = frozenset({0x01, *range(0xD0, 0xD9)})
"""Markers without a length after them."""
_HUFFMAN: Final = frozenset({0xC0, 0xC1, 0xC2})
"""Frames with Huffman codes: baseline, extended and progressive."""
_FRAMES: Final = frozenset({*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC})
MAX_MARKERS: Final = 5_000
"""The most markers of a picture: each scan has a few tables, and no photo has a hundred scans."""
_MARKER: Final = re.compile(rb"\xff[^\x00\xd0-\xd7\xff]")
"""The next marker: within coded pixels a zero or a restart marker follows 0xFF. Of several 0xFF before a
marker, only the last is examined: otherwise a file of nothing else takes hours."""


def markers(data: bytes) -> Iterator[tuple[int, int]]:
    r"""The markers of the file's first picture, each with the offset of what follows it.

    Thumbnails within a segment and pictures after the end are skipped; the file may be truncated.

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
    """Whether an end follows the first scan; decoders silently fill missing parts with grey."""
    return data.find(bytes((0xFF, _END)), _first_scan(data)) >= 0


def count_scans(data: bytes) -> int:
    """How many scans the picture has: one, about ten in a progressive file, any number in a hostile one.

    If there are more markers than a photo has, each counts as a scan: the function does not walk millions.
    """
    count = data.count(bytes((0xFF, START_OF_SCAN)), _first_scan(data))
    # Others may belong to a picture after the first; checking takes ten times as long.
    if count <= 1:
        return count
    first = [marker for marker, _ in itertools.islice(markers(data), MAX_MARKERS)]
    return MAX_MARKERS if len(first) == MAX_MARKERS else first.count(START_OF_SCAN)


def _first_scan(data: bytes) -> int:
    """Offset of the first scan, after all thumbnails in the file's head; the file's end if it has none."""
    starts = (at - 2 for marker, at in markers(data) if marker == START_OF_SCAN)
    return next(starts, len(data))


def has_huffman_codes(data: bytes) -> bool:
    """Whether pixels have Huffman codes, as in nearly all files; arithmetic codes take far longer."""
    return next((marker in _HUFFMAN for marker, _ in markers(data) if marker in _FRAMES), False)
