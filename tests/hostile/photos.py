"""Files that call themselves photos: damaged ones of every kind, bombs, lying headers, tricks with EXIF."""

from __future__ import annotations

import io
import struct
import zlib
from functools import cache
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import numpy as np
from PIL import Image

from tests.hostile.damage import NUMBERS, damaged

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

SIZE: Final = (96, 64)
PARTS: Final = 300_000
"""How many parts a file that is made of endless ones has."""
_EXIF: Final = 0x8769
_ORIENTATION: Final = 0x0112


@cache
def sound() -> dict[str, bytes]:
    """Whole photos by what they are: every kind of file, and every way in which it holds its pixels."""
    coarse = np.random.default_rng(0).integers(0, 256, (6, 9, 3), np.uint8)
    scene = Image.fromarray(coarse).resize(SIZE, Image.Resampling.BICUBIC)
    deep = Image.fromarray(np.asarray(scene.convert("L"), np.uint16) * 257)
    clear = scene.convert("RGBA")
    clear.putalpha(scene.convert("L"))
    exif = Image.Exif()
    exif[_ORIENTATION] = 6
    exif[0x010F] = "maker"
    return {
        "jpeg": _saved(scene, "JPEG", exif=exif, comment=b"at home"),
        "jpeg grey": _saved(scene.convert("L"), "JPEG"),
        "jpeg cmyk": _saved(scene.convert("CMYK"), "JPEG"),
        "jpeg progressive": _saved(scene, "JPEG", progressive=True, icc_profile=b"profile" * 40),
        "jpeg restarts": _saved(scene, "JPEG", restart_marker_blocks=2, subsampling=0),
        "mpo": _saved(scene, "MPO", save_all=True, append_images=[scene.rotate(9)]),
        "png": _saved(scene, "PNG", exif=exif),
        "png 16 bit": _saved(deep, "PNG"),
        "png palette": _saved(scene.quantize(16), "PNG", transparency=3),
        "png alpha": _saved(clear, "PNG"),
        "png bits": _saved(scene.convert("1"), "PNG"),
        "gif": _saved(scene.quantize(32), "GIF", save_all=True, append_images=[scene.rotate(9).quantize(32)]),
        "bmp": _saved(scene, "BMP"),
        "bmp palette": _saved(scene.quantize(200), "BMP"),
        "tiff": _saved(scene, "TIFF", exif=exif),
        "tiff lzw": _saved(scene, "TIFF", compression="tiff_lzw"),
        "tiff jpeg": _saved(scene, "TIFF", compression="jpeg"),
        "tiff float": _saved(Image.fromarray(np.asarray(scene.convert("L"), np.float32) / 255), "TIFF"),
        "tiff deep": _saved(deep, "TIFF", compression="tiff_adobe_deflate"),
        "webp": _saved(scene, "WEBP", exif=exif),
        "webp lossless": _saved(clear, "WEBP", lossless=True),
        "avif": _saved(scene, "AVIF"),
    }


def _saved(image: Image.Image, kind: str, **options: Any) -> bytes:  # noqa: ANN401 - Pillow's own options
    out = io.BytesIO()
    image.save(out, kind, **options)
    return out.getvalue()


def photo(rng: Random) -> bytes:
    """A file that somebody uploads as a photo."""
    making = rng.choice((_damaged, _damaged, _damaged, _cut, _lying, _exif_trick, _joined, _bomb, _no_photo))
    return making(rng)


def _any_sound(rng: Random) -> bytes:
    return rng.choice(list(sound().values()))


def _damaged(rng: Random) -> bytes:
    """Spoilt anywhere, or only in its head, where the sizes are."""
    data = _any_sound(rng)
    head = rng.choice((40, 200, len(data)))
    return damaged(rng, data[:head]) + data[head:]


def _cut(rng: Random) -> bytes:
    """The beginning, with nothing, emptiness or something else behind it."""
    data = _any_sound(rng)
    end = rng.randint(1, len(data) - 1)
    return data[:end] + rng.choice((b"", bytes(len(data) - end), b"\xff\xd9", b"IEND\xaeB`\x82", b"<html>"))


