"""Opens and decodes picture files: accepted formats and sizes, and how each becomes RGB pixels."""

import importlib
import io
import math
from collections.abc import Iterator
from typing import Final, Literal

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, PngImagePlugin

from yakulens.scorer.errors import InputError
from yakulens.vision.picture.orientation import as_stored, is_transposed, read_orientation, upright

MAX_PIXELS: Final = 52_000_000
"""The most pixels of a photo; a "50 megapixel" phone gives up to 8192 x 6144."""

FORMATS: Final[tuple[str, ...]] = ("JPEG", "PNG", "WEBP", "AVIF", "TIFF", "BMP", "GIF")
"""Formats opened with Pillow; the explicit list excludes any that runs a program (EPS)."""
MAX_SIDE: Final = 32_000
"""The longest side of a photo, pixels: no panorama is longer, and OpenCV rotates nothing beyond 32,767."""
ISOLATED_FROM: Final = 16_000_000
"""A picture with at least this many pixels that is not a plain JPEG is decoded in a separate process."""
_HEIF_BRANDS: Final = (b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1", b"msf1")
JPEG_FORMATS: Final[tuple[str, ...]] = ("JPEG", "MPO")
# Pillow's limit for one text is 1 MB, which the XMP of a photo editor exceeds; that for all of them stays.
PngImagePlugin.MAX_TEXT_CHUNK = PngImagePlugin.MAX_TEXT_MEMORY
_MIN_SIDE: Final = 8
_BYTE: Final = 255
_TRANSPARENT: Final = frozenset({"RGBA", "LA", "PA", "RGBa", "La"})
_ROWS: Final = 256
"""Rows converted at a time, so that memory holds no more than the picture itself."""

Fault = Literal["missing", "empty", "too_large", "too_small", "heic", "no_photo", "damaged"]
"""Why a file is not a photo."""


class PhotoError(InputError):
    """The file cannot be read as a photo.

    Attributes:
        fault: the kind of fault, for messages in other languages.
    """

    def __init__(self, name: str, message: str, fault: Fault = "damaged") -> None:
        """One line: which file, and what is wrong or what to do."""
        super().__init__(name, message)
        self.fault = fault


def pixels_of(data: bytes) -> NDArray[np.uint8]:
    """``(H, W, 3)`` uint8 RGB, upright, of a file that ``load`` has checked.

    Raises:
        Exception: whatever its decoder raises.
    """
    with open_image(data, "photo") as image:
        plain = image.format == "WEBP" or (image.format in JPEG_FORMATS and image.mode in {"L", "RGB"})
        if plain and math.prod(image.size) > ISOLATED_FROM:
            return _decode_with_opencv(data, read_orientation(image))
        return _decode_with_pillow(image, data)


def open_image(data: bytes, label: str) -> Image.Image:
    """Open the file with Pillow: read its header and check its size."""
    Image.init()
    formats = [name for name in FORMATS if name in Image.OPEN]
    if data[4:8] == b"ftyp" and data[8:12] in _HEIF_BRANDS:
        _enable_heif(label)
        formats = ["HEIF"]
    image = Image.open(io.BytesIO(data), formats=formats)
    check_size(image.size, label)
    return image


def _enable_heif(label: str) -> None:
    try:
        pi_heif = importlib.import_module("pi_heif")  # an extra: most users have no HEIC photos
    except ImportError as error:
        message = 'is a HEIC photo; install the extra (pip install "yakulens[heic]") or export it as JPEG'
        raise PhotoError(label, message, "heic") from error
    pi_heif.register_heif_opener()


def check_size(size: tuple[int, int], label: str) -> None:
    """Check that a picture of this width and height can be a photo.

    Raises:
        PhotoError: it is too large or too small.
    """
    width, height = size
    if width * height > MAX_PIXELS:
        megapixels, limit = width * height // 1_000_000, MAX_PIXELS // 1_000_000
        message = f"{width} x {height} is {megapixels} megapixels, above the limit of {limit}; scale it down"
        raise PhotoError(label, message, "too_large")
    if max(size) > MAX_SIDE:
        message = f"{width} x {height} pixels: no side may exceed {MAX_SIDE}; crop it or scale it down"
        raise PhotoError(label, message, "too_large")
    if min(size) < _MIN_SIDE:
        raise PhotoError(label, f"{width} x {height} pixels are too few for a photo", "too_small")


def imdecode(data: bytes, flags: int) -> NDArray[np.uint8] | None:
    """Decode a file's bytes with OpenCV, as stored; None if it fails."""
    pixels = cv2.imdecode(np.frombuffer(data, np.uint8), flags | cv2.IMREAD_IGNORE_ORIENTATION)
    return None if pixels is None else np.asarray(pixels, np.uint8)


def _decode_with_pillow(image: Image.Image, data: bytes) -> NDArray[np.uint8]:
    """Decode the (first) picture with Pillow."""
    image.load()
    orientation = read_orientation(image)
    # The decoder applies a HEIC photo's own rotation property and hides the EXIF value, which counts only if
    # the writer left that property out.
    if image.format == "HEIF" and b"irot" not in data and b"imir" not in data:
        orientation = image.info.get("original_orientation") or 1
    return rgb(image, orientation)


def _decode_with_opencv(data: bytes, orientation: int) -> NDArray[np.uint8]:
    """Decode with OpenCV, in a third of the memory."""
    pixels = imdecode(data, cv2.IMREAD_UNCHANGED)
    if pixels is None:
        message = "its decoder gave up"
        raise ValueError(message)
    height, width = pixels.shape[:2]
    rgb_pixels = np.empty((height, width, 3), np.uint8)
    for top in range(0, height, _ROWS):
        strip = pixels[top : top + _ROWS]
        colours = strip[..., 2::-1] if strip.ndim == 3 else strip[..., None]  # noqa: PLR2004 - rows, columns, colours
        if strip.ndim == 3 and strip.shape[2] == 4:  # noqa: PLR2004 - the fourth is alpha
            alpha = strip[..., 3:].astype(np.uint16)
            colours = (colours * alpha + _BYTE * (_BYTE - alpha)) // _BYTE
        rgb_pixels[top : top + _ROWS] = colours
    return upright(rgb_pixels, orientation)


def rgb(image: Image.Image, orientation: int = 1) -> NDArray[np.uint8]:
    """``(H, W, 3)`` uint8 of a decoded image of any mode; transparent pixels become white.

    Its EXIF orientation, 1 to 8, turns it upright.
    """
    width, height = image.size
    upright = np.empty((width, height, 3) if is_transposed(orientation) else (height, width, 3), np.uint8)
    stored = as_stored(upright, orientation)
    is_deep = image.mode.startswith("I") or image.mode == "F"
    scale = _scale(image) if is_deep else 1.0
    for top, strip in _strips(image):
        pixels = _grey(np.asarray(strip), scale) if is_deep else np.asarray(_plain(strip, image))
        stored[top : top + strip.height] = pixels
    return upright


def _strips(image: Image.Image) -> Iterator[tuple[int, Image.Image]]:
    width, height = image.size
    for top in range(0, height, _ROWS):
        yield top, image.crop((0, top, width, min(height, top + _ROWS)))


def _plain(strip: Image.Image, whole: Image.Image) -> Image.Image:
    if strip.mode in _TRANSPARENT or "transparency" in whole.info:
        strip.info = whole.info
        rgba = strip.convert("RGBA")
        white = Image.new("RGBA", strip.size, (_BYTE, _BYTE, _BYTE, _BYTE))
        return Image.alpha_composite(white, rgba).convert("RGB")
    return strip.convert("RGB")


def _scale(image: Image.Image) -> float:
    """The factor from deep grey values to bytes: 16-bit values keep the upper byte, floats fill the range."""
    maxima = [float(np.nan_to_num(np.asarray(strip).max())) for _, strip in _strips(image)]
    top = max(1.0, *maxima)
    if image.mode == "F":
        return _BYTE / top if top > _BYTE or top <= 1.0 else 1.0
    return 1 / (_BYTE + 2) if top > _BYTE else 1.0


def _grey(values: NDArray[np.generic], scale: float) -> NDArray[np.uint8]:
    stretched = np.nan_to_num(values.astype(np.float32) * np.float32(scale))
    return np.asarray(np.clip(stretched, 0, _BYTE), np.uint8)[..., None]
