"""Formats of JSON lines: Hugging Face's image folders, and what Roboflow exports for Florence and PaliGemma.

An image folder's ``metadata.jsonl`` has for each picture ``objects``, mostly with x, y, width and height in
pixels; where they may be two corners as well, that is taken and said to be a guess.
For the two models boxes are words: ``1m<loc_10><loc_20><loc_30><loc_40>`` (Florence: thousandths, x before
y), ``<loc0020><loc0010><loc0040><loc0030> 1m`` (PaliGemma: of 1024, y before x).
"""

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import numpy as np

from yakulens.datasets.imports.box_numbers import corners_of, guess, possible
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
    return any("file_name" in row and isinstance(row.get("objects"), dict | list) for row in rows)


def _objects(line: dict[str, Any]) -> list[dict[str, Any]]:
    """The boxes of a line with their names: objects are a list, or an object of lists."""
    objects = line.get("objects") or {}
    if isinstance(objects, list):
        return [
            {"bbox": each.get("bbox"), "name": next((each[key] for key in _CATEGORIES if key in each), None)}
            for each in objects
        ]
    names: list[Any] = next((objects[key] for key in _CATEGORIES if isinstance(objects.get(key), list)), [])
    boxes = objects.get("bbox") or []
    named = [*names, *[None] * max(0, len(boxes) - len(names))]
    return [{"bbox": box, "name": name} for box, name in zip(boxes, named, strict=False)]


def _folder_pictures(lines: Sequence[Any], box_format: str) -> Iterator[PictureRows]:
    for number, line in enumerate(lines, start=1):
        rows: list[Row] = [
            (f"line {number}, box {k}", row | {"format": box_format})
            for k, row in enumerate(_objects(line), 1)
        ]
        yield PictureRows([str(line["file_name"])], rows)


def _meanings(lines: Sequence[Any]) -> list[str]:
    """What the numbers of a folder's boxes may be: x, y, width and height, unless all may be two corners."""
    found = []
    for line in lines:
        for row in _objects(line):
            with suppress(ValueError, TypeError):
                x, y, third, fourth = (float(number) for number in row["bbox"])
                found.append((x, y, third, fourth))
    if not found:
        return ["xywh"]
    return [each for each in possible(np.array(found)) if each != "cxcywh"]


def image_folder(chosen: str = "") -> ExportFormat:
    """The format of an image folder; ``chosen``, one of `BOX_FORMATS`, settles what numbers leave open."""
    return ExportFormat(
        "Hugging Face",
        ".jsonl",
        _is_folder,
        lambda lines, _: _folder_pictures(lines, chosen or _meanings(lines)[0]),
        class_of=lambda row: row["name"],
        corners=lambda row, _: corners_of([float(number) for number in row["bbox"]], row["format"]),
        guesses=lambda lines: filter(None, ["" if chosen else guess(_meanings(lines), ("bbox",))]),
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
