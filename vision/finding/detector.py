"""The finder: where tiles lie in one or several windows of a photo, as oriented rectangles."""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from yakulens.vision.finding.decode import (
    FormError,
    Rectangles,
    class_names,
    decode,
    export_form,
    probabilistic_iou,
    unsuppressed,
    upright,
)
from yakulens.vision.finding.sizes import likeness
from yakulens.vision.inference import SessionError
from yakulens.vision.labels import INDEX, LABELS, NO_TILE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from yakulens.vision.finding.windows import Window
    from yakulens.vision.inference import InferenceSession
    from yakulens.vision.models import FinderSettings
    from yakulens.vision.picture.pyramid import Pyramid

STRIDE: Final = 32
"""The network's input is a multiple of it in both directions."""

INPUT: Final = "images"
_PADDING: Final = 114  # the grey with which the network's training fills what lies beyond the photo
_LEAST_SIDE: Final = 128  # a strip of a photo is filled up to it: the network was never shown less
_DIMENSIONS: Final = 4
_RGB: Final = 3


@dataclass(frozen=True, slots=True, eq=False)
class FinderResult:
    """What the finder detected.

    Attributes:
        rectangles: in photo pixels, the long side as height, best first.
        engine_ms: time within the inference engine, milliseconds.
    """

    rectangles: Rectangles
    engine_ms: float


class Detector:
    """Finds tiles with one network."""

    def __init__(self, session: InferenceSession, settings: FinderSettings) -> None:
        """Check that the network is a finder.

        Raises:
            SessionError: its input or output is not what a finder has.
        """
        shape = session.inputs.get(INPUT)
        if shape is None or len(shape) != _DIMENSIONS or shape[1] != _RGB:
            message = f"{session.name}: a finder's input is 'images' (1, 3, H, W); found {session.inputs}"
            raise SessionError(message)
        try:
            self._form = export_form(session.metadata, next(iter(session.outputs.values())))
            named = class_names(session.metadata)
        except FormError as error:
            message = f"{session.name}: {error}"
            raise SessionError(message) from error
        if settings.classes and len(settings.classes) != len(named):
            message = f"{session.name}: has {len(named)} classes, its card {len(settings.classes)}"
            raise SessionError(message)
        self._session = session
        self._fixed = tuple(side if isinstance(side, int) else None for side in shape[2:])
        self.settings = settings

    def used_so(self, settings: FinderSettings) -> Detector:
        """The same network with other thresholds."""
        other = copy(self)
        other.settings = settings
        return other

    def find(self, photo: Pyramid, windows: Sequence[Window]) -> FinderResult:
        """The tiles detected in windows of an RGB photo, each once, without those cut by a window's edge.

        Args:
            photo: the photo.
            windows: the parts of it to search.
        """
        return self.merged([self.look(photo, window) for window in windows])

    def look(self, photo: Pyramid, window: Window) -> FinderResult:
        """The tiles detected in one window, each once, without those cut by its edge."""
        detected, ms = self._run(photo, window)
        return FinderResult(_inside(sized(detected, self.settings.most_overlap), window, photo.size), ms)

    def merged(self, looks: Sequence[FinderResult]) -> FinderResult:
        """What was detected in several windows of a photo, each tile once."""
        parts = [look.rectangles for look in looks]
        every = parts[0] if len(parts) == 1 else sized(Rectangles.merge(parts), self.settings.most_overlap)
        best = every[np.arange(min(len(every), self.settings.most_tiles))]
        return FinderResult(best, sum(look.engine_ms for look in looks))

    def _run(self, photo: Pyramid, window: Window) -> tuple[Rectangles, float]:
        """One run of the network: rectangles in photo pixels, duplicates still in; the engine's ms."""
        blob, scale = network_input(photo, window, self._fixed)
        output = self._session.run(INPUT, blob)
        raw = next(iter(output.arrays.values()))
        tiles = [label != NO_TILE for label in self.settings.classes]
        detected = decode(raw, self._form, self.settings.min_score, tiles)
        boxes = detected.boxes.copy()
        boxes[:, :4] /= np.array([*scale, 1, 1], np.float32)
        boxes[:, 2:4] /= np.float32((scale[0] + scale[1]) / 2)
        boxes[:, :2] += np.array([window.x, window.y], np.float32)
        return Rectangles(upright(boxes), detected.scores, detected.classes), output.ms

    def faces(self, rectangles: Rectangles) -> NDArray[np.float32] | None:
        """``(N, 39)`` probabilities of the labels, where the network's classes name faces; else None.

        Args:
            rectangles: that it detected.
        """
        return named_faces(rectangles.classes, self.settings.classes) if self.settings.names_faces else None


