from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest
from PIL import Image

from yakulens.app.words import i18n, tiles
from yakulens.vision.labels import FACES, LABELS, RED_FIVES


def drawn(face: str) -> ET.Element:
    return ET.fromstring((tiles.FOLDER / f"{face}.svg").read_text(encoding="utf-8"))  # noqa: S314 - our own file


@pytest.mark.parametrize("face", LABELS)
def test_every_label_has_a_picture_of_paths_only(face: str) -> None:
    tree = drawn(face)
    assert tree.get("viewBox") == "0 0 300 400"
    assert {element.tag.split("}")[1] for element in tree} == {"path"}


@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_every_label_has_words_of_its_own(language: str) -> None:
    assert len({tiles.name(language, face) for face in LABELS}) == len(LABELS)


def test_the_stylesheet_shows_every_label() -> None:
    sheet = tiles.stylesheet()
    rules = sheet.splitlines()
    assert [rule.partition(",")[0] for rule in rules] == [f".is-{face}" for face in LABELS]
    assert all("background-image:url(" in rule for rule in rules)
    assert "<" not in sheet


def test_red_fives_are_red_throughout() -> None:
    for face in RED_FIVES:
        assert {element.get("fill") for element in drawn(face)} == {"#e0161f"}


def test_faces_stay_inside_the_tile_and_are_transparent_where_nothing_is_printed() -> None:
    for face in FACES:
        with Image.open(tiles.FOLDER / "png" / f"{face}.png") as picture:
            assert (picture.size, picture.mode) == ((300, 400), "RGBA"), face
            left, top, right, bottom = picture.getchannel("A").getbbox() or (0, 0, 300, 400)
        assert min(left, top, 300 - right, 400 - bottom) >= 8, face
