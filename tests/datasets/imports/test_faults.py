"""One bad row or file refuses no export, of whatever form; each is told by its kind and its place."""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

from tests.datasets.imports.exports import coco, labelme, picture, voc
from yakulens.datasets.imports import export_format
from yakulens.datasets.imports.export_format import MOST_BOXES
from yakulens.datasets.imports.foreign import NO_CLASS, NO_CORNERS, NO_PICTURE, NO_SHAPE, NOTHING, Missing
from yakulens.datasets.imports.formats import read_export
from yakulens.datasets.imports.labelled import labelled

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

BOX = {"x": 10, "y": 10, "width": 10, "height": 20}
SHAPE = {"label": "1m", "points": [[10, 10], [50, 80]]}
ROW = "p.jpg,1m,10,10,50,80"
HEAD = "filename,class,xmin,ymin,xmax,ymax"


def of_coco(*annotations: object, images: object = None) -> str:
    images = images if images is not None else [{"id": 1, "file_name": "p.jpg"}]
    said = {"images": images, "annotations": annotations, "categories": [{"id": 1, "name": "1m"}, None]}
    return json.dumps(said)


def annotation(**changed: object) -> dict[str, object]:
    return {"image_id": 1, "category_id": 1, "bbox": [10, 10, 40, 70]} | changed


def of_labelme(*shapes: object) -> str:
    return json.dumps({"shapes": shapes, "imagePath": "p.jpg"})


def of_label_studio(*result: object) -> str:
    return json.dumps([{"data": {"image": "p.jpg"}, "annotations": [{"result": result}]}])


def value(**changed: object) -> dict[str, object]:
    return {"value": BOX | {"rectanglelabels": ["1m"]} | changed}


def of_voc(*objects: str) -> str:
    return f"<annotation><filename>p.jpg</filename>{''.join(objects)}</annotation>"


def of_cvat(*shapes: str) -> str:
    return f'<annotations><image name="p.jpg">{"".join(shapes)}</image></annotations>'


SIDES = "<bndbox><xmin>1</xmin><ymin>2</ymin><xmax>30</xmax><ymax>40</ymax></bndbox>"
GOOD: dict[str, Any] = {
    "coco.json": (of_coco, annotation()),
    "labelme.json": (of_labelme, SHAPE),
    "ls.json": (of_label_studio, value()),
    "voc.xml": (of_voc, f"<object><name>1m</name>{SIDES}</object>"),
    "cvat.xml": (of_cvat, '<box label="1m" xtl="1" ytl="2" xbr="30" ybr="40"/>'),
    "boxes.csv": (lambda *rows: "\n".join([HEAD, *rows]), ROW),
}


@pytest.mark.parametrize(
    ("file", "row", "kind", "place"),
    [
        ("coco.json", None, NOTHING, "annotation 2"),
        ("coco.json", 5, NOTHING, "annotation 2"),
        ("coco.json", annotation(image_id=[0]), NO_PICTURE, "annotation 2"),
        (
            "coco.json",
            annotation(category_id=55),
            "a class beyond the 1 that are named, 1 to 1",
            "annotation 2",
        ),
        ("coco.json", annotation(category_id=[]), NO_CLASS, "annotation 2"),
        ("coco.json", annotation(bbox=[1, 2]), NO_CORNERS, "annotation 2"),
        ("coco.json", annotation(bbox=None), NO_CORNERS, "annotation 2"),
        ("labelme.json", None, NOTHING, "shape 2"),
        ("labelme.json", {"label": "1m"}, NO_CORNERS, "shape 2"),
        ("labelme.json", {"points": [[1, 2], [3, 4]]}, NO_CLASS, "shape 2"),
        ("labelme.json", SHAPE | {"shape_type": "circle"}, NO_SHAPE, "shape 2"),
        ("ls.json", None, NOTHING, "task 1, result 2"),
        ("ls.json", {"value": None}, NOTHING, "task 1, result 2"),
        ("ls.json", {"value": BOX}, NO_CLASS, "task 1, result 2"),
        ("ls.json", value(rectanglelabels=[]), NO_CLASS, "task 1, result 2"),
        ("ls.json", value(rotation=None), NO_CORNERS, "task 1, result 2"),
        ("voc.xml", "<object/>", NO_CLASS, "object 2"),
        ("voc.xml", "<object><name>1m</name></object>", NO_CORNERS, "object 2"),
        ("cvat.xml", '<box label="1m"/>', NO_CORNERS, "p.jpg, shape 2"),
        ("cvat.xml", '<polyline label="1m" points="1,2;3,4;5,6"/>', NO_SHAPE, "p.jpg, shape 2"),
        ("cvat.xml", '<polygon label="1m" points="1,2;3"/>', NO_CORNERS, "p.jpg, shape 2"),
        ("boxes.csv", "p.jpg,1m,10", NO_CORNERS, "line 3"),
        ("boxes.csv", "p.jpg,1m", NO_CORNERS, "line 3"),
        ("boxes.csv", "p.jpg,,1,2,30,40", NO_CLASS, "line 3"),
        ("boxes.csv", ",1m,1,2,30,40", NO_PICTURE, "line 3"),
    ],
)
def test_a_bad_row_is_told_by_its_kind_and_place_and_the_others_are_read(
    file: str, row: object, kind: str, place: str, tmp_path: Path
) -> None:
    made, good = GOOD[file]
    picture(tmp_path / "p.jpg")
    (tmp_path / file).write_text(made(good, row, good))
    export = read_export(tmp_path)
    (bad,) = export.bad
    assert (bad.kind, bad.place) == (kind, f"{tmp_path / file}, {place}")
    assert [len(photo.boxes) for photo in export.photos] == [2]
    assert export.rows == 3


