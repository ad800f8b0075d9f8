from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest

from yakulens.app import i18n, tiles
from yakulens.app.artwork.__main__ import png, svg
from yakulens.app.artwork.faces import draw
from yakulens.app.artwork.shapes import path
from yakulens.vision.labels import FACES, LABELS, RED_FIVES


@pytest.mark.parametrize("face", LABELS)
def test_every_label_has_a_picture_of_paths_only(face: str) -> None:
    tree = ET.fromstring((tiles.FOLDER / f"{face}.svg").read_text(encoding="utf-8"))  # noqa: S314 - our own file
    assert tree.get("viewBox") == "0 0 300 400"
    assert {element.tag.split("}")[1] for element in tree} == {"path"}


@pytest.mark.parametrize("face", [*LABELS, "front"])
def test_the_pictures_are_what_the_artwork_draws(face: str) -> None:
    assert (tiles.FOLDER / f"{face}.svg").read_text(encoding="utf-8") == svg(draw(face))


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
        assert {shape.fill for shape in draw(face)} == {"#e0161f"}


def test_faces_stay_inside_the_tile() -> None:
    for face in FACES:
        points = [p for shape in draw(face) for polygon in shape.polygons() for p in polygon]
        assert all(8 <= x <= 292 and 8 <= y <= 392 for x, y in points), face


def test_a_picture_is_transparent_where_nothing_is_printed() -> None:
    square = png([path("M0 0 L150 0 L150 400 L0 400 Z", "#102030")])
    assert square.shape == (400, 300, 4)
    assert square[200, 20].tolist() == [0x30, 0x20, 0x10, 255]
    assert square[200, 280, 3] == 0


def test_a_lying_tile_says_how_it_lies() -> None:
    assert 'aria-label="5 of circles, rotated"' in tiles.lying("en", "5p", "rotated")
    assert "yl-rot" in tiles.lying("en", "5p", "rotated")
    assert "yl-stack" in tiles.lying("en", "5p", "stacked")
    assert "is-back" in tiles.lying("en", "5p", "face_down")
    assert 'aria-label="5 of circles, face-down"' in tiles.lying("en", "5p", "face_down")
