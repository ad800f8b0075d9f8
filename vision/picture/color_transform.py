"""Colour transforms of a photo: the negative, greys, or the mirror image.

A set that is taught is shown to the networks as they know it best: engraved in light on dark it becomes dark
on light in the negative, and where its inks have other colours they are taken away. A photo from a front
camera shows every face mirrored.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from yakulens.vision.detections import Detections
    from yakulens.vision.picture.pyramid import Pyramid

_CORNERS: Final = (1, 0, 3, 2)
"""The order in which the corners of a mirrored quad run clockwise again."""
_EDGES: Final = (0, 3, 2, 1)
"""The order of the edges between the corners of a mirrored quad."""


@dataclass(frozen=True, slots=True)
class ColorTransform:
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
        """A picture under this colour transform; ``grey`` takes no colours away from it.

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
        """A photo under this colour transform; each of its sizes is made when it is asked for.

        >>> from yakulens.vision.picture.pyramid import Pyramid
        >>> photo = Pyramid(np.zeros((600, 800, 3), np.uint8))
        >>> NEGATIVE.of(photo).pixels[0, 0].tolist(), PLAIN.of(photo) is photo
        ([255, 255, 255], True)
        """
        changed = self.negative or self.mirrored
        shown = photo.shown(self.show, pixelwise=not self.mirrored) if changed else photo
        return shown.in_greys() if self.grey else shown

    def crops(self, quads: NDArray[np.float32]) -> NDArray[np.float32]:
        """Quads whose order of corners makes crops of the photo itself show faces as they are printed.

        Args:
            quads: ``(N, 4, 2)`` float32, photo pixels, clockwise.

        Returns:
            ``(N, 4, 2)`` float32.

        >>> quad = np.array([[[0, 0], [30, 0], [30, 40], [0, 40]]], np.float32)
        >>> ColorTransform(mirrored=True).crops(quad)[0].tolist()
        [[30.0, 0.0], [0.0, 0.0], [0.0, 40.0], [30.0, 40.0]]
        """
        return quads[:, _CORNERS] if self.mirrored else quads

    def exchanged(self, seen: Detections) -> Detections:
        """Detections on the photo as they lie under this colour transform, and the other way round.

        >>> from yakulens.vision.example import detected
        >>> row = detected("1m 2m")
        >>> mirrored = ColorTransform(mirrored=True).exchanged(row)
        >>> row.size[1], row.quads[0, :, 0].tolist(), mirrored.quads[0, :, 0].tolist()
        (284, [100.0, 140.0, 140.0, 100.0], [144.0, 184.0, 184.0, 144.0])
        """
        if not self.mirrored:
            return seen
        quads = self.crops(seen.quads)
        quads[..., 0] = seen.size[1] - quads[..., 0]
        return replace(seen, quads=quads, top_edge_probs=seen.top_edge_probs[:, _EDGES])


PLAIN: Final = ColorTransform()
"""The photo as it is."""
MIRRORED: Final = ColorTransform(mirrored=True)
"""For photos of a front camera."""
NEGATIVE: Final = ColorTransform(negative=True)
"""For sets engraved in light on dark."""