@pytest.mark.parametrize(
    ("file", "row", "said"),
    [
        ("coco.json", {"image_id": 1}, "{'image_id': 1}"),
        ("voc.xml", "<object><name>1m</name>\n</object>", "<object><name>1m</name> </object>"),
        ("boxes.csv", "p.jpg,1m,10", "'p.jpg,1m,10,,,'"),
    ],
)
def test_a_bad_row_is_shown_as_it_stands(file: str, row: object, said: str, tmp_path: Path) -> None:
    made, good = GOOD[file]
    picture(tmp_path / "p.jpg")
    (tmp_path / file).write_text(made(good, row))
    (bad,) = read_export(tmp_path).bad
    assert bad.text == said


@pytest.mark.parametrize("make", [voc, labelme])
def test_a_broken_file_of_labels_refuses_no_other(make: Callable[[Path], None], tmp_path: Path) -> None:
    make(tmp_path)
    (file,) = (path for path in tmp_path.rglob("a.*") if path.suffix != ".jpg")
    file.write_text(file.read_text()[:60])
    export = read_export(tmp_path)
    (told,) = export.unreadable
    assert told.startswith((f"{file}: no JSON that can be read", f"{file}: no XML that can be read"))
    assert (export.bad, export.rows) == ((), 1)
    assert [photo.path.name for photo in export.photos] == ["b.jpg"]


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("x.json", of_coco(images=5)),
        ("x.json", json.dumps({"shapes": None, "imagePath": "p.jpg"})),
    ],
)
def test_a_file_of_labels_whose_parts_are_none_is_told(file: str, text: str, tmp_path: Path) -> None:
    coco(tmp_path) if "images" in text else labelme(tmp_path)
    (tmp_path / file).write_text(text)
    export = read_export(tmp_path)
    (told,) = export.unreadable
    assert told.startswith(f"{tmp_path / file}: no labels as ")
    assert (len(export.photos), export.rows) == (2, 3)


def test_a_bad_entry_of_an_image_or_a_class_costs_its_own_boxes_only(tmp_path: Path) -> None:
    picture(tmp_path / "p.jpg")
    images = [None, 5, {"id": 2}, {"id": [], "file_name": "q.jpg"}, {"id": 1, "file_name": "p.jpg"}]
    (tmp_path / "a.json").write_text(of_coco(annotation(), annotation(image_id=2), images=images))
    export = read_export(tmp_path)
    assert [len(photo.boxes) for photo in export.photos] == [1]
    assert Missing("image 2", 1) in export.missing
    assert export.rows == 2


@pytest.mark.parametrize(("lost", "other"), [("valid", "train"), ("train", "valid")])
def test_labels_whose_picture_is_missing_name_no_boxes_of_one_called_alike(
    lost: str, other: str, tmp_path: Path
) -> None:
    coco(tmp_path)
    for path in tmp_path.rglob("*.jpg"):
        path.rename(path.with_name("0001.jpg"))
    for path in tmp_path.rglob("*.json"):
        path.write_text(path.read_text().replace("a.jpg", "0001.jpg").replace("b.jpg", "0001.jpg"))
    boxes = {photo.split: len(photo.boxes) for photo in read_export(tmp_path).photos}
    (tmp_path / lost / "0001.jpg").unlink()
    export = read_export(tmp_path)
    split = {"train": "train", "valid": "val"}
    assert {photo.split: len(photo.boxes) for photo in export.photos} == {split[other]: boxes[split[other]]}
    (missing,) = export.missing
    assert missing.description.startswith(f"0001.jpg of {tmp_path}/{lost}/")
    assert missing.rows == boxes[split[lost]]


