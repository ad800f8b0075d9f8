"""What each tool exports is read as it was drawn; what cannot be read is said in one line."""

from __future__ import annotations

import json
import os
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from tests.datasets.imports.exports import (
    DRAWN,
    EXPORTS,
    NAMES,
    boxes_csv,
    coco,
    cvat,
    labelimg,
    labelme,
    picture,
    voc,
    yolo,
    yolo_obb,
)
from yakulens.datasets.imports.foreign import NO_CORNERS, ExportError, Missing
from yakulens.datasets.imports.formats import read_export
from yakulens.datasets.imports.pictures import size_of


@pytest.mark.parametrize("kind", EXPORTS)
def test_every_box_is_read_as_it_was_drawn(kind: str, tmp_path: Path) -> None:
    make, form = EXPORTS[kind]
    make(tmp_path / "export")
    export = read_export(tmp_path / "export")
    assert export.format_name == form
    assert export.missing == ()
    assert set(NAMES) <= set(export.classes)
    read = {
        photo.path.name: [
            (box.name, *np.round([*box.corners.min(axis=0), *box.corners.max(axis=0)], 2).tolist())
            for box in photo.boxes
        ]
        for photo in export.photos
    }
    assert read == DRAWN
    assert not any(box.is_rotated() for photo in export.photos for box in photo.boxes)


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
    assert box.is_rotated()
    np.testing.assert_allclose(box.corners, [[200, 60], [240, 120], [200, 180], [160, 120]])


def test_a_rotated_box_of_cvat_is_turned_about_its_middle(tmp_path: Path) -> None:
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
    assert export.missing == (Missing("a.jpg", 2),)
    assert export.rows == 3  # the boxes of the missing picture count
    assert [photo.path.name for photo in export.photos] == ["b.jpg"]


def test_the_size_is_that_of_the_upright_picture(tmp_path: Path) -> None:
    exif = Image.Exif()
    exif[0x0112] = 6
    Image.new("RGB", (400, 300)).save(tmp_path / "a.jpg", exif=exif)
    assert size_of(tmp_path / "a.jpg") == (300, 400)


@pytest.mark.parametrize(
    ("row", "kind"),
    [
        ("7 .5 .5 .1 .1", "a class beyond the 3 that are named, 0 to 2"),
        ("0 .5 .5 .1", "neither 4 numbers after the class nor the pairs of an oriented box or a polygon"),
        ("0 a b c d", "no row of numbers"),
        ("nan .5 .5 .1 .1", "a class that is no whole number"),
        ("1.5 .5 .5 .1 .1", "a class that is no whole number"),
        ("0 nan .5 .1 .1", NO_CORNERS),
    ],
)
def test_a_row_that_cannot_be_is_named_with_its_file_and_refuses_nothing(
    row: str, kind: str, tmp_path: Path
) -> None:
    labelimg(tmp_path)
    sound = len(read_export(tmp_path).photos[1].boxes)
    with (tmp_path / "b.txt").open("a") as rows:
        rows.write(f"\n{row}\n0 .5 .5 .1 .1")
    export = read_export(tmp_path)
    (bad,) = export.bad
    assert (bad.kind, bad.text) == (kind, repr(row))
    assert "b.txt, line" in bad.place
    assert len(export.photos[1].boxes) == sound + 1  # what stands after it counts


@pytest.mark.parametrize(
    ("file", "text", "what"),
    [
        ("data.yaml", "names: [a, b", "no YAML"),
        (
            "a.json",
            json.dumps({"images": [], "annotations": [{}], "categories": []}),
            r"COCO without a picture \(.*a\.json, annotation 1: no picture that the export names",
        ),
        ("a.json", "[[[[" * 100_000, "no JSON that can be read"),
        ("a.xml", "<a>" * 1000, "elements nest deeper than 50"),
        ("data.yaml", "names: [a, [b]]", "every class needs a name"),
        ("data.yaml", "names: {a: b}", "names: every class has its number, as in 0: 1m$"),
        ("data.yaml", f"names: {'a' * (1 << 20)}", "bytes of labels are more than"),
        (
            "a.txt",
            "nothing known",
            "no labels beside its pictures .1.: export the boxes with them; it reads YOLO",
        ),
        (
            "a.xml",
            '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><annotation>&b;</annotation>',
            "no XML that can be read .it defines entities.; export it anew",
        ),
    ],
)
def test_what_cannot_be_used_is_one_line(file: str, text: str, what: str, tmp_path: Path) -> None:
    picture(tmp_path / "p.jpg")
    (tmp_path / file).write_text(text)
    with pytest.raises(ExportError, match=what) as refusal:
        read_export(tmp_path)
    assert "\n" not in str(refusal.value)


