"""A photo shown as what the networks know: in the negative, mirrored, its faces without their colours.

The networks learnt dark ink on light tiles. A set engraved in light on dark is such a set in the negative;
one whose inks have other colours is one in greys; a photo from a front camera shows every face mirrored.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.detections import Detections
    from vision.picture.pyramid import Pyramid

_CORNERS: Final = (1, 0, 3, 2)
"""Mirrored, the corners of a quad run the other way round; in this order they run clockwise again ..."""
_EDGES: Final = (0, 3, 2, 1)
"""... and this is the order of the edges between them."""


@dataclass(frozen=True, slots=True)
class Rendition:
    """How a photo is shown to the networks.

    Attributes:
        negative: what is light is dark and the other way round; hues stay.
        mirrored: left and right are exchanged.
        grey: faces are read without their colours; tiles are found and compared with them.
    """

    negative: bool = False
    mirrored: bool = False
    grey: bool = False

    def show(self, pixels: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """A picture in this rendition, with its colours.

        Args:
            pixels: ``(H, W, 3)`` uint8 RGB.

        Returns:
            ``(H, W, 3)`` uint8 RGB.

        >>> light_red = np.full((8, 8, 3), (255, 200, 200), np.uint8)
        >>> red, green, blue = NEGATIVE.show(light_red)[0, 0].tolist()
        >>> red > 1.5 * green, red < 130
        (True, True)
        """
        out = pixels
        if self.negative:
            lab = cv2.cvtColor(out, cv2.COLOR_RGB2LAB)
            lab[..., 0] = 255 - lab[..., 0]
            out = np.asarray(cv2.cvtColor(lab, cv2.COLOR_LAB2RGB), np.uint8)
        return np.asarray(cv2.flip(out, 1), np.uint8) if self.mirrored else out

    def of(self, photo: Pyramid) -> Pyramid:
        """A photo in this rendition, each of its sizes when it is asked for.

        >>> from vision.picture.pyramid import Pyramid
        >>> photo = Pyramid(np.zeros((600, 800, 3), np.uint8))
        >>> NEGATIVE.of(photo).pixels[0, 0].tolist(), PLAIN.of(photo) is photo
        ([255, 255, 255], True)
        """
        shown = (
            photo.shown(self.show, pixelwise=not self.mirrored) if self.negative or self.mirrored else photo
        )
        return shown.in_greys() if self.grey else shown

    def crops(self, quads: NDArray[np.float32]) -> NDArray[np.float32]:
        """``(N, 4, 2)`` quads so that crops taken of the photo itself show the faces mirrored or not.

        Args:
            quads: ``(N, 4, 2)`` float32, photo pixels, clockwise.

        >>> quad = np.array([[[0, 0], [30, 0], [30, 40], [0, 40]]], np.float32)
        >>> Rendition(mirrored=True).crops(quad)[0].tolist()
        [[30.0, 0.0], [0.0, 0.0], [0.0, 40.0], [30.0, 40.0]]
        """
        return quads[:, _CORNERS] if self.mirrored else quads

    def exchanged(self, seen: Detections) -> Detections:
        """What was detected on the photo, where it lies in this rendition, and the other way round.

        >>> from vision.example import detected
        >>> row = detected("1m 2m")
        >>> mirrored = Rendition(mirrored=True).exchanged(row)
        >>> row.size[1], row.quads[0, :, 0].tolist(), mirrored.quads[0, :, 0].tolist()
        (284, [100.0, 140.0, 140.0, 100.0], [144.0, 184.0, 184.0, 144.0])
        """
        if not self.mirrored:
            return seen
        quads = self.crops(seen.quads)
        quads[..., 0] = seen.size[1] - quads[..., 0]
        return replace(seen, quads=quads, ups=seen.ups[:, _EDGES])


PLAIN: Final = Rendition()
"""The photo as it is."""
NEGATIVE: Final = Rendition(negative=True)
"""For sets engraved in light on dark."""
