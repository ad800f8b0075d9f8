"""What a JPEG will cost is known before it is decoded, and what would cost much is decoded apart."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import numpy as np
import pytest
from PIL import Image

from yakulens.vision.picture import isolated, jpeg, photo

if TYPE_CHECKING:
    from collections.abc import Generator

SOF0, SOF9, SOS, END = b"\xff\xc0", b"\xff\xc9", b"\xff\xda", b"\xff\xd9"


def saved(kind: str = "JPEG", **options: object) -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (640, 480), "navy").save(out, kind, **options)
    return out.getvalue()


def with_layers(count: int) -> bytes:
    """A progressive file whose last layer comes again, until there are so many."""
    data = saved(progressive=True)
    last = data.rfind(SOS)
    return data[:last] + data[last:-2] * (count - jpeg.count_scans(data) + 1) + END


def test_layers_are_counted_and_those_of_thumbnails_and_further_pictures_are_not() -> None:
    thumbnail = saved(comment=SOS * 40 + END)
    assert thumbnail.count(SOS) == 41
    assert jpeg.count_scans(saved()) == jpeg.count_scans(thumbnail) == 1
    assert jpeg.count_scans(saved("MPO", save_all=True, append_images=[Image.new("RGB", (64, 64))])) == 1
    assert jpeg.count_scans(saved(progressive=True)) == 10
    assert jpeg.count_scans(with_layers(77)) == 77


def test_an_end_hidden_in_a_segment_between_two_layers_hides_none_of_them() -> None:
    data = with_layers(50)
    second = data.find(SOS, data.find(SOS) + 2)
    comment = b"\xff\xfe\x00\x06" + END + END
    assert jpeg.count_scans(data[:second] + comment + data[second:]) == 50


def test_a_thumbnails_end_is_not_the_pictures() -> None:
    whole = saved(comment=END)
    assert whole.count(END) == 2
    assert jpeg.is_whole(whole)
    assert not jpeg.is_whole(whole[:-2])


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """What was decoded in a program of its own."""
    taken: list[bytes] = []

    def decoded(data: bytes) -> Generator[None, None, np.ndarray]:
        taken.append(data)
        yield
        return np.zeros((480, 640, 3), np.uint8)

    monkeypatch.setattr(isolated, "decode", decoded)
    return taken


def test_ordinary_files_are_decoded_here(sent: list[bytes]) -> None:
    for data in (saved(), saved(progressive=True), saved("MPO"), with_layers(100)):
        photo.load(data)
    assert sent == []


def test_what_costs_more_than_its_pixels_is_decoded_apart(
    sent: list[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    arithmetic = saved().replace(SOF0, SOF9, 1)
    photo.load(arithmetic)
    monkeypatch.setattr(photo, "ISOLATED_FROM_SCANS", 640 * 480 * 20)
    photo.load(with_layers(20))
    photo.load(with_layers(21))
    monkeypatch.setattr(photo, "ISOLATED_FROM", 640 * 480 - 1)
    photo.load(saved())
    photo.load(saved(progressive=True))
    assert sent == [arithmetic, with_layers(21), saved(progressive=True)]


def test_nobodys_photo_waits_for_one_that_is_decoded_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    def decoded(_: bytes) -> Generator[None, None, np.ndarray]:
        yield
        return photo.load(saved()).pixels

    monkeypatch.setattr(isolated, "decode", decoded)
    assert photo.load(saved().replace(SOF0, SOF9, 1)).size == (480, 640)
