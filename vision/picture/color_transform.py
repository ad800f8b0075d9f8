"""Colour transforms of a photo: its tiles' ground shown white, the negative, greys, or the mirror image.

The networks learnt dark ink on light tiles. A set of any other body and inks becomes such a set where the
colour of its body is shown white, and all else the darker the more it differs. A set engraved in light on
dark becomes one in the negative, and a set whose inks have other colours becomes one in greys. A photo from a
front camera shows every face mirrored.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, TypeAlias

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from yakulens.vision.detections import Detections
    from yakulens.vision.picture.pyramid import Pyramid

    Rgb: TypeAlias = tuple[int, int, int]

_CORNERS: Final = (1, 0, 3, 2)
"""The order in which the corners of a mirrored quad run clockwise again."""
_EDGES: Final = (0, 3, 2, 1)
"""The order of the edges between the corners of a mirrored quad."""
_WHITE: Final = 240.0
"""Lightness of Lab, 0..255, in which the ground is shown."""
_DARKER: Final = 2.2
"""By how much darker a pixel is shown for each weighted unit of Lab by which it differs from the ground."""
_WEIGHTS: Final = np.array([0.8, 1.3, 1.3], np.float32)
"""Weights of the three channels of Lab: light and shade change the lightness of a ground, and hardly its
hue."""
_INK: Final = 60.0
"""Difference from the ground, in weighted units of Lab, from which a pixel is ink and keeps its hue; the
ground has none."""
_GREY: Final = 128
"""Value of the last two channels of Lab where a colour has no hue."""


@dataclass(frozen=True, slots=True)
class ColorTransform:
    """How a photo is shown to the networks.

    Attributes:
        negative: what is light is dark and the other way round; hues stay.
        mirrored: left and right are exchanged.
        grey: faces are read without their colours; tiles are found and compared with them.
        ground: RGB of the tiles' own ground, which is shown white; None where it stays as it is.
    """

    negative: bool = False
    mirrored: bool = False
    grey: bool = False
    ground: Rgb | None = None

    @property
    def recoloured(self) -> bool:
        """Whether tiles have other colours than on the photo.

        >>> NEGATIVE.recoloured, ColorTransform(mirrored=True).recoloured
        (True, False)
        """
        return self.negative or self.ground is not None

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
        out = pixels if self.ground is None else _whitened(pixels, self.ground)
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
        changed = self.recoloured or self.mirrored
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
NEGATIVE: Final = ColorTransform(negative=True)
"""For sets engraved in light on dark."""


def _whitened(pixels: NDArray[np.uint8], ground: Rgb) -> NDArray[np.uint8]:
    """``(H, W, 3)`` uint8 RGB with one colour shown white, and others the darker the more they differ.

    >>> jade, its_ink = (40, 110, 70), (190, 30, 30)
    >>> white, red = _whitened(np.array([[jade, its_ink]], np.uint8), jade)[0].tolist()
    >>> min(white) > 230, red[0] > 2 * red[1]
    (True, True)
    """
    lab = cv2.cvtColor(pixels, cv2.COLOR_RGB2LAB).astype(np.float32)
    of_ground = cv2.cvtColor(np.array([[ground]], np.uint8), cv2.COLOR_RGB2LAB).astype(np.float32)
    differs = np.linalg.norm((lab - of_ground) * _WEIGHTS, axis=2)
    lab[..., 0] = _WHITE - _DARKER * differs
    lab[..., 1:] = _GREY + (lab[..., 1:] - _GREY) * np.minimum(differs / _INK, 1.0)[..., None]
    return np.asarray(cv2.cvtColor(lab.clip(0, 255).astype(np.uint8), cv2.COLOR_LAB2RGB), np.uint8)
