"""A JPEG file as a row of segments: whether it is whole, and in how many layers its picture comes.

Nothing is decoded here: what decoding will cost is known from this before it begins.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from typing import Final

START_OF_SCAN: Final = 0xDA
_END: Final = 0xD9
LENGTHLESS: Final = frozenset({0x01, *range(0xD0, 0xD9)})
"""Markers that stand by themselves, with no length after them."""
_ORDINARY: Final = frozenset({0xC0, 0xC1, 0xC2})
"""Frames with Huffman codes, baseline, extended and progressive."""
_FRAMES: Final = frozenset({*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC})

MOST_MARKERS: Final = 5_000
"""The most markers of a picture in layers: each layer has a few tables of its own, and no photo has a hundred
layers."""

_MARKER: Final = re.compile(rb"\xff[^\x00\xd0-\xd7\xff]")
"""The next marker: within coded pixels 0xFF is followed by a zero or by a restart marker. Of 0xFF that fill
the place before a marker only the last is looked at: with all of them a file of nothing else takes hours."""


def markers(data: bytes) -> Iterator[tuple[int, int]]:
    r"""The markers of the file's first picture, each with where what follows it begins.

    Thumbnails within a segment and pictures behind the end are passed over. A file that is cut off gives
    what is left of it.

    >>> file = b"\xff\xd8\xff\xdb\x00\x03\xff\xff\xda\x00\x02..\xff\x00\xff\xd9"
    >>> [hex(marker) for marker, _ in markers(file)]
    ['0xd8', '0xdb', '0xda', '0xd9']
    """
    at = 0
    while (found := _MARKER.search(data, at)) is not None:
        marker, at = data[found.end() - 1], found.end()
        yield marker, at
        if marker == _END:
            return
        if marker not in LENGTHLESS:
            at += int.from_bytes(data[at : at + 2], "big")


def is_whole(data: bytes) -> bool:
    """Whether an end follows the first layer; decoders fill what is missing with grey and say nothing.

    >>> is_whole(b"")
    False
    """
    return data.find(bytes((0xFF, _END)), _first_layer(data)) >= 0


def layers(data: bytes) -> int:
    """In how many layers the picture comes: one, ten of a progressive file, any number of a hostile one.

    Of more markers than a photo has each is taken for a layer: nobody walks through millions of them.

    >>> layers(b"")
    0
    """
    most = data.count(bytes((0xFF, START_OF_SCAN)), _first_layer(data))
    # Others may be of a picture behind the first one; to tell takes ten times as long.
    if most <= 1:
        return most
    found = list(itertools.islice(markers(data), MOST_MARKERS))
    return len(found) if len(found) == MOST_MARKERS else sum(each == START_OF_SCAN for each, _ in found)


def _first_layer(data: bytes) -> int:
    """Where the first layer begins, behind all thumbnails in the file's head; its end without any."""
    places = (at - 2 for marker, at in markers(data) if marker == START_OF_SCAN)
    return next(places, len(data))


def is_ordinary(data: bytes) -> bool:
    """Whether pixels are coded as nearly all files code them; arithmetic codes take many times as long.

    >>> is_ordinary(b"")
    False
    """
    return next((marker in _ORDINARY for marker, _ in markers(data) if marker in _FRAMES), False)
