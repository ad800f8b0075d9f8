"""The one module that knows how a picture can arrive: any usual file -> upright RGB pixels."""

from __future__ import annotations

import hashlib
import importlib
import io
import time
import warnings
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal

import cv2
import numpy as np
from PIL import Image, UnidentifiedImageError

from vision.picture.pyramid import Pyramid

if TYPE_CHECKING:
    from numpy.typing import NDArray

MAX_PIXELS: Final = 52_000_000
"""A "50 megapixel" phone gives up to 8192 x 6144; more is refused before a pixel is decoded."""

MAX_BYTES: Final = 200_000_000
"""No photo of 50 megapixels is larger; a film or a disk image is."""

FORMATS: Final[tuple[str, ...]] = ("JPEG", "PNG", "WEBP", "AVIF", "TIFF", "BMP", "GIF")
"""Formats opened with Pillow, named one by one so that none that runs a program (EPS) is ever tried."""

SUFFIXES: Final = (
    *(".jpg", ".jpeg", ".jpe", ".jfif", ".mpo", ".png", ".webp", ".avif", ".heic", ".heif", ".hif"),
    *(".tif", ".tiff", ".bmp", ".gif"),
)
"""How the names of photos end, in lower case. A file that is named itself may be called anything."""

_HEIF_BRANDS: Final = (b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1", b"msf1")
ORIENTATION_TAG: Final = 0x0112
_JPEG_FORMATS: Final[tuple[str, ...]] = ("JPEG", "MPO")
_MIN_SIDE: Final = 8

_HALVED_FROM: Final = 2560
"""JPEGs with a long side from here on are decoded at half their size first, in half the time: the tiles of a
hand are then large enough that the whole is not needed."""

_BYTE: Final = 255


Fault = Literal["missing", "empty", "too_large", "too_small", "heic", "no_photo", "damaged"]
"""The ways in which a file is no photo."""


class PhotoError(ValueError):
    """The file cannot be read as a photo.

    Attributes:
        fault: in which way, for those who say it in another language.
    """

    def __init__(self, name: str, what: str, fault: Fault = "damaged") -> None:
        """One line: which file, and what is wrong or what to do."""
        super().__init__(" ".join(f"{name}: {what}".split()))
        self.fault = fault


@dataclass(frozen=True, slots=True, eq=False)
class Photo:
    """One photo, upright.

    Attributes:
        pyramid: its pixels, RGB, the EXIF orientation applied, whole and at half, quarter ... size.
        name: the file as it was given.
        sha256: of the file's bytes, hexadecimal.
        decode_ms: how long reading and decoding took, milliseconds.
    """

    pyramid: Pyramid
    name: str
    sha256: str
    decode_ms: float = 0.0

    @property
    def pixels(self) -> NDArray[np.uint8]:
        """``(H, W, 3)`` uint8 RGB, upright."""
        return self.pyramid.pixels

    @property
    def size(self) -> tuple[int, int]:
        """``(height, width)`` in pixels."""
        return self.pyramid.size


def load(source: str | Path | bytes, name: str | None = None) -> Photo:
    """Read a photo from a path or from the file's bytes.

    Args:
        source: a path, or the whole file as bytes.
        name: what to call it; by default the path as given.

    Raises:
        PhotoError: the file is missing, empty, no photo, cut off or too large.

    >>> file = io.BytesIO()
    >>> Image.new("RGB", (80, 60), "green").save(file, "PNG")
    >>> photo = load(file.getvalue(), "green.png")
    >>> photo.name, photo.size, photo.pixels[0, 0].tolist()
    ('green.png', (60, 80), [0, 128, 0])
    """
    start = time.perf_counter()
    label = name or ("photo" if isinstance(source, bytes) else str(source))
    data = source if isinstance(source, bytes) else _read(Path(source), label)
    if not data:
        raise PhotoError(label, "the file is empty; copy it or take the photo again", "empty")
    if len(data) > MAX_BYTES:
        raise PhotoError(label, f"{len(data) // 1_000_000} MB are too many for a photo", "too_large")
    pyramid = _decode(data, label)
    return Photo(
        pyramid=pyramid,
        name=label,
        sha256=hashlib.sha256(data).hexdigest(),
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


def _decode(data: bytes, label: str) -> Pyramid:
    """Pixels of the file, upright; every way in which that can fail becomes a PhotoError."""
    Image.init()
    formats = [name for name in FORMATS if name in Image.OPEN]
    if data[4:8] == b"ftyp" and data[8:12] in _HEIF_BRANDS:
        _enable_heif(label)
        formats = ["HEIF"]
    try:
        # Pillow only warns between its own two limits; ours is lower and is checked on the header below.
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            image = Image.open(io.BytesIO(data), formats=formats)
        with image:
            _check_size(image.size, label)
            if image.format in _JPEG_FORMATS:
                return _jpeg(image, data, label)
            return Pyramid(_other(image, data))
    except Image.DecompressionBombError as error:
        raise PhotoError(
            label, f"has more than {MAX_PIXELS // 1_000_000} megapixels; scale it down", "too_large"
        ) from error
    except UnidentifiedImageError as error:
        what = "is not a photo that can be read (JPEG, PNG, WebP, HEIC, AVIF, TIFF, BMP and GIF can)"
        raise PhotoError(label, what, "no_photo") from error
    except PhotoError:
        raise
    except Exception as error:
        # A decoder's complaint about a broken file comes as almost any exception: OSError, SyntaxError,
        # struct.error, IndexError, EOFError ... The picture is unreadable whichever it is.
        raise PhotoError(label, f"the picture is damaged or cut off ({_first_line(error)})") from error


def _first_line(error: Exception) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0][:120]


def _enable_heif(label: str) -> None:
    try:
        pi_heif = importlib.import_module("pi_heif")  # an extra: most users have no HEIC photos
    except ImportError as error:
        what = 'is a HEIC photo; install the extra (pip install "yakulens[heic]") or export it as JPEG'
        raise PhotoError(label, what, "heic") from error
    pi_heif.register_heif_opener()


def _check_size(size: tuple[int, int], label: str) -> None:
    width, height = size
    if width * height > MAX_PIXELS:
        found, limit = width * height // 1_000_000, MAX_PIXELS // 1_000_000
        what = f"{width} x {height} are {found} megapixels, at most {limit} are read; scale it down"
        raise PhotoError(label, what, "too_large")
    if min(size) < _MIN_SIDE:
        raise PhotoError(label, f"{width} x {height} pixels are too few for a photo", "too_small")


def _jpeg(image: Image.Image, data: bytes, label: str) -> Pyramid:
    """Decode with OpenCV, twice as fast as Pillow (50 against 95 ms at 12 megapixels); CMYK with Pillow."""
    if not _jpeg_is_whole(data):
        raise PhotoError(label, "the picture is cut off: the file ends too early; copy it again")
    turned = orientation(image)
    if image.mode not in {"L", "RGB"}:
        return Pyramid(_upright(_rgb(image), turned))
    encoded = np.frombuffer(data, np.uint8)
    width, height = image.size
    if max(width, height) >= _HALVED_FROM and width % 2 == height % 2 == 0:
        half = _half(encoded)
        if half is not None and half.shape[:2] == (height // 2, width // 2):
            return Pyramid(_upright(half, turned), whole=lambda: _upright(_whole(encoded, half), turned))
    pixels = _imdecode(encoded, cv2.IMREAD_COLOR_RGB)
    if pixels is None or pixels.shape[:2] != (height, width):
        pixels = _rgb(image)
    return Pyramid(_upright(pixels, turned))


def _imdecode(encoded: NDArray[np.uint8], how: int) -> NDArray[np.uint8] | None:
    pixels = cv2.imdecode(encoded, how | cv2.IMREAD_IGNORE_ORIENTATION)
    return None if pixels is None else np.asarray(pixels, np.uint8)


def _half(encoded: NDArray[np.uint8]) -> NDArray[np.uint8] | None:
    # OpenCV has no flag for half the size with red first.
    pixels = _imdecode(encoded, cv2.IMREAD_REDUCED_COLOR_2)
    return None if pixels is None else np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2RGB), np.uint8)


