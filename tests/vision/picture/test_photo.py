"""Photos of any usual kind arrive upright in RGB; anything else is refused in one line."""

from __future__ import annotations

import base64
import hashlib
import io
import struct
import subprocess
import sys
import tempfile
import zlib
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, TiffImagePlugin
from PIL.PngImagePlugin import PngInfo

from yakulens.vision.picture import isolated, opening, photo
from yakulens.vision.picture.orientation import as_stored
from yakulens.vision.picture.photo import PhotoError, load

if TYPE_CHECKING:
    from collections.abc import Generator
    from pathlib import Path

    from numpy.typing import NDArray

WHITE, RED, BLUE = (240, 240, 240), (200, 40, 40), (40, 40, 200)

HEIC = base64.b64decode(
    "AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAX1tZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAACJp"
    "bG9jAAAAAERAAAEAAQAAAAABoQABAAAAAAAAAIkAAAAjaWluZgAAAAAAAQAAABVpbmZlAgAAAAABAABodmMxAAAAAA5waXRtAAAAAAAB"
    "AAAA/WlwcnAAAADdaXBjbwAAAHZodmNDAQNwAAAAkAAAAAAAHvAA/P34+AAADwNgAAEAGEABDAH//wNwAAADAJAAAAMAAAMAHroCQGEA"
    "AQAqQgEBA3AAAAMAkAAAAwAAAwAeoCCBBZbq5Ka5uAhoMCAAAAMDIAAAAwAhYgABAAZEAcFzwIkAAAATY29scm5jbHgAAQANAAaAAAAA"
    "FGlzcGUAAAAAAAAAQAAAAEAAAAAoY2xhcAAAAEAAAAABAAAAMAAAAAEAAAAAAAAAAv////AAAAACAAAAEHBpeGkAAAAAAwgICAAAABhp"
    "cG1hAAAAAAAAAAEAAQWBAgMFhAAAAJFtZGF0AAAAhSgBrxOAdzFdR6huH8uXeL/+W89Yvq5YcY8qY92AoSSzBKv9HzKF4xVgleznyXGg"
    "6z+x35N4XW7f6H7lENMoJEl7bcj0h3iPtS5YMdnI3LeBBBOkr+uFLtu8UyDDadGDgS4wgH/xWeA11B5BxDVITSOOeQp1XoFf1ZzIhzrX"
    "ubPKhEdZQTQ="
)
"""The picture of `scene`, 64 x 48."""


def scene() -> np.ndarray[Any, np.dtype[np.uint8]]:
    """A white band on top; below it red at the left, blue at the right."""
    pixels = np.zeros((48, 64, 3), np.uint8)
    pixels[:, :32], pixels[:, 32:], pixels[:12] = RED, BLUE, WHITE
    return pixels


def saved(image: Image.Image, kind: str, **options: Any) -> bytes:  # noqa: ANN401 - Pillow's own options
    buffer = io.BytesIO()
    image.save(buffer, kind, **options)
    return buffer.getvalue()


def assert_scene(pixels: np.ndarray[Any, np.dtype[np.uint8]]) -> None:
    assert pixels.shape == (48, 64, 3)
    assert pixels.dtype == np.uint8
    for (y, x), colour in (((5, 10), WHITE), ((5, 54), WHITE), ((40, 10), RED), ((40, 54), BLUE)):
        assert np.abs(pixels[y, x].astype(int) - colour).max() <= 12, (y, x, pixels[y, x])


def large(width: int = 3200, height: int = 2400) -> Image.Image:
    """The scene as a phone's camera would give it, a soft picture."""
    return Image.fromarray(scene()).resize((width, height), Image.Resampling.BILINEAR)


