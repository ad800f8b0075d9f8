"""Loads a photo from any usual source as upright RGB pixels."""

import hashlib
import math
import time
from collections.abc import Generator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, UnidentifiedImageError

from yakulens.vision.coroutines import finished
from yakulens.vision.picture import formats, isolated, jpeg
from yakulens.vision.picture.damage import Damage, find_damage
from yakulens.vision.picture.opening import (
    ISOLATED_FROM,
    JPEG_FORMATS,
    MAX_PIXELS,
    PhotoError,
    check_size,
    halved,
    halvings,
    imdecode,
    open_image,
    pixels_of,
    rgb,
)
from yakulens.vision.picture.orientation import is_transposed, read_orientation, upright
from yakulens.vision.picture.parts import has_too_many_parts
from yakulens.vision.picture.pyramid import Pyramid
from yakulens.vision.picture.stderr import capture_stderr

__all__ = ["Photo", "PhotoError", "Source", "load", "load_in_steps"]

Source: TypeAlias = "str | Path | bytes | bytearray | memoryview | Image.Image | NDArray[np.uint8]"
"""The types from which a photo can be loaded."""

MAX_BYTES: Final = 200_000_000
"""The most bytes of a file: no photo of a phone has more, but a film or a disk image does."""

MAX_SCANS: Final = 100
"""The most scans of a JPEG. A progressive one has about ten; each takes the time of a whole picture."""
ISOLATED_FROM_SCANS: Final = 200_000_000
"""Pixels times scans from which a JPEG is decoded in a separate process: half a second of work."""
ISOLATED_FROM_OTHER: Final = 4_000_000
"""Pixels from which any other picture is decoded there: at worst a tenth of a second of work."""
_MAX_BYTES_BY_FORMAT: Final = {"AVIF": 1_000_000, "HEIF": 1_000_000}
"""The most bytes of such pictures decoded in this process: 17 MB on 16 megapixels take two seconds."""
_MAX_BYTES_OF_OTHERS: Final = 16_000_000
_DAMAGED: Final = "the picture is damaged or cut off; copy it again"
_HALVED_FROM: Final = 2560
"""Long side from which a JPEG is first decoded at half its size, in half the time: mostly that suffices."""


@dataclass(frozen=True, slots=True, eq=False)
class Photo:
    """One photo, upright.

    Attributes:
        pyramid: its RGB pixels with the EXIF orientation applied, at whole, half, quarter ... size.
        name: the file's name as given.
        sha256: of the file's bytes, hexadecimal.
        decode_ms: time of reading and decoding, milliseconds.
        damage: the corrupted part of the picture; None if none is known.
    """

    pyramid: Pyramid
    name: str
    sha256: str
    decode_ms: float = 0.0
    damage: Damage | None = None

    @property
    def pixels(self) -> NDArray[np.uint8]:
        """``(H, W, 3)`` uint8 RGB, upright."""
        return self.pyramid.pixels

    @property
    def size(self) -> tuple[int, int]:
        """``(height, width)`` in pixels."""
        return self.pyramid.size


def load(source: Source, name: str | None = None) -> Photo:
    """Read a photo from a path, a file's bytes or a picture that is already open.

    Args:
        source: a path; the whole file as bytes-like; a Pillow image; or ``(H, W, 3)`` uint8 RGB, upright.
        name: its name; by default the path as given.

    Raises:
        PhotoError: the file is missing, empty, not a photo, truncated or too large, or the pixels are not a
            photo.
    """
    return finished(load_in_steps(source, name))


def load_in_steps(source: Source, name: str | None = None) -> Generator[None, None, Photo]:
    """`load`, with pauses while a costly file is decoded in isolation, so that a server can serve others."""
    start = time.perf_counter()
    if isinstance(source, Image.Image | np.ndarray):
        return _from_image(source, name or "photo", start)
    if isinstance(source, bytearray | memoryview):
        source = bytes(source)
    if not isinstance(source, str | Path | bytes):
        message = f"a {type(source).__name__} is not a photo: give a path, bytes, a Pillow image or an array"
        raise PhotoError(name or "photo", message, "no_photo")
    label = name or ("photo" if isinstance(source, bytes) else str(source)) or "photo"
    if source == "":
        raise PhotoError(label, "the path is empty; name the file", "missing")
    data = source if isinstance(source, bytes) else _read(Path(source), label)
    if not data:
        raise PhotoError(label, "the file is empty; copy it or take the photo again", "empty")
    if len(data) > MAX_BYTES:
        raise PhotoError(label, f"{len(data) // 1_000_000} MB are too many for a photo", "too_large")
    pyramid, damage = yield from _decode(data, label)
    return Photo(
        pyramid=pyramid,
        name=label,
        sha256=hashlib.sha256(data).hexdigest(),
        decode_ms=(time.perf_counter() - start) * 1000,
        damage=damage,
    )


