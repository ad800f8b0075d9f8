"""Opens and decodes picture files: accepted formats and sizes, and how each becomes RGB pixels."""

import importlib
import io
import math
from collections.abc import Iterator
from pathlib import Path
from typing import Final, Literal

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, PngImagePlugin, TiffImagePlugin

from yakulens.scorer.errors import InputError
from yakulens.vision.picture.formats import FORMATS, HEAD, HEIF
from yakulens.vision.picture.orientation import as_stored, is_transposed, read_orientation

MAX_PIXELS: Final = 208_000_000
"""The most pixels of a photo; a "200 megapixel" phone gives up to 16,384 x 12,288."""
MAX_HELD: Final = 52_000_000
"""The most pixels in which a photo is held; a larger one is halved while it is decoded. A "50 megapixel"
phone gives up to 8192 x 6144."""
MAX_SIDE: Final = 32_000
"""The longest side of a photo, pixels: no panorama is longer, and OpenCV rotates nothing beyond 32,767."""
ISOLATED_FROM: Final = 16_000_000
"""A picture with at least this many pixels that is not a plain JPEG is decoded in a separate process."""
JPEG_FORMATS: Final[tuple[str, ...]] = ("JPEG", "MPO")
# Pillow refuses pictures of more than twice this number; `check_size` is stricter, but not than its default.
Image.MAX_IMAGE_PIXELS = MAX_PIXELS
# Pillow's limit for one text is 1 MB, which the XMP of a photo editor exceeds; that for all of them stays.
PngImagePlugin.MAX_TEXT_CHUNK = PngImagePlugin.MAX_TEXT_MEMORY
_DNG_VERSION: Final = 50706
_SUBFILE_TYPE: Final = 254
_REDUCED_COPY: Final = 1
_SUB_IFDS: Final = 330
"""Tags of a TIFF, and a value of the second one."""
_MIN_SIDE: Final = 8
_BYTE: Final = 255
_TRANSPARENT: Final = frozenset({"RGBA", "LA", "PA", "RGBa", "La"})
_ROWS: Final = 256
"""Rows converted at a time, so that memory holds no more than the picture itself."""
_REDUCED: Final = {1: cv2.IMREAD_REDUCED_COLOR_2, 2: cv2.IMREAD_REDUCED_COLOR_4}
"""OpenCV's flags that decode a JPEG halved once or twice."""

Fault = Literal["missing", "empty", "too_large", "too_small", "heic", "no_photo", "damaged", "no_room"]
"""Why a file cannot be read as a photo."""


class PhotoError(InputError):
    """The file cannot be read as a photo.

    Attributes:
        fault: the kind of fault, for messages in other languages.
    """

    def __init__(self, name: str, message: str, fault: Fault = "damaged") -> None:
        """One line: which file, and what is wrong or what to do."""
        super().__init__(name, message)
        self.fault = fault


def halvings(size: tuple[int, int]) -> int:
    """How often a picture of this width and height is halved so that it can be held.

    >>> halvings((4000, 3000)), halvings((12000, 9000)), halvings((16320, 12240))
    (0, 1, 1)
    """
    times = 0
    while (size[0] >> times) * (size[1] >> times) > MAX_HELD:
        times += 1
    return times


def pixels_of(data: bytes) -> NDArray[np.uint8]:
    """``(H, W, 3)`` uint8 RGB, upright, of a file that ``load`` has checked; halved as `halvings` says.

    Raises:
        Exception: whatever its decoder raises.
    """
    with open_image(data, "photo") as image:
        plain = image.format == "WEBP" or (image.format in JPEG_FORMATS and image.mode in {"L", "RGB"})
        times = halvings(image.size)
        if plain and math.prod(image.size) > ISOLATED_FROM:
            is_jpeg = image.format in JPEG_FORMATS
            return _decode_with_opencv(data, image.size, read_orientation(image), times, reduced=is_jpeg)
        return _decode_with_pillow(image, data, times)


def open_image(data: bytes, label: str) -> Image.Image:
    """Open the file with Pillow: read its header and check its size."""
    Image.init()
    if HEIF.begins(data):
        _enable_heif(label)
        formats = [HEIF.plugin]
    else:
        formats = [each.plugin for each in FORMATS if each is not HEIF and each.plugin in Image.OPEN]
    image = Image.open(io.BytesIO(data), formats=formats)
    if isinstance(image, TiffImagePlugin.TiffImageFile) and _is_raw(image):
        message = "is a camera's raw file, in which only a small preview can be read; export it as JPEG"
        raise PhotoError(label, message, "no_photo")
    check_size(image.size, label)
    return image