def test_an_empty_folder_and_one_with_neither_labels_nor_pictures_are_told_apart(tmp_path: Path) -> None:
    with pytest.raises(ExportError, match="the folder is empty; unpack the export into it"):
        read_export(tmp_path)
    (tmp_path / "README.txt").write_text("tiles")
    with pytest.raises(ExportError, match="it has no pictures: export them with the labels"):
        read_export(tmp_path)


def test_labels_without_pictures_are_no_export(tmp_path: Path) -> None:
    voc(tmp_path)
    for path in (tmp_path / "JPEGImages").iterdir():
        path.unlink()
    with pytest.raises(ExportError, match=r"a\.jpg is not there\); export the pictures with"):
        read_export(tmp_path)


def test_a_list_of_names_that_would_swell_is_one_line(tmp_path: Path) -> None:
    picture(tmp_path / "p.jpg")
    bomb = ["a: &a [x, x, x, x, x, x, x, x, x]"]
    bomb += [f"{b}: &{b} [{', '.join([f'*{a}'] * 9)}]" for a, b in pairwise("abcdefghijkl")]
    (tmp_path / "data.yaml").write_text("\n".join([*bomb, "names: *l"]))
    with pytest.raises(ExportError, match="every class needs a name"):
        read_export(tmp_path)


def test_an_entity_bomb_in_another_encoding_is_one_too(tmp_path: Path) -> None:
    picture(tmp_path / "p.jpg")
    text = (
        '<?xml version="1.0" encoding="utf-16"?><!DOCTYPE x [<!ENTITY a "aa">]><annotation>&a;</annotation>'
    )
    (tmp_path / "a.xml").write_bytes(text.encode("utf-16"))
    with pytest.raises(ExportError, match="it defines entities"):
        read_export(tmp_path)


def test_a_file_of_labels_beyond_all_measure_is_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    coco(tmp_path)
    with (tmp_path / "train" / "_annotations.coco.json").open("wb") as file:
        file.truncate(300 << 20)  # a hole: no disk is filled
    read = Path.read_bytes
    monkeypatch.setattr(
        Path, "read_bytes", lambda it: pytest.fail("it was read") if it.stat().st_size > 1 << 20 else read(it)
    )
    export = read_export(tmp_path)
    (told,) = export.unreadable
    assert "314,572,800 bytes of labels are more than the 268,435,456" in told
    assert [photo.path.name for photo in export.photos] == ["b.jpg"]


@pytest.mark.parametrize("kind", ["yolo", "coco", "voc"])
def test_a_link_that_leads_out_of_the_export_is_refused(kind: str, tmp_path: Path) -> None:
    EXPORTS[kind][0](tmp_path / "export")
    (tmp_path / "secret.txt").write_text("0 .5 .5 .1 .1")
    (tmp_path / "export" / "linked.txt").symlink_to(tmp_path / "secret.txt")
    with pytest.raises(ExportError, match=r"linked\.txt: a link that leads out of the export"):
        read_export(tmp_path / "export")


@pytest.mark.parametrize("kind", ["broken link", "pipe"])
def test_a_label_file_that_cannot_be_opened_is_named(kind: str, tmp_path: Path) -> None:
    labelimg(tmp_path)
    (tmp_path / "b.txt").unlink()
    for name in ("b.txt", "c.jpg"):
        os.mkfifo(tmp_path / name) if kind == "pipe" else (tmp_path / name).symlink_to("nowhere")
    export = read_export(tmp_path)
    assert "b.txt: " in export.unreadable[0]
    assert [photo.path.name for photo in export.photos] == ["a.jpg"]
    assert [Path(each.description).name for each in export.missing] == ["c.jpg"]


