"""The two photos of `exports` as Roboflow, CVAT, VIA, FiftyOne, Kaggle and others write them too."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from tests.datasets.imports.exports import DRAWN, NAMES, SIZE, label_studio, picture

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

Box = tuple[str, int, int, int, int]


def _pictures(folder: Path, ending: str = "") -> None:
    for seed, name in enumerate(DRAWN):
        picture(folder / (name.removesuffix(".jpg") + ending if ending else name), seed)


def _write(file: Path, said: object) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(said if isinstance(said, str) else json.dumps(said), encoding="utf-8")


def _lines(rows: list[Any]) -> str:
    return "".join(f"{json.dumps(row)}\n" for row in rows)


def _shares(box: Box) -> list[float]:
    _, x1, y1, x2, y2 = box
    return [x1 / SIZE[0], y1 / SIZE[1], (x2 - x1) / SIZE[0], (y2 - y1) / SIZE[1]]


def createml(folder: Path) -> None:
    """As Roboflow exports CreateML, and one picture without tiles."""
    _pictures(folder)
    _write(
        folder / "_annotations.createml.json",
        [
            {
                "image": name,
                "annotations": [
                    {
                        "label": n,
                        "coordinates": {
                            "x": (x1 + x2) / 2,
                            "y": (y1 + y2) / 2,
                            "width": x2 - x1,
                            "height": y2 - y1,
                        },
                    }
                    for n, x1, y1, x2, y2 in DRAWN[name]
                ],
            }
            for name in DRAWN
        ],
    )


def datumaro(folder: Path) -> None:
    """CVAT's Datumaro 1.0: a file per subset, the size as height and width."""
    _pictures(folder / "images" / "default")
    items = [
        {
            "id": name.removesuffix(".jpg"),
            "annotations": [
                {"type": "bbox", "label_id": NAMES.index(n), "bbox": [x1, y1, x2 - x1, y2 - y1]}
                for n, x1, y1, x2, y2 in DRAWN[name]
            ],
            "image": {"path": name, "size": [SIZE[1], SIZE[0]]},
        }
        for name in DRAWN
    ]
    labels = {"labels": [{"name": name, "parent": "", "attributes": []} for name in NAMES]}
    _write(
        folder / "annotations" / "default.json", {"info": {}, "categories": {"label": labels}, "items": items}
    )


def _via_entries() -> dict[str, Any]:
    return {
        f"{name}9999": {
            "filename": name,
            "size": 9999,
            "regions": [
                {
                    "shape_attributes": {
                        "name": "rect",
                        "x": x1,
                        "y": y1,
                        "width": x2 - x1,
                        "height": y2 - y1,
                    },
                    "region_attributes": {"label": n, "quality": {"good": True}},
                }
                for n, x1, y1, x2, y2 in DRAWN[name]
            ],
            "file_attributes": {},
        }
        for name in DRAWN
    }


def via(folder: Path) -> None:
    """VIA 2's annotations as JSON."""
    _pictures(folder)
    _write(folder / "via_region_data.json", _via_entries())


def via_project(folder: Path) -> None:
    """A project of VIA 2."""
    _pictures(folder)
    _write(folder / "via_project.json", {"_via_settings": {}, "_via_img_metadata": _via_entries()})


def via_first(folder: Path) -> None:
    """VIA 1: regions by number, the class under a name of the annotator's."""
    _pictures(folder)
    entries = _via_entries()
    for entry in entries.values():
        for region in entry["regions"]:
            region["region_attributes"] = {"stone": region["region_attributes"]["label"]}
        entry["regions"] = {str(k): region for k, region in enumerate(entry["regions"])}
    _write(folder / "via_region_data.json", entries)