def _is_raw(image: TiffImagePlugin.TiffImageFile) -> bool:
    """Whether a TIFF is a camera's raw file (DNG, NEF): its first picture is a reduced copy of another."""
    tags = image.tag_v2
    return _DNG_VERSION in tags or (tags.get(_SUBFILE_TYPE) == _REDUCED_COPY and _SUB_IFDS in tags)


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
        megapixels, limit = width * height // 1_000_000, MAX_PIXELS // 100_000_000 * 100
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


def _decode_with_pillow(image: Image.Image, data: bytes, times: int) -> NDArray[np.uint8]:
    """Decode the (first) picture with Pillow."""
    image.load()
    return rgb(image, _orientation(image, data), times)


def _orientation(image: Image.Image, data: bytes) -> int:
    """The EXIF orientation 1..8 that is still to be applied.

    The decoder applies a HEIC photo's own rotation property and hides the EXIF value, which counts only if
    the writer left that property out.
    """
    if image.format == HEIF.plugin and b"irot" not in data and b"imir" not in data:
        return image.info.get("original_orientation") or 1
    return read_orientation(image)


def upright_size(path: Path) -> tuple[int, int]:
    """Width and height of a file's upright picture, by its header.

    Raises:
        Exception: whatever its decoder raises.
    """
    with path.open("rb") as file:
        is_heif = HEIF.begins(file.read(HEAD))
    data = path.read_bytes() if is_heif else b""
    if is_heif:
        _enable_heif(path.name)
    with Image.open(path) as image:
        width, height = image.size
        return (height, width) if is_transposed(_orientation(image, data)) else (width, height)


def _decode_with_opencv(
    data: bytes, size: tuple[int, int], orientation: int, times: int, *, reduced: bool
) -> NDArray[np.uint8]:
    """Decode with OpenCV, in a third of the memory; ``size`` is the stored width and height.

    Its JPEG decoder can halve while it decodes (``reduced``).
    """
    pixels = imdecode(data, _REDUCED[times] if reduced and times else cv2.IMREAD_UNCHANGED)
    if pixels is None and times and not reduced and _is_whole_webp(data):
        raise MemoryError  # OpenCV does not say so
    if pixels is None:
        message = "its decoder gave up"
        raise ValueError(message)
    if reduced:  # it counts a part of a pixel as one
        pixels, times = pixels[: size[1] >> times, : size[0] >> times], 0
    height, width = pixels.shape[0] >> times, pixels.shape[1] >> times
    turned = np.empty((width, height, 3) if is_transposed(orientation) else (height, width, 3), np.uint8)
    stored = as_stored(turned, orientation)
    for top in range(0, height, _ROWS >> times):
        rows = min(_ROWS >> times, height - top)
        strip = halved(pixels[top << times : (top + rows) << times], times)
        colours = strip[..., 2::-1] if strip.ndim == 3 else strip[..., None]  # noqa: PLR2004 - rows, columns, colours
        if strip.ndim == 3 and strip.shape[2] == 4:  # noqa: PLR2004 - the fourth is alpha
            alpha = strip[..., 3:].astype(np.uint16)
            colours = (colours * alpha + _BYTE * (_BYTE - alpha)) // _BYTE
        stored[top : top + rows] = colours
    return turned


def _is_whole_webp(data: bytes) -> bool:
    """Whether a WebP file is as long as it says."""
    return int.from_bytes(data[4:8], "little") + 8 <= len(data)


def rgb(image: Image.Image, orientation: int = 1, times: int = 0) -> NDArray[np.uint8]:
    """``(H, W, 3)`` uint8 of a decoded image of any mode; transparent pixels become white.

    Its EXIF orientation, 1 to 8, turns it upright. It is halved as many ``times`` as said.
    """
    width, height = (side >> times for side in image.size)
    upright = np.empty((width, height, 3) if is_transposed(orientation) else (height, width, 3), np.uint8)
    stored = as_stored(upright, orientation)
    is_deep = image.mode.startswith("I") or image.mode == "F"
    scale = _scale(image) if is_deep else 1.0
    for top, strip in _strips(image):
        pixels = _grey(np.asarray(strip), scale) if is_deep else np.asarray(_plain(strip, image))
        half = halved(pixels, times)
        stored[top >> times : (top >> times) + len(half)] = half
    return upright


def halved(pixels: NDArray[np.uint8], times: int) -> NDArray[np.uint8]:
    """Average squares of ``2 ** times`` pixels a side; rows and columns that fill none are left out.

    >>> halved(np.arange(15, dtype=np.uint8).reshape(3, 5, 1), 1)[..., 0].tolist()
    [[3, 5]]
    """
    if not times:
        return pixels
    height, width = pixels.shape[0] >> times, pixels.shape[1] >> times
    if not height:
        return np.empty((0, width, *pixels.shape[2:]), np.uint8)
    whole = pixels[: height << times, : width << times]
    small = cv2.resize(whole, (width, height), interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8).reshape(height, width, *pixels.shape[2:])


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
