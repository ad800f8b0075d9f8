"""Label Studio's exports: JSON, JSON-MIN, CSV and TSV.

JSON has a list of tasks, each with its data and what people drew: results with boxes and polygons in per cent
of the picture. JSON-MIN and the tables have the shapes of a task alone, without what the results say of them.
"""

import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final
from urllib.parse import unquote

import numpy as np
from numpy.typing import ArrayLike

from yakulens.datasets.imports.documents import TextTable
from yakulens.datasets.imports.export_format import ExportFormat, PictureRows, Row
from yakulens.datasets.imports.foreign import NO_SHAPE, RowError, rotated_box, upright_box
from yakulens.datasets.imports.pictures import original_name
from yakulens.vision.picture.formats import has_extension

_LABELS: Final = ("rectanglelabels", "polygonlabels", "labels")
_WORDS: Final = ("choices", "text")
"""What a result may say of a shape beside its label."""
_SHAPE_KEYS: Final = frozenset({*_LABELS, "width", "points"})
_OTHER_SHAPES: Final = frozenset({"brushlabels", "ellipselabels", "keypointlabels", "bitmasklabels", "rle"})
"""A result without any of these keys, nor of those of a box, describes the whole picture."""
_DRAWN: Final = ("annotations", "completions")
"""Where a task has what people drew; the second in versions before 1.0."""
_MIN_KEYS: Final = frozenset({"annotation_id", "annotator", "lead_time"})
"""What tasks of JSON-MIN have, whatever was drawn."""
_FAULT: Final = "_fault"
"""Under this key stands why a shape cannot be placed on its picture."""


def _studio_matches(document: object, _: Path) -> bool:
    return isinstance(document, list) and any(_image(task) and _is_task(task) for task in document)


def _is_task(task: dict[str, Any]) -> bool:
    """Whether an object with a picture is a task: other tools list pictures with boxes too."""
    drawn = [each for key in _DRAWN for each in _list(task.get(key))]
    return (
        isinstance(task.get("data"), dict)
        or any(isinstance(each, dict) and "result" in each for each in drawn)
        or bool(_MIN_KEYS & task.keys())
        or any(any(key in shape for key in _LABELS) for shape in _shapes_of(task))
    )


def _images(task: object) -> list[str]:
    """The pictures of a task: the value of ``image``, or those with a picture's suffix."""
    data = task.get("data", task) if isinstance(task, dict) else None
    if not isinstance(data, dict):
        return []
    words = [str(data["image"])] if "image" in data else []
    words += [value for key, value in data.items() if isinstance(value, str) and key != "image"]
    # Stores in the cloud add a signature behind a question mark.
    names = (word if has_extension(word) else word.partition("?")[0] for word in words)
    return [name for name in names if has_extension(name)]


def _image(task: object) -> str:
    return next(iter(_images(task)), "")


def _studio_pictures(document: list[object], _: Path) -> Iterator[PictureRows]:
    by_choice = _is_named_by_choice(document)
    for number, task in enumerate(document, start=1):
        name = unquote(_image(task)).replace("\\", "/")
        plain_name = original_name(re.split("/|=", name)[-1])
        rows: list[Row] = [
            (f"task {number}, result {k}", value)
            for k, value in enumerate(_values(task, by_choice=by_choice), start=1)
        ]
        yield PictureRows([name, plain_name] if name else [f"task {number}"], rows)


def _is_named_by_choice(document: list[object]) -> bool:
    """Whether all shapes have one label ("Tile"), and a choice or a text about each says which tile it is."""
    results = [result for task in document for result in _results(task) if isinstance(result, dict)]
    labels = {label for result in results if isinstance(label := _label(result), str)}
    return len(labels) == 1 and any(_choice(result) for result in results)


def _choice(result: dict[str, Any]) -> str:
    """What is chosen or written of a shape in a result of its own; empty for another result."""
    value = result.get("value")
    words = next((_list(value[key]) for key in _WORDS if key in value), []) if isinstance(value, dict) else []
    return words[0] if result.get("id") and words and isinstance(words[0], str) else ""


def _results(task: object) -> list[Any]:
    """What one person has drawn: of several people's annotations the first that was not cancelled."""
    if not isinstance(task, dict):
        return []
    annotations = (each for key in _DRAWN for each in _list(task.get(key)) if isinstance(each, dict))
    return next((_list(each.get("result")) for each in annotations if not each.get("was_cancelled")), [])


def _fault(result: dict[str, Any], task: object, targets: set[str]) -> str:
    """Why a shape cannot be placed on its picture; empty if it can."""
    if result.get("image_rotation"):
        return "a shape on a picture that was turned in Label Studio: turn it back there, or turn the file"
    if len(targets) > 1 and len(_images(task)) > 1:
        return "a shape on one of several pictures of a task: export a task for each picture"
    return ""


