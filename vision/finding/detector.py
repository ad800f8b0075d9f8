"""The finder: where tiles lie in one or several windows of a photo, as oriented rectangles."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from vision.finding.agreement import agreed
from vision.finding.decode import (
    FormError,
    Rectangles,
    decode,
    export_form,
    probabilistic_iou,
    suppress,
    unsuppressed,
    upright,
)
from vision.finding.sizes import likeness
from vision.finding.windows import ONCE
from vision.session import SessionError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from vision.finding.windows import Way, Window
    from vision.models import Finding
    from vision.picture.pyramid import Pyramid
    from vision.session import Session

STRIDE: Final = 32
"""The network's input is a multiple of it in both directions."""

INPUT: Final = "images"
_PADDING: Final = 114  # the grey with which the network's training fills what lies beyond the photo
_LEAST_SIDE: Final = 128  # a strip of a photo is filled up to it: the network was never shown less
_ONE_OF_SEVERAL: Final = 0.25
"""Of the least score, what a single one of several looks must say of a find ..."""
_ON_AVERAGE: Final = 0.5
"""... and what they must say on average: by chance alone they do not agree."""
_SURELY_THE_SAME: Final = 0.8
"""Finds of one look that overlap more than this are one for sure."""
_DIMENSIONS: Final = 4
_RGB: Final = 3


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """What the finder saw.

    Attributes:
        rectangles: in photo pixels, the long side as height, best first.
        engine_ms: time within the inference engine, milliseconds.
    """

    rectangles: Rectangles
    engine_ms: float


class Detector:
    """Finds tiles with one network."""

    def __init__(self, session: Session, settings: Finding) -> None:
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
        except FormError as error:
            message = f"{session.name}: {error}"
            raise SessionError(message) from error
        self._session = session
        self._fixed = tuple(side if isinstance(side, int) else None for side in shape[2:])
        self.settings = settings

    def find(self, photo: Pyramid, windows: Sequence[Window], ways: Sequence[Way] = ONCE) -> Found:
        """The tiles seen in windows of an RGB photo, each once, without those cut by a window's edge.

        Args:
            photo: the photo.
            windows: where to look.
            ways: how each window is shown; of several, finds score what these say on average.
        """
        spent = 0.0
        parts = []
        for window in windows:
            looks = [self._look(photo, window, way, single=len(ways) == 1) for way in ways]
            spent += sum(ms for _, ms in looks)
            seen = looks[0][0] if len(ways) == 1 else self._agreed([found for found, _ in looks])
            parts.append(_inside(sized(seen, self.settings.most_overlap), window, photo.size))
        found = parts[0] if len(parts) == 1 else sized(Rectangles.joined(parts), self.settings.most_overlap)
        return Found(found.take(np.arange(min(len(found), self.settings.most_tiles))), spent)

    def _look(self, photo: Pyramid, window: Window, way: Way, *, single: bool) -> tuple[Rectangles, float]:
        """One run of the network: rectangles in photo pixels, duplicates still in; the engine's ms."""
        blob, scale = show(photo, window, self._fixed, way)
        answer = self._session.run(INPUT, blob)
        output = next(iter(answer.arrays.values()))
        found = decode(output, self._form, self.settings.min_score * (1.0 if single else _ONE_OF_SEVERAL))
        boxes = found.boxes.copy()
        boxes[:, :4] /= np.array([*scale, 1, 1], np.float32)
        boxes[:, 2:4] /= np.float32((scale[0] + scale[1]) / 2)
        if way.mirrored:
            boxes[:, 0] = window.width - boxes[:, 0]
            boxes[:, 4] *= -1
        boxes[:, :2] += np.array([window.x, window.y], np.float32)
        return Rectangles(upright(boxes), found.scores), answer.ms

    def _agreed(self, looks: Sequence[Rectangles]) -> Rectangles:
        found = agreed([suppress(look, _SURELY_THE_SAME) for look in looks])
        return found.take(found.scores >= self.settings.min_score * _ON_AVERAGE)


def sized(found: Rectangles, most_overlap: float) -> Rectangles:
    """Non-maximum suppression in which a find of unusual size gives way to those of usual size."""
    overlap = probabilistic_iou(found.boxes)
    usual = found.take(unsuppressed(overlap, found.scores, most_overlap))
    like = likeness(
        found.boxes[:, :2], found.boxes[:, 2:4], usual.boxes[:, :2], usual.boxes[:, 2:4], usual.scores
    )
    return found.take(unsuppressed(overlap, found.scores * np.nan_to_num(like, nan=1.0), most_overlap))


def show(
    photo: Pyramid, window: Window, fixed: tuple[int | None, ...], way: Way
) -> tuple[NDArray[np.float32], tuple[float, float]]:
    """The network's input for a window: ``(1, 3, H, W)`` float32 in 0..1, and the true scale in x and y.

    Args:
        photo: the photo, RGB.
        window: the part to show.
        fixed: the network's own height and width, None where it takes any multiple of 32.
        way: how to show it.
    """
    scale = window.scale * way.larger
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
    padded[:height, :width] = small[:, ::-1] if way.mirrored else small
    blob = cv2.dnn.blobFromImage(padded, 1 / 255)
    return np.asarray(blob, np.float32), (width / window.width, height / window.height)


def _multiple(side: int) -> int:
    return -(-max(side, _LEAST_SIDE) // STRIDE) * STRIDE


def _inside(found: Rectangles, window: Window, size: tuple[int, int]) -> Rectangles:
    """Without the finds at a window's inner edge: the tile is cut there, and whole in the next window."""
    if not len(found):
        return found
    x, y = found.boxes[:, 0], found.boxes[:, 1]
    near = found.boxes[:, 2:4].min(axis=1) * 0.4
    cut = (
        ((window.x > 0) & (x - window.x < near))
        | ((window.y > 0) & (y - window.y < near))
        | ((window.x + window.width < size[1]) & (window.x + window.width - x < near))
        | ((window.y + window.height < size[0]) & (window.y + window.height - y < near))
    )
    return found.take(~cut)
