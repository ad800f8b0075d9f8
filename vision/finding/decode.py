"""Decodes a finder's raw output to oriented rectangles, in plain numpy, for each export format.

The ONNX metadata *and* the output's shape determine the form; any other is refused. A rectangle is a row
``cx, cy, w, h, angle``: pixels of the network's input, the angle in radians from the x axis to the side
``w``, clockwise as seen (y points down).
"""

import ast
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from yakulens.vision.arrays import ParallelArrays

Form = Literal["raw", "ready", "upright raw", "upright ready"]
_BOX_COLUMNS: Final = 4
_READY_COLUMNS: Final = {"obb": 7, "detect": 6}
"""Columns of ``ready`` rows by task: four of the box, score, class, and for oriented boxes the angle."""
_MAX_CANDIDATES: Final = 1000


class UnknownOutputError(ValueError):
    """The network's output has no known form."""


@dataclass(frozen=True, slots=True, eq=False)
class Rectangles(ParallelArrays):
    """N oriented rectangles.

    Attributes:
        boxes: ``(N, 5)`` float32 rows ``cx, cy, w, h, angle`` (pixels, radians).
        scores: ``(N,)`` float32 in 0..1.
        classes: ``(N, C)`` float32 scores of the network's classes.
    """

    boxes: NDArray[np.float32]
    scores: NDArray[np.float32]
    classes: NDArray[np.float32]


def export_form(metadata: Mapping[str, str], shape: Sequence[int | str | None]) -> Form:
    """The form of a finder's output, as ultralytics exports networks of oriented or upright boxes.

    ``raw`` is ``(1, 4 + classes + 1, A)``, ``ready`` is ``(1, N, 7)``; for upright boxes they are ``(1, 4 +
    classes, A)`` and ``(1, N, 6)``. Dynamic axes of the shape are names or None.

    Raises:
        FormError: naming the expected and the actual form.

    >>> export_form({"task": "obb", "names": "{0: 'tile'}"}, [1, 6, 8400])
    'raw'
    >>> export_form({"task": "detect", "names": "{0: '1m', 1: '2m'}"}, [1, 300, 6])
    'upright ready'
    """
    task = metadata.get("task")
    if task not in _READY_COLUMNS:
        message = f"the finder must be exported with task 'obb' or 'detect' in its metadata, found {task!r}"
        raise UnknownOutputError(message)
    oriented = task == "obb"
    channels, columns = _BOX_COLUMNS + len(class_names(metadata)) + oriented, _READY_COLUMNS[task]
    if len(shape) == 3:  # noqa: PLR2004 - batch, and the two axes that show the form
        if shape[1] == channels:
            return "raw" if oriented else "upright raw"
        if shape[2] == columns:
            return "ready" if oriented else "upright ready"
    message = f"the finder's output must be (1, {channels}, A) or (1, N, {columns}), found {tuple(shape)}"
    raise UnknownOutputError(message)


def class_names(metadata: Mapping[str, str]) -> tuple[str, ...]:
    """The names of a network's classes, in their order.

    Raises:
        FormError: its metadata lack them.

    >>> class_names({"names": "{0: '1man', 1: 'East'}"})
    ('1man', 'East')
    """
    try:
        names = ast.literal_eval(metadata.get("names", ""))
    except (ValueError, SyntaxError, MemoryError, RecursionError) as error:
        message = "the finder's metadata must hold 'names', a Python dict of its classes"
        raise UnknownOutputError(message) from error
    if not isinstance(names, dict | list) or not names:
        message = f"the finder's metadata 'names' must be a dict of classes, found {type(names).__name__}"
        raise UnknownOutputError(message)
    return tuple(str(name) for name in (names.values() if isinstance(names, dict) else names))


def decode(
    output: NDArray[np.float32],
    form: Form,
    min_score: float,
    is_tile: Sequence[bool] = (),
    power: float = 1.0,
) -> Rectangles:
    """The rectangles of one image that score at least ``min_score``, best first, duplicates included.

    Classes that are not tiles by ``is_tile`` are ignored; if it is empty, all are tiles. Scores are raised to
    ``power`` first.
    """
    boxes, classes, angles = _columns(output[0], form, len(is_tile))
    if power != 1.0:
        classes = np.maximum(classes, 0) ** np.float32(power)
    if is_tile:
        classes = classes * np.array(is_tile, np.float32)
    scores = classes.max(axis=1, initial=0.0)
    # NaN compares false, so a broken row is never kept.
    valid = (boxes[:, 2] > 0) & (boxes[:, 3] > 0) & np.isfinite(boxes).all(axis=1) & np.isfinite(angles)
    kept = np.flatnonzero((scores >= min_score) & valid)
    kept = kept[np.argsort(-scores[kept], kind="stable")][:_MAX_CANDIDATES]
    return Rectangles(
        np.column_stack([boxes[kept], angles[kept]]).astype(np.float32),
        scores[kept].astype(np.float32),
        classes[kept].astype(np.float32),
    )