def via_csv(folder: Path) -> None:
    """VIA 2's annotations as CSV: shapes and attributes are JSON in a cell."""
    _pictures(folder)
    rows = [
        "filename,file_size,file_attributes,region_count,region_id,region_shape_attributes,region_attributes"
    ]
    for entry in _via_entries().values():
        for k, region in enumerate(entry["regions"]):
            cells = (
                json.dumps(region[key]).replace('"', '""')
                for key in ("shape_attributes", "region_attributes")
            )
            quoted = ",".join(f'"{cell}"' for cell in cells)
            rows.append(f'{entry["filename"]},9999,"{{}}",{len(entry["regions"])},{k},{quoted}')
    _write(folder / "via_region_data.csv", "\n".join(rows))


def via_third(folder: Path) -> None:
    """A project of VIA 3: attributes and options by number."""
    _pictures(folder)
    options = {str(k): name for k, name in enumerate(NAMES)}
    regions = {
        f"{view}_{k}": {
            "vid": str(view),
            "z": [],
            "xy": [2, x1, y1, x2 - x1, y2 - y1],
            "av": {"1": str(NAMES.index(n))},
        }
        for view, name in enumerate(DRAWN, start=1)
        for k, (n, x1, y1, x2, y2) in enumerate(DRAWN[name])
    }
    _write(
        folder / "via_project.json",
        {
            "project": {"pname": "tiles"},
            "attribute": {"1": {"aname": "face", "type": 4, "options": options}},
            "file": {str(k): {"fid": str(k), "fname": name} for k, name in enumerate(DRAWN, start=1)},
            "view": {str(k): {"fid_list": [str(k)]} for k, _ in enumerate(DRAWN, start=1)},
            "metadata": regions,
        },
    )


def fiftyone(folder: Path) -> None:
    """FiftyOne's detection data set: labels by picture, boxes as shares, classes by number."""
    _pictures(folder / "data")
    labels = {
        name.removesuffix(".jpg"): [
            {"label": NAMES.index(box[0]), "bounding_box": _shares(box)} for box in DRAWN[name]
        ]
        for name in DRAWN
    }
    _write(folder / "labels.json", {"classes": NAMES, "labels": labels})


def fiftyone_samples(folder: Path) -> None:
    """A whole data set of FiftyOne, with a model's boxes beside a person's."""
    _pictures(folder / "data")
    samples = []
    for name in DRAWN:
        boxes = [{"_cls": "Detection", "label": box[0], "bounding_box": _shares(box)} for box in DRAWN[name]]
        guessed = [{"_cls": "Detection", "label": "1man", "bounding_box": [0, 0, 1, 1]}] * 5
        samples.append(
            {
                "filepath": f"data/{name}",
                "tags": ["train"],
                "predictions": {"_cls": "Detections", "detections": guessed},
                "ground_truth": {"_cls": "Detections", "detections": boxes},
            }
        )
    _write(folder / "metadata.json", {"default_classes": NAMES})
    _write(folder / "samples.json", {"samples": samples})


def cvat_video(folder: Path) -> None:
    """CVAT for video 1.1: a track per tile; after its last frame the tile is outside."""
    _pictures(folder / "images")
    tracks = ""
    for frame, name in enumerate(DRAWN):
        (folder / "images" / name).rename(folder / "images" / f"frame_{frame:06}.jpg")
        for k, (n, x1, y1, x2, y2) in enumerate(DRAWN[name]):
            sides = f'xtl="{x1}" ytl="{y1}" xbr="{x2}" ybr="{y2}"'
            tracks += f'<track id="{frame}{k}" label="{n}">'
            tracks += f'<box frame="{frame}" keyframe="1" outside="0" occluded="0" {sides}></box>'
            tracks += f'<box frame="{frame + 1}" keyframe="1" outside="1" occluded="0" {sides}></box></track>'
    labels = "".join(f"<label><name>{name}</name></label>" for name in NAMES)
    meta = f"<meta><task><labels>{labels}</labels></task></meta>"
    _write(folder / "annotations.xml", f"<annotations><version>1.1</version>{meta}{tracks}</annotations>")