def named_faces(classes: NDArray[np.float32], labels: Sequence[str]) -> NDArray[np.float32]:
    """``(N, 39)`` probabilities of the labels by ``(N, C)`` scores of classes, of which several may mean one.

    What the scores leave of 1 is spread evenly: where the network is in doubt, so is the reading.

    Args:
        classes: each score in 0..1.
        labels: what each class means, a label or `vision.labels.NO_TILE`.

    >>> faces = named_faces(np.array([[0.1, 0.7]], np.float32), ["1m", "5p"])
    >>> LABELS[int(faces.argmax())], round(float(faces.sum()), 3), round(float(faces.max()), 2)
    ('5p', 1.0, 0.71)
    """
    faces = np.zeros((len(classes), len(LABELS)), np.float32)
    for column, label in enumerate(labels):
        if label != NO_TILE:
            faces[:, INDEX[label]] = np.maximum(faces[:, INDEX[label]], classes[:, column])
    faces /= np.maximum(faces.sum(axis=1, keepdims=True), 1.0)
    left = 1 - faces.sum(axis=1, keepdims=True)
    return np.asarray(faces + left / len(LABELS), np.float32)


def sized(detected: Rectangles, most_overlap: float) -> Rectangles:
    """Non-maximum suppression in which a detection of unusual size gives way to those of usual size.

    >>> row = [[31 * k, 50, 30, 40, 0] for k in range(9)]
    >>> two_in_one = [[46.5, 50, 61, 40, 0]]
    >>> scores = np.array([0.6] * 9 + [0.9], np.float32)
    >>> kept = sized(Rectangles(np.array(row + two_in_one, np.float32), scores), 0.3)
    >>> len(kept), float(kept.boxes[:, 2].max())
    (9, 30.0)
    """
    overlap = probabilistic_iou(detected.boxes)
    usual = detected[unsuppressed(overlap, detected.scores, most_overlap)]
    like = likeness(
        detected.boxes[:, :2], detected.boxes[:, 2:4], usual.boxes[:, :2], usual.boxes[:, 2:4], usual.scores
    )
    return detected[unsuppressed(overlap, detected.scores * np.nan_to_num(like, nan=1.0), most_overlap)]


def network_input(
    photo: Pyramid, window: Window, fixed: tuple[int | None, ...]
) -> tuple[NDArray[np.float32], tuple[float, float]]:
    """The network's input for a window: ``(1, 3, H, W)`` float32 in 0..1, and the true scale in x and y.

    Args:
        photo: the photo, RGB.
        window: the part to show.
        fixed: the network's own height and width, None where it takes any multiple of 32.

    >>> from yakulens.vision.finding.windows import Window
    >>> from yakulens.vision.picture.pyramid import Pyramid
    >>> grey = Pyramid(np.full((300, 400, 3), 51, np.uint8))
    >>> blob, scale = network_input(grey, Window(0, 0, 400, 300, 0.5), (None, None))
    >>> blob.shape, scale, round(float(blob[0, 0, 0, 0]), 3)
    ((1, 3, 160, 224), (0.5, 0.5), 0.2)
    """
    scale = window.scale
    for side, own in zip((window.height, window.width), fixed, strict=True):
        scale = min(scale, own / side) if own else scale
    width, height = max(1, round(window.width * scale)), max(1, round(window.height * scale))
    pixels, factor = photo.level(window.width / width)
    top, left = window.y // factor, window.x // factor
    part = pixels[top : top + window.height // factor, left : left + window.width // factor]
    how = cv2.INTER_AREA if width < part.shape[1] else cv2.INTER_LINEAR
    small = cv2.resize(part, (width, height), interpolation=how)
    rows, columns = fixed[0] or _multiple(height), fixed[1] or _multiple(width)
    padded = np.full((rows, columns, 3), _PADDING, np.uint8)
    padded[:height, :width] = small
    blob = cv2.dnn.blobFromImage(padded, 1 / 255)
    return np.asarray(blob, np.float32), (width / window.width, height / window.height)


def _multiple(side: int) -> int:
    return -(-max(side, _LEAST_SIDE) // STRIDE) * STRIDE


def _inside(detected: Rectangles, window: Window, size: tuple[int, int]) -> Rectangles:
    """Without the detections at a window's inner edge: a tile cut there is whole in the next window."""
    if not len(detected):
        return detected
    x, y = detected.boxes[:, 0], detected.boxes[:, 1]
    near = detected.boxes[:, 2:4].min(axis=1) * 0.4
    cut = (
        ((window.x > 0) & (x - window.x < near))
        | ((window.y > 0) & (y - window.y < near))
        | ((window.x + window.width < size[1]) & (window.x + window.width - x < near))
        | ((window.y + window.height < size[0]) & (window.y + window.height - y < near))
    )
    return detected[~cut]
