"""Small folders as the usual tools export them: two photos, three boxes, the tools' own ways of saying so."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

SIZE = (400, 300)
DRAWN = {
    "a.jpg": [("1man", 100, 50, 140, 110), ("East", 200, 50, 240, 110)],
    "b.jpg": [("5mr", 10, 20, 50, 80)],
}
TILES = {"1man": "1m", "East": "1z", "5mr": "0m"}
NAMES = list(TILES)


def picture(path: Path, seed: int = 0) -> Path:
    """A picture unlike that of any other seed."""
    path.parent.mkdir(parents=True, exist_ok=True)
    coarse = np.random.default_rng(seed).integers(0, 256, (9, 12, 3), np.uint8)
    cv2.imwrite(str(path), cv2.resize(coarse, SIZE, interpolation=cv2.INTER_CUBIC))
    return path


def _share(box: tuple[Any, ...]) -> list[float]:
    name, x1, y1, x2, y2 = box
    centre = [(x1 + x2) / 2 / SIZE[0], (y1 + y2) / 2 / SIZE[1], (x2 - x1) / SIZE[0], (y2 - y1) / SIZE[1]]
    return [NAMES.index(name), *centre]


def yolo(folder: Path) -> None:
    """As Roboflow exports YOLOv8: splits, each with images and labels."""
    (folder / "data.yaml").parent.mkdir(parents=True, exist_ok=True)
    (folder / "data.yaml").write_text(
        f"train: ../train/images\nval: ../valid/images\nnc: 3\nnames: {NAMES}\nroboflow:\n  version: 3\n"
    )
    for seed, (split, name) in enumerate((("train", "a.jpg"), ("valid", "b.jpg"))):
        picture(folder / split / "images" / name, seed)
        rows = [" ".join(f"{v:g}" for v in _share(box)) for box in DRAWN[name]]
        (folder / split / "labels").mkdir()
        (folder / split / "labels" / name.replace(".jpg", ".txt")).write_text("\n".join(rows) + "\n")


def yolo_obb(folder: Path) -> None:
    """As ultralytics wants oriented boxes: images/train, labels/train, names by number."""
    folder.mkdir(parents=True, exist_ok=True)
    listed = "".join(f"  {number}: {name}\n" for number, name in enumerate(NAMES))
    (folder / "club.yaml").write_text(f"path: .\ntrain: images/train\nnames:\n{listed}")
    for seed, name in enumerate(DRAWN):
        picture(folder / "images" / "train" / name, seed)
        rows = []
        for kind, x1, y1, x2, y2 in DRAWN[name]:
            corners = np.array([[x1, y1], [x2, y1], [x2, y2], [x1, y2]]) / SIZE
            rows.append(f"{NAMES.index(kind)} {' '.join(f'{v:g}' for v in corners.reshape(-1))}")
        (folder / "labels" / "train").mkdir(parents=True, exist_ok=True)
        (folder / "labels" / "train" / name.replace(".jpg", ".txt")).write_text("\n".join(rows))


def labelimg(folder: Path) -> None:
    """As labelImg writes YOLO: classes.txt and a text file beside each picture."""
    for seed, name in enumerate(DRAWN):
        picture(folder / name, seed)
        rows = [" ".join(f"{v:g}" for v in _share(box)) for box in DRAWN[name]]
        (folder / name.replace(".jpg", ".txt")).write_text("\n".join(rows))
    (folder / "classes.txt").write_text("\n".join(NAMES))


def roboflow_obb(folder: Path) -> None:
    """As Roboflow exports YOLOv8 with oriented boxes: corners, in any order round the tile."""
    yolo(folder)
    for split, name in (("train", "a.jpg"), ("valid", "b.jpg")):
        rows = [
            f"{NAMES.index(n)} {x2 / 400} {y1 / 300} {x2 / 400} {y2 / 300} "
            f"{x1 / 400} {y2 / 300} {x1 / 400} {y1 / 300}"
            for n, x1, y1, x2, y2 in DRAWN[name]
        ]
        (folder / split / "labels" / name.replace(".jpg", ".txt")).write_text("\n".join(rows))


def darknet(folder: Path) -> None:
    """As Roboflow exports YOLO Darknet: names and rows beside the pictures of each split."""
    for seed, (split, name) in enumerate((("train", "a.jpg"), ("valid", "b.jpg"))):
        picture(folder / split / name, seed)
        rows = [" ".join(f"{v:g}" for v in _share(box)) for box in DRAWN[name]]
        (folder / split / name.replace(".jpg", ".txt")).write_text("\n".join(rows))
        (folder / split / "_darknet.labels").write_text("\n".join(NAMES))


def cvat_yolo(folder: Path) -> None:
    """CVAT's YOLO 1.1."""
    for seed, name in enumerate(DRAWN):
        picture(folder / "obj_train_data" / name, seed)
        rows = [" ".join(f"{v:g}" for v in _share(box)) for box in DRAWN[name]]
        (folder / "obj_train_data" / name.replace(".jpg", ".txt")).write_text("\n".join(rows))
    (folder / "obj.names").write_text("\n".join(NAMES))
    (folder / "obj.data").write_text("classes = 3\ntrain = data/train.txt\nnames = data/obj.names\n")
    (folder / "train.txt").write_text("\n".join(f"data/obj_train_data/{name}" for name in DRAWN))