def cvat_labelme(folder: Path) -> None:
    """CVAT's LabelMe 3.0: polygons, those that were taken back marked as deleted."""
    _pictures(folder / "default")
    for name, boxes in DRAWN.items():
        objects = ""
        for n, x1, y1, x2, y2 in [*boxes, ("East", 0, 0, 300, 200)]:
            points = "".join(
                f"<pt><x>{x}</x><y>{y}</y></pt>" for x, y in ((x1, y1), (x2, y1), (x2, y2), (x1, y2))
            )
            deleted = int((x1, y1) == (0, 0))
            objects += (
                f"<object><name>{n}</name><deleted>{deleted}</deleted><polygon>{points}</polygon></object>"
            )
        size = f"<imagesize><nrows>{SIZE[1]}</nrows><ncols>{SIZE[0]}</ncols></imagesize>"
        text = f"<annotation><filename>{name}</filename><folder/>{size}{objects}</annotation>"
        _write(folder / "default" / name.replace(".jpg", ".xml"), text)


def kitti(folder: Path) -> None:
    """KITTI as CVAT and FiftyOne write it."""
    _pictures(folder / "image_2")
    for name, boxes in DRAWN.items():
        rows = [f"{n} 0.0 0 0.0 {x1}.00 {y1}.00 {x2}.00 {y2}.00 0 0 0 0 0 0 0" for n, x1, y1, x2, y2 in boxes]
        _write(folder / "label_2" / name.replace(".jpg", ".txt"), "\n".join(rows))


def dota(folder: Path) -> None:
    """DOTA as Roboflow's *YOLOv5 oriented*: a list of names, and rows beside the pictures' folder."""
    _pictures(folder / "train" / "images")
    _write(folder / "data.yaml", f"train: ../train/images\nnc: 3\nnames: {NAMES}\n")
    for name, boxes in DRAWN.items():
        rows = [f"{x1} {y1} {x2} {y1} {x2} {y2} {x1} {y2} {n} 0" for n, x1, y1, x2, y2 in boxes]
        _write(folder / "train" / "labelTxt" / name.replace(".jpg", ".txt"), "\n".join(rows))


def keras_yolo(folder: Path) -> None:
    """As Roboflow exports YOLO v3 Keras and YOLO v4 PyTorch."""
    _pictures(folder)
    rows = [
        " ".join([name, *(f"{x1},{y1},{x2},{y2},{NAMES.index(n)}" for n, x1, y1, x2, y2 in boxes)])
        for name, boxes in DRAWN.items()
    ]
    _write(folder / "_annotations.txt", "\n".join(rows))
    _write(folder / "_classes.txt", "\n".join(NAMES))


def retinanet(folder: Path) -> None:
    """As Roboflow exports RetinaNet Keras: no header, and a table of classes."""
    _pictures(folder)
    rows = [f"{name},{x1},{y1},{x2},{y2},{n}" for name in DRAWN for n, x1, y1, x2, y2 in DRAWN[name]]
    _write(folder / "_annotations.csv", "\n".join(rows))
    _write(folder / "_classes.csv", "\n".join(f"{name},{k}" for k, name in enumerate(NAMES)))


def open_images(folder: Path) -> None:
    """CVAT's Open Images V6: codes of classes, shares of the picture, no extension."""
    _pictures(folder / "images" / "train")
    rows = ["ImageID,Source,LabelName,Confidence,XMin,XMax,YMin,YMax,IsOccluded"]
    rows += [
        f"{name.removesuffix('.jpg')},xclick,/m/{NAMES.index(n)},1,"
        f"{x1 / 400},{x2 / 400},{y1 / 300},{y2 / 300},0"
        for name in DRAWN
        for n, x1, y1, x2, y2 in DRAWN[name]
    ]
    _write(folder / "annotations" / "train-annotations-bbox.csv", "\n".join(rows))
    described = "\n".join(f"/m/{k},{name}" for k, name in enumerate(NAMES))
    _write(folder / "annotations" / "class-descriptions.csv", described)


