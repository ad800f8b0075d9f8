"""The one module that knows how a picture can arrive: any usual file -> upright RGB pixels."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Generator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, UnidentifiedImageError

from yakulens.vision.asking import run
from yakulens.vision.picture import apart, jpeg
from yakulens.vision.picture.chatter import caught
from yakulens.vision.picture.crowded import crowded
from yakulens.vision.picture.damage import Damage, damage
from yakulens.vision.picture.opening import (
    APART_FROM,
    JPEG_FORMATS,
    MAX_PIXELS,
    Fault,
    PhotoError,
    check_size,
    imdecode,
    opened,
    pixel_count,
    pixels_of,
)
from yakulens.vision.picture.orientation import orientation, transposed, upright
from yakulens.vision.picture.pyramid import Pyramid
from yakulens.vision.picture.strips import rgb

__all__ = ["Fault", "Photo", "PhotoError", "Source", "load", "loading"]

Source: TypeAlias = "str | Path | bytes | bytearray | memoryview | Image.Image | NDArray[np.uint8]"
"""As what a photo may arrive."""

MAX_BYTES: Final = 200_000_000
"""The most bytes of a file: no photo of 50 megapixels has more; a film or a disk image has."""

SUFFIXES: Final = (
    *(".jpg", ".jpeg", ".jpe", ".jfif", ".mpo", ".png", ".webp", ".avif", ".heic", ".heif", ".hif"),
    *(".tif", ".tiff", ".bmp", ".gif"),
)
"""How the names of photos end, in lower case. A file that is named itself may be called anything."""

MOST_LAYERS: Final = 100
"""The most layers of a JPEG. A progressive one has about ten; each one more costs the time of a whole
picture."""

APART_FROM_LAYERED: Final = 200_000_000
"""Pixels times layers from which on a JPEG is decoded in a program of its own: half a second of work."""

APART_FROM_OTHER: Final = 4_000_000
"""Pixels from which on a picture that is no JPEG is decoded in a program of its own: a tenth of a second of
work at the worst."""

_BYTES_HERE: Final = {"AVIF": 1_000_000, "HEIF": 1_000_000}
"""Bytes up to which a picture of these kinds is decoded here: their time goes with bytes more than with
pixels, and 17 MB on 16 megapixels take two seconds."""
_BYTES_OF_OTHERS: Final = 16_000_000

_HALVED_FROM: Final = 2560
"""JPEGs with a long side from here on are decoded at half their size first, in half the time: the tiles of a
hand are then large enough that the whole is not needed."""


@dataclass(frozen=True, slots=True, eq=False)
class Photo:
    """One photo, upright.

    Attributes:
        pyramid: its pixels, RGB, the EXIF orientation applied, whole and at half, quarter ... size.
        name: the file as it was given.
        sha256: of the file's bytes, hexadecimal.
        decode_ms: how long reading and decoding took, milliseconds.
        damage: the part of the picture that a damaged file gives wrongly; None where none is known.
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
    """Read a photo from a path, from the file's bytes, or from a picture that is open already.

    Args:
        source: a path; the whole file as bytes-like; a Pillow image; or ``(H, W, 3)`` uint8 RGB, upright.
        name: what to call it; by default the path as given.

    Raises:
        PhotoError: the file is missing, empty, no photo, cut off or too large, or the pixels are no photo.

    >>> import io
    >>> file = io.BytesIO()
    >>> Image.new("RGB", (80, 60), "green").save(file, "PNG")
    >>> photo = load(file.getvalue(), "green.png")
    >>> photo.name, photo.size, photo.pixels[0, 0].tolist()
    ('green.png', (60, 80), [0, 128, 0])
    """
    return run(loading(source, name), lambda _: None)


def loading(source: Source, name: str | None = None) -> Generator[None, None, Photo]:
    """`load`, with pauses while a costly file is decoded apart: whoever serves others goes on with them."""
    start = time.perf_counter()
    if isinstance(source, Image.Image | np.ndarray):
        return _shown(source, name or "photo", start)
    if isinstance(source, bytearray | memoryview):
        source = bytes(source)
    if not isinstance(source, str | Path | bytes):
        what = (
            f"a {type(source).__name__} is no photo: give a path, a file's bytes, a Pillow image or an array"
        )
        raise PhotoError(name or "photo", what, "no_photo")
    label = name or ("photo" if isinstance(source, bytes) else str(source))
    data = source if isinstance(source, bytes) else _read(Path(source), label)
    if not data:
        raise PhotoError(label, "the file is empty; copy it or take the photo again", "empty")
    if len(data) > MAX_BYTES:
        raise PhotoError(label, f"{len(data) // 1_000_000} MB are too many for a photo", "too_large")
    pyramid, found = yield from _decode(data, label)
    return Photo(
        pyramid=pyramid,
        name=label,
        sha256=hashlib.sha256(data).hexdigest(),
        decode_ms=(time.perf_counter() - start) * 1000,
        damage=found,
    )


