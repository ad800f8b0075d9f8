"""Merges the finder's outputs for a photo's windows, each tile once. No pixels."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from yakulens.vision.finding.decode import Form, Rectangles, decode, probabilistic_iou, upright
from yakulens.vision.finding.sizes import size_likeness
from yakulens.vision.finding.windows import Window
from yakulens.vision.geometry.overlap import non_maximum_suppression
from yakulens.vision.labels import INDEX, LABELS, NO_TILE
from yakulens.vision.model_card import FinderSettings


def window_rectangles(  # noqa: PLR0913, PLR0917 - what one run of the network is about
    output: NDArray[np.float32],
    form: Form,
    window: Window,
    scale: tuple[float, float],
    size: tuple[int, int],
    settings: FinderSettings,
) -> Rectangles:
    """The tiles that one run of the network detects, each once, without those cut by the window's edge.

    ``scale`` is shown pixels per photo pixel, in x and y; ``size`` is the photo's height and width.

    Returns:
        In photo pixels, the long side as height, best first.
    """
    is_tile = [label != NO_TILE for label in settings.classes]
    detected = decode(output, form, settings.min_score, is_tile, settings.score_power)
    boxes = detected.boxes.copy()
    boxes[:, :4] /= np.array([*scale, 1, 1], np.float32)
    boxes[:, 2:4] /= np.float32((scale[0] + scale[1]) / 2)
    boxes[:, :2] += np.array([window.x, window.y], np.float32)
    on_photo = Rectangles(upright(boxes), detected.scores, detected.classes)
    return _without_cut(suppress_duplicates(on_photo, settings.most_overlap), window, size)


def merge_windows(detections: Sequence[Rectangles], settings: FinderSettings) -> Rectangles:
    """Merge the detections of at least one window of a photo; each tile once, best first."""
    merged = detections[0]
    if len(detections) > 1:
        merged = suppress_duplicates(Rectangles.merge(*detections), settings.most_overlap)
    return merged[np.arange(min(len(merged), settings.most_tiles))]


def with_further(detected: Rectangles, more: Rectangles, max_overlap: float) -> Rectangles:
    """Detections, and those of another look at the same windows that overlap none of them.

    >>> rows = np.array([[20, 50, 30, 40, 0], [24, 50, 30, 40, 0], [90, 50, 30, 40, 0]], np.float32)
    >>> found = Rectangles(rows, np.array([0.5, 0.9, 0.3], np.float32), np.ones((3, 1), np.float32))
    >>> with_further(found[[0]], found[[1, 2]], 0.3).boxes[:, 0].tolist()
    [20.0, 90.0]
    """
    if not len(detected):
        return more
    count = len(detected)
    overlaps = probabilistic_iou(np.concatenate([detected.boxes, more.boxes]))[count:, :count]
    return Rectangles.merge(detected, more[np.flatnonzero((overlaps <= max_overlap).all(axis=1))])


def face_probs(classes: NDArray[np.float32], labels: Sequence[str]) -> NDArray[np.float32]:
    """``(N, 39)`` probabilities of the labels from ``(N, C)`` scores of classes; several may mean one label.

    The rest up to 1 is spread evenly: if the network is in doubt, so is the reading. ``labels`` gives each
    class's meaning, a label, `vision.labels.TILE` or `vision.labels.NO_TILE`.

    >>> faces = face_probs(np.array([[0.1, 0.7]], np.float32), ["1m", "5p"])
    >>> LABELS[int(faces.argmax())], round(float(faces.sum()), 3), round(float(faces.max()), 2)
    ('5p', 1.0, 0.71)
    """
    faces = np.zeros((len(classes), len(LABELS)), np.float32)
    for column, label in enumerate(labels):
        if label in INDEX:
            faces[:, INDEX[label]] = np.maximum(faces[:, INDEX[label]], classes[:, column])
    faces /= np.maximum(faces.sum(axis=1, keepdims=True), 1.0)
    remaining = 1 - faces.sum(axis=1, keepdims=True)
    return np.asarray(faces + remaining / len(LABELS), np.float32)


def suppress_duplicates(detected: Rectangles, max_overlap: float) -> Rectangles:
    """Non-maximum suppression that prefers detections of usual size to one of unusual size.

    >>> row = [[31 * k, 50, 30, 40, 0] for k in range(9)]
    >>> two_in_one = [[46.5, 50, 61, 40, 0]]
    >>> scores = np.array([[0.6]] * 9 + [[0.9]], np.float32)
    >>> detected = Rectangles(np.array(row + two_in_one, np.float32), scores[:, 0], scores)
    >>> kept = suppress_duplicates(detected, 0.3)
    >>> len(kept), float(kept.boxes[:, 2].max())
    (9, 30.0)
    """
    overlapping = ~(probabilistic_iou(detected.boxes) <= max_overlap)
    best = detected[non_maximum_suppression(overlapping, detected.scores)]
    likeness = size_likeness(
        detected.boxes[:, :2], detected.boxes[:, 2:4], best.boxes[:, :2], best.boxes[:, 2:4], best.scores
    )
    scores = detected.scores * np.nan_to_num(likeness, nan=1.0)
    return detected[non_maximum_suppression(overlapping, scores)]


def _without_cut(detected: Rectangles, window: Window, size: tuple[int, int]) -> Rectangles:
    """Drop the detections at a window's inner edge: a tile cut there is whole in the next window."""
    x, y = detected.boxes[:, 0], detected.boxes[:, 1]
    right, bottom = window.x + window.width, window.y + window.height
    margin = detected.boxes[:, 2:4].min(axis=1) * 0.4
    cut = (
        ((window.x > 0) & (x - window.x < margin))
        | ((window.y > 0) & (y - window.y < margin))
        | ((right < size[1]) & (right - x < margin))
        | ((bottom < size[0]) & (bottom - y < margin))
    )
    return detected[~cut]