def _lying(rng: Random) -> bytes:
    """A picture whose header gives it another size."""
    width, height = (rng.choice((0, 1, 7, 8, 96, 7000, 32_000, 40_000, 65_500, 65_535)) for _ in range(2))
    kind = rng.choice(("png", "jpeg", "bmp", "gif"))
    data = bytearray(sound()[kind])
    match kind:
        case "png":
            data[16:24] = struct.pack(">II", width, height)
            data[29:33] = struct.pack(">I", zlib.crc32(data[12:29]))
        case "jpeg":
            frame = data.find(b"\xff\xc0")
            data[frame + 5 : frame + 9] = struct.pack(">HH", height, width)
        case "bmp":
            data[18:26] = struct.pack("<ii", width, rng.choice((height, -height)))
        case "gif":
            data[6:10] = struct.pack("<HH", width & 0xFFFF, height & 0xFFFF)
    return bytes(data)


def _exif_trick(rng: Random) -> bytes:
    """EXIF of the wrong type, that points outside or at itself, or that is very long."""
    order = rng.choice((">", "<"))
    entries = []
    for _ in range(rng.choice((1, 2, 3, 500))):
        tag = rng.choice((_ORIENTATION, _EXIF, 0x8825, 0x0201, 0x9286, 0x927C))
        kind, count = rng.choice((1, 2, 3, 4, 5, 7, 12, 13, 99)), rng.choice((0, 1, 4, *NUMBERS))
        entries.append(struct.pack(f"{order}HHII", tag, kind, count, rng.choice((8, 0, 1, 6, *NUMBERS))))
    following = struct.pack(f"{order}I", rng.choice((0, 8, 10, 0xFFFFFFFF)))
    start = struct.pack(f"{order}HI", 42, rng.choice((8, 8, 8, 0, 0xFFFFFFFF)))
    body = (b"MM" if order == ">" else b"II") + start + struct.pack(f"{order}H", len(entries))
    block = b"Exif\0\0" + body + b"".join(entries) + following
    data = sound()["jpeg grey"]
    return data[:2] + b"\xff\xe1" + struct.pack(">H", len(block) + 2) + block + data[2:]


def _joined(rng: Random) -> bytes:
    """The head of one kind of file before the body of another."""
    one, other = _any_sound(rng), _any_sound(rng)
    return one[: rng.randint(1, len(one))] + other[rng.randint(0, len(other)) :]


def _no_photo(rng: Random) -> bytes:
    """Something else altogether, now and then with a photo's first bytes."""
    starts = (
        b"\xff\xd8\xff\xe0",
        b"\x89PNG\r\n\x1a\n",
        b"GIF89a",
        b"BM",
        b"II*\0",
        b"MM\0*",
        b"RIFF\x10\0\0\0WEBP",
    )
    others = (
        b"%!PS-Adobe-3.0 EPSF-3.0\n",
        b"<svg xmlns='http://www.w3.org/2000/svg'/>",
        b"%PDF-1.7\n",
        b"PK\x03\x04",
    )
    boxes = (b"\0\0\0\x1cftypheic", b"\0\0\0\x1cftypavif", b"\0\0\0\x1cftypmif1", b"\0\0\0\x0cJXL \r\n\x87\n")
    noise = bytes(rng.randint(0, 255) for _ in range(rng.choice((0, 1, 8, 300))))
    return rng.choice((b"", *starts, *others, *boxes)) + noise


def _bomb(rng: Random) -> bytes:
    """A few bytes that become very many pixels, or a file of endless parts."""
    return rng.choice(BOMBS)()