def _values(task: object, *, by_choice: bool = False) -> Sequence[object]:
    """The shapes of a task in JSON or JSON-MIN, named ``by_choice`` (`_is_named_by_choice`) or by label."""
    if not isinstance(task, dict):
        return []
    if not any(key in task for key in _DRAWN):
        return _shapes_of(task)
    results = _results(task)
    chosen = {str(each["id"]): word for each in results if isinstance(each, dict) and (word := _choice(each))}
    # A shape whose label is a separate result occurs twice with one id.
    labelled = {str(result.get("id")) for result in results if _label(result)}
    shapes = (each for each in results if isinstance(each, dict) and _is_shape(each.get("value")))
    targets = {str(each.get("to_name")) for each in shapes}
    return [
        _shape(result, chosen if by_choice else {}, _fault(result, task, targets))
        if isinstance(result, dict)
        else result
        for result in results
        if not isinstance(result, dict)
        or (
            "value" in result
            and (not isinstance(result["value"], dict) or _is_shape(result["value"]))
            and (_label(result) or str(result.get("id")) not in labelled)
        )
    ]


def _shapes_of(task: dict[str, Any]) -> list[dict[str, Any]]:
    """The shapes of a task in JSON-MIN, which has a list for each of the tools that drew them.

    What one tool drew and another named is in both lists: then the named one is taken.
    """
    shapes = [
        value for values in task.values() if isinstance(values, list) for value in values if _is_shape(value)
    ]
    named = [_place(value) for value in shapes if any(key in value for key in _LABELS)]
    return [value for value in shapes if any(key in value for key in _LABELS) or _place(value) not in named]


def _is_shape(value: object) -> bool:
    return isinstance(value, dict) and bool((_SHAPE_KEYS | _OTHER_SHAPES) & value.keys())


def _place(value: dict[str, Any]) -> tuple[object, ...]:
    return tuple(value.get(key) for key in ("x", "y", "width", "height", "points"))


def _shape(result: dict[str, Any], chosen: dict[str, str], fault: str) -> object:
    """A result's shape, with the word that was chosen for it as its label, and why it has no place."""
    value, word = result["value"], chosen.get(str(result.get("id")))
    if not isinstance(value, dict):
        return value
    if word is not None:
        value = {key: each for key, each in value.items() if key not in _LABELS} | {"labels": [word]}
    return value | {_FAULT: fault} if fault else value


def _list(value: object) -> list[Any]:
    return value if isinstance(value, list) else []


def _label(result: object) -> object:
    """The class name in a result; None if missing."""
    value = result.get("value") if isinstance(result, dict) and result.get("id") else None
    return _named(value) if isinstance(value, dict) else None


def _named(value: dict[str, Any]) -> object:
    return next((value[key][0] for key in _LABELS if isinstance(value.get(key), list) and value[key]), None)


def _studio_class_of(value: dict[str, Any]) -> object:
    if _OTHER_SHAPES & value.keys():
        raise RowError(NO_SHAPE)
    if _FAULT in value:
        raise RowError(value[_FAULT])
    return _named(value)


def _studio_corners(value: dict[str, Any], size: tuple[int, int]) -> ArrayLike:
    if "points" in value:
        return np.array(value["points"], np.float64) * size / 100
    x, y, w, h = (float(value[key]) for key in ("x", "y", "width", "height"))
    corners = upright_box(x, y, x + w, y + h) * np.array(size) / 100
    # Label Studio rotates a box about its first corner.
    first = (float(corners[0, 0]), float(corners[0, 1]))
    return rotated_box(corners, first, float(value.get("rotation", 0)))


LABEL_STUDIO = ExportFormat(
    "Label Studio",
    ".json",
    _studio_matches,
    _studio_pictures,
    class_of=_studio_class_of,
    corners=_studio_corners,
)


def _studio_row(cells: dict[str, str]) -> dict[str, Any]:
    """A row of Label Studio's CSV as a task of JSON-MIN: its cells with shapes are JSON."""
    return {key: json.loads(cell) if cell.startswith("[") else cell for key, cell in cells.items()}


def _studio_table_matches(table: TextTable, _: Path) -> bool:
    """Whether a table names pictures and has shapes as JSON in a cell."""
    cells = [cells for _, cells in table.rows[:50]]
    return any(has_extension(_image(each)) for each in cells) and any(
        cell.startswith('[{"') and any(f'"{key}"' in cell for key in _LABELS)
        for each in cells
        for cell in each.values()
    )


def _studio_table_pictures(table: TextTable, file: Path) -> Iterator[PictureRows]:
    yield from _studio_pictures([_studio_row(cells) for _, cells in table.rows], file)


LABEL_STUDIO_CSV = ExportFormat(
    "Label Studio",
    ".csv",
    _studio_table_matches,
    _studio_table_pictures,
    class_of=_studio_class_of,
    corners=_studio_corners,
)
