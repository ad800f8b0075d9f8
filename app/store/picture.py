"""The photo as stored: its pixels and orientation, without place, time and camera."""

import io
import struct
from collections.abc import Iterator
from itertools import pairwise
from typing import Final

import cv2
import numpy as np
from PIL import Image

from yakulens.vision.picture import orientation
from yakulens.vision.picture import photo as photos
from yakulens.vision.picture.jpeg import START_OF_SCAN, markers
from yakulens.vision.picture.stderr import capture_stderr

THUMBNAIL_SIDE: Final = 240
THUMBNAIL_QUALITY: Final = 80
KEPT_QUALITY: Final = 95

_START: Final = b"\xff\xd8"
_END: Final = b"\xff\xd9"
_MARK: Final = 0xFF
_PICTURE_MARKERS: Final = frozenset({*range(0xC0, 0xD0), 0xDA, 0xDB, 0xDC, 0xDD}) - {0xC8}
"""The segments that decoding needs: frames, tables, restarts, scans."""
_COLOUR: Final = {(0xE0, b"JFIF\0"): 14, (0xEE, b"Adobe"): 12}
"""The application segments that decoding needs, and how many of their bytes: a JFIF segment may end with a
thumbnail."""
_JFIF_THUMBNAIL: Final = slice(12, 14)


class _NotPlainError(ValueError):
    """The file is not a JPEG file, or damaged."""


def keepable(data: bytes, name: str) -> bytes:
    """A JPEG file with the photo's pixels and none of its metadata but the orientation.

    A JPEG keeps every pixel; a photo in another format is converted into an upright JPEG.

    Raises:
        PhotoError: it is no photo.
    """
    try:
        return without_metadata(data)
    except _NotPlainError:
        pixels = photos.load(data, name).pixels
        return _jpeg(cv2.cvtColor(pixels, cv2.COLOR_RGB2BGR), KEPT_QUALITY)


def thumbnail(jpeg: bytes) -> bytes:
    """A small JPEG of a JPEG, its longer side at most ``THUMBNAIL_SIDE`` pixels."""
    with capture_stderr():
        decoded = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
    pixels = np.asarray(decoded, np.uint8)
    height, width = pixels.shape[:2]
    scale = min(1.0, THUMBNAIL_SIDE / max(height, width))
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    return _jpeg(cv2.resize(pixels, size, interpolation=cv2.INTER_AREA), THUMBNAIL_QUALITY)


def _jpeg(pixels: np.ndarray[tuple[int, ...], np.dtype[np.uint8]], quality: int) -> bytes:
    _, encoded = cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return bytes(encoded.tobytes())


def without_metadata(data: bytes) -> bytes:
    """A JPEG file without its metadata except for the orientation; no pixel changes.

    Comments, EXIF (place, time, camera), XMP, maker's notes, colour profiles and thumbnails are removed, as
    is anything after the picture, such as a second picture or a video.

    Raises:
        ValueError: it is no JPEG file, or a damaged one.

    >>> file = io.BytesIO()
    >>> Image.new("RGB", (8, 8)).save(file, "JPEG", comment=b"taken at home")
    >>> b"home" in file.getvalue(), b"home" in without_metadata(file.getvalue())
    (True, False)
    """
    segments = list(_segments(data))
    parts = [_START]
    exif_orientation = orientation.read_orientation(Image.open(io.BytesIO(data)))
    if exif_orientation != 1:
        parts.append(_exif(exif_orientation))
    for marker, segment in segments:
        if marker in _PICTURE_MARKERS or segment == _END:
            parts.append(segment)
        else:
            parts.append(_colour(marker, segment[4:]))
    return b"".join(parts)


def _colour(marker: int, body: bytes) -> bytes:
    """The part of an application segment that decoding needs; empty for other segments."""
    length = next((n for (kind, name), n in _COLOUR.items() if kind == marker and body.startswith(name)), 0)
    if not length or len(body) < length:
        return b""
    content = bytearray(body[:length])
    if marker == 0xE0:  # noqa: PLR2004 - JFIF
        content[_JFIF_THUMBNAIL] = b"\0\0"
    return bytes((_MARK, marker)) + struct.pack(">H", length + 2) + content


def _segments(data: bytes) -> Iterator[tuple[int, bytes]]:
    """The marker and bytes of each segment, scans with their pixels; the last is the end marker."""
    positions = list(markers(data)) if data.startswith(_START) else []
    if not positions or positions[-1][0] != _END[1]:
        message = "no JPEG file, or a picture that is cut off"
        raise _NotPlainError(message)
    for (marker, at), (_, following) in pairwise(positions[1:]):
        length = int.from_bytes(data[at : at + 2], "big")
        yield marker, data[at - 2 : following - 2 if marker == START_OF_SCAN else at + length]
    yield positions[-1][0], _END


def _exif(exif_orientation: int) -> bytes:
    """An EXIF segment with the orientation alone."""
    entry = struct.pack(">HHIHH", orientation.TAG, 3, 1, exif_orientation, 0)
    tiff = b"MM\0*" + struct.pack(">IH", 8, 1) + entry + struct.pack(">I", 0)
    body = b"Exif\0\0" + tiff
    return b"\xff\xe1" + struct.pack(">H", len(body) + 2) + body