def _shown(source: Image.Image | NDArray[Any], label: str, start: float) -> Photo:
    """A picture that is open already; its hash is that of its pixels, for there is no file."""
    if isinstance(source, Image.Image):
        check_size(source.size, label)
        try:
            pixels = rgb(source, orientation(source))
        except Exception as error:  # a file that Pillow decodes only now may be damaged in any way
            raise PhotoError(label, f"the picture is damaged or cut off ({_first_line(error)})") from error
    else:
        if source.dtype != np.uint8 or source.shape[2:] != (3,):
            found = f"an array of shape {source.shape} and dtype {source.dtype}"
            what = f"{found} is no photo: (height, width, 3) of uint8 is needed, red first"
            raise PhotoError(label, what, "no_photo")
        check_size((source.shape[1], source.shape[0]), label)
        pixels = np.array(source, np.uint8, order="C")  # nobody changes it while it is read
    return Photo(
        pyramid=Pyramid(pixels),
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
            raise PhotoError(label, "is not an ordinary file", "missing")
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
    """Pixels of the file, upright, and what of them is damaged; every failure becomes a PhotoError."""
    try:
        with caught() as told:
            found = _pyramid(data, label)
        if found is None:
            # Not within the block: nobody's photo waits until a slow one is refused.
            pixels = yield from apart.decoded(data)
            return Pyramid(pixels), None
        pyramid, turned = found
        return pyramid, damage(data, told, turned)
    except Image.DecompressionBombError as error:
        raise PhotoError(
            label, f"has more than {MAX_PIXELS // 1_000_000} megapixels; scale it down", "too_large"
        ) from error
    except UnidentifiedImageError as error:
        what = "is not a photo that can be read (JPEG, PNG, WebP, HEIC, AVIF, TIFF, BMP and GIF can)"
        raise PhotoError(label, what, "no_photo") from error
    except apart.UndecodableError as error:
        if error.too_much:
            raise PhotoError(label, f"{error}; scale it down or save it as JPEG", "too_large") from error
        raise PhotoError(label, f"the picture is damaged or cut off ({error})") from error
    except PhotoError:
        raise
    except Exception as error:
        # A decoder's complaint about a broken file comes as almost any exception: OSError, SyntaxError,
        # struct.error, IndexError, EOFError ... The picture is unreadable whichever it is.
        raise PhotoError(label, f"the picture is damaged or cut off ({_first_line(error)})") from error


def _pyramid(data: bytes, label: str) -> tuple[Pyramid, int] | None:
    """The picture, and the EXIF orientation of a JPEG (1 for others); None where it must be decoded apart."""
    if crowded(data):
        what = "is made of more parts than any photo; save it anew as an ordinary JPEG"
        raise PhotoError(label, what)
    with opened(data, label) as image:
        if image.format in JPEG_FORMATS:
            if not jpeg.is_whole(data):
                raise PhotoError(label, "the picture is cut off: the file ends too early; copy it again")
            if _is_slow(data, label, pixel_count(image.size)):
                return None
            if image.mode in {"L", "RGB"}:
                turned = orientation(image)
                return _jpeg(image, data, turned), turned
        most = _BYTES_HERE.get(image.format or "", _BYTES_OF_OTHERS)
        here = pixel_count(image.size) <= APART_FROM_OTHER and len(data) <= most
        return (Pyramid(pixels_of(data)), 1) if here else None


def _is_slow(data: bytes, label: str, pixels: int) -> bool:
    """Whether a JPEG takes more memory or time than its pixels tell.

    Of a picture in layers all coefficients are held, six bytes a pixel, and each layer goes through them.

    Raises:
        PhotoError: no photo comes in so many layers.
    """
    layers = jpeg.layers(data)
    if layers > MOST_LAYERS:
        raise PhotoError(label, f"has more than {MOST_LAYERS} layers; save it anew as an ordinary JPEG")
    layered = layers > 1 and (pixels > APART_FROM or pixels * layers > APART_FROM_LAYERED)
    return layered or not jpeg.is_ordinary(data)


def _first_line(error: Exception) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0][:120]


def _jpeg(image: Image.Image, data: bytes, turned: int) -> Pyramid:
    """Decode with OpenCV, twice as fast as Pillow (50 against 95 ms at 12 megapixels)."""
    encoded = np.frombuffer(data, np.uint8)
    width, height = image.size
    if max(width, height) >= _HALVED_FROM:
        half = _half(encoded)
        if half is not None and half.shape[:2] == (-(-height // 2), -(-width // 2)):
            even = half[: height // 2, : width // 2]
            return Pyramid(
                upright(even, turned),
                whole=lambda: upright(_whole(encoded, half, (height, width)), turned),
                size=(width, height) if transposed(turned) else (height, width),
            )
    pixels = imdecode(encoded, cv2.IMREAD_COLOR_RGB)
    if pixels is None or pixels.shape[:2] != (height, width):
        return Pyramid(rgb(image, turned))
    return Pyramid(upright(pixels, turned))


def _half(encoded: NDArray[np.uint8]) -> NDArray[np.uint8] | None:
    # OpenCV has no flag for half the size with red first.
    pixels = imdecode(encoded, cv2.IMREAD_REDUCED_COLOR_2)
    return None if pixels is None else np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2RGB), np.uint8)


def _whole(encoded: NDArray[np.uint8], half: NDArray[np.uint8], size: tuple[int, int]) -> NDArray[np.uint8]:
    """The whole, ``(H, W)``, of what was decoded at half its size; enlarged where it cannot be decoded."""
    with caught():
        pixels = imdecode(encoded, cv2.IMREAD_COLOR_RGB)
    if pixels is None or pixels.shape[:2] != size:
        return np.asarray(cv2.resize(half, size[::-1], interpolation=cv2.INTER_LINEAR), np.uint8)
    return pixels
