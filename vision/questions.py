"""The questions of a search: about a photo's pixels and to a model's networks.

The server answers with its own pixels and engine (`vision.recognise`), the page in a browser with its scripts
(`app.pocket.looking`). Places are on the photo as shown under the question's colour transform.
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
    """Where does the finder see tiles in a window? The answer is `vision.finding.decode.Rectangles`."""

    window: Window
    color_transform: ColorTransform


@dataclass(frozen=True, slots=True, eq=False)
class Name:
    """What do crops show, by one run of the reader? The answer is its `ReaderResult`."""

    crops: Crops
    color_transform: ColorTransform


@dataclass(frozen=True, slots=True, eq=False)
class Cut:
    """Crops of ``(N, 4, 2)`` float32 quads, in colour; the answer is ``(N, 96, 80, 3)`` uint8 RGB."""

    quads: NDArray[np.float32]
    color_transform: ColorTransform


@dataclass(frozen=True, slots=True, eq=False)
class Lay:
    """What is each tile, by the layout network? The answer is its `Opinion`."""

    tiles: Detections


@dataclass(frozen=True, slots=True, eq=False)
class Level:
    """Do tiles lie on others, by the leveller? It sees the original photo.

    The tiles are ``(N, 4, 2)`` float32 quads; the answer is ``(N,)`` float32 natural log odds.
    """

    quads: NDArray[np.float32]


PhotoQuestion: TypeAlias = Find | Name | Cut | Lay | Level
