"""The questions of a search: about a photo's pixels, and to a model's networks.

Who answers has pixels and engines: the server its own (`vision.recognise`), the page in a browser its scripts
(`app.pocket.looking`). Places are those
on the photo as it is shown, under the question's colour transform.
"""

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from yakulens.vision.detections import Detections
from yakulens.vision.finding.windows import Window
from yakulens.vision.naming.namer import Crops
from yakulens.vision.picture.color_transform import ColorTransform


@dataclass(frozen=True, slots=True)
class Find:
    """Where tiles lie in a window, by the finder; the answer is `vision.finding.decode.Rectangles`."""

    window: Window
    color_transform: ColorTransform


@dataclass(frozen=True, slots=True, eq=False)
class Name:
    """What crops show, by one run of the reader; the answer is its `ReaderResult`."""

    crops: Crops
    color_transform: ColorTransform


@dataclass(frozen=True, slots=True, eq=False)
class Cut:
    """The crops of ``(N, 4, 2)`` float32 quads, in colours; the answer is ``(N, 96, 80, 3)`` uint8 RGB."""

    quads: NDArray[np.float32]
    color_transform: ColorTransform


@dataclass(frozen=True, slots=True, eq=False)
class Lay:
    """What each tile is, by the layout network; the answer is its `Opinion`."""

    tiles: Detections


@dataclass(frozen=True, slots=True, eq=False)
class Level:
    """Whether tiles lie on others, by the leveller, which sees the photo as it is.

    They are told by ``(N, 4, 2)`` float32 quads; the answer is ``(N,)`` float32 natural log odds.
    """

    quads: NDArray[np.float32]


PhotoQuestion: TypeAlias = Find | Name | Cut | Lay | Level