def coco(folder: Path) -> None:
    """As Roboflow exports COCO: a category for all tiles, which no box has, and one file a split."""
    for seed, (split, name) in enumerate((("train", "a.jpg"), ("valid", "b.jpg"))):
        picture(folder / split / name, seed)
        boxes = [
            {"id": k, "image_id": 0, "category_id": NAMES.index(n) + 1, "bbox": [x1, y1, x2 - x1, y2 - y1]}
            for k, (n, x1, y1, x2, y2) in enumerate(DRAWN[name])
        ]
        categories = [{"id": 0, "name": "tiles", "supercategory": "none"}]
        categories += [{"id": k, "name": n, "supercategory": "tiles"} for k, n in enumerate(NAMES, 1)]
        said = {
            "images": [{"id": 0, "file_name": name, "width": 400, "height": 300}],
            "annotations": boxes,
            "categories": categories,
        }
        (folder / split / "_annotations.coco.json").write_text(json.dumps(said))


def voc(folder: Path) -> None:
    """Pascal VOC: Annotations and JPEGImages."""
    (folder / "Annotations").mkdir(parents=True)
    for seed, name in enumerate(DRAWN):
        picture(folder / "JPEGImages" / name, seed)
        objects = "".join(
            f"<object><name>{n}</name><bndbox><xmin>{x1}</xmin><ymin>{y1}</ymin><xmax>{x2}</xmax><ymax>{y2}</ymax>"
            "</bndbox></object>"
            for n, x1, y1, x2, y2 in DRAWN[name]
        )
        text = (
            f"<annotation><folder>x</folder><filename>{name}</filename>"
            f"<size><width>400</width><height>300</height><depth>3</depth></size>{objects}</annotation>"
        )
        (folder / "Annotations" / name.replace(".jpg", ".xml")).write_text(text)


def roboflow_voc(folder: Path) -> None:
    """As Roboflow exports Pascal VOC: an XML file beside each picture of a split."""
    voc(folder / "whole")
    for split, name in (("train", "a"), ("valid", "b")):
        (folder / split).mkdir()
        (folder / "whole" / "JPEGImages" / f"{name}.jpg").rename(folder / split / f"{name}.jpg")
        (folder / "whole" / "Annotations" / f"{name}.xml").rename(folder / split / f"{name}.xml")


def labelme(folder: Path) -> None:
    """Labelme: a file beside each picture, corners in any order."""
    for seed, name in enumerate(DRAWN):
        picture(folder / name, seed)
        shapes = [
            {"label": n, "shape_type": "rectangle", "points": [[x2, y2], [x1, y1]]}
            for n, x1, y1, x2, y2 in DRAWN[name]
        ]
        said = {"version": "5.5.0", "shapes": shapes, "imagePath": f"..\\shots\\{name}", "imageData": None}
        said |= {"imageWidth": 400, "imageHeight": 300}
        (folder / name.replace(".jpg", ".json")).write_text(json.dumps(said))


def cvat(folder: Path) -> None:
    """CVAT for images 1.1."""
    images = ""
    for seed, name in enumerate(DRAWN):
        picture(folder / "images" / name, seed)
        boxes = "".join(
            f'<box label="{n}" xtl="{x1}" ytl="{y1}" xbr="{x2}" ybr="{y2}" occluded="0"></box>'
            for n, x1, y1, x2, y2 in DRAWN[name]
        )
        images += f'<image id="{seed}" name="{name}" width="400" height="300">{boxes}</image>'
    labels = "".join(f"<label><name>{name}</name></label>" for name in NAMES)
    meta = f"<meta><task><labels>{labels}</labels></task></meta>"
    (folder / "annotations.xml").write_text(
        f"<annotations><version>1.1</version>{meta}{images}</annotations>"
    )


def label_studio(folder: Path) -> None:
    """Label Studio's JSON, with pictures as it names uploaded ones."""
    tasks = []
    for seed, name in enumerate(DRAWN):
        picture(folder / "images" / name, seed)
        result = [
            {
                "type": "rectanglelabels",
                "value": {
                    "x": x1 / 4, "y": y1 / 3, "width": (x2 - x1) / 4, "height": (y2 - y1) / 3, "rotation": 0,
                    "rectanglelabels": [n],
                },
            }
            for n, x1, y1, x2, y2 in DRAWN[name]
        ]  # fmt: skip
        image = f"/data/upload/1/0a1b2c3d-{name}"
        tasks.append({"id": seed, "data": {"image": image}, "annotations": [{"result": result}]})
    (folder / "project.json").write_text(json.dumps(tasks))


def boxes_csv(folder: Path) -> None:
    """As Roboflow exports for TensorFlow: a row a box, the picture's size in each."""
    folder.mkdir(parents=True, exist_ok=True)
    rows = ["filename,width,height,class,xmin,ymin,xmax,ymax"]
    for seed, name in enumerate(DRAWN):
        picture(folder / name, seed)
        rows += [f"{name},{SIZE[0]},{SIZE[1]},{','.join(map(str, box))}" for box in DRAWN[name]]
    (folder / "_annotations.csv").write_text("\n".join(rows))


EXPORTS: dict[str, tuple[Callable[[Path], None], str]] = {
    "yolo": (yolo, "YOLO"),
    "yolo-obb": (yolo_obb, "YOLO"),
    "labelimg": (labelimg, "YOLO"),
    "roboflow-obb": (roboflow_obb, "YOLO"),
    "darknet": (darknet, "YOLO"),
    "cvat-yolo": (cvat_yolo, "YOLO"),
    "coco": (coco, "COCO"),
    "voc": (voc, "Pascal VOC"),
    "roboflow-voc": (roboflow_voc, "Pascal VOC"),
    "labelme": (labelme, "labelme"),
    "cvat": (cvat, "CVAT"),
    "label-studio": (label_studio, "Label Studio"),
    "csv": (boxes_csv, "CSV"),
}
