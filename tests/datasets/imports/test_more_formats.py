"""Every form that labelling tools write is read as it was drawn, or refused with what to export instead."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from tests.datasets.imports.exports import DRAWN, NAMES, cvat, labelme, picture, yolo
from tests.datasets.imports.more_exports import (
    MORE_EXPORTS,
    createml,
    cvat_video,
    fiftyone_samples,
    kaggle_sizes,
    keras_yolo,
    via,
)
from yakulens.datasets.imports.foreign import NO_SHAPE, Export, ExportError
from yakulens.datasets.imports.formats import read_export


def boxes_of(export: Export) -> dict[str, list[tuple[object, ...]]]:
    return {
        photo.path.name: [
            (box.name, *np.round([*box.corners.min(axis=0), *box.corners.max(axis=0)], 2).tolist())
            for box in photo.boxes
        ]
        for photo in export.photos
    }


@pytest.mark.parametrize("kind", MORE_EXPORTS)
def test_every_box_is_read_as_it_was_drawn(kind: str, tmp_path: Path) -> None:
    make, form = MORE_EXPORTS[kind]
    make(tmp_path / "export")
    export = read_export(tmp_path / "export")
    assert (export.format_name, export.missing, export.bad, export.guesses) == (form, (), (), ())
    assert set(NAMES) <= set(export.classes)
    assert boxes_of(export) == DRAWN


def test_tracks_of_a_film_are_read_from_its_frames_and_end_where_the_tile_leaves(tmp_path: Path) -> None:
    cvat_video(tmp_path)
    export = read_export(tmp_path)
    assert export.format_name == "CVAT for video"
    assert list(boxes_of(export).values()) == list(DRAWN.values())


def test_tracks_without_frames_are_told_which_export_to_choose(tmp_path: Path) -> None:
    cvat_video(tmp_path)
    for path in (tmp_path / "images").iterdir():
        path.unlink()
    with pytest.raises(
        ExportError, match=r"tracks of a video .* choose 'CVAT for images 1.1' with 'Save images'"
    ):
        read_export(tmp_path)


def test_a_box_that_cvat_rotated_is_rotated_in_its_coco_too(tmp_path: Path) -> None:
    picture(tmp_path / "images" / "a.jpg")
    box = {"id": 1, "image_id": 1, "category_id": 1, "bbox": [100, 50, 40, 60]}
    said = {
        "images": [{"id": 1, "file_name": "a.jpg", "width": 400, "height": 300}],
        "annotations": [box | {"attributes": {"occluded": False, "rotation": 90.0}}],
        "categories": [{"id": 1, "name": "1m"}],
    }
    (tmp_path / "instances_default.json").write_text(json.dumps(said))
    ((found,),) = (photo.boxes for photo in read_export(tmp_path).photos)
    np.testing.assert_allclose([found.corners.min(axis=0), found.corners.max(axis=0)], [[90, 60], [150, 100]])


def test_a_polygon_of_coco_without_a_box_is_the_box(tmp_path: Path) -> None:
    picture(tmp_path / "a.jpg")
    shape = {"id": 1, "image_id": 1, "category_id": 1, "segmentation": [[10, 20, 50, 20, 50, 80, 10, 80]]}
    said = {
        "images": [{"id": 1, "file_name": "a.jpg"}],
        "annotations": [shape],
        "categories": [{"id": 1, "name": "1m"}],
    }
    (tmp_path / "result.json").write_text(json.dumps(said))
    assert boxes_of(read_export(tmp_path)) == {"a.jpg": [("1m", 10, 20, 50, 80)]}


def test_points_of_a_pose_are_no_corners(tmp_path: Path) -> None:
    yolo(tmp_path)
    file = tmp_path / "data.yaml"
    file.write_text(f"{file.read_text()}kpt_shape: [2, 2]\n")
    rows = tmp_path / "train" / "labels" / "a.txt"
    rows.write_text("".join(f"{row} 0.1 0.1 0.9 0.9\n" for row in rows.read_text().splitlines()))
    (tmp_path / "valid" / "labels" / "b.txt").unlink()
    assert boxes_of(read_export(tmp_path))["a.jpg"] == DRAWN["a.jpg"]


@pytest.mark.parametrize(
    ("suffix", "kind"),
    [
        ("1man<loc_250><loc_166><loc_350><loc_366>East<loc_500><loc_166><loc_600><loc_366>", "Florence"),
        (
            "<loc0171><loc0256><loc0375><loc0358> 1man ; <loc0171><loc0512><loc0375><loc0614> East",
            "PaliGemma",
        ),
    ],
)
def test_boxes_that_are_words_of_a_language_model_are_read(suffix: str, kind: str, tmp_path: Path) -> None:
    picture(tmp_path / "a.jpg")
    line = {"image": "a.jpg", "prefix": "<OD>", "suffix": suffix}
    (tmp_path / "_annotations.train.jsonl").write_text(f"{json.dumps(line)}\n")
    export = read_export(tmp_path)
    assert kind in export.format_name
    for (name, *read), (drawn, *sides) in zip(boxes_of(export)["a.jpg"], DRAWN["a.jpg"], strict=True):
        assert name == drawn
        np.testing.assert_allclose(np.array(read, float), sides, atol=0.6)


GUESS = "the numbers of bbox are taken for the top left corner and the size (--box-format xywh, or cxcywh)"


@pytest.mark.parametrize(("box_format", "guesses"), [("", (GUESS,)), ("xywh", ())])
def test_what_the_numbers_of_one_column_are_is_guessed_and_said(
    box_format: str, guesses: tuple[str, ...], tmp_path: Path
) -> None:
    for seed, name in enumerate(DRAWN):
        picture(tmp_path / name, seed)
    rows = ["image_id,label,bbox"]
    rows += [f'{k},{n},"[{x}, {y}, {w - x}, {h - y}]"' for k in DRAWN for n, x, y, w, h in DRAWN[k]]
    (tmp_path / "train.csv").write_text("\n".join(rows).replace("[10, 20, 40", "[30, 35, 40"))
    export = read_export(tmp_path, box_format=box_format)
    assert export.guesses == guesses
    assert boxes_of(export)["a.jpg"] == DRAWN["a.jpg"]


def test_numbers_that_only_one_meaning_allows_are_no_guess(tmp_path: Path) -> None:
    picture(tmp_path / "a.jpg")
    (tmp_path / "train.csv").write_text("image,label,x,y,w,h\na.jpg,1m,4,4,40,60\n")
    export = read_export(tmp_path)
    assert export.guesses == ()
    assert boxes_of(export) == {"a.jpg": [("1m", 4, 4, 44, 64)]}


def test_of_several_fields_of_boxes_one_is_guessed_and_another_can_be_named(tmp_path: Path) -> None:
    fiftyone_samples(tmp_path)
    file = tmp_path / "samples.json"
    file.write_text(file.read_text().replace("ground_truth", "people"))
    (said,) = read_export(tmp_path).guesses
    assert said == "of the fields predictions, people that of predictions is taken (--field NAME)"
    export = read_export(tmp_path, field="people")
    assert export.guesses == ()
    assert boxes_of(export) == DRAWN


def faces(folder: Path) -> None:
    for seed, (part, name) in enumerate((("train", "1m"), ("train", "5z"), ("valid", "1m"))):
        picture(folder / part / name / f"{seed}.jpg", seed)


def test_a_folder_per_class_holds_cut_out_faces(tmp_path: Path) -> None:
    faces(tmp_path)
    export = read_export(tmp_path)
    assert (export.faces, export.format_name) == (True, "folders of faces")
    assert [(photo.boxes[0].name, photo.split) for photo in export.photos] == [
        ("1m", "train"),
        ("5z", "train"),
        ("1m", "val"),
    ]
    assert boxes_of(export)["0.jpg"] == [("1m", 0, 0, 400, 300)]


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("data.csv", "image-name,label,label-name\n0.jpg,9,1m\n1.jpg,31,5z\n2.jpg,9,1m\n"),
        ("_classes.csv", "filename, 1m, 5z\n0.jpg, 1, 0\n1.jpg, 0, 1\n2.jpg, 1, 0\n"),
        ("labels.json", json.dumps({"classes": ["1m", "5z"], "labels": {"0": 0, "1": 1, "2": 0}})),
        ("labels.json", json.dumps({"labels": {"0": "1m", "1": "5z", "2": "1m"}})),
    ],
)
def test_a_table_of_whole_pictures_names_cut_out_faces(file: str, text: str, tmp_path: Path) -> None:
    for seed in range(3):
        picture(tmp_path / "images" / f"{seed}.jpg", seed)
    (tmp_path / file).write_text(text)
    export = read_export(tmp_path)
    assert export.faces
    assert [photo.boxes[0].name for photo in export.photos] == ["1m", "5z", "1m"]


@pytest.mark.parametrize(
    ("file", "what"),
    [
        (
            "train/tiles.tfrecord",
            "a TFRecord file, not read here; export the boxes as YOLO, COCO or Pascal VOC",
        ),
        ("tiles.zip", "an archive, not read here; unpack it"),
        ("SegmentationClass/a.png", "masks of segments, not read here; export the boxes"),
        ("a_mask.png", "a mask of segments, not read here; export the boxes"),
        ("gt/gt.txt", "tracks .MOT., not read here; choose 'CVAT for images 1.1'"),
        ("tiles.parquet", "a Parquet file, not read here"),
        ("export.ndjson", "Labelbox's NDJSON, not read here"),
        (
            "tiles.json",
            "labels of a form that is not known here; export the boxes as YOLO, COCO or Pascal VOC",
        ),
    ],
)
def test_a_form_that_is_not_read_is_named_with_what_to_export_instead(
    file: str, what: str, tmp_path: Path
) -> None:
    picture(tmp_path / "a.jpg")
    (tmp_path / file).parent.mkdir(exist_ok=True)
    (tmp_path / file).write_text('{"a": 1}')
    with pytest.raises(ExportError, match=what):
        read_export(tmp_path)


def test_a_table_of_via_3_is_named_with_what_to_save_instead(tmp_path: Path) -> None:
    picture(tmp_path / "a.jpg")
    (tmp_path / "via.csv").write_text("# Exported\n# CSV_HEADER = metadata_id,file_list\n1,a.jpg\n")
    with pytest.raises(ExportError, match="VIA's CSV of version 3, not read here; save the project"):
        read_export(tmp_path)


def test_several_classes_of_a_whole_picture_are_no_boxes(tmp_path: Path) -> None:
    picture(tmp_path / "a.jpg")
    (tmp_path / "_classes.csv").write_text("filename, 1m, 5z\na.jpg, 1, 1\n")
    with pytest.raises(ExportError, match="no table of boxes that is known here"):
        read_export(tmp_path)


def test_photos_in_folders_of_days_are_no_faces(tmp_path: Path) -> None:
    for seed, name in enumerate(("monday", "tuesday")):
        picture(tmp_path / name / "a.jpg", seed)
    with pytest.raises(ExportError, match="no export that is known here"):
        read_export(tmp_path)


def test_our_own_labels_need_no_import(tmp_path: Path) -> None:
    (tmp_path / "labels.jsonl").write_text('{"file": "a.jpg", "boxes": []}\n')
    with pytest.raises(ExportError, match=r"labels\.jsonl: these photos have labels in our form already"):
        read_export(tmp_path)


def test_a_region_that_is_no_box_is_told(tmp_path: Path) -> None:
    via(tmp_path)
    file = tmp_path / "via_region_data.json"
    file.write_text(file.read_text().replace('"name": "rect", "x": 10,', '"name": "circle", "x": 10,'))
    assert [bad.kind for bad in read_export(tmp_path).bad] == [NO_SHAPE]


def test_a_picture_without_tiles_is_one_in_every_list(tmp_path: Path) -> None:
    keras_yolo(tmp_path / "keras")
    createml(tmp_path / "createml")
    kaggle_sizes(tmp_path / "kaggle")
    for name, file, text in (
        ("keras", "_annotations.txt", "\nc.jpg"),
        ("createml", "_annotations.createml.json", ""),
        ("kaggle", "train.csv", "\nc,,,,,,400,300"),
    ):
        picture(tmp_path / name / "c.jpg", 5)
        path = tmp_path / name / file
        said = path.read_text()
        path.write_text(said + text if text else said[:-1] + ', {"image": "c.jpg", "annotations": []}]')
        assert boxes_of(read_export(tmp_path / name))["c.jpg"] == []
        assert read_export(tmp_path / name).bad == ()


def test_pictures_of_another_store_are_found_by_their_names(tmp_path: Path) -> None:
    cvat(tmp_path / "cvat")
    labelme(tmp_path / "labelme")
    picture(tmp_path / "studio" / "a.jpg")
    shape = {"x": 25, "y": 10, "width": 10, "height": 20, "rectanglelabels": ["1m"]}
    url = "https://store.example/shots/a.jpg?X-Signature=00ff"
    task = {"data": {"image": url}, "annotations": [{"result": [{"value": shape}]}]}
    (tmp_path / "studio" / "tasks.json").write_text(json.dumps([task]))
    assert boxes_of(read_export(tmp_path / "studio")) == {"a.jpg": [("1m", 100, 30, 140, 90)]}