def kaggle_sizes(folder: Path) -> None:
    """A table of Kaggle's with a corner and a size, the picture's size in other columns."""
    _pictures(folder / "images")
    rows = ["image_id,class_name,x_min,y_min,width,height,image_width,image_height"]
    rows += [
        f"{name.removesuffix('.jpg')},{n},{x1},{y1},{x2 - x1},{y2 - y1},400,300"
        for name in DRAWN
        for n, x1, y1, x2, y2 in DRAWN[name]
    ]
    _write(folder / "train.csv", "\n".join(rows))


def kaggle_middles(folder: Path) -> None:
    """A table with middles and sizes as shares, parted by tabs."""
    _pictures(folder / "images")
    rows = ["img_name\tlabel\tx_center\ty_center\tw\th"]
    rows += [
        f"{name}\t{n}\t{(x1 + x2) / 800}\t{(y1 + y2) / 600}\t{(x2 - x1) / 400}\t{(y2 - y1) / 300}"
        for name in DRAWN
        for n, x1, y1, x2, y2 in DRAWN[name]
    ]
    _write(folder / "train.tsv", "\n".join(rows))


def hugging_face(folder: Path) -> None:
    """An image folder of Hugging Face with objects."""
    _pictures(folder / "train")
    rows = [
        {
            "file_name": name,
            "objects": {
                "bbox": [[x1, y1, x2 - x1, y2 - y1] for _, x1, y1, x2, y2 in boxes],
                "categories": [box[0] for box in boxes],
            },
        }
        for name, boxes in DRAWN.items()
    ]
    _write(folder / "train" / "metadata.jsonl", _lines(rows))


def label_studio_csv(folder: Path) -> None:
    """Label Studio's CSV: the shapes are JSON in a cell."""
    rows = [*_studio_tasks(folder)]
    text = ["annotation_id,annotator,id,image,label"]
    for k, (image, shapes) in enumerate(rows):
        cell = json.dumps(shapes).replace('"', '""')
        text.append(f'{k},1,{k},{image},"{cell}"')
    _write(folder / "project.csv", "\n".join(text))


def label_studio_min(folder: Path) -> None:
    """Label Studio's JSON-MIN, of pictures that the machine itself served."""
    tasks = [
        {"image": f"/data/local-files/?d=shots/{image.rpartition('-')[2]}", "id": k, "label": shapes}
        for k, (image, shapes) in enumerate(_studio_tasks(folder))
    ]
    _write(folder / "project.json", tasks)


def _studio_tasks(folder: Path) -> list[tuple[str, list[dict[str, Any]]]]:
    label_studio(folder)
    file = folder / "project.json"
    tasks = json.loads(file.read_text())
    file.unlink()
    return [
        (task["data"]["image"], [result["value"] for result in task["annotations"][0]["result"]])
        for task in tasks
    ]


MORE_EXPORTS: dict[str, tuple[Callable[[Path], None], str]] = {
    "createml": (createml, "CreateML"),
    "datumaro": (datumaro, "Datumaro"),
    "via": (via, "VIA"),
    "via-project": (via_project, "VIA"),
    "via-1": (via_first, "VIA"),
    "via-csv": (via_csv, "VIA"),
    "via-3": (via_third, "VIA"),
    "fiftyone": (fiftyone, "FiftyOne"),
    "fiftyone-samples": (fiftyone_samples, "FiftyOne"),
    "cvat-labelme": (cvat_labelme, "Pascal VOC"),
    "kitti": (kitti, "KITTI"),
    "dota": (dota, "DOTA"),
    "keras-yolo": (keras_yolo, "Keras YOLO"),
    "retinanet": (retinanet, "CSV"),
    "open-images": (open_images, "CSV"),
    "kaggle-sizes": (kaggle_sizes, "CSV"),
    "kaggle-middles": (kaggle_middles, "CSV"),
    "hugging-face": (hugging_face, "Hugging Face"),
    "label-studio-csv": (label_studio_csv, "Label Studio"),
    "label-studio-min": (label_studio_min, "Label Studio"),
}