@pytest.mark.parametrize("orientation", range(1, 9))
@pytest.mark.parametrize("odd", [0, 1])
def test_a_large_jpeg_at_half_its_size_is_the_half_of_the_whole(orientation: int, odd: int) -> None:
    exif = Image.Exif()
    exif[0x0112] = orientation
    found = load(saved(large(3200 + odd, 2400 + odd), "JPEG", quality=95, exif=exif))
    half, factor = found.pyramid.level(2)
    assert factor == 2
    assert found.size == ((2400 + odd, 3200 + odd) if orientation <= 4 else (3200 + odd, 2400 + odd))
    assert half.shape[:2] == (found.size[0] // 2, found.size[1] // 2)
    assert found.pixels.shape[:2] == found.size
    whole = found.pixels[: found.size[0] // 2 * 2 : 2, : found.size[1] // 2 * 2 : 2]
    assert np.abs(half.astype(int) - whole).mean() < 2


def test_a_large_jpeg_is_decoded_whole_only_when_more_than_half_is_looked_at(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    whole, asked = photo._whole, []
    monkeypatch.setattr(photo, "_whole", lambda *given: (asked.append(1), whole(*given))[1])
    found = load(saved(large(), "JPEG"))
    assert found.size == (2400, 3200)
    found.pyramid.level(4)
    assert found.pyramid.level(1.4)[1] == 2
    assert not asked
    assert found.pixels.shape == (2400, 3200, 3)
    assert len(asked) == 1


def test_a_jpeg_of_ordinary_size_is_decoded_whole() -> None:
    found = load(saved(large(2558, 1600), "JPEG"))
    assert found.size == (1600, 2558)
    assert found.pyramid.level(1.4)[0].shape == (1600, 2558, 3)


def test_a_large_jpeg_that_decodes_at_half_size_alone_is_enlarged() -> None:
    half = np.asarray(large(64, 48))
    enlarged = photo._whole(np.frombuffer(b"no picture", np.uint8), half, (96, 127))
    assert enlarged.shape == (96, 127, 3)
    assert np.abs(enlarged[::2, ::2].astype(int) - half).mean() < 12


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "TIFF", "BMP", "MPO", "AVIF"])
def test_every_usual_format_gives_the_same_picture(kind: str) -> None:
    assert_scene(load(saved(Image.fromarray(scene()), kind)).pixels)


def test_a_heic_photo_is_read() -> None:
    assert_scene(load(HEIC).pixels)


def test_a_heic_photo_without_the_extra_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pi_heif", None)
    with pytest.raises(PhotoError, match=r"hand\.heic: is a HEIC photo; install .*yakulens\[heic\]"):
        load(HEIC, "hand.heic")


def stored(pixels: np.ndarray[Any, np.dtype[np.uint8]], orientation: int) -> Image.Image:
    """The picture as a camera stores it that was held so that EXIF needs `orientation`."""
    undo = {
        1: None,
        2: Image.Transpose.FLIP_LEFT_RIGHT,
        3: Image.Transpose.ROTATE_180,
        4: Image.Transpose.FLIP_TOP_BOTTOM,
        5: Image.Transpose.TRANSPOSE,
        6: Image.Transpose.ROTATE_90,
        7: Image.Transpose.TRANSVERSE,
        8: Image.Transpose.ROTATE_270,
    }[orientation]
    image = Image.fromarray(pixels)
    return image if undo is None else image.transpose(undo)


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "TIFF"])
@pytest.mark.parametrize("orientation", range(1, 9))
def test_exif_orientation_is_applied(kind: str, orientation: int) -> None:
    exif = Image.Exif()
    exif[0x0112] = orientation
    assert_scene(load(saved(stored(scene(), orientation), kind, exif=exif)).pixels)


@pytest.mark.parametrize("orientation", [0, 9, 65535])
def test_an_impossible_orientation_is_ignored(orientation: int) -> None:
    exif = Image.Exif()
    exif[0x0112] = orientation
    assert_scene(load(saved(Image.fromarray(scene()), "JPEG", exif=exif)).pixels)


def test_a_damaged_exif_block_does_not_cost_the_photo() -> None:
    whole = saved(Image.fromarray(scene()), "JPEG", exif=b"Exif\x00\x00MM\x00*\x00\x00\xff\xff broken")
    assert_scene(load(whole).pixels)


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_a_grey_photo_becomes_grey_rgb(kind: str) -> None:
    grey = np.tile(np.arange(0, 240, 4, np.uint8), (40, 1))
    pixels = load(saved(Image.fromarray(grey), kind)).pixels
    assert np.abs(pixels.astype(int) - grey[..., None]).max() <= 6


