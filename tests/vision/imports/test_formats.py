"""What each tool exports is read as it was drawn; what cannot be read is said in one line."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import numpy as np
import pytest
from PIL import Image

from tests.vision.imports.exports import DRAWN, EXPORTS, NAMES, cvat, labelimg, picture, voc, yolo, yolo_obb
from vision.imports.foreign import ExportError, size_of
from vision.imports.formats import read_export

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("kind", EXPORTS)
def test_every_box_is_read_as_it_was_drawn(kind: str, tmp_path: Path) -> None:
    make, form = EXPORTS[kind]
    make(tmp_path / "export")
    export = read_export(tmp_path / "export")
    assert export.form == form
    assert export.missing == ()
    assert set(NAMES) <= set(export.names)
    read = {
        photo.path.name: [
            (box.name, *np.round([*box.corners.min(axis=0), *box.corners.max(axis=0)], 2).tolist())
            for box in photo.boxes
        ]
        for photo in export.photos
    }
    assert read == DRAWN
    assert not any(box.turned() for photo in export.photos for box in photo.boxes)


def test_splits_are_those_of_the_folders(tmp_path: Path) -> None:
    yolo(tmp_path)
    assert [(p.path.name, p.split) for p in read_export(tmp_path).photos] == [
        ("a.jpg", "train"),
        ("b.jpg", "val"),
    ]


def test_an_oriented_box_is_turned(tmp_path: Path) -> None:
    yolo_obb(tmp_path)
    file = tmp_path / "labels" / "train" / "b.txt"
    file.write_text("0 0.5 0.2 0.6 0.4 0.5 0.6 0.4 0.4")
    (box,) = read_export(tmp_path).photos[1].boxes
    assert box.turned()
    np.testing.assert_allclose(box.corners, [[200, 60], [240, 120], [200, 180], [160, 120]])


def test_a_turned_box_of_cvat_is_turned_about_its_middle(tmp_path: Path) -> None:
    cvat(tmp_path)
    file = tmp_path / "annotations.xml"
    file.write_text(
        file.read_text().replace('ybr="80" occluded="0"', 'ybr="80" rotation="90.0" occluded="0"')
    )
    (box,) = read_export(tmp_path).photos[1].boxes
    np.testing.assert_allclose([box.corners.min(axis=0), box.corners.max(axis=0)], [[0, 30], [60, 70]])


def test_a_picture_without_rows_has_no_tile(tmp_path: Path) -> None:
    labelimg(tmp_path)
    picture(tmp_path / "c.jpg", 3)
    assert [len(photo.boxes) for photo in read_export(tmp_path).photos] == [2, 1, 0]


def test_a_picture_that_is_not_there_or_is_none_is_named(tmp_path: Path) -> None:
    voc(tmp_path)
    (tmp_path / "JPEGImages" / "a.jpg").write_bytes(b"no picture")
    export = read_export(tmp_path)
    assert export.missing == ("a.jpg",)
    assert [photo.path.name for photo in export.photos] == ["b.jpg"]


def test_the_size_is_that_of_the_upright_picture(tmp_path: Path) -> None:
    exif = Image.Exif()
    exif[0x0112] = 6
    Image.new("RGB", (400, 300)).save(tmp_path / "a.jpg", exif=exif)
    assert size_of(tmp_path / "a.jpg") == (300, 400)


@pytest.mark.parametrize(
    ("row", "what"),
    [
        ("7 .5 .5 .1 .1", "line 1"),
        ("0 .5 .5 .1", "line 1"),
        ("0 a b c d", "line 1"),
        ("0 nan .5 .1 .1", "line 1"),
    ],
)
def test_a_row_that_cannot_be_is_named_with_its_file(row: str, what: str, tmp_path: Path) -> None:
    labelimg(tmp_path)
    (tmp_path / "b.txt").write_text(row)
    with pytest.raises(ExportError, match=rf"b\.txt, {what}: a row is a class of the 3 named"):
        read_export(tmp_path)


@pytest.mark.parametrize(
    ("file", "text", "what"),
    [
        ("data.yaml", "names: [a, b", "no YAML"),
        ("a.json", json.dumps({"images": [], "annotations": [{}], "categories": []}), "no COCO annotations"),
        ("a.json", json.dumps({"shapes": [{"label": "1m"}], "imagePath": "p.jpg"}), "a shape needs a label"),
        ("a.xml", "<annotation><filename>p.jpg</filename><object/></annotation>", "has no box"),
        ("a.xml", '<annotations><image name="p.jpg"><box label="1m"/></image></annotations>', "no corners"),
        (
            "a.json",
            json.dumps(
                [
                    {
                        "data": {"image": "p.jpg"},
                        "annotations": [{"result": [{"value": {"rectanglelabels": []}}]}],
                    }
                ]
            ),
            "a box that cannot be used",
        ),
        ("a.txt", "nothing known", "no export that is known here; it reads YOLO, COCO"),
        (
            "a.xml",
            '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><annotation>&b;</annotation>',
            "no export that is known here",
        ),
    ],
)
def test_what_cannot_be_used_is_one_line(file: str, text: str, what: str, tmp_path: Path) -> None:
    picture(tmp_path / "p.jpg")
    (tmp_path / file).write_text(text)
    with pytest.raises(ExportError, match=what) as refusal:
        read_export(tmp_path)
    assert "\n" not in str(refusal.value)


def test_labels_without_pictures_are_no_export(tmp_path: Path) -> None:
    voc(tmp_path)
    for path in (tmp_path / "JPEGImages").iterdir():
        path.unlink()
    with pytest.raises(ExportError, match="export the pictures along"):
        read_export(tmp_path)