def _from_image(source: Image.Image | NDArray[Any], label: str, start: float) -> Photo:
    """Load a picture that is already open; the hash is of its pixels, as there is no file."""
    if isinstance(source, Image.Image):
        check_size(source.size, label)
        try:
            stored = source.size
            pixels = rgb(source, read_orientation(source), halvings(stored))
        except Exception as error:  # a file that Pillow decodes only now may be damaged in any way
            raise PhotoError(label, _DAMAGED) from error
    else:
        if source.dtype != np.uint8 or source.shape[2:] != (3,):
            array = f"an array of shape {source.shape} and dtype {source.dtype}"
            message = f"{array} is not a photo: (height, width, 3) of uint8 is needed, red first"
            raise PhotoError(label, message, "no_photo")
        stored = (source.shape[1], source.shape[0])
        check_size(stored, label)
        # a copy that nobody changes during reading
        pixels = np.array(halved(source, halvings(stored)), np.uint8, order="C")
    return Photo(
        pyramid=_held(pixels, stored),
        name=label,
        sha256=hashlib.sha256(pixels.tobytes()).hexdigest(),
        decode_ms=(time.perf_counter() - start) * 1000,
    )


def _read(path: Path, label: str) -> bytes:
    try:
        if path.is_dir():
            raise PhotoError(label, "is a folder; name the photos in it", "missing")
        if not path.exists():
            raise PhotoError(label, "no such file", "missing")
        if not path.is_file():
            raise PhotoError(label, "is not a regular file", "missing")
        if path.stat().st_size > MAX_BYTES:
            raise PhotoError(
                label, f"{path.stat().st_size // 1_000_000} MB are too many for a photo", "too_large"
            )
        return path.read_bytes()
    except (OSError, ValueError) as error:
        if isinstance(error, PhotoError):
            raise
        reason = error.strerror if isinstance(error, OSError) else None
        raise PhotoError(label, f"cannot be opened ({reason or error})", "missing") from error


def _decode(data: bytes, label: str) -> Generator[None, None, tuple[Pyramid, Damage | None]]:
    """The file's upright pixels and their damaged part; every failure becomes a PhotoError."""
    try:
        with capture_stderr() as decoder_messages:
            decoded = _pyramid(data, label)
        if isinstance(decoded, _Costly):
            # Outside the block: other photos do not wait until a slow one is refused.
            pixels = yield from isolated.decode(data)
            return _held(pixels, decoded.size), None
        pyramid, orientation = decoded
        return pyramid, find_damage(data, decoder_messages, orientation)
    except Image.DecompressionBombError as error:
        raise PhotoError(
            label, f"has more than {MAX_PIXELS // 100_000_000 * 100} megapixels; scale it down", "too_large"
        ) from error
    except UnidentifiedImageError as error:
        if any(each.begins(data[: formats.HEAD]) for each in formats.FORMATS):
            raise PhotoError(label, _DAMAGED) from error
        message = f"is not a photo that can be read ({formats.names()} can)"
        raise PhotoError(label, message, "no_photo") from error
    except isolated.UndecodableError as error:
        if error.too_much:
            raise PhotoError(label, f"{error}; scale it down or save it as JPEG", "too_large") from error
        raise PhotoError(label, _DAMAGED) from error
    except isolated.NoRoomError as error:
        message = (
            f"cannot be opened here, as temporary files find no room ({error}): free some, or set TMPDIR"
        )
        raise PhotoError(label, message, "no_room") from error
    except PhotoError:
        raise
    except Exception as error:
        # A decoder may raise almost any exception for a broken file: OSError, SyntaxError, struct.error,
        # IndexError, EOFError ... In any case the picture is unreadable.
        raise PhotoError(label, _DAMAGED) from error