def _whole(encoded: NDArray[np.uint8], half: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The whole of what was decoded at half its size; enlarged from that where it cannot be decoded."""
    size = (2 * half.shape[0], 2 * half.shape[1])
    pixels = _imdecode(encoded, cv2.IMREAD_COLOR_RGB)
    if pixels is None or pixels.shape[:2] != size:
        return np.asarray(cv2.resize(half, size[::-1], interpolation=cv2.INTER_LINEAR), np.uint8)
    return pixels


def _jpeg_is_whole(data: bytes) -> bool:
    """Whether the end marker follows the first scan.

    Decoders fill the missing part with grey and say nothing. Walking the segments first skips the thumbnail
    within the EXIF block, which has an end marker of its own.
    """
    at = 2
    while at + 4 <= len(data) and data[at] == 0xFF:  # noqa: PLR2004 - the byte that starts a marker
        marker = data[at + 1]
        if marker == 0xDA:  # noqa: PLR2004 - start of scan
            # Within a scan a 0xFF byte is always followed by 0x00 or a restart marker, never by 0xD9.
            return data.find(b"\xff\xd9", at) >= 0
        filler = marker == 0xFF  # noqa: PLR2004 - fill byte before a marker
        at += 1 if filler else 2 + int.from_bytes(data[at + 2 : at + 4], "big")
    return data.find(b"\xff\xd9", at) >= 0


def _other(image: Image.Image, data: bytes) -> NDArray[np.uint8]:
    """Decode with Pillow; a film's first picture only."""
    image.load()
    turned = orientation(image)
    # A HEIC photo is turned by a property of its own, which the decoder has then applied and hidden the EXIF
    # value; only where a writer left that property out does the EXIF value count.
    if image.format == "HEIF" and b"irot" not in data and b"imir" not in data:
        turned = image.info.get("original_orientation") or 1
    return _upright(_rgb(image), turned)


def _rgb(image: Image.Image) -> NDArray[np.uint8]:
    """``(H, W, 3)`` uint8 of a Pillow image of any mode; what is transparent becomes white."""
    if image.mode.startswith("I") or image.mode == "F":
        return np.asarray(cv2.cvtColor(_to_byte(np.asarray(image)), cv2.COLOR_GRAY2RGB), np.uint8)
    if image.mode in {"RGBA", "LA", "PA", "RGBa", "La"} or "transparency" in image.info:
        rgba = image.convert("RGBA")
        white = Image.new("RGBA", image.size, (_BYTE, _BYTE, _BYTE, _BYTE))
        return np.asarray(Image.alpha_composite(white, rgba).convert("RGB"), np.uint8)
    return np.asarray(image.convert("RGB"), np.uint8)


def _to_byte(grey: NDArray[np.generic]) -> NDArray[np.uint8]:
    """Deep grey values as bytes: 16 bit keep their upper byte, floats are stretched to their largest."""
    values = grey.astype(np.float64)
    top = float(values.max(initial=1.0))
    if np.issubdtype(grey.dtype, np.floating):
        scale = _BYTE / max(top, 1.0) if top > _BYTE or top <= 1.0 else 1.0
    else:
        scale = 1 / (_BYTE + 2) if top > _BYTE else 1.0
    return np.clip(np.nan_to_num(values * scale), 0, _BYTE).astype(np.uint8)


def orientation(image: Image.Image) -> int:
    """The EXIF orientation 1..8; 1 where there is none or the block is damaged.

    >>> orientation(Image.new("RGB", (80, 60)))
    1
    """
    try:
        value = image.getexif().get(ORIENTATION_TAG, 1)
        return int(value) if 1 <= int(value) <= 8 else 1  # noqa: PLR2004 - the standard's eight values
    except Exception:  # noqa: BLE001 - a damaged EXIF block raises anything; the picture is still good
        return 1


_UPRIGHT: Final[dict[int, tuple[bool, int | None]]] = {
    2: (False, 1),
    3: (False, -1),
    4: (False, 0),
    5: (True, None),
    6: (True, 1),
    7: (True, -1),
    8: (True, 0),
}
"""EXIF orientation -> whether to transpose, then the axis to flip in OpenCV's count (-1: both)."""


def _upright(pixels: NDArray[np.uint8], orientation: int) -> NDArray[np.uint8]:
    """Undo the turn and mirroring that EXIF orientation 1..8 describes."""
    transpose, flip = _UPRIGHT.get(orientation, (False, None))
    turned = cv2.transpose(pixels) if transpose else pixels
    return np.ascontiguousarray(turned if flip is None else cv2.flip(turned, flip), np.uint8)