def test_a_path_among_the_labels_never_leads_out_of_the_export(tmp_path: Path) -> None:
    picture(tmp_path / "outside.jpg")
    labelme(tmp_path / "export")
    file = tmp_path / "export" / "a.json"
    file.write_text(file.read_text().replace("..\\\\shots\\\\a.jpg", "../outside.jpg"))
    export = read_export(tmp_path / "export")
    assert [photo.path.parent for photo in export.photos] == [tmp_path / "export"] * 2


def test_of_two_pictures_of_one_name_the_one_in_the_named_folder_is_meant(tmp_path: Path) -> None:
    cvat(tmp_path)
    picture(tmp_path / "images" / "val" / "a.jpg", 7)
    file = tmp_path / "annotations.xml"
    file.write_text(file.read_text().replace('name="b.jpg"', 'name="val/a.jpg"'))
    assert [photo.path.relative_to(tmp_path).as_posix() for photo in read_export(tmp_path).photos] == [
        "images/a.jpg",
        "images/val/a.jpg",
    ]


def test_boxes_follow_a_picture_that_was_made_smaller_and_none_fits_one_that_was_turned(
    tmp_path: Path,
) -> None:
    cvat(tmp_path)
    file = tmp_path / "annotations.xml"
    text = file.read_text()
    file.write_text(text.replace('width="400" height="300"', 'width="800" height="600"', 1))
    (box, _) = read_export(tmp_path).photos[0].boxes
    assert box.corners[2].tolist() == [70, 55]
    file.write_text(text.replace('width="400" height="300"', 'width="300" height="400"', 1))
    (told,) = read_export(tmp_path).missing
    assert told.description.endswith(
        "a.jpg (labelled at 300 by 400 pixels, it has 400 by 300: turned since, or by its EXIF)"
    )


def test_boxes_of_a_picture_that_the_export_does_not_name_are_told(tmp_path: Path) -> None:
    coco(tmp_path)
    file = tmp_path / "valid" / "_annotations.coco.json"
    file.write_text(file.read_text().replace('"image_id": 0', '"image_id": 9'))
    assert read_export(tmp_path).missing == (Missing("image 9", 1),)


def test_a_class_is_called_what_was_typed(tmp_path: Path) -> None:
    yolo(tmp_path)
    (tmp_path / "data.yaml").write_text("names: [No, 1e3, 05]")
    assert read_export(tmp_path).classes == ("No", "1e3", "05")


def test_rows_without_a_list_of_classes_are_told_what_is_missing(tmp_path: Path) -> None:
    labelimg(tmp_path)
    (tmp_path / "classes.txt").unlink()
    with pytest.raises(ExportError, match=r"a\.txt: rows of YOLO, and no list of their classes"):
        read_export(tmp_path)


def test_an_export_in_a_folder_of_its_own_is_found(tmp_path: Path) -> None:
    inner = tmp_path / "mahjong.v3"
    inner.mkdir()
    picture(inner / "p.jpg")
    (inner / "p.txt").write_text("0 .5 .5 .1 .2")
    (inner / "data.yaml").write_text("names: [1m]")
    assert [box.name for photo in read_export(tmp_path).photos for box in photo.boxes] == ["1m"]


def test_a_list_of_classes_that_has_no_names_is_pointed_at(tmp_path: Path) -> None:
    labelimg(tmp_path)
    (tmp_path / "classes.txt").unlink()
    (tmp_path / "data.yaml").write_text("nc: 3\n")
    with pytest.raises(ExportError, match=r"data\.yaml: does not name the classes: add a line names: \[1m"):
        read_export(tmp_path)


def test_a_blank_line_moves_no_class(tmp_path: Path) -> None:
    labelimg(tmp_path)
    (tmp_path / "classes.txt").write_text("1man\n\nEast\n5mr\n")
    export = read_export(tmp_path)
    assert [box.name for photo in export.photos for box in photo.boxes] == ["1man", "East"]
    (bad,) = export.bad  # class 1 has no name
    assert bad.kind == "a class beyond the 3 that are named, 0 to 3"


