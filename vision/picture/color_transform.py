"""Colour transforms of a photo: the negative, greys or the mirror image. `show` applies them to pixels.

The networks see a learnt set in the form they know best. A set engraved in light on dark becomes dark on
light in the negative, and unusual ink colours are removed. A front camera's photo shows every face mirrored.
"""

from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from yakulens.vision.detections import Detections

_CORNERS: Final = (1, 0, 3, 2)
"""The order that makes the corners of a mirrored quad clockwise again."""
_EDGES: Final = (0, 3, 2, 1)
"""The order of the edges between the corners of a mirrored quad."""


@dataclass(frozen=True, slots=True)
class ColorTransform:
    """How a photo is shown to the networks.

    Attributes:
        negative: exchange light and dark; hues stay.
        mirrored: exchange left and right.
        grey: read faces without their colours; tiles are found and compared in colour.
    """

    negative: bool = False
    mirrored: bool = False
    grey: bool = False

    def mirror_corners(self, quads: NDArray[np.float32]) -> NDArray[np.float32]:
        """``(N, 4, 2)`` quads with their corners in the order in which crops show faces as printed.

        >>> import numpy as np
        >>> quad = np.array([[[0, 0], [30, 0], [30, 40], [0, 40]]], np.float32)
        >>> ColorTransform(mirrored=True).mirror_corners(quad)[0].tolist()
        [[30.0, 0.0], [0.0, 0.0], [0.0, 40.0], [30.0, 40.0]]
        """
        return quads[:, _CORNERS] if self.mirrored else quads

    def map_quads(self, quads: NDArray[np.float32], width: int) -> NDArray[np.float32]:
        """Map ``(N, 4, 2)`` quads of a photo to this colour transform, or back.

        They run clockwise; ``width`` is the photo's; all in pixels.

        >>> import numpy as np
        >>> quad = np.array([[[0, 0], [30, 0], [30, 40], [0, 40]]], np.float32)
        >>> ColorTransform(mirrored=True).map_quads(quad, 100)[0].tolist()
        [[70.0, 0.0], [100.0, 0.0], [100.0, 40.0], [70.0, 40.0]]
        """
        if not self.mirrored:
            return quads
        quads = self.mirror_corners(quads)
        quads[..., 0] = width - quads[..., 0]
        return quads

    def map_detections(self, detections: Detections) -> Detections:
        """Map detections on the photo to this colour transform, or back."""
        if not self.mirrored:
            return detections
        quads = self.map_quads(detections.quads, detections.size[1])
        return replace(detections, quads=quads, top_edge_probs=detections.top_edge_probs[:, _EDGES])


PLAIN: Final = ColorTransform()
"""The original photo."""
MIRRORED: Final = ColorTransform(mirrored=True)
"""For photos of a front camera."""
NEGATIVE: Final = ColorTransform(negative=True)
"""For sets engraved in light on dark."""
