from __future__ import annotations

import io

import numpy as np
import pytest
from PIL import Image, PngImagePlugin

from yakulens.app.store.picture import THUMBNAIL_SIDE, keepable, thumbnail, without_metadata
from yakulens.vision.picture import photo as photos
from yakulens.vision.picture.photo import PhotoError


def picture(width: int = 90, height: int = 60) -> Image.Image:
    """No two corners alike."""
    y, x = np.mgrid[:height, :width]
    return Image.fromarray(np.stack([x * 2, y * 4, (x + y)], axis=-1).astype(np.uint8))


def telling(orientation: int = 1, **options: object) -> bytes:
    """A JPEG that tells of place and camera in each way that JPEGs do."""
    exif = Image.Exif()
    exif[0x0112] = orientation
    exif[0x010F] = "SECRETCAMERA"
    exif.get_ifd(0x8825)[1] = "SECRETPLACE"
    out = io.BytesIO()
    picture().save(out, "JPEG", quality=90, exif=exif, comment=b"SECRETCOMMENT", xmp=b"SECRETXMP", **options)
    return out.getvalue() + b"SECRETFILM"


@pytest.mark.parametrize("orientation", range(1, 9))
@pytest.mark.parametrize("progressive", [False, True])
def test_a_jpeg_keeps_every_pixel_and_which_way_is_up_but_no_secret(
    orientation: int, *, progressive: bool
) -> None:
    data = telling(orientation, progressive=progressive)
    kept = without_metadata(data)
    assert data.count(b"SECRET") == 5
    assert b"SECRET" not in kept
    assert np.array_equal(photos.load(kept, "a").pixels, photos.load(data, "a").pixels)


def test_a_colour_profile_a_thumbnail_and_unknown_segments_are_left_out() -> None:
    assert b"ICC_PROFILE" not in without_metadata(telling(icc_profile=b"p" * 200))
    plain = io.BytesIO()
    picture().save(plain, "JPEG")
    jfif = plain.getvalue()
    assert jfif[6:11] == b"JFIF\0"
    told = bytearray(jfif)
    told[4:6], told[18:20] = (16 + 27).to_bytes(2, "big"), b"\x03\x03"
    told[20:20] = b"SECRETTHUMBNAIL" + bytes(12)
    told[2:2] = b"\xff\xf7\x00\x08SECRET"
    kept = without_metadata(bytes(told))
    assert b"SECRET" not in kept
    assert np.array_equal(photos.load(kept, "a").pixels, photos.load(jfif, "a").pixels)


def test_colours_stay_as_the_file_says() -> None:
    out = io.BytesIO()
    picture().convert("CMYK").save(out, "JPEG")
    kept = without_metadata(out.getvalue())
    assert np.array_equal(photos.load(kept, "a").pixels, photos.load(out.getvalue(), "a").pixels)


def test_restart_markers_are_part_of_the_picture() -> None:
    data = telling(restart_marker_blocks=1)
    assert b"\xff\xd0" in data
    assert np.array_equal(photos.load(without_metadata(data), "a").pixels, photos.load(data, "a").pixels)


def test_another_kind_of_picture_becomes_a_plain_jpeg() -> None:
    told = PngImagePlugin.PngInfo()
    told.add_text("place", "SECRETPLACE")
    out = io.BytesIO()
    picture().save(out, "PNG", pnginfo=told)
    kept = keepable(out.getvalue(), "a.png")
    assert b"SECRET" not in kept
    assert Image.open(io.BytesIO(kept)).format == "JPEG"
    before, after = photos.load(out.getvalue(), "a").pixels, photos.load(kept, "a").pixels
    assert np.abs(before.astype(int) - after.astype(int)).mean() < 3


@pytest.mark.parametrize("cut", [2, 3, 20, 300, 700])
def test_a_jpeg_that_is_cut_off_is_no_photo(cut: int) -> None:
    data = telling()
    with pytest.raises(PhotoError):
        keepable(data[:cut], "a.jpg")


def test_a_thumbnail_is_small_and_of_the_same_shape() -> None:
    out = io.BytesIO()
    picture(900, 300).save(out, "JPEG")
    small = Image.open(io.BytesIO(thumbnail(out.getvalue())))
    assert small.size == (THUMBNAIL_SIDE, THUMBNAIL_SIDE // 3)
