"""What tools write beside boxes changes what a box is: rotations, groups, names of several words, two lists.

The forms were compared with what Datumaro 1.10, by which CVAT exports, and Label Studio's SDK 2.1 write.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from tests.datasets.imports.exports import DRAWN, cvat, labelimg, picture, voc, yolo
from tests.datasets.imports.more_exports import (
    cvat_labelme,
    cvat_video,
    datumaro,
    dota,
    hugging_face,
    kitti,
    open_images,
)
from tests.datasets.imports.test_more_formats import boxes_of
from yakulens.datasets.imports.foreign import NO_CORNERS, NO_SHAPE, SEVERAL, ExportError
from yakulens.datasets.imports.formats import read_export

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

TURNED = (187.68, 44.02, 252.32, 115.98)
"""The box of East after it was turned by 30 degrees about its middle."""


def _replace(file: Path, *pairs: tuple[str, str]) -> None:
    text = file.read_text()
    for old, new in pairs:
        assert old in text
        text = text.replace(old, new)
    file.write_text(text)


def _in_voc(folder: Path) -> None:
    voc(folder)
    said = "<attributes><attribute><name>rotation</name><value>30.0</value></attribute></attributes>"
    _replace(folder / "Annotations" / "a.xml", ("<name>East</name>", f"<name>East</name>{said}"))


def _in_labelme(folder: Path) -> None:
    cvat_labelme(folder)
    said = "<attributes>z=1, rotation=30.0</attributes>"
    _replace(
        folder / "default" / "a.xml",
        ("<name>East</name><deleted>0", f"<name>East</name>{said}<deleted>0"),
    )


@pytest.mark.parametrize("make", [_in_voc, _in_labelme])
def test_a_box_that_cvat_rotated_is_rotated_in_its_voc_and_labelme_too(
    make: Callable[[Path], None], tmp_path: Path
) -> None:
    make(tmp_path)
    assert boxes_of(read_export(tmp_path)) == DRAWN | {"a.jpg": [DRAWN["a.jpg"][0], ("East", *TURNED)]}


@pytest.mark.parametrize(
    ("make", "file"), [(kitti, "label_2/a.txt"), (dota, "train/labelTxt/a.txt")], ids=["kitti", "dota"]
)
@pytest.mark.parametrize("name", ["white dragon", "1 man", "red five p"])
def test_a_class_of_several_words_moves_no_number_of_a_text_row(
    make: Callable[[Path], None], file: str, name: str, tmp_path: Path
) -> None:
    make(tmp_path)
    _replace(tmp_path / file, ("East", name))
    assert boxes_of(read_export(tmp_path))["a.jpg"] == [DRAWN["a.jpg"][0], (name, *DRAWN["a.jpg"][1][1:])]


def _coco(folder: Path, **changed: Any) -> None:  # noqa: ANN401 - the keys of COCO
    picture(folder / "a.jpg")
    box = {"id": 1, "image_id": 1, "category_id": 1, "bbox": [10, 20, 40, 60]}
    said = {
        "images": [{"id": 1, "file_name": "a.jpg", "width": 400, "height": 300}],
        "annotations": [box, box | {"id": 2, "bbox": [100, 20, 200, 60], "iscrowd": 1}],
        "categories": [{"id": 1, "name": "1m"}],
    }
    (folder / "labels.json").write_text(json.dumps(said | changed))


def _crowd_of_datumaro(folder: Path) -> None:
    datumaro(folder)
    _replace(
        folder / "annotations" / "default.json",
        ('"label_id": 1,', '"label_id": 1, "attributes": {"is_crowd": true},'),
    )


@pytest.mark.parametrize("make", [_coco, _crowd_of_datumaro])
def test_a_box_round_several_tiles_is_none_round_one(make: Callable[[Path], None], tmp_path: Path) -> None:
    make(tmp_path)
    export = read_export(tmp_path)
    assert [bad.kind for bad in export.bad] == [SEVERAL]
    assert len(export.photos[0].boxes) == 1


def test_a_group_of_open_images_is_no_tile(tmp_path: Path) -> None:
    open_images(tmp_path)
    file = tmp_path / "annotations" / "train-annotations-bbox.csv"
    head, first, *others = file.read_text().splitlines()
    rows = [head.replace("IsOccluded", "IsGroupOf"), f"{first[:-1]}1", *others]
    file.write_text("\n".join(rows))
    export = read_export(tmp_path)
    assert [bad.kind for bad in export.bad] == [SEVERAL]
    assert boxes_of(export)["a.jpg"] == DRAWN["a.jpg"][1:]


@pytest.mark.parametrize(
    ("changed", "what"),
    [
        ({"categories": [{"id": 1, "name": "1m"}, {"id": 1, "name": "2m"}]}, "two categories have the id 1"),
        ({"images": [{"id": 1, "file_name": n} for n in ("a.jpg", "b.jpg")]}, "two pictures have the id 1"),
    ],
)
def test_two_of_one_id_are_refused(changed: dict[str, Any], what: str, tmp_path: Path) -> None:
    _coco(tmp_path, **changed)
    with pytest.raises(ExportError, match=what):
        read_export(tmp_path)


def test_an_id_is_the_same_as_number_and_as_word(tmp_path: Path) -> None:
    _coco(tmp_path, images=[{"id": "1", "file_name": "a.jpg"}], categories=[{"id": 1.0, "name": "1m"}])
    assert boxes_of(read_export(tmp_path)) == {"a.jpg": [("1m", 10, 20, 50, 80)]}


def test_a_score_and_a_number_behind_a_box_are_no_triangle(tmp_path: Path) -> None:
    yolo(tmp_path)
    rows = tmp_path / "train" / "labels" / "a.txt"
    rows.write_text("".join(f"{row} 0.93 4\n" for row in rows.read_text().splitlines()))
    export = read_export(tmp_path)
    assert boxes_of(export)["a.jpg"] == []
    assert len(export.bad) == 2


@pytest.mark.parametrize("file", ["classes.txt", "older.yaml", "obj.names", "mahjong.names"])
def test_two_lists_in_one_folder_that_name_the_classes_differently_are_refused(
    file: str, tmp_path: Path
) -> None:
    yolo(tmp_path)
    (tmp_path / file).write_text("names: [East, 1man, 5mr]\n" if ".yaml" in file else "East\n1man\n5mr\n")
    with pytest.raises(ExportError, match=r"name the classes of .* differently: take one of them out"):
        read_export(tmp_path)


def test_the_list_that_labelimg_offers_at_first_names_nothing_beside_another(tmp_path: Path) -> None:
    labelimg(tmp_path)
    (tmp_path / "predefined_classes.txt").write_text("dog\nperson\ncat\n")
    assert boxes_of(read_export(tmp_path)) == DRAWN


def test_a_count_of_classes_that_the_names_do_not_have_is_told(tmp_path: Path) -> None:
    yolo(tmp_path)
    _replace(tmp_path / "data.yaml", ("nc: 3", "nc: 34"))
    with pytest.raises(ExportError, match="nc says 34 classes, and names has 3: correct the wrong one"):
        read_export(tmp_path)


def test_a_list_of_darknet_may_have_any_name(tmp_path: Path) -> None:
    labelimg(tmp_path)
    (tmp_path / "classes.txt").rename(tmp_path / "mahjong.names")
    assert boxes_of(read_export(tmp_path)) == DRAWN


@pytest.mark.parametrize(("pictures", "labels"), [("imgs", "labels"), (".", "labels"), ("photos", "txt")])
def test_rows_of_yolo_belong_to_the_picture_of_their_name_whatever_the_folders_are_called(
    pictures: str, labels: str, tmp_path: Path
) -> None:
    labelimg(tmp_path / "made")
    for path in [*(tmp_path / "made").iterdir()]:
        folder = {".jpg": pictures, ".txt": labels}[path.suffix] if path.name != "classes.txt" else "."
        (tmp_path / "export" / folder).mkdir(parents=True, exist_ok=True)
        path.rename(tmp_path / "export" / folder / path.name)
    export = read_export(tmp_path / "export")
    assert (boxes_of(export), export.missing) == (DRAWN, ())


def test_rows_of_a_missing_picture_belong_to_none_of_its_name_in_another_part(tmp_path: Path) -> None:
    yolo(tmp_path)
    (tmp_path / "train" / "labels" / "a.txt").rename(tmp_path / "valid" / "labels" / "a.txt")
    export = read_export(tmp_path)
    assert boxes_of(export) == DRAWN | {"a.jpg": []}
    assert [missing.rows for missing in export.missing] == [2]


def test_rows_of_a_name_in_two_folders_belong_to_no_picture(tmp_path: Path) -> None:
    labelimg(tmp_path)
    rows = (tmp_path / "a.txt").read_text()
    (tmp_path / "a.txt").unlink()
    for folder in ("first", "second"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "a.txt").write_text(rows)
    export = read_export(tmp_path)
    assert boxes_of(export)["a.jpg"] == []
    assert [missing.rows for missing in export.missing] == [2, 2]


def test_a_copied_label_file_of_voc_is_of_the_picture_that_it_is_called_after(tmp_path: Path) -> None:
    voc(tmp_path)
    picture(tmp_path / "JPEGImages" / "c.jpg", 5)
    text = (tmp_path / "Annotations" / "a.xml").read_text()
    (tmp_path / "Annotations" / "c.xml").write_text(text.replace("East", "West"))
    name, *sides = DRAWN["a.jpg"][1]
    assert boxes_of(read_export(tmp_path)) == DRAWN | {"c.jpg": [DRAWN["a.jpg"][0], ("West", *sides)]}
    assert name == "East"


def test_a_renamed_label_file_of_labelme_finds_its_picture(tmp_path: Path) -> None:
    picture(tmp_path / "new.jpg")
    shape = {"label": "1m", "shape_type": "rectangle", "points": [[10, 20], [50, 80]]}
    (tmp_path / "new.json").write_text(json.dumps({"shapes": [shape], "imagePath": "old.jpg"}))
    assert boxes_of(read_export(tmp_path)) == {"new.jpg": [("1m", 10, 20, 50, 80)]}


def test_frames_that_cvat_names_without_an_extension_are_found(tmp_path: Path) -> None:
    cvat(tmp_path)
    _replace(tmp_path / "annotations.xml", *((f'name="{name}.jpg"', f'name="{name}"') for name in "ab"))
    assert boxes_of(read_export(tmp_path)) == DRAWN


@pytest.mark.parametrize("box_format", ["", "xyxy", "xywh"])
def test_boxes_of_hugging_face_that_may_be_corners_are_a_guess(box_format: str, tmp_path: Path) -> None:
    hugging_face(tmp_path)
    file = tmp_path / "train" / "metadata.jsonl"
    assert read_export(tmp_path).guesses == ()
    corners = [
        {"file_name": name, "objects": [{"bbox": sides, "category": n} for n, *sides in boxes]}
        for name, boxes in DRAWN.items()
    ]
    file.write_text("".join(f"{json.dumps(line)}\n" for line in corners))
    export = read_export(tmp_path, box_format=box_format)
    assert (boxes_of(export) == DRAWN) is (box_format != "xywh")
    asked = "the numbers of bbox are taken for two opposite corners (--box-format xyxy, or xywh)"
    assert export.guesses == (() if box_format else (asked,))


VIA_1 = (
    "#filename,file_size,file_attributes,region_count,region_id,region_shape_attributes,region_attributes\n"
    'a.jpg,9,"{}",1,0,"{""name"":""rect"",""x"":10,""y"":20,""width"":40,""height"":60}","{""label"":""1m""}"\n'
)


@pytest.mark.parametrize(
    "table",
    [
        "Image ID,Label,X Min,Y-Min,X Max,Y Max\na.jpg,1m,10,20,50,80\n",
        "image,label,x1,y1,x2,y2,x3,y3,x4,y4\na.jpg,1m,10,20,50,20,50,80,10,80\n",
        VIA_1,
    ],
    ids=["spelled otherwise", "four corners", "VIA 1.0"],
)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_a_table_is_read_however_its_head_and_its_letters_are_written(
    table: str, encoding: str, tmp_path: Path
) -> None:
    picture(tmp_path / "a.jpg")
    (tmp_path / "boxes.csv").write_bytes(table.encode(encoding))
    export = read_export(tmp_path)
    assert (boxes_of(export), export.guesses) == ({"a.jpg": [("1m", 10, 20, 50, 80)]}, ())


@pytest.mark.parametrize(
    ("table", "kind"),
    [
        ("image,label,xmin,ymin,xmax,ymax,angle\na.jpg,1m,10,20,50,80,30\n", "a rotated box"),
        (
            'image,label,bbox\na.jpg,1m,"{""height"": 60, ""left"": 10, ""top"": 20, ""width"": 40}"\n',
            NO_CORNERS,
        ),
    ],
)
def test_a_box_of_a_table_that_may_mean_another_place_is_told(table: str, kind: str, tmp_path: Path) -> None:
    picture(tmp_path / "a.jpg")
    (tmp_path / "boxes.csv").write_text(table)
    (bad,) = read_export(tmp_path).bad
    assert bad.kind.startswith(kind)


@pytest.mark.parametrize("make", [cvat, cvat_video])
def test_an_attribute_of_cvat_that_says_which_tile_it_is_is_the_class(
    make: Callable[[Path], None], tmp_path: Path
) -> None:
    make(tmp_path)
    file = tmp_path / "annotations.xml"
    text = file.read_text()
    attribute = '<attribute name="worn">false</attribute><attribute name="face">{}</attribute></box>'
    for name in ("1man", "East", "5mr"):
        text = re.sub(
            rf'label="{name}"(.*?)></box>', rf'label="tile"\1>{attribute.format(name)}', text, flags=re.DOTALL
        )
    file.write_text(text)
    assert list(boxes_of(read_export(tmp_path)).values()) == list(DRAWN.values())


@pytest.mark.parametrize(("label", "said"), [("tile", ("false", "true")), ("5z", ("north", "east"))])
def test_an_attribute_that_names_no_tile_or_stands_beside_one_leaves_the_label(
    label: str, said: tuple[str, str], tmp_path: Path
) -> None:
    picture(tmp_path / "a.jpg")
    boxes = "".join(
        f'<box label="{label}" xtl="{10 + k}" ytl="20" xbr="50" ybr="80">'
        f'<attribute name="a">{value}</attribute></box>'
        for k, value in enumerate(said)
    )
    text = f'<annotations><image name="a.jpg" width="400" height="300">{boxes}</image></annotations>'
    (tmp_path / "annotations.xml").write_text(text)
    assert [box[0] for box in boxes_of(read_export(tmp_path))["a.jpg"]] == [label] * 2


def test_a_project_of_supervisely_is_read(tmp_path: Path) -> None:
    (tmp_path / "ann").mkdir()
    (tmp_path / "meta.json").write_text('{"classes": [{"title": "1m", "shape": "rectangle"}], "tags": []}')
    for seed, (name, boxes) in enumerate(DRAWN.items()):
        picture(tmp_path / "img" / name, seed)
        things = [
            {"classTitle": n, "geometryType": "rectangle", "points": {"exterior": [sides[:2], sides[2:]]}}
            for n, *sides in boxes
        ]
        said = {"description": "", "tags": [], "size": {"height": 300, "width": 400}, "objects": things}
        (tmp_path / "ann" / f"{name}.json").write_text(json.dumps(said))
    export = read_export(tmp_path)
    assert (export.format_name, boxes_of(export)) == ("Supervisely", DRAWN)


def test_a_bitmap_of_supervisely_is_told(tmp_path: Path) -> None:
    picture(tmp_path / "img" / "a.jpg")
    thing = {"classTitle": "1m", "geometryType": "bitmap", "bitmap": {"data": "", "origin": [0, 0]}}
    said = {"size": {"height": 300, "width": 400}, "objects": [thing]}
    (tmp_path / "a.jpg.json").write_text(json.dumps(said))
    assert [bad.kind for bad in read_export(tmp_path).bad] == [NO_SHAPE]


@pytest.mark.parametrize(
    ("file", "row"),
    [
        ("Label/a.txt", "1man 100 50 140 110"),
        ("annotations/a.txt", "100,50,40,60,1,4,0,0"),
        ("wider_face_train_bbx_gt.txt", "a.jpg\n1\n100 50 40 60 0 0 0 0 0 0"),
    ],
    ids=["OIDv4", "VisDrone", "WIDER"],
)
def test_rows_of_an_unknown_form_are_named(file: str, row: str, tmp_path: Path) -> None:
    picture(tmp_path / "images" / "a.jpg")
    (tmp_path / file).parent.mkdir(exist_ok=True)
    (tmp_path / file).write_text(f"{row}\n")
    (tmp_path / "README.txt").write_text("1,234 photos of 34 tiles, taken on 2024-01-02\n")
    with pytest.raises(ExportError, match=r"a\.txt|gt\.txt") as raised:
        read_export(tmp_path)
    assert "labels of a form that is not known here; export the boxes as YOLO" in str(raised.value)


def test_the_rotated_box_of_these_tests_is_where_cvat_shows_it() -> None:
    corners = np.array([[200, 50], [240, 50], [240, 110], [200, 110]]) - [220, 80]
    turn = np.deg2rad(30)
    turned = corners @ [[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]] + [220, 80]
    np.testing.assert_allclose([*turned.min(axis=0), *turned.max(axis=0)], TURNED, atol=0.01)