@pytest.mark.parametrize("kind", ["PNG", "TIFF"])
def test_sixteen_bit_grey_keeps_its_upper_byte(kind: str) -> None:
    deep = np.tile(np.arange(0, 65536, 1024, np.uint16), (40, 1))
    pixels = load(saved(Image.fromarray(deep), kind)).pixels
    assert np.abs(pixels.astype(int) - (deep >> 8)[..., None]).max() <= 1


def test_sixteen_bit_colour_is_read() -> None:
    pixels = scene().astype(">u2") * 257
    raw = b"".join(b"\x00" + row.tobytes() for row in pixels)
    png = b"\x89PNG\r\n\x1a\n"
    for name, body in (
        (b"IHDR", struct.pack(">IIBBBBB", 64, 48, 16, 2, 0, 0, 0)),
        (b"IDAT", zlib.compress(raw)),
        (b"IEND", b""),
    ):
        png += struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))
    assert_scene(load(png).pixels)


def test_the_long_text_of_a_photo_editor_is_no_damage() -> None:
    texts, out = PngInfo(), io.BytesIO()
    texts.add_itxt("XML:com.adobe.xmp", "x" * 1_300_000, zip=True)
    Image.fromarray(scene()).save(out, "PNG", pnginfo=texts)
    assert_scene(load(out.getvalue()).pixels)


def test_floating_point_values_are_stretched() -> None:
    values = np.tile(np.linspace(0, 1, 64, dtype=np.float32), (48, 1))
    pixels = load(saved(Image.fromarray(values), "TIFF")).pixels
    assert (pixels[0, 0, 0], pixels[0, -1, 0]) == (0, 255)


def test_a_cmyk_jpeg_has_its_colours() -> None:
    assert_scene(load(saved(Image.fromarray(scene()).convert("CMYK"), "JPEG", quality=95)).pixels)


def test_a_palette_keeps_its_colours() -> None:
    assert_scene(load(saved(Image.fromarray(scene()).quantize(16), "PNG")).pixels)


def test_a_black_and_white_picture_is_read() -> None:
    assert set(np.unique(load(saved(Image.fromarray(scene()).convert("1"), "PNG")).pixels)) == {0, 255}


@pytest.mark.parametrize("mode", ["RGBA", "LA", "PA"])
def test_what_is_transparent_becomes_white(mode: str) -> None:
    rgba = np.zeros((20, 20, 4), np.uint8)
    rgba[10:, :, 3] = 255
    kind = "TIFF" if mode == "PA" else "PNG"
    image = Image.fromarray(rgba)
    if mode == "PA":
        image, kind = image.quantize(8), "PNG"
    pixels = load(saved(image if mode == "PA" else image.convert(mode), kind)).pixels
    assert pixels[2, 2].tolist() == [255, 255, 255]
    assert pixels[18, 2].tolist() == [0, 0, 0]


def test_a_film_gives_its_first_picture() -> None:
    first, second = Image.fromarray(scene()), Image.fromarray(255 - scene())
    assert_scene(load(saved(first, "GIF", save_all=True, append_images=[second])).pixels)


def test_what_follows_the_picture_in_the_file_does_no_harm() -> None:
    assert_scene(load(saved(Image.fromarray(scene()), "JPEG") + b"a phone's film" * 100).pixels)


def test_the_hash_is_of_the_files_bytes_and_the_name_as_given(tmp_path: Path) -> None:
    data = saved(Image.fromarray(scene()), "PNG")
    path = tmp_path / "a hand.png"
    path.write_bytes(data)
    done = load(path)
    assert done.sha256 == hashlib.sha256(data).hexdigest()
    assert (done.name, done.size) == (str(path), (48, 64))
    assert done.decode_ms > 0
    assert load(data, "named").name == "named"


def png_header(width: int, height: int) -> bytes:
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    body = b"IHDR" + head
    return (
        b"\x89PNG\r\n\x1a\n"
        + struct.pack(">I", len(head))
        + body
        + struct.pack(">I", zlib.crc32(body))
        + struct.pack(">I", 10)
        + b"IDAT"
    )