def _columns(
    output: NDArray[np.float32], form: Form, class_count: int
) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.float32]]:
    """``(N, 4)`` centres and sides, ``(N, C)`` scores of classes and ``(N,)`` angles.

    ``ready`` rows name one class and its score; the others get a score of 0. If the number of classes is
    unknown (``class_count`` is 0), there is one column of scores.
    """
    rows = output.T if form.endswith("raw") else output
    is_upright = form.startswith("upright")
    angles = np.zeros(len(rows), np.float32) if is_upright else rows[:, -1]
    boxes = rows[:, :_BOX_COLUMNS]
    if form.endswith("raw"):
        return boxes, rows[:, _BOX_COLUMNS:] if is_upright else rows[:, _BOX_COLUMNS:-1], angles
    if is_upright:
        low, high = boxes[:, :2], boxes[:, 2:]
        boxes = np.concatenate([(low + high) / 2, high - low], axis=1)
    scores, indices = rows[:, _BOX_COLUMNS], rows[:, _BOX_COLUMNS + 1]
    if not class_count:
        return boxes, scores[:, None], angles
    return boxes, np.where(np.arange(class_count) == indices[:, None], scores[:, None], 0.0), angles


def upright(boxes: NDArray[np.float32]) -> NDArray[np.float32]:
    """``(N, 5)`` rectangles with the long side as height and the angle in (-pi/2, pi/2]."""
    boxes = boxes.copy()
    lying = boxes[:, 2] > boxes[:, 3]
    boxes[lying, 2:4] = boxes[lying, 3:1:-1]
    boxes[lying, 4] += np.pi / 2
    boxes[:, 4] = np.pi / 2 - np.mod(np.pi / 2 - boxes[:, 4], np.pi)
    return boxes


def corners(boxes: NDArray[np.float32]) -> NDArray[np.float32]:
    """``(N, 4, 2)`` corners in pixels, clockwise as seen; the first edge is the side ``w``.

    >>> corners(np.array([[50, 60, 30, 40, 0.0]], np.float32)).tolist()
    [[[35.0, 40.0], [65.0, 40.0], [65.0, 80.0], [35.0, 80.0]]]
    """
    cosine, sine = np.cos(boxes[:, 4]), np.sin(boxes[:, 4])
    along = np.stack([cosine, sine], axis=1) * boxes[:, 2:3] / 2
    down = np.stack([-sine, cosine], axis=1) * boxes[:, 3:4] / 2
    centre = boxes[:, :2]
    points = [centre - along - down, centre + along - down, centre + along + down, centre - along + down]
    return np.stack(points, axis=1).astype(np.float32)


def probabilistic_iou(boxes: NDArray[np.float32]) -> NDArray[np.float64]:
    """``(N, N)`` overlaps in 0..1 of ``(N, 5)`` rectangles with one another.

    The probabilistic IoU of Llerena et al. (arXiv 2106.06072) treats each rectangle as a Gaussian; the
    overlap is 1 minus their Hellinger distance.
    """
    rows = boxes.astype(np.float64)
    variance_w, variance_h = rows[:, 2] ** 2 / 12, rows[:, 3] ** 2 / 12
    cosine, sine = np.cos(rows[:, 4]), np.sin(rows[:, 4])
    a = variance_w * cosine**2 + variance_h * sine**2
    b = variance_w * sine**2 + variance_h * cosine**2
    c = (variance_w - variance_h) * cosine * sine
    determinant = np.maximum(a * b - c**2, 0)
    sum_a, sum_b, sum_c = a[:, None] + a, b[:, None] + b, c[:, None] + c
    tiny = 1e-12
    sum_determinant = sum_a * sum_b - sum_c**2 + tiny
    dx, dy = rows[:, None, 0] - rows[:, 0], rows[:, None, 1] - rows[:, 1]
    distance_term = (sum_a * dy**2 + sum_b * dx**2 - 2 * sum_c * dx * dy) / sum_determinant / 4
    shape_term = 0.5 * np.log(
        sum_determinant / (4 * np.sqrt(np.outer(determinant, determinant)) + tiny) + tiny
    )
    distance = np.clip(distance_term + shape_term, 0, 100)
    return np.asarray(1 - np.sqrt(1 - np.exp(-distance)))
