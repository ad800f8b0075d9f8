"""The JSON formats of FiftyOne: a detection data set (``labels.json``), and a whole one (``samples.json``).

Boxes are x, y, width and height as shares of the picture. A whole data set may have several fields of boxes,
such as a person's and a model's.
"""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike

from yakulens.datasets.imports.export_format import ExportFormat, PictureRows, Row
from yakulens.datasets.imports.foreign import upright_box
from yakulens.datasets.imports.pictures import picture_names

_TRUTH: Final = "ground_truth"
"""FiftyOne's usual name for the field of what people labelled."""
_LISTS: Final = {"Detections": "detections", "Polylines": "polylines"}
"""Kinds of fields with shapes, and the key of their list."""


def _labels(document: object) -> dict[str, Any]:
    """The labels by picture; empty if the document is something else."""
    labels = document.get("labels") if isinstance(document, dict) else None
    return labels if isinstance(labels, dict) else {}


def _has_boxes(document: object, _: Path) -> bool:
    return any(
        isinstance(shape, dict) and "bounding_box" in shape
        for shapes in _labels(document).values()
        if isinstance(shapes, list)
        for shape in shapes
    )


def _classes(document: dict[str, Any]) -> list[object]:
    classes = document.get("classes")
    return classes if isinstance(classes, list) else []


def _pictures(document: dict[str, Any], _: Path) -> Iterator[PictureRows]:
    classes: dict[object, object] = dict(enumerate(_classes(document)))
    for name, shapes in _labels(document).items():
        used = {shape.get("label") for shape in shapes or () if isinstance(shape, dict)}
        rows: list[Row] = [(f"{name}, box {k}", shape) for k, shape in enumerate(shapes or (), start=1)]
        # A label is a word, or a number in the list of classes.
        named = classes | {word: word for word in used if isinstance(word, str)}
        yield PictureRows(picture_names(name), rows, classes=named)


def _corners(shape: dict[str, Any], size: tuple[int, int]) -> ArrayLike:
    if "points" in shape:
        (points,) = shape["points"]  # a shape of one piece
        return np.array(points, np.float64) * size
    x, y, w, h = (float(value) for value in shape["bounding_box"])
    return upright_box(x, y, x + w, y + h) * size


DETECTIONS = ExportFormat(
    "FiftyOne",
    ".json",
    _has_boxes,
    _pictures,
    class_of=lambda shape: shape["label"],
    corners=_corners,
    classes=_classes,
)


def _fields(sample: object) -> dict[str, list[object]]:
    """The fields of a sample that hold shapes, and the shapes."""
    items = sample.items() if isinstance(sample, dict) else ()
    return {
        name: list(value.get(_LISTS[value["_cls"]]) or ())
        for name, value in items
        if isinstance(value, dict) and value.get("_cls") in _LISTS
    }


def _samples(document: object) -> list[Any]:
    samples = document.get("samples") if isinstance(document, dict) else None
    return samples if isinstance(samples, list) else []


def _field(document: object, chosen: str) -> str:
    """The field of boxes: the chosen one, else people's own, else the one that most samples have."""
    counts = Counter(name for sample in _samples(document) for name in _fields(sample))
    names = [*filter(None, [chosen]), *([_TRUTH] if _TRUTH in counts else [])]
    return next(iter((*names, *(name for name, _ in counts.most_common(1)))), "")


def _sample_pictures(document: dict[str, Any], chosen: str) -> Iterator[PictureRows]:
    field = _field(document, chosen)
    for number, sample in enumerate(_samples(document), start=1):
        name = sample.get("filepath") if isinstance(sample, dict) else None
        shapes = _fields(sample).get(field, [])
        rows: list[Row] = [(f"sample {number}, shape {k}", shape) for k, shape in enumerate(shapes, start=1)]
        yield PictureRows([str(name or f"sample {number}")], rows, split=_split(sample))


def _split(sample: object) -> str:
    tags = sample.get("tags") if isinstance(sample, dict) else None
    words = {"train": "train", "validation": "val", "val": "val", "test": "test"}
    return next((words[tag] for tag in tags or () if isinstance(tag, str) and tag in words), "")


def _guesses(document: object) -> list[str]:
    """Which field is taken, if there are several and none has the usual name."""
    names = dict.fromkeys(name for sample in _samples(document) for name in _fields(sample))
    if len(names) <= 1 or _TRUTH in names:
        return []
    return [f"of the fields {', '.join(names)} that of {_field(document, '')} is taken (--field NAME)"]


def samples_format(chosen: str = "") -> ExportFormat:
    """The format of a whole data set; ``chosen`` names the field of its boxes, by default it is guessed."""
    return ExportFormat(
        "FiftyOne",
        ".json",
        lambda document, _: any(_fields(sample) for sample in _samples(document)),
        lambda document, _: _sample_pictures(document, chosen),
        class_of=lambda shape: shape["label"],
        corners=_corners,
        guesses=lambda document: [] if chosen else _guesses(document),
    )