def test_a_picture_wider_than_any_that_can_be_turned_or_kept_is_refused() -> None:
    with pytest.raises(PhotoError, match="no side may exceed 32000"):
        load(saved(Image.new("L", (66_000, 16)), "PNG"))


LARGE = """
import io, resource, struct, sys, zlib
from yakulens.vision.picture.photo import load
def chunk(name, body):
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))
packed = zlib.compressobj(1)
body = b"".join([packed.compress(bytes(1 + 8192 * 2)) for _ in range(6144)]) + packed.flush()
head = struct.pack(">IIBBBBB", 8192, 6144, 16, 0, 0, 0, 0)
photo = load(b"\\x89PNG\\r\\n\\x1a\\n" + chunk(b"IHDR", head) + chunk(b"IDAT", body) + chunk(b"IEND", b""))
own = next(line for line in open("/proc/self/status") if line.startswith("VmHWM")).split()[1]
print(*photo.size, int(own) // 1000, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1000)
"""


@pytest.mark.long
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the count of memory is Linux's")
def test_fifty_megapixels_of_sixteen_bit_take_no_more_memory_than_a_photo_may() -> None:
    done = subprocess.run([sys.executable, "-c", LARGE], capture_output=True, text=True, check=False)
    height, width, own, apart = (int(word) for word in done.stdout.split())
    assert (height, width) == (6144, 8192)
    assert own < 700
    assert apart < 700