def test_a_task_without_a_picture_or_a_result_costs_itself_only(tmp_path: Path) -> None:
    picture(tmp_path / "p.jpg")
    tasks = json.loads(of_label_studio(value()))
    drawn = tasks[0]["annotations"]
    tasks += [
        {"data": {}, "annotations": drawn},
        {"data": {"image": "p.jpg"}, "annotations": [{"result": None}]},
    ]
    tasks += [None, {"annotations": 5}]
    (tmp_path / "a.json").write_text(json.dumps(tasks))
    export = read_export(tmp_path)
    assert [(len(photo.boxes), len(photo.bad)) for photo in export.photos] == [(1, 0)]
    assert export.missing == (Missing("task 2", 1), Missing("task 4", 0), Missing("task 5", 0))


def test_a_shape_whose_label_is_a_result_of_its_own_is_one_box(tmp_path: Path) -> None:
    picture(tmp_path / "p.jpg")
    parts = [{"id": "a", "value": BOX}, {"id": "a", "value": BOX | {"labels": ["1m"]}}]
    parts.append({"id": "b", "value": {"choices": ["blurred"]}})
    parts.append({"id": "c", "value": {"points": [[1, 1], [9, 1], [9, 9]], "polygonlabels": ["9p"]}})
    (tmp_path / "a.json").write_text(of_label_studio(*parts))
    export = read_export(tmp_path)
    assert [box.name for photo in export.photos for box in photo.boxes] == ["1m", "9p"]
    assert not export.bad


@pytest.mark.parametrize("key", ["choices", "text"])
def test_where_all_shapes_are_called_tile_what_was_chosen_for_each_is_its_name(
    tmp_path: Path, key: str
) -> None:
    picture(tmp_path / "p.jpg")
    parts = [
        {"id": at, "value": value}
        for at, name in (("a", "1m"), ("b", "East"))
        for value in (BOX | {"rectanglelabels": ["Tile"]}, BOX | {key: [name]})
    ]
    (tmp_path / "a.json").write_text(of_label_studio(*parts))
    assert [box.name for photo in read_export(tmp_path).photos for box in photo.boxes] == ["1m", "East"]


def test_a_remark_on_a_shape_with_a_name_of_its_own_is_no_name(tmp_path: Path) -> None:
    picture(tmp_path / "p.jpg")
    parts = [{"id": at, "value": BOX | {"rectanglelabels": [at]}} for at in ("1m", "2m")]
    parts.append({"id": "1m", "value": BOX | {"choices": ["blurred"]}})
    (tmp_path / "a.json").write_text(of_label_studio(*parts))
    assert [box.name for photo in read_export(tmp_path).photos for box in photo.boxes] == ["1m", "2m"]


@pytest.mark.long
def test_of_three_hundred_thousand_boxes_no_more_are_looked_at_than_a_photo_has(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    many = 300_000
    picture(tmp_path / "p.jpg")
    images = [{"id": k, "file_name": "p.jpg"} for k in (1, 2)]
    text = of_coco("BOXES", images=images)
    boxes = ", ".join([json.dumps(annotation()), json.dumps(annotation(image_id=2))] * (many // 2))
    (tmp_path / "a.json").write_text(text.replace('"BOXES"', boxes))
    calls: Counter[str] = Counter()

    def counted(name: str) -> Any:  # noqa: ANN401 - a function like the one that it counts
        call = getattr(export_format, name)
        return lambda *words: calls.update([name]) or call(*words)

    for name in ("size_of", "_box"):
        monkeypatch.setattr(export_format, name, counted(name))
    export = read_export(tmp_path)
    assert calls == {"size_of": 1, "_box": MOST_BOXES}
    assert (export.rows, len(export.photos)) == (many, 1)
    told, *_ = labelled(export.photos[0], (400, 300), {"1m": "1m"}).impossible
    assert told == "p.jpg: has more boxes than any photo, 298,000 of them are left out"
