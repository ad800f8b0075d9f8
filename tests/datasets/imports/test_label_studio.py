"""What Label Studio's results say beside a shape: what drew it, on which picture, and how that was turned."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from tests.datasets.imports.exports import picture
from tests.datasets.imports.test_more_formats import boxes_of
from yakulens.datasets.imports.foreign import NO_SHAPE, ExportError
from yakulens.datasets.imports.formats import read_export

if TYPE_CHECKING:
    from pathlib import Path

BOX = {"x": 25, "y": 10, "width": 10, "height": 20, "rotation": 0, "rectanglelabels": ["1m"]}
ON_PHOTO = ("1m", 100, 30, 140, 90)


def _task(folder: Path, *results: dict[str, Any], **data: str) -> None:
    for name in ("a.jpg", "b.jpg"):
        picture(folder / name)
    said = {"data": {"image": "/data/upload/1/0a1b2c3d-a.jpg"} | data, "annotations": [{"result": results}]}
    (folder / "project.json").write_text(json.dumps([said]))


def _result(value: dict[str, Any], **changed: object) -> dict[str, Any]:
    return {"id": "r1", "to_name": "image", "image_rotation": 0, "value": value} | changed


@pytest.mark.parametrize(
    "value",
    [
        {"format": "rle", "rle": [1, 2], "brushlabels": ["1m"]},
        {"x": 50, "y": 20, "radiusX": 5, "radiusY": 9, "rotation": 0, "ellipselabels": ["1m"]},
        {"x": 50, "y": 20, "width": 0.3, "keypointlabels": ["1m"]},
    ],
)
def test_a_shape_of_label_studio_that_is_no_box_is_told(value: dict[str, Any], tmp_path: Path) -> None:
    _task(tmp_path, _result(BOX), _result(value, id="r2"))
    export = read_export(tmp_path)
    assert [bad.kind for bad in export.bad] == [NO_SHAPE]
    assert boxes_of(export) == {"a.jpg": [ON_PHOTO]}


def test_a_shape_on_a_picture_turned_in_label_studio_is_told(tmp_path: Path) -> None:
    _task(tmp_path, _result(BOX, image_rotation=90))
    (bad,) = read_export(tmp_path).bad
    assert "a picture that was turned in Label Studio: turn it back there" in bad.kind


def test_shapes_on_two_pictures_of_one_task_are_told(tmp_path: Path) -> None:
    _task(tmp_path, _result(BOX), _result(BOX, id="r2", to_name="other"), other="b.jpg")
    export = read_export(tmp_path)
    assert [bad.kind for bad in export.bad] == [
        "a shape on one of several pictures of a task: export a task for each picture"
    ] * 2


def test_the_shapes_of_every_tool_are_read_from_json_min(tmp_path: Path) -> None:
    picture(tmp_path / "a.jpg")
    bare = {key: value for key, value in BOX.items() if key != "rectanglelabels"}
    task = {"image": "0a1b2c3d-a.jpg", "suits": [BOX], "honours": [BOX | {"x": 50}], "bbox": [bare]}
    (tmp_path / "project.json").write_text(json.dumps([task]))
    export = read_export(tmp_path)
    assert export.bad == ()
    assert boxes_of(export) == {"a.jpg": [ON_PHOTO, ("1m", 200, 30, 240, 90)]}


def test_what_people_drew_before_label_studio_1_is_read(tmp_path: Path) -> None:
    _task(tmp_path, _result(BOX))
    file = tmp_path / "project.json"
    file.write_text(file.read_text().replace("annotations", "completions"))
    assert boxes_of(read_export(tmp_path)) == {"a.jpg": [ON_PHOTO]}


@pytest.mark.parametrize(
    "entry",
    [
        {"url": "a.jpg", "fileName": "a.jpg", "result": '{"annotations": [{"toolName": "rectTool"}]}'},
        {"name": "a.jpg", "labels": [{"category": "1m", "box2d": {"x1": 1, "y1": 2, "x2": 30, "y2": 40}}]},
        {"image": "a.jpg", "annotations": [{"class": "1m", "bbox": [1, 2, 30, 40]}]},
        {"image": "a.jpg", "boxes": [{"x": 1, "y": 2, "width": 30, "height": 40, "label": "1m"}]},
    ],
    ids=["labelu", "bdd100k", "boxes of a kind", "boxes of another"],
)
def test_a_list_of_pictures_by_another_tool_is_not_taken_for_label_studio(
    entry: dict[str, Any], tmp_path: Path
) -> None:
    picture(tmp_path / "a.jpg")
    (tmp_path / "labels.json").write_text(json.dumps([entry]))
    with pytest.raises(ExportError, match=r"labels\.json: labels of a form that is not known here; export"):
        read_export(tmp_path)
