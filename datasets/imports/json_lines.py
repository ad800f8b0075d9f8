"""Formats of JSON lines: Hugging Face's image folders, and what Roboflow exports for Florence and PaliGemma.

An image folder's ``metadata.jsonl`` has for each picture ``objects`` with x, y, width and height in pixels.
For the two models boxes are words: ``1m<loc_10><loc_20><loc_30><loc_40>`` (Florence: thousandths, x before
y), ``<loc0020><loc0010><loc0040><loc0030> 1m`` (PaliGemma: of 1024, y before x).
"""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike

from yakulens.datasets.imports.export_format import ExportFormat, PictureRows, Row
from yakulens.datasets.imports.foreign import ExportError, upright_box
from yakulens.datasets.truth import HANDS, LABELLED

_CATEGORIES: Final = ("categories", "category", "labels", "label", "classes", "class")
_FLORENCE: Final = re.compile(r"([^<>]+)((?:<loc_\d{1,3}>){4})+")
_ONE_FLORENCE: Final = re.compile(r"((?:<loc_\d{1,3}>){4})")
_PALIGEMMA: Final = re.compile(r"((?:<loc\d{4}>){4})\s*([^<>;]+)")
_FLORENCE_BINS: Final = 1000
_PALIGEMMA_BINS: Final = 1024


def _is_folder(lines: object, file: Path) -> bool:
    rows = [row for row in lines if isinstance(row, dict)] if isinstance(lines, list) else []
    if file.name in {LABELLED, HANDS} and any({"file", "boxes"} <= row.keys() for row in rows):
        message = "these photos have labels in our form already; name their folder to train and evaluate"
        raise ExportError(file, message)
    return any("file_name" in row and isinstance(row.get("objects"), dict) for row in rows)


def _folder_pictures(lines: Sequence[Any], _: Path) -> Iterator[PictureRows]:
    for number, line in enumerate(lines, start=1):
        objects = line.get("objects") or {}
        names: list[Any] = next(
            (objects[key] for key in _CATEGORIES if isinstance(objects.get(key), list)), []
        )
        boxes = objects.get("bbox") or []
        named = [*names, *[None] * max(0, len(boxes) - len(names))]
        rows: list[Row] = [
            (f"line {number}, box {k}", {"bbox": box, "name": name})
            for k, (box, name) in enumerate(zip(boxes, named, strict=False), start=1)
        ]
        yield PictureRows([str(line["file_name"])], rows)


def _folder_corners(row: dict[str, Any], _: tuple[int, int]) -> ArrayLike:
    x, y, w, h = (float(number) for number in row["bbox"])
    return upright_box(x, y, x + w, y + h)


IMAGE_FOLDER = ExportFormat(
    "Hugging Face",
    ".jsonl",
    _is_folder,
    _folder_pictures,
    class_of=lambda row: row["name"],
    corners=_folder_corners,
)


def _named_boxes(suffix: str) -> list[dict[str, Any]]:
    """The boxes in an answer of Florence or PaliGemma, with their sides as shares of the picture.

    >>> _named_boxes("1m<loc_100><loc_200><loc_300><loc_400>")
    [{'name': '1m', 'sides': [0.1, 0.2, 0.3, 0.4]}]
    >>> _named_boxes("<loc0512><loc0256><loc1023><loc0768> 5z")
    [{'name': '5z', 'sides': [0.25, 0.5, 0.75, 0.9990234375]}]
    """
    found = []
    for match in _FLORENCE.finditer(suffix):
        for four in _ONE_FLORENCE.findall(match[0]):
            sides = [int(word) / _FLORENCE_BINS for word in re.findall(r"\d+", four)]
            found.append({"name": match[1].strip(), "sides": sides})
    for match in _PALIGEMMA.finditer(suffix):
        y1, x1, y2, x2 = (int(word) / _PALIGEMMA_BINS for word in re.findall(r"\d+", match[1]))
        found.append({"name": match[2].strip(), "sides": [x1, y1, x2, y2]})
    return found


def _answers(lines: object) -> list[dict[str, Any]]:
    rows = lines if isinstance(lines, list) else []
    return [row for row in rows if isinstance(row, dict) and {"image", "suffix"} <= row.keys()]


def _answer_pictures(lines: Sequence[Any], _: Path) -> Iterator[PictureRows]:
    for number, line in enumerate(_answers(lines), start=1):
        boxes = _named_boxes(str(line["suffix"]))
        yield PictureRows(
            [str(line["image"])], [(f"line {number}, box {k}", box) for k, box in enumerate(boxes, 1)]
        )


ANSWERS = ExportFormat(
    "Florence or PaliGemma",
    ".jsonl",
    lambda lines, _: any("<loc" in str(row["suffix"]) for row in _answers(lines)),
    _answer_pictures,
    class_of=lambda row: row["name"],
    corners=lambda row, size: upright_box(*row["sides"]) * np.array(size),
)
