"""A damaged JPEG is read, and the part that it gives wrongly is named."""

import io

import cv2
import numpy as np
import pytest
from PIL import Image

from yakulens.vision.picture.damage import Damage
from yakulens.vision.picture.photo import Photo, PhotoError, load
from yakulens.vision.picture.pyramid import Pyramid
from yakulens.vision.progressive import DAMAGED, _with_damage
from yakulens.vision.reading import Reading, ReadTile


def jpeg(turned: int = 1) -> bytes:
    """A soft picture of 800 x 600 as a camera stores it that was held so."""
    spots = np.random.default_rng(5).integers(0, 255, (12, 16, 3)).astype(np.uint8)
    exif = Image.Exif()
    exif[0x0112] = turned
    out = io.BytesIO()
    Image.fromarray(cv2.resize(spots, (800, 600))).save(out, "JPEG", quality=92, exif=exif)
    return out.getvalue()


def with_a_lost_block(data: bytes, share: float) -> bytes:
    """The file after a disk lost some of its bytes."""
    at = int(len(data) * share)
    return data[:at] + bytes(512) + data[at + 512 :]


def with_a_repeated_code(data: bytes, share: float) -> bytes:
    at = int(len(data) * share)
    return data[:at] + b"\xff\x00" * 400 + data[at + 800 :]


@pytest.mark.parametrize(
    ("turned", "side"), [(1, "below"), (3, "above"), (5, "right"), (6, "left"), (7, "left"), (8, "right")]
)
def test_a_lost_block_is_found_and_lies_where_the_photo_is_wrong(
    turned: int, side: str, capfd: pytest.CaptureFixture[str]
) -> None:
    whole, broken = load(jpeg(turned)), load(with_a_lost_block(jpeg(turned), 0.6), "broken.jpg")
    assert broken.damage is not None
    assert broken.damage.side == side
    height, width = whole.size
    wrong = np.abs(whole.pixels.astype(int) - broken.pixels).max(axis=2) > 40
    assert wrong.any()
    for y, x in np.argwhere(wrong)[::997]:
        assert broken.damage.contains((x + 8) / width, (y + 8) / height) or broken.damage.contains(
            (x - 8) / width, (y - 8) / height
        )
    assert capfd.readouterr().err == "", "what the decoder says is no message for a person"


def test_a_code_repeated_without_end_is_found_too() -> None:
    broken = load(with_a_repeated_code(jpeg(), 0.5)).damage
    assert broken is not None
    assert 0.2 < broken.share < 0.9


def test_damage_that_leaves_no_trace_may_be_anywhere() -> None:
    data, at = jpeg(), len(jpeg()) // 2
    noise = np.random.default_rng(1).integers(0, 255, 800).astype(np.uint8).tobytes()
    assert load(data[:at] + noise + data[at + 800 :]).damage == Damage("below", 0.0)


def test_a_whole_file_and_bytes_behind_the_last_pixel_are_no_damage() -> None:
    assert load(jpeg()).damage is None
    assert load(jpeg()[:-2] + b"\x00\x00\x00\x00\xff\xd9").damage is None


def test_the_tiles_in_the_damaged_part_are_asked_about() -> None:
    square = ((0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0))
    low = ((0.0, 80.0), (10.0, 80.0), (10.0, 90.0), (0.0, 90.0))
    tiles = (ReadTile(0, "1m", 0.9, square, ()), ReadTile(1, "2m", 0.9, low, ()))
    photo = Photo(Pyramid(np.zeros((100, 100, 3), np.uint8)), "a.jpg", "", 0.0, Damage("below", 0.62))
    (issue,) = _with_damage(Reading(tiles, (0, 1)), photo).issues
    assert (issue.code, issue.ids) == (DAMAGED, (1,))
    assert (issue.case, issue.values) == ("below", (("percent", 62),))


def test_a_jpeg_of_a_thousand_layers_is_refused_before_it_is_decoded() -> None:
    out = io.BytesIO()
    Image.new("RGB", (64, 64)).save(out, "JPEG", progressive=True)
    data = out.getvalue()
    last = data.rfind(b"\xff\xda")
    with pytest.raises(PhotoError, match="more than 100 layers"):
        load(data[:last] + data[last:-2] * 1000 + b"\xff\xd9")
