"""What a search asks of a model's networks and of a photo's pixels.

A server answers with its own pixels and networks (`vision.recognise`), the page in a browser with its scripts
(`app.pocket.browser_search`). Places are on the photo as shown under the colour transform.
"""

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from yakulens.vision.finding.decode import Rectangles
from yakulens.vision.finding.windows import Window
from yakulens.vision.layout.read import LayoutEngines
from yakulens.vision.naming.crop_answers import ReaderResult
from yakulens.vision.naming.namer import Crops
from yakulens.vision.picture.color_transform import ColorTransform


class Engines(LayoutEngines, Protocol):
    """A model's networks and one photo; `lay_out` and `stack` are `vision.layout.read.LayoutEngines`'s.

    Implementations see the photo's own colours for `stack`.
    """

    async def find(self, window: Window, color_transform: ColorTransform) -> Rectangles:
        """Where the finder sees tiles in a window."""
        ...

    async def name(self, crops: Crops, color_transform: ColorTransform) -> ReaderResult:
        """What crops show, by one run of the reader."""
        ...

    async def cut(self, quads: NDArray[np.float32], color_transform: ColorTransform) -> NDArray[np.uint8]:
        """Crops of ``(N, 4, 2)`` float32 quads in colour, ``(N, 96, 80, 3)`` uint8 RGB."""
        ...
