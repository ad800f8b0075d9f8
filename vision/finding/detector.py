"""The finder: where tiles lie in a window of a photo, as oriented rectangles."""

from copy import copy
from typing import Final, Self

import cv2
import numpy as np
from numpy.typing import NDArray

from yakulens.vision.finding.decode import Rectangles, UnknownOutputError, class_names, export_form
from yakulens.vision.finding.merging import window_rectangles
from yakulens.vision.finding.windows import Window
from yakulens.vision.inference import InferenceSession, SessionError
from yakulens.vision.model_card import FinderSettings
from yakulens.vision.picture.pyramid import Pyramid

STRIDE: Final = 32
"""The network's input is a multiple of this in both directions."""
INPUT: Final = "images"
_PADDING: Final = 114  # the grey that fills the area beyond the photo in training
_MIN_SIDE: Final = 128  # a narrower strip of a photo is padded: the network never saw less
_DIMENSIONS: Final = 4
_RGB: Final = 3


class Detector:
    """Finds tiles with one network.

    Attributes:
        batch: number of pictures that the network takes at a time, 1 where it takes any number.
        settings: how it is used.
    """

    def __init__(self, session: InferenceSession, settings: FinderSettings) -> None:
        """Check that the network is a finder.

        Raises:
            SessionError: its input or output does not fit a finder.
        """
        shape = session.inputs.get(INPUT)
        if shape is None or len(shape) != _DIMENSIONS or shape[1] != _RGB:
            message = f"a finder's input is 'images' (1, 3, H, W); found {session.inputs}"
            raise SessionError(session.name, message)
        try:
            self._form = export_form(session.metadata, next(iter(session.outputs.values())))
            names = class_names(session.metadata)
        except UnknownOutputError as error:
            raise SessionError(session.name, f"{error}") from error
        if settings.classes and len(settings.classes) != len(names):
            raise SessionError(session.name, f"has {len(names)} classes, its card {len(settings.classes)}")
        self._session = session
        self.batch = shape[0] if isinstance(shape[0], int) else 1
        self._fixed_size = tuple(side if isinstance(side, int) else None for side in shape[2:])
        self.settings = settings

    def with_settings(self, settings: FinderSettings) -> Self:
        """The same network with other thresholds."""
        other = copy(self)
        other.settings = settings
        return other

    def detect(self, photo: Pyramid, window: Window) -> Rectangles:
        """Detect the tiles in a window of an RGB photo, each once, without those cut by its edge.

        In photo pixels, the long side as height, best first.
        """
        blob, scale = network_input(photo, window, self._fixed_size)
        if self.batch > 1:  # a network of a fixed batch takes as many pictures; only the first answer counts
            blob = np.repeat(blob, self.batch, axis=0)
        (raw, *_) = self._session.run({INPUT: blob}).values()
        return window_rectangles(raw, self._form, window, scale, photo.size, self.settings)


def network_input(
    photo: Pyramid, window: Window, fixed_size: tuple[int | None, ...]
) -> tuple[NDArray[np.float32], tuple[float, float]]:
    """The network's input for a window: ``(1, 3, H, W)`` float32 in 0..1, and the true scale in x and y.

    ``fixed_size`` is the network's fixed height and width, None if it takes any multiple of 32.
    """
    scale = window.scale
    for side, fixed in zip((window.height, window.width), fixed_size, strict=True):
        scale = min(scale, fixed / side) if fixed else scale
    width, height = max(1, round(window.width * scale)), max(1, round(window.height * scale))
    pixels, factor = photo.level(window.width / width)
    top, left = window.y // factor, window.x // factor
    part = pixels[top : top + window.height // factor, left : left + window.width // factor]
    interpolation = cv2.INTER_AREA if width < part.shape[1] else cv2.INTER_LINEAR
    small = cv2.resize(part, (width, height), interpolation=interpolation)
    rows, columns = fixed_size[0] or _padded(height), fixed_size[1] or _padded(width)
    padded = np.full((rows, columns, 3), _PADDING, np.uint8)
    padded[:height, :width] = small
    blob = cv2.dnn.blobFromImage(padded, 1 / 255)
    return np.asarray(blob, np.float32), (width / window.width, height / window.height)


def _padded(side: int) -> int:
    """A side rounded up to the input's: a multiple of ``STRIDE``."""
    return -(-max(side, _MIN_SIDE) // STRIDE) * STRIDE