@pytest.mark.parametrize("kind", ["PNG", "WEBP", "TIFF", "progressive"])
def test_a_large_picture_is_decoded_apart_and_is_the_same(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    jpeg = kind == "progressive"
    options: dict[str, Any] = {"quality": 95, "progressive": True} if jpeg else {}
    data = saved(Image.fromarray(scene()), "JPEG" if jpeg else kind, **options)
    for limit in ("ISOLATED_FROM", "ISOLATED_FROM_OTHER"):
        monkeypatch.setattr(photo, limit, 1)
    assert_scene(load(data).pixels)


@pytest.mark.parametrize(
    ("kind", "size", "more", "where"),
    [
        ("PNG", (2000, 2000), 0, "here"),
        ("PNG", (2001, 2000), 0, "apart"),
        ("GIF", (2001, 2000), 0, "apart"),
        ("BMP", (100, 100), 16_000_000, "apart"),
        ("AVIF", (1000, 1000), 0, "here"),
        ("AVIF", (1000, 1000), 1_000_000, "apart"),
        ("AVIF", (2001, 2000), 0, "apart"),
    ],
)
def test_what_is_no_jpeg_is_judged_by_kind_pixels_and_bytes_before_it_is_decoded(
    kind: str, size: tuple[int, int], more: int, where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = saved(Image.new("RGB", size), kind) + bytes(more)

    def decoded(_: bytes) -> Generator[None, None, np.ndarray]:
        yield
        return np.zeros((3, 4, 3), np.uint8)

    monkeypatch.setattr(isolated, "decode", decoded)
    assert (load(data).size == size[::-1]) == (where == "here")


def test_what_takes_too_much_apart_is_said_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    data = saved(Image.fromarray(scene()), "PNG")
    monkeypatch.setattr(photo, "ISOLATED_FROM_OTHER", 1)
    monkeypatch.setattr(isolated, "MAX_WAIT_SECONDS", 0.01)
    with pytest.raises(
        PhotoError, match=r"a\.png: it takes more than 5 seconds to decode; scale it down"
    ) as told:
        load(data, "a.png")
    assert told.value.fault == "too_large"


def test_a_large_webp_that_opencv_gives_up_is_damaged_only_where_it_is_cut_off(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    data = saved(Image.fromarray(scene()), "WEBP")
    monkeypatch.setattr(opening, "imdecode", lambda *_: None)
    with pytest.raises(MemoryError):
        opening._decode_with_opencv(data, (64, 48), 1, 1, reduced=False)
    for cut, times in ((data[:-9], 1), (data, 0)):
        with pytest.raises(ValueError, match="gave up"):
            opening._decode_with_opencv(cut, (64, 48), 1, times, reduced=False)


def test_costly_pictures_are_decoded_one_at_a_time_and_one_that_is_left_makes_room(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    begun: list[object] = []

    def run(*given: Path) -> Generator[None, None, tuple[int, str]]:
        begun.append(given)
        while True:
            yield

    data = saved(Image.fromarray(scene()), "PNG")
    monkeypatch.setattr(photo, "ISOLATED_FROM_OTHER", 1)
    with monkeypatch.context() as patched:
        patched.setattr(isolated, "_run", run)
        first, second = photo.load_in_steps(data), photo.load_in_steps(data)
        for each in (first, second, first, second):
            next(each)
        assert len(begun) == 1
        first.close()
        next(second)
        assert len(begun) == 2
        second.close()
    assert_scene(load(data).pixels)


@pytest.mark.parametrize("size", [(20000, 15000), (100000, 100000), (16000, 14000)])
def test_too_many_pixels_are_refused_by_the_header_alone(size: tuple[int, int]) -> None:
    with pytest.raises(PhotoError, match="megapixels"):
        load(png_header(*size))


@pytest.mark.parametrize("size", [(8192, 6144), (12000, 9000), (16384, 12288)])
def test_as_many_pixels_as_phones_give_pass_the_size_check(size: tuple[int, int]) -> None:
    # The file ends after its header: it is refused for that, or for the memory that it would take.
    with pytest.raises(PhotoError, match=r"cut off|needs more memory"):
        load(png_header(*size))


def turned(shown: NDArray[np.uint8], orientation: int, kind: str) -> bytes:
    exif = Image.Exif()
    exif[0x0112] = orientation
    stored = np.ascontiguousarray(as_stored(shown, orientation))
    return saved(Image.fromarray(stored), kind, exif=exif, **({"quality": 97} if kind == "JPEG" else {}))


@pytest.mark.parametrize("orientation", [1, 6])
@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "TIFF"])
def test_a_photo_too_large_to_be_held_is_halved_while_it_is_decoded(
    kind: str, orientation: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    ramp = np.linspace(0, 255, 301 * 202).reshape(301, 202)
    shown = np.stack((ramp, ramp[::-1], ramp), axis=2).astype(np.uint8)
    monkeypatch.setattr(opening, "MAX_HELD", 301 * 202 // 4)
    # The process that decodes apart has limits of its own.
    monkeypatch.setattr(isolated, "decode", lambda data: iter_of(opening.pixels_of(data)))
    pyramid = load(turned(shown, orientation, kind)).pyramid
    assert (pyramid.size, pyramid.finest) == ((301, 202), 1)
    pixels, factor = pyramid.level(1.0)
    assert (pixels.shape, factor) == ((150, 101, 3), 2)
    half = shown[:300].reshape(150, 2, 101, 2, 3).mean(axis=(1, 3))
    assert np.abs(pixels - half).max() < 8
    assert pyramid.pixels.shape == (301, 202, 3), "who asks for all of it is given it enlarged"


def iter_of(pixels: NDArray[np.uint8]) -> Generator[None, None, NDArray[np.uint8]]:
    yield
    return pixels


def test_pixels_that_are_given_are_halved_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening, "MAX_HELD", 40 * 60 // 4)
    pixels = np.full((40, 60, 3), 9, np.uint8)
    for source in (pixels, Image.fromarray(pixels)):
        pyramid = load(source).pyramid
        assert (pyramid.size, pyramid.level(1.0)[0].shape) == ((40, 60), (20, 30, 3))


@pytest.mark.parametrize(
    ("data", "what"),
    [
        (b"", "empty"),
        (b"just some text, no photo\n", "not a photo"),
        (b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 10 10\n", "not a photo"),
        (b"\xff\xd8\xff\xe0", "damaged|cut off"),
        (HEIC[:300], "damaged|cut off"),
        (b"\x89PNG\r\n\x1a\n" + bytes(9), "damaged"),
        (b"\0\0\0\x18ftypcrx " + bytes(99), "not a photo that can be read"),
    ],
)
def test_what_is_no_photo_is_refused(data: bytes, what: str) -> None:
    with pytest.raises(PhotoError, match=what):
        load(data)


@pytest.mark.parametrize("tags", [{50706: b"\x01\x04\0\0"}, {254: 1, 330: 8}], ids=["DNG", "NEF"])
def test_the_preview_of_a_cameras_raw_file_is_not_taken_for_the_photo(tags: dict[int, Any]) -> None:
    directory = TiffImagePlugin.ImageFileDirectory_v2()
    for tag, value in ({271: "maker"} | tags).items():
        directory[tag] = value
    out = io.BytesIO()
    Image.new("RGB", (160, 120)).save(out, "TIFF", tiffinfo=directory)
    with pytest.raises(PhotoError, match=r"a camera's raw file, .* export it as JPEG") as refusal:
        load(out.getvalue())
    assert refusal.value.fault == "no_photo"


def test_without_room_for_temporary_files_a_photo_is_read_or_the_reason_told(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "full"))  # where no file can be created
    assert_scene(load(saved(Image.fromarray(scene()), "JPEG", quality=95)).pixels)
    with pytest.raises(
        PhotoError, match=r"temporary files find no room .*: free some, or set TMPDIR"
    ) as told:
        load(saved(large(), "PNG"))
    assert told.value.fault == "no_room"


def test_a_missing_file_a_folder_and_a_device_are_refused(tmp_path: Path) -> None:
    for path, what in (
        (tmp_path / "no.jpg", "no such file"),
        (tmp_path, "folder"),
        ("/dev/null", "not a regular file"),
    ):
        with pytest.raises(PhotoError, match=what):
            load(path)


def test_a_name_that_no_file_can_have_is_refused() -> None:
    with pytest.raises(PhotoError):
        load("a\0b.jpg")
    with pytest.raises(PhotoError):
        load("x" * 5000)


def test_a_file_far_too_large_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "film.jpg"
    path.write_bytes(bytes(2_000_000))
    monkeypatch.setattr(photo, "MAX_BYTES", 1_000_000)
    with pytest.raises(PhotoError, match="2 MB are too many"):
        load(path)


def test_a_sliver_is_refused() -> None:
    with pytest.raises(PhotoError, match="too few"):
        load(saved(Image.new("RGB", (300, 3)), "PNG"))


NOISE = np.random.default_rng(7).integers(0, 255, (64, 64, 3)).astype(np.uint8)
THUMBNAIL = saved(Image.fromarray(NOISE[:32, :32]), "JPEG")
WHOLE = {
    "JPEG": saved(Image.fromarray(NOISE), "JPEG", quality=90, exif=b"Exif\x00\x00" + THUMBNAIL),
    "progressive": saved(Image.fromarray(NOISE), "JPEG", quality=90, progressive=True),
    "PNG": saved(Image.fromarray(NOISE), "PNG"),
    "WEBP": saved(Image.fromarray(NOISE), "WEBP", quality=90),
}


@pytest.mark.parametrize("kind", sorted(WHOLE))
@given(share=st.floats(0.0, 0.97))
@settings(max_examples=40, deadline=None)
def test_a_photo_cut_off_anywhere_is_refused_in_one_line(kind: str, share: float) -> None:
    with pytest.raises(PhotoError) as refusal:
        load(WHOLE[kind][: int(len(WHOLE[kind]) * share)], "cut.jpg")
    assert str(refusal.value).startswith("cut.jpg: ")
    assert "\n" not in str(refusal.value)


@given(
    kind=st.sampled_from(sorted(WHOLE)), at=st.floats(0.0, 1.0), garbage=st.binary(min_size=1, max_size=40)
)
@settings(max_examples=150, deadline=None)
def test_a_damaged_photo_is_read_or_refused_but_never_crashes(kind: str, at: float, garbage: bytes) -> None:
    data = bytearray(WHOLE[kind])
    start = int(at * len(data))
    data[start : start + len(garbage)] = garbage
    try:
        shape: tuple[int, ...] = load(bytes(data)).pixels.shape
    except PhotoError:
        return
    assert shape[2:] == (3,)


@given(st.binary(max_size=200))
@settings(deadline=None)
def test_any_bytes_at_all_are_refused_in_one_line(data: bytes) -> None:
    with pytest.raises(PhotoError):
        load(data)