def _png_bomb(width: int, height: int, depth: int, colour: int) -> bytes:
    """A PNG of nothing but zeros."""
    channels = {0: 1, 2: 3, 6: 4}[colour]
    pack = zlib.compressobj(9)
    row = bytes(1 + width * channels * depth // 8)
    body = b"".join([*(pack.compress(row) for _ in range(height)), pack.flush()])
    head = struct.pack(">IIBBBBB", width, height, depth, colour, 0, 0, 0)
    parts = ((b"IHDR", head), (b"IDAT", body), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_png_chunk(*part) for part in parts)


@cache
def _large_png() -> bytes:
    return _png_bomb(9000, 9000, 8, 2)


@cache
def _text_png() -> bytes:
    text = b"Comment\0\0" + zlib.compress(bytes(30_000_000), 9)
    return sound()["png"][:33] + _png_chunk(b"zTXt", text) + sound()["png"][33:]


@cache
def _layered_jpeg() -> bytes:
    """A progressive JPEG whose last layer comes 150 times."""
    data = sound()["jpeg progressive"]
    last = data.rfind(b"\xff\xda")
    return data[:last] + data[last:-2] * 150 + b"\xff\xd9"


@cache
def _tall_bmp() -> bytes:
    data = bytearray(sound()["bmp"])
    data[18:26] = struct.pack("<ii", 1, 0x7FFFFFFF)
    return bytes(data)


@cache
def of_segments() -> bytes:
    """A JPEG with endless empty segments before its picture."""
    whole = sound()["jpeg"]
    return whole[:2] + b"\xff\xe1\x00\x02" * PARTS + whole[2:]


@cache
def of_fill() -> bytes:
    """A JPEG with endless bytes of none."""
    whole = sound()["jpeg"]
    return whole[:2] + b"\xff" * 4 * PARTS + whole[2:]


@cache
def of_fill_without_end() -> bytes:
    """A JPEG of nothing else."""
    return b"\xff\xd8" + b"\xff" * 4 * PARTS + b"\x00"


@cache
def of_tables_between_layers() -> bytes:
    """A progressive JPEG with endless comments between two of its layers."""
    whole = sound()["jpeg progressive"]
    at = whole.index(b"\xff\xda", whole.index(b"\xff\xda") + 2)
    return whole[:at] + b"\xff\xfe\x00\x02" * PARTS + whole[at:]


def _png_chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


@cache
def of_chunks() -> bytes:
    """A PNG with endless texts before its picture."""
    whole = sound()["png"]
    return whole[:33] + _png_chunk(b"tEXt", b"a\0b") * PARTS + whole[33:]


@cache
def of_chunks_behind() -> bytes:
    """A PNG with endless texts behind its picture."""
    whole = sound()["png"]
    return whole[:-12] + _png_chunk(b"tEXt", b"a\0b") * PARTS + whole[-12:]


@cache
def of_empty_pixels() -> bytes:
    """A PNG whose picture comes in endless pieces of nothing."""
    whole = sound()["png"]
    return whole[:33] + _png_chunk(b"IDAT", b"") * PARTS + whole[33:]


@cache
def of_comments() -> bytes:
    """A GIF with an endless comment of one letter each."""
    whole = sound()["gif"]
    start = 13 + 3 * (2 << (whole[10] & 7))
    return whole[:start] + b"!\xfe" + b"\x01a" * PARTS + b"\x00" + whole[start:]


def _webp(chunks: bytes) -> bytes:
    whole = b"WEBP" + chunks
    return b"RIFF" + struct.pack("<I", len(whole)) + whole


@cache
def of_unknown_chunks() -> bytes:
    """A WebP with endless chunks that nobody knows behind its picture."""
    return _webp(sound()["webp"][12:] + struct.pack("<4sI", b"what", 0) * PARTS)


@cache
def of_unknown_chunks_in_a_frame() -> bytes:
    """A film of one picture that has them in it."""
    width, height = ((side - 1).to_bytes(3, "little") for side in SIZE)
    lossless = sound()["webp lossless"]
    shot = lossless[lossless.index(b"VP8L") :] + struct.pack("<4sI", b"what", 0) * PARTS
    frame = bytes(6) + width + height + bytes(4) + shot
    head = struct.pack("<4sI", b"VP8X", 10) + b"\x02\0\0\0" + width + height
    film = struct.pack("<4sI", b"ANIM", 6) + bytes(6) + struct.pack("<4sI", b"ANMF", len(frame)) + frame
    return _webp(head + film)


Making: TypeAlias = "Callable[[], bytes]"
CROWDED: Final[tuple[Making, ...]] = (
    *(of_segments, of_fill, of_fill_without_end, of_chunks, of_chunks_behind, of_empty_pixels),
    *(of_comments, of_unknown_chunks, of_unknown_chunks_in_a_frame),
)
"""Small pictures in files of more parts than any photo has."""
BOMBS: Final[tuple[Making, ...]] = (
    *(_large_png, _text_png, _layered_jpeg, _tall_bmp, of_tables_between_layers),
    *CROWDED,
)
