"""Files of endless parts are refused by their bytes; nothing opens them."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import pytest
from PIL import Image

from tests.hostile import photos
from yakulens.vision.picture import jpeg, photo
from yakulens.vision.picture.parts import has_too_many_parts
from yakulens.vision.picture.photo import PhotoError, load

if TYPE_CHECKING:
    from collections.abc import Callable


@pytest.mark.parametrize("made", photos.CROWDED, ids=lambda made: made.__name__)
def test_a_file_of_endless_parts_is_refused_and_never_opened(
    made: Callable[[], bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(photo, "open_image", None)
    with pytest.raises(PhotoError, match="more parts than any photo"):
        load(made(), "a.jpg")


def test_a_picture_of_endless_tables_between_its_layers_is_refused() -> None:
    data = photos.of_tables_between_layers()
    assert jpeg.count_scans(data) == jpeg.MAX_MARKERS
    with pytest.raises(PhotoError, match="more than 100 layers"):
        load(data, "a.jpg")


@pytest.mark.parametrize("name", photos.sound())
def test_a_photo_of_every_kind_is_not_crowded(name: str) -> None:
    assert not has_too_many_parts(photos.sound()[name])


def test_a_photo_with_a_colour_profile_and_much_in_its_head_is_read() -> None:
    file = io.BytesIO()
    Image.new("RGB", (40, 30), "green").save(
        file, "JPEG", icc_profile=bytes(4_000_000), comment=b"x" * 60_000
    )
    assert not has_too_many_parts(file.getvalue())
    assert load(file.getvalue(), "a.jpg").size == (30, 40)


def test_what_stands_behind_a_webp_is_not_counted() -> None:
    data = photos.sound()["webp"] + bytes(100_000)
    assert not has_too_many_parts(data)
    assert load(data, "a.webp").size == photos.SIZE


def test_a_film_of_a_few_pictures_is_not_crowded() -> None:
    file = io.BytesIO()
    shots = [Image.new("RGB", (40, 30), (shade, 0, 0)) for shade in range(100)]
    shots[0].save(file, "WEBP", save_all=True, append_images=shots[1:])
    assert b"ANMF" in file.getvalue()
    assert not has_too_many_parts(file.getvalue())


def test_a_file_that_is_cut_off_anywhere_is_judged() -> None:
    for whole in photos.sound().values():
        assert not any(has_too_many_parts(whole[:length]) for length in range(min(len(whole), 400)))