@dataclass(frozen=True, slots=True)
class _Costly:
    """A picture that must be decoded in isolation; ``size`` is its stored width and height."""

    size: tuple[int, int]


def _held(pixels: NDArray[np.uint8], stored: tuple[int, int]) -> Pyramid:
    """A photo of a stored width and height, of which these are the upright pixels, halved if it is large."""
    times = halvings(stored)
    if not times:
        return Pyramid(pixels)
    width, height = stored
    is_turned = pixels.shape[:2] != (height >> times, width >> times)
    return Pyramid(pixels, size=(width, height) if is_turned else (height, width), finest=times)


def _pyramid(data: bytes, label: str) -> tuple[Pyramid, int] | _Costly:
    """The picture and a JPEG's EXIF orientation (1 for others), unless it must be decoded in isolation."""
    if has_too_many_parts(data):
        message = "has more parts than any photo; save it again as an ordinary JPEG"
        raise PhotoError(label, message)
    with open_image(data, label) as image:
        if image.format in JPEG_FORMATS:
            if not jpeg.is_whole(data):
                raise PhotoError(label, "the picture is cut off: the file ends too early; copy it again")
            if _is_costly(data, label, math.prod(image.size)) or halvings(image.size):
                return _Costly(image.size)
            if image.mode in {"L", "RGB"}:
                orientation = read_orientation(image)
                return _jpeg(image, data, orientation), orientation
        max_bytes = _MAX_BYTES_BY_FORMAT.get(image.format or "", _MAX_BYTES_OF_OTHERS)
        is_cheap = math.prod(image.size) <= ISOLATED_FROM_OTHER and len(data) <= max_bytes
        return (_held(pixels_of(data), image.size), 1) if is_cheap else _Costly(image.size)


def _is_costly(data: bytes, label: str, pixels: int) -> bool:
    """Whether a JPEG takes more memory or time than its pixels suggest.

    With several scans, all coefficients are held, six bytes a pixel, and each scan goes through them.
    """
    scans = jpeg.count_scans(data)
    if scans > MAX_SCANS:
        raise PhotoError(label, f"has more than {MAX_SCANS} layers; save it again as an ordinary JPEG")
    progressive = scans > 1 and (pixels > ISOLATED_FROM or pixels * scans > ISOLATED_FROM_SCANS)
    return progressive or not jpeg.has_huffman_codes(data)


def _jpeg(image: Image.Image, data: bytes, orientation: int) -> Pyramid:
    """Decode with OpenCV, twice as fast as Pillow (50 against 95 ms at 12 megapixels)."""
    width, height = image.size
    if max(width, height) >= _HALVED_FROM:
        half = _half(data)
        if half is not None and half.shape[:2] == (-(-height // 2), -(-width // 2)):
            even = half[: height // 2, : width // 2]
            return Pyramid(
                upright(even, orientation),
                whole=lambda: upright(_whole(data, half, (height, width)), orientation),
                size=(width, height) if is_transposed(orientation) else (height, width),
            )
    pixels = imdecode(data, cv2.IMREAD_COLOR_RGB)
    if pixels is None or pixels.shape[:2] != (height, width):
        return Pyramid(rgb(image, orientation))
    return Pyramid(upright(pixels, orientation))


def _half(data: bytes) -> NDArray[np.uint8] | None:
    # OpenCV has no flag for half the size with red first.
    pixels = imdecode(data, cv2.IMREAD_REDUCED_COLOR_2)
    return None if pixels is None else np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2RGB), np.uint8)


def _whole(data: bytes, half: NDArray[np.uint8], size: tuple[int, int]) -> NDArray[np.uint8]:
    """A photo decoded at its own size, ``(height, width)``; its half enlarged if that fails."""
    with capture_stderr():
        pixels = imdecode(data, cv2.IMREAD_COLOR_RGB)
    if pixels is None or pixels.shape[:2] != size:
        return np.asarray(cv2.resize(half, size[::-1], interpolation=cv2.INTER_LINEAR), np.uint8)
    return pixels
