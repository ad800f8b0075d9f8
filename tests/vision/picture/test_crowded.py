"""Files of endless parts are refused by their bytes; nothing opens them."""

from __future__ import annotations

import io
import struct
import zlib
from typing import TYPE_CHECKING, Any

import pytest
from PIL import Image

from tests.hostile import photos
from yakulens.vision.picture import jpeg, photo
from yakulens.vision.picture.crowded import crowded
from yakulens.vision.picture.photo import PhotoError, load

if TYPE_CHECKING:
    from collections.abc import Callable

PARTS = 300_000


def picture(form: str, **how: Any) -> bytes:  # noqa: ANN401 - as Pillow takes it
    file = io.BytesIO()
    Image.new("RGB", (40, 30), "green").save(file, form, **how)
    return file.getvalue()


def chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def of_segments() -> bytes:
    whole = picture("JPEG")
    return whole[:2] + b"\xff\xe1\x00\x02" * PARTS + whole[2:]


def of_fill() -> bytes:
    whole = picture("JPEG")
    return whole[:2] + b"\xff" * 4 * PARTS + whole[2:]


def of_fill_without_end() -> bytes:
    return b"\xff\xd8" + b"\xff" * 4 * PARTS + b"\x00"


def of_chunks() -> bytes:
    whole = picture("PNG")
    return whole[:33] + chunk(b"tEXt", b"a\0b") * (PARTS // 4) + whole[33:]


def of_chunks_behind() -> bytes:
    whole = picture("PNG")
    return whole[:-12] + chunk(b"tEXt", b"a\0b") * (PARTS // 4) + whole[-12:]


def of_empty_pixels() -> bytes:
    whole = picture("PNG")
    return whole[:33] + chunk(b"IDAT", b"") * (PARTS // 4) + whole[33:]


def of_comments() -> bytes:
    whole = picture("GIF")
    start = 13 + 3 * (2 << (whole[10] & 7))
    return whole[:start] + b"!\xfe" + b"\x01a" * PARTS + b"\x00" + whole[start:]


HOSTILE = [
    of_segments,
    of_fill,
    of_fill_without_end,
    of_chunks,
    of_chunks_behind,
    of_empty_pixels,
    of_comments,
]


@pytest.mark.parametrize("made", HOSTILE, ids=lambda made: made.__name__)
def test_a_file_of_endless_parts_is_refused_and_never_opened(
    made: Callable[[], bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(photo, "opened", None)
    with pytest.raises(PhotoError, match="more parts than any photo"):
        load(made(), "a.jpg")


def test_a_picture_of_endless_tables_between_its_layers_is_refused() -> None:
    whole = picture("JPEG", progressive=True)
    at = whole.index(b"\xff\xda", whole.index(b"\xff\xda") + 2)
    data = whole[:at] + b"\xff\xfe\x00\x02" * PARTS + whole[at:]
    assert jpeg.layers(data) == jpeg.MOST_MARKERS
    with pytest.raises(PhotoError, match="more than 100 layers"):
        load(data, "a.jpg")


@pytest.mark.parametrize("name", photos.sound())
def test_a_photo_of_every_kind_is_not_crowded(name: str) -> None:
    assert not crowded(photos.sound()[name])


def test_a_photo_with_a_colour_profile_and_much_in_its_head_is_read() -> None:
    data = picture("JPEG", icc_profile=bytes(4_000_000), comment=b"x" * 60_000)
    assert not crowded(data)
    assert load(data, "a.jpg").size == (30, 40)


def test_a_file_that_is_cut_off_anywhere_is_judged() -> None:
    for whole in photos.sound().values():
        assert not any(crowded(whole[:length]) for length in range(min(len(whole), 400)))