def test_exports_side_by_side_keep_each_its_own_classes(tmp_path: Path) -> None:
    for name, classes in (("one", "1m, 2m"), ("two", "9p, 8p")):
        picture(tmp_path / name / "train" / "images" / "a.jpg", len(classes))
        (tmp_path / name / "train" / "labels").mkdir()
        (tmp_path / name / "train" / "labels" / "a.txt").write_text("1 .5 .5 .1 .2")
        (tmp_path / name / "data.yaml").write_text(f"names: [{classes}]")
    assert [[box.name for box in photo.boxes] for photo in read_export(tmp_path).photos] == [["2m"], ["8p"]]
    (tmp_path / "classes.txt").write_text("1s\n2s")
    with pytest.raises(
        ExportError, match=r"/classes\.txt and .*one/data\.yaml name the classes of a\.txt diff"
    ):
        read_export(tmp_path)


def test_rows_beside_an_export_that_has_its_own_classes_are_not_named_by_them(tmp_path: Path) -> None:
    yolo(tmp_path / "one")
    picture(tmp_path / "two" / "c.jpg", 5)
    (tmp_path / "two" / "c.txt").write_text("0 .5 .5 .1 .2")
    with pytest.raises(ExportError, match=r"c\.txt: rows of YOLO, and no list of their classes"):
        read_export(tmp_path)


@pytest.mark.parametrize(("one", "other"), [("yolo", "coco"), ("voc", "labelme"), ("coco", "csv")])
def test_two_kinds_of_export_in_one_folder_are_pointed_at(one: str, other: str, tmp_path: Path) -> None:
    EXPORTS[one][0](tmp_path / "one")
    EXPORTS[other][0](tmp_path / "other")
    with pytest.raises(ExportError, match="two exports in one folder; import each by itself") as refusal:
        read_export(tmp_path)
    assert all(f"{tmp_path}/{name}/" in str(refusal.value) for name in ("one", "other"))


def test_a_list_of_classes_beside_labels_of_another_kind_is_no_second_export(tmp_path: Path) -> None:
    voc(tmp_path)
    (tmp_path / "classes.txt").write_text("1man\nEast\n5mr")
    export = read_export(tmp_path)
    assert (export.format_name, export.rows) == ("Pascal VOC", 3)


def test_rows_without_their_picture_and_those_of_one_that_is_none_are_counted(tmp_path: Path) -> None:
    labelimg(tmp_path)
    (tmp_path / "a.jpg").write_bytes(b"no picture")
    (tmp_path / "c.txt").write_text("0 .5 .5 .1 .2\n1 .2 .2 .1 .2\n\n2 .1 .1 .1 .2")
    export = read_export(tmp_path)
    assert export.missing == (
        Missing(str(tmp_path / "a.jpg"), 2),
        Missing(str(tmp_path / "c.txt") + " (no picture of its name)", 3),
    )
    assert (export.rows, [photo.path.name for photo in export.photos]) == (6, ["b.jpg"])


@pytest.mark.parametrize("mark", [";", "\t"])
def test_a_table_may_be_parted_by_other_signs(mark: str, tmp_path: Path) -> None:
    boxes_csv(tmp_path)
    file = tmp_path / "_annotations.csv"
    file.write_text(file.read_text().replace(",", mark))
    assert read_export(tmp_path).rows == 3


def test_a_table_without_a_line_of_names_is_told_what_it_lacks(tmp_path: Path) -> None:
    boxes_csv(tmp_path)
    file = tmp_path / "_annotations.csv"
    file.write_text("".join(file.read_text().splitlines(keepends=True)[1:]))
    with pytest.raises(
        ExportError, match="first line must name the columns filename, class, xmin, ymin, xmax"
    ):
        read_export(tmp_path)


def test_a_file_below_that_is_no_list_of_classes_refuses_nothing(tmp_path: Path) -> None:
    labelimg(tmp_path)
    inner = tmp_path / ".tool"
    inner.mkdir()
    (inner / "settings.yaml").write_text("names: [a, b")
    assert read_export(tmp_path).classes == ("1man", "East", "5mr")
